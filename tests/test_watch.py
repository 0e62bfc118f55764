"""Traces and the page that plays them: the numbers of the search, and nothing that can run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.cli import app
from cpmodels.corpus import case
from cpmodels.watch.board import region_board
from cpmodels.watch.page import page
from cpmodels.watch.trace import Trace

TILING = cm.Tiling.of("4x4", "tetrominoes")
SLIDING = cm.SlidingPuzzle.of("1 2 3 x 4 6 7 5 8")
ALIKE = cm.AlikePuzzle.of("A B B _", "B A B _", "2x2")
PICTURE = cm.Nonogram.of([1, 1], [1, 1])  # two solutions: a guess is needed
CASES = [
    (TILING, "dlx", 117),
    (TILING, "algorithm-x", 117),
    (TILING, "frontier", 1),
    (TILING, "cp-sat", 117),
    (cm.ExactCover.of("a b c", ["a", "b c", "a b c", "c", "b"]), "dlx", 3),
    (cm.ExactCover.of("a b c", ["a", "b c", "a b c", "c", "b"]), "cp-sat", 3),
    (SLIDING, "astar", 1),
    (SLIDING, "idastar", 1),
    (SLIDING, "cp-sat", 1),
    (ALIKE, "astar", 1),
    (ALIKE, "cp-sat", 1),
    (cm.Tiling.of("1x2 of sticks", "monosticks", copies="any"), "dlx", 1),
    (PICTURE, "line-search", 2),
    (PICTURE, "cp-sat", 2),
    (cm.DefectiveBoard(4, (1, 2)), "divide-and-conquer", 0),
    (cm.DefectiveBoard(4, (1, 2)), "dlx", 1),
    (cm.DefectiveBoard(4, (1, 2)), "cp-sat", 1),
]


def data_of(html: str) -> dict[str, list[dict[str, object]]]:
    match = re.search(r'<script id="data" type="application/json">(.*?)</script>', html)
    assert match
    data: dict[str, list[dict[str, object]]] = json.loads(match[1])
    return data


@pytest.mark.parametrize(("puzzle", "method", "solutions"), CASES)
def test_every_solution_is_a_step(puzzle: cm.Puzzle, method: str, solutions: int) -> None:
    seen = cm.watch(puzzle, methods=[method])
    assert seen.traces[0].complete
    [trace] = data_of(seen.html())["traces"]
    steps = trace["steps"]
    assert isinstance(steps, list)
    assert sum(bool(step.get("solution")) for step in steps) == solutions
    assert all(step["text"] for step in steps)
    times = [step["t"] for step in steps]
    assert times == sorted(times)


@pytest.mark.parametrize("method", ["dlx:textbook", "algorithm-x"])
def test_the_bars_are_the_profile_of_the_search(method: str) -> None:
    [trace] = data_of(cm.watch(TILING, methods=[method]).html())["traces"]
    levels: dict[int, int] = {}
    for step in trace["steps"]:  # type: ignore[attr-defined]
        if "level" in step:
            levels[step["level"]] = levels.get(step["level"], 0) + step.get("nodes", 1)
    profile = cm.count(TILING, method=method).effort.levels
    assert [levels[level] for level in sorted(levels)] == list(profile)


def test_undoing_leaves_the_board_as_it_was() -> None:
    [trace] = data_of(cm.watch(TILING, methods=["dlx"]).html())["traces"]
    board = {}
    for step in trace["steps"]:  # type: ignore[attr-defined]
        for cell, fill, label, *_ in step.get("set", []):
            board[cell] = (fill, label)
        if step.get("solution"):
            assert len(board) == 16
            assert all(fill >= 0 for fill, _ in board.values())
    assert all(fill == -1 for fill, _ in board.values())


def test_a_long_search_is_cut_with_a_word() -> None:
    [trace] = cm.watch(TILING, methods=["dlx"], steps=100).traces
    assert len(trace.events) == 100
    assert re.fullmatch(r"the first 100 of [0-9,]+ steps", trace.cut)
    [stopped] = cm.watch(cm.Tiling.of("8x8", "dominoes"), methods=["dlx"], limit=0.2).traces
    assert not stopped.complete
    assert "more than" in stopped.cut or "limit" in stopped.cut


def test_nothing_in_a_title_or_in_data_can_run() -> None:
    evil = "</script><script>alert(1)</script><!--\u2028"
    trace = Trace("m", about=evil)
    trace("step", text=evil)
    puzzle = cm.Tiling.of("2x2", "dominoes", title=evil)
    html = cm.watch(puzzle, methods=["dlx"]).html()
    assert html.count("<script") == 2
    assert "alert(1)</script>" not in html.replace("&lt;", "<!").replace("\\u003c", "")
    assert evil not in page(evil, evil, [])
    assert "default-src 'none'" in html
    assert "unsafe" not in html
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", html)


def test_the_command_writes_the_page_and_the_steps(tmp_path: Path) -> None:
    out, steps = tmp_path / "watch.html", tmp_path / "steps.jsonl"
    command = ["watch", "4x4 tetrominoes", "-m", "dlx", "--out", str(out), "--trace", str(steps)]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert data_of(out.read_text())["traces"][0]["method"] == "dlx:textbook"
    first, *records = [json.loads(line) for line in steps.read_text().splitlines()]
    assert first["cpmodels"] == "trace"
    assert [record["step"] for record in records] == list(range(1, len(records) + 1))


def test_a_method_that_cannot_be_watched_is_named() -> None:
    with pytest.raises(cm.InputError, match="method 'strips' cannot be watched"):
        cm.watch(TILING, methods=["strips"])


def test_what_would_not_look_at_the_clock_is_refused() -> None:
    wide = cm.Nonogram.of([" ".join("1" * 12)], [1] * 60)
    with pytest.raises(cm.InputError, match="a line of more than 20,000 arrangements"):
        cm.watch(wide, methods=["line-search"])


def test_the_file_stays_below_five_megabytes_and_says_what_was_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = cm.watch(cm.Tiling.of("6x6", "tetrominoes"), methods=["dlx"], limit=0.5, steps=2_000)
    whole = seen.html()
    assert len(whole.encode()) < 5_000_000
    assert "kept below" not in whole
    monkeypatch.setitem(page.__globals__, "MOST_BYTES", 200_000)
    cut = seen.html()
    assert len(cut.encode()) < 250_000
    [trace] = data_of(cut)["traces"]
    assert re.match(r"the first [0-9,]+ of 2,000 steps: the page is kept", str(trace["cut"]))


def test_a_board_of_too_many_cells_is_told_in_words() -> None:
    [trace] = data_of(cm.watch(cm.DefectiveBoard(128, (1, 2)), methods=["divide-and-conquer"],
                               steps=100).html())["traces"]  # fmt: skip
    assert trace["board"]["cells"] == []  # type: ignore[call-overload]
    assert "16,384 cells" in trace["board"]["why"]  # type: ignore[call-overload]


LATTICES = [
    # the region, the shapes, corners of a cell, cells that lie at the edge of the picture
    ("hexagon 2 of triangles", "diamonds", 3),
    ("triangle 4 of hexagons", "dihexes", 6),
    ("1x1 of sticks", "disticks", 4),
    ("4x4 torus", "dominoes", 4),
    ("2x2x2", "tetracubes", 4),
]


@pytest.mark.parametrize(("region", "shapes", "corners"), LATTICES)
def test_cells_have_their_true_shapes(region: str, shapes: str, corners: int) -> None:
    turning = "one-sided" if shapes == "tetracubes" else "free"
    puzzle = cm.Tiling.of(region, shapes, turning=turning)
    board = region_board(puzzle.region, puzzle.lattice)
    assert len(board.cells) == len(puzzle.region)
    outlines = [tuple(cell["points"].split()) for cell in board.cells]
    assert len(set(outlines)) == len(outlines)
    assert {len(points) for points in outlines} == {corners}
    for cell, name in zip(board.cells, sorted(puzzle.region), strict=True):
        beyond = {other for other in cell.get("beyond", ()) if other >= 0}
        flat = [board.number[other] for other in puzzle.lattice.neighbours(name)
                if other in board.number and (len(name) < 3 or other[0] == name[0]
                                              or puzzle.lattice.sorts > 1)]  # fmt: skip
        assert beyond == (set(flat) if puzzle.lattice.name != "sticks" else set())
    [trace] = data_of(cm.watch(puzzle, methods=["dlx"]).html())["traces"]
    assert sum(bool(step.get("solution")) for step in trace["steps"]) == (  # type: ignore[attr-defined]
        cm.count(puzzle, method="dlx").count
    )


def test_a_fast_form_is_not_shown_and_the_page_says_so() -> None:
    first, second = cm.watch(TILING, methods=["dlx", "dlx:textbook"]).traces
    assert first.note.startswith("Asked for: dlx. Shown: its textbook form")
    assert second.note == ""


@pytest.mark.parametrize(
    "name", ["4x5 tetrominoes, 1", "board 5 without 0,1", "nonogram data091", "korf 3"]
)
def test_a_limit_before_the_first_step_is_a_short_trace(name: str) -> None:
    """Also while a model is being built."""
    for trace in cm.watch(case(name).puzzle, limit=0).traces:
        assert trace.complete is False
        assert "limit" in trace.cut
