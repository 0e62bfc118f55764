"""Experiments on `Trouble`, and a look at processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from cpmodels.experiments import Experiment

ROOT = Path(__file__).resolve().parents[2]
MODULE = "tests.experiments.trouble"


def trouble(methods: Sequence[Any], numbers: Any = 1, path: str = "", **more: Any) -> Experiment:
    """An experiment on puzzles of the kind `trouble`."""
    table = {"kind": "trouble", "path": path, "range": {"number": numbers}}
    stated = {"puzzles": [table], "methods": list(methods), "imports": [MODULE], **more}
    return Experiment.of(stated, base=ROOT)


def toml(
    path: Path, methods: Sequence[str], numbers: str, traces: Path, seconds: float = 60
) -> Path:
    """The same as a file."""
    path.write_text(
        f'imports = ["{MODULE}"]\nmethods = {list(methods)}\nlimits.seconds = {seconds}\n'
        f'[[puzzles]]\nkind = "trouble"\npath = "{traces}"\nrange.number = "{numbers}"\n'
    )
    return path


def alive(pid: int) -> bool:
    """Whether the process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(holds: Callable[[], Any], seconds: float = 60) -> Any:
    """The first true value, within some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := holds():
            return found
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def environment() -> dict[str, str]:
    """For a command line that imports `trouble`."""
    return os.environ | {"PYTHONPATH": str(ROOT)}
