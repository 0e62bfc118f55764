"""Proof as a method: it says nothing that was not proved, and whose proof was not verified."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import Run
from cpmodels.engines.child import missing
from cpmodels.errors import WrongSolution
from cpmodels.kinds.method import Method
from cpmodels.proving.prove import MOST, Proof, RefutationFailed, prove_within
from cpmodels.proving.verify import verify_within
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["ByProof"]


class ByProof(Method):
    """A model's clauses: solutions by CaDiCaL, and the refutation of more by CaDiCaL and dratify.

    What is claimed is written into a folder, which is verified as if a stranger had made it.

    Parameters
    ----------
    inner : Method
        Has a `build`, from a puzzle to its model.
    """

    name = "proof"
    side = "engine"
    default = False
    proves = True
    questions = frozenset({Question.SOLVE, Question.COUNT, Question.UNIQUE})

    def __init__(self, puzzle: type[Puzzle], inner: Any) -> None:
        self.puzzle, self.inner = puzzle, inner
        self.about = f"the clauses of {inner.name}, refuted by CaDiCaL, checked by dratify"

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """Counts of best solutions, what its model's method refuses; all, without the extra."""
        reason = missing("pysat", "pyganak", "dratify") or super().refuses(puzzle, question)
        if reason is None and puzzle.optimising and question is not Question.SOLVE:
            reason = "proves what is best, not how many are"
        return reason or self.inner.refuses(puzzle, Question.SOLVE)

    def solve(self, puzzle: Any, run: Run) -> Any | None:
        """A solution, a best one where the puzzle asks for it, or the proof that there is none."""
        proof = self._proof(puzzle, run, most=0)
        if proof.claim is not None and puzzle.optimising and proof.solutions:
            run.bound = proof.claim.number
        return proof.solutions[0] if proof.solutions else None

    def count(self, puzzle: Any, run: Run) -> int:
        """How many, up to a hundred."""
        proof = self._proof(puzzle, run, MOST)
        run.at_least = len(proof.solutions)
        if proof.claim is None:
            run.stop(Stop.SOLUTIONS)
        return run.at_least

    def _proof(self, puzzle: Any, run: Run, most: int) -> Proof:
        with tempfile.TemporaryDirectory(prefix="cpmodels-") as scratch:
            place = Path(scratch) / "proof"
            try:
                done = prove_within(run, puzzle, place, method=self.inner.name, most=most)
            except RefutationFailed as failure:
                raise WrongSolution(f"its refutation is not accepted: {failure}") from None
            if done.claim is not None:
                if not place.is_dir():
                    raise WrongSolution("it claims a proof, and wrote none")
                report = verify_within(run, place, puzzle)
                if report.proved is False or report.claim not in (None, done.claim):
                    raise WrongSolution(
                        f"its proof is not accepted: {report.reason or report.claim}"
                    )
                run.note = f"{done.steps:,} steps verified" if done.steps else done.note
        return done
