"""The gallery of the documentation: six pages of watch, one a kind, and a small picture of each.

python scripts/gallery.py pictures      # writes docs/gallery/*.svg, which are committed
python scripts/gallery.py pages DIR     # writes the pages, as the build of the docs does
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cpmodels as cm
from cpmodels import corpus

PICTURES = Path(__file__).parents[1] / "docs" / "gallery"


class Exhibit(NamedTuple):
    """A puzzle, who is watched on it, and who draws it."""

    puzzle: cm.Puzzle
    methods: tuple[str, ...]
    steps: int = 1_200
    drawn_by: str = "cp-sat"


def gallery() -> dict[str, Exhibit]:
    """The exhibits by the names of their pages."""
    items = ["c e f", "a d g", "b c f", "a d", "b g", "d e g"]
    return {
        "tiling": Exhibit(cm.Tiling.of("4x4", "tetrominoes"), ("dlx", "cp-sat")),
        "cover": Exhibit(
            cm.ExactCover.of("a b c d e f g", items, title="Knuth's example"),
            ("algorithm-x", "dlx", "cp-sat"),
        ),
        "board": Exhibit(
            cm.DefectiveBoard(8, (2, 5)), ("divide-and-conquer", "cp-sat"), 300,
            "divide-and-conquer",
        ),
        "nonogram": Exhibit(
            corpus.case("nonogram webpbn-00001-dancer").puzzle, ("line-search", "cp-sat")
        ),
        "sliding": Exhibit(
            cm.SlidingPuzzle.of("2 3 4 1 5 x 7 6 8"), ("astar", "idastar", "cp-sat")
        ),
        "triangles": Exhibit(
            cm.Tiling.of("hexagon 2 of triangles", "diamonds"), ("frontier", "dlx", "cp-sat")
        ),
    }  # fmt: skip


def pages() -> Iterator[tuple[str, str]]:
    """The name and the text of each page."""
    for name, exhibit in gallery().items():
        seen = cm.watch(exhibit.puzzle, methods=exhibit.methods, steps=exhibit.steps, limit=20)
        yield name, seen.html()


def pictures() -> Iterator[tuple[str, str]]:
    """The name and the picture of each."""
    for name, exhibit in gallery().items():
        sliding = isinstance(exhibit.puzzle, cm.SlidingPuzzle)
        answer = cm.solve(exhibit.puzzle, method=exhibit.drawn_by)
        yield name, cm.draw(exhibit.puzzle) if sliding else cm.draw(answer)


if __name__ == "__main__":
    if sys.argv[1:] == ["pictures"]:
        svgs, directory, end = pictures(), PICTURES, "svg"
    elif len(sys.argv) == 3 and sys.argv[1] == "pages":
        svgs, directory, end = pages(), Path(sys.argv[2]), "html"
    else:
        sys.exit(__doc__)
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in svgs:
        (directory / f"{name}.{end}").write_text(text, encoding="utf-8")
        print(f"{directory / name}.{end}: {len(text):,} characters")
