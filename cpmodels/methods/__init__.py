"""The registry: which methods can answer which question about which puzzle.

One module a puzzle; these modules alone know both sides, the models and the reference.
"""

from __future__ import annotations

from cpmodels.methods import board, exact_cover, nonogram, sliding, tiling
from cpmodels.methods.method import Method, find_method, methods, register

__all__ = ["Method", "find_method", "methods", "register"]

for _module in (tiling, exact_cover, board, nonogram, sliding):
    register(*_module.METHODS)
