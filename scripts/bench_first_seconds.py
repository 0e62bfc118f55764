"""What the first seconds go to: imports, commands, small answers, with a cold and a warm cache.

    python scripts/bench_first_seconds.py [--rounds 3] [--compare]

Each line is a process of its own, run in turn with the others; shown are medians of wall and of
processor seconds. Cold: an empty cache, so that nothing was ever compiled. Beside them stand what
cannot be had for less: a bare interpreter, typer, and OR-Tools' own import.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

PYTHON = [sys.executable, "-c"]
CPMODELS = [sys.executable, "-m", "cpmodels"]
YARDSTICKS = {
    "python -c pass": [*PYTHON, "pass"],
    "import typer, rich": [*PYTHON, "import typer, rich.console"],
    "import ortools": [*PYTHON, "import ortools.sat.python.cp_model"],
}
COMMANDS = {
    "--help": ["--help"],
    "cases": ["cases"],
    "show": ["show", "6x6 tetrominoes:IOTS"],
    "count by cp-sat": ["count", "4x4 tetrominoes", "-m", "cp-sat"],
    "count by dlx": ["count", "4x4 tetrominoes", "-m", "dlx"],
    "count by frontier": ["count", "4x4 tetrominoes", "-m", "frontier"],
    "solve by line-search": ["solve", "nonogram webpbn-00006-cat", "-m", "line-search"],
    "solve by astar": ["solve", "8-puzzle 2 3 4 1 5 x 7 6 8", "-m", "astar"],
    "solve by idastar": ["solve", "8-puzzle 2 3 4 1 5 x 7 6 8", "-m", "idastar"],
    "solve by idastar:4-4": ["solve", "8-puzzle 2 3 4 1 5 x 7 6 8", "-m", "idastar:4-4"],
}


def seconds(words: list[str], cache: str) -> tuple[float, float]:
    """Run a process; return its wall and its processor seconds."""
    environment = os.environ | {"CPMODELS_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # pip compiles what it installs
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=True)
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--compare", action="store_true", help="cpmodels compare, too")
    options = parser.parse_args()
    runs = YARDSTICKS | {name: [*CPMODELS, *words] for name, words in COMMANDS.items()}
    if options.compare:
        runs["compare"] = [*CPMODELS, "compare"]
    times: dict[tuple[str, str], list[tuple[float, float]]] = {}
    with tempfile.TemporaryDirectory() as warm:
        for words in runs.values():
            seconds(words, warm)
        for _ in range(options.rounds):
            for name, words in runs.items():
                with tempfile.TemporaryDirectory() as cold:
                    times.setdefault((name, "cold"), []).append(seconds(words, cold))
                times.setdefault((name, "warm"), []).append(seconds(words, warm))
    print(f"{'':24}{'cold: wall':>12}{'processor':>12}{'warm: wall':>12}{'processor':>12}")
    for name in runs:
        row = [
            statistics.median(pair[which] for pair in times[name, state])
            for state in ("cold", "warm")
            for which in (0, 1)
        ]
        print(f"{name:24}" + "".join(f"{number:12.2f}" for number in row))


if __name__ == "__main__":
    main()
