"""Proving: find the solutions, refute that there are more, check the refutation, write it all."""

from __future__ import annotations

import tempfile
from importlib import metadata
from pathlib import Path

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Limits, OutOfTime, Run
from cpmodels.engines.child import Child
from cpmodels.engines.proof import Checker
from cpmodels.errors import InputError
from cpmodels.formats import parse_puzzles, write_puzzle
from cpmodels.proving import folder as files
from cpmodels.proving.claim import Claim, method_with_model
from cpmodels.proving.lengths import asks_shortest
from cpmodels.proving.strategies import exactly, one_side, optimum, shortest
from cpmodels.proving.witness import solutions_of, write_witnesses
from cpmodels.proving.work import Proof, RefutationFailed, Work
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["MOST", "Proof", "RefutationFailed", "prove", "prove_within"]

MOST = 100
"""Solutions that are listed to prove that there are no others."""


def prove(
    puzzle: Puzzle,
    out: str | Path | None = None,
    *,
    method: str | None = None,
    most: int = MOST,
    at_least: int | None = None,
    at_most: int | None = None,
    limit: float | None = None,
    checker: Checker = "auto",
) -> Proof:
    """Prove that a puzzle has no solution, exactly so many, no shorter path, or no better one.

    Or less than that: with `at_least` or `at_most`, only that the best value (of a path, its
    moves) is at least, or at most, so much.

    Parameters
    ----------
    out : path, optional
        A folder to be made; nothing is written when it is left out.
    method : str, optional
        Whose model the proof is about; by default one that states the rules alone.
    most : int
        With more solutions than these, nothing is proved.
    limit : float, optional
        Seconds for all of it.
    checker : {'auto', 'python', 'native'}
        Which engine of dratify checks the refutation.

    Raises
    ------
    InputError
        No model, a model without clauses, a folder that is there already, both bounds, or a bound
        where nothing is best.
    RefutationFailed
        The checker does not accept the engine's refutation.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> prove(Tiling.of("2x2", "dominoes"), at_most=1)
    Traceback (most recent call last):
    cpmodels.errors.InputError: a tiling that has no best solution, expected one with costs
    """
    return prove_within(
        Run(Limits(limit)), puzzle, out,
        method=method, most=most, at_least=at_least, at_most=at_most, checker=checker,
    )  # fmt: skip


def prove_within(
    run: Run,
    puzzle: Puzzle,
    out: str | Path | None = None,
    *,
    method: str | None = None,
    most: int = MOST,
    at_least: int | None = None,
    at_most: int | None = None,
    checker: Checker = "auto",
) -> Proof:
    """The same within the limits of a run, which says what has stopped it."""
    target = None if out is None else Path(out)
    if target is not None and target.exists():
        raise InputError("is there already, expected a folder to be made", str(target))
    _refuse_bounds(puzzle, at_least, at_most)
    puzzle = puzzle if target is None else _as_read(puzzle)
    work = Work(puzzle, method_with_model(puzzle, method), run, checker)
    with Child(run) as child:
        try:
            _prove(work, child, most, at_least, at_most)
        except OutOfTime:
            pass
        except KeyboardInterrupt:
            run.stopped_by = Stop.INTERRUPT
    done = work.result
    done.stopped_by = run.stopped_by
    if run.stopped_by is not None:
        done.claim = None
    done.seconds = run.elapsed - done.check_seconds
    if done.claim is not None and target is not None:
        _write(work, target)
    return done


def _refuse_bounds(puzzle: Puzzle, at_least: int | None, at_most: int | None) -> None:
    if at_least is None and at_most is None:
        return
    if at_least is not None and at_most is not None:
        raise InputError("both at least and at most, expected one of them")
    if not (puzzle.optimising or asks_shortest(puzzle)):
        raise InputError(f"a {puzzle.kind} that has no best solution, expected one with costs")


def _as_read(puzzle: Puzzle) -> Puzzle:
    """The puzzle as who reads the folder has it: the same, but perhaps for its titles."""
    [read] = parse_puzzles(str(write_puzzle(puzzle, "toml")), files.PUZZLE, "toml")
    if read != puzzle:
        raise InputError(f"{puzzle.describe()}: cannot be written so that it stays the same")
    return read


def _prove(work: Work, child: Child, most: int, at_least: int | None, at_most: int | None) -> None:
    puzzle = work.puzzle
    claim: Claim | None
    if at_least is not None or at_most is not None:
        claim = one_side(work, child, at_least, at_most)
    elif asks_shortest(puzzle):
        claim = shortest(work, child)
    elif puzzle.optimising:
        claim = optimum(work, child)
    else:
        claim = exactly(work, child, most)
    if claim is None:
        return
    if claim.witnesses:
        text = write_witnesses(work.witnesses)
        work.result.solutions, _ = solutions_of(puzzle, claim, text, work.statement)
    work.result.claim = claim


def _write(work: Work, target: Path) -> None:
    """All files beside the place, and then moved there: there is never half a proof."""
    claim = work.result.claim
    assert claim is not None
    puzzle = str(write_puzzle(work.puzzle, "toml"))
    by = ", ".join(f"{name} {_version(name)}" for name in ("cpmodels", "python-sat", "dratify"))
    content = {
        files.PUZZLE: puzzle,
        files.STATEMENT: files.statement_of(claim, work.puzzle.describe(), by),
    }
    if claim.witnesses:
        content[files.WITNESS] = write_witnesses(work.witnesses)
    for part, text in work.refutations:
        content[f"{part.name}.cnf"] = files.formula_text(part)
        content[f"{part.name}.drat"] = text
    data = {name: text.encode() for name, text in content.items()}
    data[files.SUMS] = files.sums_of(data)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}.") as scratch:
            folder = Path(scratch) / "proof"
            folder.mkdir()
            for name, content_of in data.items():
                (folder / name).write_bytes(content_of)
            folder.rename(target)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", str(target)) from None
    work.result.folder = target


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "?"
