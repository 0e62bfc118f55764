"""Secondary items with colours: options that agree on one may share it."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.exact_cover.algorithm_x import AlgorithmX, exact_cover_matrix
from reference.exact_cover.dlx import DLX
from tests.reference.test_dlx import Problem, problems

Colours = dict[tuple[int, Any], Any]


@st.composite
def coloured_problems(draw: st.DrawFn, bounded: bool = True) -> tuple[Any, Colours]:
    items, options, secondary, bounds = draw(problems(bounded=bounded))
    secondary: list[Any] = [*secondary, "s", "t"]
    mixed = [[*option, *draw(st.sets(st.sampled_from("st")))] for option in options]
    colours = {
        (k, item): colour
        for k, option in enumerate(mixed)
        for item in option
        if item in secondary and (colour := draw(st.sampled_from([None, "red", "blue", "blue"])))
    }
    return (items, mixed, secondary, bounds), colours


def brute_force(problem: Problem, colours: Colours) -> set[frozenset[int]]:
    items, options, secondary, bounds = problem

    def fits(chosen: tuple[int, ...]) -> bool:
        for item in items:
            low, high = bounds.get(item, (1, 1))
            times = sum(item in options[k] for k in chosen)
            if times < low or (high is not None and times > high):
                return False
        for item in secondary:
            paints = [colours.get((k, item)) for k in chosen if item in options[k]]
            if len(paints) > 1 and (None in paints or len(set(paints)) > 1):
                return False
        return True

    usable = [k for k, option in enumerate(options) if not set(option) <= set(secondary)]
    subsets = (c for size in range(len(usable) + 1) for c in combinations(usable, size))
    return {frozenset(chosen) for chosen in subsets if fits(chosen)}


@settings(max_examples=120, deadline=None)
@given(coloured_problems(), st.sampled_from(["first", "smallest"]))
def test_dlx_finds_every_set_of_options_that_agrees_once(
    coloured: tuple[Problem, Colours], choose: str
) -> None:
    (items, options, secondary, bounds), colours = coloured
    search = DLX(items, options, secondary, bounds, choose, colours=colours)
    solutions = list(search.solutions())
    assert search.complete
    assert set(map(frozenset, solutions)) == brute_force(*coloured)
    assert len(solutions) == len(set(map(frozenset, solutions))) == search.count()


@settings(max_examples=80, deadline=None)
@given(coloured_problems(bounded=False), st.sampled_from(["first", "smallest"]))
def test_algorithm_x_finds_them_too(coloured: tuple[Problem, Colours], choose: str) -> None:
    (items, options, secondary, _), colours = coloured
    matrix = exact_cover_matrix([*items, *secondary], options, colours)
    solutions = list(AlgorithmX(matrix, len(items), choose).solutions())
    assert set(map(frozenset, solutions)) == brute_force(*coloured)
    assert len(solutions) == len(set(map(frozenset, solutions)))


def test_more_colours_than_a_byte_holds() -> None:
    options = [["a", "s"] for _ in range(300)] + [["b", "s"]]
    colours: Colours = {(k, "s"): k % 299 for k in range(301)}
    matrix = exact_cover_matrix("abs", options, colours)
    assert AlgorithmX(matrix, 2).count() == 1
    assert DLX("ab", options, "s", colours=colours).count() == 1


@pytest.mark.parametrize(
    ("colours", "message"),
    [({(0, "a"): 1}, "a colour of a primary item"), ({(1, "s"): 1}, "not in its option"),
     ({(5, "s"): 1}, "not in its option")],
)  # fmt: skip
def test_bad_colours(colours: Colours, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DLX("ab", ["as", "b"], "s", colours=colours)


def test_a_matrix_has_no_colour_in_a_primary_column() -> None:
    with pytest.raises(ValueError, match="behind the primary columns"):
        AlgorithmX([[1, 2]], 2)
