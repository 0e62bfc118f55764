"""Which encoding of nonograms, and which parameters: all on the same boards, in one run.

Asked is whether the solution is unique: one enumeration, stopped at two. Candidates take turns on
each board; times are seconds of processor time, medians over seeds, building included.

    python scripts/bench_nonogram.py                        # all sets
    python scripts/bench_nonogram.py --sets files chains    # some of them
    python scripts/bench_nonogram.py --directory DIR        # the files of a directory
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import cpmodels
from cpmodels.answers.run import Limits, Run
from cpmodels.engines import cp_sat
from cpmodels.formats import read_puzzles
from cpmodels.generate.nonogram import domino_chain, random_nonogram
from cpmodels.models.nonogram import nonogram_model
from cpmodels.puzzles.nonogram import Nonogram

CORPUS = Path(cpmodels.__file__).parent / "corpus" / "nonograms"

# options of the model, and parameters on top of its own
CANDIDATES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "order": ({}, {}),
    "bare": ({"solve_lines": False}, {}),
    "automaton": ({"encoding": "automaton"}, {}),
    "starts": ({"encoding": "starts"}, {}),
    "placements": ({"encoding": "placements"}, {}),
    "presolve": ({}, {"cp_model_presolve": True}),
    "inprocessing": ({}, {"use_sat_inprocessing": True}),
    "restarts": ({}, {"restart_period": 200}),
}


def files(directory: Path = CORPUS) -> Iterator[tuple[str, Nonogram]]:
    """Real files."""
    for path in sorted(directory.iterdir()):
        for puzzle in read_puzzles(path):
            if isinstance(puzzle, Nonogram):
                yield path.stem, puzzle


def random_boards() -> Iterator[tuple[str, Nonogram]]:
    """Clues of random pictures, which have a solution but often not one alone."""
    for side, density in (
        (25, 0.3),
        (25, 0.4),
        (25, 0.5),
        (30, 0.4),
        (40, 0.3),
        (40, 0.5),
        (50, 0.6),
    ):
        for seed in (1, 2):
            puzzle = random_nonogram(side, side, density=density, seed=seed)
            yield f"{side}x{side} {density} seed {seed}", puzzle


def coloured() -> Iterator[tuple[str, Nonogram]]:
    """Colour boards that lines alone don't solve."""
    for side, colours, density in (
        (20, 2, 0.35),
        (25, 2, 0.4),
        (30, 2, 0.35),
        (30, 3, 0.4),
        (40, 3, 0.4),
    ):
        for seed in (1, 2):
            puzzle = random_nonogram(side, side, density=density, colours=colours, seed=seed)
            yield f"{side}x{side} {colours} colours seed {seed}", puzzle


def chains() -> Iterator[tuple[str, Nonogram]]:
    """Domino chains, on which line solving does nothing."""
    for number in range(6, 15):
        yield f"{number}-dom", domino_chain(number)


SETS: dict[str, Callable[[], Iterator[tuple[str, Nonogram]]]] = {
    "files": files,
    "random": random_boards,
    "colour": coloured,
    "chains": chains,
}


def seconds(puzzle: Nonogram, candidate: str, limit: float, seed: int) -> tuple[float, int | None]:
    """Time to say whether it is unique; solutions seen up to 2, None when stopped before."""
    options, parameters = CANDIDATES[candidate]
    run = Run(Limits(limit, seed=seed))
    start = time.process_time()
    model = nonogram_model(puzzle, **options)
    model.parameters |= parameters
    count = sum(1 for _ in islice(cp_sat.enumerate_all(model, run), 2))
    times = time.process_time() - start
    return times, count if count == 2 or run.stopped_by is None else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sets", nargs="*", choices=SETS, default=list(SETS))
    parser.add_argument("--candidates", nargs="*", choices=CANDIDATES, default=list(CANDIDATES))
    parser.add_argument("--directory", type=Path)
    parser.add_argument("--limit", type=float, default=20.0)
    parser.add_argument("--repeats", type=int, default=3)
    args = parser.parse_args()
    sets = {name: SETS[name] for name in args.sets}
    if args.directory:
        sets = {str(args.directory): lambda: files(args.directory)}
    for name, boards in sets.items():
        print(f"\n{name:32}" + "".join(f"{c:>14}" for c in args.candidates))
        table = []
        for title, puzzle in boards():
            times = measure(puzzle, args.candidates, args.limit, args.repeats)
            table.append([statistics.median(times[c]) for c in args.candidates])
            print(f"{title[:31]:32}" + "".join(f"{t:14.4f}" for t in table[-1]), flush=True)
        summary(table, args.candidates)


def measure(
    puzzle: Nonogram, candidates: list[str], limit: float, repeats: int
) -> dict[str, list[float]]:
    """The times of each candidate; they must find the same, as far as they ended."""
    times: dict[str, list[float]] = {candidate: [] for candidate in candidates}
    answers = set()
    for seed in range(repeats):
        for candidate in candidates:
            time_taken, count = seconds(puzzle, candidate, limit, seed)
            times[candidate].append(time_taken)
            answers |= {count} - {None}
    assert len(answers) <= 1, f"answers differ: {answers}"
    return times


def summary(table: list[list[float]], candidates: list[str]) -> None:
    """Totals, median ratios to the first candidate, and who wins."""
    totals = [sum(column) for column in zip(*table, strict=True)]
    ratios = [
        statistics.median(t / row[0] for t, row in zip(column, table, strict=True))
        for column in zip(*table, strict=True)
    ]
    print(f"{'total':32}" + "".join(f"{t:14.3f}" for t in totals))
    print(f"{'median ratio':32}" + "".join(f"{r:14.2f}" for r in ratios))
    print(f"least total: {candidates[totals.index(min(totals))]}; ", end="")
    print(f"least median: {candidates[ratios.index(min(ratios))]}")


if __name__ == "__main__":
    main()
