"""Proofs that a formula has no model, checked by dratify, which shares no code with any solver.

A proof in DRAT is a list of clauses, each of which follows from those before it, down to the empty
one. Here each must follow by *reverse unit propagation*: set its literals false, and unit clauses
alone lead to a contradiction. All that CaDiCaL learns does. DRAT allows another rule, RAT; it is
not accepted (see `worker`), nor are variables that the formula does not have. So each clause of an
accepted proof follows from the formula, whatever the proof deletes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cpmodels.engines.child import Child
from cpmodels.engines.formula import Formula

__all__ = ["Checker", "Refutation", "check"]

Checker = Literal["auto", "python", "native"]
"""dratify in plain Python, its native engine, or the native one where it is installed."""


@dataclass(frozen=True)
class Refutation:
    """What came of the check: whether the formula is refuted (None: stopped), and why not."""

    accepted: bool | None
    reason: str = ""
    steps: int = 0


def check(formula: Formula, proof: str, child: Child, engine: Checker = "auto") -> Refutation:
    """Whether the proof refutes the formula.

    Parameters
    ----------
    proof : str
        In the text form of DRAT.
    """
    replies = list(child.ask("check", formula, proof=proof, engine=engine))  # to its end
    if not replies:
        return Refutation(None, f"stopped: {child.run.stopped_by}")
    reply = replies[0]
    return Refutation(reply["refuted"] is True, reply["reason"], reply.get("steps", 0))
