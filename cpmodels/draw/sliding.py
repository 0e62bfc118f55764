"""Pictures of sliding puzzles: the board, the boards along a path, and a path that moves."""

from __future__ import annotations

from cpmodels.draw.canvas import INK, Canvas, svg_text
from cpmodels.draw.palette import PALETTE
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import Board

__all__ = ["animated", "canvas", "text"]

_TILE, _GAP = 32, 16  # pixels: a cell's side, and between two boards
_STRIP = 8  # boards in a row of the strip


def text(puzzle: SlidingPuzzle, solution: str | None = None, *, colour: bool = False) -> str:
    """The start in a frame; with a path, its letters and the boards along it.

    Examples
    --------
    >>> print(text(SlidingPuzzle.of("1 2 x 3"), "r"))
    r (1 move)
    ┌─────┐  ┌─────┐
    │ 1 2 │  │ 1 2 │
    │   3 │  │ 3   │
    └─────┘  └─────┘
    """
    if solution is None:
        return "\n".join(_frame(puzzle, puzzle.start, colour))
    states = puzzle.states(solution)
    frames = [_frame(puzzle, state, colour) for state in states]
    bare = len(_frame(puzzle, puzzle.start, False)[0])
    across = max(1, 79 // (bare + 2))
    plural = "" if len(solution) == 1 else "s"
    lines = [f"{solution} ({len(solution)} move{plural})" if solution else "(0 moves)"]
    for first in range(0, len(frames), across):
        lines += ["  ".join(row) for row in zip(*frames[first : first + across], strict=True)]
    return "\n".join(lines)


def _frame(puzzle: SlidingPuzzle, board: Board, colour: bool) -> list[str]:
    wide = len(str(len(board) - 1))
    edge = "─" * (puzzle.columns * (wide + 1) + 1)
    lines = [f"┌{edge}┐"]
    for row in range(puzzle.rows):
        tiles = board[row * puzzle.columns : (row + 1) * puzzle.columns]
        aims = puzzle.goal[row * puzzle.columns : (row + 1) * puzzle.columns]
        cells = [_token(tile, aim, wide, colour) for tile, aim in zip(tiles, aims, strict=True)]
        lines.append(f"│ {' '.join(cells)} │")
    return [*lines, f"└{edge}┘"]


def _token(tile: int, aim: int, wide: int, colour: bool) -> str:
    token = f"{tile or '':>{wide}}"
    return f"\x1b[32m{token}\x1b[0m" if colour and tile and tile == aim else token


def canvas(puzzle: SlidingPuzzle, solution: str | None = None) -> Canvas:
    """The start; with a path, a strip of all boards along it, numbered, the moved tile outlined."""
    states = [puzzle.start] if solution is None else puzzle.states(solution)
    across = min(_STRIP, len(states))
    width, height = puzzle.columns * _TILE + _GAP, puzzle.rows * _TILE + _GAP
    down = -(-len(states) // across)
    result = Canvas(across * width + _GAP, down * height + _GAP, puzzle.describe())
    for number, state in enumerate(states):
        left, top = (_GAP + number % across * width, _GAP + number // across * height)
        before = states[number - 1] if number else state
        if solution:
            result.text(left + puzzle.columns * _TILE / 2, top - _GAP / 2, str(number), 10)
        _draw_board(result, puzzle, state, left, top, moved=state[before.index(0)])
    return result


def _draw_board(
    canvas: Canvas, puzzle: SlidingPuzzle, board: Board, left: int, top: int, *, moved: int
) -> None:
    canvas.rectangle(left, top, puzzle.columns * _TILE, puzzle.rows * _TILE, "#dddddd", line=1)
    for cell, tile in enumerate(board):
        if tile:
            x, y = left + cell % puzzle.columns * _TILE, top + cell // puzzle.columns * _TILE
            thick = 2.5 if tile == moved else 0.5
            canvas.rectangle(x + 1, y + 1, _TILE - 2, _TILE - 2, _shade(puzzle, tile), thick, 4)
            canvas.text(x + _TILE / 2, y + _TILE / 2, str(tile))


def _shade(puzzle: SlidingPuzzle, tile: int) -> str:
    """The colour of its row in the goal."""
    return PALETTE[puzzle.goal.index(tile) // puzzle.columns % len(PALETTE)]


def _head(width: int, height: int, puzzle: SlidingPuzzle) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">'
        f"<title>{svg_text(puzzle.describe())}</title>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>'
    )


def _ground(puzzle: SlidingPuzzle) -> str:
    width, height = puzzle.columns * _TILE, puzzle.rows * _TILE
    return f'<rect width="{width}" height="{height}" fill="#dddddd" stroke="{INK}"/>'


def _tile(puzzle: SlidingPuzzle, tile: int) -> str:
    side, middle = _TILE - 2, _TILE / 2
    return (
        f'<rect x="1" y="1" width="{side}" height="{side}" rx="4" fill="{_shade(puzzle, tile)}" '
        f'stroke="{INK}" stroke-width="0.5"/>'
        f'<text x="{middle:g}" y="{middle + 5:g}" font-size="14" fill="{INK}">{tile}</text>'
    )


def animated(puzzle: SlidingPuzzle, solution: str, seconds: float = 0.4) -> str:
    """An SVG in which the tiles make the moves of the path, each in so many seconds, for ever.

    Examples
    --------
    >>> animated(SlidingPuzzle.of("1 2 x 3"), "r").count("animateTransform")
    1
    """
    states = puzzle.states(solution)
    places = [
        [divmod(state.index(tile), puzzle.columns) for state in states]
        for tile in range(len(puzzle.start))
    ]
    parts = [
        _head(puzzle.columns * _TILE + 2 * _GAP, puzzle.rows * _TILE + 2 * _GAP, puzzle),
        f'<g transform="translate({_GAP} {_GAP})">{_ground(puzzle)}',
    ]
    for tile in range(1, len(puzzle.start)):
        row, column = places[tile][0]
        place = f"translate({column * _TILE} {row * _TILE})"
        parts.append(f'<g transform="{place}">{_tile(puzzle, tile)}')
        if len(set(places[tile])) > 1:
            parts.append(_motion(places[tile], seconds))
        parts.append("</g>")
    return "\n".join([*parts, "</g></svg>"])


def _motion(places: list[tuple[int, int]], seconds: float) -> str:
    """The way of one tile; the last board is held for four moves."""
    frames = [*places, *[places[-1]] * 4]
    values = ";".join(f"{column * _TILE} {row * _TILE}" for row, column in frames)
    return (
        '<animateTransform attributeName="transform" type="translate" repeatCount="indefinite" '
        f'dur="{seconds * (len(frames) - 1):g}s" values="{values}"/>'
    )
