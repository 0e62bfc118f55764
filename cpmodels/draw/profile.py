"""The profile of a search: how many nodes it had at each level, as bars."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels.draw.canvas import Canvas
from cpmodels.draw.palette import PALETTE

__all__ = ["profile_canvas", "profile_text"]

_ROW, _LEFT, _BAR, _RIGHT = 18, 40, 400, 110  # pixels
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def profile_text(levels: Sequence[int], *, width: int = 40) -> str:
    """A line a level: its depth, a bar in proportion to its nodes, their number.

    Examples
    --------
    >>> print(profile_text((1, 2, 4), width=4))
    0 █    1
    1 ██   2
    2 ████ 4
    """
    most, wide = max(levels, default=0), len(str(len(levels) - 1))
    return "\n".join(
        f"{depth:>{wide}} {_bar(nodes / most * width if most else 0):<{width}} {nodes:,}"
        for depth, nodes in enumerate(levels)
    )


def profile_canvas(levels: Sequence[int]) -> Canvas:
    """The same as a picture for SVG and PNG."""
    most = max(levels, default=0) or 1
    title = f"nodes at each of {len(levels)} levels, {sum(levels):,} in all"
    canvas = Canvas(_LEFT + _BAR + _RIGHT, max(1, len(levels)) * _ROW + 4, title)
    for depth, nodes in enumerate(levels):
        y, length = 2 + depth * _ROW, nodes / most * _BAR
        canvas.text(_LEFT / 2, y + _ROW / 2, str(depth), 12)
        canvas.rectangle(_LEFT, y + 2, max(1, length), _ROW - 4, PALETTE[6])
        label = f"{nodes:,}"
        canvas.text(_LEFT + length + 8 + 3.5 * len(label), y + _ROW / 2, label, 12)
    return canvas


def _bar(length: float) -> str:
    eighths = round(length * 8)
    return _EIGHTHS[8] * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
