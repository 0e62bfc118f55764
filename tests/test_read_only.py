"""Installed where nothing may be written, with no home or one that cannot be read."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cpmodels

ROOT = Path(cpmodels.__file__).parents[1]
COMPILED = """
import cpmodels, sys
from reference.kernel import kernels
from reference.exact_cover.dlx import DLX
with kernels.choosing(lambda: True):
    print(DLX("abc", [["a"], ["b", "c"], ["a", "b"], ["c"]]).count())
print(cpmodels.__file__, "numba" in sys.modules)
"""


def powerless() -> None:
    """What root may do beyond the bits of a file, the program is not to have (Linux)."""
    libc = ctypes.CDLL(None)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    place = tmp_path_factory.mktemp("read-only")
    for name in ("cpmodels", "reference"):
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    folders = [place, *(path for path in place.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    yield place
    for folder in folders:
        folder.chmod(0o755)


@pytest.fixture(params=["no home", "unreadable home"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "no home":
        yield "/nonexistent"
        return
    (tmp_path / "home").mkdir(mode=0)
    yield str(tmp_path / "home")
    (tmp_path / "home").chmod(0o755)


def run(installed: Path, home: str, *words: str) -> subprocess.CompletedProcess[str]:
    names = ("NUMBA_CACHE_DIR", "CPMODELS_CACHE", "XDG_CACHE_HOME", "CI")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return subprocess.run(
        [sys.executable, *words], env={**kept, "HOME": home, "PYTHONPATH": str(installed)},
        cwd=installed, capture_output=True, text=True, preexec_fn=powerless,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="root is told to be less by a call of Linux")
def test_methods_agree(installed: Path, home: str) -> None:
    words = ("compare", "4x4 tetrominoes", "-m", "dlx", "-m", "frontier", "-q")
    done = run(installed, home, "-c", "open('x', 'w')")
    assert "PermissionError" in done.stderr  # nothing can be written indeed
    done = run(installed, home, "-m", "cpmodels", *words)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="root is told to be less by a call of Linux")
@pytest.mark.parametrize("home", ["unreadable home"], indirect=True)
def test_kernels_are_compiled_in_memory(installed: Path, home: str) -> None:
    done = run(installed, home, "-c", COMPILED)
    count, where = done.stdout.splitlines()
    assert count == "2"
    assert where == f"{installed / 'cpmodels' / '__init__.py'} True"
    assert not done.stderr
