"""Whatever a method hands over, nothing passes for agreement that was not earned."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import cpmodels as cm
from cpmodels.answers.answer import Question
from cpmodels.cli import app
from cpmodels.experiments import load
from cpmodels.kinds.method import MOST_CHECKED
from tests import faulty
from tests.faulty import FAULTS, Digits
from tests.planting import Planted, planted

ROOT = Path(__file__).resolve().parents[1]


def run(*words: str, stdin: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=stdin)


def run_command(command: str, puzzle: Digits, *methods: str) -> Result:
    table = f'kind = "digits"\nleast = {puzzle.least}\noptimising = {puzzle.optimising}\n'.lower()
    words = [word for name in methods for word in ("-m", name)]
    options = ["-Q", "count", "-Q", "solve", "--shrink", "0"] if command == "crosscheck" else []
    return run(command, "-", *words, *options, stdin=table)


@pytest.mark.parametrize("command", ["compare", "crosscheck"])
@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_method_is_seen_beside_two_that_agree(
    name: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, error = FAULTS[name]
    result = run_command(command, Digits(), "honest", "second", name)
    assert result.exit_code == (4 if error else 1), result.output
    assert f"{name} failed: " in result.output if error else f"{name} gave a " in result.output


def test_a_count_of_numpy_is_a_count() -> None:
    answer = cm.count(Digits(), method="numpy")
    assert (answer.count, type(answer.count)) == (3, int)
    assert cm.compare(Digits(), methods=["honest", "numpy"]).agree is True


@pytest.mark.parametrize("name", ["worse", "claims"])
def test_the_puzzle_measures(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle = Digits(optimising=True)
    assert cm.solve(puzzle, method=name).objective == 8
    for command in ("compare", "crosscheck"):
        result = run_command(command, puzzle, "honest", "second", name)
        assert result.exit_code == 1, result.output
        assert f"{name} says optimal: 8" in result.output


def test_a_longer_path_is_no_shortest_path() -> None:
    """Two moves to and fro in front of a shortest path of 19 moves."""
    puzzle = cm.SlidingPuzzle.of("2 3 4 1 5 x 7 6 8")

    def detour(puzzle: cm.SlidingPuzzle, run: object) -> list[str]:
        return ["lrdlurullddrurdllurdr"]

    with planted(Planted(cm.SlidingPuzzle, detour)):
        assert cm.solve(puzzle, method="planted").objective == 21
        assert cm.compare(puzzle).agree is False
        assert cm.crosscheck(puzzle, questions=["solve"], shrink_seconds=0).agree is False


def test_solutions_of_different_measures_are_not_all_best() -> None:
    both = faulty.Saying("both", lambda puzzle, run: [puzzle.least, puzzle.least + 1])
    cm.register(both)
    with pytest.raises(cm.WrongSolution, match="one of 8 after one of 7"):
        list(cm.enumerate_solutions(Digits(optimising=True), method="both"))


def test_each_fault_is_seen_in_an_experiment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    file, out = tmp_path / "faults.toml", tmp_path / "out"
    head = f'imports = ["{faulty.__name__}"]\nmethods = {["honest", "second", "numpy", *FAULTS]}\n'
    file.write_text(head + '[[puzzles]]\nkind = "digits"\n')
    assert run("experiment", "run", str(file), "--out", str(out), "-q").exit_code == 1
    category = load(out).set_index("method")["category"].to_dict()
    for name in ("honest", "second", "numpy"):
        assert category.pop(name) == "agrees"
    assert category == {
        name: "error" if error else "disagrees" for name, (_, error) in FAULTS.items()
    }
    status = run("experiment", "status", str(out), "--json")
    assert json.loads(status.stdout)["disagrees"] == sum(not error for _, error in FAULTS.values())

    file.write_text(
        head.replace(repr([*FAULTS])[1:-1], "'crashes'") + '[[puzzles]]\nkind = "digits"\n'
    )
    assert run("experiment", "run", str(file), "--out", str(out) + "2", "-q").exit_code == 4


def test_the_first_solutions_of_a_count_are_checked_and_it_says_so() -> None:
    """Beyond 10,000, only their number is taken."""

    def many(puzzle: cm.Tiling, run: object) -> list[object]:
        solutions = list(cm.enumerate_solutions(puzzle, method="dlx"))
        return [*solutions, *([()] if len(solutions) > MOST_CHECKED else [])]

    with planted(Planted(cm.Tiling, many)):
        few = cm.count(cm.Tiling.of("4x6", "dominoes"), method="planted")
        assert (few.count, few.note) == (281, "")  # OEIS A005178
        most = cm.count(cm.Tiling.of("4x10", "dominoes"), method="planted")
        assert (most.count, most.note) == (18061 + 1, "the first 10,000 were checked")


@pytest.mark.parametrize("question", ["solve", "unique", "count"])
def test_ctrl_c_answers_the_question_that_was_asked(question: str) -> None:
    def interrupted(puzzle: cm.Tiling, run: object) -> object:
        yield next(iter(cm.enumerate_solutions(puzzle, method="dlx")))
        raise KeyboardInterrupt

    puzzle = cm.Tiling.of("4x4", "dominoes")
    ask = {
        "solve": lambda: cm.solve(puzzle, method="planted"),
        "unique": lambda: cm.is_unique(puzzle, method="planted"),
        "count": lambda: cm.count(puzzle, method="planted", max_solutions=5),
    }[question]
    with planted(Planted(cm.Tiling, interrupted)):
        if question == "solve":  # the first one is enough
            assert ask().verdict == "solved"
            return
        with pytest.raises(cm.Interrupted) as error:
            ask()
    answer = error.value.answer
    assert (answer.question, answer.stopped_by) == (Question(question), "interrupt")
    assert answer.count == 1
    if question == "unique":
        with pytest.raises(cm.Undecided):
            bool(answer)


def test_an_exception_of_the_progress_is_not_the_methods_and_stops_the_search() -> None:
    import threading

    def refuse(share: float) -> None:
        raise LookupError("no more of this")

    before = threading.active_count()
    square = cm.Tiling.of("8x8", "tetrominoes")
    with pytest.raises(LookupError, match="no more of this"):
        cm.count(square, workers=3, progress=refuse, limit=60)
    assert threading.active_count() == before


def test_an_audit_does_not_pass_over_a_model_that_cannot_be_built() -> None:
    def leaves(puzzle: cm.ExactCover, *, without: object = ()) -> cm.Model:
        raise SystemExit(0)

    cm.register(cm.CpSat(cm.ExactCover, leaves, variant="leaves"))
    result = cm.audit(["exact-cover"], methods=["cp-sat:leaves"], cases=3, mutants=0)
    assert result.errors == ["exact-cover: cp-sat:leaves failed: SystemExit: 0"]
    assert result.agree is None


def test_puzzles_that_compare_leaves_out_do_not_agree() -> None:
    """One of two has no such method; then the other, then both."""
    board, square = "8-puzzle 2 3 4 1 5 x 7 6 8", "4x4 tetrominoes"
    some = run("compare", board, square, "-m", "dlx", "-m", "cp-sat")
    assert some.exit_code == 2
    assert "1 of 2 puzzles agree: the others were left out" in some.stdout
    none = run("compare", board, square, "-m", "dlx", "-m", "idastar")
    assert none.exit_code == 2
    assert "0 of 2 puzzles agree: all were left out" in none.stdout
