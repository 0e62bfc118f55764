"""Canvas: rectangles, lines and texts, written as SVG or painted as PNG from the same marks."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any, NamedTuple

from cpmodels.errors import InputError, plain

__all__ = ["INK", "MAX_PIXELS", "Canvas", "svg_text"]

INK = "#222222"
MAX_PIXELS = 100_000_000


class _Rectangle(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    fill: str
    line: float
    radius: float


class _Line(NamedTuple):
    x: float
    y: float
    to_x: float
    to_y: float
    thickness: float


class _Polygon(NamedTuple):
    x: float
    y: float
    corners: tuple[tuple[float, float], ...]  # from (x, y)
    fill: str


class _Text(NamedTuple):
    x: float
    y: float
    text: str
    size: float
    fill: str


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg_text(text: str) -> str:
    r"""A text as XML can hold it, escaped; control characters as Python writes them.

    Examples
    --------
    >>> svg_text("a\x1b<b>")
    'a\\x1b&lt;b&gt;'
    """
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", plain(text)))


@dataclass
class Canvas:
    """A picture of so many pixels.

    Examples
    --------
    >>> canvas = Canvas(20, 10, "two squares")
    >>> canvas.rectangle(0, 0, 10, 10, "#ff0000")
    >>> canvas.svg().count("<rect"), canvas.png()[1:4]
    (2, b'PNG')
    """

    width: int
    height: int
    title: str = ""
    marks: list[_Rectangle | _Line | _Polygon | _Text] = field(default_factory=list)

    def rectangle(
        self, x: float, y: float, width: float, height: float, fill: str,
        line: float = 0, radius: float = 0,
    ) -> None:  # fmt: skip
        """A filled rectangle, outlined if `line` is its thickness; nothing if it is empty."""
        if width > 0 and height > 0:
            self.marks.append(_Rectangle(x, y, width, height, fill, line, radius))

    def polygon(self, corners: Sequence[tuple[float, float]], fill: str) -> None:
        """A filled polygon."""
        self.marks.append(_Polygon(0, 0, tuple(corners), fill))

    def line(self, x: float, y: float, to_x: float, to_y: float, thickness: float = 2.5) -> None:
        """A dark line."""
        self.marks.append(_Line(x, y, to_x, to_y, thickness))

    def text(self, x: float, y: float, text: str, size: float = 14, fill: str = INK) -> None:
        """A text centred around a point."""
        self.marks.append(_Text(x, y, text, size, fill))

    def paste(self, other: Canvas, x: float, y: float) -> None:
        """The marks of another canvas, so far to the right and down."""
        for mark in other.marks:
            copy = mark._replace(x=mark.x + x, y=mark.y + y)
            if isinstance(copy, _Line):
                copy = copy._replace(to_x=copy.to_x + x, to_y=copy.to_y + y)
            self.marks.append(copy)

    def svg(self) -> str:
        """The picture as SVG text; lines of one thickness become one path."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif" '
            'text-anchor="middle">'
            + (f"<title>{svg_text(self.title)}</title>" if self.title else "")
            + f'<rect width="{self.width}" height="{self.height}" fill="#ffffff"/>'
        ]
        paths: dict[float, list[str]] = {}
        for mark in self.marks:
            if isinstance(mark, _Line):
                way = f"M{mark.x:g} {mark.y:g}L{mark.to_x:g} {mark.to_y:g}"
                paths.setdefault(mark.thickness, []).append(way)
            else:
                parts.append(_svg_of(mark))
        for thickness, ways in paths.items():
            parts.append(
                f'<path d="{"".join(ways)}" stroke="{INK}" stroke-width="{thickness:g}" '
                'stroke-linecap="round" fill="none"/>'
            )
        return "\n".join([*parts, "</svg>"])

    def png(self, scale: int = 2) -> bytes:
        """The picture as PNG, `scale` times as large so that it is sharp (once, when large).

        Raises
        ------
        InputError
            More than 100 million pixels.
        """
        from PIL import Image, ImageDraw

        scale = _png_scale(self.width, self.height, scale)
        image = Image.new("RGB", (self.width * scale, self.height * scale), "#ffffff")
        draw = ImageDraw.Draw(image)
        for mark in sorted(self.marks, key=lambda mark: isinstance(mark, _Line)):
            if isinstance(mark, _Rectangle):
                draw.rounded_rectangle(
                    [mark.x * scale, mark.y * scale,
                     (mark.x + mark.width) * scale - 1, (mark.y + mark.height) * scale - 1],
                    mark.radius * scale, mark.fill, INK if mark.line else None,
                    round(mark.line * scale),
                )  # fmt: skip
            elif isinstance(mark, _Polygon):
                corners = [((mark.x + x) * scale, (mark.y + y) * scale) for x, y in mark.corners]
                draw.polygon(corners, mark.fill)
            elif isinstance(mark, _Line):
                ends = [mark.x * scale, mark.y * scale, mark.to_x * scale, mark.to_y * scale]
                draw.line(ends, INK, round(mark.thickness * scale))
            else:
                at = (mark.x * scale, mark.y * scale)
                draw.text(at, mark.text, mark.fill, _font(mark.size * scale), anchor="mm")
        file = io.BytesIO()
        image.save(file, "PNG", optimize=True)
        return file.getvalue()


@cache  # to load a font takes longer than to draw a word
def _font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _png_scale(width: int, height: int, scale: int) -> int:
    """The scale, or 1 where that is too many pixels.

    Raises
    ------
    InputError
        Even so there are too many: before any memory is taken for them.
    """
    for each in (scale, 1):
        if width * height * each**2 <= MAX_PIXELS:
            return each
    raise InputError(
        f"a picture of {width:,} x {height:,} pixels, expected at most {MAX_PIXELS:,} in all"
    )


def _svg_of(mark: _Rectangle | _Polygon | _Text) -> str:
    if isinstance(mark, _Polygon):
        corners = " ".join(f"{mark.x + x:.5g},{mark.y + y:.5g}" for x, y in mark.corners)
        return f'<polygon points="{corners}" fill="{mark.fill}"/>'
    if isinstance(mark, _Text):
        return (
            f'<text x="{mark.x:g}" y="{mark.y + 0.36 * mark.size:g}" font-size="{mark.size:g}" '
            f'fill="{mark.fill}">{svg_text(mark.text)}</text>'
        )
    outline = f' stroke="{INK}" stroke-width="{mark.line:g}"' if mark.line else ""
    radius = f' rx="{mark.radius:g}"' if mark.radius else ""
    return (
        f'<rect x="{mark.x:g}" y="{mark.y:g}" width="{mark.width:g}" height="{mark.height:g}" '
        f'fill="{mark.fill}"{outline}{radius}/>'
    )
