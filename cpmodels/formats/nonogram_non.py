"""Steve Simpson's .non, with its extensions: colours, a licence, a goal, saved states, bundles.

``width``, ``height``, and under ``rows`` and ``columns`` a clue a line; other lines are a word and
a text. An empty clue is 0 for Simpson and a blank line for others: both are read, 0 is written.
Colours: ``color b #ff0000`` with clues like ``3b,1d``, or names before the numbers (``red 1 blue
4``). A line ``====`` parts several puzzles. Our own additions are ``colorname b "dark red"`` and
``known "1?0?"``, cells known beforehand, row by row; in clues, ``?`` for a length that is blotted
out, and ``*`` for any number of runs.
Sources: the fmt2 page of Simpson's nonogram solver, and the FORMAT page of nonogram-db.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cpmodels.errors import InputError
from cpmodels.formats.format import BLOTS, KNOWN, Format
from cpmodels.formats.nonogram_clues import NumberedLine, characters, dropping, number_lines
from cpmodels.formats.nonogram_non_reader import FIELDS, KEYS, Reader
from cpmodels.puzzles.clues import Clue, length_text
from cpmodels.puzzles.colours import BLACK_AND_WHITE
from cpmodels.puzzles.nonogram import Nonogram, Picture

__all__ = ["FORMATS", "read", "write"]


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzles of a .non text.

    Examples
    --------
    >>> [puzzle] = read("title Bar\\nwidth 2\\nheight 1\\nrows\\n2\\ncolumns\\n1\\n1\\n", "bar.non")
    >>> puzzle.describe()
    'Bar, 1 rows x 2 columns'
    """
    parts: list[list[NumberedLine]] = [[]]
    for line in number_lines(text):
        if re.fullmatch(r"={4,}", line.text):
            parts.append([])
        else:
            parts[-1].append(line)
    sections = [part for part in parts if any(line.text for line in part)]
    if not sections:
        raise InputError("empty, expected width, height, rows and columns", where)
    return [Reader(part, where).puzzle() for part in sections]


def write(puzzle: Nonogram) -> str:
    """The puzzle as .non text, in ASCII with HTML character references.

    Examples
    --------
    >>> print(write(Nonogram.of([2], [1, 1], title="Bar")), end="")
    title "Bar"
    width 2
    height 1
    <BLANKLINE>
    rows
    2
    <BLANKLINE>
    columns
    1
    1
    """
    codes = ["0", "1"]
    if puzzle.colours != BLACK_AND_WHITE:
        codes = characters(puzzle, "non", lambda letter: letter.isascii() and letter.isalpha())
        codes[0] = "0"
    lines = [*_texts(puzzle), *_colour_lines(puzzle, codes)]
    lines += [f"width {puzzle.width}", f"height {puzzle.height}"]
    for word, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", word, *(_spell(clue, codes) for clue in clues)]
    for word, picture in (("known", _known(puzzle)), ("goal", puzzle.goal), *_states(puzzle)):
        if picture is not None:
            text = "".join("?" if cell < 0 else codes[cell] for row in picture for cell in row)
            lines += ["", f'{word} "{text}"']
    return "\n".join(lines) + "\n"


def dropped(puzzle: Nonogram) -> list[str]:
    """What .non cannot hold: fields named like its own words, and partly known cells."""
    losses = dropping("colours", "goal", "saved", "extra", *FIELDS.values())(puzzle)
    losses += [name for name, _ in puzzle.extra if not _free(name)]
    losses += ["note of a saved state"] * any(state.note for state in puzzle.saved)
    count = len(list(_states(puzzle)))
    if count < len(puzzle.saved):
        losses.append(f"{len(puzzle.saved) - count} saved states")
    return losses


def _texts(puzzle: Nonogram) -> Iterator[str]:
    for word in ("catalogue", "title", "by", "copyright", "license", "description"):
        value = getattr(puzzle, FIELDS[word])
        if value:
            yield f"{word} {_quote(value)}"
    for name, value in puzzle.extra:
        if _free(name):
            yield f"{name} {_quote(value)}"


def _colour_lines(puzzle: Nonogram, codes: Sequence[str]) -> Iterator[str]:
    if puzzle.colours == BLACK_AND_WHITE:
        return
    for code, colour in zip(codes, puzzle.colours, strict=True):
        if code != "0" or colour != BLACK_AND_WHITE[0]:
            yield f"color {code} #{colour.hex}"
        if colour.name != ("white" if code == "0" else code):
            yield f"colorname {code} {_quote(colour.name)}"


def _spell(clue: Clue, codes: Sequence[str]) -> str:
    if codes[1:2] == ["1"]:
        return ",".join(map(length_text, clue)) or "0"
    letters = ["", *codes[1:]]
    return ",".join(f"{length_text(run)}{letters[run.colour]}" for run in clue) or "0"


def _states(puzzle: Nonogram) -> Iterator[tuple[str, Picture]]:
    """The saved states of which each cell is known or not, -1 for one that is not."""
    for state in puzzle.saved:
        picture = _decided(puzzle, state.cells)
        if picture is not None:
            yield "saved", picture


def _known(puzzle: Nonogram) -> Picture | None:
    """The cells known beforehand, -1 for one that is not."""
    if puzzle.known is None:
        return None
    picture = _decided(puzzle, puzzle.known)
    if picture is None:
        raise InputError("format non holds cells that are known or not, not some colours of a cell")
    return picture


def _decided(puzzle: Nonogram, cells: Picture) -> Picture | None:
    """The cells of which one colour is left or all are, -1 for all; None if there are others."""
    values = {1 << colour: colour for colour in range(len(puzzle.colours))}
    values[puzzle.every] = -1
    if any(cell not in values for row in cells for cell in row):
        return None
    return tuple(tuple(values[cell] for cell in row) for row in cells)


def _free(name: str) -> bool:
    return re.fullmatch(r"[A-Za-z][\w-]*", name, re.ASCII) is not None and name not in KEYS


def _quote(text: str) -> str:
    count = (c if " " <= c <= "~" and c not in '&<>"' else f"&#{ord(c)};" for c in text)
    return f'"{"".join(count)}"'


FORMATS = (
    Format(
        "non", "nonogram: Steve Simpson's .non, with colours", ("nonogram",),
        lambda text: re.search(r"^[ \t]*(rows|columns)\b", text, re.MULTILINE) is not None
        and re.search(r"^[ \t]*(width|height|rows|columns)\s+\d", text, re.MULTILINE) is not None,
        read, write, dropped, (".non", ".nonpack"), holds=(KNOWN, BLOTS),
    ),
)  # fmt: skip
