from __future__ import annotations

import numpy as np
import pytest

from reference.exact_cover.algorithm_x import AlgorithmX, exact_cover_matrix
from reference.exact_cover.dlx import DLX
from reference.tilings.polyomino import tiling_options
from tests.reference.truth import Known, known


def once_each(case: Known) -> bool:
    return set(case.copies.values()) <= {(0, None), (1, 1)}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name)
        for case in known()
        if once_each(case)
        and case.number < 5000
        and "pentominoes 1" not in case.name
        and "dominoes" not in case.name
    ],
)
def test_known_counts(case: Known) -> None:
    items, options, _ = tiling_options(case.cells, case.shapes, case.turning, case.copies)
    search = AlgorithmX(exact_cover_matrix(items, options))
    assert (search.count(), search.complete) == (case.number, True)


@pytest.mark.parametrize("choose", ["first", "smallest"])
def test_tries_the_same_rows_as_dancing_links(choose: str) -> None:
    # the paper's 221 rows of I, O, T and S in 6x6, and its 1,409 tilings
    case = next(case for case in known() if case.name == "6x6 tetrominoes:IOTS any")
    items, options, _ = tiling_options(case.cells, case.shapes)
    matrix = exact_cover_matrix(items, options)
    assert matrix.shape == (221, 36)
    naive, links = AlgorithmX(matrix, choose=choose), DLX(items, options, choose=choose)
    solutions = list(naive.solutions())
    assert solutions == list(links.solutions())
    assert len(solutions) == 1409


def test_counts_entries_of_copies() -> None:
    # 3x2, one level: two copies, of 2x1 for the first row and 1x1 for the second and the third
    search = AlgorithmX([[1, 0], [0, 1], [0, 1]], choose="first")
    assert search.count() == 2
    assert search.branches == [1, 2]
    assert (search.additions, search.deletions) == (2, 4 + 2 + 2)


def test_no_columns_have_one_cover_and_an_empty_column_none() -> None:
    assert list(AlgorithmX(np.zeros((0, 0))).solutions()) == [()]
    assert list(AlgorithmX(np.zeros((0, 1))).solutions()) == []


def test_says_when_it_was_stopped() -> None:
    search = AlgorithmX([[1]])
    assert (search.count(lambda: True), search.complete) == (0, False)


@pytest.mark.parametrize("matrix", [[[2]], [1, 0], [[0.5]]])
def test_bad_matrix(matrix: list[object]) -> None:
    with pytest.raises(ValueError, match="two dimensions and entries 0 and 1"):
        AlgorithmX(matrix)  # type: ignore[arg-type]
