"""MiniZinc data for nonograms, as CSPLib's problem 12 has it, in either of its shapes.

- ``rows``, ``row_rule_len``, ``row_rules`` and the same for columns: clues of equal length, with
  zeros for nothing. This one is written.
- ``X``, ``Y``, ``maxlen``, ``rows``, ``cols``: the same, or in unary (1,1,0,1 for the clue 2 1)
  with -1 for nothing, as the MiniZinc benchmarks have them.

Clues are unary when every entry is 0, 1 or -1 and a -1, or a zero inside a clue, is among them.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import NamedTuple

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.nonogram_clues import TextAt, build, dropping, integer, plain_clues
from cpmodels.puzzles.clues import Run
from cpmodels.puzzles.nonogram import Nonogram, check_size

__all__ = ["FORMATS", "read", "write"]

_ROWS = ("row_rules", "rows")
_COLUMNS = ("col_rules", "column_rules", "cols", "columns")
_FLAT = re.compile(
    r"array2d\s*\(\s*1\s*\.\.\s*(\w+)\s*,\s*1\s*\.\.\s*(\w+)\s*,\s*\[(?!\|)([^\]]*)\]\s*\)"
)
_NESTED = re.compile(r"\[\|(.*)\|\]", re.DOTALL)
_VALUE = r"\s*(\[\||array|[0-9]+\s*;)"  # no list of TOML begins so
_ITEM = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*([^;]*)(;|$)")


class _Array(NamedTuple):
    """Lines of numbers, and the line of the file where each starts."""

    lines: list[list[int]]
    numbers: list[int]


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzle of a .dzn text.

    Examples
    --------
    >>> [puzzle] = read("rows = [| 2 |]; cols = [| 1 | 1 |];", "bar.dzn")
    >>> puzzle.columns
    ((Run(length=1, colour=1),), (Run(length=1, colour=1),))
    """
    items = _items(text, where)
    sizes = {name: integer(v, "a size", f"{where}: line {n}") for name, (v, n) in items.items()
             if v.isdigit()}  # fmt: skip
    height, width = (_size(sizes, names) for names in ((*_ROWS, "Y"), (*_COLUMNS, "X")))
    check_size(height or 0, width or 0, where)
    rows = _array(items, _ROWS, height, where)
    columns = _array(items, _COLUMNS, width, where)
    unary = _is_unary(rows.lines + columns.lines)
    clues = [
        [
            TextAt(number, _clue(line, unary, f"{where}: line {number}"))
            for line, number in zip(array.lines, array.numbers, strict=True)
        ]
        for array in (rows, columns)
    ]
    return [build(clues[0], clues[1], where)]


def write(puzzle: Nonogram) -> str:
    """The puzzle as .dzn text.

    Examples
    --------
    >>> print(write(Nonogram.of([2, (1, 1)], [2, 1, 1])).splitlines()[2])
    row_rules = array2d(1..2, 1..2, [
    """
    parts = []
    names = (("rows", "row"), ("cols", "col"))
    for (size, name), clues in zip(names, plain_clues(puzzle, "dzn"), strict=True):
        words = [clue.split() for clue in clues]
        longest = max(map(len, words), default=1)
        lines = ",\n".join("  " + ",".join(["0"] * (longest - len(w)) + w) for w in words)
        parts.append(
            f"{size} = {len(clues)};\n{name}_rule_len = {longest};\n"
            f"{name}_rules = array2d(1..{len(clues)}, 1..{longest}, [\n{lines}\n]);\n"
        )
    return "\n".join(parts)


def _items(text: str, where: str) -> dict[str, tuple[str, int]]:
    """Each name, its value, and the line where the value starts."""
    text = re.sub(r"%[^\n]*", "", text)
    if text.count("*/") < text.count("/*"):  # or each would be looked for to the end
        raise InputError("a comment /* without its end", where)
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL)
    assignments: dict[str, tuple[str, int]] = {}
    text, at, position, number = text.rstrip(), 0, 0, 1
    while at < len(text):
        match = _ITEM.match(text, at)
        begin = match.start(2) if match else at
        number, position = number + text.count("\n", position, begin), begin
        if match is None or not match[3]:
            raise InputError("expected 'name = value;'", f"{where}: line {number}")
        assignments[match[1]] = (match[2].strip(), number)
        at = match.end()
    return assignments


def _size(sizes: dict[str, int], names: tuple[str, ...]) -> int | None:
    return next((sizes[name] for name in names if name in sizes), None)


def _array(
    items: dict[str, tuple[str, int]], names: tuple[str, ...], size: int | None, where: str
) -> _Array:
    for name in names:
        if name in items and not items[name][0].isdigit():
            return _lines(*items[name], size, f"{where}: line {items[name][1]}: {name}", where)
    raise InputError(f"no array {' or '.join(names)}", where)


def _lines(value: str, number: int, size: int | None, place: str, where: str) -> _Array:
    flat, rows = _FLAT.fullmatch(value), _NESTED.fullmatch(value)
    if flat:
        words = flat[3].replace(",", " ").split()
        count = int(flat[1]) if re.fullmatch("[0-9]{1,9}", flat[1]) else size
        if count is None or len(words) % max(count, 1) or bool(words) != bool(count):
            expected_size = f"{flat[1] if count is None else count} clues of equal length"
            raise InputError(f"{len(words)} numbers, expected {expected_size}", place)
        length = len(words) // max(count, 1)
        parts = [words[n * length : (n + 1) * length] for n in range(count)]
        numbers = [number] * count
    elif rows:
        texts = rows[1].split("|")
        numbers = list(accumulate((t.count("\n") for t in texts), initial=number))
        if len(texts) > 1 and not texts[-1].strip():
            texts.pop()
        parts = [text.replace(",", " ").split() for text in texts]
    else:
        raise InputError("not an array, expected [| 1, 2 | 3, 0 |] or array2d(...)", place)
    if size is not None and len(parts) != size:
        raise InputError(f"{len(parts)} clues, expected {size}", place)
    lines = [
        [_number(word, f"{where}: line {n}") for word in part]
        for part, n in zip(parts, numbers, strict=False)
    ]
    return _Array(lines, numbers[: len(lines)])


def _number(word: str, where: str) -> int:
    return -1 if word == "-1" else integer(word, "lengths of runs", where)


def _is_unary(lines: list[list[int]]) -> bool:
    if any(value > 1 for line in lines for value in line):
        return False
    return any(
        -1 in line or re.search("10+1", "".join(map(str, line))) is not None for line in lines
    )


def _clue(line: list[int], unary: bool, where: str) -> tuple[Run, ...]:
    if not unary and -1 in line:
        raise InputError("-1 in a clue that is not unary, expected 0 for nothing", where)
    if unary:
        ones = "".join("1" if value == 1 else " " for value in line)
        return tuple(Run(len(word), 1) for word in ones.split())
    places = [at for at, value in enumerate(line) if value]
    runs = line[places[0] : places[-1] + 1] if places else []
    if 0 in runs:
        raise InputError("a 0 inside a clue, expected it before or behind", where)
    return tuple(Run(length, 1) for length in runs)


FORMATS = (
    Format(
        "dzn", "nonogram: MiniZinc data, as CSPLib's problem 12", ("nonogram",),
        lambda text: re.search(rf"\b(row_rules|rows)\s*={_VALUE}", text) is not None
        and re.search(rf"\b(col_rules|column_rules|cols|columns)\s*={_VALUE}", text) is not None,
        read, write, dropping(), (".dzn",),
    ),
)  # fmt: skip
