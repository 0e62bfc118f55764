"""What it takes to compile the searches, each in a process of its own, from an empty cache.

    python scripts/bench_compile.py [--functions] [METHOD ...]

Processor seconds: numba's import, and all that a method has compiled for a small answer once every
slice of it runs compiled. With --functions, those of each kernel.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import Any

TILING, BOARD = "4x4 tetrominoes", "8-puzzle 2 3 4 1 5 x 7 6 8"
NONOGRAM = "nonogram webpbn-00006-cat"
ANSWERS = {
    "dlx": ["count", TILING],
    "frontier": ["count", TILING],
    "image-lists": ["count", TILING],
    "line-search": ["count", NONOGRAM],
    "astar": ["solve", BOARD],
    "idastar": ["solve", BOARD],
    "idastar:4-4": ["solve", BOARD],
}


def answer(method: str) -> None:
    """Answer a small question with all slices compiled; print the seconds of each kernel."""
    from cpmodels.cli import main as run
    from reference.kernel import machine_code
    from reference.kernel.kernels import choosing

    began = time.process_time()
    import numba  # noqa: F401

    seconds = {"import numba": time.process_time() - began}
    build = machine_code.build

    def watched(function: Any, args: Any) -> Any:
        began = time.process_time()
        code = build(function, args)
        name = f"{function.__module__}.{function.__name__}"
        seconds[name] = seconds.get(name, 0) + time.process_time() - began
        return code

    machine_code.build = watched
    sys.argv[1:] = [*ANSWERS[method], "-m", method]
    with choosing(lambda: True), suppress(SystemExit):
        run()
    print(json.dumps(seconds))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("methods", nargs="*", choices=[[], *ANSWERS])
    parser.add_argument("--functions", action="store_true", help="of each kernel, too")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        answer(options.child)
        return
    print(f"{'':28}{'numba':>8}{'compile':>10}")
    for method in options.methods or ANSWERS:
        with tempfile.TemporaryDirectory() as empty:
            run = subprocess.run(
                [sys.executable, __file__, "--child", method],
                env=os.environ | {"CPMODELS_CACHE": empty},
                stdout=subprocess.PIPE, check=True, text=True,
            )  # fmt: skip
        seconds = json.loads(run.stdout.splitlines()[-1])
        numba = seconds.pop("import numba")
        print(f"{method:28}{numba:8.2f}{sum(seconds.values()):10.2f}", flush=True)
        if options.functions:
            for name, each in seconds.items():
                print(f"    {name:54}{each:6.2f}")


if __name__ == "__main__":
    main()
