from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.exact_cover.dlx import DLX
from reference.kernel.kernels import choosing
from reference.tilings import image_lists
from reference.tilings.burnside import cell_symmetries
from reference.tilings.confinement import GAIN, Confinement
from reference.tilings.image_lists import ImageLists
from reference.tilings.polyomino import Bounds, Cell, placements, tiling_options
from reference.tilings.shapes import SOMA, named
from tests.reference.tilings import Tiling, tilings
from tests.reference.truth import Known, known, rectangle

LENGTHY = ("5x12 pentominoes 1", "6x10 pentominoes 1", "3x4x5 pentominoes 1")


def tilings_by_trying_all(
    region: list[Cell], shapes: dict[str, list[Cell]], turning: str, copies: dict[str, Bounds]
) -> set[frozenset[int]]:
    """Every set of placements that tiles the region, by recursion on sets of cells."""
    placed = placements(region, shapes, turning)
    at: dict[Cell, list[int]] = {cell: [] for cell in region}
    for k, (_, cells) in enumerate(placed):
        at[min(cells)].append(k)
    tilings = set()

    def place(left: frozenset[Cell], chosen: tuple[int, ...]) -> None:
        if not left:
            names = [placed[k][0] for k in chosen]
            bounds = [(names.count(name), *pair) for name, pair in copies.items()]
            if all(low <= n and (high is None or n <= high) for n, low, high in bounds):
                tilings.add(frozenset(chosen))
            return
        for k in at[min(left)]:
            if left.issuperset(placed[k][1]):
                place(left.difference(placed[k][1]), (*chosen, k))

    place(frozenset(region), ())
    return tilings


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=[pytest.mark.slow] * (case.name in LENGTHY))
        for case in known()
        if case.number < 10**6
    ],
)
def test_known_counts(case: Known) -> None:
    search = ImageLists(case.cells, case.shapes, case.turning, case.copies)
    assert (search.count(), search.complete) == (case.number, True)


@settings(max_examples=40, deadline=None)
@given(tilings())
def test_every_tiling_once(tiling: Tiling) -> None:
    expected = tilings_by_trying_all(*tiling)
    for symmetry in (True, False):
        search = ImageLists(*tiling, symmetry=symmetry)
        listed = [frozenset(chosen) for chosen in search.solutions()]
        assert search.complete
        assert len(listed) == len(set(listed)) == search.total
        assert set(listed) == expected
        assert (search.count(), search.complete) == (len(expected), True)


@settings(max_examples=30, deadline=None)
@given(tilings(), st.integers(0, 3), st.randoms())
def test_parts_split_at_any_step(tiling: Tiling, long: int, rng: random.Random) -> None:
    items, options, bounds = tiling_options(*tiling)
    expected = DLX(items, options, bounds=bounds).count()
    with pytest.MonkeyPatch.context() as patch, choosing(lambda: rng.random() < 0.5):
        patch.setattr(image_lists, "LONG", long)
        assert ImageLists(*tiling).count() == expected


@pytest.mark.parametrize(
    ("sides", "shapes", "copies"),
    [
        ((6, 6), "dominoes", {}),
        ((2, 3, 4), "trominoes", {}),
        ((3, 5), "pentominoes:PUV", {"U": (1, 1)}),
    ],
)
def test_symmetric_parts_are_all_tilings_once(
    sides: tuple[int, ...], shapes: str, copies: dict[str, Bounds]
) -> None:
    region: list[Cell] = list(itertools.product(*map(range, sides)))
    every = [
        [frozenset(chosen) for chosen in ImageLists(
            region, named(shapes), copies=copies, symmetry=symmetry).solutions()]
        for symmetry in (True, False)
    ]  # fmt: skip
    assert len(every[0]) == len(every[1]) > 0
    assert set(every[0]) == set(every[1])
    placed = placements(region, named(shapes))
    parts = Confinement(region, placed, copies, cell_symmetries(region))
    assert sum(len(part.images) > 1 for part in parts.split(parts.whole, GAIN)) > 0


def test_boards_wider_than_a_word() -> None:
    # straight pentominoes in 5 x n: OEIS A003520; upright ones are 4 x 20 cells deep
    straight = {"I": [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]}
    assert ImageLists(rectangle(16, 5), straight).count() == 45
    comb = [(r, 4 * c) for r in range(20) for c in range(16)] + [(20, c) for c in range(61)]
    items, options, _ = tiling_options(comb, straight)
    assert ImageLists(comb, straight).count() == DLX(items, options).count()
    scattered = [(100 * r, 70 * c + d) for r in range(3) for c in range(3) for d in range(10)]
    assert ImageLists(scattered, straight).count() == 1


@pytest.mark.slow
def test_soma_cube() -> None:
    cube = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    search = ImageLists(cube, SOMA, "one-sided", dict.fromkeys(SOMA, (1, 1)))
    assert search.count() == 11520


def test_a_limit_leaves_a_lower_bound() -> None:
    looks = iter([False] * 3)
    search = ImageLists(rectangle(8, 8), named("dominoes"))
    assert search.count(lambda: next(looks, True)) < 12988816
    assert not search.complete


def test_empty_region_has_one_tiling_unless_copies_are_asked_for() -> None:
    assert list(ImageLists([], named("dominoes")).solutions()) == [()]
    assert ImageLists([], named("dominoes"), copies={"D": (1, None)}).count() == 0
    assert ImageLists([(0, 0)], named("dominoes")).count() == 0
