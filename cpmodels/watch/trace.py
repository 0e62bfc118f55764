"""Traces: what a method said of its steps, with the time of each.

A trace is a list of events; an event is a name and plain data by name. `docs/watch.md` lists them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

__all__ = ["MOST_STEPS", "Event", "Trace", "plain"]

MOST_STEPS = 5_000


@dataclass(frozen=True)
class Event:
    """One step: seconds since the start, its name, and what it is about."""

    seconds: float
    name: str
    about: Mapping[str, Any]


@dataclass
class Trace:
    """The events of one method on one puzzle, the first `most` of them kept.

    Call it as a method's ``tell``.

    Attributes
    ----------
    method : str
    note : str
        What a reader must know of what is shown.
    total : int
        How many events there were, kept or not.
    complete : bool
        Whether the method came to its end.

    Examples
    --------
    >>> trace = Trace("dlx", most=1)
    >>> trace("try", option=3)
    >>> trace("undo", option=3)
    >>> len(trace.events), trace.cut
    (1, 'the first 1 of 2 steps')
    """

    method: str
    about: str = ""
    algorithm: str = ""
    note: str = ""
    most: int = MOST_STEPS
    complete: bool = True
    total: int = 0
    events: list[Event] = field(default_factory=list)
    clock: Callable[[], float] = perf_counter
    _began: float | None = None

    def __call__(self, event: str, /, **about: Any) -> None:
        now = self.clock()
        if self._began is None:
            self._began = now
        self.total += 1
        if len(self.events) < self.most:
            self.events.append(Event(now - self._began, event, plain(about)))

    def start(self) -> None:
        """The clock runs from here, not from the first event."""
        self._began = self.clock()

    @property
    def cut(self) -> str:
        """What is missing, in words; empty when nothing is."""
        if self.total > len(self.events):
            more = "" if self.complete else "more than "
            return f"the first {len(self.events):,} of {more}{self.total:,} steps"
        return "" if self.complete else f"stopped by a limit after {self.total:,} steps"

    def lines(self) -> Iterator[str]:
        """A line of JSON for each event."""
        for number, event in enumerate(self.events, 1):
            record = {
                "method": self.method,
                "step": number,
                "seconds": round(event.seconds, 6),
                "event": event.name,
                **event.about,
            }
            yield json.dumps(record, ensure_ascii=False)


def plain(value: Any) -> Any:
    """The same in numbers, texts, lists and tables, as JSON has them.

    >>> plain({"cell": (0, 1), "size": None})
    {'cell': [0, 1], 'size': None}
    """
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(part) for part in value]
    if isinstance(value, (bool, int, float, str)) or value is None:
        return value
    if hasattr(value, "tolist"):  # of numpy
        return value.tolist()
    return str(value)
