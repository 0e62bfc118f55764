"""What is said before any search holds after one."""

from __future__ import annotations

import pytest
from hypothesis import given
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels import corpus
from cpmodels.asking.explanation import explain
from cpmodels.asking.facts import DEEPEST, certificates, facts
from cpmodels.cli import app
from cpmodels.generate.sliding import random_board
from cpmodels.puzzles.sliding_text import default_goal
from reference.sliding.state_graph import build
from tests.strategies import tilings

KNOWN = [case for case in corpus.cases() if case.expected and case.puzzle.kind != "sliding"]


@pytest.mark.parametrize("case", KNOWN, ids=lambda case: case.name)
def test_no_certificate_contradicts_a_known_answer(case: corpus.Case) -> None:
    assert certificates(case.puzzle) == []


@pytest.mark.parametrize("missing", [(r, c) for r in range(5) for c in range(5)], ids=str)
def test_a_board_of_side_5_is_certified_exactly_where_it_has_no_cover(
    missing: tuple[int, int],
) -> None:
    board = cm.DefectiveBoard(5, missing)
    assert bool(certificates(board)) == (cm.count(board, method="dlx").count == 0)


@pytest.mark.parametrize("seed", range(20))
def test_a_sliding_board_is_certified_exactly_where_it_has_no_path(seed: int) -> None:
    board = random_board(2, 3, solvable=seed % 2 == 0, seed=seed)
    answer = cm.solve(board, method="state-graph")
    assert bool(certificates(board)) == (answer.verdict is cm.Verdict.NONE)
    if answer.objective is not None:
        least, parity = facts(board)["moves"].split()[2], facts(board)["moves"].split()[-1]
        assert int(least) <= answer.objective <= DEEPEST[2, 3]
        assert parity == ("even", "odd")[answer.objective % 2]


@given(tilings(most=8))
def test_the_matrix_is_that_of_the_exact_cover(puzzle: cm.Tiling) -> None:
    """Rows as many as the variables of the model; columns as its constraints on cells."""
    explanation = explain(puzzle)
    if explanation.model is not None and puzzle.region:
        rows = int(explanation.facts["matrix"].split()[0].replace(",", ""))
        assert rows == explanation.model.primary
        assert dict(explanation.model.groups)["cover"] == len(puzzle.region)


@pytest.mark.parametrize("sides", [(2, 2), (2, 3), (2, 4), (3, 3)])
def test_the_deepest_boards_are_as_deep_as_the_whole_graph_says(sides: tuple[int, int]) -> None:
    assert len(build(*sides, default_goal(*sides)).layers()) - 1 == DEEPEST[sides]


def test_explain_on_the_command_line() -> None:
    result = CliRunner().invoke(app, ["explain", "4x5 tetrominoes, 1"])
    assert result.exit_code == 0
    assert "161 rows" in result.stdout
    assert "no solution: checkerboard: 10 dark and 10 light" in result.stdout
    assert "frontier" in result.stdout
    quiet = CliRunner().invoke(app, ["explain", "4x4 tetrominoes", "--quiet"])
    assert (quiet.exit_code, quiet.stdout) == (0, "")
