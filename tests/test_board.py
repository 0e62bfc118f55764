"""DefectiveBoard: its checker, and divide and conquer against the model on the same boards."""

from __future__ import annotations

import io
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import cpmodels as cm
from cpmodels.draw.board import canvas
from cpmodels.draw.colouring import few_colours
from cpmodels.formats import parse_puzzles, write_puzzle
from cpmodels.puzzles.board import DefectiveBoard
from reference.trominoes.power_of_two import cover

Square = tuple[int, int]
BY_HAND = "divide-and-conquer"


def squares_up_to_symmetry(side: int) -> list[Square]:
    half = (side + 1) // 2
    return [(row, column) for row in range(half) for column in range(row, half)]


def board(k: int, missing: Square) -> tuple[DefectiveBoard, Any]:
    return DefectiveBoard(2**k, missing), cover(k, missing).board


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ([[1, 0], [1, 1]], None),
        ([[1, 0], [1, 0]], r"square \(1, 1\) is not covered"),
        ([[0, 1], [1, 1]], r"the missing square \(0, 1\) holds 1, expected 0"),
        ([[1, 0], [2, 1]], r"square \(1, 0\) holds 2, expected 1 to 1"),
        ([[1, 0], [-1, 1]], r"square \(1, 0\) holds -1, expected 1 to 1"),
        ([[1, 0]], r"shape \(1, 2\), expected 2 rows and columns"),
        ([[1.0, 0.0], [1.0, 1.0]], "numbers of type float64, expected integers"),
    ],
)
def test_the_checker_names_the_fault(numbers: Any, reason: str | None) -> None:
    puzzle = DefectiveBoard(2, (0, 1))
    if reason is None:
        puzzle.check(np.array(numbers))
        return
    with pytest.raises(cm.WrongSolution, match=reason):
        puzzle.check(np.array(numbers))


def test_the_checker_knows_three_squares_that_are_no_l() -> None:
    """The 4 x 4 board without (0, 3), with a square of pieces 2 and 3 exchanged."""
    puzzle, numbers = board(2, (0, 3))
    numbers[1, 1], numbers[0, 2] = numbers[0, 2], numbers[1, 1]
    with pytest.raises(cm.WrongSolution, match=r"is on \(\d, \d\), .*, which is no L"):
        puzzle.check(numbers)


def test_the_checker_knows_a_number_used_for_two_pieces() -> None:
    puzzle, numbers = board(2, (0, 3))
    numbers[numbers == 5] = 2
    with pytest.raises(cm.WrongSolution, match="number 5 is used 0 times, expected 3"):
        puzzle.check(numbers)


@given(st.integers(1, 6), st.data())
@settings(max_examples=60, deadline=None)
def test_any_one_square_changed_is_noticed(k: int, data: st.DataObject) -> None:
    square = st.tuples(*[st.integers(0, 2**k - 1)] * 2)
    puzzle, numbers = board(k, data.draw(square))
    changed, content = data.draw(square), data.draw(st.integers(-1, puzzle.pieces + 1))
    puzzle.check(numbers)
    if numbers[changed] == content:
        return
    numbers[changed] = content
    with pytest.raises(cm.WrongSolution):
        puzzle.check(numbers)


