"""Sliding puzzles: stating them, checking paths, parity, the models, and all methods agreeing."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import islice

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels import InputError, SlidingPuzzle, WrongSolution
from cpmodels.answers.answer import Stop, Verdict
from cpmodels.answers.run import Run
from cpmodels.corpus import korf_boards
from cpmodels.engines import cp_sat
from cpmodels.generate.sliding import random_board
from cpmodels.methods.sliding import SlidingCpSat
from cpmodels.models.sliding import ENCODINGS, sliding_model
from cpmodels.models.sliding_bounds import lower_bound
from cpmodels.models.sliding_reach import neighbours
from cpmodels.models.sliding_repeats import repeats
from cpmodels.puzzles.parity import why_unsolvable
from cpmodels.puzzles.sliding import STEPS
from reference.sliding import state_graph
from reference.sliding.walks import count_walks, walks
from tests.reference.state_space import networkx_graph

DEEPEST = ("8 6 7 2 5 4 3 x 1", "6 4 7 8 5 x 3 2 1")  # the two 8-puzzles of 31 moves
SMALL = [(1, 2), (1, 3), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)]


@st.composite
def small_puzzles(draw: st.DrawFn) -> SlidingPuzzle:
    rows, columns = draw(st.sampled_from(SMALL))
    start, goal = (draw(st.permutations(range(rows * columns))) for _ in range(2))
    return SlidingPuzzle(rows, columns, tuple(start), tuple(goal))


@st.composite
def walking_puzzles(draw: st.DrawFn) -> SlidingPuzzle:
    """A board some moves from its goal, and a horizon."""
    rows, columns = draw(st.sampled_from([*SMALL, (3, 3)]))
    seed = draw(st.integers(0, 1000))
    near = random_board(rows, columns, steps=draw(st.integers(0, 6)), seed=seed)
    mixed = random_board(rows, columns, seed=seed).start
    names = dict(zip(near.goal, mixed, strict=True))
    names = {tile: name for tile, name in names.items() if tile and name}
    if set(names) == set(names.values()):  # rename the tiles: any goal, the blank in place
        start, goal = (tuple(names.get(t, t) for t in b) for b in (near.start, near.goal))
        near = SlidingPuzzle(rows, columns, start, goal)
    length = draw(st.integers(0, 8 if rows * columns < 9 else 6))
    undo = draw(st.booleans())
    if draw(st.booleans()):
        return replace(near, moves=length, undo=undo)
    return replace(near, at_most=length, undo=undo)


def test_forms_of_a_board() -> None:
    puzzle = SlidingPuzzle.of("1 2 3\tx  4 6 7 5 8")
    for text in ("1 2 3 0 4 6 7 5 8", "1 2 3\n_ 4 6\n7 5 8\n", "1 2 3 . 4 6 7 5 8"):
        assert SlidingPuzzle.of(text) == puzzle
    assert SlidingPuzzle.of([1, 2, 3, 0, 4, 6, 7, 5, 8], size="3x3") == puzzle
    assert SlidingPuzzle.of("1 2 x 3 4 5", size=(2, 3)).columns == 3
    assert SlidingPuzzle.of("1 x 2 3", convention="blank-first").goal == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"start": "1 2 2 x"}, "start has tile 2 twice and tile 3 nowhere"),
        ({"start": "1 2 4 x"}, "start has tile 4, expected 1 to 3 for 2x2"),
        ({"start": "1 2 3 3"}, "start has no blanks, expected one"),
        ({"start": "1 2 x x"}, "start has 2 blanks, expected one"),
        (
            {"start": "1 2 3\n4 x"},
            "line 2: start has 2 tokens in this row, expected 3 as in line 1",
        ),
        ({"start": "1 2 y x"}, "start has token 'y', expected a tile's number or x for the blank"),
        ({"start": "1 2 x"}, "start of 3 tokens, expected a square number of them, or a size"),
        ({"start": "1 2 3 x", "size": "3x3"}, "start of 4 tokens, expected 9 for 3x3"),
        ({"start": "1 2 3 x", "goal": "1 2 x"}, "goal of 3 tokens, expected 4 for 2x2"),
        ({"start": "1 2 3 x", "goal": "1\n2\n3\nx"}, "goal of 4x1, expected a board of 2x2"),
        ({"start": "1 2 3 x", "moves": -1}, "moves -1, expected a number of 0 or more"),
        ({"start": "1 2 3 x", "size": "2 by 2"}, "size '2 by 2', expected rows and columns"),
        ({"start": "1 2 3 x", "convention": "snake"}, "convention 'snake', expected one of"),
        ({"start": "x"}, "board of 1x1, expected 2 to"),
    ],
)
def test_bad_boards_are_refused_with_a_reason(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        SlidingPuzzle.of(**arguments)  # type: ignore[arg-type]
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("path", "field", "message"),
    [
        ("rd", {}, "the moves end at 1 2 3 / 4 5 6 / 7 x 8, not at the goal"),
        ("l", {}, r"move 1 \(l\) takes the blank off the board"),
        ("rxr", {}, "move 2 is 'x', expected r, l, u or d"),
        ("rdrlr", {"moves": 3}, "5 moves, expected exactly 3"),
        ("rdrlr", {"at_most": 4}, "5 moves, expected at most 4"),
        ("rdrlr", {"at_most": 5, "undo": False}, r"move 4 \(l\) undoes the move before it"),
    ],
)
def test_checker_refuses(path: str, field: dict[str, int], message: str) -> None:
    with pytest.raises(WrongSolution, match=message):
        SlidingPuzzle.of("1 2 3 x 4 6 7 5 8", **field).check(path)  # type: ignore[arg-type]


@given(small_puzzles())
def test_certificate_exactly_where_no_path_exists(puzzle: SlidingPuzzle) -> None:
    graph = networkx_graph(puzzle.rows, puzzle.columns, puzzle.goal)
    assert (why_unsolvable(puzzle) is None) == (puzzle.start in graph)


@given(small_puzzles(), st.sampled_from(["cp-sat", "cp-sat:layered", "cp-sat:optimise"]))
@settings(max_examples=25)
def test_all_shortest_paths_are_those_of_networkx(puzzle: SlidingPuzzle, method: str) -> None:
    graph = networkx_graph(puzzle.rows, puzzle.columns, puzzle.goal)
    stream = cm.enumerate_solutions(puzzle, method=method)
    paths = {tuple(puzzle.states(path)) for path in stream}
    if puzzle.start not in graph:
        assert stream.answer.verdict is Verdict.NONE
        assert "unsolvable" in stream.answer.note
        return
    assert paths == set(map(tuple, nx.all_shortest_paths(graph, puzzle.start, puzzle.goal)))
    assert lower_bound(puzzle) <= (stream.answer.objective or 0)


@given(walking_puzzles(), st.sampled_from([*ENCODINGS]))
def test_models_list_the_walks(puzzle: SlidingPuzzle, encoding: str) -> None:
    last = puzzle.horizon or 0
    sizes = range(0 if puzzle.moves is None else last, last + 1)
    question = (puzzle.start, puzzle.rows, puzzle.columns, puzzle.goal)
    by_hand = [path for size in sizes for path in walks(*question, size, undo=puzzle.undo)]
    assert len(by_hand) == sum(
        count_walks(*question, size, undo=puzzle.undo) or 0 for size in sizes
    )
    paths = list(cp_sat.enumerate_all(sliding_model(puzzle, encoding=encoding), Run()))
    assert sorted(paths) == sorted(by_hand)
    for path in paths:
        puzzle.check(path)


@given(walking_puzzles(), st.sampled_from([*ENCODINGS]), st.data())
def test_implied_groups_change_no_answer(
    puzzle: SlidingPuzzle, encoding: str, data: st.DataObject
) -> None:
    model = sliding_model(puzzle, encoding=encoding)
    group = data.draw(st.sampled_from([g.name for g in model.groups if g.implied]))
    less = sliding_model(puzzle, encoding=encoding, without=[group])
    before, again = (sorted(cp_sat.enumerate_all(m, Run())) for m in (model, less))
    assert before == again


@given(st.sampled_from([(2, 3), (3, 2)]), st.integers(0, 2**31 - 1), st.sampled_from([0, 0, 2]))
@settings(max_examples=30)
def test_counted_rises_lose_no_walk(size: tuple[int, int], seed: int, slack: int) -> None:
    """On deep boards, where tiles must pass one another, with the blank's goal anywhere."""
    rng = random.Random(seed)
    goal = tuple(rng.sample(range(6), 6))
    start = SlidingPuzzle(*size, goal, goal).states(_walk(size, goal.index(0), rng))[-1]
    shortest = state_graph.build(*size, goal).shortest(start).length
    assert shortest is not None
    puzzle = SlidingPuzzle(*size, start, goal, moves=shortest + slack, undo=False)
    number = count_walks(start, *size, goal, shortest + slack, undo=False)
    for encoding in ("still", "arcs"):
        assert cp_sat.count(sliding_model(puzzle, encoding=encoding), Run()) == number
        if not slack:
            one = cp_sat.find(sliding_model(puzzle, encoding=encoding, one=True), Run())
            assert one is not None


