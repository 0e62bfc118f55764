"""Proving: find the solutions, refute that there are more, check the refutation, write it all."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from importlib import metadata
from pathlib import Path
from time import perf_counter
from typing import Any

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Limits, OutOfTime, Run
from cpmodels.engines import cadical, cp_sat, proof
from cpmodels.engines.child import Child
from cpmodels.engines.cnf import clauses
from cpmodels.engines.formula import Formula
from cpmodels.engines.proof import Checker
from cpmodels.errors import InputError
from cpmodels.formats import parse_puzzles, write_puzzle
from cpmodels.kinds.registry import registry
from cpmodels.models.model import Model
from cpmodels.proving import folder as files
from cpmodels.proving.claim import (
    Claim,
    Part,
    better,
    build,
    method_with_model,
    rung,
    whole,
)
from cpmodels.proving.lengths import asks_shortest, possible_lengths
from cpmodels.proving.witness import solutions_of, write_witnesses
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["MOST", "Proof", "RefutationFailed", "prove", "prove_within"]

MOST = 100
"""Solutions that are listed to prove that there are no others."""


class RefutationFailed(RuntimeError):
    """A refutation that the checker does not accept: the engine, or the checker, is wrong."""


@dataclass
class Proof:
    """What was proved, or how far it went.

    Attributes
    ----------
    claim : Claim or None
        None where a limit, or the number of solutions, came before one could be proved.
    solutions : list
        The witnesses.
    steps : int
        Lines of all refutations.
    seconds, check_seconds : float
        Time to find and refute, and to check.
    stopped_by : Stop or None
        What ended it early.
    note : str
        How far it went.
    folder : Path or None
        Where it was written.
    """

    puzzle: Puzzle
    claim: Claim | None = None
    solutions: list[Any] = field(default_factory=list)
    steps: int = 0
    seconds: float = 0.0
    check_seconds: float = 0.0
    stopped_by: Stop | None = None
    note: str = ""
    folder: Path | None = None

    def __bool__(self) -> bool:
        return self.claim is not None


def prove(
    puzzle: Puzzle,
    out: str | Path | None = None,
    *,
    method: str | None = None,
    most: int = MOST,
    limit: float | None = None,
    checker: Checker = "auto",
) -> Proof:
    """Prove that a puzzle has no solution, exactly so many, no shorter path, or no better one.

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
        No model, a model without clauses, or a folder that is there already.
    RefutationFailed
        The checker does not accept the engine's refutation.
    """
    run = Run(Limits(limit))
    return prove_within(run, puzzle, out, method=method, most=most, checker=checker)


def prove_within(
    run: Run,
    puzzle: Puzzle,
    out: str | Path | None = None,
    *,
    method: str | None = None,
    most: int = MOST,
    checker: Checker = "auto",
) -> Proof:
    """The same within the limits of a run, which says what has stopped it."""
    target = None if out is None else Path(out)
    if target is not None and target.exists():
        raise InputError("is there already, expected a folder to be made", str(target))
    puzzle = puzzle if target is None else _as_read(puzzle)
    work = _Work(puzzle, method_with_model(puzzle, method), run, checker)
    with Child(run) as child:
        try:
            _prove(work, child, most)
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


def _as_read(puzzle: Puzzle) -> Puzzle:
    """The puzzle as who reads the folder has it: the same, but perhaps for its titles."""
    [read] = parse_puzzles(str(write_puzzle(puzzle, "toml")), files.PUZZLE, "toml")
    if read != puzzle:
        raise InputError(f"{puzzle.describe()}: cannot be written so that it stays the same")
    return read


@dataclass
class _Work:
    """A proof while it is made."""

    puzzle: Puzzle
    model: str
    run: Run
    checker: Checker
    refutations: list[tuple[Part, str]] = field(default_factory=list)
    witnesses: list[Sequence[int]] = field(default_factory=list)
    statement: tuple[Model, Formula] | None = None
    result: Proof = field(init=False)

    def __post_init__(self) -> None:
        self.result = Proof(self.puzzle)

    def state(self) -> Part:
        """The formula of the whole puzzle, kept for the witnesses."""
        with self.run.building():
            model = build(self.puzzle, self.model)
            self.statement = model, clauses(model)
        return whole(self.puzzle, self.model, self.statement[1])

    def refute(self, part: Part, child: Child) -> Sequence[int] | None:
        """A model of the formula; or None, and then its refutation is checked and kept.

        It raises `OutOfTime` when the run was stopped.
        """
        model, text = cadical.refute(part.formula, child)
        if model is not None:
            return [model[variable - 1] for variable in part.formula.primary]
        self.run.check_time()
        if text is None:
            raise RefutationFailed("the engine says none, and gives no refutation")
        start = perf_counter()
        verdict = proof.check(part.formula, text, child, self.checker)
        self.result.check_seconds += perf_counter() - start
        self.run.check_time()
        if verdict.accepted is not True:
            raise RefutationFailed(f"{part.name}: {verdict.reason}")
        self.result.steps += verdict.steps
        self.refutations.append((part, text))
        return None


def _prove(work: _Work, child: Child, most: int) -> None:
    puzzle = work.puzzle
    if asks_shortest(puzzle):
        claim = _shortest(work, child)
    elif puzzle.optimising:
        claim = _optimum(work, child)
    else:
        claim = _exactly(work, child, most)
    if claim is None:
        return
    if claim.witnesses:
        text = write_witnesses(work.witnesses)
        work.result.solutions, _ = solutions_of(puzzle, claim, text, work.statement)
    work.result.claim = claim


def _exactly(work: _Work, child: Child, most: int) -> Claim | None:
    """Solutions are excluded one by one; the refutation is of what is left.

    After the first one, it is looked at once whether it is the only one: the usual case.
    """
    statement = work.state()
    for number in (0, 1):
        witness = work.refute(_left(work, statement), child)
        if witness is None:
            return Claim("exactly" if number else "none", number, work.model)
        work.witnesses.append(witness)
        if number >= most:
            _too_many(work)
            return None
    left = _left(work, statement)
    for reply in child.ask("enumerate", left.formula, primary=left.formula.primary):
        work.witnesses.append([int(literal) for literal in reply["model"]])
        work.result.note = f"at least {len(work.witnesses)} solutions"
        if len(work.witnesses) > most:
            _too_many(work)
            return None
    work.run.check_time()
    if work.refute(_left(work, statement), child) is not None:
        raise RefutationFailed("the engine lists solutions, and then finds another")
    work.result.note = ""
    return Claim("exactly", len(work.witnesses), work.model)


def _left(work: _Work, statement: Part) -> Part:
    """The formula without the solutions so far."""
    blocks = [statement.formula.block(each) for each in work.witnesses]
    return replace(statement, formula=statement.formula.with_clauses(blocks))


def _too_many(work: _Work) -> None:
    """Nothing is claimed; but the solutions so far are solutions."""
    claim = Claim("exactly", len(work.witnesses), work.model)
    text = write_witnesses(work.witnesses)
    work.result.note = f"at least {len(work.witnesses)} solutions"
    work.result.solutions, _ = solutions_of(work.puzzle, claim, text, work.statement)


def _shortest(work: _Work, child: Child) -> Claim | None:
    """Each length from below, until there is a path."""
    why = registry.kind_of(work.puzzle).certificates(work.puzzle)
    if why:
        work.result.note = why[0]
        return Claim("certificate", 0, work.model)
    for part in _climb(work):
        model = work.refute(part, child)
        if model is not None:
            work.witnesses.append(model)
            return Claim("shortest", int(part.name.rpartition("-")[2]), work.model)
        work.result.note = f"no path of {part.name.rpartition('-')[2].lstrip('0') or 0} moves"
    raise AssertionError("lengths do not end")


def _climb(work: _Work) -> Iterator[Part]:
    """The rungs, without an end, from the least length that a path may have."""
    for length in possible_lengths(work.puzzle):
        with work.run.building():
            part = rung(work.puzzle, work.model, length)
        yield part


def _optimum(work: _Work, child: Child) -> Claim:
    """A solution, better ones as long as there are some, and the refutation of one more.

    CP-SAT is asked first which value is the best: nothing rests on what it says.
    """
    puzzle, run = work.puzzle, work.run
    part = work.state()
    assert work.statement is not None
    model, formula = work.statement
    guess = cp_sat.find(model, Run(Limits(None if run.left is None else run.left / 2)))
    value = None if guess is None else puzzle.measure(guess)
    if value is not None:
        with run.building():
            worse = value - 1 if puzzle.maximising else value + 1
            part = better(puzzle, model, Claim("optimum", worse, work.model))
    while (witness := work.refute(part, child)) is not None:
        solution = model.read(formula.values(witness))
        puzzle.check(solution)
        value = puzzle.measure(solution)
        assert value is not None
        work.witnesses = [witness]
        work.result.note = f"one of {value}"
        with run.building():
            part = better(puzzle, model, Claim("optimum", value, work.model))
    if not work.witnesses:
        if value is not None:
            raise RefutationFailed(f"CP-SAT has a solution of {value}, and the engine has none")
        return Claim("none", 0, work.model)
    work.result.note = ""
    assert value is not None
    return Claim("optimum", value, work.model)


def _write(work: _Work, target: Path) -> None:
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
