"""The depth-first search of IDA* with pattern databases, on a stack of its own, in slices.

The bound is the greatest of one or more sums: the values of all groups of tiles, and those of the
board mirrored. A move changes one value of each sum. Tables are far from the processor: the values
of all moves from a board are fetched together, so that it waits once and not for each of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reference.kernel.kernels import kernel, part
from reference.sliding.idastar_kernel import (
    BLANK,
    DEPTH,
    EXHAUSTED,
    MORE,
    NEXT,
    NODES,
    PATH,
    PATHS,
)
from reference.sliding.pattern_database import index_of

__all__ = ["STEP", "Patterns", "descend", "new_stack", "no_patterns"]
__all__ += ["values_into"]

_LEFT, STEP = 0, 1  # of a row of the stack: moves yet to be made from here, the move made
_MOVES = 2  # up to three of them, then a sum and the value before for each sum


class Patterns(NamedTuple):
    """What the search looks up, for boards whose tiles bear the numbers of their cells in the goal.

    `slot`, `weight` and `mirror` are by sum and then by tile or cell, `change` by sum and move.
    """

    moves: npt.NDArray[np.int16]  # (cells * 4): the blank's next cell, or -1
    bounds: npt.NDArray[np.uint8]  # all databases, end to end
    begin: npt.NDArray[np.int64]  # by value: where its database begins
    size: npt.NDArray[np.int64]  # by value: how many tiles it is of
    fold: npt.NDArray[np.int64]  # for `index_of`
    slot: npt.NDArray[np.int16]  # in which of the values the tile counts
    weight: npt.NDArray[np.int64]  # by what its cell is multiplied in the number of the placement
    mirror: npt.NDArray[np.int64]  # which cell that is
    change: npt.NDArray[np.int64]  # what a move of the blank adds to the cell of the tile


def no_patterns() -> Patterns:
    """Return what stands for no databases at all."""
    bytes_, short = np.zeros(0, np.uint8), np.zeros(0, np.int16)
    numbers = np.zeros(0, np.int64)
    return Patterns(short, bytes_, numbers, numbers, numbers, short, numbers, numbers, numbers)


def new_stack(bound: int, sums: int) -> npt.NDArray[np.int64]:
    """Return room for a search of that depth."""
    return np.zeros((bound + 2, _MOVES + 4 + 2 * sums), np.int64)


@part
def values_into(
    board: npt.NDArray[Any],
    home: int,
    tables: Patterns,
    place: npt.NDArray[np.int64],
    value: npt.NDArray[np.int64],
) -> None:
    """Write the placement of each group of each sum, and its value."""
    cells, slot = len(board), tables.slot
    weight, mirror, begin = tables.weight, tables.mirror, tables.begin
    size, fold, bounds = tables.size, tables.fold, tables.bounds
    for a in range(len(place)):
        place[a] = 0
    for s in range(len(slot) // cells):
        for cell in range(cells):
            if board[cell] != home:
                at = s * cells + board[cell]
                place[slot[at]] += weight[at] * mirror[s * cells + cell]
    for a in range(len(place)):
        value[a] = bounds[begin[a] + index_of(place[a], size[a], fold)]


@kernel("idastar")
def descend(
    tables: Patterns,
    board: npt.NDArray[np.int16],
    home: int,
    bound: int,
    collect: bool,
    budget: int,
    control: npt.NDArray[np.int64],
    place: npt.NDArray[np.int64],
    value: npt.NDArray[np.int64],
    stack: npt.NDArray[np.int64],
) -> int:
    """Go on for `budget` boards; with `collect`, return PATH at each path, in stack[1:, STEP].

    `place` and `value` are those of the board, one for each group of each sum.
    """
    moves, bounds, slot = tables.moves, tables.bounds, tables.slot
    weight, change = tables.weight, tables.change
    begin, size, fold = tables.begin, tables.size, tables.fold
    cells = len(board)
    sums = len(slot) // cells
    nodes, depth, blank = control[NODES], control[DEPTH], control[BLANK]
    least, paths = control[NEXT], control[PATHS]
    first = _MOVES + 4
    status = MORE
    for _ in range(budget):
        if stack[depth, _LEFT] < 0:  # a board that has just been made
            number, came = 0, stack[depth, STEP] ^ 1 if depth else -1
            for move in range(4):
                source = int(moves[4 * blank + move])
                if source < 0 or move == came:
                    continue
                need = 0
                for s in range(sums):
                    at = s * cells + board[source]
                    a = slot[at]
                    index = index_of(place[a] + weight[at] * change[4 * s + move], size[a], fold)
                    more = int(bounds[begin[a] + index]) - value[a]
                    need = max(need, stack[depth, first + 2 * s] + more)
                if depth + 1 + need > bound:
                    least = min(least, depth + 1 + need)
                    continue
                nodes += 1
                if need == 0:
                    paths += 1
                    stack[depth + 1, STEP] = move
                    if collect:
                        status = PATH
                    continue
                stack[depth, _MOVES + number] = move
                number += 1
            stack[depth, _LEFT] = number
            if status == PATH:
                break
        elif stack[depth, _LEFT]:
            left = stack[depth, _LEFT] - 1
            stack[depth, _LEFT] = left
            move = stack[depth, _MOVES + left]
            source = int(moves[4 * blank + move])
            tile = int(board[source])
            board[blank], board[source], blank = tile, home, source
            for s in range(sums):
                at = s * cells + tile
                a = slot[at]
                place[a] += weight[at] * change[4 * s + move]
                now = int(bounds[begin[a] + index_of(place[a], size[a], fold)])
                k = first + 2 * s
                stack[depth + 1, k] = stack[depth, k] + now - value[a]
                stack[depth + 1, k + 1] = value[a]
                value[a] = now
            depth += 1
            stack[depth, _LEFT], stack[depth, STEP] = -1, move
        elif depth == 0:
            status = EXHAUSTED
            break
        else:
            move = stack[depth, STEP]
            source = int(moves[4 * blank + (move ^ 1)])
            tile = int(board[source])
            board[blank], board[source], blank = tile, home, source
            for s in range(sums):
                at = s * cells + tile
                a = slot[at]
                place[a] -= weight[at] * change[4 * s + move]
                value[a] = stack[depth, first + 2 * s + 1]
            depth -= 1
    control[NODES], control[DEPTH], control[BLANK] = nodes, depth, blank
    control[NEXT], control[PATHS] = least, paths
    return status
