"""Questions, answers and comparisons: what they claim, and what they never claim."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import cpmodels as cm
from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import register

DOMINOES = cm.Tiling.of("2x3", "dominoes")
MANY = cm.Tiling.of("8x8", "dominoes")  # 12,988,816 tilings, Kasteleyn
STREAMING = ["cp-sat", "dlx", "algorithm-x"]


class Fake(Method):
    """Yields what it is told, and then stops or ends."""

    puzzle = cm.Tiling
    default = False

    def __init__(self, name: str, solutions: list[Any], stop: Stop | None = None) -> None:
        self.name, self.results, self.stop = name, solutions, stop

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        yield from self.results
        run.stopped_by = self.stop


ALL = list(cm.enumerate_solutions(DOMINOES))


@pytest.mark.parametrize("method", [*STREAMING, "frontier"])
def test_a_count_that_was_stopped_is_a_lower_bound(method: str) -> None:
    answer = cm.count(cm.Tiling.of("12x12", "tetrominoes"), method=method, limit=0.3)
    assert answer.verdict is cm.Verdict.UNKNOWN
    assert answer.stopped_by is Stop.TIME
    assert not answer.complete
    assert str(answer).startswith(("at least", "unknown"))


@pytest.mark.parametrize("method", STREAMING)
def test_a_limit_of_nothing_is_unknown_and_not_none(method: str) -> None:
    for ask in (cm.solve, cm.count, cm.is_unique):
        answer = ask(MANY, method=method, limit=0)
        assert answer.verdict is cm.Verdict.UNKNOWN
        assert answer.exists is None
        with pytest.raises(cm.Undecided):
            bool(answer)


def test_truth_of_an_answer_is_the_answer() -> None:
    assert cm.solve(DOMINOES)
    assert not cm.is_unique(DOMINOES)
    assert cm.is_unique(cm.Tiling.of("6x6", "tetrominoes:O"))
    assert not cm.solve(cm.Tiling.of("3x3", "dominoes"))


def test_two_solutions_that_differ_are_shown() -> None:
    answer = cm.is_unique(DOMINOES)
    assert answer.verdict is cm.Verdict.SEVERAL
    assert answer.count is None  # two were looked at, there are more
    assert DOMINOES.key(answer.solution) != DOMINOES.key(answer.second)


@pytest.mark.parametrize("method", STREAMING)
def test_a_stream_may_be_left_at_any_time(method: str) -> None:
    stream = cm.enumerate_solutions(MANY, method=method)
    first = next(stream)
    stream.close()
    MANY.check(first)
    assert list(stream) == []
    assert stream.answer.stopped_by is Stop.SOLUTIONS


def test_a_wrong_solution_never_leaves() -> None:
    register(Fake("wrong", [ALL[0][:-1]]))
    for ask in (cm.solve, cm.is_unique):
        with pytest.raises(cm.WrongSolution, match="wrong gave a wrong solution: cell"):
            ask(DOMINOES, method="wrong")
    result = cm.compare(DOMINOES, question="solve", methods=["cp-sat", "wrong"])
    assert result.agree is False
    assert "wrong gave a wrong solution" in str(result.reason)


def test_one_solution_twice_is_not_two() -> None:
    register(Fake("stutters", [ALL[0], ALL[0]]))
    with pytest.raises(cm.WrongSolution, match="the same solution twice"):
        cm.is_unique(DOMINOES, method="stutters")


def test_a_count_that_differs_is_a_disagreement() -> None:
    register(Fake("short", ALL[:-1]))
    result = cm.compare(DOMINOES, methods=["cp-sat", "short"])
    assert result.agree is False
    assert result.reason == "cp-sat says 3, short says 2"


def test_a_lower_bound_above_an_exact_count_is_a_disagreement() -> None:
    register(Fake("beyond", [*ALL, ALL[0]], Stop.TIME))
    assert cm.compare(DOMINOES, methods=["cp-sat", "beyond"]).agree is False


def test_a_method_that_was_stopped_neither_agrees_nor_disagrees() -> None:
    register(Fake("slow", ALL[:1], Stop.TIME))
    register(Fake("slower", [], Stop.TIME))
    result = cm.compare(DOMINOES, methods=["cp-sat", "slow", "slower"])
    assert result.agree is None
    assert not result


def test_none_against_a_solution_is_a_disagreement() -> None:
    register(Fake("blind", []))
    result = cm.compare(DOMINOES, question="solve", methods=["cp-sat", "blind"])
    assert result.agree is False


def test_workers_and_seed_do_not_change_the_answer() -> None:
    puzzle = cm.Tiling.of("4x6", "tetrominoes")
    assert {cm.count(puzzle, workers=w, seed=s).count for w in (1, 2, 3) for s in (0, 7)} == {2003}


CTRL_C = """
import signal, sys
import cpmodels as cm
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
many = cm.Tiling.of("16x16", "dominoes")  # nobody lists them all
method, question = sys.argv[1:]


def ask():
    if question == "count":
        return cm.count(many, method=method)
    return sum(1 for _ in cm.enumerate_solutions(many, method=method))

cm.solve(cm.Tiling.of("2x3", "dominoes"), method=method)  # what is imported is imported
signal.setitimer(signal.ITIMER_REAL, 0.1)
questions = 0
try:
    for _ in range(3):
        questions += 1
        ask()
except cm.Interrupted as interrupted:
    print(questions, interrupted.answer.stopped_by, interrupted.answer.verdict)
"""


@pytest.mark.parametrize("question", ["count", "enumerate"])
@pytest.mark.parametrize("method", STREAMING)
def test_ctrl_c_gives_what_is_known_and_stops_a_loop(method: str, question: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CTRL_C, method, question],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "1 interrupt unknown\n"


@pytest.mark.parametrize("most", [0, -1, 1.5, "a"])
def test_a_solution_limit_is_a_positive_integer(most: Any) -> None:
    for method in ("cp-sat", "frontier"):
        with pytest.raises(cm.InputError, match="max_solutions"):
            cm.count(DOMINOES, method=method, max_solutions=most)
    with pytest.raises(cm.InputError, match="max_solutions"):
        cm.enumerate_solutions(DOMINOES, max_solutions=most)


def test_methods_are_those_that_compare_asks() -> None:
    for puzzle in (
        DOMINOES,
        cm.DefectiveBoard(2, (0, 0)),
        cm.SlidingPuzzle.of("1 2 3 x 4 6 7 5 8"),
    ):
        assert cm.methods(puzzle) == [answer.method for answer in cm.compare(puzzle).answers]
    assert "divide-and-conquer" in cm.methods(cm.DefectiveBoard(2, (0, 0)))
