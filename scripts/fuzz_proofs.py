"""Refutations made up at random, for formulas that have a model: none may pass.

``python scripts/fuzz_proofs.py SECONDS``: random satisfiable formulas, and for each the refutations
of near-by unsatisfiable ones, torn, spliced, with steps changed, left out, deleted and doubled.
"""

from __future__ import annotations

import sys
from array import array
from random import Random
from time import perf_counter

from pysat.solvers import Cadical195

from cpmodels.engines.worker import _check


def main(seconds: str = "30") -> None:
    """Tries until the time is up, and says how many."""
    rng, trials, end = Random(1), 0, perf_counter() + float(seconds)
    while perf_counter() < end:
        size = rng.randint(3, 7)
        clauses = [_clause(rng, size) for _ in range(5 * size)]
        lines = _refutation(clauses)
        if lines is None:
            continue
        weaker = [each for each in clauses if rng.random() < 0.8]
        with Cadical195(bootstrap_with=weaker) as solver:
            if not solver.solve():
                continue
        literals = array("i", [x for clause in weaker for x in (*clause, 0)])
        deletions = [f"d {' '.join(map(str, clause))} 0" for clause in weaker]
        for _ in range(40):
            proof = "\n".join(_change(rng, lines, deletions, size))
            [verdict] = _check(size, literals, proof, "auto")
            assert verdict["refuted"] is False, (weaker, proof)
            trials += 1
    print(f"{trials:,} false refutations, none accepted")


def _clause(rng: Random, size: int) -> list[int]:
    return [rng.choice((-1, 1)) * v for v in rng.sample(range(1, size + 1), rng.randint(1, 3))]


def _refutation(clauses: list[list[int]]) -> list[str] | None:
    with Cadical195(bootstrap_with=clauses, with_proof=True) as solver:
        return None if solver.solve() else [str(line) for line in solver.get_proof()]


def _change(rng: Random, lines: list[str], deletions: list[str], size: int) -> list[str]:
    changed_lines = list(lines)
    for _ in range(rng.randint(0, 5)):
        place = rng.randint(0, len(changed_lines))
        way = rng.randrange(5)
        if way == 0:
            changed_lines.insert(place, rng.choice(deletions or ["0"]))
        elif way == 1:
            changed_lines.insert(place, f"{' '.join(map(str, _clause(rng, size)))} 0")
        elif way == 2 and changed_lines:
            changed_lines.pop(place - 1)
        elif way == 3:
            changed_lines = changed_lines[:place]
        else:
            changed_lines.insert(place, rng.choice(lines))
    return [*changed_lines, "0"]


if __name__ == "__main__":
    main(*sys.argv[1:])
