"""However a case ends, it is reported as that, and nothing of it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cpmodels.experiments import load, run
from tests.experiments.helpers import alive, trouble, wait_for


def rows(tmp_path: Path, methods: list[str], **more: Any) -> dict[str, dict[str, Any]]:
    run(trouble(methods, **more), tmp_path / "out", jobs=2)
    table = load(tmp_path / "out")
    assert len(table) == len(methods)
    by_name: dict[str, dict[str, Any]] = table.set_index("method").to_dict("index")  # type: ignore[assignment]
    return by_name


def test_each_way_to_end_has_its_own_name(tmp_path: Path) -> None:
    methods = ["honest", "segfault", "aborter", "leaver", "raiser", "liar", "miscounting"]
    by_method = rows(tmp_path, methods, questions=["solve"])
    assert {name: row["termination"] for name, row in by_method.items()} == {
        "honest": "finished",
        "segfault": "crash (signal 11)",
        "aborter": "crash (signal 6)",
        "leaver": "crash (exit status 3)",
        "raiser": "error",
        "liar": "wrong solution",
        "miscounting": "finished",
    }
    assert {
        name: row["verdict"] for name, row in by_method.items() if row["verdict"] != "unknown"
    } == {
        "honest": "solved",
        "miscounting": "solved",
    }
    assert {name: row["category"] for name, row in by_method.items()} == {
        "honest": "agrees",
        "segfault": "error",
        "aborter": "error",
        "leaver": "error",
        "raiser": "error",
        "liar": "disagrees",
        "miscounting": "agrees",
    }
    assert "ZeroDivisionError: on purpose" in by_method["raiser"]["error"]
    assert by_method["liar"]["error"] == "liar gave a wrong solution: 2 is not 1"


def test_wrong_count_disagrees(tmp_path: Path) -> None:
    results = rows(tmp_path, ["honest", "miscounting", "late"])
    assert {name: row["category"] for name, row in results.items()} == {
        "honest": "disagrees",
        "miscounting": "disagrees",
        "late": "unknown",
    }


def test_wall_clock(tmp_path: Path) -> None:
    """Nobody who runs into a short limit can be said to finish in time: they are not asked here."""
    results = rows(tmp_path, ["deaf", "polite"], limits={"seconds": 0.5})
    for row in results.values():
        assert (row["termination"], row["verdict"]) == ("time limit", "unknown")
        assert row["wall_seconds"] >= 0.5


def test_cpu_time(tmp_path: Path) -> None:
    results = rows(tmp_path, ["spinner", "honest"], limits={"cpu_seconds": 1})
    assert results["spinner"]["termination"] == "cpu limit"
    assert results["spinner"]["cpu_seconds"] >= 0.9
    assert results["honest"]["termination"] == "finished"


@pytest.mark.parametrize(
    "limit", [pytest.param(250, id="250MB"), pytest.param(1000, id="1GB", marks=pytest.mark.slow)]
)
def test_four_gigabytes_are_stopped_at_the_limit(tmp_path: Path, limit: int) -> None:
    results = rows(tmp_path, ["eater", "honest"], limits={"memory": f"{limit} MB"})
    assert results["eater"]["termination"] == "memory limit"
    assert results["eater"]["verdict"] == "unknown"
    growth = results["eater"]["peak_memory"] - results["honest"]["peak_memory"]
    assert 0.8 * limit < growth / 1e6 <= limit
    assert results["honest"]["termination"] == "finished"


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_solver_that_runs_out_of_memory_is_no_verdict(tmp_path: Path) -> None:
    results = rows(tmp_path, ["native-eater"], limits={"memory": "300 MB"})
    assert results["native-eater"]["termination"] == "memory limit"
    assert results["native-eater"]["category"] == "unknown"


@pytest.mark.parametrize("number", [0, 1])
def test_what_a_case_started_ends_with_it(tmp_path: Path, number: int) -> None:
    """Also what left its process group, whether the case ended (0) or was killed (1)."""
    traces = tmp_path / "traces"
    experiment = trouble(["breeder"], number, str(traces), questions=["count"])
    run(experiment, tmp_path / "out", jobs=1)
    [row] = load(tmp_path / "out").to_dict("records")
    assert row["termination"] == ("crash (signal 9)" if number else "finished")
    pids = [int(line) for line in traces.read_text().split()]
    assert pids
    wait_for(lambda: not any(alive(pid) for pid in pids))
