"""The clues in the pages of puzzle-nonograms.com: ``task = '1.1/2/...'``, the columns first.

The task says no size. A square is tried first, then every other; the sums of columns and rows and
the lengths of the lines must leave one. The site's addresses hold only the number of a puzzle,
not its clues, and are never fetched. Source: programs that read the site's pages.
"""

from __future__ import annotations

import re
from itertools import accumulate

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.nonogram_clues import integer
from cpmodels.puzzles.nonogram import Nonogram, check_size

__all__ = ["FORMATS", "read"]

# no white space at the beginning of a pattern: to look for it from each place is quadratic
_TASK = re.compile(r"""\btask\s*=\s*(['"])\s*(?P<clues>[\d.]+(?:/[\d.]*)+)\s*\1""")
_BARE = re.compile(r"(?P<clues>[\d.]+(?:/[\d.]*)+)")
_ADDRESS = re.compile(r"https?://[\w.]*puzzle-nonograms\.com\S*")


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzle of a task.

    Examples
    --------
    >>> read("task = '1/1/2'", "page.html")[0].describe()
    '1 rows x 2 columns'
    """
    if _ADDRESS.fullmatch(text.strip()):
        raise InputError("an address without clues, expected the page's task = '...'", where)
    match = _TASK.search(text) or _BARE.fullmatch(text.strip())
    if match is None:
        raise InputError("no clues, expected like task = '1.1/2/...'", where)
    place = f"{where}: line {text.count(chr(10), 0, text.index(match['clues'])) + 1}"
    words = [[w for w in part.split(".") if w] for part in match["clues"].split("/")]
    clues = [
        [run for run in (integer(word, "lengths of runs", place) for word in clue) if run]
        for clue in words
    ]
    sums = [0, *accumulate(map(sum, clues))]
    widths = [n for n in range(1, len(clues)) if 2 * sums[n] == sums[-1]]
    widths.sort(key=lambda n: 2 * n != len(clues))
    known = []
    for width in widths:
        check_size(len(clues) - width, width, place)
        try:
            known.append(Nonogram.of(clues[width:], clues[:width]))
        except InputError:
            continue
        if 2 * width == len(clues):
            break
    if len(known) != 1:
        raise InputError(
            f"{len(clues)} clues of which {len(known) or 'no'} sizes fit the sums, expected one "
            "of columns and then rows", place,
        )  # fmt: skip
    return known


def _sniff(text: str) -> bool:
    body = text.strip()
    if _BARE.fullmatch(body) or _ADDRESS.fullmatch(body):
        return True
    return _TASK.search(text) is not None


FORMATS = (
    Format(
        "puzzle-nonograms", "the task of a page of puzzle-nonograms.com, columns first",
        ("nonogram",), _sniff, read,
    ),
)  # fmt: skip
