"""The depth-first search of IDA*, on a stack of its own, in slices.

Every heuristic here is a sum of values that the search carries along. A move changes one of them
(with mirrored pattern databases: one in each of two sums, of which the greater counts), so a step
costs a lookup or two and is undone from the stack. `Tables.kind` says how the new value is made.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reference.kernel.kernels import kernel, part
from reference.kernel.words import ones

__all__ = [
    "CONFLICT",
    "EXHAUSTED",
    "FOUND",
    "MANHATTAN",
    "MORE",
    "NEXT",
    "NODES",
    "PATHS",
    "PATTERN",
]
__all__ += ["WALK", "Tables", "descend", "line_conflicts", "new_control"]

MANHATTAN, CONFLICT, WALK, PATTERN = range(4)
MORE, FOUND, EXHAUSTED = range(3)

NODES, _DEPTH, _BLANK, _SUM, _MIRRORED, NEXT, PATHS = range(7)


class Tables(NamedTuple):
    """What the search looks up. Fields that a kind has no use for are empty arrays."""

    kind: int
    moves: npt.NDArray[np.int16]  # (cells, 4): the blank's next cell, or -1
    far: npt.NDArray[np.int16]  # (names, cells): Manhattan distance
    bounds: npt.NDArray[np.uint8]  # walk: by matrix; pattern: all databases, end to end
    ahead: npt.NDArray[np.int32]  # walk: (matrices, 2, lines), rows' and columns' end to end
    group: npt.NDArray[np.int16]  # pattern: the database of each name
    offset: npt.NDArray[np.int64]  # pattern: where each database begins in `bounds`
    size: npt.NDArray[np.int64]  # pattern: how many tiles each has
    orders: npt.NDArray[np.int64]  # pattern: size! of each
    mask_rank: npt.NDArray[np.int32]  # pattern: rank of a set of cells among those of its size
    turn: npt.NDArray[np.uint16]  # pattern: rank of the order after a tile moved, end to end
    turn_offset: npt.NDArray[np.int64]  # pattern: where the turns of each size begin
    mirror: npt.NDArray[np.int16]  # pattern: the cell across the diagonal; empty if none


def new_control(blank: int, value: npt.NDArray[np.int32], sums: int) -> npt.NDArray[np.int64]:
    """Return the numbers that a search keeps between slices, at its start."""
    half = len(value) // sums
    control = np.zeros(7, np.int64)
    control[_BLANK], control[_SUM] = blank, value[:half].sum()
    control[_MIRRORED] = value[half:].sum()
    control[NEXT] = np.iinfo(np.int64).max
    return control


@part
def line_conflicts(
    board: npt.NDArray[Any], first: int, step: int, length: int, home: int, kept: Any
) -> int:
    """Return how many tiles must leave a line so that those at home in it stand in order.

    `kept` is room for `length` numbers: the longest rising run that ends at each cell.
    """
    tiles, most = 0, 0
    for i in range(length):
        name = board[first + i * step]
        kept[i] = 0
        if name == home or (name - first) % step or not 0 <= (name - first) // step < length:
            continue
        tiles += 1
        for j in range(i):
            if kept[j] > kept[i] and board[first + j * step] < name:
                kept[i] = kept[j]
        kept[i] += 1
        most = max(most, kept[i])
    return tiles - most


@part
def _placed(
    state: int, source: int, target: int, size: int, orders: int, turn: Any, first: int
) -> int:
    """Return the state of a database, mask << 16 | order, after a tile moved between two cells."""
    order, mask = state & 0xFFFF, state >> 16
    before = int(ones(np.uint64(mask & ((1 << source) - 1))))
    mask ^= (1 << source) | (1 << target)
    after = int(ones(np.uint64(mask & ((1 << target) - 1))))
    if before != after:
        order = int(turn[first + (before * size + after) * orders + order])
    return mask << 16 | order


@part
def _conflict_change(
    board: npt.NDArray[Any], home: int, source: int, target: int, rows: int, columns: int, kept: Any
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
    before = line_conflicts(board, first, step, length, home, kept)
    board[target], board[source] = tile, home
    after = line_conflicts(board, first, step, length, home, kept)
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
    value: npt.NDArray[np.int32],
    stack: npt.NDArray[np.int64],
    kept: npt.NDArray[np.int64],
) -> int:
    """Go on for `budget` steps; with `collect`, return FOUND at each path, in stack[1:, 1].

    A row of `stack` is a move on the way: next move to try, move made, then slot, old state and
    old value of what the move changed, in the sum and in the mirrored sum. `kept` is room for a
    number each cell.
    """
    kind = tables.kind
    mirrored, half = len(tables.mirror) > 0, len(state) // 2
    moves, far, bounds, ahead, mirror = (
        tables.moves,
        tables.far,
        tables.bounds,
        tables.ahead,
        tables.mirror,
    )
    group, offset, size, orders = tables.group, tables.offset, tables.size, tables.orders
    mask_rank, turn, turn_offset = tables.mask_rank, tables.turn, tables.turn_offset
    nodes, depth, blank = control[NODES], control[_DEPTH], control[_BLANK]
    total, other_total = control[_SUM], control[_MIRRORED]
    least, paths = control[NEXT], control[PATHS]
    status = MORE
    b = state_b = value_b = a = state_a = value_a = 0
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
            if mirrored:
                b = stack[depth, 5]
                other_total += stack[depth, 7] - value[b]
                state[b], value[b] = stack[depth, 6], stack[depth, 7]
            depth -= 1
            continue
        stack[depth, 0] = move + 1
        source = int(moves[blank, move])
        if source < 0 or (depth > 0 and stack[depth, 1] ^ 1 == move):
            continue
        tile = int(board[source])
        if kind == PATTERN:
            a = int(group[tile])
            state_a = _placed(state[a], source, blank, size[a], orders[a], turn, turn_offset[a])
            place = mask_rank[state_a >> 16] * orders[a] + (state_a & 0xFFFF)
            value_a = int(bounds[offset[a] + place])
        elif kind == WALK:
            a = move >> 1
            way, line = (move & 1, tile // columns) if a else ((move & 1) ^ 1, tile % columns)
            state_a = int(ahead[state[a], way, line])
            value_a = int(bounds[state_a])
        else:
            a = state_a = 0
            value_a = value[0] + far[tile, blank] - far[tile, source]
            if kind == CONFLICT:
                rows = len(board) // columns
                value_a += 2 * _conflict_change(board, home, source, blank, rows, columns, kept)
        new = total + value_a - value[a]
        need = new
        if mirrored and depth + 1 + need <= bound:
            image = int(mirror[tile])
            g = int(group[image])
            b = half + g
            state_b = _placed(
                state[b],
                int(mirror[source]),
                int(mirror[blank]),
                size[g],
                orders[g],
                turn,
                turn_offset[g],
            )
            place = mask_rank[state_b >> 16] * orders[g] + (state_b & 0xFFFF)
            value_b = int(bounds[offset[g] + place])
            need = max(new, other_total + value_b - value[b])
        if depth + 1 + need > bound:
            least = min(least, depth + 1 + need)
            continue
        nodes += 1
        if need == 0:
            paths += 1
            stack[depth + 1, 1] = move
            if collect:
                status = FOUND
                break
            continue
        depth += 1
        stack[depth, 0], stack[depth, 1] = 0, move
        stack[depth, 2], stack[depth, 3], stack[depth, 4] = a, state[a], value[a]
        state[a], value[a] = state_a, value_a
        total = new
        if mirrored:
            stack[depth, 5], stack[depth, 6], stack[depth, 7] = b, state[b], value[b]
            other_total += value_b - value[b]
            state[b], value[b] = state_b, value_b
        board[blank], board[source] = tile, home
        blank = source
    control[NODES], control[_DEPTH], control[_BLANK] = nodes, depth, blank
    control[_SUM], control[_MIRRORED] = total, other_total
    control[NEXT], control[PATHS] = least, paths
    return status
