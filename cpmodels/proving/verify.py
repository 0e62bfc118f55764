"""Verifying: whether the folder of a proof proves what it claims. Nothing in it is trusted.

The puzzle is read, its formulas are stated anew and compared with those in the folder, every
witness goes through the puzzle's own checker, and every refutation through dratify, against the
formula as stated anew. So a folder that passes is right about its puzzle, whoever wrote it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Limits, OutOfTime, Run
from cpmodels.engines import proof
from cpmodels.engines.child import Child
from cpmodels.engines.proof import Checker
from cpmodels.errors import InputError, WrongSolution
from cpmodels.formats import parse_puzzles
from cpmodels.kinds.registry import registry
from cpmodels.proving import folder as files
from cpmodels.proving.claim import Claim, refuted_parts
from cpmodels.proving.witness import solutions_of
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Verification", "verify", "verify_within"]


@dataclass(frozen=True)
class Verification:
    """Whether a claim is proved: True, False, or None where a limit came first. And why not."""

    proved: bool | None
    reason: str = ""
    claim: Claim | None = None
    puzzle: Puzzle | None = None
    steps: int = 0
    stopped_by: Stop | None = None

    def __bool__(self) -> bool:
        return self.proved is True

    def __str__(self) -> str:
        if self.proved:
            return f"proved: {self.claim}"
        return f"{'unknown' if self.proved is None else 'not proved'}: {self.reason}"


class _Refusal(Exception):
    """Why the folder proves nothing."""


def verify(
    folder: str | Path,
    puzzle: Puzzle | None = None,
    *,
    limit: float | None = None,
    checker: Checker = "auto",
) -> Verification:
    """Whether the folder proves what it claims.

    Parameters
    ----------
    puzzle : Puzzle, optional
        What it must be about; else it is about whatever puzzle is in it.
    limit : float, optional
        Seconds.

    Raises
    ------
    InputError
        What is missing to check it: a folder, a package.
    """
    return verify_within(Run(Limits(limit)), folder, puzzle, checker=checker)


def verify_within(
    run: Run, folder: str | Path, puzzle: Puzzle | None = None, *, checker: Checker = "auto"
) -> Verification:
    """The same within the limits of a run, which says what has stopped it."""
    place = Path(folder)
    if not place.is_dir():
        raise InputError("no folder, expected that of a proof", str(place))
    about: Puzzle | None = None
    claim: Claim | None = None
    steps = 0
    with Child(run) as child:
        try:
            with run.building():
                content = _read(place)
                about = _puzzle(content[files.PUZZLE])
                claim = _claim(content, about)
                if puzzle is not None and puzzle != about:
                    raise _Refusal(f"it is about another puzzle: {about.describe()}")
                steps = _parts(content, about, claim, child, checker)
        except OutOfTime:
            pass
        except KeyboardInterrupt:
            run.stopped_by = Stop.INTERRUPT
        except _Refusal as refused:
            if run.stopped_by is None:
                return Verification(False, str(refused), claim, about)
    if run.stopped_by is not None or claim is None:
        return Verification(None, str(run.stopped_by), claim, about, stopped_by=run.stopped_by)
    return Verification(True, "", claim, about, steps)


def _read(place: Path) -> dict[str, str]:
    try:
        content = files.read_folder(place)
        text = {name: data.decode() for name, data in content.items()}
    except InputError as error:
        raise _Refusal(str(error)) from None
    except UnicodeDecodeError as error:
        raise _Refusal(f"not UTF-8: {error}") from None
    for name in (files.PUZZLE, files.STATEMENT):
        if name not in text:
            raise _Refusal(f"{name}: missing")
    return text


def _puzzle(text: str) -> Puzzle:
    try:
        [puzzle] = parse_puzzles(text, files.PUZZLE, "toml")
    except InputError as error:
        raise _Refusal(str(error)) from None
    except ValueError:
        raise _Refusal(f"{files.PUZZLE}: several puzzles, expected one") from None
    return puzzle


def _claim(content: dict[str, str], puzzle: Puzzle) -> Claim:
    try:
        claim, _ = files.claim_of(content[files.STATEMENT], puzzle.describe())
    except InputError as error:
        raise _Refusal(f"{files.STATEMENT}: {error}") from None
    return claim


def _parts(
    content: dict[str, str], puzzle: Puzzle, claim: Claim, child: Child, checker: Checker
) -> int:
    """All that must hold; the number of steps of the refutations."""
    left = {*content} - {files.PUZZLE, files.STATEMENT}
    blocks: list[list[int]] = []
    steps = 0
    try:
        if claim.kind == "certificate" and not registry.kind_of(puzzle).certificates(puzzle):
            raise _Refusal("no argument says that there is no solution")
        if claim.witnesses:
            _, blocks = solutions_of(puzzle, claim, _take(files.WITNESS, content, left))
        for part in refuted_parts(puzzle, claim, blocks):
            formula = _take(f"{part.name}.cnf", content, left)
            if formula != files.formula_text(part):
                raise _Refusal(f"{part.name}.cnf: not the formula of this puzzle and claim")
            refutation = _take(f"{part.name}.drat", content, left)
            verdict = proof.check(part.formula, refutation, child, checker)
            child.run.check_time()
            if verdict.accepted is not True:
                raise _Refusal(f"{part.name}.drat: {verdict.reason}")
            steps += verdict.steps
    except WrongSolution as wrong:
        raise _Refusal(f"{files.WITNESS}: {wrong}") from None
    except InputError as error:
        raise _Refusal(str(error)) from None
    if left:
        raise _Refusal(f"{min(left)}: a file that has no part in this claim")
    return steps


def _take(name: str, content: dict[str, str], left: set[str]) -> str:
    if name not in content:
        raise _Refusal(f"{name}: missing")
    left.discard(name)
    return content[name]
