"""Rules for people: none says more than all arrangements do; the steps end with the picture."""

from __future__ import annotations

from itertools import groupby, product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from reference.nonograms import line_search
from reference.nonograms.line import arrangements
from reference.nonograms.line_rules import RULES, view
from reference.nonograms.steps import CONTRADICTION, GUESS, IMPOSSIBLE, steps

cells = st.lists(st.integers(0, 2), min_size=1, max_size=9)


def clue_of(line: Any) -> list[tuple[int, int]]:
    return [(len(list(run)), int(c)) for c, run in groupby(line) if c]


@given(cells, st.data())
def test_no_rule_takes_what_an_arrangement_has(line: list[int], data: st.DataObject) -> None:
    known = [
        data.draw(st.sampled_from([7, 7, 1 << colour | 1, 1 << colour | 4])) | 1 << colour
        for colour in line
    ]
    clue = clue_of(line)
    every = sum({1 << c for c in [0, *(c for _, c in clue)]})
    known = [mask & every for mask in known]
    left = [0] * len(line)
    for way in arrangements(clue, len(line)):
        if all(mask >> colour & 1 for mask, colour in zip(known, way, strict=True)):
            left = [mask | 1 << colour for mask, colour in zip(left, way, strict=True)]
    seen = view(clue, known)
    assert seen is not None
    assert seen.left == left
    for name, rule in RULES.items():
        for place, mask in rule(seen).items():
            assert left[place] & ~mask == 0, name
    wrong = view(clue, [mask & ~left[0] if p == 0 else mask for p, mask in enumerate(known)])
    assert wrong is None


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_steps_end_with_a_picture(height: int, width: int, data: st.DataObject) -> None:
    picture = [
        [data.draw(st.sampled_from([0, 1, 1, 2])) for _ in range(width)] for _ in range(height)
    ]
    rows = [clue_of(row) for row in picture]
    columns = [clue_of(column) for column in zip(*picture, strict=True)]
    colours = [0, *sorted({c for clue in rows for _, c in clue})]
    board = {cell: sum(1 << c for c in colours) for cell in product(range(height), range(width))}
    guesses: list[dict[tuple[int, int], int]] = []
    rules = []
    for step in steps(rows, columns):
        rules.append(step.rule)
        if step.rule == GUESS:
            guesses.append(dict(board))
        while len(guesses) > step.depth:
            board = guesses.pop()
        board |= {(i, j): mask for i, j, mask in step.cells}
    end = [[board[i, j].bit_length() - 1 for j in range(width)] for i in range(height)]
    assert all(mask & (mask - 1) == 0 for mask in board.values())
    every = [one.tolist() for one in line_search.solutions(rows, columns)]
    assert end in every
    if GUESS not in rules:
        assert every == [picture]


def test_a_diagonal_of_dominoes_is_not_solved_by_lines() -> None:
    """The n-dom puzzles of Jan Wolter's survey: line solving does not solve them."""
    one, three = (1, 1), (3, 1)
    rows = [[three], [one], *[[three, one], [one]] * 2, [one]]
    columns = [[one], *[[one], [one, three]] * 2, [one], [three]]
    assert CONTRADICTION in [step.rule for step in steps(rows, columns)]


def test_clues_without_a_picture() -> None:
    one = [(1, 1)]
    assert [step.rule for step in steps([one, []], [one, one])][-1] == IMPOSSIBLE
    assert next(steps([[(2, 1)]], [[(1, 1)], [(1, 1)]], known=[[1, 3]])).rule == IMPOSSIBLE