def test_a_walk_that_repeats_has_an_earlier_one() -> None:
    """Of all walks of so many moves, by brute force: none of the first is left out."""
    first: dict[tuple[int, bytes], tuple[int, ...]] = {}
    level: list[tuple[tuple[int, ...], bytes]] = [((cell,), bytes(range(6))) for cell in range(6)]
    for _ in range(9):
        for walk, board in level:
            first.setdefault((walk[0], board), walk)
        level = [
            ((*walk, to), _swapped(board, walk[-1], to))
            for walk, board in level
            for to in sorted(neighbours(2, 3)[walk[-1]].values())
        ]
    later = set(repeats(2, 3, 8))
    assert later
    for walk in first.values():
        parts = {walk[i:j] for j in range(len(walk) + 1) for i in range(j)}
        assert not parts & later, walk


def _swapped(board: bytes, one: int, other: int) -> bytes:
    after = bytearray(board)
    after[one], after[other] = board[other], board[one]
    return bytes(after)


@given(st.integers(0, 2**31 - 1))
@settings(max_examples=8)
def test_lengths_side_by_side_give_the_shortest(seed: int) -> None:
    puzzle = random_board(3, 3, seed=seed)
    shortest = state_graph.build(3, 3, puzzle.goal).shortest(puzzle.start).length
    answer = cm.solve(puzzle, method="cp-sat", workers=3)
    assert (answer.verdict, answer.objective) == (Verdict.OPTIMAL, shortest)


