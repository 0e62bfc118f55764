"""What can answer an `ExactCover`."""

from __future__ import annotations

from cpmodels.methods.cp_sat import CpSat
from cpmodels.methods.method import Method
from cpmodels.models.exact_cover import exact_cover_model
from cpmodels.puzzles.exact_cover import ExactCover

__all__ = ["METHODS"]

METHODS: list[Method] = [
    CpSat(ExactCover, exact_cover_model, about="one Boolean an option"),
]
