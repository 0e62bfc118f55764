"""Experiments on `Trouble`, and a look at processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cpmodels.experiments import Experiment

ROOT = Path(__file__).resolve().parents[2]
MODULE = "tests.experiments.trouble"  # to import it would register its kind for all tests


def trouble(methods: Sequence[Any], numbers: Any = 1, path: str = "", **more: Any) -> Experiment:
    """An experiment on puzzles of the kind `trouble`."""
    table = {"kind": "trouble", "path": path, "range": {"number": numbers}}
    definition = {"puzzles": [table], "methods": list(methods), "imports": [MODULE], **more}
    return Experiment.of(definition, base=ROOT)


def toml(path: Path, methods: Sequence[str], numbers: str, traces: Path) -> Path:
    """The same as a file."""
    path.write_text(
        f'imports = ["{MODULE}"]\nmethods = {list(methods)}\n'
        f'[[puzzles]]\nkind = "trouble"\npath = "{traces}"\nrange.number = "{numbers}"\n'
    )
    return path


def alive(pid: int) -> bool:
    """Whether the process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(holds: Callable[[], Any]) -> Any:
    """The first true value, however long it takes: each test has a limit of its own."""
    while not (result := holds()):
        time.sleep(0.02)
    return result


def read(path: Path) -> str:
    """The text so far of a file that another process is about to make."""
    return path.read_text() if path.exists() else ""


def environment() -> dict[str, str]:
    """For a command line that imports `trouble`."""
    return os.environ | {"PYTHONPATH": str(ROOT)}
