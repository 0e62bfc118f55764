"""Format: how a kind of file is recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["BLOTS", "KNOWN", "Format"]

KNOWN, BLOTS = "known cells", "blotted clues (? or *)"


@dataclass(frozen=True)
class Format:
    """One file format.

    Attributes
    ----------
    name : str
        As in ``--format name``.
    about : str
        One line for people.
    kinds : tuple of str
        The kinds of puzzle that it can hold; empty for any kind.
    sniff : callable
        Whether a text looks like this format (bytes, when `binary`), judged by its content.
    read : callable
        From the text and where it came from (for messages) to the puzzles in it; raises
        `InputError` with the line and what was expected.
    write : callable or None
        From a puzzle to the text; None where the format is only read.
    dropped : callable or None
        What of a puzzle the format cannot hold, in words; None when it holds everything.
    holds : tuple of str
        Of what only some formats can hold (`KNOWN`, `BLOTS`), what this one can.
    suffixes : tuple of str
        Usual endings of file names; only a hint where contents leave a doubt.
    """

    name: str
    about: str
    kinds: tuple[str, ...]
    sniff: Callable[[Any], bool]
    read: Callable[[Any, str], Sequence[Puzzle]]
    write: Callable[[Any], Any] | None = None
    dropped: Callable[[Any], list[str]] | None = None
    suffixes: tuple[str, ...] = ()
    binary: bool = False
    holds: tuple[str, ...] = ()
