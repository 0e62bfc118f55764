"""CaDiCaL, Ganak and the check of proofs: in processes that can be ended."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import cpmodels as cm
from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Limits, Run
from cpmodels.corpus import korf_boards
from cpmodels.engines import cadical, child, ganak
from cpmodels.engines.child import Child, EngineFailure, keeping
from cpmodels.engines.cnf import clauses
from cpmodels.engines.formula import Formula
from cpmodels.engines.proof import check
from cpmodels.errors import InputError
from cpmodels.generate import random_puzzle
from cpmodels.kinds.registry import registry
from cpmodels.models.sliding import sliding_model
from cpmodels.models.tiling import tiling_model

pytest.importorskip("pysat", reason="the extra engines")
pytest.importorskip("pyganak")
pytest.importorskip("dratify")


def formula_of(*clauses: Sequence[int]) -> Formula:
    variables = max((abs(x) for clause in clauses for x in clause), default=0)
    formula = Formula(variables, primary=list(range(1, variables + 1)))
    for clause in clauses:
        formula.add(clause)
    return formula


def tiling(*words: object) -> Formula:
    return clauses(tiling_model(cm.Tiling.of(*words)))  # type: ignore[arg-type]


def test_counts_of_any_size() -> None:
    formula = formula_of([1, 2])
    formula.variables, formula.primary = 100, list(range(1, 101))
    assert ganak.count(formula, Run()) == 3 << 98
    assert ganak.count(tiling("8x8", "dominoes"), Run()) == 12_988_816  # Kasteleyn


def test_none_and_all() -> None:
    none = tiling("4x5", "tetrominoes", 1)
    assert cadical.find(none, Run()) is None
    assert list(cadical.enumerate_all(none, Run())) == []
    assert ganak.count(none, Run()) == 0
    few = tiling("4x4", "tetrominoes:L")
    assert len({tuple(m) for m in cadical.enumerate_all(few, Run())}) == 10  # OEIS A084480


@pytest.mark.parametrize(
    ("clauses", "number"), [([[]], 0), ([], 1), ([[1], [-1]], 0), ([[1, -1]], 2)]
)
def test_formulas_of_next_to_nothing(clauses: list[list[int]], number: int) -> None:
    formula = formula_of(*clauses)
    assert ganak.count(formula, Run()) == number
    assert len(list(cadical.enumerate_all(formula, Run()))) == number
    assert (cadical.find(formula, Run()) is None) == (number == 0)


@pytest.fixture(autouse=True, scope="module")
def engines_are_kept() -> Iterator[None]:
    with keeping():
        yield


def test_a_limit_ends_an_engine_that_cannot_be_interrupted() -> None:
    run = Run(Limits(0.5))
    assert ganak.count(tiling("6x6", "tetrominoes"), run) == 0
    assert run.stopped_by is Stop.TIME


def test_too_little_memory_is_a_limit() -> None:
    run = Run(Limits(60))
    with Child(run, memory=1) as engine:
        formula = formula_of([1])
        formula.variables = 100_000_000
        assert list(engine.ask("count", formula, primary=formula.primary)) == []
    assert run.stopped_by is Stop.MEMORY


def test_ctrl_c_ends_it_at_once() -> None:
    class Pressed(Run):
        """Ctrl-C, when the clock is looked at for the third time."""

        looks = 0

        def should_stop(self) -> bool:
            self.looks += 1
            if self.looks == 3:
                raise KeyboardInterrupt
            return super().should_stop()

    with pytest.raises(KeyboardInterrupt):
        ganak.count(tiling("6x6", "tetrominoes"), Pressed())


def test_an_engine_that_dies_is_no_answer() -> None:
    run = Run()
    with Child(run) as engine:
        engine._engine.popen.terminate()
        with pytest.raises(EngineFailure):
            list(engine.ask("find", formula_of([1]), proof=False))
    with Child(run) as engine, pytest.raises(EngineFailure, match="no question"):
        list(engine.ask("no question", formula_of([1])))


def test_a_process_is_kept_for_the_next_question_if_it_answered_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "_idle", None)
    formula = formula_of([1, 2], [-1, -2])

    def process_of(run: Run, *, all_of_it: bool = True, end: bool = False) -> int:
        with Child(run) as engine:
            replies = engine.ask("enumerate", formula, primary=[1, 2])
            assert len(list(replies)) == 2 if all_of_it else next(replies)
            if end:
                engine._engine.popen.kill()
                engine._engine.popen.wait()
            return engine._engine.popen.pid

    with keeping():
        first = process_of(Run())
        assert process_of(Run(), all_of_it=False) == first
        second = process_of(Run())
        assert second != first
        assert process_of(Run(), end=True) == second
        assert process_of(Run()) != second
        assert ganak.count(formula, Run()) == 2
        with keeping():
            assert process_of(Run()) != second
    assert process_of(Run()) != process_of(Run())
    assert not Path(f"/proc/{second}").exists()


SATISFIABLE = formula_of([1], [-1, -2])
UNSATISFIABLE = formula_of([1, 2], [1, -2], [-1, 2], [-1, -2])


@pytest.mark.parametrize("engine", ["python", "auto"])
@pytest.mark.parametrize(
    "proof",
    [
        "",
        "0\n",
        "2 0\n0\n",
        "d -1 -2 0\n2 0\n0\n",  # dratify 0.1.10 accepts this by RAT, and the formula has a model
        "d 1 0\nd -1 -2 0\n-1 0\n0\n",
        "3 0\n-3 0\n0\n",
        "99999999999 0\n0\n",
        "1 0 2",
        "not a proof",
        "%\n0\n",
        "d 0\n0\n",
    ],
)
def test_no_proof_refutes_what_has_a_model(proof: str, engine: str) -> None:
    with Child(Run()) as process:
        assert check(SATISFIABLE, proof, process, engine).accepted is False  # type: ignore[arg-type]


def test_a_proof_is_accepted_for_its_own_formula_alone() -> None:
    with Child(Run()) as engine:
        model, proof = cadical.refute(UNSATISFIABLE, engine)
        assert model is None
        assert proof is not None
        assert check(UNSATISFIABLE, proof, engine).accepted
        assert check(UNSATISFIABLE, "", engine).accepted is False  # it takes a step to see
        assert check(formula_of([1, 2], [1, -2], [-1, 2]), proof, engine).accepted is False
        model, none = cadical.refute(SATISFIABLE, engine)
        assert list(model or ()) == [1, -2]
        assert none is None


@pytest.mark.parametrize("kind", [k for k in registry.random_kinds() if k != "alike"])
def test_engines_agree_with_methods_by_hand(kind: str) -> None:
    for seed in range(100, 104):
        puzzle = random_puzzle(kind, seed, size=6)
        by_hand = [m.name for m in registry.methods_of(type(puzzle)) if m.side == "hand"]
        hand = next(name for name in cm.methods(puzzle) if name in by_hand)
        if "cadical" not in cm.methods(puzzle, every=True):
            continue  # it has costs, of which clauses know nothing
        comparison = cm.compare(puzzle, methods=[hand, "cadical"])
        assert comparison.agree, f"{puzzle}: {comparison}"
        assert (
            cm.compare(puzzle, question="count", methods=["cadical", "ganak"], limit=2).agree
            is not False
        )


def test_a_count_beyond_listing() -> None:
    """Kasteleyn's for dominoes on a chessboard, by the method."""
    assert cm.count(cm.Tiling.of("8x8", "dominoes"), method="ganak").count == 12_988_816


