"""Events: what a textbook search reports of its steps, for a trace."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Tell", "silent"]


class Tell(Protocol):
    """Called with the name of a step and what it is about, as plain data by name."""

    def __call__(self, event: str, /, **about: Any) -> None: ...


def silent(event: str, /, **about: Any) -> None:
    """Nobody watches."""
