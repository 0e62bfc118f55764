"""ExactCover as CP-SAT sees it: one Boolean an option, one constraint an item."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from cpmodels.lazy import cp_model
from cpmodels.models.model import Model
from cpmodels.puzzles.exact_cover import ExactCover

__all__ = ["exact_cover_model"]


def exact_cover_model(puzzle: ExactCover, *, without: Sequence[str] = ()) -> Model:
    """The exact-cover model itself.

    Groups: *primary* (each item as often as it wants), *secondary* (each at most once, or in one
    colour), *colours* (a colour of an item is used if and only if some option with it is chosen).
    Options of secondary items alone get no variable: they are never chosen. Where options have
    costs, their sum is minimised.

    Examples
    --------
    >>> model = exact_cover_model(ExactCover.of("a b", ["a", "b s", "a s"], secondary="s"))
    >>> [(group.name, group.size) for group in model.groups]
    [('colours', 0), ('primary', 2), ('secondary', 1)]
    """
    model = Model("exact-cover", without=without)
    usable = [i for i in range(len(puzzle.options)) if puzzle.usable(i)]
    by_item: dict[str, list[cp_model.IntVar]] = {
        item: [] for item in (*puzzle.items, *puzzle.secondary)
    }
    by_colour: dict[tuple[str, str], list[cp_model.IntVar]] = defaultdict(list)
    for index in usable:
        variable = model.boolean()
        for item, colour in puzzle.pairs[index]:
            (by_colour[item, colour] if colour else by_item[item]).append(variable)
    with model.group("colours", about="a colour is used as its options are chosen"):
        for (item, _), options in by_colour.items():
            usage = model.boolean(primary=False)
            model.cp.add_max_equality(usage, options)
            by_item[item].append(usage)
    with model.group("primary", about="each primary item is covered as often as it wants"):
        for item in puzzle.items:
            model.bound(by_item[item], puzzle.bounds.get(item, (1, 1)))
    with model.group("secondary", about="each secondary item at most once, or in one colour"):
        for item in puzzle.secondary:
            model.bound(by_item[item], (0, 1))

    if puzzle.costs:
        price = [puzzle.costs[index] for index in usable]
        model.cp.minimize(cp_model.LinearExpr.weighted_sum(model.primary, price))
        model.parameters = {"linearization_level": 2}  # 1,000 options: in a second, not a minute

    def read(values: Sequence[int]) -> tuple[int, ...]:
        return tuple(index for index, value in zip(usable, values, strict=True) if value)

    model.read, model.pieces = read, tuple(usable)
    model.order = list(model.primary)
    return model
