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
    for name in ("cpmodels", "reference"):  # with its bytecode: pip compiles what it installs
        shutil.copytree(ROOT / name, place / name)
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


def run(
    installed: Path, home: str, *words: str, **environ: str
) -> subprocess.CompletedProcess[str]:
    names = ("NUMBA_CACHE_DIR", "CPMODELS_CACHE", "XDG_CACHE_HOME", "CI")
    inherited = {name: value for name, value in os.environ.items() if name not in names}
    inherited |= {"HOME": home, "PYTHONPATH": str(installed), **environ}
    return subprocess.run(
        [sys.executable, *words], env=inherited, cwd=installed, capture_output=True, text=True,
        preexec_fn=powerless,
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


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each with its text on one line."""
    text = (Path(__file__).parents[1] / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    parts = (line.partition(" ") for line in lines)
    return [(word, " ".join(rest.split())) for word, _, rest in parts]


@pytest.mark.skipif(sys.platform != "linux", reason="root is told to be less by a call of Linux")
def test_the_image_keeps_what_it_compiles_in_its_volume(installed: Path, tmp_path: Path) -> None:
    """What its environment says, with a folder as the volume, on a root that is read-only."""
    variables = dict(
        word.split("=", 1)
        for name, text in instructions()
        if name == "ENV"
        for word in text.split()
    )
    cache = tmp_path / "cache"
    cache.mkdir()
    assert variables.pop("PATH").startswith("/opt/cpmodels/bin:")
    environ = {name: value.replace("/cache", str(cache)) for name, value in variables.items()}
    assert str(cache) in environ.values()
    done = run(installed, "/nonexistent", "-c", COMPILED, **environ)
    assert (done.stdout.split()[0], done.stderr) == ("2", "")
    assert list(cache.glob("*.code"))


def test_the_image_is_of_files_that_are_there_and_of_a_user_without_rights() -> None:
    root, steps = Path(__file__).parents[1], instructions()
    context = [line[1:] for line in (root / ".dockerignore").read_text().split() if line[0] == "!"]
    copied = [word for name, text in steps if name == "COPY" and "--from" not in text
              for word in text.split()[:-1]]  # fmt: skip
    assert sorted(copied) == sorted(context)
    assert all((root / word).exists() for word in copied)
    users = [text for name, text in steps if name == "USER"]
    assert users
    assert "0" not in users
    assert "root" not in users
    created = next(text for name, text in steps if name == "RUN" and "useradd" in text)
    assert f"--uid {users[-1]} " in created
    volumes = next(text for name, text in steps if name == "VOLUME")
    for folder in ("/cache", "/out"):
        assert f'"{folder}"' in volumes
        assert folder in created.partition("chown")[2]
