"""What answered, and where: versions, commit, machine, and a hash of the code that answers."""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import os
import platform
import subprocess
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from cpmodels.kinds.method import Method

__all__ = ["ANSWERING", "answering_code", "code_of", "environment"]

_PACKAGES = ("ortools", "numpy", "numba", "networkx", "cpmodels")
ANSWERING = (
    "answers", "asking", "engines", "formats", "kinds", "methods", "models", "proving", "puzzles",
    "strips",
)  # fmt: skip
"""Parts of this package whose code decides what is answered."""

_HOME = Path(__file__).resolve().parents[1]


@cache
def environment() -> dict[str, Any]:
    """Versions of what answers, the commit of a checkout, and the machine."""
    versions = {name: _version(name) for name in _PACKAGES}
    return {
        "python": platform.python_version(),
        **versions,
        "commit": _commit(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "machine": platform.node(),
    }


@cache
def code_of(method: Method) -> str:
    """Hash of the code that answers: this package's, the reference, and the method's own file."""
    own = inspect.getsourcefile(type(method))
    outside = Path(own).resolve() if own else None
    digest = hashlib.sha256(answering_code().encode())
    if outside is not None and _HOME not in outside.parents:
        digest.update(outside.read_bytes())
    return digest.hexdigest()[:12]


@cache
def answering_code() -> str:
    """Hash of this package's code that answers, of the reference, and of what they stand on."""
    spec = importlib.util.find_spec("reference")
    hand = [Path(root) for root in (spec and spec.submodule_search_locations) or ()]
    roots = [_HOME / part for part in ANSWERING] + hand
    digest = hashlib.sha256(str(sys.version_info[:2]).encode())
    for name in _PACKAGES[:-1]:
        digest.update(f"{name} {_version(name)}\n".encode())
    for root in roots:
        for path in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _commit() -> str | None:
    """The commit of the checkout that holds this package, with a + when files were changed."""

    def git(*words: str) -> str:
        command = ["git", "-C", str(_HOME), *words]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=10
        ).stdout.strip()

    try:
        git("ls-files", "--error-unmatch", "__init__.py")
        changes = git("status", "--porcelain", "--untracked-files=no", ".", "../reference")
        return git("rev-parse", "HEAD")[:12] + ("+" if changes else "")
    except (OSError, subprocess.SubprocessError):
        return None


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
