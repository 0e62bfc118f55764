"""Counts in cubes: faults that are planted are told, or do no harm; never a wrong total."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.answers.run import Limits
from cpmodels.cli import app
from cpmodels.counting import count as module
from cpmodels.counting.count import count_in_cubes
from cpmodels.counting.task import Request, count_cube, seal, unseal
from cpmodels.counting.threads import Threads
from cpmodels.errors import InputError, MethodFailed
from cpmodels.puzzles.clues import Run
from cpmodels.puzzles.colours import palette
from cpmodels.results.store import records, repair

PUZZLE = cm.Tiling.of("6x6", "tetrominoes:IOTS")
TOTAL = 1409  # shared/truth: tilings.csv; recomputed two ways


class Faulty(Threads[str]):
    """Threads whose results a fault may change on their way."""

    def __init__(self, fault: Any) -> None:
        super().__init__(2, count_cube)
        self._fault, self._number = fault, Counter[str]()

    def receive(self, timeout: float) -> list[tuple[str, Any]]:
        came = super().receive(timeout)
        changed = []
        for name, result in came:
            self._number[name] += 1
            changed += self._fault(name, result, self._number[name])
        return changed


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Any:
    def planted(fault: Any) -> None:
        @contextmanager
        def workers(*_: Any) -> Iterator[Faulty]:
            yield Faulty(fault)

        monkeypatch.setattr(module, "_workers", workers)

    return planted


def test_a_result_that_comes_twice_is_one(plant: Any, tmp_path: Path) -> None:
    plant(lambda name, result, number: [(name, result)] * 2)
    assert count_in_cubes(PUZZLE, "dlx", out=tmp_path).answer.count == TOTAL
    names = Counter(record["cube"] for record in records(tmp_path, "cube"))
    assert set(names.values()) == {1}


def test_a_torn_result_is_asked_again(plant: Any) -> None:
    plant(lambda name, result, number: [(name, result if number > 1 else result[:-9])])
    assert count_in_cubes(PUZZLE, "dlx").answer.count == TOTAL


def test_a_flipped_digit_is_asked_again(plant: Any) -> None:
    def fault(name: str, result: str, number: int) -> list[tuple[str, str]]:
        return [(name, result.replace('"count":', '"count":1') if number == 1 else result)]

    plant(fault)
    assert count_in_cubes(PUZZLE, "dlx").answer.count == TOTAL


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        ({"count": -3}, "expected a whole number"),
        ({"count": 1.5}, "expected a whole number"),
        ({"count": True}, "expected a whole number"),
        ({"count": None}, "expected a whole number"),
        ({"cube": "9.9.9"}, "it is of cube 9.9.9"),
        ({"name": "of another count"}, "it is of cube"),
        ({"complete": 1}, "does not say whether it is complete"),
    ],
)
def test_nonsense_is_refused(plant: Any, lie: dict[str, Any], why: str) -> None:
    plant(lambda name, result, number: [(name, seal((unseal(result) or {}) | lie))])
    with pytest.raises(MethodFailed, match=why):
        count_in_cubes(PUZZLE, "dlx")


def test_other_code_is_refused(plant: Any, tmp_path: Path) -> None:
    def fault(name: str, result: str, number: int) -> list[tuple[str, str]]:
        return [(name, seal((unseal(result) or {}) | {"code": "0123", "machine": "two"}))]

    plant(fault)
    with pytest.raises(InputError, match="two: code of cpmodels 0123 there and"):
        count_in_cubes(PUZZLE, "dlx", out=tmp_path)
    assert not list(records(tmp_path, "cube"))


@pytest.mark.parametrize("nonsense", [None, 12, "", "12", {"count": 3}, b"torn"])
def test_what_is_no_text_of_a_result_is_refused(plant: Any, nonsense: Any) -> None:
    plant(lambda name, result, number: [(name, nonsense)])
    with pytest.raises(MethodFailed, match="checksum differs"):
        count_in_cubes(PUZZLE, "dlx")


def test_an_error_on_a_worker_is_an_error(plant: Any) -> None:
    plant(lambda name, result, number: [(name, ZeroDivisionError("x"))])
    with pytest.raises(MethodFailed, match=r"cube .*: x"):
        count_in_cubes(PUZZLE, "dlx")


def test_a_wrong_count_is_seen_by_the_audit(plant: Any, capsys: Any) -> None:
    def fault(name: str, result: str, number: int) -> list[tuple[str, str]]:
        report = unseal(result) or {}
        if report["name"] == Request(PUZZLE, "dlx").name:
            report["count"] += 1
        return [(name, seal(report))]

    plant(fault)
    counted = count_in_cubes(PUZZLE, "dlx", audit=1.0)
    assert counted.audit.agree is False
    assert len(counted.audit.wrong) == counted.audit.cubes > 5
    assert "dlx counts" in counted.audit.wrong[0]


def test_a_cube_that_is_lost_leaves_no_total(monkeypatch: pytest.MonkeyPatch) -> None:
    real = module._Counting._cut
    monkeypatch.setattr(
        module._Counting, "_cut", lambda *arguments: type(d := real(*arguments))(list(d)[1:])
    )
    with pytest.raises(MethodFailed, match="neither counted nor split"):
        count_in_cubes(PUZZLE, "dlx")


def test_cubes_that_take_long_are_split_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "SLICE", 0.0)
    monkeypatch.setattr(module, "PARTS", 1)
    counted = count_in_cubes(PUZZLE, "dlx", out=tmp_path)
    assert counted.answer.count == TOTAL
    assert sum(record["type"] == "split" for record in records(tmp_path)) > 10


def test_a_count_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    whole = count_in_cubes(PUZZLE, "dlx", out=tmp_path / "whole")
    lines = (tmp_path / "whole" / "cubes.jsonl").read_bytes().splitlines(keepends=True)
    for size in range(1, len(lines)):
        out = tmp_path / str(size)
        out.mkdir()
        (out / "cubes.jsonl").write_bytes(b"".join(lines[:size]) + lines[size][: 7 * size % 30])
        counted = count_in_cubes(PUZZLE, "dlx", out=out)
        assert counted.answer.count == TOTAL
        assert counted.earlier == sum(b'"type":"cube"' in line for line in lines[:size])
        names = Counter(record["cube"] for record in records(out, "cube"))
        assert set(names.values()) == {1}
    assert whole.earlier == 0


def test_a_flipped_digit_in_the_directory_is_told_and_what_is_set_aside_is_counted_again(
    tmp_path: Path,
) -> None:
    count_in_cubes(PUZZLE, "dlx", out=tmp_path)
    path = tmp_path / "cubes.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines):
        if b'"split"' in line or b'"cube"' in line:
            flipped = line.replace(b'"count":', b'"count":1').replace(b'"parts":', b'"parts":1')
            path.write_bytes(b"".join([*lines[:number], flipped, *lines[number + 1 :]]))
            with pytest.raises(InputError, match=rf"cubes\.jsonl:{number + 1}: .*checksum differs"):
                count_in_cubes(PUZZLE, "dlx", out=tmp_path)
            repair(tmp_path)
            assert count_in_cubes(PUZZLE, "dlx", out=tmp_path).answer.count == TOTAL


def test_another_count_is_refused(tmp_path: Path) -> None:
    count_in_cubes(PUZZLE, "dlx", out=tmp_path)
    for puzzle, method, why in (
        (cm.Tiling.of("6x6", "tetrominoes:IOT"), "dlx", "the count of another puzzle"),
        (PUZZLE, "cp-sat", "a count by dlx, expected cp-sat"),
        (PUZZLE, "dlx:first", "a count by dlx, expected dlx:first"),
    ):
        with pytest.raises(InputError, match=why):
            count_in_cubes(puzzle, method, out=tmp_path)


def test_limits_keep_what_is_done(tmp_path: Path) -> None:
    answer = count_in_cubes(PUZZLE, "dlx", out=tmp_path, limits=Limits(0.0)).answer
    assert (str(answer.stopped_by), answer.complete) == ("time limit", False)
    assert cm.count(PUZZLE, method="dlx", out=tmp_path, workers=2).count == TOTAL


def test_a_nonogram_is_counted_by_known_cells_and_audited_as_a_puzzle() -> None:
    """Permutation matrices: 120 pictures."""
    puzzle = cm.Nonogram.of([1] * 5, [1] * 5)
    for method, other in (("parts", "cp-sat"), ("cp-sat", "parts")):
        counted = count_in_cubes(puzzle, method, audit=1.0)
        assert counted.answer.count == 120
        assert (counted.audit.method, counted.audit.agree) == (other, True)
        assert counted.audit.agreed == counted.standing.done > 4


@pytest.mark.parametrize("method", ["parts", "sweep", "cp-sat"])
def test_cubes_of_a_nonogram_with_a_colour_that_no_clue_has(method: str) -> None:
    """Permutation matrices, in the second of two colours: cubes left one in two of them out."""
    clues = ((Run(1, 2),),) * 3
    puzzle = cm.Nonogram(clues, clues, palette(3))
    counted = count_in_cubes(puzzle, method, audit=1.0)
    assert (counted.answer.count, counted.audit.agree) == (6, True)


def test_methods_that_do_not_count_in_cubes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="frontier does not count in cubes, expected one of"):
        cm.count(PUZZLE, method="frontier", out=tmp_path)
    with pytest.raises(InputError, match="no method counts this sliding"):
        cm.count(cm.SlidingPuzzle.of("1 2 3 4 5 6 7 x 8"), out=tmp_path)


def test_the_command(tmp_path: Path) -> None:
    def run(*words: str) -> Result:
        every = ["count", "6x6 tetrominoes:IOTS", "-m", "dlx", "--out", str(tmp_path), *words]
        return CliRunner().invoke(app, every)

    assert run("--limit", "0").exit_code == 3
    done = run("--audit", "10%", "--json")
    record = json.loads(done.stdout)
    assert (done.exit_code, record["count"], record["audit"]["wrong"]) == (0, TOTAL, [])
    assert record["audit"]["agreed"] == record["audit"]["cubes"] > 0
    again = run("--expect", "1409")
    assert again.exit_code == 0
    assert f"{record['cubes']['done']} were there" in again.stdout
    assert run("-m", "cp-sat").exit_code == 2
    assert run("--audit", "200%").exit_code == 2
    assert run("--max", "5").exit_code == 2


def test_a_disagreement_is_status_1_with_the_cube_named(plant: Any) -> None:
    def fault(name: str, result: str, number: int) -> list[tuple[str, str]]:
        report = unseal(result) or {}
        report["count"] += report["name"] == Request(PUZZLE, "dlx").name and name == "1.54"
        return [(name, seal(report))]

    plant(fault)
    words = ["count", "6x6 tetrominoes:IOTS", "-m", "dlx", "--audit", "100%"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 1
    assert "cube 1.54: dlx counts 78, cp-sat 77" in result.output
