"""Random puzzles, the same for the same seed on every machine."""

from __future__ import annotations

from cpmodels.generate.by_kind import random_puzzle

__all__ = ["random_puzzle"]
