"""The depth-first search of IDA*, on a stack of its own, in slices.

Every bound here is a sum of one or two values that the search carries along. A move changes one of
them, so a step costs a lookup or two and is undone from the stack. `Tables.kind` says how the new
value is made. Pattern databases have a search of their own: `reference.sliding.pattern_kernel`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reference.kernel.kernels import kernel, part

__all__ = ["BLANK", "CONFLICT", "DEPTH", "EXHAUSTED", "MANHATTAN", "MORE", "NEXT", "PATH", "STEP"]
__all__ += ["NODES", "PATHS", "WALK", "Tables", "descend", "line_conflicts", "new_control"]

MANHATTAN, CONFLICT, WALK = range(3)
MORE, PATH, EXHAUSTED = range(3)

NODES, DEPTH, BLANK, NEXT, PATHS, _SUM = range(6)
"""Places in `control`: boards made, where the search is, the least bound that it went beyond, and
the paths that it met."""

STEP = 1
"""Of a row of the stack: the move that was made."""


class Tables(NamedTuple):
    """What the search looks up. Fields that a kind has no use for are empty arrays."""

    kind: int
    moves: npt.NDArray[np.int16]  # (cells, 4): the blank's next cell, or -1
    far: npt.NDArray[np.int16]  # (names, cells): Manhattan distance
    bounds: npt.NDArray[np.uint8]  # walk: by matrix
    ahead: npt.NDArray[np.int32]  # walk: (matrices, 2, lines), rows' and columns' end to end


def new_control(blank: int, total: int) -> npt.NDArray[np.int64]:
    """Return the numbers that a search keeps between slices, at its start."""
    control = np.zeros(6, np.int64)
    control[BLANK], control[_SUM], control[NEXT] = blank, total, np.iinfo(np.int64).max
    return control


@part
def line_conflicts(
    board: npt.NDArray[Any], first: int, step: int, length: int, home: int, runs: Any
) -> int:
    """Return how many tiles must leave a line so that those at home in it stand in order.

    `runs` is room for `length` numbers: the longest rising run that ends at each cell.
    """
    tiles, most = 0, 0
    for i in range(length):
        name = board[first + i * step]
        runs[i] = 0
        if name == home or (name - first) % step or not 0 <= (name - first) // step < length:
            continue
        tiles += 1
        for j in range(i):
            if runs[j] > runs[i] and board[first + j * step] < name:
                runs[i] = runs[j]
        runs[i] += 1
        most = max(most, runs[i])
    return tiles - most


@part
def _conflict_change(
    board: npt.NDArray[Any], home: int, source: int, target: int, rows: int, columns: int, runs: Any
) -> int:
    """Return by how much a tile's move from source to target changes the linear conflicts."""
    tile = int(board[source])
    if abs(source - target) == 1 and rows * columns > rows:  # along a row: its columns matter
        line, step, length = tile % columns, columns, rows
        concerned = line == source % columns or line == target % columns
        first = line
    else:
        line, step, length = tile // columns, 1, columns
        concerned = line == source // columns or line == target // columns
        first = line * columns
    if not concerned:
        return 0
    before = line_conflicts(board, first, step, length, home, runs)
    board[target], board[source] = tile, home
    after = line_conflicts(board, first, step, length, home, runs)
    board[source], board[target] = tile, home
    change: int = after - before
    return change


@kernel("idastar")
def descend(
    tables: Tables,
    board: npt.NDArray[np.int16],
    home: int,
    columns: int,
    bound: int,
    collect: bool,
    budget: int,
    control: npt.NDArray[np.int64],
    state: npt.NDArray[np.int64],
    value: npt.NDArray[np.int64],
    stack: npt.NDArray[np.int64],
    runs: npt.NDArray[np.int64],
) -> int:
    """Go on for `budget` steps; with `collect`, return PATH at each path, in stack[1:, STEP].

    A row of `stack` is a move on the way: next move to try, move made, then slot, old state and
    old value of what the move changed. `runs` is room for a number each cell.
    """
    kind, moves, far = tables.kind, tables.moves, tables.far
    bounds, ahead = tables.bounds, tables.ahead
    nodes, depth, blank = control[NODES], control[DEPTH], control[BLANK]
    total, least, paths = control[_SUM], control[NEXT], control[PATHS]
    status = MORE
    for _ in range(budget):
        move = stack[depth, 0]
        if move == 4:
            if depth == 0:
                status = EXHAUSTED
                break
            source = blank
            blank = int(moves[source, stack[depth, 1] ^ 1])
            board[source], board[blank] = board[blank], home
            a = stack[depth, 2]
            total += stack[depth, 4] - value[a]
            state[a], value[a] = stack[depth, 3], stack[depth, 4]
            depth -= 1
            continue
        stack[depth, 0] = move + 1
        source = int(moves[blank, move])
        if source < 0 or (depth > 0 and stack[depth, 1] ^ 1 == move):
            continue
        tile = int(board[source])
        if kind == WALK:
            a = move >> 1
            way, line = (move & 1, tile // columns) if a else ((move & 1) ^ 1, tile % columns)
            state_a = int(ahead[state[a], way, line])
            value_a = int(bounds[state_a])
        else:
            a = state_a = 0
            value_a = value[0] + far[tile, blank] - far[tile, source]
            if kind == CONFLICT:
                rows = len(board) // columns
                value_a += 2 * _conflict_change(board, home, source, blank, rows, columns, runs)
        need = total + value_a - value[a]
        if depth + 1 + need > bound:
            least = min(least, depth + 1 + need)
            continue
        nodes += 1
        if need == 0:
            paths += 1
            stack[depth + 1, 1] = move
            if collect:
                status = PATH
                break
            continue
        depth += 1
        stack[depth, 0], stack[depth, 1] = 0, move
        stack[depth, 2], stack[depth, 3], stack[depth, 4] = a, state[a], value[a]
        state[a], value[a] = state_a, value_a
        total = need
        board[blank], board[source] = tile, home
        blank = source
    control[NODES], control[DEPTH], control[BLANK] = nodes, depth, blank
    control[_SUM], control[NEXT], control[PATHS] = total, least, paths
    return status
