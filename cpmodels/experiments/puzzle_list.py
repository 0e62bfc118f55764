"""The puzzles of an experiment: from files, the corpus, generators, or kinds with ranges."""

from __future__ import annotations

import inspect
import re
import string
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from cpmodels import corpus
from cpmodels.errors import InputError
from cpmodels.experiments.ranges import combinations
from cpmodels.formats import read_puzzles
from cpmodels.formats.reading import files_in, refuse_special
from cpmodels.kinds.registry import registry
from cpmodels.lazy import Lazy
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Entry", "puzzles_of"]


class Entry(NamedTuple):
    """A puzzle, where it came from, and the values of the ranges that gave it."""

    puzzle: Puzzle
    origin: str
    at: Mapping[str, Any]


def puzzles_of(source: Puzzle | Mapping[str, Any], base: Path) -> Iterator[Entry]:
    """The puzzles of one ``[[puzzles]]`` table, or the one given as an object.

    Raises
    ------
    InputError
        A table of no known form, or whatever its reader or maker refuses.
    """
    if isinstance(source, Puzzle):
        yield Entry(source, "given", {})
        return
    if not isinstance(source, Mapping):
        raise InputError(f"{source!r}, expected a table")
    forms = [name for name in _FORMS if name in source]
    if len(forms) != 1:
        raise InputError(f"table with {', '.join(source)}, expected one of {', '.join(_FORMS)}")
    rest = {name: value for name, value in source.items() if name != forms[0]}
    yield from _FORMS[forms[0]](source[forms[0]], rest, base)


def _files(patterns: Any, rest: Mapping[str, Any], base: Path) -> Iterator[Entry]:
    """A pattern names files, or directories with all in them."""
    _nothing_else(rest)
    for pattern in _patterns(patterns, "files"):
        for path in _paths(pattern, base):
            for number, puzzle in enumerate(read_puzzles(path), 1):
                yield Entry(puzzle, f"{path.name}#{number}" if number > 1 else path.name, {})


def _patterns(value: Any, what: str) -> list[str]:
    patterns = value if isinstance(value, list) else [value]
    if not patterns or not all(isinstance(pattern, str) and pattern for pattern in patterns):
        raise InputError(f"{what} = {value!r}, expected a name or a list of them")
    return patterns


def _paths(pattern: str, base: Path) -> list[Path]:
    try:
        if Path(pattern).is_absolute():
            matches = [Path(pattern)]
        else:
            matches = sorted(base.glob(pattern.rstrip("/") or pattern))
        paths = [path for each in matches for path in (files_in(each) if each.is_dir() else [each])]
    except (OSError, ValueError, NotImplementedError) as error:  # "a**b", a NUL, a name too long
        raise InputError(f"files = {pattern!r}: {error}, expected a path, * and **") from None
    if not paths:
        raise InputError(f"no file is named {pattern}, seen from {base.resolve()}")
    for path in paths:
        refuse_special(path)
    return list(dict.fromkeys(paths))


def _corpus(patterns: Any, rest: Mapping[str, Any], base: Path) -> Iterator[Entry]:
    _nothing_else(rest)
    for pattern in _patterns(patterns, "corpus"):
        names = [name for name in corpus.names() if fnmatchcase(name, pattern)]
        if not names:
            raise InputError(f"the corpus has no {pattern!r}; `cpmodels cases` lists its names")
        for name in names:
            yield Entry(corpus.case(name).puzzle, name, {})


def _generator(kind: Any, rest: Mapping[str, Any], base: Path) -> Iterator[Entry]:
    makers = _generators()
    maker = makers.get(str(kind), makers.get(str(kind).replace("-", "_")))
    if maker is None:
        raise InputError(f"no generator {kind!r}, expected one of {', '.join(sorted(makers))}")
    yield from _make(maker, f"generate {kind}", rest)


def _generators() -> dict[str, Callable[..., Puzzle]]:
    """Those that the kinds of puzzle name; and by the name of a kind, its small random puzzles."""
    makers = {name: maker for kind in registry.kinds() for name, maker in kind.generators.items()}
    return makers | {kind.name: kind.random for kind in registry.kinds() if kind.random is not None}


def _of_kind(kind: Any, rest: Mapping[str, Any], base: Path) -> Iterator[Entry]:
    puzzle = registry.find_kind(kind).puzzle
    yield from _make(getattr(puzzle, "of", puzzle), kind, rest)


_FORMS = {"files": _files, "corpus": _corpus, "generate": _generator, "kind": _of_kind}


def _make(maker: Callable[..., Puzzle], what: str, rest: Mapping[str, Any]) -> Iterator[Entry]:
    """Call the maker for every combination of the ranges.

    A range whose name the maker takes is handed to it; every text may use ``{name}``.
    """
    ranges = rest.get("range", {})
    if not isinstance(ranges, Mapping):
        raise InputError(f"range = {ranges!r}, expected a table of name = 'a..b'")
    fixed = {name: value for name, value in rest.items() if name != "range"}
    known = list(inspect.signature(maker.load() if isinstance(maker, Lazy) else maker).parameters)
    in_use = {name for value in fixed.values() for name in _names_in(value)}
    for name in fixed:
        if name not in known:
            raise InputError(f"unknown field {name!r} of {what}, expected {', '.join(known)}")
    for name in ranges:
        if name not in known and name not in in_use:
            raise InputError(f"range {name!r} is used by nothing in {what}")
    for at in combinations(ranges, "range"):
        place = ", ".join(f"{name}={value}" for name, value in at.items())
        arguments = {name: _fill(value, at) for name, value in fixed.items()}
        arguments |= {name: value for name, value in at.items() if name in known}
        try:
            puzzle = maker(**arguments)
        except InputError as error:
            raise error.at(f"{what} {place}".strip()) from None
        except (TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
            message = f"a value of the wrong type: {error}"
            raise InputError(message, f"{what} {place}".strip()) from None
        yield Entry(puzzle, f"{what} {place}".strip(), at)


def _names_in(value: Any) -> list[str]:
    if not isinstance(value, str):
        return []
    try:
        fields = [field for field in string.Formatter().parse(value) if field[1]]
    except ValueError as error:
        raise InputError(f"{value!r}: {error}") from None
    for _, name, form, _ in fields:
        if not str(name).isidentifier() or not re.fullmatch(r"[^{}]{0,3}", form or ""):
            raise InputError(f"{value!r}, expected names of ranges such as {{n}} or {{n:02}}")
    return [str(name) for _, name, _, _ in fields]


def _fill(value: Any, at: Mapping[str, Any]) -> Any:
    """The text with names replaced; a text that is one name alone keeps the value's type."""
    names = _names_in(value)
    if len(names) == 1 and value == f"{{{names[0]}}}" and names[0] in at:
        return at[names[0]]
    if not names:
        return value
    try:
        return value.format(**at)
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise InputError(f"{value!r}: {error} is no range, ranges: {', '.join(at)}") from None


def _nothing_else(rest: Mapping[str, Any]) -> None:
    if rest:
        raise InputError(f"unknown field {next(iter(rest))!r} beside files or corpus")
