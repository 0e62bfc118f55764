"""Packings: what others found, by every method; brute force; planted faults that must show."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.cli import app
from cpmodels.crosschecking.brute import brute_force
from cpmodels.draw.packing import text as picture_text
from cpmodels.formats import parse_puzzles, write_puzzle
from cpmodels.generate import random_puzzle
from cpmodels.methods.cheapest import CheapestCpSat
from cpmodels.methods.packing import PackingSweep
from cpmodels.models.packing import packing_model
from cpmodels.puzzles.choices import Choices
from reference.tilings import packing
from reference.tilings.packing_frontier import PackingFrontier
from tests.planting import planted

BEST = ["cp-sat", "frontier", "branch-and-bound"]
MOST = {"goal": "most pieces"}
FULL = {"goal": "fewest pieces", "exclude": True}
SEQUENCES: list[tuple[str, dict[str, Any], list[int], str]] = [
    ("pentominoes:V", MOST, [0, 0, 1, 2, 4, 6, 8], "A214294"),
    ("tetrominoes:S", MOST, [0, 0, 1, 3, 4, 8, 9], "A355477"),
    ("tetrominoes:I", MOST, [0, 0, 0, 4, 6, 8, 12], "A233036"),
    ("pentominoes:X", MOST, [0, 0, 1, 1, 2, 4, 6, 8, 10, 13], "A085577"),  # not A231056, A233735
    ("dominoes", FULL, [0, 2, 3, 6, 9], "A280984"),
    ("trominoes:I", FULL, [0, 0, 3, 4, 5, 7], "A226918"),
    ("monomino", {"goal": "fewest pieces", "exclude": "pentominoes:X"}, [0, 0, 1, 2, 3, 4],
     "A104519"),
    ("monomino", {"goal": "fewest pieces", "exclude": "trominoes"}, [0, 2, 4, 8, 11], "A337501"),
    ("monomino", {"goal": "fewest pieces", "exclude": "pentominoes"}, [0, 0, 3, 5], "A337503"),
]  # fmt: skip


@pytest.mark.parametrize("method", BEST)
@pytest.mark.parametrize(("shapes", "rules", "best", "source"), SEQUENCES)
def test_best_packings_of_squares(
    shapes: str, rules: dict[str, Any], best: list[int], source: str, method: str
) -> None:
    for n, value in enumerate(best, 1):
        answer = cm.solve(cm.Tiling.of(f"{n}x{n}", shapes, **rules), method=method)
        assert (answer.objective, answer.complete) == (value, True), (source, n)


@pytest.mark.parametrize(
    ("shapes", "rules", "n", "value"),
    [("dominoes", FULL, 8, 22), ("monomino", FULL | {"exclude": "trominoes"}, 7, 23),
     ("pentominoes:V", MOST, 8, 12)],
)  # fmt: skip
def test_the_sweep_goes_further(shapes: str, rules: dict[str, Any], n: int, value: int) -> None:
    puzzle = cm.Tiling.of(f"{n}x{n}", shapes, **rules)
    assert cm.solve(puzzle, method="frontier").objective == value


def test_matchings_of_a_board_are_counted_exactly() -> None:
    counts = [1, 7, 131, 10012, 2810694, 2989126727, 11945257052321, 179788343101980135]  # A028420
    for n, matchings in enumerate(counts, 1):
        puzzle = cm.Tiling.of(f"{n}x{n}", "dominoes", leave="any")
        assert cm.count(puzzle, method="frontier").count == matchings
        if n < 4:
            assert cm.count(puzzle, method="dlx").count == matchings


@pytest.mark.parametrize("n", [3, 5, 8])
def test_the_best_packings_of_v_pentominoes_are_one_up_to_symmetry(n: int) -> None:
    answer = cm.count(cm.Tiling.of(f"{n}x{n}", "pentominoes:V", **MOST), method="frontier")
    assert answer.count in (1, 2, 4, 8)  # A214294, in its comments
    assert answer.bound == {3: 1, 5: 4, 8: 12}[n]


@pytest.mark.parametrize("seed", range(40))
def test_every_method_says_what_brute_force_says(seed: int) -> None:
    puzzle = random_puzzle("packing", seed, size=6)
    truth = brute_force(puzzle)
    assert truth is not None
    for method in cm.methods(puzzle, "count", every=True):
        if "cadical" in method or "ganak" in method:
            continue
        answer = cm.count(puzzle, method=method)
        best = answer.bound if puzzle.optimising and answer.count else None
        assert (answer.count, best) == truth, (method, puzzle.describe())


@pytest.mark.parametrize("seed", range(30))
def test_a_packing_is_read_back_as_it_was_written(seed: int) -> None:
    puzzle = random_puzzle("packing", seed)
    assert parse_puzzles(write_puzzle(puzzle, "toml")) == [puzzle]


def test_a_tiling_that_leaves_cells_is_a_packing() -> None:
    [puzzle] = parse_puzzles(
        'kind = "tiling"\nregion = "3x3"\nshapes = "dominoes"\nleave = 1\ngoal = {D = 2}'
    )
    assert puzzle == cm.Tiling.of("3x3", "dominoes", leave=1, goal={"D": 2})
    assert cm.count(puzzle).count == 18  # 4 x 4 with a corner open, 2 with the middle


PLANTED = cm.Tiling.of("4x4", "dominoes", goal="fewest pieces", exclude=True)


def test_a_model_without_room_is_caught() -> None:
    def build(puzzle: Any) -> Any:
        return packing_model(puzzle, without=["room"])

    forgetful = CheapestCpSat(cm.Packing, build, variant="forgetful")
    with planted(forgetful), pytest.raises(cm.WrongSolution, match="fits on"):
        cm.solve(PLANTED, method="cp-sat:forgetful")


def test_an_optimum_that_is_one_off_is_caught() -> None:
    class OneOff(PackingSweep):
        name = "frontier:off"

        def _note(self, sweep: Any, puzzle: Any, run: Any) -> None:
            super()._note(sweep, puzzle, run)
            run.bound += 1

    with planted(OneOff()):
        compared = cm.compare(PLANTED, question="count", methods=["cp-sat", "frontier:off"])
        assert compared.agree is False
        with pytest.raises(cm.WrongSolution, match="proved 7 or more, and gave one of 6"):
            cm.solve(PLANTED, method="frontier:off")


def test_a_packing_that_is_not_best_is_caught() -> None:
    class Worse(PackingSweep):
        name = "frontier:worse"

        def solve(self, puzzle: Any, run: Any) -> Any:
            return cm.solve(cm.Tiling.of("4x4", "dominoes", leave=0)).solution

    with planted(Worse()):
        assert cm.compare(PLANTED, methods=["cp-sat", "frontier:worse"]).agree is False


def test_batches_are_held_to_the_rules() -> None:
    puzzle = cm.Tiling.of("1x5", "dominoes", "1..", leave="1..3", exclude=True)
    pieces = tuple(cm.Placement("D", ((0, k), (0, k + 1))) for k in range(4))
    checker = puzzle.checker()
    checker.check(Choices(pieces, np.array([[0, 2], [-1, 1]])[:1]))
    for row, message in (
        ([0, 1], "covered twice"), ([-1, 0], "fits on the empty"), ([-1, -1], "is used 0 times"),
    ):  # fmt: skip
        with pytest.raises(cm.WrongSolution, match=message):
            checker.check(Choices(pieces, np.array([[0, 2], row])))
    with pytest.raises(cm.WrongSolution, match="1 cells are empty, expected 2"):
        cm.Tiling.of("1x5", "dominoes", leave=2).checker().check(
            Choices(pieces, np.array([[0, 2]]))
        )


def test_empty_cells_are_drawn() -> None:
    puzzle = cm.Tiling.of("2x3", "dominoes", leave=2)
    solution = [cm.Placement("D", ((0, 0), (0, 1))), cm.Placement("D", ((1, 0), (1, 1)))]
    assert picture_text(puzzle, solution).count("·") == 2
    white = 'fill="#ffffff"'
    assert white in cm.draw(puzzle, solution)
    assert cm.draw(cm.Tiling.of("2x2", "dominoes"), solution).count(white) < cm.draw(
        puzzle, solution
    ).count(white)


def test_up_to_symmetry_is_refused() -> None:
    with pytest.raises(cm.InputError, match="a packing up to symmetry, expected a tiling"):
        cm.count(PLANTED, up_to_symmetry=True)


@pytest.mark.parametrize(
    ("rules", "message"),
    [({"goal": "best"}, "goal 'best', expected"), ({"goal": {"D": 1}}, "no weight of shape L"),
     ({"goal": {"D": 1, "L": -1}}, "weight -1 of shape L"), ({"goal": {"X": 1}}, "which is no"),
     ({"leave": "some"}, "leave: 'some', expected"), ({"leave": -1}, "leave: -1"),
     ({"exclude": "heptaminoes"}, "heptaminoes")],
)  # fmt: skip
def test_bad_packings(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(cm.InputError, match=message):
        cm.Tiling.of("2x2", {"D": "##", "L": "##/#."}, **rules)


@pytest.mark.parametrize("method", ["cp-sat", "branch-and-bound"])
def test_the_k_best_on_the_command_line(method: str, tmp_path: Path) -> None:
    puzzle = cm.Tiling.of("4x4", "pentominoes:V", goal="most pieces")
    path = tmp_path / "v.toml"
    path.write_text(str(write_puzzle(puzzle, "toml")))
    result = CliRunner().invoke(app, ["solve", str(path), "--cheapest", "28", "-q", "-m", method])
    number = cm.count(puzzle, method="frontier").count
    assert result.stdout.split() == ["2"] * (number or 0) + ["1"] * (28 - (number or 0))
    assert result.exit_code == 0


def test_a_sweep_that_is_too_large_says_how_large() -> None:
    board = packing.Packing(list(product(range(8), repeat=2)), {"domino": [(0, 0), (0, 1)]})
    small, whole = PackingFrontier(board, max_states=100), PackingFrontier(board)
    assert (small.count(), small.complete, small.too_large) == (0, False, True)
    assert whole.count() == 179_788_343_101_980_135  # OEIS A028420
    states, size = small.estimate
    assert 100 < states <= 4 * whole.peak
    assert size >= 16 * states
    assert small.reached[0] < small.reached[1] == 64
    assert whole.estimate == (0, 0)