@pytest.mark.parametrize("method", ["cp-sat", "glucose"])
def test_a_length_whose_search_was_stopped_is_not_refuted(method: str) -> None:
    puzzle = next(puzzle for number, _, puzzle in korf_boards() if number == 88)  # 66 moves
    answer = cm.solve(puzzle, method=method, workers=2, limit=1)
    assert (answer.verdict, answer.solution) == (Verdict.UNKNOWN, None)


def _walk(size: tuple[int, int], blank: int, rng: random.Random) -> str:
    path = ""
    for _ in range(60):
        letter, blank = rng.choice(list(neighbours(*size)[blank].items()))
        path += letter
    return path


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_defining_groups_are_needed(encoding: str) -> None:
    """Each of them, left out, changes the number of solutions of one of these walks."""
    start = "1 2 3 x 4 6 7 5 8"
    cases = [
        SlidingPuzzle.of(start, moves=5),
        SlidingPuzzle.of(start, moves=5, undo=False),
        SlidingPuzzle.of(start, at_most=5),
        SlidingPuzzle.of("1 2 3 4 5 x", size="2x3", moves=12, undo=False),
    ]
    needed = {g.name for p in cases for g in sliding_model(p, encoding=encoding).groups
              if not g.implied}  # fmt: skip
    for group in needed:
        full, less = ([_count(p, encoding, without) for p in cases] for without in ((), (group,)))
        assert full != less, group


def _count(puzzle: SlidingPuzzle, encoding: str, without: tuple[str, ...]) -> int:
    """Solutions of the model, up to 100."""
    run = Run()
    model = sliding_model(puzzle, encoding=encoding, without=without)
    return sum(1 for _ in islice(cp_sat.enumerate_all(model, run), 100))


def test_no_undo_is_not_monotone_and_the_climbs_do_not_trip() -> None:
    """A board one move away has no walk of 3, 5 or 7 moves without undos."""
    puzzle = SlidingPuzzle.of("1 2 3 4 5 6 7 x 8")
    for moves in (3, 5, 7):
        assert cm.count(replace(puzzle, moves=moves, undo=False)).count == 0
        assert cm.count(replace(puzzle, at_most=moves, undo=False)).count == 1
    for variant in ("cp-sat", "cp-sat:bisect", "cp-sat:optimise"):
        assert cm.solve(puzzle, method=variant).solution == "r"


@pytest.mark.parametrize("board", DEEPEST)
def test_deepest_boards_have_forty_shortest_paths(board: str) -> None:
    """Found by three searches by hand and by CP-SAT."""
    puzzle = SlidingPuzzle.of(board)
    for method in ("cp-sat", "state-graph", "idastar", "idastar:walking-distance"):
        answer = cm.count(puzzle, method=method)
        assert (answer.count, answer.complete) == (40, True), method


@given(st.integers(0, 2**31 - 1))
@settings(max_examples=4)
def test_methods_agree_on_random_boards(seed: int) -> None:
    puzzle = random_board(3, 3, steps=22, seed=seed)
    assert cm.compare(puzzle).agree
    assert cm.compare(puzzle, question="count").agree


