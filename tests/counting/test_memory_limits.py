"""A worker that takes more memory than its nanny allows is started again, and no count is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.clusters import cluster, nanny
from tests.experiments.helpers import environment

pytest.importorskip("distributed")

SITE = '''
import os, time
from pathlib import Path
import numpy as np
import cpmodels as cm
from cpmodels.kinds.splitting import Cube, Splitting

class Eight(Splitting):
    """Eight cubes of which each counts one; of the hungry ones some take all memory first."""
    def __init__(self, puzzle):
        self.folder, _, self.often = puzzle.title.partition(" ")
    def parts(self, cube):
        return None if cube.decisions else [Cube((k,)) for k in range(8)]
    def count(self, cube, run):
        file = Path(self.folder) / f"{cube}-{time.time_ns()}"
        before = self.often == "once" and any(file.parent.glob(f"{cube}-*"))
        if cube.decisions[0] < 2 and not before:
            file.touch()
            blocks = []
            for _ in range(60):  # three gigabytes at most
                blocks.append(np.ones(50_000_000, dtype=np.uint8))
                time.sleep(0.05)
        return 1

class Hungry(cm.Method):
    """Counts eight."""
    name, side, puzzle = "hungry", "hand", cm.Tiling
    def count(self, puzzle, run):
        return 8
    def splitting(self, puzzle, run):
        return Eight(puzzle)

cm.register(Hungry())
'''


@pytest.mark.slow
@pytest.mark.parametrize("often", ["once", "always"])
def test_memory_that_is_taken_once_or_always(tmp_path: Path, often: str) -> None:
    """Two of eight cubes take their worker with them: once each, or whenever they are counted."""
    (tmp_path / "meals").mkdir()
    (tmp_path / "hungry_site.py").write_text(SITE)
    (tmp_path / "board.toml").write_text(
        f'kind = "tiling"\nregion = "2x2"\nshapes = "dominoes"\n'
        f'title = "{tmp_path}/meals {often}"\n'
    )
    path = f"{tmp_path}:{environment()['PYTHONPATH']}"
    program = (
        "import hungry_site, sys; from cpmodels.cluster import tasks; tasks.ATTEMPTS = 1;"  # of 4
        "from cpmodels.cli import main; sys.exit(main())"
    )
    limit = ("--memory-limit", "600MB", "--preload", "hungry_site")
    with cluster(tmp_path, 0) as (where, _), nanny(where, tmp_path, *limit, PYTHONPATH=path):
        words = ["count", "board.toml", "-m", "hungry", "--cluster", where]
        done = subprocess.run(
            [sys.executable, "-c", program, *words], cwd=tmp_path, capture_output=True,
            text=True, env=environment() | {"PYTHONPATH": path},
        )  # fmt: skip
    meals = len(list((tmp_path / "meals").iterdir()))
    assert "Traceback" not in done.stderr
    if often == "once":
        assert (done.returncode, meals) == (0, 2), done.stderr
        assert ": 8 [hungry" in done.stdout
    else:
        assert done.returncode == 4, done.stderr
        assert meals >= 4
        [line] = [line for line in done.stderr.splitlines() if line.startswith("cpmodels: ")]
        assert line.startswith("cpmodels: hungry failed: RuntimeError: cube "), line
