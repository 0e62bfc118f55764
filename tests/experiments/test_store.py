"""The store: what is written stays, once, and only one run writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cpmodels.errors import InputError
from cpmodels.experiments import expand, load, merge, run
from cpmodels.experiments.case_store import settled
from cpmodels.results.store import Store, damages, records, repair
from tests.experiments.helpers import trouble


def row(case: str, termination: str = "finished", started: str = "1", **more: Any) -> Any:
    return {
        "case": case, "puzzle": case, "question": "count", "method": "m", "side": "hand",
        "termination": termination, "started": started, "limits": {}, **more,
    }  # fmt: skip


def filled(path: Path, *rows: Any, shard: tuple[int, int] | None = None) -> Path:
    with Store(path, shard) as store:
        for one in rows:
            store.write_result("case", one)
    return path


@given(cut=st.integers(0, 1000))
def test_a_torn_last_line_is_dropped_wherever_it_is_torn(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    out = filled(tmp_path_factory.mktemp("store"), row("a"), row("b"))
    path = out / "cases.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:cut])
    complete = whole[:cut].count(b"\n")
    assert sum(1 for _ in records(out)) == complete
    filled(out, row("c"))
    assert [r["case"] for r in records(out, "case")][-1] == "c"
    assert path.read_bytes().startswith(whole[: whole[:cut].rfind(b"\n") + 1])


def test_a_damaged_line_in_the_middle_is_named(tmp_path: Path) -> None:
    path = filled(tmp_path, row("a")) / "cases.jsonl"
    path.write_bytes(b'{"type":"case"\n' + path.read_bytes())
    with pytest.raises(InputError, match=r"cases\.jsonl:1: no JSON"):
        load(tmp_path)
    path.write_text('{"type":"case","schema":99}\n')
    with pytest.raises(InputError, match=r"cases\.jsonl:1: schema 99, expected 1"):
        load(tmp_path)


@pytest.mark.parametrize("kind", ["run", "environment", "case"])
def test_a_record_that_lacks_a_field_is_named(tmp_path: Path, kind: str) -> None:
    (tmp_path / "cases.jsonl").write_text(json.dumps({"type": kind, "schema": 1}) + "\n")
    for read in (lambda: load(tmp_path), lambda: merge(tmp_path / "out", [tmp_path])):
        with pytest.raises(InputError, match=r"cases\.jsonl:1: a record without "):
            read()


def test_a_case_whose_environment_is_lost_merges(tmp_path: Path) -> None:
    path = filled(tmp_path / "one", row("a")) / "cases.jsonl"
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[1])
    assert merge(tmp_path / "out", [tmp_path / "one"]) == 1
    assert [record["case"] for record in records(tmp_path / "out")] == ["a"]


def test_no_store() -> None:
    with pytest.raises(InputError, match="nowhere: no results here"):
        load("nowhere")


def test_one_run_at_a_time_unless_they_are_different_shards(tmp_path: Path) -> None:
    with Store(tmp_path), pytest.raises(InputError, match="another run is at work"):
        Store(tmp_path)
    with Store(tmp_path, (1, 2)), Store(tmp_path, (2, 2)):
        with pytest.raises(InputError, match="this shard"):
            Store(tmp_path, (1, 2))
        with pytest.raises(InputError, match="this directory"):
            Store(tmp_path)
    Store(tmp_path).__exit__()


def test_resume(tmp_path: Path) -> None:
    out = tmp_path / "out"
    traces = str(tmp_path / "traces")
    first = run(trouble(["gated", "raiser"], "1..3", traces), out, jobs=2)
    assert (first.total, first.skipped, first.done) == (6, 0, 6)
    more = run(trouble(["gated", "raiser"], "1..4", traces), out, jobs=2)
    assert (more.total, more.skipped, more.done) == (8, 6, 2)
    again = run(trouble(["gated", "raiser"], "1..4", traces), out, jobs=2, retry_errors=True)
    assert (again.skipped, again.done) == (4, 4)
    assert len(load(out)) == 8
    assert len(Path(traces).read_text().splitlines()) == 4


def test_what_a_limit_stopped_is_asked_again_when_the_limit_is_raised(tmp_path: Path) -> None:
    def stopped(now: dict[str, Any]) -> bool:
        cases = expand(trouble(["polite"], limits=now)).cases
        old = row(cases[0].id, "time limit", limits={"seconds": 2.0})
        return cases[0].id in settled(filled(tmp_path, old), cases)

    assert stopped({"seconds": 2})
    assert stopped({"seconds": 1})
    assert not stopped({"seconds": 3})
    assert not stopped({})


def test_an_answer_counts_before_a_limit_and_that_before_an_error(tmp_path: Path) -> None:
    filled(
        tmp_path,
        row("a", "finished", "1"), row("a", "error", "2"), row("a", "time limit", "3"),
        row("b", "error", "1"), row("b", "time limit", "1"), row("b", "crash (signal 9)", "3"),
        row("c", "error", "2", error="late"), row("c", "error", "1", error="early"),
    )  # fmt: skip
    table = load(tmp_path).set_index("case")
    assert list(table["termination"]) == ["finished", "time limit", "error"]
    assert table.loc["c", "error"] == "late"


def test_stores_merge(tmp_path: Path) -> None:
    one = filled(tmp_path / "1", row("a", "error"), row("b"), shard=(1, 2))
    two = filled(tmp_path / "2", row("a", "finished"), row("c"))
    out = tmp_path / "all"
    assert merge(out, [one]) == 2
    assert merge(out, [two, one]) == 1
    assert merge(out, [two, one]) == 0
    table = load(out).set_index("case")
    assert dict(table["termination"]) == dict.fromkeys("abc", "finished")
    assert len(load(one, two)) == 3
    assert merge(out, [out]) == 0
    kinds = [json.loads(line)["type"] for line in (out / "cases.jsonl").read_text().splitlines()]
    assert kinds.count("environment") == 1


def test_case_holds_environment_and_command(tmp_path: Path) -> None:
    run(trouble(["honest"]), tmp_path, jobs=1)
    [ran] = records(tmp_path, "run")
    [environment] = records(tmp_path, "environment")
    [case] = records(tmp_path, "case")
    assert ran["cases"] == 1
    assert {"python", "ortools", "cpmodels", "commit", "machine"} <= set(environment)
    assert case["environment"] == environment["environment"]
    assert case["count"] == 1
    assert case["peak_memory"] > 10e6


@example(at=71, bit=0)  # the key of the first checksum
@example(at=82, bit=1)  # the checksum itself
@given(at=st.integers(0, 10**6), bit=st.integers(0, 7))
def test_a_flipped_bit_is_noticed_named_and_set_aside(
    tmp_path_factory: pytest.TempPathFactory, at: int, bit: int
) -> None:
    """Nothing that was changed is ever taken for a result; what was not changed is kept."""
    out = filled(tmp_path_factory.mktemp("store"), *(row(name) for name in "abcd"))
    path = out / "cases.jsonl"
    whole = bytearray(path.read_bytes())
    before = list(records(out))
    whole[at % (len(whole) - 1)] ^= 1 << bit
    path.write_bytes(whole)
    bad = damages(out)
    if bad:
        with pytest.raises(InputError, match=r"cases\.jsonl:\d+: damaged|no JSON|no record"):
            list(records(out))
    assert repair(out) == bad
    after = list(records(out))
    assert all(record in before for record in after)
    assert len(before) - 2 <= len(after) < len(before)
    assert not damages(out)


def test_a_line_without_a_checksum_is_old_only_before_those_that_have_one(tmp_path: Path) -> None:
    path = filled(tmp_path, row("a"), row("b")) / "cases.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    old = [json.dumps(json.loads(line) | {"sum": 0}, separators=(",", ":")).replace(',"sum":0', "")
           for line in lines]  # fmt: skip
    path.write_text("".join(f"{line}\n" for line in old))
    assert [record["case"] for record in records(tmp_path, "case")] == ["a", "b"]
    filled(tmp_path, row("c"))
    assert [record["case"] for record in records(tmp_path, "case")] == ["a", "b", "c"]
    with open(path, "a") as file:
        file.write(f"{old[-1]}\n")
    assert [damage.why for damage in damages(tmp_path)] == ["damaged: no checksum"]