@pytest.mark.parametrize("variant", ["cp-sat:arcs", "cp-sat:layered", "cp-sat:bisect"])
def test_variants_agree(variant: str) -> None:
    puzzle = SlidingPuzzle.of("2 3 4 1 5 x 7 6 8")
    answer = cm.solve(puzzle, method=variant)
    assert (answer.verdict, answer.objective) == (Verdict.OPTIMAL, 19)


def test_a_limit_leaves_a_lower_bound() -> None:
    board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"  # Korf's first: 57 moves
    puzzle = SlidingPuzzle.of(board, convention="blank-first")
    answer = cm.solve(puzzle, method="cp-sat", limit=1.0)
    assert (answer.verdict, answer.stopped_by) == (Verdict.UNKNOWN, Stop.TIME)
    [proved] = re.findall(r"^no path shorter than (\d+) moves$", answer.note)
    assert lower_bound(puzzle) <= int(proved) <= 57
    counted = cm.count(puzzle, method="cp-sat", limit=0.5)
    assert (counted.complete, counted.count) == (False, 0)


def test_unsolvable_boards_carry_their_certificate() -> None:
    puzzle = SlidingPuzzle.of("1 2 3 4 5 6 8 7 x")
    for method in cm.methods(puzzle, "solve", every=True):
        answer = cm.solve(puzzle, method=method)
        assert answer.verdict is Verdict.NONE
        assert "parity of the inversions" in answer.note
    line = cm.solve(SlidingPuzzle.of("2 1 x", size="1x3"), method="cp-sat")
    assert line.verdict is Verdict.NONE
    assert "tile 1 in order is 2 at the start, 1 in the goal" in line.note


@given(st.sampled_from(SMALL), st.integers(0, 2**31 - 1))
def test_random_boards_are_as_wished(size: tuple[int, int], seed: int) -> None:
    assert why_unsolvable(random_board(*size, seed=seed)) is None
    assert why_unsolvable(random_board(*size, steps=7, seed=seed)) is None
    if size != (1, 2):
        assert why_unsolvable(random_board(*size, solvable=False, seed=seed)) is not None
    assert random_board(*size, seed=seed) == random_board(*size, seed=seed)


def test_letters_and_steps_cover_the_neighbours() -> None:
    puzzle = SlidingPuzzle.of("1 2 3 4 x 5 6 7 8")
    assert {puzzle.states(letter)[1].index(0) for letter in STEPS} == {1, 3, 5, 7}


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_depth_of_the_eight_puzzle(encoding: str) -> None:
    """Five boards at each depth: optimum and number of shortest paths as in the whole graph."""
    from cpmodels.methods.sliding_by_hand import whole_graph

    graph = whole_graph(3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0))
    assert graph is not None
    method = SlidingCpSat(encoding=encoding)
    for depth, boards in _boards_by_depth(graph).items():
        for board in boards if encoding == "still" else boards[:1]:
            puzzle = SlidingPuzzle(3, 3, board, graph.goal)
            run = Run()
            path = method.solve(puzzle, run)
            assert path is not None
            assert (len(path), run.stopped_by) == (depth, None)
            puzzle.check(path)
            assert method.count(puzzle, Run()) == graph.count_shortest(board)


def _boards_by_depth(graph: object) -> dict[int, list[tuple[int, ...]]]:
    import numpy as np

    rng, boards = np.random.default_rng(0), {}
    for depth in range(32):
        at = np.flatnonzero(graph.distance == depth)  # type: ignore[attr-defined]
        chosen = rng.choice(at, min(5, len(at)), replace=False)
        boards[depth] = [tuple(map(int, b)) for b in graph.boards(chosen)]  # type: ignore[attr-defined]
    return boards


def test_models_too_large_are_refused_before_they_are_built() -> None:
    puzzle = random_board(20, 20, seed=1)
    assert "cp-sat" not in cm.methods(puzzle, "solve")
    with pytest.raises(InputError, match="variables, at most 300,000"):
        cm.solve(puzzle, method="cp-sat")


@pytest.mark.parametrize("cells", [251, 1500])
def test_a_line_too_long_for_a_table_of_bytes_is_refused(cells: int) -> None:
    start = (*range(1, cells - 1), 0, cells - 1)
    puzzle = SlidingPuzzle.of(start, size=(1, cells))
    assert "state-graph" not in cm.methods(puzzle, "solve")
    assert cm.solve(puzzle, method="idastar").solution == "r"
