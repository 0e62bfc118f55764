"""Ground truth: algorithms written by hand, on plain data, one topic a module.

Nothing in here knows of cpmodels or of a constraint solver: that independence is what makes
an agreement between the two sides mean something.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

__all__: list[str] = []


def _writable(folder: Path) -> bool:
    """Whether the folder can be written to, or made; with no home, one below ``~`` cannot."""
    if folder.parts[:1] == ("~",):
        return False
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK)


def _let_numba_cache() -> None:
    """Numba refuses to compile where it may write neither beside the code nor at the user's.

    Where that is so (a package of root's, no home), machine code lives as long as the process.
    """
    user = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    if "NUMBA_CACHE_DIR" not in os.environ and not any(
        map(_writable, (Path(__file__).parent, user))
    ):
        folder = tempfile.mkdtemp(prefix="numba-")
        os.environ["NUMBA_CACHE_DIR"] = folder
        atexit.register(shutil.rmtree, folder, ignore_errors=True)


_let_numba_cache()
