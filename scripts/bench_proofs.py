"""Every none, unique and shortest path of the corpus that CP-SAT answers in 10 s: proved, checked.

Prints the seconds of CP-SAT and of prove (with the check of the refutation), and whether they are
within ten times CP-SAT's and a second: ``python scripts/bench_proofs.py [start of a name]``.
"""

from __future__ import annotations

import sys
from time import perf_counter

import cpmodels as cm
from cpmodels.corpus import cases
from cpmodels.errors import InputError


def main(start: str = "") -> None:
    """A line for each case, and how many are within the bound."""
    within = total = 0
    for case in cases():
        known = case.expected in (0, 1) or case.puzzle.optimising or case.question == "unique"
        if not known or not case.name.startswith(start):
            continue
        ask = cm.solve if case.puzzle.optimising else cm.is_unique
        began = perf_counter()
        try:
            answer = ask(case.puzzle, method="cp-sat", limit=10)
        except InputError:
            continue
        usual = perf_counter() - began
        if not answer.complete:
            continue
        allowed = 10 * usual + 1
        done = cm.prove(case.puzzle, limit=max(20.0, 3 * allowed))
        seconds = done.seconds + done.check_seconds
        total += 1
        within += bool(done) and seconds <= allowed
        print(f"{case.name:40} cp-sat {usual:7.2f} s, proved {seconds:7.2f} s of {allowed:7.2f}, "
              f"{done.steps:8,} steps: {done.claim or done.stopped_by or done.note}"
              f"{'' if done and seconds <= allowed else '  LATE'}", flush=True)  # fmt: skip
    print(f"{within} of {total} within the bound")


if __name__ == "__main__":
    main(*sys.argv[1:])
