"""Audit: groups that lie are told, and faults put into models are caught or explained."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.auditing.known_solutions import Known, with_solutions
from cpmodels.auditing.mutants import mutate, possible, random_mutants
from cpmodels.auditing.same_solutions import differs
from cpmodels.auditing.subjects import subjects
from cpmodels.cli import app
from cpmodels.formats import read_puzzles
from cpmodels.generate import random_puzzle
from cpmodels.kinds.registry import registry
from cpmodels.methods.cp_sat import CpSat
from cpmodels.models.exact_cover import exact_cover_model
from cpmodels.models.model import Model
from cpmodels.models.tiling import tiling_model
from tests.planting import planted


@pytest.mark.parametrize("kind", registry.random_kinds())
def test_every_model_method_is_audited(kind: str) -> None:
    audited, closed = subjects(kind)
    names = [name for subject in audited for name in (subject.name, *subject.also)]
    models = [
        method.name
        for method in registry.methods_of(type(random_puzzle(kind)))
        if method.side == "model"
    ]
    assert sorted(name for name in names if "," not in name) == sorted(models)
    assert not closed


@pytest.mark.parametrize("kind", ["exact-cover", "board"])
def test_groups_are_what_they_say(kind: str) -> None:
    result = cm.audit([kind], methods=["cp-sat"], cases=25, mutants=3, limit=20)
    assert result.agree, [group for group in result.groups if not group.fine]
    assert result.cases[kind] > 20
    assert all(mutant.outcome != "unknown" for mutant in result.mutants)


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("kind", registry.random_kinds())
def test_whole_audit(kind: str) -> None:
    """Every group, and twenty mutants of each model: caught, or the same on 120 cases."""
    result = cm.audit([kind], limit=10)
    assert result.agree, [group for group in result.groups if not group.fine]
    assert any(mutant.outcome == "caught" for mutant in result.mutants)


def liars(puzzle: cm.ExactCover, without: Any = ()) -> Model:
    """*secondary* says it is implied, *twice* says it is defining."""
    honest = exact_cover_model(puzzle, without=without)
    model = Model("liars", without=without)
    model.cp, model.primary, model.read = honest.cp, honest.primary, honest.read
    for group in honest.groups:
        group.implied = group.name == "secondary"
        model._groups[group.name] = group
    with model.group("twice", about="each primary item once more"):
        for item in puzzle.items:
            if puzzle.bound(item) == (1, 1):
                usable = [k for k in range(len(puzzle.options)) if puzzle.usable(k)]
                choices = zip(usable, model.primary, strict=True)
                model.bound([v for k, v in choices if item in puzzle.options[k]], (0, 1))
    return model


def test_groups_that_lie_are_told() -> None:
    with planted(CpSat(cm.ExactCover, liars, variant="liars")):
        result = cm.audit(["exact-cover"], cases=25, mutants=0, limit=20)
    verdicts = {group.group: group for group in result.groups if group.subject.name != "cp-sat"}
    assert verdicts["primary"].fine
    assert verdicts["secondary"].fine is False
    assert verdicts["secondary"].noticed_by is not None
    assert verdicts["twice"].fine is False
    assert result.agree is False


def loose(puzzle: cm.ExactCover, without: Any = ()) -> Model:
    model = exact_cover_model(puzzle, without=without)
    model.boolean(primary=False)
    return model


def test_a_loose_variable_is_noticed() -> None:
    """It is no function of the primary ones: each solution comes twice."""
    case = with_solutions(cm.ExactCover.of("a b", ["a", "b", "a b"]), 100, 5)
    assert isinstance(case, Known)
    assert differs(exact_cover_model(case.puzzle), case, 5) is False  # type: ignore[arg-type]
    assert differs(loose(case.puzzle), case, 5) is True  # type: ignore[arg-type]


def test_mutants_are_the_same_for_the_same_seed_and_change_one_constraint() -> None:
    puzzle = cm.Tiling.of("3x4", "trominoes", copies="1..3")
    whole = tiling_model(puzzle).export()
    places = sorted(possible(tiling_model(puzzle)))
    assert {action for action, _ in places} == {"drop", "flip", "bound"}
    mutants = random_mutants(30, places, Random("seed"))
    assert mutants == random_mutants(30, places, Random("seed"))
    for mutant in mutants:
        model = tiling_model(puzzle)
        before = [str(constraint) for constraint in model.cp.proto.constraints]
        text = mutate(model, mutant)
        after = [str(constraint) for constraint in model.cp.proto.constraints]
        [changed] = [i for i, (one, other) in enumerate(zip(before, after, strict=True))
                     if one != other]  # fmt: skip
        assert text == (" ".join(after[changed].split()) or "(no constraint)")
    assert tiling_model(puzzle).export() == whole


def test_planted_drop_and_flip_are_found_within_the_usual_cases() -> None:
    """A fault in the builder, not in one model of it: it is there before the audit begins."""
    from tests.planting import drop_cover_of, flip_in_cover_of, tampered

    for change in (drop_cover_of(2), flip_in_cover_of(2)):
        with planted(tampered(change)):
            result = cm.audit(
                ["tiling"], methods=["cp-sat:tampered"], cases=10, mutants=3, limit=1,
                max_solutions=30,
            )  # fmt: skip
        assert result.agree is False
        assert [wrong.subject.name for wrong in result.wrong] == ["cp-sat:tampered"]
        assert (result.groups, result.mutants) == ([], [])


def test_a_refactoring_that_changes_answers_is_status_1_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(puzzle: cm.ExactCover, without: Any = ()) -> Model:
        return exact_cover_model(puzzle, without=(*without, "secondary"))

    monkeypatch.chdir(tmp_path)
    words = ("audit", "exact-cover", "-n", "10", "--mutants", "0", "--out", "new")
    with planted(CpSat(cm.ExactCover, forgetful, variant="forgetful")):
        result = CliRunner().invoke(app, words)
        lines = CliRunner().invoke(app, [*words, "--json", "-"]).stdout.splitlines()
        [command] = re.findall("show it: cpmodels (.+)", result.stdout)
        assert CliRunner().invoke(app, command.split()).exit_code == 1
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        [notice] = re.findall("(?m)^::(.+)", CliRunner().invoke(app, words).stdout)
    assert notice.startswith(
        "error title=audit%3A exact-cover::exact-cover cp-sat:forgetful has other"
    )
    assert notice.endswith(command)
    assert result.exit_code == 1
    assert "exact-cover cp-sat:forgetful has other solutions than dlx: " in result.stdout
    assert "wrong models: 1; 3 of 3 groups are what they say" in result.stdout
    [example] = read_puzzles(tmp_path / "new" / "exact-cover-1.toml")
    assert isinstance(example, cm.ExactCover)
    schema = json.loads(CliRunner().invoke(app, ["schema"]).stdout)
    for line in lines:
        jsonschema.validate(json.loads(line), schema)
    assert json.loads(lines[0])["wrong"]["kind"] == "exact-cover"


def test_a_model_compared_on_no_case_is_open() -> None:
    result = CliRunner().invoke(app, ["audit", "exact-cover", "--mutants", "0", "--limit", "0"])
    assert result.exit_code == 3
    assert "exact-cover cp-sat: compared on no case" in result.stdout


def test_command(tmp_path: Path) -> None:
    records = tmp_path / "out.jsonl"
    words = ["audit", "exact-cover", "-n", "15", "--mutants", "6", "--limit", "20"]
    result = CliRunner().invoke(app, [*words, "--json", str(records), "-o", str(tmp_path / "new")])
    assert result.exit_code == 0, result.output
    assert "3 of 3 groups are what they say" in result.stdout
    assert "defining" in result.stdout
    schema = json.loads(CliRunner().invoke(app, ["schema"]).stdout)
    lines = [json.loads(line) for line in records.read_text().splitlines()]
    assert len(lines) == 9
    for line in lines:
        jsonschema.validate(line, schema)
    for path in (tmp_path / "new").glob("*.toml"):
        assert read_puzzles(path)


@pytest.mark.parametrize(
    "words",
    [["riddle"], ["tiling", "-n", "0"], ["tiling", "-m", "cp-sat:nosuch"], ["tiling", "-m", "dlx"]],
    ids=" ".join,
)
def test_bad_usage(words: list[str]) -> None:
    assert CliRunner().invoke(app, ["audit", *words]).exit_code == 2
