"""What can answer a `Tiling`."""

from __future__ import annotations

from cpmodels.methods.cp_sat import CpSat
from cpmodels.methods.method import Method
from cpmodels.models.tiling import tiling_model
from cpmodels.puzzles.tiling import Tiling

__all__ = ["METHODS"]

METHODS: list[Method] = [
    CpSat(Tiling, tiling_model, about="exact-cover Booleans, one a placement"),
]
