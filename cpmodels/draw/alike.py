"""Pictures of sliding puzzles with tiles that look alike: boards, and those along a path."""

from __future__ import annotations

from cpmodels.draw.canvas import INK, Canvas
from cpmodels.draw.palette import PALETTE
from cpmodels.puzzles.alike import AlikePuzzle, Tiles

__all__ = ["canvas", "text"]

_TILE, _GAP = 32, 16  # pixels: a cell's side, and between two boards
_STRIP = 8  # boards in a row of the strip


def text(puzzle: AlikePuzzle, solution: str | None = None, *, colour: bool = False) -> str:
    """The start in a frame; with a path, its moves and the boards along it.

    Examples
    --------
    >>> print(text(AlikePuzzle.of("A B B _", "A _ B B", "2x2"), "u"))
    u (1 move)
    ┌─────┐  ┌─────┐
    │ A B │  │ A   │
    │ B   │  │ B B │
    └─────┘  └─────┘
    """
    if solution is None:
        return "\n".join(_frame(puzzle, puzzle.start, colour))
    frames = [_frame(puzzle, state, colour) for state in puzzle.states(solution)]
    across = max(1, 79 // (len(_frame(puzzle, puzzle.start, False)[0]) + 2))
    number = len(frames) - 1
    lines = [f"{solution} ({number} move{'' if number == 1 else 's'})".strip()]
    for first in range(0, len(frames), across):
        lines += ["  ".join(row) for row in zip(*frames[first : first + across], strict=True)]
    return "\n".join(lines)


def _frame(puzzle: AlikePuzzle, board: Tiles, colour: bool) -> list[str]:
    wide = max(map(len, puzzle.start))
    edge = "─" * (puzzle.columns * (wide + 1) + 1)
    lines = [f"┌{edge}┐"]
    for first in range(0, len(board), puzzle.columns):
        cells = []
        for token, aim in zip(board[first:][: puzzle.columns], puzzle.goal[first:], strict=False):
            cell = f"{token:>{wide}}"
            cells.append(f"\x1b[32m{cell}\x1b[0m" if colour and token and token == aim else cell)
        lines.append(f"│ {' '.join(cells)} │")
    return [*lines, f"└{edge}┘"]


def canvas(puzzle: AlikePuzzle, solution: str | None = None) -> Canvas:
    """The start, or a strip of all boards along a path; tiles alike are of one colour."""
    states = [puzzle.start] if solution is None else puzzle.states(solution)
    tokens = sorted(set(puzzle.start) - {""})
    across = min(_STRIP, len(states))
    width, height = puzzle.columns * _TILE + _GAP, puzzle.rows * _TILE + _GAP
    result = Canvas(
        across * width + _GAP, -(-len(states) // across) * height + _GAP, puzzle.describe()
    )
    for number, state in enumerate(states):
        left, top = _GAP + number % across * width, _GAP + number // across * height
        result.rectangle(left, top, width - _GAP, height - _GAP, "#dddddd", line=1)
        for cell, token in enumerate(state):
            if token:
                x, y = left + cell % puzzle.columns * _TILE, top + cell // puzzle.columns * _TILE
                shade = PALETTE[tokens.index(token) % len(PALETTE)]
                result.rectangle(x + 1, y + 1, _TILE - 2, _TILE - 2, shade, line=1)
                result.text(x + _TILE / 2, y + _TILE / 2, token, 12, INK)
    return result
