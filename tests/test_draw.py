"""Pictures: every kind has each sort, and shows what the solution says."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest
from PIL import Image

import cpmodels as cm
from cpmodels.draw.canvas import INK
from cpmodels.draw.palette import PALETTE
from cpmodels.draw.picture import to_animation, to_text
from cpmodels.draw.profile import profile_canvas, profile_text
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

SVG = "{http://www.w3.org/2000/svg}"
PUZZLES = {
    "tiling": cm.Tiling.of("4x4", "tetrominoes:L"),
    "solid": cm.Tiling.of("2x2x3", "dominoes"),
    "board": cm.DefectiveBoard(4, (0, 1)),
    "exact-cover": cm.ExactCover.of("a b c", ["a b", "c x", "b c"], "x"),
    "nonogram": cm.Nonogram.of([2, (1, 1)], [2, 1, 1]),
    "sliding": cm.SlidingPuzzle.of("1 2 3 x 4 6 7 5 8"),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_every_kind_has_text_svg_and_png_of_puzzle_and_answer(name: str) -> None:
    puzzle = PUZZLES[name]
    answer = cm.solve(puzzle)
    for solution in (None, answer.solution):
        assert to_text(puzzle, solution)
        ElementTree.fromstring(cm.draw(puzzle, solution))
        image = Image.open(io.BytesIO(cm.draw(puzzle, solution, png=True)))
        assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 1
    assert cm.draw(answer) == cm.draw(puzzle, answer.solution)
    assert puzzle._repr_svg_() == cm.draw(puzzle)
    assert cm.draw(answer) in answer._repr_html_()


@pytest.mark.parametrize(
    "puzzle",
    [
        cm.Nonogram.of([], []),
        cm.Nonogram.of([0, 0], []),
        cm.Tiling.of([], "dominoes"),
        cm.ExactCover.of("", []),
    ],
    ids=lambda puzzle: puzzle.describe(),
)
def test_an_empty_puzzle_has_pictures(puzzle: Puzzle) -> None:
    answer = cm.solve(puzzle)
    ElementTree.fromstring(cm.draw(answer))
    assert cm.draw(answer, png=True).startswith(b"\x89PNG")


def test_a_tiling_shows_its_shapes_with_their_copies_and_layers_have_numbers() -> None:
    puzzle = cm.Tiling.of(
        "2x3x4", {"A": "##/#.", "B": "#", "C": "###"}, {"A": 2, "B": "1..", "C": 0}
    )
    drawing = to_text(puzzle)
    assert [drawing.count(f"layer {number}") for number in (1, 2, 3)] == [1, 1, 0]
    assert [text in drawing for text in ("A: 2", "B: 1..", "C:")] == [True, True, False]
    assert drawing.count("·") == 24 + 3 + 1
    root = ElementTree.fromstring(cm.draw(puzzle))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts == ["layer 1", "layer 2", "A: 2", "B: 1.."]
    assert len(root.findall(f"{SVG}rect")) == 1 + 24 + 3 + 1
    solved = to_text(
        cm.Tiling.of("3x1x2", "dominoes"), cm.solve(cm.Tiling.of("3x1x2", "dominoes")).solution
    )
    assert solved.splitlines()[0].split("  ") == ["layer 1", "", "layer 2", "", "layer 3"]


def test_nothing_that_is_drawn_leaves_the_picture() -> None:
    for puzzle in PUZZLES.values():
        for solution in (None, cm.solve(puzzle).solution):
            root = ElementTree.fromstring(cm.draw(puzzle, solution))
            wide, high = (float(root.attrib[side]) for side in ("width", "height"))
            for mark in (*root.iter(f"{SVG}text"), *root.iter(f"{SVG}rect")):
                assert 0 <= float(mark.get("x", 0)) <= wide - float(mark.get("width", 0))
                assert 0 <= float(mark.get("y", 0)) <= high - float(mark.get("height", 0))


@pytest.mark.parametrize(
    "puzzle",
    [
        cm.Nonogram.of([[]] * 1000, [[]] * 1000),
        cm.Nonogram.of([[]], [[]] * 250_000),
        cm.Tiling.of("300x4", "dominoes"),
        cm.Tiling.of("40000x2x2", "dominoes"),
        cm.DefectiveBoard(512),
    ],
    ids=lambda puzzle: puzzle.describe(),
)
def test_a_picture_that_would_take_too_much_memory_is_refused(puzzle: Puzzle) -> None:
    with pytest.raises(cm.InputError, match="expected at most"):
        cm.draw(puzzle, png=True)


def test_a_line_of_cells_has_a_picture() -> None:
    line = cm.Tiling.of([(0,), (1,)], {"D": [(0,), (1,)]})
    assert to_text(line, cm.solve(line).solution).splitlines()[1] == "│ D   D │"


def test_svg_and_png_show_the_same() -> None:
    """Each cell has one rectangle, and the colour of its pixels."""
    answer = cm.solve(PUZZLES["tiling"])
    image = Image.open(io.BytesIO(cm.draw(answer, png=True))).convert("RGB")
    scale = 2
    cells = ElementTree.fromstring(cm.draw(answer)).findall(f"{SVG}rect")[1:]
    assert len(cells) == 16
    for cell in cells:
        x, y = (scale * (float(cell.attrib[axis]) + 5) for axis in "xy")
        assert "#{:02x}{:02x}{:02x}".format(*image.getpixel((x, y))) == cell.attrib["fill"]


def test_text_in_a_picture_is_escaped() -> None:
    puzzle = cm.Tiling.of("1x1", {"<&": "#"}, title='<b> & "')
    root = ElementTree.fromstring(cm.draw(cm.solve(puzzle)))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["<&"]
    title = root.find(f"{SVG}title")
    assert title is not None
    assert (title.text or "").startswith('<b> & "')


def test_a_puzzle_without_a_picture_shows_its_text_in_notebooks() -> None:
    flat = cm.Tiling.of([(0, 0, 0, 0)], {"M": [(0, 0, 0, 0)]})
    assert flat._repr_svg_() is None
    with pytest.raises(cm.InputError, match="more than three dimensions"):
        cm.draw(flat)
    assert "more than three dimensions" in cm.solve(flat)._repr_html_()


def test_a_model_and_a_comparison_are_tables_in_notebooks() -> None:
    puzzle = PUZZLES["tiling"]
    model = registry.find_method(puzzle, "cp-sat", cm.Question.COUNT).build(puzzle)  # type: ignore[attr-defined]
    assert model._repr_html_().count("<tr>") == 1 + len(model.groups)
    html = cm.compare(puzzle)._repr_html_()
    assert html.count("<tr>") == 1 + len(cm.methods(puzzle))
    assert html.endswith("<p>agree</p>")


def test_the_profile_has_the_nodes_of_each_level() -> None:
    levels = cm.count(cm.Tiling.of("4x4", "tetrominoes"), method="dlx").effort.levels
    written = [int(line.split()[-1].replace(",", "")) for line in profile_text(levels).split("\n")]
    assert written == list(levels)
    lengths = [line.count("█") for line in profile_text(levels).split("\n")]
    assert max(lengths) == lengths[levels.index(max(levels))] == 40
    texts = [
        t.text for t in ElementTree.fromstring(profile_canvas(levels).svg()).iter(f"{SVG}text")
    ]
    assert texts[1::2] == [f"{nodes:,}" for nodes in levels]


def test_a_board_appears_piece_by_piece_and_a_path_move_by_move() -> None:
    board = cm.solve(cm.DefectiveBoard(8, (2, 3)), method="divide-and-conquer")
    picture = ElementTree.fromstring(to_animation(board.puzzle, board.solution))
    begins = [float(s.attrib["begin"].rstrip("s")) for s in picture.iter(f"{SVG}set")]
    assert begins == sorted(begins)
    assert len(begins) == len(set(begins)) == 21
    path = cm.solve(PUZZLES["sliding"])
    ElementTree.fromstring(to_animation(path.puzzle, path.solution))
    with pytest.raises(cm.InputError, match="nothing that moves"):
        to_animation(PUZZLES["tiling"], None)


def lightness(colour: str) -> float:
    """CIE 1976 L*, 0 to 100."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 116 * (0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 3) - 16


def test_the_colours_of_a_map_differ_in_grey() -> None:
    first = [lightness(colour) for colour in PALETTE[:4]]
    assert all(one - other > 9 for one, other in pairwise(first))
    assert all(lightness(colour) - lightness(INK) > 40 for colour in PALETTE)
