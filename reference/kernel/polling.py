"""The one way in which what is built in long loops of Python looks at the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

__all__ = ["ShouldStop", "Stopped", "polled"]

ShouldStop = Callable[[], bool]
Item = TypeVar("Item")


class Stopped(Exception):
    """`should_stop` said so before anything was complete that could be returned."""


def polled(
    items: Iterable[Item], should_stop: ShouldStop | None, every: int = 256
) -> Iterable[Item]:
    """Go through the items, and ask before the first and after each ``every`` whether to stop.

    Raises
    ------
    Stopped
        When `should_stop` says so.

    Examples
    --------
    >>> answers = iter([False, False, True])
    >>> seen = []
    >>> try:
    ...     for item in polled(range(100), lambda: next(answers), every=10):
    ...         seen.append(item)
    ... except Stopped:
    ...     len(seen)
    20
    """
    return items if should_stop is None else _polled(items, should_stop, every)


def _polled(items: Iterable[Item], should_stop: ShouldStop, every: int) -> Iterator[Item]:
    left = 0
    for item in items:
        if left == 0:
            if should_stop():
                raise Stopped
            left = every
        left -= 1
        yield item
