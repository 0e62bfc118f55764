"""Puzzles as CP-SAT models and as algorithms written by hand: solve, count, compare.

All that a user or the author of a plugin needs has its name here (`cpmodels/__init__.pyi` lists
them), and is imported when it is first used.

Examples
--------
>>> import cpmodels as cm
>>> puzzle = cm.Tiling.of("4x4", "tetrominoes", copies="any", turning="free")
>>> cm.count(puzzle).count
117
"""

from __future__ import annotations

import lazy_loader

from cpmodels import draw, methods, watch

# rooms that share their names with functions: once imported, no import sets them again
del draw, methods, watch

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
