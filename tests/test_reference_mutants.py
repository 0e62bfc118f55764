"""The reference side of the audit: broken copies of its modules, which random puzzles must notice.

Each copy differs from its module by one slip of the pen. It takes the place of the right one in
the methods, and crosscheck has to disagree within some random puzzles.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

import cpmodels as cm
from cpmodels.generate import random_puzzle

METHODS = {
    "board": ["cp-sat", "divide-and-conquer"],
    "exact-cover": ["cp-sat", "algorithm-x"],
    "packing": ["cp-sat", "frontier", "algorithm-x"],
    "sliding": ["cp-sat", "walks"],
    "tiling": ["cp-sat", "dlx", "frontier", "image-lists"],
}


@dataclass(frozen=True)
class Slip:
    """In a module of the reference, `right` becomes `wrong`; `uses` are the names it is used by."""

    module: str
    right: str
    wrong: str
    uses: tuple[tuple[str, str], ...]
    kind: str
    cases: int = 150
    among: Callable[[Any], bool] = lambda puzzle: True


ALGORITHM_X = (("covers", "AlgorithmX"),)
FRONTIER = (("frontier", "Frontier"),)
IMAGE_LISTS = (("image_lists", "ImageLists"),)
PACKINGS = (("packing", "packing"),)
SWEEP = (("packing", "PackingFrontier"),)
LATTICES = (("lattices", "Lattice"),)
CROSSINGS = (
    ("cpmodels.methods.tiling", "Crossings"),
    ("reference.tilings.frontier", "Crossings"),
    ("reference.tilings.polyomino", "Crossings"),
)
POLYOMINO = (("tiling", "placements"), ("tiling", "tiling_options"))
WALKS = (("sliding_by_hand", "walks"),)


def wraps(puzzle: cm.Tiling) -> bool:
    return bool(puzzle.lattice.wraps)


def turns_over(puzzle: cm.Tiling) -> bool:
    return any(wrap.mirror for wrap in puzzle.lattice.wraps)


SLIPS = {
    "a secondary column must be covered": Slip(
        "exact_cover.algorithm_x", "np.arange(columns) < (", "np.arange(columns) <= (", ALGORITHM_X,
        "exact-cover"),
    "rows that share a column stay": Slip(
        "exact_cover.algorithm_x", "~matrix[:, ~kept_columns].any(axis=1)",
        "~matrix[:, ~kept_columns].all(axis=1)", ALGORITHM_X, "exact-cover"),
    "the least number of copies is missed by one": Slip(
        "tilings.frontier", "used[s] >= low for", "used[s] > low for", FRONTIER, "tiling"),
    "an upper bound that is implied too soon": Slip(
        "tilings.frontier", "high * len(set(shape)) >= area", "2 * high * len(set(shape)) >= area",
        FRONTIER, "tiling"),
    "one-sided shapes are reflected": Slip(
        "tilings.isometries", "if _determinant(*g) == 1]", "if _determinant(*g) in (1, -1)]",
        (("reference.tilings.lattices", "signed_permutations"),), "tiling"),
    "a piece goes round a board onto itself": Slip(
        "tilings.lattices", "if len(covered) < len(way) or covered in done:",
        "if covered in done:", LATTICES, "tiling"),
    "copies that wrap onto the same cells are several": Slip(
        "tilings.lattices", "tuple(sorted({home[cell] for cell in covered}))",
        "tuple({home[cell]: 0 for cell in covered})", LATTICES, "tiling", among=wraps),
    "a strip is not turned over as it goes round": Slip(
        "tilings.lattices", "if self.mirror:", "if False:",
        (("lattices", "Step"),), "tiling", among=turns_over),
    "triangles and hexagons are not turned by a half": Slip(
        "tilings.isometries", "for sign in (1, -1):", "for sign in (1,):",
        (("reference.tilings.lattices", "triangular_isometries"),), "tiling"),
    "half of the crossings are forgotten": Slip(
        "tilings.crossings", "{a, c} <= cells or {b, d} <= cells", "{a, c} <= cells", CROSSINGS,
        "tiling"),
    "bounds 0..1 are forgotten": Slip(
        "tilings.polyomino", "if pair != (0, None)}", "if pair not in ((0, None), (0, 1))}",
        POLYOMINO, "tiling"),
    "one copy more than there are": Slip(
        "tilings.image_lists", "MANY if n is None else min(n, MANY) for _, n",
        "MANY if n is None else min(n + 1, MANY) for _, n", IMAGE_LISTS, "tiling"),
    "a list has what is covered, not what is open": Slip(
        "tilings.image_lists_tables", "touch[None, :] & pattern == 0",
        "touch[None, :] & pattern == pattern", (("reference.tilings.image_lists", "lists"),),
        "tiling"),
    "an empty cell less than there may be": Slip(
        "tilings.packing", "not None and empty > high", "not None and empty >= high",
        PACKINGS, "packing"),
    "a room is forgotten where its first cell is far": Slip(
        "tilings.packing_frontier", "for place in room if index[place] < last]",
        "for place in room if index[place] == last - 1]", SWEEP, "packing"),
    "the least is what most is": Slip(
        "tilings.packing_frontier", "worth, most=not most)", "worth, most=False)", SWEEP,
        "packing"),
    "ways of a worse value are counted": Slip(
        "tilings.packing_states", "if new == 0 and value < table[row, words]:", "if False:",
        (("reference.tilings.packing_frontier", "best_step"),), "packing"),
    "walks meet with an undo": Slip(
        "sliding.walks", "other != last:", "True:", WALKS, "sliding"),
    "walks are cut off too soon": Slip(
        "sliding.walks", "hopeless = excess > left", "hopeless = excess >= left", WALKS, "sliding"),
    "the blank's row is left out of the parity": Slip(
        "sliding.permutation", "row = 0 if columns % 2 else", "row = 0 if True else",
        (("sliding_idastar", "unsolvable_certificate"),), "sliding"),
    "the centre piece covers the wrong corner": Slip(
        "trominoes.power_of_two", "np.where(parent == quarter, quarter, 3 - quarter)",
        "np.where(parent == quarter, quarter, quarter)", (("board", "power_of_two"),), "board"),
}  # fmt: skip


def broken(slip: Slip) -> ModuleType:
    """A copy of the module with the slip in it."""
    original = importlib.import_module(f"reference.{slip.module}")
    source = inspect.getsource(original)
    assert source.count(slip.right) == 1, "the module has changed, and so must the slip"
    package, _, name = original.__name__.rpartition(".")
    copy = ModuleType(f"{package}.broken_{name}")
    copy.__package__ = package
    copy.__file__ = original.__file__
    sys.modules[copy.__name__] = copy  # dataclasses look their module up
    exec(compile(source.replace(slip.right, slip.wrong), str(copy.__file__), "exec"), vars(copy))
    return copy


@pytest.mark.parametrize("name", SLIPS)
def test_slip_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slip = SLIPS[name]
    copy = broken(slip)
    for module, attribute in slip.uses:
        value = copy if slip.module.endswith(attribute) else getattr(copy, attribute)
        room = module if "." in module else f"cpmodels.methods.{module}"
        monkeypatch.setattr(importlib.import_module(room), attribute, value)
    # to notice is what is asked here, and brute force takes longer than that
    monkeypatch.setattr("cpmodels.crosschecking.examination.who_is_wrong", lambda *_: [])
    puzzles = filter(slip.among, (random_puzzle(slip.kind, seed) for seed in itertools.count()))
    for puzzle in itertools.islice(puzzles, slip.cases):
        result = cm.crosscheck(
            puzzle, methods=METHODS[slip.kind], questions=["count", "solve"], limit=None,
            shrink_seconds=0,
        )  # fmt: skip
        if result.agree is False:
            return
    pytest.fail(f"{slip.cases} random puzzles did not notice it")
