"""Pictures as nonograms, a pixel a cell: PBM (plain and raw) and PNG.

A PBM is black on white. In a PNG white is the background, or the most frequent of several colours
where there is no white; transparent pixels are white. What is written is the stored goal.
Source: the pbm page of Netpbm.
"""

from __future__ import annotations

import io
import re
from collections import Counter

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.nonogram_clues import dropping
from cpmodels.lazy import lazy
from cpmodels.puzzles.colours import NAMED, Colour, distinct, named, palette
from cpmodels.puzzles.nonogram import Nonogram, Picture, check_size

__all__ = ["FORMATS", "MAX_SHADES", "read_pbm", "read_png", "write_pbm", "write_png"]

Image = lazy("PIL.Image")

MAX_SHADES = 32
_HEAD = re.compile(
    rb"P([14])((?:\s|#[^\r\n]*[\r\n])+)(\d{1,9})((?:\s|#[^\r\n]*[\r\n])+)(\d{1,9})\s"
)


def read_pbm(data: bytes, where: str) -> list[Nonogram]:
    """The puzzle that a PBM picture gives.

    Examples
    --------
    >>> read_pbm(b"P1 2 1 1 0", "dot.pbm")[0].columns
    ((Run(length=1, colour=1),), ())
    """
    head = _HEAD.match(data + b"\n")
    if head is None:
        raise InputError("not a PBM picture, expected P1 or P4, the width and the height", where)
    width, height = int(head[3]), int(head[5])
    check_size(height, width, where)
    rest = data[head.end() :]
    bits = _plain(rest, where) if head[1] == b"1" else _raw(rest, width, height)
    if len(bits) < width * height:
        raise InputError(f"{len(bits)} pixels, expected {width} x {height}", where)
    rows = tuple(tuple(bits[row * width : (row + 1) * width]) for row in range(height))
    return [Nonogram.from_picture(rows, _BLACK)]


def write_pbm(puzzle: Nonogram) -> str:
    """The stored goal as a plain PBM picture."""
    goal = _goal(puzzle, "pbm")
    if any(cell > 1 for row in goal for cell in row):
        raise InputError("format pbm holds one colour on a background, not several")
    lines = ["".join(map(str, row)) for row in goal]
    parts = [line[at : at + 70] for line in lines for at in range(0, len(line), 70)]
    return "\n".join([f"P1\n{puzzle.width} {puzzle.height}", *parts]) + "\n"


def read_png(data: bytes, where: str) -> list[Nonogram]:
    """The puzzle that a PNG picture gives, in at most 32 colours."""
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            check_size(image.height, image.width, where)
            width, height = image.size
            canvas = Image.new("RGBA", image.size, "white")
            canvas.alpha_composite(image.convert("RGBA"))
            data = canvas.convert("RGB").tobytes()
    except InputError:
        raise
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        raise InputError("damaged or not complete, expected a PNG picture", where) from None
    pixels = list(zip(data[::3], data[1::3], data[2::3], strict=True))
    shades = Counter(pixels)
    if len(shades) > MAX_SHADES:
        raise InputError(f"{len(shades)} colours, expected at most {MAX_SHADES}", where)
    white = NAMED["white"]
    background = white if white in shades or len(shades) == 1 else shades.most_common(1)[0][0]
    order = [background, *sorted(shades.keys() - {background})]
    index = {rgb: at for at, rgb in enumerate(order)}
    rows = tuple(
        tuple(index[rgb] for rgb in pixels[row * width : (row + 1) * width])
        for row in range(height)
    )
    colours = distinct(map(_colour, order)) if len(order) > 1 else _BLACK
    return [Nonogram.from_picture(rows, colours)]


def write_png(puzzle: Nonogram) -> bytes:
    """The stored goal as a PNG picture, a pixel a cell."""
    goal = _goal(puzzle, "png")
    data = bytes(part for row in goal for cell in row for part in puzzle.colours[cell].rgb)
    image = Image.frombytes("RGB", (puzzle.width, puzzle.height), data)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


_BLACK = palette(["white", "black"])
_NAMES = {rgb: name for name, rgb in reversed(NAMED.items())}


def _colour(rgb: tuple[int, int, int]) -> Colour:
    name = _NAMES.get(rgb) or "#" + "".join(f"{part:02x}" for part in rgb)
    return Colour(name, rgb, named(name.removeprefix("#")).character)


def _goal(puzzle: Nonogram, format: str) -> Picture:
    if puzzle.goal is None or not puzzle.height or not puzzle.width:
        raise InputError(f"format {format} holds a picture, and the puzzle has no stored goal")
    return puzzle.goal


def _plain(data: bytes, where: str) -> list[int]:
    text = re.sub(rb"#[^\r\n]*|\s", b"", data)
    if text.strip(b"01"):
        strange = text.strip(b"01")[:1].decode("latin-1")
        raise InputError(f"{strange!r} among the pixels, expected 0 and 1", where)
    return [byte - 48 for byte in text]


def _raw(data: bytes, width: int, height: int) -> list[int]:
    stride = (width + 7) // 8
    bits: list[int] = []
    for at in range(0, min(height * stride, len(data) - stride + 1), max(stride, 1)):
        row = int.from_bytes(data[at : at + stride], "big") >> (stride * 8 - width)
        bits += [row >> shift & 1 for shift in reversed(range(width))]
    return bits


FORMATS = (
    Format(
        "pbm", "a PBM picture as a nonogram", ("nonogram",),
        lambda data: re.match(rb"P[14]\s", data) is not None,
        read_pbm, write_pbm, dropping("goal"), (".pbm",), True,
    ),
    Format(
        "png", "a PNG picture as a nonogram", ("nonogram",),
        lambda data: data[:8] == b"\x89PNG\r\n\x1a\n",
        read_png, write_png, dropping("goal", "colours"), (".png",), True,
    ),
)  # fmt: skip
