"""Audits that prove their cases: faults on either side turn red, what is left out is told."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.auditing.known_solutions import Known, with_solutions
from cpmodels.auditing.proved_cases import prove_cases
from cpmodels.auditing.results import Audit, CaseProofs
from cpmodels.cli import app
from cpmodels.engines import cadical
from cpmodels.kinds.registry import registry
from tests.planting import flip_in_cover_of, tampered

pytest.importorskip("pysat", reason="the extra engines")
pytest.importorskip("pyganak")
pytest.importorskip("dratify")


def known(puzzle: cm.Puzzle) -> Known:
    case = with_solutions(puzzle, 200, 10)
    assert isinstance(case, Known)
    return case


DIMERS = known(cm.Tiling.of("2x3", "dominoes"))  # 3 tilings
NONE = known(cm.Tiling.of("3x4", "tetrominoes:S"))


def proofs_of(*cases: Known) -> CaseProofs:
    result = CaseProofs("tiling")
    prove_cases(cases, 10, result)
    return result


def test_what_is_true_is_proved() -> None:
    result = proofs_of(DIMERS, NONE)
    assert (result.proved, result.cases, result.fine) == (2, 2, True)


@pytest.mark.parametrize(
    "case",
    [
        replace(DIMERS, keys=frozenset([*DIMERS.keys][:2])),  # the algorithm lost one
        replace(DIMERS, keys=DIMERS.keys | {"another"}),
        replace(DIMERS, keys=frozenset()),
        replace(NONE, keys=frozenset({"one"})),
    ],
)
def test_other_solutions_by_hand_are_refuted(case: Known) -> None:
    result = proofs_of(case)
    assert (result.proved, len(result.wrong), result.fine) == (0, 1, False)
    assert Audit(proofs=[result]).agree is False


@pytest.mark.parametrize("change", [flip_in_cover_of(0), flip_in_cover_of(1)])
def test_a_model_that_is_wrong_is_red(change: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = registry.find_method(DIMERS.puzzle, "cp-sat", cm.Question.COUNT)
    monkeypatch.setattr(usual, "build", tampered(change).build)
    assert proofs_of(DIMERS).fine is False


@pytest.mark.parametrize("text", ["", "0\n", "1 0\n0\n", "nonsense"])
def test_a_refutation_that_is_none_is_red(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that says none of a puzzle with solutions, with and without a lie by hand."""
    monkeypatch.setattr(cadical, "refute", lambda formula, child: (None, text))
    for case in (DIMERS, replace(DIMERS, keys=frozenset())):
        assert proofs_of(case).fine is False


def test_an_engine_that_dies_leaves_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(formula: Any, child: Any) -> Any:
        raise RuntimeError("out of order")

    monkeypatch.setattr(cadical, "refute", dies)
    result = proofs_of(DIMERS)
    assert (len(result.unproved), result.fine) == (1, None)


def test_what_is_left_out_is_told_and_nothing_proved_is_open() -> None:
    many = replace(DIMERS, keys=frozenset(range(101)))
    best = replace(DIMERS, puzzle=cm.Tiling.of("2x2", "trominoes:L", goal="most pieces"))
    result = proofs_of(many, best)
    assert (result.proved, len(result.skipped), result.fine) == (0, 2, None)
    assert Audit(proofs=[result]).agree is None


@pytest.mark.parametrize("cluster", [False, True])
def test_the_command(cluster: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a cluster, which audits the models only, the cases are proved as well."""
    words = ["audit", "exact-cover", "--cases", "6", "--mutants", "0", "--prove", "-m", "cp-sat"]
    if cluster:
        here = import_module("cpmodels.auditing.audit")
        monkeypatch.setattr(here, "audit_there", lambda *of, **options: Audit())
        words += ["--cluster", "tcp://127.0.0.1:1"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    proved, _, total = result.output.rpartition(" cases proved")[0].split()[-3:]
    assert 0 < int(proved) <= int(total)
    monkeypatch.setattr(cadical, "refute", lambda formula, child: (None, "0\n"))
    assert CliRunner().invoke(app, words).exit_code == 1
