"""What methods agree on is proved, too: a wrong agreement, and a proof that is none, turn red."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.answers.support import Support
from cpmodels.cli import app
from cpmodels.crosschecking.junit import to_annotations, to_junit
from cpmodels.engines import cadical, proof
from cpmodels.formats import write_puzzle
from cpmodels.methods import proof as by_proof
from cpmodels.proving import verify as verifying
from cpmodels.proving.claim import Claim
from cpmodels.proving.prove import Proof
from tests.planting import Planted, planted

pytest.importorskip("pysat", reason="the extra engines")
pytest.importorskip("pyganak")
pytest.importorskip("dratify")

DIMERS = cm.Tiling.of("2x3", "dominoes")  # 3 tilings
NONE = cm.Tiling.of("4x5", "tetrominoes", 1)  # by a colouring
ODD = cm.Tiling.of("3x3", "dominoes")
COVER = cm.ExactCover.of("a b", ["a", "b", "a b"], costs=[2, 3, 6])  # 5 is the least
LIARS = ("first", "second")


def lying(puzzle: cm.Puzzle, listed: Any) -> Any:
    """Two methods that agree on the same wrong solutions."""
    return planted(*(Planted(type(puzzle), listed, name) for name in LIARS))


def all_but_one(puzzle: cm.Puzzle, run: cm.Run) -> Iterator[Any]:
    return islice(cm.enumerate_solutions(puzzle, method="algorithm-x"), 1, None)


def crosschecked(puzzle: cm.Puzzle, **options: Any) -> cm.CrossCheck:
    options = {"methods": LIARS, "limit": None, "shrink_seconds": 0} | options
    return cm.crosscheck(puzzle, prove=True, **options)


@pytest.mark.parametrize("puzzle", [DIMERS, cm.ExactCover.of("a b", ["a", "b", "a b"])])
def test_an_agreement_on_a_wrong_count_is_refuted(puzzle: cm.Puzzle) -> None:
    with lying(puzzle, all_but_one):
        assert cm.crosscheck(puzzle, methods=LIARS, limit=None).agree is True
        result = crosschecked(puzzle, shrink_seconds=5)
    assert result.agree is False
    [case] = result.checks
    assert case.disagreement is not None
    assert "proof" in case.disagreement.methods
    assert [(c.part, c.method in LIARS) for c in case.culprits] == [("method", True)]
    assert "wrong: the method " in to_junit(result)
    assert "wrong: the method " in to_annotations(result)[0]


def test_an_agreement_on_none_is_refuted() -> None:
    with lying(DIMERS, lambda puzzle, run: ()):
        assert crosschecked(DIMERS).agree is False


def test_an_agreement_on_a_dear_cover_is_refuted() -> None:
    with lying(COVER, lambda puzzle, run: [(2,)]):
        assert cm.crosscheck(COVER, methods=LIARS, questions=["solve"]).agree is True
        result = crosschecked(COVER, questions=["solve"])
    assert result.agree is False
    assert "proof says optimal: 5" in str(result.checks[0].reason)


def test_an_agreement_on_a_long_path_is_refuted() -> None:
    puzzle = cm.SlidingPuzzle.of("1 2 3 x 4 6 7 5 8")
    with lying(puzzle, lambda puzzle, run: ["udrdr"]):
        assert crosschecked(puzzle, questions=["solve"]).agree is False


def none_by(text: str) -> Any:
    return lambda formula, child: (None, text)


@pytest.mark.parametrize("text", ["", "0\n", "1 0\n0\n", "d 1 2 0\n0\n", "nonsense"])
def test_an_engine_that_says_none_needs_a_refutation(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cadical, "refute", none_by(text))
    with lying(DIMERS, lambda puzzle, run: ()):
        result = crosschecked(DIMERS)
    assert result.agree is False
    assert "refutation is not accepted" in str(result.checks[0].reason)


def test_a_torn_refutation_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even of what is true: an engine or a checker is broken."""
    real = cadical.refute

    def half(formula: Any, child: Any) -> Any:
        model, text = real(formula, child)
        lines = (text or "").splitlines(keepends=True)
        return model, "".join(lines[len(lines) // 2 : -1])

    monkeypatch.setattr(cadical, "refute", half)
    puzzle = cm.ExactCover.of("a b c", ["a b", "b c", "a c"])
    assert crosschecked(puzzle, methods=["dlx", "algorithm-x"]).agree is False


def test_a_proof_that_only_says_so_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was written, so that nothing can be verified."""
    monkeypatch.setattr(
        by_proof,
        "prove_within",
        lambda run, puzzle, out, **rest: Proof(puzzle, Claim("none", 0, "cp-sat")),
    )
    with lying(DIMERS, lambda puzzle, run: ()):
        assert crosschecked(DIMERS).agree is False


def test_what_prove_and_the_checker_both_get_wrong_is_seen_by_the_methods(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cadical, "refute", none_by("0\n"))
    yes = lambda *arguments: proof.Refutation(True)  # noqa: E731
    monkeypatch.setattr(proof, "check", yes)
    assert cm.count(DIMERS, method="proof").verdict is cm.Verdict.NONE
    assert crosschecked(DIMERS, methods=["dlx", "frontier"]).agree is False


def test_an_engine_that_dies_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(formula: Any, child: Any) -> Any:
        raise RuntimeError("out of order")

    monkeypatch.setattr(cadical, "refute", dies)
    result = crosschecked(DIMERS, methods=["dlx", "frontier"])
    assert (result.agree, len(result.errors)) == (None, 1)


def test_a_folder_that_is_not_accepted_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = verifying.Verification(False, "torn")
    monkeypatch.setattr(by_proof, "verify_within", lambda *arguments: refused)
    assert crosschecked(DIMERS, methods=["dlx", "frontier"]).agree is False


def test_a_limit_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(run: cm.Run, puzzle: cm.Puzzle, out: Path, **rest: Any) -> Proof:
        run.stop(cm.Stop.TIME)
        return Proof(puzzle)

    monkeypatch.setattr(by_proof, "prove_within", stops)
    result = crosschecked(DIMERS, methods=["dlx", "frontier"])
    assert (result.agree, result.to_prove, result.proved) == (None, 1, 0)


def test_reports_say_proved(tmp_path: Path) -> None:
    for name, puzzle in (("a", DIMERS), ("b", ODD), ("c", COVER)):
        (tmp_path / f"{name}.toml").write_text(str(write_puzzle(puzzle, "toml")))
    out = [f"{tmp_path}/out.jsonl", f"{tmp_path}/out.xml"]
    words = ["crosscheck", str(tmp_path), "--prove", "-m", "cp-sat", "-m", "algorithm-x"]
    result = CliRunner().invoke(app, [*words, "--json", out[0], "--junit", out[1]])
    assert result.exit_code == 0
    assert "3 of 3 puzzles agree, 3 of 3 proved: all agree" in result.output
    records = [json.loads(line) for line in Path(out[0]).read_text().splitlines()]
    assert [record["proved"] for record in records] == [True, True, True]
    assert Path(out[1]).read_text().count("agree, proved") == 3


def test_what_answers_rest_on() -> None:
    alone = cm.count(ODD, method="dlx")
    assert alone.supported_by == ()
    assert cm.solve(DIMERS, method="dlx").supported_by == (Support.SOLUTION,)
    both = cm.compare(DIMERS, methods=["dlx", "cp-sat", "proof"])
    assert both.supported_by == (Support.METHODS, Support.PROOF)
    assert str(both).endswith("\nagree, proved")
    assert all(answer.supported_by == both.supported_by for answer in both)
    unsolvable = cm.SlidingPuzzle.of("1 2 3 4 5 6 8 7 x")
    for puzzle, methods in ((unsolvable, ["cp-sat", "idastar"]), (ODD, ["cp-sat", "dlx"])):
        comparison = cm.compare(puzzle, methods=methods)
        assert comparison.supported_by == (Support.METHODS, Support.CERTIFICATE)
        assert str(comparison).endswith("\nagree, certificate")
    with lying(DIMERS, all_but_one):
        assert cm.compare(DIMERS, methods=[*LIARS, "dlx"]).supported_by == ()
