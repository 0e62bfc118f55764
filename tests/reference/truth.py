"""Read the table of known counts, on plain data."""

from __future__ import annotations

import csv
from itertools import product
from pathlib import Path
from typing import NamedTuple

from reference.tilings.polyomino import Bounds, Cell, orientations, to_origin
from reference.tilings.shapes import SOMA, cells_of, named

PATH = Path(__file__).parents[2] / "cpmodels" / "corpus" / "tilings.csv"


class Known(NamedTuple):
    name: str
    cells: list[Cell]
    shapes: dict[str, list[Cell]]
    copies: dict[str, Bounds]
    turning: str
    number: int
    classes: int | None


def rectangle(m: int, n: int) -> list[Cell]:
    return [(r, c) for r in range(m) for c in range(n)]


def region(text: str) -> list[Cell]:
    if "x" in text:
        return list(product(*(range(int(side)) for side in text.split("x"))))
    return cells_of(text)


def shapes_of(text: str) -> dict[str, list[Cell]]:
    if text == "soma":
        return SOMA
    if "+" in text:
        return {
            name: cells for term in text.split("+") for name, cells in named(term.strip()).items()
        }
    shapes = named(text.removeprefix("one-sided "))
    if text.startswith("one-sided "):
        for name, cells in list(shapes.items()):
            mirrored = [(r, -c) for r, c in cells]
            if to_origin(mirrored) not in orientations(cells, "one-sided"):
                shapes[f"{name}'"] = mirrored
    return shapes


def bounds(text: str) -> Bounds:
    *how, number = text.split()
    if number == "any":
        return 0, None
    return 0 if how == ["at", "most"] else int(number), None if how == ["at", "least"] else int(
        number
    )


def known() -> list[Known]:
    with PATH.open() as file:
        table = list(csv.DictReader(line for line in file if not line.startswith("# ")))
    cases = []
    for row in table:
        shapes = shapes_of(row["shapes"])
        copies = dict.fromkeys(shapes, bounds(row["copies"]))
        classes = int(row["up_to_symmetry"]) if row["up_to_symmetry"] else None
        cases.append(
            Known(
                f"{row['region']} {row['shapes']} {row['copies']}",
                region(row["region"]),
                shapes,
                copies,
                row["turning"],
                int(row["count"]),
                classes,
            )
        )
    return cases
