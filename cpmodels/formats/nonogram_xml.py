"""webpbn's XML: puzzle sets, colours with characters, solutions, saved states.

A count without a colour has the puzzle's default colour (black when it does not say), an empty
``<line>`` is an empty clue, and a puzzle without clues gets those of its goal. A DOCTYPE is
tolerated and never fetched, an entity declaration is refused. Triddlers are not supported. Cells
known beforehand are a saved solution whose id is ``known``: an addition of our own. A count ``?``
is blotted out, ``*`` stands for any number of runs.
Source: Jan Wolter, XML Format for Paint-by-Number Puzzles, version 0.3.
"""

from __future__ import annotations

import html.entities
import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from cpmodels.errors import InputError
from cpmodels.formats.format import BLOTS, KNOWN, Format
from cpmodels.formats.nonogram_clues import characters, dropping
from cpmodels.formats.nonogram_xml_reader import FIELDS, KNOWN_ID, Reader, warn_of_unread
from cpmodels.lazy import lazy
from cpmodels.puzzles.clues import ANY_RUNS, Clue, length_text
from cpmodels.puzzles.nonogram import Nonogram, Saved

__all__ = ["FORMATS", "read", "write"]

saxutils = lazy("xml.sax.saxutils")  # which imports what it takes to read from the network

_OWN = {*FIELDS, "color", "clues", "solution", "source", "id", "line", "count", "puzzle"}


class _LineBuilder(TreeBuilder):
    """Builds a tree in small letters, and remembers the line of each element."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[Element, int] = {}
        self.parser: Any = None

    def start(self, tag: str, attrs: dict[Any, Any]) -> Element:
        small = {name.lower(): value for name, value in attrs.items()}
        element = super().start(tag.lower(), small)
        self.lines[element] = self.parser.parser.CurrentLineNumber
        return element


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzles of an XML text.

    Examples
    --------
    >>> text = '''<puzzleset><puzzle><title>Bar</title>
    ... <clues type="rows"><line><count>2</count></line></clues>
    ... <clues type="columns"><line><count>1</count></line><line><count>1</count></line></clues>
    ... </puzzle></puzzleset>'''
    >>> read(text, "bar.xml")[0].describe()
    'Bar, 1 rows x 2 columns'
    """
    root, lines = _parse(text, where)
    if root.tag not in ("puzzleset", "puzzle"):
        raise InputError(f"<{root.tag}>, expected <puzzleset>", where)
    puzzles = [root] if root.tag == "puzzle" else root.findall("puzzle")
    if not puzzles:
        raise InputError("no <puzzle> in it", where)
    texts = {} if root.tag == "puzzle" else Reader(root, lines, where).texts()
    if "title" in texts:
        texts["extra"] = (("series", texts.pop("title")), *texts.get("extra", ()))
    nonograms = [Reader(element, lines, where).puzzle(texts) for element in puzzles]
    warn_of_unread(root)
    return nonograms


def _parse(text: str, where: str) -> tuple[Element, dict[Element, int]]:
    builder = _LineBuilder()
    parser = DefusedXMLParser(target=builder, forbid_dtd=False, forbid_entities=True)
    parser.entity.update(html.entities.entitydefs)  # names like &copy;, one character each
    builder.parser = parser
    try:
        parser.feed(text.lstrip("\ufeff \t\n"))
        return parser.close(), builder.lines
    except ParseError as error:
        line = error.position[0] + text[: len(text) - len(text.lstrip("\ufeff \t\n"))].count("\n")
        what = re.sub(r": line \d+, column \d+$", "", str(error))
        raise InputError(f"not complete XML: {what}", f"{where}: line {line}") from None
    except DefusedXmlException:
        raise InputError("declares entities or external parts, which are refused", where) from None
    except (ValueError, LookupError) as error:
        raise InputError(f"not XML: {error}", where) from None


