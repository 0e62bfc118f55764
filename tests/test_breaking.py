"""Broken input ends in one clear line; nothing half written; garbage is no solution."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.cli import app
from cpmodels.cli.output import write_out
from cpmodels.errors import InputError, WrongSolution
from cpmodels.formats import parse_puzzles, read_puzzles, write_puzzle
from cpmodels.generate.sliding import random_board
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.colours import distinct, named
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram, Saved
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Tiling
from reference.sliding.walking_distance import walk_table
from reference.tilings.frontier import Frontier

PUZZLES = [
    Tiling.of("2x2", "dominoes"),
    ExactCover.of("a b", ["a", "b"]),
    DefectiveBoard(2, (0, 0)),
    SlidingPuzzle.of("1 2 x 3"),
    Nonogram.of([1, 1], [1, 1]),
]
GARBAGE: list[Any] = [
    None, 0, 1.5, " ", b"x", [None], [1.5], ["a"], [[None]], [("D", None)], [(["D"], [(0, 0)])],
    [("D", [("a", "b"), ("c", "d")])], {"a": 1}, object(), np.array(5), [[1], [1, 2]], [{}],
    [10**30], np.zeros((2, 2)),
]  # fmt: skip
BAD_TABLES = [
    "kind = []",
    'kind = "sliding"\nstart = "1 2 3 x"\nsize = []',
    'kind = "sliding"\nstart = "1 2 3 x"\nsize = {}',
    'kind = "sliding"\nstart = "1 2 3 x"\nmoves = 1\nundo = []',
    'kind = "sliding"\nstart = "1 2 3 x"\nmoves = true',
    f'kind = "board"\nside = {"9" * 5000}',
    f'kind = "tiling"\nregion = "{"9" * 5000}x1"\nshapes = "dominoes"',
    f'kind = "tiling"\nregion = "2x1"\nshapes = "dominoes"\ncopies = "{"9" * 5000}"',
    'kind = "tiling"\nregion = "٢x١"\nshapes = "dominoes"',
    'kind = "exact-cover"\nitems = ["a"]\noptions = [["a"]]\nbounds = {a = 1.5}',
    'kind = "exact-cover"\nitems = [1]\noptions = [[1]]',
    f"kind = {'[' * 100_000}",
]


@pytest.mark.parametrize("text", BAD_TABLES, ids=range(len(BAD_TABLES)))
def test_a_bad_table_is_one_short_line(text: str) -> None:
    with pytest.raises(InputError) as error:
        parse_puzzles(text, "puzzle.toml")
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400
    assert str(error.value).startswith("puzzle.toml: ")


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("id,optimal_moves,board\n²,1,1 0 2 3\n", "korf"),
        ("1 2\n3 x\nexactly ² moves\n", "grid"),
        (f"1 2\n3 x\nexactly {'9' * 5000} moves\n", "grid"),
        (f"{'9' * 5000}|a\na\n", "knuth"),
        ("²|a\na\n", "knuth"),
        ("rows = array2d(1..³, 1..1, [1]);\ncols = [| 1 |];", "dzn"),
    ],
)
def test_what_is_no_number_is_refused(text: str, format: str) -> None:
    with pytest.raises(InputError):
        parse_puzzles(text, "file", format)


def test_an_error_without_a_place_gets_its_file() -> None:
    colours = "".join(f'<color name="c{k}">123456</color>' for k in range(300))
    clues = "".join(f'<clues type="{kind}"><line/></clues>' for kind in ("rows", "columns"))
    with pytest.raises(InputError, match=r"^puzzle\.xml: 301 colours, expected at most 256$"):
        parse_puzzles(f"<puzzle>{colours}{clues}</puzzle>", "puzzle.xml")


def test_many_items_and_a_long_option_are_read_at_once() -> None:
    line = " ".join(f"i{k}" for k in range(50_000))
    [puzzle] = parse_puzzles(f"{line}\n{line}\n", "cover.dlx")
    assert puzzle.describe() == "50000 items, 1 options"
    with pytest.raises(InputError, match="item i7 appears twice"):
        parse_puzzles(f"{line} i7\n{line}\n", "cover.dlx")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_no_solution(puzzle: Puzzle, garbage: Any) -> None:
    with pytest.raises(WrongSolution) as error:
        puzzle.check(garbage)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "state",
    [
        lambda: Tiling.of("2x2", None),  # type: ignore[arg-type]
        lambda: Tiling.of("2x2", "dominoes", turning=[]),  # type: ignore[arg-type]
        lambda: ExactCover.of(None, []),  # type: ignore[arg-type]
        lambda: ExactCover.of("a", ["a"], bounds={"a": None}),  # type: ignore[dict-item]
        lambda: ExactCover.of("a", ["a"], bounds=5),  # type: ignore[arg-type]
        lambda: SlidingPuzzle.of(None),  # type: ignore[arg-type]
        lambda: SlidingPuzzle.of("1 2 3 x", size=5),  # type: ignore[arg-type]
        lambda: SlidingPuzzle.of("1 2 3 x", moves="3"),  # type: ignore[arg-type]
        lambda: Nonogram.of(None, None),  # type: ignore[arg-type]
        lambda: Nonogram.of([1], [1], 1.5),  # type: ignore[arg-type]
        lambda: Nonogram.of(["1_0"], [1] * 10),
        lambda: Nonogram.from_picture(5),
        lambda: Nonogram.from_picture([[0.5]]),
        lambda: Nonogram.from_picture([["1"]]),
        lambda: Nonogram.from_picture(np.array([[np.nan]])),
        lambda: Nonogram.from_picture([[float("inf")]]),
        lambda: Nonogram.of([1], [1], goal=[[0.5]]),
        lambda: Nonogram.of([1], [1], goal=[[2]]),
        lambda: Nonogram.from_picture([[0]], colours=257),
        lambda: distinct(named(f"colour {k}") for k in range(100_000)),
        lambda: DefectiveBoard(1 << 20_000),
        lambda: SlidingPuzzle.of("1 2 3 x", at_most=1 << 20_000),
        lambda: Tiling.of([(0,) * 12], {"M": [(0,) * 12]}),
        lambda: Tiling.of("2x2", {"L": [(0, k) for k in range(100_001)]}),
        lambda: Nonogram.of([1], [1], goal=[[-1]]),
        lambda: Nonogram.of([1], [1], saved=(Saved("saved", "", ((0,),)),)),
        lambda: Nonogram.of([1], [1], saved=(Saved("saved", "", ((4,),)),)),
        lambda: write_puzzle(ExactCover.of("", []), "knuth"),
        lambda: cm.solve(PUZZLES[0], limit="x"),  # type: ignore[arg-type]
        lambda: cm.solve(PUZZLES[0], workers=1.5),  # type: ignore[arg-type]
        lambda: cm.solve("6x6"),  # type: ignore[arg-type]
        lambda: random_board(99_999, 99_999),
        lambda: random_board(3, 3, steps=10**12),
    ],
)
def test_a_value_of_the_wrong_kind_is_bad_input(state: Any) -> None:
    with pytest.raises(InputError):
        state()


def test_a_fraction_in_a_picture_is_named() -> None:
    with pytest.raises(InputError, match=r"^row 2: 0\.5 in a picture, expected colour indices$"):
        Nonogram.from_picture([[1, 0], [0, 0.5]])
    assert Nonogram.from_picture([[1.0, True]]) == Nonogram.from_picture([[1, 1]])


def test_cells_from_an_array_are_cells() -> None:
    assert Tiling.of(np.argwhere(np.eye(2)), "monomino").region == ((0, 0), (1, 1))


@pytest.mark.parametrize("format", ["json", "toml", "xml", "non"])
def test_half_a_surrogate_pair_is_written_and_read(format: str, tmp_path: Path) -> None:
    [puzzle] = parse_puzzles(r'{"title": "a\ud800", "rows": [[1]], "columns": [[1]]}')
    written = write_puzzle(puzzle, format)
    assert parse_puzzles(written) == [puzzle]
    write_out(str(tmp_path / "file"), written)
    assert read_puzzles(tmp_path / "file") == [puzzle]


@pytest.mark.parametrize("format", ["xml", "json", "toml"])
def test_a_picture_of_no_rows_is_written(format: str) -> None:
    puzzle = Nonogram.of([], [0, 0, 0], goal=[])
    assert parse_puzzles(write_puzzle(puzzle, format)) == [puzzle]


def test_no_shapes_are_written() -> None:
    puzzle = Tiling.of("2x2", {})
    assert parse_puzzles(write_puzzle(puzzle, "toml")) == [puzzle]


def test_cells_far_apart_are_described_and_written() -> None:
    puzzle = Tiling.of([(0, 0), (10**9, -(10**9))], "monomino")
    assert puzzle.describe().startswith("2 cells in 1000000001x1000000001")
    assert parse_puzzles(write_puzzle(puzzle, "toml")) == [puzzle]


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_out(str(pipe), "picture")
    assert os.read(reader, 100) == b"picture"
    assert pipe.is_fifo()
    os.close(reader)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_out(str(tmp_path / "link"), "picture")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "picture"


@pytest.mark.parametrize("path", ["", ".", "no/such/place", "a\0b", "/"])
def test_what_cannot_be_written_is_bad_input(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="cannot be written"):
        write_out(path, "picture")
    assert list(tmp_path.iterdir()) == []


def test_a_unique_nonogram_is_not_looked_for_forever() -> None:
    arguments = ["make", "nonogram", "40x40", "--unique", "--density", "0.1", "--limit", "0.2"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 3


def test_tables_and_orders_stop_when_told() -> None:
    assert walk_table(2, 6, 1, lambda: True) is None
    sweep = Frontier([(0, 0), (0, 1)], {"D": [(0, 0), (0, 1)]}, should_stop=lambda: True)
    assert (sweep.count(), sweep.complete) == (0, False)


def test_copies_beyond_machine_numbers_are_refused() -> None:
    with pytest.raises(InputError, match="at most 1,000,000,000"):
        Tiling.of("2x2", "dominoes", (0, 10**30))


def test_more_pictures_than_digits_can_be_printed_are_refused() -> None:
    puzzle = Nonogram.of([[1] * 50] * 200, [[1] * 50] * 200)
    assert "group-orders" not in cm.methods(puzzle, every=True)


def test_a_model_of_automata_is_not_built_beyond_its_limit() -> None:
    answer = cm.solve(Nonogram.of(["1 1"] * 30, ["1 1"] * 30), method="cp-sat:automaton", limit=0)
    assert answer.stopped_by == "time limit"


def _run(command: str) -> subprocess.CompletedProcess[str]:
    shell = f"{sys.executable} -m cpmodels {command}"
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    return subprocess.run(
        ["bash", "-c", shell], env=ascii_only, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_pictures_go_into_an_encoding_without_boxes() -> None:
    done = _run("solve '6x6 tetrominoes:IOTS'")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_one_line() -> None:
    done = _run("solve '6x6 tetrominoes:IOTS' > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "cpmodels: standard output: No space left on device\n"


@pytest.mark.slow
def test_a_reader_that_leaves_is_no_disagreement() -> None:
    for command in ("compare '4x5 tetrominoes'", "cases", "methods '4x5 tetrominoes'"):
        assert _run(f"{command} | true; exit $(( ${{PIPESTATUS[0]}} ))").returncode == 0


@pytest.mark.slow
def test_streams_may_be_closed() -> None:
    assert _run("count '4x5 tetrominoes' <&- >&-").returncode == 0
    done = _run("count - <&-")
    assert (done.returncode, done.stderr) == (
        2, "cpmodels: standard input: empty, expected a puzzle\n"
    )  # fmt: skip
