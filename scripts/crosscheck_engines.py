"""Random cases of every kind, by all methods: each model by CP-SAT, CaDiCaL and Ganak, and by hand.

``python scripts/crosscheck_engines.py [CASES OF EACH KIND] [FIRST SEED]``: what `crosscheck` asks,
and the engines that it asks only when they are named, proofs among them.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import perf_counter

import cpmodels as cm
from cpmodels.engines.child import keeping
from cpmodels.generate import random_puzzle
from cpmodels.kinds.registry import registry


def main(number: str = "10", seed: str = "0") -> None:
    """A line for each kind: cases, agreements, answers by side."""
    total: Counter[str] = Counter()
    for kind in registry.random_kinds():
        tally, began = Counter[str](), perf_counter()
        with keeping():
            for place in range(int(seed), int(seed) + int(number)):
                tally += _one(random_puzzle(kind, place))
        print(f"{kind:12} {_words(tally)}, {perf_counter() - began:.0f} s", flush=True)
        total += tally
    print(f"{'all':12} {_words(total)}")


def _one(puzzle: cm.Puzzle) -> Counter[str]:
    sides = {method.name: method.side for method in registry.methods_of(type(puzzle))}
    question = puzzle.default_question
    result = cm.crosscheck(
        puzzle, methods=list(sides), questions=[question], limit=20, shrink_seconds=0
    )
    [case] = result.checks
    tally = Counter({"cases": 1, "agree": int(case.agree is True)})
    tally += Counter(sides[each.method] for each in case.opinions if each.conclusive)
    if case.agree is not True:
        why = case.disagreement.reason if case.disagreement else case.unknown
        print(f"{puzzle.describe()}: {why}", flush=True)
    return tally


def _words(tally: Counter[str]) -> str:
    answers = ", ".join(f"{tally[side]:,} by {side}" for side in ("model", "engine", "hand"))
    return f"{tally['agree']:,} of {tally['cases']:,} agree; answers: {answers}"


if __name__ == "__main__":
    main(*sys.argv[1:])
