"""Nonograms of photographs: scaled down, in few colours, few cells changed for one solution.

With one colour, what is dark is filled: the threshold is the one that parts the greys best (Otsu, A
Threshold Selection Method from Gray-Level Histograms, 1979). With more, colours are reduced by
median cut (Heckbert, Color Image Quantization for Frame Buffer Display, 1982); the lightest is the
background.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from PIL import Image, ImageOps

from cpmodels.errors import InputError
from cpmodels.puzzles.colours import BLACK_AND_WHITE, Colour, distinct, named
from cpmodels.puzzles.nonogram import Nonogram, check_size

__all__ = ["MAX_COLOURS", "photo_nonogram", "unique_by_changes"]

MAX_COLOURS = 31  # beside the background
MAX_PIXELS = 64_000_000
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF", "PPM")
TRIALS = 8  # cells that are tried before one is changed
BAND = 8  # rows or columns that are looked at, all others known, before the whole is

Cell = tuple[int, int]
Cells = list[list[int]]


def photo_nonogram(
    data: bytes, height: int, width: int, *, colours: int = 1, where: str = "photo"
) -> Nonogram:
    """The nonogram of a photograph, which is its `goal`.

    Parameters
    ----------
    data : bytes
        A PNG, JPEG, GIF, BMP, WebP, TIFF or PPM file.
    height, width : int
        Cells; of the photograph the middle is taken that has this shape.
    colours : int
        Colours beside the background, at most. With several, lone cells take their neighbours'.

    Raises
    ------
    InputError
        No such picture, too large a one, a value out of range, or a picture of one shade.

    Examples
    --------
    >>> file = io.BytesIO()
    >>> Image.linear_gradient("L").save(file, "PNG")
    >>> photo_nonogram(file.getvalue(), 4, 2).goal
    ((1, 1), (1, 1), (0, 0), (0, 0))
    """
    if height < 1 or width < 1:
        raise InputError(f"{height} rows x {width} columns, expected 1 or more of each")
    check_size(height, width)
    if not 1 <= colours <= MAX_COLOURS:
        raise InputError(f"{colours} colours, expected 1 to {MAX_COLOURS} beside the background")
    small = _scaled(data, height, width, where)
    levels, palette = _black_and_white(small) if colours == 1 else _reduced(small, colours + 1)
    if len(set(levels)) < 2:
        raise InputError("a picture of one shade, expected light and dark parts", where)
    rows = [levels[row * width : (row + 1) * width] for row in range(height)]
    return Nonogram.from_picture(rows, palette)


def _scaled(data: bytes, height: int, width: int, where: str) -> Image.Image:
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            if image.width * image.height > MAX_PIXELS:
                raise InputError(
                    f"{image.width} x {image.height} pixels, expected at most {MAX_PIXELS:,}", where
                )
            upright = ImageOps.exif_transpose(image).convert("RGBA")
            flat = Image.new("RGBA", upright.size, "white")
            flat.alpha_composite(upright)
            return ImageOps.fit(flat.convert("RGB"), (width, height), Image.Resampling.BOX)
    except InputError:
        raise
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, Image.DecompressionBombError):
        message = (
            "damaged, or no picture that can be read, expected PNG, JPEG, GIF, BMP, WebP or TIFF"
        )
        raise InputError(message, where) from None


def _black_and_white(image: Image.Image) -> tuple[list[int], tuple[Colour, ...]]:
    greys = list(image.convert("L").tobytes())
    edge = _threshold(greys)
    return [int(grey <= edge) for grey in greys], BLACK_AND_WHITE


def _threshold(greys: Sequence[int]) -> int:
    """The grey up to which cells are dark: the variance between the two parts is largest."""
    best, edge = -1.0, 0
    total, low, count = sum(greys), 0, 0
    for grey in range(255):
        here = greys.count(grey)
        low, count = low + grey * here, count + here
        rest = len(greys) - count
        if count and rest:
            apart = count * rest * (low / count - (total - low) / rest) ** 2
            if apart > best:
                best, edge = apart, grey
    return edge


def _reduced(image: Image.Image, count: int) -> tuple[list[int], tuple[Colour, ...]]:
    few = image.quantize(count, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).convert("RGB")
    raw = few.tobytes()
    pixels = list(zip(raw[::3], raw[1::3], raw[2::3], strict=True))
    order = sorted(set(pixels), key=lambda rgb: (-sum(rgb), rgb))
    number = {rgb: index for index, rgb in enumerate(order)}
    known = [_colour(rgb, index) for index, rgb in enumerate(order)]
    return _without_specks([number[rgb] for rgb in pixels], image.width), distinct(known)


def _without_specks(levels: Sequence[int], width: int) -> list[int]:
    """A cell of a colour that none of its up to eight neighbours has gets their commonest."""
    clean = []
    for at, level in enumerate(levels):
        row, column = divmod(at, width)
        beside = [
            levels[i * width + j]
            for i in range(max(row - 1, 0), min(row + 2, len(levels) // width))
            for j in range(max(column - 1, 0), min(column + 2, width))
            if (i, j) != (row, column)
        ]
        lone = beside and level not in beside
        clean.append(Counter(beside).most_common(1)[0][0] if lone else level)
    return clean


def _colour(rgb: tuple[int, int, int], index: int) -> Colour:
    name = "#" + "".join(f"{part:02x}" for part in rgb)
    return Colour(name, rgb, named(name[1:]).character if index else ".")


def unique_by_changes(
    puzzle: Nonogram,
    *,
    is_unique: Callable[[Nonogram], Any],
    open_cells: Callable[[Nonogram], int],
    seed: int = 0,
) -> tuple[Nonogram, list[Cell]]:
    """Change few cells of a picture until its nonogram has one solution, and say which.

    Of the cells in which two solutions differ a few are tried, and the one is changed that leaves
    most to a line solver. At last each change that is not needed is taken back.

    Parameters
    ----------
    puzzle : Nonogram
        With a `goal`.
    is_unique : callable
        Such as `cpmodels.is_unique`: true, or with a `solution` and a `second` one.
    open_cells : callable
        From a nonogram to the cells that its lines alone do not decide.

    Returns
    -------
    Nonogram, list of (int, int)
        The puzzle, and rows and columns of the cells changed, from 0.
    """
    assert puzzle.goal is not None
    random = Random(seed)
    cells = [list(row) for row in puzzle.goal]
    before: dict[Cell, int] = {}
    for band in [*_bands(puzzle.height, puzzle.width), None]:
        while not (answer := is_unique(_of(cells, puzzle, band))):
            differ = [
                (i, j)
                for i, row in enumerate(cells)
                for j in range(len(row))
                if answer.solution[i][j] != answer.second[i][j]
            ]
            fresh = [cell for cell in differ if cell not in before] or differ
            sample = random.sample(fresh, min(TRIALS, len(fresh)))
            changes = [(i, j, _other(cells, i, j, random)) for i, j in sample]
            left = [open_cells(_of(_with(cells, *change), puzzle, band)) for change in changes]
            i, j, colour = changes[left.index(min(left))]
            before.setdefault((i, j), cells[i][j])
            cells[i][j] = colour
    for (i, j), colour in before.items():
        candidate = _with(cells, i, j, colour)
        if candidate != cells and is_unique(_of(candidate, puzzle)):
            cells = candidate
    changed = sorted(cell for cell, colour in before.items() if cells[cell[0]][cell[1]] != colour)
    return _of(cells, puzzle), changed


def _bands(height: int, width: int) -> Iterator[set[Cell]]:
    """Some rows next to each other, then columns: most of what is not unique is found there."""
    for top in range(0, height, BAND // 2):
        yield {(i, j) for i in range(top, min(top + BAND, height)) for j in range(width)}
    for left in range(0, width, BAND // 2):
        yield {(i, j) for i in range(height) for j in range(left, min(left + BAND, width))}


def _of(cells: Cells, puzzle: Nonogram, band: set[Cell] | None = None) -> Nonogram:
    """The puzzle of these cells; with a band, all cells outside of it are known."""
    nonogram = Nonogram.from_picture(cells, puzzle.colours)
    nonogram = replace(nonogram, title=puzzle.title, description=puzzle.description)
    if band is None:
        return nonogram
    return nonogram.with_known(
        tuple(
            tuple(nonogram.every if (i, j) in band else 1 << cell for j, cell in enumerate(row))
            for i, row in enumerate(cells)
        )
    )


def _with(cells: Cells, i: int, j: int, colour: int) -> Cells:
    return [*cells[:i], [*cells[i][:j], colour, *cells[i][j + 1 :]], *cells[i + 1 :]]


def _other(cells: Cells, i: int, j: int, random: Random) -> int:
    """Background for a cell that is filled; else the colour of a neighbour, or any."""
    if cells[i][j]:
        return 0
    beside = [
        cells[row][column]
        for row, column in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
        if 0 <= row < len(cells) and 0 <= column < len(cells[0]) and cells[row][column]
    ]
    used = sorted({cell for row in cells for cell in row if cell}) or [1]
    return random.choice(beside or used)
