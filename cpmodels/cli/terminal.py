"""The terminal: where answers go, where remarks go, and what shows that work goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from cpmodels.errors import plain
from cpmodels.lazy import lazy

__all__ = ["Bar", "complain", "err", "out", "remark", "share_done", "use_colour", "working"]


class _Console(Console):
    """Texts as they are: lines stay whole, no markup in a title, no escape sequences."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, highlight=False, emoji=False)
        if self.width < 1:  # COLUMNS=0: rich would print nothing
            self.width = 80

    def print(self, *objects: Any, **options: Any) -> None:
        """As that of rich."""
        if all(isinstance(each, str | Text) for each in objects):
            options.setdefault("soft_wrap", True)
        super().print(*(plain(o) if isinstance(o, str) else o for o in objects), **options)


_compiling = lazy("cpmodels.methods.kernels:compiling")

out = _Console()
err = _Console(stderr=True)


def use_colour() -> bool:
    """Whether pictures may use colour: a terminal that wants it (see NO_COLOR)."""
    return out.is_terminal and not out.no_color and out.color_system is not None


def complain(text: object) -> None:
    """What is wrong, on a line of stderr."""
    err.print(f"cpmodels: {text}", style="red")


def remark(text: str) -> None:
    """What is worth saying, on a line of stderr."""
    err.print(f"note: {text}", style="yellow")


class _Line:
    """What is said beside the spinner; while something is compiled, that."""

    def __init__(self, text: str, more: Callable[[], str]) -> None:
        self.text, self._more = text, more

    def __rich__(self) -> Text:
        names = _compiling()
        return Text(f"compiling {', '.join(names)}, once" if names else self.text + self._more())


@contextmanager
def working(
    text: str, *, silent: bool = False, more: Callable[[], str] = str
) -> Iterator[Callable[[str], None]]:
    """A line on a terminal's stderr while something works; what it yields changes the line.

    What `more` returns stands behind it, and is asked for anew each time that the line is drawn.
    """
    line = _Line(text, more)
    with nullcontext() if silent or not err.is_terminal else err.status(line):
        yield lambda text: setattr(line, "text", text)


@contextmanager
def share_done(
    text: str, *, silent: bool = False, more: Callable[[], str] = str
) -> Iterator[Callable[[float], None]]:
    """The same with the share of the work that is done, where a method reports it."""
    with working(text, silent=silent, more=more) as tell:
        yield lambda share: tell(f"{text}: {share:.1%}")


class Bar:
    """A bar on a terminal's stderr: what is at hand, how many are done, the time left."""

    def __init__(self, text: str, total: int | None = None, *, silent: bool = False) -> None:
        from rich import progress  # most commands show no bar

        self._progress = progress.Progress(
            progress.TextColumn("{task.description}"), progress.BarColumn(),
            progress.MofNCompleteColumn(), progress.TimeRemainingColumn(elapsed_when_finished=True),
            console=err, disable=silent or not err.is_terminal, speed_estimate_period=600,
        )  # fmt: skip
        self._task = self._progress.add_task(text, total=total)

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def begin(self, total: int) -> None:
        """So many are to be done."""
        self._progress.reset(self._task, total=total)

    def step(self, text: str) -> None:
        """One more is done."""
        self._progress.update(self._task, advance=1, description=escape(text))
