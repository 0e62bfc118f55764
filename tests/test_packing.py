"""Packings and painted cells: the sequences that others found, by the model and by hand."""

from __future__ import annotations

from itertools import combinations

import pytest

import cpmodels as cm
from cpmodels.generate.packing import blocking, packing
from cpmodels.models.placements import placements

METHODS = ["cp-sat", "branch-and-bound"]
PIECES = [
    ("pentominoes:V", [0, 0, 1, 2], "A214294"),
    ("tetrominoes:S", [0, 0, 1, 3, 4], "A355477"),
    ("tetrominoes:I", [0, 0, 0, 4, 6], "A233036"),
]
FULL = [("dominoes", [0, 2, 3, 6], "A280984"), ("trominoes:I", [0, 0, 3, 4, 5], "A226918")]
PAINTED = [
    ("pentominoes:X", [0, 0, 1, 2, 3, 4], "A104519"),
    ("trominoes", [0, 2, 4, 8, 11], "A337501"),
    ("pentominoes", [0, 0, 3, 5], "A337503"),
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("shapes", "most", "source"), PIECES)
def test_most_pieces(shapes: str, most: list[int], source: str, method: str) -> None:
    for n, pieces in enumerate(most, 1):
        puzzle = packing(cm.Tiling.of(f"{n}x{n}", shapes), goal="most pieces")
        assert n * n - (cm.solve(puzzle, method=method).objective or 0) == pieces, (source, n)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("shapes", "fewest", "source"), FULL)
def test_fewest_pieces_so_that_no_further_one_fits(
    shapes: str, fewest: list[int], source: str, method: str
) -> None:
    for n, pieces in enumerate(fewest, 1):
        puzzle = packing(cm.Tiling.of(f"{n}x{n}", shapes), goal="fewest pieces", full=True)
        assert cm.solve(puzzle, method=method).objective == pieces, (source, n)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("shapes", "fewest", "source"), PAINTED)
def test_fewest_painted_cells(shapes: str, fewest: list[int], source: str, method: str) -> None:
    for n, cells in enumerate(fewest, 1):
        puzzle = blocking(cm.Tiling.of(f"{n}x{n}", shapes))
        least = cm.solve(puzzle, method=method).objective if puzzle.options else 0
        assert least == cells, (source, n)


@pytest.mark.parametrize("leave", ["any", 1, "0..4"])
@pytest.mark.parametrize("goal", ["most cells", "fewest pieces", {"D": 2, "L": 5}])
def test_the_best_of_all_packings(leave: object, goal: object) -> None:
    shapes = {"D": "##", "L": "##/#."}
    tiling = cm.Tiling.of("3x3", shapes, {"D": "0..2", "L": "any"})
    laid = placements(tiling)
    best: dict[int, int] = {}
    for number in range(5):
        for chosen in combinations(laid, number):
            cells = [cell for placement in chosen for cell in placement.cells]
            dominoes = sum(placement.shape == "D" for placement in chosen)
            empty = 9 - len(cells)
            fits = {"any": True, 1: empty == 1, "0..4": empty <= 4}[leave]  # type: ignore[index]
            if len(set(cells)) < len(cells) or dominoes > 2 or not fits:
                continue
            weight = 2 * dominoes + 5 * (number - dominoes)
            value = {"most cells": empty, "fewest pieces": number}.get(str(goal), 45 - weight)
            best[value] = best.get(value, 0) + 1
    least = min(best)
    puzzle = packing(tiling, leave=leave, goal=goal)  # type: ignore[arg-type]
    for method in METHODS:
        assert cm.solve(puzzle, method=method).objective == least
        assert cm.count(puzzle, method=method).count == best[least]


@pytest.mark.parametrize(
    ("goal", "message"),
    [("best", "goal 'best', expected"), ({"D": 1}, "weight None of shape L"),
     ({"D": 1, "L": -1}, "weight -1"), ({"X": 1}, "'X', which is no shape")],
)  # fmt: skip
def test_bad_goals(goal: object, message: str) -> None:
    with pytest.raises(cm.InputError, match=message):
        packing(cm.Tiling.of("2x2", {"D": "##", "L": "##/#."}), goal=goal)  # type: ignore[arg-type]
