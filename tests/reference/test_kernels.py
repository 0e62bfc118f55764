"""Kernels answer alike interpreted and compiled; machine code is never that of old source."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from reference.kernel import cache, kernels
from reference.kernel.kernels import choosing, compiling, kernel, part
from tests.reference.conftest import INTERPRETED

CONSTANT = np.uint64(0x9E3779B97F4A7C15)


@part
def mix(h: np.uint64, n: int) -> np.uint64:
    h = (h ^ np.uint64(n)) * CONSTANT
    return h ^ (h >> np.uint64(32))


@kernel("test")
def mixed(state: np.ndarray, budget: int) -> int:
    for _ in range(budget):
        state[0] = mix(state[0], budget)
    return budget


def final_state(seed: int | None) -> int:
    """Run 20 slices interpreted, or with a seed at random."""
    state, rng = np.ones(1, np.uint64), random.Random(seed)
    with choosing(lambda: seed is not None and rng.random() < 0.5):
        for budget in range(20):
            assert mixed(state, budget) == budget
    return int(state[0])


def test_slices_may_switch_between_interpreted_and_compiled_at_random() -> None:
    expected = final_state(None)
    assert all(final_state(seed) == expected for seed in range(5))


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiled_takes_over_without_a_slice_done_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "LOOK", 0.0)
    monkeypatch.setattr(kernels, "COMPILE", 0.0)

    @kernel("taking over")
    def count(state: np.ndarray, budget: int) -> None:
        state[0] += budget

    state, calls = np.zeros(1, np.int64), 0
    while count._code((state, 1)).compiled is None:
        count(state, 1)
        calls += 1
    assert calls > 1
    assert state[0] == calls
    assert "taking over" not in compiling()


def test_many_threads_may_begin_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "LOOK", -1.0)
    monkeypatch.setattr(kernels, "COMPILE", -1.0)

    class Late(threading.Thread):  # the threads that begin to compile do so slowly
        def start(self) -> None:
            time.sleep(0.02)
            super().start()

    monkeypatch.setattr(kernels, "Thread", Late)

    @kernel("at once")
    def count(state: np.ndarray, budget: int) -> None:
        state[0] += budget

    def work(state: np.ndarray) -> None:
        for _ in range(5):
            count(state, 1)
        count.compile(state, 1)(state, 1)

    with ThreadPoolExecutor(8) as pool:
        states = [np.zeros(1, np.int64) for _ in range(8)]
        list(pool.map(work, states))
    assert [int(state[0]) for state in states] == [6] * 8


PROGRAM = """
import numpy as np
from reference.kernel import machine_code
from reference.kernel.kernels import kernel
from {module} import {part}

@kernel("x")
def apply(state, budget):
    for i in range(budget):
        state[0] = {part}(state[0])

state = np.ones(1, np.int64)
print(machine_code.load(apply.function, (state, 3)) is not None)
apply.compile(state, 3)(state, 3)
print(state[0])
"""


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_machine_code_is_kept_until_a_part_in_another_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CPMODELS_CACHE", str(tmp_path / "cache"))
    outputs = []
    for factor in (2, 2, 3):
        (tmp_path / "parts.py").write_text(
            f"from reference.kernel.kernels import part\nFACTOR = {factor}\n"
            "@part\ndef times(n):\n    return FACTOR * n\n"
        )
        (tmp_path / "main.py").write_text(PROGRAM.format(module="parts", part="times"))
        run = subprocess.run(
            [sys.executable, "-B", "main.py"], cwd=tmp_path, capture_output=True, text=True
        )
        outputs.append(run.stdout.split())
    assert outputs == [["False", "8"], ["True", "8"], ["False", "27"]]


def test_a_file_of_the_cache_that_was_changed_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CPMODELS_CACHE", str(tmp_path))
    table = np.arange(1000, dtype=np.uint16)
    cache.save("numbers.table", table)
    contents = cache.load("numbers.table")
    assert contents is not None
    assert np.array_equal(np.frombuffer(contents, np.uint16), table)
    assert [(path.name, size) for path, size, _ in cache.entries()] == [("numbers.table", 2064)]
    raw = bytearray((tmp_path / "numbers.table").read_bytes())
    for at in (0, 20, 100, 2063):
        raw[at] ^= 1
        (tmp_path / "numbers.table").write_bytes(raw)
        assert cache.load("numbers.table") is None
        raw[at] ^= 1
    for wrong in (raw[:-1], raw + b"0", b""):
        (tmp_path / "numbers.table").write_bytes(wrong)
        assert cache.load("numbers.table") is None
    (tmp_path / "numbers.table").write_bytes(raw)
    assert cache.load("numbers.table") is not None
    assert cache.clear() == 2064
    assert list(cache.entries()) == []


def test_old_machine_code_goes_and_tables_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CPMODELS_CACHE", str(tmp_path))
    cache.save("a.b-0.table", b"table")
    for function in ("a.b", "a.bc"):
        for number in range(12):
            cache.save(f"{function}-{number}.code", b"code")
            os.utime(tmp_path / f"{function}-{number}.code", (number, number))
    names = {path.name for path, _, _ in cache.entries()}
    assert names == {"a.b-0.table"} | {
        f"{function}-{number}.code" for function in ("a.b", "a.bc") for number in range(4, 12)
    }


def test_without_a_place_for_the_cache_nothing_is_kept_and_all_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CPMODELS_CACHE", str(tmp_path / "file" / "below"))

    @kernel("nowhere")
    def double(state: np.ndarray, budget: int) -> None:
        state[0] *= 2

    state = np.ones(1, np.int64)
    double.compile(state, 1)(state, 1)
    assert state[0] == 2