def test_without_the_extra_they_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert child.missing("no_such") == 'needs no_such: pip install "cpmodels[engines]"'
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "pysat" else real(name)
    )
    puzzle = cm.Tiling.of("2x2", "dominoes")
    assert cm.compare(puzzle).agree
    assert "cadical" not in cm.methods(puzzle, every=True)
    with pytest.raises(InputError, match=r'needs python-sat: pip install "cpmodels\[engines\]"'):
        cm.count(puzzle, method="cadical")
    with pytest.raises(InputError, match=r"cpmodels\[engines\]"):
        cm.prove(puzzle)


@pytest.mark.parametrize("name", ["ganak", "ganak:placements", "parts"])
def test_a_nonogram_of_very_many_solutions(name: str) -> None:
    """Sixteen squares, each of the 4! ways to put four cells into four rows and columns."""
    wall, row, gap = [34], [2, 1, 2, 1, 2, 1, 2, 1, 2], [2] * 5
    lines = [wall, wall, *[gap, *[row] * 4, gap, wall, wall] * 4]
    assert cm.count(cm.Nonogram.of(lines, lines), method=name).count == 24**16


@pytest.mark.parametrize(("moves", "seed"), [(29, 0), (29, 3), (31, 0), (31, 3)])
def test_a_search_of_clauses_in_a_thread_with_any_seed(moves: int, seed: int) -> None:
    puzzle = cm.SlidingPuzzle.of("8 6 7 2 5 4 3 x 1", moves=moves, undo=False)
    search = cadical.Finding(sliding_model(puzzle), Run(Limits(seed=seed)), solver="glucose4")
    while not search.wait(1):
        pass
    path = search.solution()
    assert search.run.stopped_by is None
    assert (path is not None) == (moves == 31)
    if path is not None:
        assert puzzle.states(path)[-1] == puzzle.goal


def test_a_search_of_clauses_that_is_stopped_refutes_nothing() -> None:
    puzzle = next(puzzle for number, _, puzzle in korf_boards() if number == 88)
    search = cadical.Finding(sliding_model(replace(puzzle, moves=60, undo=False)), Run())
    search.stop()
    assert search.solution() is None
    assert search.run.stopped_by is not None


def test_glucose_climbs_to_the_hardest_eight_puzzle_and_lists_none() -> None:
    puzzle = cm.SlidingPuzzle.of("8 6 7 2 5 4 3 x 1")
    for workers in (1, 3):
        answer = cm.solve(puzzle, method="glucose", workers=workers)
        assert (answer.verdict, answer.objective) == (cm.Verdict.OPTIMAL, 31)
    assert "glucose" not in cm.methods(puzzle, "count", every=True)
    stopped = cm.solve(puzzle, method="glucose", limit=0)
    assert stopped.verdict is cm.Verdict.UNKNOWN
