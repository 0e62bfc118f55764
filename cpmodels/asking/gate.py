"""The gate: nothing that a method hands over becomes an answer before it was looked at.

Here alone being stopped, Ctrl-C and a method's own exceptions are told apart. A solution goes
through the puzzle's checker, and the puzzle measures it; a count is a whole number.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import inf
from typing import Any

from cpmodels.answers import interruption
from cpmodels.answers.answer import Answer, Effort, Question, Stop, Verdict
from cpmodels.answers.run import OutOfTime, Run
from cpmodels.answers.support import Support
from cpmodels.errors import InputError, MethodFailed, WrongSolution
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.choices import Choice
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["answer_of", "answering", "checked_count", "measure"]


_ROUNDING = 1e-9


@contextmanager
def answering(method: Method, run: Run) -> Iterator[None]:
    """What stops the method ends the work inside and stays in `run`; all else is an error of it.

    Raises
    ------
    WrongSolution, InputError
        As the method raised them.
    MethodFailed
        Any other exception, `SystemExit` included.
    """
    try:
        yield
    except OutOfTime:
        run.stop(Stop.TIME)
    except KeyboardInterrupt:
        run.stop(Stop.INTERRUPT)
    except MemoryError:
        run.stop(Stop.MEMORY)
    except WrongSolution as wrong:
        raise WrongSolution(f"{method.name} gave a wrong solution: {wrong}") from None
    except (InputError, MethodFailed, GeneratorExit):
        raise
    except BaseException as error:
        if error is run.progress_error:
            raise
        if interruption.pending():
            run.stop(Stop.INTERRUPT)
            return
        raise MethodFailed(method.name, error) from error


def measure(puzzle: Puzzle, solution: Any) -> int | None:
    """The value of a solution, by the puzzle's own measure; None where nothing is minimised."""
    if solution is None or not puzzle.optimising:
        return None
    return puzzle.measure(solution)


def checked_count(method: str, count: Any) -> int:
    """The count as a Python integer, whatever kind of whole number it is.

    Raises
    ------
    WrongSolution
        It is no whole number of 0 or more: None, a fraction, a text, a truth value.

    Examples
    --------
    >>> import numpy as np
    >>> checked_count("dlx", np.int64(117))
    117
    """
    try:
        number = -1 if isinstance(count, bool) else operator.index(count)
    except TypeError:
        number = -1
    if number < 0:
        expected = "expected a whole number of 0 or more"
        raise WrongSolution(f"{method} gave a wrong count: {repr(count)[:80]}, {expected}")
    return number


def answer_of(
    question: Question, puzzle: Puzzle, method: Method, run: Run, verdict: Verdict, **rest: Any
) -> Answer:
    """The answer that a run has come to; its solution is measured here."""
    for name in ("solution", "second"):
        if isinstance(rest.get(name), Choice):
            rest[name] = tuple(rest[name])
    objective = measure(puzzle, rest.get("solution"))
    with answering(method, run):
        bound = None if run.bound is None else operator.index(run.bound)
        effort = _plain(run.effort)
        note = str(run.note)
        stopped_by = None if run.stopped_by is None else Stop(run.stopped_by)
    if bound is not None and objective is not None:
        way, lead = (
            ("less", objective - bound) if puzzle.maximising else ("more", bound - objective)
        )
        if lead > 0:
            message = f"{bound} or {way}, and gave one of {objective}"
            raise WrongSolution(f"{method.name} proved {message}")
    most = (run.limits.within or inf) * (bound or 0) + _ROUNDING
    if stopped_by is Stop.ENOUGH and (objective is None or bound is None or objective > most):
        claim = f"one of {objective} as good enough, and proved {bound or 0} or more"
        raise WrongSolution(f"{method.name} gave {claim}")
    return Answer(
        question=str(question),
        method=method.name,
        verdict=verdict,
        objective=objective,
        bound=bound,
        effort=effort,
        build_seconds=run.build_seconds,
        solve_seconds=max(0.0, run.elapsed - run.build_seconds),
        stopped_by=stopped_by,
        note=note,
        supported_by=_support(puzzle, method, verdict, note, rest),
        puzzle=puzzle,
        **rest,
    )


def _support(
    puzzle: Puzzle, method: Method, verdict: Verdict, note: str, rest: Mapping[str, Any]
) -> tuple[Support, ...]:
    """What the answer of this one method rests on."""
    if verdict is Verdict.SOLVED or (verdict is Verdict.SEVERAL and rest.get("second") is not None):
        return (Support.SOLUTION,)
    if verdict is Verdict.NONE and note and note in registry.kind_of(puzzle).certificates(puzzle):
        return (Support.CERTIFICATE,)
    by_witness = verdict in (Verdict.UNKNOWN, Verdict.SEVERAL)
    return (Support.PROOF,) if method.proves and not by_witness else ()


def _plain(effort: Effort) -> Effort:
    """The effort in Python integers; TypeError where it holds something else."""
    numbers = {
        name: None if value is None else operator.index(value)
        for name, value in vars(effort).items()
        if name != "levels"
    }
    return Effort(**numbers, levels=tuple(map(operator.index, effort.levels)))
