"""Random puzzles, the same for the same seed on every machine."""

from __future__ import annotations

from cpmodels.generate.cases import RANDOM, random_puzzle

__all__ = ["RANDOM", "random_puzzle"]
