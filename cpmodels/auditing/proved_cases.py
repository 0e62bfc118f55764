"""Whether cases have the solutions that a method by hand has listed, and no others: by proof."""

from __future__ import annotations

from collections.abc import Iterable

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Limits, Run
from cpmodels.asking.ask import ask
from cpmodels.auditing.known_solutions import Known
from cpmodels.auditing.results import CaseProofs
from cpmodels.errors import InputError, MethodFailed, WrongSolution
from cpmodels.proving.prove import MOST

__all__ = ["prove_cases"]


def prove_cases(cases: Iterable[Known], limit: float, result: CaseProofs) -> None:
    """Prove the number of solutions of each case that has no more than a hundred.

    Parameters
    ----------
    limit : float
        Seconds for each.
    result : CaseProofs
        Where each proof is put as soon as it is made: Ctrl-C leaves what is known.
    """
    for case in cases:
        if len(case.keys) > MOST:
            result.skipped.append(f"a proof of more than {MOST} solutions")
            continue
        if case.puzzle.optimising:
            result.skipped.append("a proof of how many best solutions there are")
            continue
        try:
            answer = ask(Question.COUNT, case.puzzle, "proof", Run(Limits(limit)))
        except WrongSolution as wrong:
            result.wrong.append((case, str(wrong)))
            continue
        except (InputError, MethodFailed) as failure:
            result.unproved.append(f"{case.puzzle.describe()}: {failure}")
            continue
        if not answer.complete:
            result.unproved.append(f"{case.puzzle.describe()}: {answer}")
        elif answer.count != len(case.keys):
            message = f"{case.by} says {len(case.keys)}, a proof {answer.count}"
            result.wrong.append((case, message))
        else:
            result.proved += 1
