"""The questions: solve, count, enumerate, unique. Each runs one method and returns an Answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cpmodels.answers.answer import Answer, Question
from cpmodels.answers.run import Limits, Run
from cpmodels.asking.ask import ask
from cpmodels.asking.by_copies import count_by_copies, refuse_with
from cpmodels.asking.stream import Solutions
from cpmodels.errors import InputError
from cpmodels.kinds.registry import classes_of, registry
from cpmodels.lazy import lazy
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["count", "enumerate_solutions", "is_unique", "solve"]

Progress = Callable[[float], None]
_count_in_cubes = lazy("cpmodels.counting.count:count_in_cubes")


def solve(
    puzzle: Puzzle,
    *,
    method: str | None = None,
    limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    within: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """One solution (a best one, where solutions have a measure), or the proof of none.

    Parameters
    ----------
    method : str, optional
        One of `methods(puzzle, "solve")`; the first that can answer by default: CP-SAT, and IDA*
        for sliding puzzles.
    limit : float, optional
        Wall-clock seconds; building the model counts, and so does compiling a search.
    workers : int
        Threads that the method may use. The answer does not depend on it.
    seed : int
        Seed of everything random.
    within : float, optional
        Where solutions have a measure: one that measures at most so many times the best one will
        do, which may be known much earlier; ``math.inf`` for any. The answer has the bound that
        was proved.
    progress : callable, optional
        Called now and then with the share of the work that is done, by methods that know it.

    Raises
    ------
    InputError
        A method that does not exist or cannot answer this.
    WrongSolution
        The method gave a solution that breaks a rule: a defect in the method.
    MethodFailed
        It ended in an exception instead of an answer: another defect.
    Interrupted
        Ctrl-C; its `answer` holds what was known.

    Examples
    --------
    >>> import cpmodels as cm
    >>> print(cm.solve(cm.Tiling.of("4x5", "tetrominoes", copies=1)))
    none
    >>> far = cm.SlidingPuzzle.of("8 6 7 2 5 4 3 x 1")
    >>> cm.solve(far, within=1.5).bound <= 31 <= cm.solve(far, within=1.5).objective
    True
    """
    run = Run(Limits(limit, workers, seed, within, progress=progress))
    return ask(Question.SOLVE, puzzle, method, run)


def count(
    puzzle: Puzzle,
    *,
    method: str | None = None,
    limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    max_solutions: int | None = None,
    up_to_symmetry: bool = False,
    by: str | None = None,
    progress: Progress | None = None,
    cluster: Any = None,
    out: str | Path | None = None,
) -> Answer:
    """Number of solutions: exact when `Answer.complete`, otherwise at least so many.

    Parameters are those of `solve`, and

    max_solutions : int, optional
        Stop when so many are found.
    up_to_symmetry : bool
        Whether solutions that a symmetry maps to each other are one: tilings only, see
        `cpmodels.puzzles.symmetry` for what is a symmetry.
    by : str, optional
        ``"copies"``: the answer's `by_copies` has the number for each multiset of shapes.
    cluster : str or distributed.Client, optional
        A Dask client, the address of a scheduler, or ``local:4`` for processes of this machine:
        the count is cut into cubes, which their workers count. `ClusterLost` when it is gone.
    out : path, optional
        A directory that keeps the cubes, so that the same count goes on there.

    Examples
    --------
    >>> import cpmodels as cm
    >>> cm.count(cm.Tiling.of("4x4", "tetrominoes")).count
    117
    >>> cm.count(cm.Tiling.of("2x3", "trominoes"), by="copies").by_copies
    {(('L', 2),): 2, (('I', 2),): 1}
    >>> cm.count(cm.Tiling.of("4x4", "tetrominoes"), up_to_symmetry=True).count
    22
    """
    limits = Limits(limit, workers, seed, progress=progress)
    if by is not None:
        refuse_with(
            by, max_solutions=max_solutions, up_to_symmetry=up_to_symmetry, cluster=cluster, out=out
        )
        return count_by_copies(puzzle, method, Run(limits))
    puzzle = classes_of(puzzle) if up_to_symmetry else puzzle
    if cluster is not None or out is not None:
        if max_solutions is not None:
            raise InputError(f"max_solutions {max_solutions}, expected none of a count in cubes")
        answer: Answer = _count_in_cubes(
            puzzle, method, cluster=cluster, out=out, limits=limits
        ).answer
        return answer
    run = Run(limits)
    return ask(Question.COUNT, puzzle, method, run, max_solutions=max_solutions)


def is_unique(
    puzzle: Puzzle,
    *,
    method: str | None = None,
    limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Answer:
    """Whether there is exactly one solution; if not, `second` is another one, or none exists.

    The answer is true or false as it stands (``if cm.is_unique(p):``); when the search was
    stopped before it knew, that raises `Undecided`. Parameters are those of `solve`.

    Examples
    --------
    >>> import cpmodels as cm
    >>> bool(cm.is_unique(cm.Tiling.of("6x6", "tetrominoes:O")))
    True
    """
    run = Run(Limits(limit, workers, seed, progress=progress))
    return ask(Question.UNIQUE, puzzle, method, run)


def enumerate_solutions(
    puzzle: Puzzle,
    *,
    method: str | None = None,
    limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    max_solutions: int | None = None,
    up_to_symmetry: bool = False,
    progress: Progress | None = None,
) -> Solutions:
    """Every solution once, as a stream; its `answer` says whether that was all.

    Parameters are those of `count`.

    Examples
    --------
    >>> import cpmodels as cm
    >>> stream = cm.enumerate_solutions(cm.Tiling.of("2x3", "dominoes"))
    >>> len(list(stream)), str(stream.answer)
    (3, '3')
    """
    run = Run(Limits(limit, workers, seed, progress=progress))
    puzzle = classes_of(puzzle) if up_to_symmetry else puzzle
    return Solutions(
        puzzle, registry.find_method(puzzle, method, Question.ENUMERATE), run, max_solutions
    )