@given(st.integers(1, 5), st.data(), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_the_numbers_do_not_matter_to_the_key(k: int, data: st.DataObject, random: Any) -> None:
    puzzle, numbers = board(k, data.draw(st.tuples(*[st.integers(0, 2**k - 1)] * 2)))
    others = list(range(1, puzzle.pieces + 1))
    random.shuffle(others)
    renumbered = np.array([0, *others])[numbers]
    puzzle.check(renumbered)
    assert puzzle.key(renumbered) == puzzle.key(numbers)


def test_strips_overlap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of many strips, with the missing square first in one of them."""
    monkeypatch.setattr("cpmodels.puzzles.board._STRIP", 64)
    for row in range(16):
        puzzle, numbers = board(4, (row, 7))
        puzzle.check(numbers)
        numbers[15, 15] = numbers[0, 0] if row else numbers[0, 15]
        with pytest.raises(cm.WrongSolution):
            puzzle.check(numbers)


@pytest.mark.parametrize(
    ("side", "missing", "line"),
    [
        (0, None, "side 0, expected an integer of 1 or more"),
        (2.5, None, r"side 2\.5, expected an integer of 1 or more"),
        (8, (8, 0), r"missing square \(8, 0\) is off the board, expected 0 to 7 for each"),
        (8, (0, -1), r"missing square \(0, -1\) is off the board"),
        (8, (1, 2, 3), r"missing \(1, 2, 3\), expected a row and a column such as 3,5"),
        (8, 5, "missing 5, expected a row and a column such as 3,5"),
    ],
)
def test_bad_input_is_named(side: Any, missing: Any, line: str) -> None:
    with pytest.raises(cm.InputError, match=line):
        DefectiveBoard(side, missing)


def test_a_board_beyond_all_methods_is_refused_before_allocating() -> None:
    with pytest.raises(cm.InputError, match="3333333333 pieces do not fit 32-bit numbers"):
        cm.solve(DefectiveBoard(100_000, (0, 0)))
    with pytest.raises(cm.InputError, match=r"at most 65,536"):
        cm.solve(DefectiveBoard(1000, (0, 0)), method="cp-sat")
    with pytest.raises(cm.InputError, match=r"at most 1,000,000 for a tiling"):
        _ = DefectiveBoard(5000, (0, 0)).tiling


def agree(side: int, missing: Square | None) -> None:
    puzzle = DefectiveBoard(side, missing)
    comparison = cm.compare(puzzle, question="solve", methods=["cp-sat", BY_HAND])
    assert comparison.agree, f"{puzzle.describe()}: {comparison.reason}"


@pytest.mark.parametrize("side", range(1, 10))
def test_the_model_agrees_up_to_symmetry(side: int) -> None:
    for missing in (None, *squares_up_to_symmetry(side)):
        agree(side, missing)


@pytest.mark.slow
@pytest.mark.parametrize("side", range(1, 13))
def test_the_model_agrees_on_every_square(side: int) -> None:
    for missing in (None, *np.ndindex(side, side)):
        agree(side, missing)


@pytest.mark.parametrize(
    ("side", "missing", "covers"),
    [  # 6 x 6 whole: OEIS A351322; the others by brute force in tests/reference
        *((4, square, 1) for square in squares_up_to_symmetry(4)),
        (5, (0, 0), 8),
        (5, (0, 2), 16),
        (5, (2, 2), 32),
        (5, (0, 1), 0),
        (6, None, 162),
        (8, (0, 0), 30355),
    ],
)
def test_counts(side: int, missing: Square | None, covers: int) -> None:
    puzzle = DefectiveBoard(side, missing)
    for method in cm.methods(puzzle, "count"):
        if method == "algorithm-x" and covers > 1000:
            continue  # slow by design
        assert cm.count(puzzle, method=method).count == covers, method


@pytest.mark.slow
def test_counts_of_every_square_of_8x8() -> None:
    """By the model up to symmetry, by the hand methods on each of the 64 squares."""
    classes = set(squares_up_to_symmetry(8))
    for missing in np.ndindex(8, 8):
        names = ["dlx", "frontier", *(["cp-sat"] if missing in classes else [])]
        comparison = cm.compare(DefectiveBoard(8, missing), question="count", methods=names)
        assert comparison.agree, (missing, comparison.reason)


@pytest.mark.slow
def test_a_count_of_24_digits() -> None:
    """By the frontier, and once by brute force on equal remainders (tests/reference)."""
    answer = cm.count(DefectiveBoard(16, (0, 0)), method="frontier")
    assert answer.count == 696_763_371_094_698_956_517_777


def test_none_comes_with_its_reason() -> None:
    answer = cm.solve(DefectiveBoard(5, (0, 1)), method=BY_HAND)
    assert answer.verdict is cm.Verdict.NONE
    assert answer.note == (
        "no cover: 9 squares have an even row and column, "
        "a piece covers at most one of them, and there are 8"
    )


def test_a_large_board_goes_to_divide_and_conquer() -> None:
    answer = cm.solve(DefectiveBoard(2**11, (1000, 3)))
    assert (answer.method, answer.verdict) == (BY_HAND, cm.Verdict.SOLVED)
    assert answer.note == "1398101 pieces, 11 levels"


@pytest.mark.parametrize("missing", [None, (3, 5)])
def test_toml_reads_back(missing: Square | None) -> None:
    puzzle = DefectiveBoard(16, missing, "a board")
    [read] = parse_puzzles(write_puzzle(puzzle, "toml"))
    assert read == puzzle
    assert isinstance(read, DefectiveBoard)
    assert read.title == "a board"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('kind = "board"', "no side, expected one"),
        ('kind = "board"\nside = "8"', "side '8', expected an integer of 1 or more"),
        ('kind = "board"\nside = 8\nmissing = [8, 0]', r"missing square \(8, 0\) is off the board"),
        ('kind = "board"\nside = 8\nhole = [1, 0]', "unknown key 'hole', expected title, side"),
    ],
)
def test_bad_toml_is_named(text: str, line: str) -> None:
    with pytest.raises(cm.InputError, match=line):
        parse_puzzles(text)


def map_of(numbers: Any) -> nx.Graph:
    """Pieces that share a side."""
    graph = nx.Graph()
    for one, other in ((numbers[1:], numbers[:-1]), (numbers[:, 1:], numbers[:, :-1])):
        meet = (one != other) & (one > 0) & (other > 0)
        graph.add_edges_from(zip(one[meet].tolist(), other[meet].tolist(), strict=True))
    return graph


@given(st.integers(7, 40), st.data())
@settings(max_examples=25, deadline=None)
def test_four_colours_are_enough(side: int, data: st.DataObject) -> None:
    square = st.tuples(*[st.integers(0, side - 1)] * 2)
    puzzle = DefectiveBoard(side, data.draw(square) if side % 3 else None)
    graph = map_of(cm.solve(puzzle, method=BY_HAND).solution)
    colours = few_colours(graph)
    assert all(colours[one] != colours[other] for one, other in graph.edges)
    assert len(set(colours.values())) <= 4


def test_a_fifth_colour_is_spared_by_a_kempe_chain() -> None:
    """Triangulated grids, where smallest last alone takes five colours now and then."""
    random = np.random.default_rng(1)
    for _ in range(30):
        graph = nx.grid_2d_graph(12, 12)
        for row, column in np.argwhere(random.random((11, 11)) < 0.5).tolist():
            graph.add_edge((row, column), (row + 1, column + 1))
        rest = nx.grid_2d_graph(11, 11).nodes
        graph.add_edges_from(
            ((r, c + 1), (r + 1, c)) for r, c in rest if not graph.has_edge((r, c), (r + 1, c + 1))
        )
        colours = few_colours(graph)
        assert all(colours[one] != colours[other] for one, other in graph.edges)
        assert len(set(colours.values())) <= 4


def test_a_picture_has_four_colours_and_a_dark_hole() -> None:
    puzzle = DefectiveBoard(16, (3, 5))
    image = Image.open(io.BytesIO(canvas(puzzle, cover(4, (3, 5)).board).png(scale=1)))
    seen = {image.getpixel((28 * c + 7, 28 * r + 7)) for r in range(16) for c in range(16)}
    assert len(seen) <= 5
    assert image.getpixel((28 * 5 + 14, 28 * 3 + 14)) == (34, 34, 34)
    with pytest.raises(cm.InputError, match="side 512, expected at most 256 for a picture"):
        canvas(DefectiveBoard(512))
