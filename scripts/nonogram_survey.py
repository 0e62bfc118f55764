"""Ask the model and the reference about every nonogram in a directory, and print a table.

Run: python scripts/nonogram_survey.py DIR [--question unique] [--limit 60] [--csv FILE]

Each row: the file, its size, what each method says, whether they agree, and the seconds of each,
building included. Ends with status 0 when all agree and all is known, 1 when two answers differ,
2 when a file is wrong, 3 when something was not settled within the limit.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cpmodels import compare
from cpmodels.answers.answer import Answer
from cpmodels.asking.comparison import Comparison
from cpmodels.errors import InputError
from cpmodels.formats import read_puzzles
from cpmodels.formats.nonogram import FORMATS
from cpmodels.puzzles.nonogram import Nonogram

METHODS = ("cp-sat", "line-search")
AGREED, DIFFER, BAD_FILE, UNKNOWN = range(4)
WORDS = {True: "yes", False: "NO", None: "unknown"}
SUFFIXES = {suffix for known in FORMATS for suffix in known.suffixes}


class Row(NamedTuple):
    """One puzzle's line of the table."""

    file: str
    size: str
    answers_text: tuple[str, ...]
    agree: str
    seconds: tuple[float, ...]
    status: int


def files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        if place.is_dir():
            yield from sorted(path for path in place.rglob("*") if path.suffix.lower() in SUFFIXES)
        else:
            yield place


def rows(
    paths: Iterable[Path], methods: Sequence[str], question: str, limit: float | None
) -> Iterator[Row]:
    """The lines of the table, one after the other."""
    for path in paths:
        try:
            puzzles = read_puzzles(path)
        except InputError as error:
            yield Row(path.name, "", (str(error),), "", (), BAD_FILE)
            continue
        for number, puzzle in enumerate(puzzles, 1):
            if isinstance(puzzle, Nonogram):
                name = path.name if len(puzzles) == 1 else f"{path.name}#{number}"
                result = compare(puzzle, question=question, methods=methods, limit=limit)
                yield row(name, puzzle, result, methods)


def row(name: str, puzzle: Nonogram, result: Comparison, methods: Sequence[str]) -> Row:
    answers = {answer.method: answer for answer in result}
    answers_text = tuple(str(answers.get(m, result.failures.get(m, "?"))) for m in methods)
    known = all(m in answers and answers[m].complete for m in methods)
    agree = False if result.reason else (known or None)
    status = {True: AGREED, False: DIFFER, None: UNKNOWN}[agree]
    seconds = tuple(_seconds(answers.get(m)) for m in methods)
    return Row(name, f"{puzzle.height}x{puzzle.width}", answers_text, WORDS[agree], seconds, status)


def _seconds(answer: Answer | None) -> float:
    return 0.0 if answer is None else answer.build_seconds + answer.solve_seconds


def show(table: Iterable[Row], methods: Sequence[str], wide: int) -> Iterator[Row]:
    """Print each line as it comes, and hand it on."""
    heads = "".join(f"{method:<22}" for method in methods)
    times = "".join(f"{method + ' s':>15}" for method in methods)
    print(f"{'file':<{wide}}{'size':<9}{heads}{'agree':<8}{times}", flush=True)
    for line in table:
        yield line
        if line.status == BAD_FILE:
            print(f"{line.file:<{wide}}{line.answers_text[0]}", flush=True)
            continue
        answers_text = "".join(f"{text[:21]:<22}" for text in line.answers_text)
        times = "".join(f"{value:>15.3f}" for value in line.seconds)
        print(f"{line.file:<{wide}}{line.size:<9}{answers_text}{line.agree:<8}{times}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("places", type=Path, nargs="+", metavar="DIR", help="or single files")
    parser.add_argument("--question", choices=["unique", "solve", "count"], default="unique")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each method")
    parser.add_argument("--methods", nargs="+", default=METHODS)
    parser.add_argument("--csv", type=Path, help="write the table there too")
    options = parser.parse_args()
    paths = list(files(options.places))
    if not paths:
        print("no nonogram files there", file=sys.stderr)
        return BAD_FILE
    wide = 2 + max(len(path.name) + 2 for path in paths)
    table = rows(paths, options.methods, options.question, options.limit)
    seen: list[Row] = []
    statuses: set[int] = set()
    try:
        for line in show(table, options.methods, wide):
            seen.append(line)
    except KeyboardInterrupt:
        print("interrupted")
        statuses.add(UNKNOWN)
    print(f"\n{len(seen)} puzzles", end="")
    for number, method in enumerate(options.methods):
        times = [line.seconds[number] for line in seen if line.seconds]
        print(f", {method} {sum(times):.2f} s in all, {max(times, default=0):.2f} at most", end="")
    print()
    if options.csv:
        write(options.csv, seen, options.methods)
    statuses |= {line.status for line in seen}
    return next((s for s in (DIFFER, BAD_FILE, UNKNOWN) if s in statuses), AGREED)


def write(path: Path, seen: Sequence[Row], methods: Sequence[str]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        columns = [f"{method} seconds" for method in methods]
        writer.writerow(["file", "size", *methods, "agree", *columns, "status"])
        for line in seen:
            blank = [""] * (len(methods) - len(line.answers_text))
            times = [str(s) for s in line.seconds] or [""] * len(methods)
            writer.writerow(
                [line.file, line.size, *line.answers_text, *blank, line.agree, *times, line.status]
            )


if __name__ == "__main__":
    sys.exit(main())
