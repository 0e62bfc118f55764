"""Claims about one side of the best value: a bound, or a solution that reaches it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.cli import app
from cpmodels.errors import InputError
from cpmodels.generate import random_puzzle
from cpmodels.proving import claim as claims
from cpmodels.proving import folder as files
from cpmodels.puzzles.puzzle import Puzzle
from tests.forging import restate

pytest.importorskip("pysat", reason="the extra engines")
pytest.importorskip("dratify")

COVER = cm.ExactCover.of("a b c", ["a", "b", "c", "a b", "b c"], costs=[4, 1, 2, 3, 9])  # 5
PACKING = cm.Tiling.of("3x3", "trominoes:L", goal="most pieces")  # 2 of them, not 3
PATH = cm.SlidingPuzzle.of("1 2 3 x 4 6 7 5 8")  # 3 moves


@pytest.fixture
def proof(tmp_path: Path) -> Callable[..., tuple[cm.Proof, Path]]:
    def write(puzzle: Puzzle, **options: Any) -> tuple[cm.Proof, Path]:
        place = tmp_path / "proof"
        shutil.rmtree(place, ignore_errors=True)
        done = cm.prove(puzzle, place, **options)
        assert cm.verify(place, puzzle).claim == done.claim
        assert cm.verify(place, puzzle).proved is True
        return done, place

    return write


@pytest.mark.parametrize("puzzle", [COVER, PACKING, PATH, random_puzzle("alike", 1)])
def test_both_sides_of_the_best_value(puzzle: Puzzle, proof: Callable[..., Any]) -> None:
    """What is best by hand is at least and at most itself; the contrary of each step beyond."""
    best = cm.solve(puzzle).objective
    assert best is not None
    for options, contrary in (
        ({"at_least": best}, False),
        ({"at_most": best}, False),
        ({"at_least": best + 1}, True),
        ({"at_most": best - 1}, True),
    ):
        done, _ = proof(puzzle, **options)
        assert done.contrary is contrary
        assert done.claim.kind in ("bound", "reached")
        if done.claim.kind == "reached":
            assert [puzzle.measure(each) for each in done.solutions] == [done.claim.number]


@pytest.mark.parametrize(("puzzle", "step"), [(COVER, 1), (PACKING, -1), (PATH, 2)])
def test_a_bound_beyond_the_best_never_passes(
    puzzle: Puzzle, step: int, proof: Callable[..., Any]
) -> None:
    """Also when the formula is the right one for it: then its refutation is none."""
    best = cm.solve(puzzle).objective
    side = "at_most" if puzzle.maximising else "at_least"
    done, folder = proof(puzzle, **{side: best})
    assert done.claim == files.Claim("bound", best, done.claim.model)
    restate(folder, number=best + step)
    assert cm.verify(folder).proved is False
    parts = list(claims.refuted_parts(puzzle, files.Claim("bound", best + step, done.claim.model)))
    for part in parts:
        (folder / f"{part.name}.cnf").write_text(files.formula_text(part))
        refutation = folder / f"{part.name}.drat"
        refutation.write_text(refutation.read_text() if refutation.exists() else "0\n")
    for text in (None, "", "0\n"):
        if text is not None:
            (folder / f"{parts[-1].name}.drat").write_text(text)
        restate(folder, number=best + step)
        assert cm.verify(folder).reason.startswith(f"{parts[-1].name}.drat: ")


@pytest.mark.parametrize("puzzle", [COVER, PACKING, PATH])
def test_what_is_not_reached_never_passes(puzzle: Puzzle, proof: Callable[..., Any]) -> None:
    best = cm.solve(puzzle).objective
    side = "at_least" if puzzle.maximising else "at_most"
    done, folder = proof(puzzle, **{side: best})
    assert done.claim.kind == "reached"
    for number in (best - 2, best - 1, best + 1, best + 2):
        restate(folder, number=number)
        assert cm.verify(folder).proved is False
    for kind in ("bound", "optimum", "exactly", "shortest"):
        restate(folder, claim=kind, number=best)
        assert cm.verify(folder).proved is False


def test_the_command_says_the_contrary() -> None:
    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["prove", *arguments])
        return result.exit_code, result.output

    board = "8-puzzle 2 3 4 1 5 x 7 6 8"  # 19 moves
    status, text = run(board, "--at-least", "12")
    assert (status, text.splitlines()[0]) == (0, "proved: no solution is better than 12")
    status, text = run(board, "--at-most", "11")
    assert text.startswith("the contrary is proved: no solution is better than 12")
    assert status == 1
    status, text = run(board, "--at-most", "11", "--json")
    assert (status, json.loads(text)["proved"]) == (1, False)
    assert run(board, "--at-least", "19", "--limit", "0")[0] == 3
    assert run(board, "--at-least", "1", "--at-most", "2")[0] == 2
    assert run("4x4 tetrominoes:L", "--at-most", "2")[0] == 2


def test_a_bound_needs_something_best() -> None:
    with pytest.raises(InputError, match="no best solution"):
        cm.prove(cm.Tiling.of("2x2", "dominoes"), at_most=1)
    with pytest.raises(InputError, match="expected one of them"):
        cm.prove(PATH, at_least=1, at_most=3)
