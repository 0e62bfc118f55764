"""Count tilings of tubes and tori for many lengths, with the recurrences that they follow.

    python scripts/lattice_counts.py [--widths 5] [--lengths 40]

Tubes: a product of strips, the recurrence proved. Tori: the frontier sweep counts each length; a
recurrence is shown when it has half as many terms as were counted, and is not proved. Dominoes on
tori are also counted by Kasteleyn's product (Kasteleyn 1961): the script ends if they differ, for
sides of 3 and more (on shorter ones two edges join the same cells).
"""

from __future__ import annotations

import argparse
import cmath
import math

import cpmodels as cm
from cpmodels.strips.recurrences import find_recurrence


def kasteleyn(rows: int, columns: int) -> int:
    """Dominoes on a torus of even columns: half the sum of four products, signs - + + +."""
    total = 0.0
    for half_row, half_column, sign in ((0, 0, -1), (1, 0, 1), (0, 1, 1), (1, 1, 1)):
        product = 1.0
        for a in range(rows):
            for b in range(columns):
                x = math.pi * (2 * a + half_row) / rows
                y = math.pi * (2 * b + half_column) / columns
                product *= abs(2 * cmath.sin(x) + 2j * cmath.sin(y)) ** 0.5
        total += sign * product
    return round(total / 2)


def tori(shapes: str, width: int, lengths: int) -> list[int]:
    """The counts for lengths 3, 4, 5, .."""
    return [
        cm.count(cm.Tiling.of(f"{n}x{width} torus", shapes), method="frontier").count
        for n in range(3, lengths + 1)
    ]


def main() -> None:
    """Print tubes and tori of dominoes and L-trominoes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--widths", type=int, default=5)
    parser.add_argument("--lengths", type=int, default=40)
    options = parser.parse_args()
    for shapes in ("dominoes", "trominoes:L"):
        for width in range(3, options.widths + 1):
            sequence = cm.sequence(f"{width}xn tube", shapes, range(1, 13))
            print(f"{shapes}, tube {width} around: {sequence.values}\n  {sequence.recurrence}")
        for width in range(3, options.widths + 1):
            terms = tori(shapes, width, options.lengths)
            if shapes == "dominoes" and width % 2 == 0:
                for n, count in zip(range(3, 9), terms, strict=False):
                    assert kasteleyn(n, width) == count, (n, width, kasteleyn(n, width), count)
            print(f"{shapes}, torus {width} wide, lengths 3 ..: {terms[:8]}")
            recurrence = find_recurrence(terms)
            print(f"  {'no recurrence of so few terms' if recurrence is None else recurrence}")
    for side in range(1, 5):
        puzzle = cm.Tiling.of(f"hexagon {side} of triangles", "triamonds")
        print(f"triamonds in a hexagon of side {side}: {cm.count(puzzle, method='frontier').count}")


if __name__ == "__main__":
    main()
