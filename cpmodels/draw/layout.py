"""Blocks beside each other and below: of text, and of canvases, each with its caption."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cpmodels.draw.canvas import Canvas

__all__ = ["beside", "text_beside", "with_caption"]

_COLOUR = re.compile("\x1b\\[[0-9;]*m")
_GAP, _CAPTION = 14, 18  # pixels: between two canvases, and for a line of text above one


def text_beside(blocks: Sequence[Sequence[str]], width: int = 79) -> list[str]:
    """The lines of all blocks, as many beside each other as the width allows.

    Examples
    --------
    >>> text_beside([["a", "b"], ["cc"], ["d"]], width=5)
    ['a  cc', 'b', 'd']
    """
    rows: list[list[Sequence[str]]] = []
    left = 0
    for block in blocks:
        wide = max(map(_length, block), default=0) + 2
        if not rows or left < wide - 2:
            rows.append([])
            left = width
        rows[-1].append(block)
        left -= wide
    return [line for row in rows for line in _join(row)]


def _join(blocks: Sequence[Sequence[str]]) -> list[str]:
    lines = [""] * max(map(len, blocks))
    for block in blocks:
        wide = max(map(_length, lines))
        start = wide + 2 if wide else 0
        for number, text in enumerate(block):
            lines[number] += " " * (start - _length(lines[number])) + text
    return [line.rstrip() for line in lines]


def _length(line: str) -> int:
    """Its letters on the screen."""
    return len(_COLOUR.sub("", line))


def with_caption(canvas: Canvas, text: str) -> Canvas:
    """The canvas with a line of text above it."""
    width = max(canvas.width, 7 * len(text))
    whole = Canvas(width, canvas.height + _CAPTION, canvas.title)
    whole.text(width / 2, _CAPTION / 2, text, 12)
    whole.paste(canvas, (width - canvas.width) // 2, _CAPTION)
    return whole


def beside(canvases: Sequence[Canvas], width: int, title: str = "") -> Canvas:
    """All canvases on one, as many beside each other as the width allows (one at least)."""
    x = y = height = widest = 0
    places: list[tuple[int, int]] = []
    for each in canvases:
        if x and x + each.width > width:
            x, y, height = 0, y + height + _GAP, 0
        places.append((x, y))
        x, height = x + each.width + _GAP, max(height, each.height)
        widest = max(widest, x - _GAP)
    whole = Canvas(widest, y + height, title)
    for each, place in zip(canvases, places, strict=True):
        whole.paste(each, *place)
    return whole
