from __future__ import annotations

import pytest
from hypothesis import given, settings

from reference.exact_cover.dlx import DLX
from reference.tilings.frontier import Frontier
from reference.tilings.polyomino import tiling_options
from reference.tilings.shapes import SOMA, named
from tests.reference.tilings import Tiling, tilings
from tests.reference.truth import Known, known, rectangle

TOO_WIDE = {"3x4x5 pentominoes 1"}  # more than 40 million states in one step


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=case.name,
            marks=[pytest.mark.slow] * (case.name.endswith(" 1") and "pentominoes" in case.name),
        )
        for case in known()
        if case.name not in TOO_WIDE
    ],
)
def test_known_counts(case: Known) -> None:
    sweep = Frontier(case.cells, case.shapes, case.turning, case.copies)
    assert (sweep.count(), sweep.complete) == (case.number, True)


@settings(max_examples=150, deadline=None)
@given(tilings())
def test_agrees_with_dancing_links(tiling: Tiling) -> None:
    items, options, bounds = tiling_options(*tiling)
    assert Frontier(*tiling).count() == DLX(items, options, bounds=bounds).count()


def test_counts_beyond_64_bits() -> None:
    # dominoes in 16x16: OEIS A004003(8)
    sweep = Frontier(rectangle(16, 16), named("dominoes"))
    assert sweep.count() == 2444888770250892795802079170816


def test_a_frontier_wider_than_a_word() -> None:
    # upright and lying straight pentominoes in 5x16: OEIS A003520(16); with the cells of a board
    # 16 wide in a fixed order an upright one is 65 cells deep
    straight = {"I": [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]}
    assert Frontier(rectangle(16, 5), straight).count() == 45
    comb = [(r, 4 * c) for r in range(20) for c in range(16)] + [(20, c) for c in range(61)]
    sweep = Frontier(comb, straight)
    items, options, _ = tiling_options(comb, straight)
    assert sweep.count() == DLX(items, options).count()


@pytest.mark.slow
def test_soma_cube() -> None:
    cube = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    assert Frontier(cube, SOMA, "one-sided", dict.fromkeys(SOMA, (1, 1))).count() == 11520


def test_gives_up_clearly() -> None:
    sweep = Frontier(rectangle(8, 8), named("tetrominoes"), max_states=1000)
    assert (sweep.count(), sweep.complete, sweep.too_large) == (0, False, True)
    assert (sweep.count(lambda: True), sweep.complete) == (0, False)


def test_empty_region_has_one_tiling_unless_copies_are_asked_for() -> None:
    assert Frontier([], named("dominoes")).count() == 1
    assert Frontier([], named("dominoes"), copies={"D": (1, None)}).count() == 0


def test_a_sweep_that_is_too_large_says_how_large() -> None:
    square = [(r, c) for r in range(8) for c in range(8)]
    domino = {"domino": [(0, 0), (0, 1)]}
    small = Frontier(square, domino, max_states=40)
    assert small.count() == 0
    assert small.too_large
    whole = Frontier(square, domino)
    whole.count()
    states, size = small.estimate
    assert 40 < states <= 4 * whole.peak
    assert size >= 16 * states
    assert small.reached[0] < small.reached[1] == 64
