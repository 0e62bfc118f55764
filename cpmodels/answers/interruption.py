"""Whether Ctrl-C was pressed, whatever became of the exception that says so.

An import that it cuts short may end in an `ImportError` or a `SystemError` instead. The command
line notes the signal here, and such an error is never taken for a method's own.
"""

from __future__ import annotations

__all__ = ["note", "pending"]

_signals: list[int] = []


def note(number: int) -> None:
    """A signal came that ends the work."""
    _signals.append(number)


def pending() -> bool:
    """Whether one came."""
    return bool(_signals)
