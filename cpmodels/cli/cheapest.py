"""What the command line shows of best solutions: bounds as they move, and the k best."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels.answers.run import Limits, Run
from cpmodels.asking.cheapest import cheapest
from cpmodels.cli.command import AGREED, UNKNOWN
from cpmodels.cli.output import emit_json
from cpmodels.cli.presentation import picture
from cpmodels.cli.sources import NamedPuzzle
from cpmodels.cli.terminal import err, working

__all__ = ["live_bounds", "show_cheapest"]


def live_bounds(runs: Sequence[Run]) -> str:
    """The best that is known and what is proved, of the run that is on; empty without.

    Examples
    --------
    >>> live_bounds([Run(live=(12, 10))]), live_bounds([Run()]), live_bounds([])
    (': best 12, bound 10', '', '')
    """
    best, bound = runs[-1].live if runs else (None, None)
    parts = [f"{name} {value:,}" for name, value in (("best", best), ("bound", bound))
            if value is not None]  # fmt: skip
    return f": {', '.join(parts)}" if parts else ""


def show_cheapest(
    item: NamedPuzzle, number: int, method: str | None, limits: Limits, json: bool, quiet: bool
) -> int:
    """Show the best solutions of one puzzle; the exit status."""
    run = Run(limits)
    with working(f"solve {item.name}", silent=quiet or json, more=lambda: live_bounds([run])):
        result = cheapest(item.puzzle, number, method, run)
    pairs = zip(result.values, result.solutions, strict=True)
    for rank, (value, solution) in enumerate(pairs, 1):
        if json:
            record = {"puzzle": item.name, "number": rank, "objective": value}
            emit_json(record | {"solution": solution})
        elif quiet:
            print(value)
        else:
            print(f"{rank}: {value:,}\n{picture(item, solution)}")
    if result.stopped_by is not None:
        err.print(f"{item.name}: not proved to be the best ({result.stopped_by})")
        return UNKNOWN
    if not quiet:
        err.print(f"{item.name}: {len(result.values)} best [{result.method}]")
    return AGREED
