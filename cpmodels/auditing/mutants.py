"""Mutants: small faults put into a model on purpose, in a place that every case has.

A mutant is a rule, not one model: "in the group *cover*, 40 % of the way down, flip the literal
70 % of the way along". So one mutant can be shown to many cases, as a slip in a builder would be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from cpmodels.models.model import Model, clear_constraints

__all__ = ["ACTIONS", "Mutant", "mutate", "possible", "random_mutants"]

Place = tuple[Any, int, int]  # a repeated field of the proto, an index, the value put there


@dataclass(frozen=True)
class Mutant:
    """One rule: what is done, to which group, and where in it (shares from 0 to 1)."""

    action: str
    group: str
    where: float
    inside: float

    def __str__(self) -> str:
        place = f"{self.group} at {self.where:.0%}"
        return f"{self.action} in {place}" + (
            "" if self.action == "drop" else f"/{self.inside:.0%}"
        )


def random_mutants(number: int, places: list[tuple[str, str]], rng: Random) -> list[Mutant]:
    """So many mutants; `places` are the pairs (action, group) that some case allows."""
    return [
        Mutant(*rng.choice(places), rng.random(), rng.random())
        for _ in range(number if places else 0)
    ]


def possible(model: Model) -> set[tuple[str, str]]:
    """The pairs (action, group) that can be done to this model.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> from cpmodels.models.tiling import tiling_model
    >>> sorted(possible(tiling_model(Tiling.of("2x2", "dominoes"))))
    [('drop', 'cover'), ('flip', 'cover')]
    """
    return {
        (action, group.name)
        for group in model.groups
        for action in ACTIONS
        if _able(model, group.name, action)
    }


def mutate(model: Model, mutant: Mutant) -> str | None:
    """Do it to the model, in place; the constraint as it is now, or None if there is no place.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> from cpmodels.models.tiling import tiling_model
    >>> model = tiling_model(Tiling.of("2x2", "dominoes"))
    >>> mutate(model, Mutant("flip", "cover", 0.0, 0.0))
    'exactly_one { literals: -1 literals: 1 }'
    """
    able = _able(model, mutant.group, mutant.action)
    if not able:
        return None
    index = able[int(mutant.where * len(able))]
    constraint = model.cp.proto.constraints[index]
    places = ACTIONS[mutant.action](constraint)
    field, place, value = places[int(mutant.inside * len(places))]
    if field is None:
        clear_constraints(model.cp, range(index, index + 1))
    else:
        field[place] = value
    return " ".join(str(constraint).split()) or "(no constraint)"


def _able(model: Model, name: str, action: str) -> list[int]:
    """The constraints of the group that this can be done to."""
    spans = (span for group in model.groups if group.name == name for span in group.spans)
    return [
        index
        for start, stop in spans
        for index in range(start, stop)
        if ACTIONS[action](model.cp.proto.constraints[index])
    ]


def _flips(constraint: Any) -> list[Place]:
    """A literal becomes its negation; in a sum, a coefficient changes its sign."""
    lists = [constraint.enforcement_literal]
    for name in ("bool_or", "bool_and", "at_most_one", "exactly_one"):
        if getattr(constraint, f"has_{name}")():
            lists.append(getattr(constraint, name).literals)
    places = [(field, k, ~field[k]) for field in lists for k in range(len(field))]
    if constraint.has_linear():
        field = constraint.linear.coeffs
        places += [(field, k, -field[k]) for k in range(len(field))]
    return places


def _off_by_one(constraint: Any) -> list[Place]:
    """A bound of a sum, or a colour or state of an automaton's arc, is one less or more."""
    fields = []
    if constraint.has_linear():
        fields = [constraint.linear.domain]
    elif constraint.has_automaton():
        automaton = constraint.automaton
        fields = [automaton.transition_label, automaton.transition_head, automaton.final_states]
    return [
        (field, k, field[k] + step)
        for field in fields
        for k in range(len(field))
        for step in (-1, 1)
    ]


def _drops(constraint: Any) -> list[Place]:
    """The whole constraint: the place is not inside of it."""
    return [(None, 0, 0)] if str(constraint) else []


ACTIONS: dict[str, Callable[[Any], list[Place]]] = {
    "drop": _drops,
    "flip": _flips,
    "bound": _off_by_one,
}
"""By name: from a constraint to the places where it can be done, and what is put there."""
