"""Random exact covers with secondary items, colours and bounds."""

from __future__ import annotations

from random import Random

from cpmodels.errors import InputError
from cpmodels.puzzles.copies import Bounds
from cpmodels.puzzles.exact_cover import ExactCover

__all__ = ["random_exact_cover"]


def random_exact_cover(seed: int = 0, *, size: int = 12) -> ExactCover:
    """An exact cover of about so many options.

    In half of them some options part the primary items among themselves, so that there is a
    solution as far as bounds go; there may be options of secondary items alone, and equal ones.
    In half of those with secondary items, some have colours. Every fourth has costs.

    Examples
    --------
    >>> random_exact_cover(4).describe()
    'random exact cover, seed 4, 3 items and 1 secondary, 8 options'
    """
    if size < 1:
        raise InputError(f"size {size}, expected 1 or more")
    rng = Random(f"exact cover {seed}")
    primary = [f"p{i}" for i in range(rng.randint(0, max(2, size // 2)))]
    secondary = [f"s{i}" for i in range(rng.choice([0, 0, 1, 2, 3]))]
    options = _parting(rng, primary, secondary) if rng.random() < 0.5 else []
    items = primary + secondary
    while items and len(options) < size and rng.random() < 0.95:
        options.append(rng.sample(items, min(len(items), rng.randint(1, 3))))
    rng.shuffle(options)
    if rng.random() < 0.5:
        options = [[_paint(rng, item) for item in option] for option in options]
    bounds = {name: _bounds(rng) for name in primary if rng.random() < 0.2}
    title = f"random exact cover, seed {seed}"
    costs = [rng.randint(0, 9) for _ in options] if rng.random() < 0.25 else []
    return ExactCover.of(primary, options, secondary, bounds, title, costs)


def _parting(rng: Random, primary: list[str], secondary: list[str]) -> list[list[str]]:
    """Options that have each primary item once, and each secondary item at most once."""
    items, spare = rng.sample(primary, len(primary)), rng.sample(secondary, len(secondary))
    options = []
    while items:
        option = [items.pop() for _ in range(min(len(items), rng.randint(1, 3)))]
        if spare and rng.random() < 0.5:
            option.append(spare.pop())
        options.append(option)
    return [rng.sample(option, len(option)) for option in options]


def _paint(rng: Random, item: str) -> str:
    """A secondary item in some colour, mostly."""
    colour = rng.choice(["", "red", "red", "blue"]) if item.startswith("s") else ""
    return f"{item}:{colour}" if colour else item


def _bounds(rng: Random) -> Bounds:
    low = rng.randint(0, 2)
    return rng.choice([(low, low), (low, low + 1), (0, low), (low, None)])
