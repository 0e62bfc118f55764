"""The line beside the spinner: what is asked, and while a search is compiled, that."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import StringIO
from threading import Event
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from cpmodels.cli import terminal
from reference.kernel import machine_code
from reference.kernel.kernels import kernel


def wait_for(condition: Callable[[], bool]) -> None:
    while not condition():  # the suite's time limit ends it
        time.sleep(0.01)


def test_it_says_so_while_a_search_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, done = StringIO(), Event()
    console = Console(file=screen, force_terminal=True, width=80)
    monkeypatch.setattr(terminal, "err", console)

    def build(function: Any, args: Any) -> Any:
        done.wait()
        return function

    monkeypatch.setattr(machine_code, "build", build)

    @kernel("dlx")
    def search(state: np.ndarray, budget: int) -> None:
        state[0] += budget

    with terminal.working("count 4x4"):
        wait_for(lambda: "count 4x4" in screen.getvalue())
        assert "compiling" not in screen.getvalue()
        assert not search.ready(np.zeros(1), 1)
        wait_for(lambda: "compiling dlx, once" in screen.getvalue())
        length = len(screen.getvalue())
        done.set()
        wait_for(lambda: "count 4x4" in screen.getvalue()[length:])
    assert search.ready(np.zeros(1), 1)
