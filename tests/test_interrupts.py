"""Ctrl-C at any moment of the command line: no traceback, and never a status that says more.

No time is measured: a module that is imported at the moment in question sends the signal.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

WAIT = "import os, signal, time\nos.kill(os.getpid(), signal.{0})\ntime.sleep(60)\n"
CHANGED = """
import os, signal, time
try:
    os.kill(os.getpid(), signal.{0})
    time.sleep(60)
except KeyboardInterrupt:
    raise {1}
"""
LOST = """
import os, signal, time
class Last:
    def __del__(self):
        os.kill(os.getpid(), signal.{0})
        for _ in range(1000):
            pass
Last()
time.sleep(60)
"""


def status(folder: Path, module: str, text: str, program: str) -> int:
    """How the program ends where such a module is in the way; it must not show a traceback."""
    place = folder.joinpath(*module.split("."))
    place.mkdir(parents=True)
    (place / "__init__.py").write_text(text)
    code = f"""
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {str(folder)!r})
sys.argv = ["cpmodels", "compare", "4x4 tetrominoes"]
{program}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stderr
    assert "ignored" not in done.stderr
    assert "agree" not in done.stdout
    return done.returncode


PROGRAMS = {
    "module": "import runpy; runpy.run_module('cpmodels', run_name='__main__', alter_sys=True)",
    "script": "from cpmodels.__main__ import main; sys.exit(main())",
}


@pytest.mark.parametrize(
    ("program", "number"), [("module", "SIGINT"), ("script", "SIGINT"), ("script", "SIGTERM")]
)
def test_while_the_command_line_is_imported(program: str, number: str, tmp_path: Path) -> None:
    code = status(tmp_path, "typer", WAIT.format(number), PROGRAMS[program])
    assert code == -signal.Signals[number]


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_while_words_are_parsed(number: str, tmp_path: Path) -> None:
    """Where typer would say "Aborted" with status 1, that of a disagreement."""
    text = f"""
import os, signal
import cpmodels.cli.group as group
group._Commands.__getitem__ = lambda self, name: os.kill(os.getpid(), signal.{number})
"""
    program = f"import planted\n{PROGRAMS['script']}"
    assert status(tmp_path, "planted", text, program) == -signal.Signals[number]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (WAIT, "SIGINT"),
        (WAIT, "SIGTERM"),
        (CHANGED.replace("{1}", "ImportError('half of it')"), "SIGINT"),
        (CHANGED.replace("{1}", "SystemError('an exception set')"), "SIGINT"),
        (LOST, "SIGINT"),
    ],
    ids=["interrupt", "terminate", "an ImportError", "a SystemError", "lost in a finalizer"],
)
def test_while_a_command_imports_what_it_needs(text: str, number: str, tmp_path: Path) -> None:
    assert status(tmp_path, "ortools", text.format(number), PROGRAMS["script"]) == 3


def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    """A shell's background jobs are not for Ctrl-C to end."""
    text = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nraise ImportError('here')\n"
    program = f"signal.signal(signal.SIGINT, signal.SIG_IGN); {PROGRAMS['script']}"
    assert status_of_ignored(tmp_path, text, program) == 4


def status_of_ignored(folder: Path, text: str, program: str) -> int:
    place = folder / "ortools"
    place.mkdir()
    (place / "__init__.py").write_text(text)
    code = (
        f"import signal, sys; sys.path.insert(0, {str(folder)!r})\n"
        f"sys.argv = ['cpmodels', 'count', '-m', 'cp-sat', '4x4 tetrominoes']; {program}"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    return done.returncode