def write(puzzle: Nonogram) -> str:
    """The puzzle as a puzzle set of one."""
    codes = characters(puzzle, "xml", lambda letter: letter.isprintable() and letter not in " |[]?")
    default = puzzle.colours[1].name if len(puzzle.colours) > 1 else "black"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">',
        "<puzzleset>",
        f'<puzzle type="grid" defaultcolor={_quote(default)} '
        f"backgroundcolor={_quote(puzzle.colours[0].name)}>",
        *_texts(puzzle),
    ]
    for colour, code in zip(puzzle.colours, codes, strict=True):
        name = _quote(colour.name)
        lines.append(f"<color name={name} char={_quote(code)}>{colour.hex}</color>")
    for kind, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines += [f'<clues type="{kind}">', *(_line(clue, puzzle) for clue in clues), "</clues>"]
    lines += [*_solutions(puzzle, codes), "</puzzle>", "</puzzleset>"]
    return "\n".join(lines) + "\n"


def dropped(puzzle: Nonogram) -> list[str]:
    """Further fields whose names cannot be those of elements."""
    losses = dropping("colours", "goal", "saved", "extra", "catalogue", *FIELDS)(puzzle)
    return losses + [name for name, _ in puzzle.extra if not _free(name)]


def _texts(puzzle: Nonogram) -> Iterator[str]:
    for tag in FIELDS:
        if getattr(puzzle, tag):
            yield f"<{tag}>{_escape(getattr(puzzle, tag))}</{tag}>"
    source = re.fullmatch(r"(.*\S) (#\S+)", puzzle.catalogue)
    if source:
        yield f"<source>{_escape(source[1])}</source>"
        yield f"<id>{_escape(source[2])}</id>"
    elif puzzle.catalogue:
        yield f"<source>{_escape(puzzle.catalogue)}</source>"
    for name, value in puzzle.extra:
        if _free(name):
            yield f"<{name}>{_escape(value)}</{name}>"


def _line(clue: Clue, puzzle: Nonogram) -> str:
    counts = (
        f"<count>{length_text(run)}</count>"
        if run.colour == 1 or run == ANY_RUNS
        else f"<count color={_quote(puzzle.colours[run.colour].name)}>{length_text(run)}</count>"
        for run in clue
    )
    return f"<line>{''.join(counts)}</line>"


def _solutions(puzzle: Nonogram, codes: list[str]) -> Iterator[str]:
    every = (1 << len(puzzle.colours)) - 1
    if not puzzle.height:
        return  # an image of no rows is none to who reads it
    if puzzle.goal is not None:
        rows = ("".join(codes[cell] for cell in row) for row in puzzle.goal)
        yield from ('<solution type="goal">', *_image(rows), "</solution>")
    known = () if puzzle.known is None else (Saved("saved", KNOWN_ID, puzzle.known),)
    for state in (*known, *puzzle.saved):
        head = f'<solution type="{state.kind}"'
        yield head + (f" id={_quote(state.name)}>" if state.name else ">")
        yield from _image(
            "".join("?" if cell == every else _cell(cell, codes) for cell in row)
            for row in state.cells
        )
        if state.note:
            yield f"<note>{_escape(state.note)}</note>"
        yield "</solution>"


def _cell(colours: int, codes: list[str]) -> str:
    letters = "".join(code for index, code in enumerate(codes) if colours >> index & 1)
    return letters if len(letters) == 1 else f"[{letters}]"


def _image(rows: Iterator[str]) -> list[str]:
    return ["<image>", *(f"|{_escape(row)}|" for row in rows), "</image>"]


def _escape(text: str) -> str:
    return str(
        saxutils.escape(re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text))
    )


def _quote(text: str) -> str:
    return str(
        saxutils.quoteattr(
            _escape(text).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        )
    )


def _free(name: str) -> bool:
    return re.fullmatch(r"[a-z_][a-z0-9_-]*", name) is not None and name not in _OWN


FORMATS = (
    Format(
        "xml", "nonograms: webpbn's XML", ("nonogram",),
        lambda text: re.match(r"\s*<", text) is not None
        and re.search(r"<puzzle(set)?\b|<!DOCTYPE\s+pbn\b", text, re.IGNORECASE) is not None,
        read, write, dropped, (".xml", ".pbn"), holds=(KNOWN, BLOTS),
    ),
)  # fmt: skip
