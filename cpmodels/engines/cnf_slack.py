"""How many of some variables are true, said of what is left over: a bound that is short to refute.

Pieces of five cells leave 64 - 5 n cells of a board free. "At least 13 pieces" says that fewer
cells than none are free, where a sum over hundreds of places would have to be refuted at length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cpmodels.engines.cnf_sums import Interval

__all__ = ["Slack", "size", "slack_of"]


class Slack(NamedTuple):
    """Each variable is in `times` of the constraints, and as many of those have one that is true.

    So the constraints that have none are ``constraints - times * n``, n variables being true.
    """

    times: int
    constraints: int
    loose: list[list[int]]
    """The variables of each at-most-one; the other constraints are exactly-ones."""

    def bounds(self, factor: int, low: int | None, high: int | None) -> tuple[Interval, Interval]:
        """How many variables are true, and how many constraints have none.

        So that `factor` times the number of variables is between `low` and `high`.

        Examples
        --------
        At least 13 pieces of five cells on a chessboard, written as at most -13:

        >>> Slack(5, 64, []).bounds(-1, None, -13)
        ((13, None), (None, -1))
        """
        if factor < 0:
            low, high = (None if end is None else -end for end in (high, low))
        least = None if low is None else -(-low // abs(factor))
        most = None if high is None else high // abs(factor)
        free = (
            None if end is None else self.constraints - self.times * end for end in (most, least)
        )
        fewest, largest = free
        return (least, most), (fewest, largest)


def size(terms: int, bounds: Interval) -> int:
    """About how many nodes the diagram has that bounds a sum of so many literals.

    Examples
    --------
    >>> size(144, (13, None)), size(64, (None, 4)), size(64, (None, -1))
    (1716, 300, 0)
    """
    low, high = bounds
    least = 0 if low is None else min(terms + 1, max(0, low))
    most = terms if high is None else max(-1, min(terms, high))
    return least * (terms + 1 - least) + (most + 1) * (terms - most)


def slack_of(constraints: Iterable[Any], variables: Sequence[int]) -> Slack | None:
    """The exactly-ones and at-most-ones over these variables, if each is in as many of them.

    Examples
    --------
    >>> from ortools.sat.python import cp_model
    >>> model = cp_model.CpModel()
    >>> a, b, c = (model.new_bool_var(name) for name in "abc")
    >>> _ = model.add_at_most_one(a, b), model.add_at_most_one(b, c), model.add_exactly_one(a, c)
    >>> slack_of(model.proto.constraints, [0, 1, 2])
    Slack(times=2, constraints=3, loose=[[0, 1], [1, 2]])
    """
    among, loose, number = {*variables}, [], 0
    times: Counter[int] = Counter()
    for constraint in constraints:
        if len(constraint.enforcement_literal):
            continue
        if constraint.has_at_most_one():
            members = list(constraint.at_most_one.literals)
        elif constraint.has_exactly_one():
            members = list(constraint.exactly_one.literals)
        else:
            continue
        if not among.issuperset(members):
            continue
        number += 1
        times.update(members)
        if constraint.has_at_most_one():
            loose.append(members)
    counts = {times[variable] for variable in among}
    if len(counts) != 1 or counts == {0}:
        return None
    return Slack(counts.pop(), number, loose)
