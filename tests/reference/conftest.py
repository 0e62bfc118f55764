"""With NUMBA_DISABLE_JIT=1 all of this runs interpreted; what then takes long is left out."""

from __future__ import annotations

import signal
from collections.abc import Generator
from typing import Any

import pytest

from reference.kernel import kernels

SECONDS = 10
INTERPRETED = kernels._disabled()


def _leave_out(*_: Any) -> None:
    pytest.skip(f"interpreted it takes more than {SECONDS} seconds")


def _at_most() -> Generator[None, Any, Any]:
    if INTERPRETED:
        signal.signal(signal.SIGALRM, _leave_out)
        signal.alarm(SECONDS)
    try:
        return (yield)
    finally:
        if INTERPRETED:
            signal.alarm(0)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _at_most())


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    return (yield from _at_most())
