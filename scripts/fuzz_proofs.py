"""Refutations made up at random, for formulas that have a model: none may pass.

``python scripts/fuzz_proofs.py [NUMBER] [SEED]``: random satisfiable formulas, and for each the
refutations of near-by unsatisfiable ones, torn, spliced, with steps changed, left out, deleted and
doubled; one in fifty is given to dratify's plain Python, the others to its native engine. A million
take some ten minutes of one core.
"""

from __future__ import annotations

import sys
from array import array
from random import Random
from time import process_time

import cdclkit_native
import dratify
from pysat.solvers import Cadical195

from cpmodels.engines.worker import _check

FOR_EACH = 50  # false refutations of one formula


def main(number: str = "100000", seed: str = "1") -> None:
    """So many tries, and how many there were."""
    dratify.register_native(cdclkit_native)
    rng, trials, began = Random(int(seed)), 0, process_time()
    while trials < int(number):
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
        for place in range(FOR_EACH):
            proof = "\n".join(_changed(rng, lines, deletions, size))
            [accepted] = _check(size, literals, proof, "auto" if place else "python")
            assert accepted["refuted"] is False, (weaker, proof)
            trials += 1
    print(f"{trials:,} false refutations, none accepted ({process_time() - began:.0f} s)")


def _clause(rng: Random, size: int) -> list[int]:
    return [rng.choice((-1, 1)) * v for v in rng.sample(range(1, size + 1), rng.randint(1, 3))]


def _refutation(clauses: list[list[int]]) -> list[str] | None:
    with Cadical195(bootstrap_with=clauses, with_proof=True) as solver:
        return None if solver.solve() else [str(line) for line in solver.get_proof()]


def _changed(rng: Random, lines: list[str], deletions: list[str], size: int) -> list[str]:
    result = list(lines)
    for _ in range(rng.randint(0, 5)):
        place = rng.randint(0, len(result))
        way = rng.randrange(5)
        if way == 0:
            result.insert(place, rng.choice(deletions or ["0"]))
        elif way == 1:
            result.insert(place, f"{' '.join(map(str, _clause(rng, size)))} 0")
        elif way == 2 and result:
            result.pop(place - 1)
        elif way == 3:
            result = result[:place]
        else:
            result.insert(place, rng.choice(lines))
    return [*result, "0"]


if __name__ == "__main__":
    main(*sys.argv[1:])
