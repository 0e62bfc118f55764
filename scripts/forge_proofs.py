"""Folders of proofs, forged at random: does verify accept one that claims what is false?

Some small proofs are made. Then files are torn, changed, swapped and made up, the statement claims
something else, and the checksums are made to fit, as a forger would. What is accepted must be true,
by an algorithm written by hand. The exit status is 1 if it is not.

    python scripts/forge_proofs.py --forgeries 1000 --seed 0
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from time import perf_counter

import cpmodels as cm
from cpmodels.formats import write_puzzle
from cpmodels.proving import folder as files
from cpmodels.proving.claim import CLAIMS, Claim, refuted_parts
from cpmodels.puzzles.puzzle import Puzzle

PUZZLES: list[Puzzle] = [
    cm.Tiling.of("3x4", "tetrominoes:S"),
    cm.Tiling.of("2x2", "dominoes"),
    cm.Tiling.of("2x3", "dominoes"),
    cm.Nonogram.of(["1", "2", "1"], ["2", "2"]),
    cm.ExactCover.of("a b c", ["a", "b", "c", "a b", "b c"], costs=[4, 1, 2, 3, 9]),
    cm.Tiling.of("3x3", "trominoes:L", goal="most pieces"),
    cm.SlidingPuzzle.of("1 2 3 x 4 6 7 5 8"),
]
Content = dict[str, bytes]


def is_true(claim: Claim, puzzle: Puzzle) -> bool:
    """By hand."""
    best = puzzle.optimising or puzzle.kind == "sliding"
    if not best:
        count = cm.count(puzzle).count
        return claim.kind in ("none", "exactly", "certificate") and claim.number == count
    value = cm.solve(puzzle).objective
    if value is None:
        return claim.kind in ("none", "certificate", "bound")
    better = claim.number < value if puzzle.maximising else claim.number > value
    return {
        "shortest": claim.number == value,
        "optimum": claim.number == value,
        "bound": not (claim.number < value if puzzle.maximising else claim.number > value),
        "reached": claim.number == value or better,
    }.get(claim.kind, False)


def tear(content: Content, others: list[Content], rng: Random) -> Content:
    """One file is cut, or a byte of it is another."""
    name = rng.choice(sorted(content))
    data = bytearray(content[name])
    if not data or rng.random() < 0.3:
        data = data[: rng.randint(0, len(data))]
    else:
        data[rng.randrange(len(data))] = rng.choice(b"0123456789 -\nvdx")
    return content | {name: bytes(data)}


def shuffle(content: Content, others: list[Content], rng: Random) -> Content:
    """Lines of one file go, come twice, or change places."""
    name = rng.choice(sorted(content))
    lines = content[name].splitlines(keepends=True)
    for _ in range(rng.randint(1, 3)):
        if lines:
            one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            rng.choice([
                lambda one=one: lines.pop(one),
                lambda one=one, other=other: lines.insert(other, lines[one]),
                lambda one=one, other=other: lines.insert(other, lines.pop(one)),
            ])()  # fmt: skip
    return content | {name: b"".join(lines)}


def swap(content: Content, others: list[Content], rng: Random) -> Content:
    """Some files are those of another proof."""
    other = rng.choice(others)
    names = rng.sample(sorted(other), rng.randint(1, len(other)))
    return content | {name: other[name] for name in names}


def lie(content: Content, others: list[Content], rng: Random) -> Content:
    """Another claim about some puzzle, in its own words, with its own formulas."""
    puzzle = rng.choice(PUZZLES)
    model = json.loads(content[files.STATEMENT])["model"]
    try:
        claim = Claim(rng.choice(CLAIMS), rng.choice([0, 0, *range(8)]), model)
        parts = list(refuted_parts(puzzle, claim))
    except cm.InputError:
        return tear(content, others, rng)
    forged = {
        files.PUZZLE: str(write_puzzle(puzzle, "toml")).encode(),
        files.STATEMENT: files.statement_of(claim, puzzle.describe(), "me").encode(),
    }
    if claim.witnesses:
        forged[files.WITNESS] = rng.choice(others).get(files.WITNESS, b"v 0\n")
    drats = [data for each in others for name, data in each.items() if name.endswith(".drat")]
    for part in parts:
        forged[f"{part.name}.cnf"] = files.formula_text(part).encode()
        made_up = nonsense(rng, part.formula.variables)
        forged[f"{part.name}.drat"] = rng.choice([b"", b"0\n", made_up, made_up, rng.choice(drats)])
    return forged


def nonsense(rng: Random, variables: int) -> bytes:
    """A refutation made up."""
    lines = []
    for _ in range(rng.randint(1, 20)):
        size = rng.randint(0, 3)
        clause = [rng.choice((-1, 1)) * rng.randint(1, max(1, variables)) for _ in range(size)]
        lines.append(" ".join([*(["d"] if rng.random() < 0.2 else []), *map(str, clause), "0"]))
    return "\n".join([*lines, "0", ""]).encode()


KINDS: list[Callable[[Content, list[Content], Random], Content]] = [tear, shuffle, swap, lie]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--forgeries", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of the first one; each has its own")
    parser.add_argument("--limit", type=float, default=1e9, help="seconds for all of them")
    options = parser.parse_args()
    true = cache(is_true)
    outcomes: Counter[str] = Counter()
    false = 0
    began = perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        genuine = []
        for number, puzzle in enumerate(PUZZLES):
            place = Path(scratch) / str(number)
            assert cm.prove(puzzle, place)
            genuine.append(
                {f.name: f.read_bytes() for f in place.iterdir() if f.name != files.SUMS}
            )
        place = Path(scratch) / "forged"
        place.mkdir()
        last = options.seed
        for last in range(options.seed, options.seed + options.forgeries):
            if perf_counter() - began > options.limit:
                break
            rng = Random(last)
            kind = rng.choice(KINDS)
            content = kind(dict(rng.choice(genuine)), genuine, rng)
            for old in place.iterdir():
                old.unlink()
            for name, data in (content | {files.SUMS: files.sums_of(content)}).items():
                (place / name).write_bytes(data)
            report = cm.verify(place)
            if report.proved:
                assert report.claim is not None
                assert report.puzzle is not None
                right = true(report.claim, report.puzzle)
                outcomes["accepted, and true" if right else "ACCEPTED, AND FALSE"] += 1
                false += not right
                if not right:
                    print(f"seed {last}: {report.puzzle.describe()}: {report.claim}")
            else:
                outcomes[f"{kind.__name__}: refused"] += 1
    seconds = perf_counter() - began
    print(f"{outcomes.total():,} forgeries from seed {options.seed} in {seconds:.0f} s")
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:9,} {outcome}")
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
