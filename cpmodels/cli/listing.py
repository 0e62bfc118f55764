"""Solutions as they come: hundreds of thousands a second, each as a picture or a JSON record."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from cpmodels.cli.output import json_line, plain_json
from cpmodels.cli.presentation import picture
from cpmodels.cli.sources import NamedPuzzle
from cpmodels.cli.streams import nobody_reads
from cpmodels.cli.terminal import use_colour
from cpmodels.draw.picture import to_texts
from cpmodels.puzzles.choices import Choices

__all__ = ["print_batch", "records", "writer"]

Writer = Callable[[Sequence[Any], int], Iterator[str]]
"""From a batch, and the number of its first solution, to what is printed of each."""


def writer(item: NamedPuzzle, *, json: bool, quiet: bool) -> Writer:
    """What writes the solutions of a puzzle."""
    if json:
        return records(item.name)

    def pictures(batch: Sequence[Any], first: int) -> Iterator[str]:
        texts = None if use_colour() else to_texts(item.puzzle, batch)
        for number, text in enumerate(texts or (picture(item, each) for each in batch), first):
            yield text if quiet else f"{number}:\n{text}"

    return pictures


def records(name: str) -> Writer:
    """What writes JSON records, the text of each piece but once."""
    head = json_line({"puzzle": name})[:-1] + ', "number": '
    pieces: Any = None
    texts: list[str | None] = []

    def lines(batch: Sequence[Any], first: int) -> Iterator[str]:
        nonlocal pieces, texts
        if not isinstance(batch, Choices):
            for number, solution in enumerate(batch, first):
                yield json_line({"puzzle": name, "number": number, "solution": solution})
            return
        if batch.pieces is not pieces:
            pieces, texts = batch.pieces, [None] * len(batch.pieces)
        for k in np.unique(batch.rows[batch.rows >= 0]).tolist():
            if texts[k] is None:
                texts[k] = plain_json(pieces[k])
        text_of: Any = texts.__getitem__
        rows: list[list[int]] = batch.rows.tolist()
        if batch.rows.min(initial=0) < 0:
            rows = [[k for k in row if k >= 0] for row in rows]
        for number, row in enumerate(rows, first):
            yield f'{head}{number}, "solution": [{", ".join(map(text_of, row))}]}}'

    return lines


def print_batch(lines: Iterator[str]) -> bool:
    """Print what was written of a batch at once; whether it is still read."""
    text = "\n".join(lines)
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
    return not nobody_reads()
