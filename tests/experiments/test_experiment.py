"""What an experiment says, and the cases that it stands for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.errors import InputError
from cpmodels.experiments import CaseLimits, Experiment, MethodSpec, expand
from cpmodels.experiments.case_list import in_shard
from cpmodels.experiments.ranges import combinations, values
from cpmodels.results.canonical import digest
from tests.experiments.helpers import trouble

TILINGS: dict[str, Any] = {
    "kind": "tiling",
    "region": "{m}x{n}",
    "shapes": "tetrominoes",
    "range": {"m": "2..4", "n": "m..5"},
}


def of(**definition: Any) -> Experiment:
    return Experiment.of({"puzzles": [TILINGS], "methods": ["cp-sat"], **definition})


def test_ranges_of_earlier_ranges() -> None:
    regions = [case.puzzle.extent() for case in expand(of()).cases]  # type: ignore[attr-defined]
    assert regions == ["2x2", "2x3", "2x4", "2x5", "3x3", "3x4", "3x5", "4x4", "4x5"]


@given(st.integers(-50, 50), st.integers(0, 40), st.integers(1, 7))
def test_whole_ranges_are_python_ranges(low: int, length: int, step: int) -> None:
    high = low + length
    assert values(f"{low}..{high} step {step}", {}, "x") == list(range(low, high + 1, step))


def test_ranges_of_reals_have_no_drift() -> None:
    assert values("0.1..0.7 step 0.1", {}, "x") == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]
    assert values("5..4", {}, "x") == []


def test_a_file_is_what_the_object_is(tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text('kind = "tiling"\nregion = "2x3"\nshapes = "dominoes"\n')
    (tmp_path / "e.toml").write_text(
        """
        questions = ["count", "solve"]
        methods = ["cp-sat", {name = "cp-sat", workers = [1, 2]}]
        seeds = "3..4"
        repetitions = 2
        limits = {seconds = 1.5, cpu_seconds = 2, memory = "1 GiB"}
        [[puzzles]]
        files = "*two.toml"
        """
    )
    experiment = Experiment.read(tmp_path / "e.toml")
    assert experiment.name == "e"
    assert experiment.limits == CaseLimits(1.5, 2, 2**30)
    same = Experiment(
        puzzles=[cm.Tiling.of("2x3", "dominoes")],
        questions=["count", "solve"],
        methods=[MethodSpec("cp-sat"), *(MethodSpec("cp-sat", {"workers": n}) for n in (1, 2))],
        seeds=[3, 4],
        repetitions=2,
    )
    from_file, from_object = expand(experiment).cases, expand(same).cases
    assert len(from_file) == 2 * 3 * 2 * 2
    assert [case.id for case in from_file] == [case.id for case in from_object]
    assert from_file[0].origin == "two.toml"


def test_every_part_of_a_case_is_in_its_id() -> None:
    base = {"questions": ["count"], "seeds": 0, "repetitions": 1}
    one = {case.id for case in expand(of(**base)).cases}
    for change in (
        {"questions": ["solve"]},
        {"seeds": 1},
        {"methods": [{"name": "cp-sat", "workers": 2}]},
        {"puzzles": [TILINGS | {"shapes": "tetrominoes:IOT"}]},
        {"puzzles": [TILINGS | {"copies": 1}]},
    ):
        assert one.isdisjoint(case.id for case in expand(of(**(base | change))).cases), change
    for same in ({"limits": {"seconds": 1}}, {"puzzles": [TILINGS | {"title": "named"}]}):
        assert one == {case.id for case in expand(of(**(base | same))).cases}, same


def test_ids_are_the_same_in_every_process() -> None:
    sets = frozenset({(("T", frozenset({(0, 1), (1, 1)})), 2**70), "x"})
    assert digest(sets) == digest(frozenset({"x", (("T", frozenset({(1, 1), (0, 1)})), 2**70)}))
    assert digest(cm.Tiling.of("2x3", "dominoes")) == "db25a5bba1b9ab4ca718"


@given(st.integers(1, 9))
def test_shards_part_the_cases(number: int) -> None:
    cases = expand(of(seeds=[1, 2, 3])).cases
    shards = [[c for c in cases if in_shard(c, (i + 1, number))] for i in range(number)]
    assert sorted(c.id for shard in shards for c in shard) == sorted(c.id for c in cases)


def test_names_with_stars_and_what_cannot_answer() -> None:
    expansion = expand(of(methods=["*"], questions=["count"]))
    names = {case.method for case in expansion.cases}
    assert {"cp-sat", "dlx", "algorithm-x"} <= names
    board = {"kind": "board", "range": {"side": [2, 4]}}
    expansion = expand(of(puzzles=[board], methods=["*"], questions=["count"]))
    assert expansion.left_out["divide-and-conquer does not answer count"] == 2


def test_own_kinds_of_puzzle() -> None:
    cases = expand(trouble(["honest"], "1..3")).cases
    assert [case.puzzle.number for case in cases] == [1, 2, 3]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("definition", "message"),
    [
        ({"puzzles": []}, r"no puzzles, expected \[\[puzzles\]\] tables"),
        ({"puzzle": []}, "experiment: unknown field 'puzzle', expected one of puzzles"),
        ({"puzzles": [{}]}, r"puzzles\[1\]: table with , expected one of files, corpus"),
        (
            {"puzzles": [{"kind": "chess"}]},
            r"puzzles\[1\]: kind 'chess', expected one of tiling, packing, board",
        ),
        ({"puzzles": [{"files": "nowhere/*.non"}]}, "no file is named nowhere/"),
        ({"puzzles": [{"corpus": "zzz*"}]}, "the corpus has no 'zzz"),
        (
            {"puzzles": [TILINGS | {"region": "{m}x0{n}x0"}]},
            r"\[1\]: tiling m=2, n=2: region 2x02x0",
        ),
        (
            {"puzzles": [TILINGS | {"region": "{m}x{n}{k}"}]},
            "'{m}x{n}{k}': 'k' is no range, ranges: m, n",
        ),
        ({"puzzles": [TILINGS | {"colour": 1}]}, "unknown field 'colour' of tiling, expected"),
        ({"puzzles": [TILINGS | {"range": {"q": 1}}]}, "range 'q' is used by nothing in tiling"),
        ({"puzzles": [TILINGS | {"range": {"m": "1..k"}}]}, "range.m: 'k' in a range, expected"),
        ({"methods": ["dlx", "sat"]}, "unknown method 'sat', expected such as algorithm-x"),
        ({"methods": [{"name": "dlx", "speed": 3}]}, "methods: unknown field 'speed'"),
        ({"methods": [{"name": "dlx", "workers": 0}]}, "workers = 0, expected a number above 0"),
        ({"questions": ["how"]}, "questions: question 'how', expected one of solve, count"),
        ({"seeds": -1}, "seeds: seed -1, expected 0 to 2147483647"),
        ({"repetitions": 0}, "repetitions: 0, expected a number from 1 to"),
        ({"limits": {"seconds": 0}}, "limits: seconds = 0, expected seconds above 0"),
        ({"limits": {"memory": "much"}}, "limits: memory 'much', expected such as '1 GB'"),
        ({"imports": ["no.such.module"]}, "imports: no.such.module cannot be imported"),
    ],
)
def test_bad_experiments_are_refused_in_one_line(definition: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        expand(of(**definition))
    assert "\n" not in str(error.value)


def test_bad_files(tmp_path: Path) -> None:
    for content, message in (("a = = 1", r"e\.toml: .*line 1"), ("b = 1", "unknown field 'b'")):
        (tmp_path / "e.toml").write_text(content)
        with pytest.raises(InputError, match=message):
            Experiment.read(tmp_path / "e.toml")
    with pytest.raises(InputError, match=r"none\.toml: No such file"):
        Experiment.read(tmp_path / "none.toml")


def test_combinations_of_nothing_are_one() -> None:
    assert list(combinations({}, "range")) == [{}]


def test_the_random_puzzles_of_a_kind_from_outside_are_generated() -> None:
    definition = {"puzzles": [{"generate": "trouble", "range": {"number": "3..5"}}],
              "methods": ["honest"]}  # fmt: skip
    assert [case.puzzle.number for case in expand(Experiment.of(definition)).cases] == [3, 4, 5]  # type: ignore[attr-defined]
