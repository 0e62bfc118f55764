"""Options and arguments that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cpmodels.formats import FORMATS

__all__ = [
    "By",
    "Cluster",
    "Expect",
    "Format",
    "Given",
    "Goal",
    "Json",
    "JsonFile",
    "Limit",
    "MaybeSources",
    "Method",
    "Out",
    "Png",
    "Quiet",
    "Seed",
    "Sources",
    "Svg",
    "Workers",
]

_SOURCES = "Files, directories of files, - for standard input, or built-in cases."
Sources = Annotated[list[str], typer.Argument(metavar="SOURCES...", help=_SOURCES)]
MaybeSources = Annotated[list[str] | None, typer.Argument(metavar="[SOURCES]...", help=_SOURCES)]
Method = Annotated[
    list[str] | None,
    typer.Option("--method", "-m", help="Ask this method; may be given more than once."),
]
Limit = Annotated[
    float | None, typer.Option("--limit", "-t", help="Seconds for each method.", min=0)
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS",
                 help="A Dask scheduler, tcp://host:8786; or local:N for N processes here."),
]  # fmt: skip
Workers = Annotated[int, typer.Option("--workers", "-w", help="Threads of a method.", min=1)]
Seed = Annotated[int, typer.Option("--seed", help="Seed of everything random.", min=0)]
Expect = Annotated[
    int | None, typer.Option("--expect", help="The count (or moves) expected; else status 1.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON records, one a line.")]
JsonFile = Annotated[
    str | None,
    typer.Option("--json", metavar="OUT", help="File for JSON records, one a line; - for stdout."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no more than the answer.")]


def _formats(beginning: str) -> list[str]:
    """For the shell's completion."""
    return [known.name for known in FORMATS if known.name.startswith(beginning)]


Format = Annotated[
    str | None,
    typer.Option(
        "--format", "-f", help="Format of the file; else by its content.", autocompletion=_formats
    ),
]
Goal = Annotated[
    str | None,
    typer.Option("--goal", help="Of sliding boards: blank-last, blank-first, snail, or a board."),
]
Given = Annotated[
    Path | None,
    typer.Option("--given", help="Of nonograms: cells known beforehand, rows of # . ? or a file."),
]
By = Annotated[
    str | None,
    typer.Option("--by", help="copies: a count for each multiset of pieces."),
]
Out = Annotated[str, typer.Option("--out", "-o", help="File to write; - for standard output.")]
Svg = Annotated[
    str | None,
    typer.Option("--svg", help="Write the picture as SVG; {} stands for the name, - is stdout."),
]
Png = Annotated[str | None, typer.Option("--png", help="Write the picture as PNG.")]
