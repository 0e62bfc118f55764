"""Random nonograms with every field that a file may hold."""

from __future__ import annotations

from hypothesis import strategies as st

from cpmodels.puzzles.colours import Colour, palette
from cpmodels.puzzles.nonogram import Nonogram, Saved

TEXTS = ("title", "author", "copyright", "catalogue", "license", "description")
NAMES = ("red", "dark sea", "o", "a&b", 'a "quoted" one', "1st", "bleu é")

texts = st.text(
    st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" \"'<&>#;"), max_size=12
).map(str.strip)


@st.composite
def nonograms(draw, colours=1, fields=False, most=6):
    """The puzzle of a random picture, with or without fields beside the clues."""
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))

    def grid(cell):
        row = st.lists(cell, min_size=width, max_size=width).map(tuple)
        return st.lists(row, min_size=height, max_size=height).map(tuple)

    picture = draw(grid(st.integers(0, colours)))
    known = palette(2) if colours == 1 else draw(palettes(colours))
    if not fields:
        puzzle = Nonogram.from_picture(picture, known)
        return Nonogram(puzzle.rows, puzzle.columns, known)
    more = {name: draw(texts) for name in TEXTS}
    every = (1 << colours + 1) - 1
    cell = st.sampled_from([every, *(1 << colour for colour in range(colours + 1))])
    saved = draw(st.lists(grid(cell), max_size=2))
    more["saved"] = tuple(Saved("saved", "", cells) for cells in saved)
    names = st.sampled_from(["note", "difficulty", "my-field"])
    extra = st.tuples(names, texts.filter(bool))
    more["extra"] = tuple(draw(st.lists(extra, max_size=2, unique_by=lambda pair: pair[0])))
    return Nonogram.from_picture(picture, known, **more)


@st.composite
def palettes(draw, colours):
    names = draw(st.permutations(NAMES))[:colours]
    rgb = st.tuples(*[st.integers(0, 255)] * 3)
    letters = draw(st.permutations("rgb|[?#é")).copy()
    white = draw(st.sampled_from([(255, 255, 255), (250, 250, 210)]))
    background = Colour("white" if white == (255, 255, 255) else "cream", white, ".")
    return (background, *(Colour(name, draw(rgb), letters.pop()) for name in names))
