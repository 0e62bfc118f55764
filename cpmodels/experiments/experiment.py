"""Experiment: what is asked of what, by which methods, under which limits. From TOML or Python."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from pathlib import Path
from typing import Any, TypeGuard

from cpmodels.answers.answer import Question
from cpmodels.errors import InputError
from cpmodels.experiments.ranges import values
from cpmodels.puzzles.puzzle import Puzzle, is_integer

__all__ = ["CaseLimits", "Experiment", "MethodSpec", "parse_memory"]

_UNITS = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}
_RUN_PARAMETERS = {"workers": int, "deterministic": float}
MOST_SECONDS = 10**9
MOST_MEMORY = 2**60
MOST_REPETITIONS = 100_000
_MOST = {"workers": 10_000, "deterministic": MOST_SECONDS}


def parse_memory(text: str | int) -> int:
    """Bytes from a number of bytes or a text with a unit.

    Raises
    ------
    InputError
        Not such a form, or nothing.

    Examples
    --------
    >>> parse_memory("1 GB"), parse_memory("512MiB")
    (1000000000, 536870912)
    """
    match = re.fullmatch(r"\s*([\d.]{1,18})\s*([KMG]?I?B)?\s*", str(text).upper())
    try:
        size = int(float(match[1]) * _UNITS[match[2] or "B"]) if match else 0
    except ValueError:
        size = 0
    if not 0 < size < MOST_MEMORY or isinstance(text, bool):
        raise InputError(f"memory {text!r}, expected such as '1 GB' or '512 MiB'")
    return size


@dataclass(frozen=True)
class CaseLimits:
    """Limits of one case.

    Attributes
    ----------
    seconds : float or None
        Wall clock: the method's limit; it is killed when it does not stop soon after.
    cpu_seconds : float or None
        CPU time of a process, rounded up to whole seconds by the operating system.
    memory : int or None
        Bytes of address space that the case may add to those of the warm interpreter.
    """

    seconds: float | None = None
    cpu_seconds: float | None = None
    memory: int | None = None

    @classmethod
    def of(cls, value: Mapping[str, Any], where: str = "limits") -> CaseLimits:
        """From a TOML table: seconds, cpu_seconds, memory (``"1 GB"``)."""
        _only(value, [f.name for f in fields(cls)], where)
        for name in ("seconds", "cpu_seconds"):
            number = value.get(name, 1)
            if not _is_number(number) or not 0 < number <= MOST_SECONDS:
                message = f"{name} = {number!r}, expected seconds above 0, at most {MOST_SECONDS:,}"
                raise InputError(message, where)
        try:
            memory = parse_memory(value["memory"]) if "memory" in value else None
        except InputError as error:
            raise error.at(where) from None
        return cls(value.get("seconds"), value.get("cpu_seconds"), memory)


@dataclass(frozen=True)
class MethodSpec:
    """A method's name (``*`` and ``?`` stand for many) and its parameters.

    Parameters are those of `cpmodels.answers.run.Limits`: workers and deterministic.
    """

    name: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Experiment:
    """Puzzles x questions x methods x seeds x repetitions.

    Attributes
    ----------
    puzzles : sequence of Puzzle or mapping
        Puzzles, or the tables of the TOML form: ``files``, ``corpus``, ``generate`` or ``kind``.
    questions : sequence of str
        Empty: the one that suits each kind of puzzle.
    methods : sequence of MethodSpec
        Empty: those that `compare` asks by default.
    imports : sequence of str
        Modules that register methods and puzzles of your own; found beside the file.
    x : str
        The column that the scaling plot has on its x axis.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> tilings = {"kind": "tiling", "region": "{m}x4", "shapes": "tetrominoes",
    ...            "range": {"m": "1..5"}}
    >>> experiment = Experiment.of({"methods": ["cp-sat"], "puzzles": [tilings]})
    >>> from cpmodels.experiments import expand
    >>> [case.puzzle.extent() for case in expand(experiment).cases]
    ['1x4', '2x4', '3x4', '4x4', '5x4']
    """

    puzzles: Sequence[Puzzle | Mapping[str, Any]]
    questions: Sequence[str] = ()
    methods: Sequence[MethodSpec] = ()
    seeds: Sequence[int] = (0,)
    repetitions: int = 1
    limits: CaseLimits = CaseLimits()
    name: str = "experiment"
    about: str = ""
    x: str = "size"
    imports: Sequence[str] = ()
    base: Path = Path()

    @classmethod
    def read(cls, path: str | Path) -> Experiment:
        """From a TOML file; its paths are relative to it.

        Raises
        ------
        InputError
            No such file, no TOML, or an invalid field; with file and field.
        """
        path = Path(path)
        try:
            value = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise InputError(error.strerror or "cannot be read", str(path)) from None
        except ValueError as error:  # not TOML, not UTF-8, a number of thousands of digits
            raise InputError(f"not TOML: {error}", str(path)) from None
        except RecursionError:
            raise InputError("not TOML: brackets nested too deeply", str(path)) from None
        try:
            return cls.of({"name": path.stem} | value, base=path.parent)
        except InputError as error:
            raise error.at(str(path)) from None

    @classmethod
    def of(cls, value: Mapping[str, Any], base: Path | None = None) -> Experiment:
        """From the same form as a TOML file, parsed (`InputError` as in `read`)."""
        _only(value, [f.name for f in fields(cls) if f.name != "base"], "experiment")
        puzzles = value.get("puzzles")
        if not isinstance(puzzles, list | tuple) or not puzzles:
            raise InputError("no puzzles, expected [[puzzles]] tables")
        methods = value.get("methods", ())
        return cls(
            puzzles=tuple(puzzles),
            questions=tuple(_question(q) for q in _sequence(value.get("questions", ()))),
            methods=tuple(spec for m in _sequence(methods) for spec in _methods(m)),
            seeds=tuple(_seed(seed) for seed in values(value.get("seeds", 0), {}, "seeds")),
            repetitions=_positive(value.get("repetitions", 1), "repetitions"),
            limits=CaseLimits.of(value.get("limits", {})),
            name=str(value.get("name", "experiment")),
            about=str(value.get("about", "")),
            x=str(value.get("x", "size")),
            imports=tuple(_module(name) for name in _sequence(value.get("imports", ()))),
            base=base or Path(),
        )


def _only(value: Any, known: Sequence[str], where: str) -> None:
    if not isinstance(value, Mapping):
        raise InputError(f"{value!r}, expected a table", where)
    for name in value:
        if name not in known:
            raise InputError(f"unknown field {name!r}, expected one of {', '.join(known)}", where)


def _sequence(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else (value,)


def _question(value: Any) -> str:
    try:
        return str(Question(value))
    except ValueError:
        known = ", ".join(Question)
        raise InputError(f"question {value!r}, expected one of {known}", "questions") from None


def _methods(value: Any) -> list[MethodSpec]:
    """One method, or one for each combination of the values of its parameters."""
    table = {"name": value} if isinstance(value, str) else value
    _only(table, ["name", *_RUN_PARAMETERS], "methods")
    if not isinstance(table.get("name"), str):
        raise InputError(f"{value!r}, expected a name or a table with a name", "methods")
    names = [name for name in _RUN_PARAMETERS if name in table]
    columns = [[_parameter(n, v) for v in values(table[n], {}, "methods")] for n in names]
    return [MethodSpec(table["name"], dict(zip(names, c, strict=True))) for c in product(*columns)]


def _parameter(name: str, value: Any) -> Any:
    kind = _RUN_PARAMETERS[name]
    if not _is_number(value) or not 0 < value <= _MOST[name] or value != kind(value):
        message = f"{name} = {value!r}, expected a number above 0, at most {_MOST[name]:,}"
        raise InputError(message, "methods")
    return kind(value)


def _is_number(value: Any) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _module(name: Any) -> str:
    if not isinstance(name, str) or not all(part.isidentifier() for part in name.split(".")):
        raise InputError(f"{name!r}, expected the name of a module", "imports")
    return name


def _seed(value: Any) -> int:
    if not is_integer(value) or not 0 <= value < 2**31:
        raise InputError(f"seed {value!r}, expected 0 to 2147483647", "seeds")
    return value


def _positive(value: Any, where: str) -> int:
    if not is_integer(value) or not 1 <= value <= MOST_REPETITIONS:
        raise InputError(f"{value!r}, expected a number from 1 to {MOST_REPETITIONS:,}", where)
    return value
