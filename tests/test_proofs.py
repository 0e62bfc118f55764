"""Proofs: what is true is proved, and no folder that claims what is false is ever accepted."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cpmodels as cm
from cpmodels.corpus import case
from cpmodels.errors import InputError
from cpmodels.formats import write_puzzle
from cpmodels.generate import random_puzzle
from cpmodels.proving import claim as claims
from cpmodels.proving import folder as files
from cpmodels.puzzles.puzzle import Puzzle
from tests.forging import restate, sign

pytest.importorskip("pysat", reason="the extra engines")
pytest.importorskip("dratify")

NONE = cm.Tiling.of("4x5", "tetrominoes", 1)
TWO = cm.Tiling.of("2x2", "dominoes")
ONE = cm.Nonogram.of(["1", "2", "1"], ["2", "2"])
PATH = cm.SlidingPuzzle.of("1 2 3 x 4 6 7 5 8")


@pytest.fixture
def proof(tmp_path: Path) -> Callable[..., Path]:
    """Writes the proof of a puzzle."""

    def write(puzzle: Puzzle, **options: Any) -> Path:
        place = tmp_path / "proof"
        shutil.rmtree(place, ignore_errors=True)
        assert cm.prove(puzzle, place, **options)
        return place

    return write


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("4x5 tetrominoes, 1", "there is no solution"),
        ("4x4 tetrominoes:L", "there are exactly 10 solutions"),
        ("nonogram webpbn-00001-dancer", "there is exactly one solution"),
        ("board 5 without 0,1", "there is no solution"),
        ("8-puzzle 2 3 4 1 5 x 7 6 8", "there is a path of 19 moves, and none shorter"),
        ("8-puzzle 1 2 3 4 5 6 8 7 x", "there is no solution"),
    ],
)
def test_what_is_known_is_proved(name: str, message: str, tmp_path: Path) -> None:
    puzzle = case(name).puzzle
    done = cm.prove(puzzle, tmp_path / "proof")
    assert str(done.claim) == message
    verified = cm.verify(tmp_path / "proof", puzzle)
    assert verified.proved is True
    assert str(verified) == f"proved: {message}"


@pytest.mark.parametrize("kind", ["tiling", "board", "exact-cover", "nonogram", "sliding"])
def test_claims_agree_with_the_methods_by_hand(kind: str, tmp_path: Path) -> None:
    for seed in range(4):
        puzzle = random_puzzle(kind, seed, size=8)
        done = cm.prove(puzzle, most=20)
        hand = next(m for m in cm.methods(puzzle) if m != "cp-sat")
        if done.claim is None:
            assert (cm.count(puzzle, method=hand).count or 0) > 20
        elif puzzle.optimising:
            answer = cm.solve(puzzle, method=hand)
            assert (answer.objective or 0) == done.claim.number
            assert answer.exists == (done.claim.kind == "shortest")
        else:
            assert cm.count(puzzle).count == done.claim.number


def test_a_limit_is_no_proof(tmp_path: Path) -> None:
    done = cm.prove(case("8-puzzle 8 6 7 2 5 4 3 x 1").puzzle, tmp_path / "proof", limit=0.2)
    assert not done
    assert done.stopped_by is cm.Stop.TIME
    assert not (tmp_path / "proof").exists()


def test_too_many_solutions_are_told() -> None:
    done = cm.prove(cm.Tiling.of("4x4", "dominoes"), most=35)
    assert not done
    assert done.note == "at least 36 solutions"


def test_damage_is_told_by_checksums(proof: Callable[..., Path]) -> None:
    folder = proof(NONE)
    for name in sorted(each.name for each in folder.iterdir() if each.name != files.SUMS):
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[:-2])
        assert cm.verify(folder).reason == f"{name}: damaged: it has another checksum"
        (folder / name).unlink()
        assert cm.verify(folder).reason == f"{name}: missing"
        (folder / name).write_bytes(content)
    assert cm.verify(folder)
    (folder / "notes").write_text("more")
    assert cm.verify(folder).reason == "notes: a file that is not of this proof"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"claim": "certificate"}, "no argument says|has no part"),
        ({"claim": "exactly", "number": 1}, "witness.txt: missing"),
        ({"claim": "shortest"}, "no shortest path|missing"),
        ({"model": "cp-sat:regions"}, "not the formula"),
        ({"model": "dlx"}, "no model 'dlx'"),
        ({"puzzle": "another"}, "its words do not say"),
        ({"number": True}, "wrong type"),
    ],
)
def test_made_up_statements(fields: dict[str, Any], why: str, proof: Callable[..., Path]) -> None:
    folder = proof(cm.Tiling.of("3x4", "tetrominoes:S"))
    if "number" in fields and fields["number"] is True:
        text = (folder / files.STATEMENT).read_text().replace('"number": 0', '"number": true')
        (folder / files.STATEMENT).write_text(text)
        sign(folder)
    else:
        restate(folder, **fields)
    verified = cm.verify(folder)
    assert verified.proved is False
    assert re.search(why, verified.reason), verified.reason


def test_a_solution_left_out(proof: Callable[..., Path]) -> None:
    """Two dominoes in a square: "exactly one", with a formula that excludes the other, too."""
    folder = proof(TWO)
    first, _ = (folder / files.WITNESS).read_text().splitlines(keepends=True)
    (folder / files.WITNESS).write_text(first)
    restate(folder, number=1)
    assert cm.verify(folder).reason == "formula.cnf: not the formula of this puzzle and claim"
    (folder / files.WITNESS).write_text(first + first)
    restate(folder, number=2)
    assert cm.verify(folder).reason == "witness.txt: a solution comes twice"


def test_a_foreign_puzzle(proof: Callable[..., Path]) -> None:
    folder = proof(NONE)
    text = (folder / files.PUZZLE).read_text().replace("4x5", "4x4")
    (folder / files.PUZZLE).write_text(text)
    sign(folder)
    assert "its words do not say" in cm.verify(folder).reason
    restate(folder, puzzle=cm.Tiling.of("4x4", "tetrominoes", 1).describe())
    assert cm.verify(folder).proved is False
    folder = proof(NONE)
    assert cm.verify(folder, TWO).reason.startswith("it is about another puzzle")


def test_a_longer_path_is_not_the_shortest(proof: Callable[..., Path]) -> None:
    folder = proof(PATH)
    assert json.loads((folder / files.STATEMENT).read_text())["number"] == 3
    restate(folder, number=5)
    assert cm.verify(folder).proved is False


def test_a_false_refutation_never_passes(proof: Callable[..., Path]) -> None:
    """The formula of "none" for a puzzle that has solutions, with refutations made up at random."""
    folder = proof(NONE)
    lie = cm.Tiling.of("2x3", "dominoes")
    claim = files.Claim("none", 0, "cp-sat")
    (folder / files.PUZZLE).write_text(_toml(lie))
    (folder / files.STATEMENT).write_text(files.statement_of(claim, lie.describe(), "me"))
    [part] = claims.refuted_parts(lie, claim)
    (folder / "formula.cnf").write_text(files.formula_text(part))
    rng = Random(1)
    content = (folder / "formula.drat").read_text()
    for text in ("", "0\n", content, *(_nonsense(rng, part.formula.variables) for _ in range(12))):
        (folder / "formula.drat").write_text(text)
        sign(folder)
        verified = cm.verify(folder)
        assert verified.proved is False
        assert verified.reason.startswith("formula.drat: ")


def _toml(puzzle: Puzzle) -> str:
    return str(write_puzzle(puzzle, "toml"))


def _nonsense(rng: Random, variables: int) -> str:
    lines = []
    for _ in range(rng.randint(1, 20)):
        literals = [
            rng.choice((-1, 1)) * rng.randint(1, variables) for _ in range(rng.randint(0, 3))
        ]
        lines.append(f"{rng.choice(('', 'd '))}{' '.join(map(str, [*literals, 0]))}")
    return "\n".join([*lines, "0", ""])


def test_what_cannot_be_proved_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no model 'dlx'"):
        cm.prove(NONE, method="dlx")
    with pytest.raises(InputError, match="is there already"):
        cm.prove(NONE, tmp_path)
    with pytest.raises(InputError, match="no folder"):
        cm.verify(tmp_path / "nothing")
    assert cm.verify(tmp_path).reason == "SHA256SUMS: missing, expected the checksums of all files"


COVER = cm.ExactCover.of("a b c", ["a", "b", "c", "a b", "b c"], costs=[4, 1, 2, 3, 9])  # 5
PACKING = cm.Tiling.of("3x3", "trominoes:L", goal="most pieces")  # 2 of them, not 3


@pytest.mark.parametrize(
    ("puzzle", "best", "false"), [(COVER, 5, (4, 6, 7)), (PACKING, 2, (0, 1, 3))]
)
def test_the_best_is_proved_and_nothing_else(
    puzzle: Puzzle, best: int, false: tuple[int, ...], proof: Callable[..., Path]
) -> None:
    folder = proof(puzzle)
    verified = cm.verify(folder, puzzle)
    assert str(verified) == f"proved: there is a solution of {best}, and none better"
    for number in false:
        restate(folder, number=number)
        assert cm.verify(folder).reason == f"witness.txt: it measures {best}, not {number}"
    for kind, number in (("exactly", 1), ("none", 0), ("shortest", best)):
        restate(folder, claim=kind, number=number)
        assert cm.verify(folder).proved is False


def test_a_dear_cover_is_not_the_best(proof: Callable[..., Path]) -> None:
    """Witness, statement and formula fit each other; the formula has a model."""
    folder = proof(COVER)
    claim = files.Claim("optimum", 7, "cp-sat")
    [part] = claims.refuted_parts(COVER, claim)
    (folder / "formula.cnf").write_text(files.formula_text(part))
    (folder / files.WITNESS).write_text("v 1 2 3 -4 -5 0\n")
    for text in ("", "0\n", (folder / "formula.drat").read_text()):
        (folder / "formula.drat").write_text(text)
        restate(folder, number=7)
        assert cm.verify(folder).reason.startswith("formula.drat: ")


def test_shortest_paths_of_tiles_alike_are_proved_length_by_length(
    proof: Callable[..., Path],
) -> None:
    """One formula alone, of the length that a bound says, once proved that there was none."""
    puzzle = random_puzzle("alike", 1)
    folder = proof(puzzle)
    best = cm.solve(puzzle, method="breadth-first").objective
    assert str(cm.verify(folder).claim) == f"there is a path of {best} moves, and none shorter"
