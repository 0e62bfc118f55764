"""What is kept on disk: list it, or clear it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer
from rich.table import Table

from cpmodels.cli import options
from cpmodels.cli.command import AGREED, Command
from cpmodels.cli.output import emit_json
from cpmodels.cli.terminal import out
from cpmodels.errors import InputError
from cpmodels.methods import kept_files

__all__ = ["add_to"]


def cache(
    action: Annotated[str, typer.Argument(metavar="[list|clear]")] = "list",
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """List what is kept on disk, tables and machine code; or clear it.

    Whatever is needed again is made again. The place is the user's cache directory, or
    CPMODELS_CACHE.

    Example: cpmodels cache clear
    """
    if action not in ("list", "clear"):
        raise InputError(f"cache {action}, expected: cache list, or cache clear")
    files = list(kept_files.entries())
    total = sum(size for _, size, _ in files)
    if action == "clear":
        kept_files.clear()
    if json:
        emit_json(
            {"directory": str(kept_files.directory()), "cleared": action == "clear",
             "files": [path.name for path, _, _ in files], "bytes": total}
        )  # fmt: skip
    elif quiet:
        for path, _, _ in files:
            print(path)
    elif action == "clear":
        out.print(f"freed {_size(total)}")
    else:
        table = Table("file", "size", "made")
        for path, size, date in files:
            when = datetime.fromtimestamp(date).isoformat(" ", "minutes")
            table.add_row(path.name, _size(size), when)
        out.print(table)
        out.print(f"{_size(total)} in {kept_files.directory()}")
    return AGREED


def add_to(app: typer.Typer) -> None:
    """Put the command into the app."""
    app.command(cls=Command)(cache)


def _size(size: int) -> str:
    """A number of bytes as people read it.

    Examples
    --------
    >>> _size(999), _size(577_000_000)
    ('999 B', '577 MB')
    """
    amount, unit = float(size), 0
    while amount >= 1000 and unit < 3:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.3g} {('B', 'kB', 'MB', 'GB')[unit]}"
