"""The table: exact numbers, and categories by the rules of `compare`."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpmodels.answers.agreement import disagreement
from cpmodels.answers.answer import Answer, Question, Verdict
from cpmodels.experiments import load
from cpmodels.experiments.categories import categories
from cpmodels.experiments.measures import summary, virtual_best
from cpmodels.results.store import Store
from tests.experiments.test_store import filled, row


def count(method: str, number: int, *, complete: bool = True, **more: Any) -> dict[str, Any]:
    verdict = Verdict.UNKNOWN if not complete else Verdict.ALL if number else Verdict.NONE
    return {
        "puzzle": "p", "question": "count", "method": method, "verdict": str(verdict),
        "complete": complete, "count": number,
        "termination": "finished" if complete else "time limit", **more,
    }  # fmt: skip


def test_categories() -> None:
    crash = {"puzzle": "p", "question": "count", "method": "x", "termination": "crash (signal 9)"}
    memory = crash | {"termination": "memory limit"}
    bound = count("b", 2, complete=False)
    assert categories([count("a", 3), count("b", 3)]) == ["agrees", "agrees"]
    assert categories([count("a", 3), count("a", 3)]) == ["unknown", "unknown"]  # one method
    assert categories([count("a", 3), bound]) == ["unknown", "unknown"]
    assert categories([count("a", 1), bound]) == ["disagrees", "disagrees"]
    assert categories([count("a", 3), count("b", 3), count("c", 4)]) == ["disagrees"] * 3
    assert categories([count("a", 3), count("b", 3), bound]) == ["agrees", "agrees", "unknown"]
    assert categories([count("a", 3), crash, memory]) == ["unknown", "error", "unknown"]
    assert categories([count("a", 3), count("b", 4) | {"puzzle": "q"}]) == ["unknown", "unknown"]


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1, max_size=7))
def test_somebody_disagrees_exactly_when_compare_says_so(claims: list[tuple[int, bool]]) -> None:
    rows = [count(f"m{i}", n, complete=complete) for i, (n, complete) in enumerate(claims)]
    answers = [
        Answer(str(Question.COUNT), r["method"], Verdict(r["verdict"]), r["complete"], r["count"])
        for r in rows
    ]
    assert ("disagrees" in categories(rows)) == (disagreement(answers) is not None)


def test_counts_beyond_64_bits_stay_exact(tmp_path: Path) -> None:
    filled(tmp_path, row("a", **count("a", 2**63 - 1)))
    assert list(load(tmp_path)["count"]) == [2**63 - 1]
    filled(tmp_path, row("b", **count("b", 10**40 + 1)), row("c", "crash (signal 9)"))
    table = load(tmp_path)
    assert list(table["count"][:2]) == [Decimal(2**63 - 1), Decimal(10**40 + 1)]
    assert table["count"].isna().tolist() == [False, False, True]


def test_the_latest_code_counts(tmp_path: Path) -> None:
    filled(
        tmp_path,
        row("old", puzzle="p", code="1", started="1"),
        row("new", puzzle="p", code="2", started="2"),
    )
    assert list(load(tmp_path)["case"]) == ["new"]
    assert sorted(load(tmp_path, every=True)["case"]) == ["new", "old"]


def test_columns_of_ranges_parameters_and_effort(tmp_path: Path) -> None:
    filled(
        tmp_path,
        row("a", at={"m": 3, "d": 0.5}, parameters={"workers": 2}, effort={"nodes": 7}),
        row("b", at={"d": "dense"}, puzzle="q"),
    )
    table = load(tmp_path)
    assert list(table["puzzle.m"].dropna()) == [3]
    assert list(table["puzzle.d"]) == ["0.5", "dense"]
    assert list(table["parameter.workers"].dropna()) == [2]
    assert list(table["nodes"].dropna()) == [7]


def test_par2_and_virtual_best(tmp_path: Path) -> None:
    limits = {"limits": {"seconds": 10.0}}

    def timed(method: str, puzzle: str, seconds: float | None) -> Any:
        record = count(method, 1, complete=seconds is not None) | {"puzzle": puzzle}
        times = {"build_seconds": 0.0, "solve_seconds": 10.0 if seconds is None else seconds}
        return row(f"{method}{puzzle}", **(record | times | limits))

    with Store(tmp_path) as store:
        for one in (
            timed("a", "p", 1.0), timed("a", "q", None), timed("b", "p", 4.0), timed("b", "q", 2.0),
        ):  # fmt: skip
            store.write_result("case", one)
    table = load(tmp_path)
    assert dict(summary(table)["PAR2"]) == pytest.approx({"b": 3.0, "a": 10.5})
    assert sorted(virtual_best(table)) == [1.0, 2.0]
