"""The inner loop of weighted A*: boards on stacks by key, found again by hash.

The distance is by pattern databases if there are some, else Manhattan's with linear conflicts. The
key of a board is q * steps + p * distance; every key has a stack, and the last board on the
least one is next. A board to which a shorter way is found is made anew and the old one is stale,
also when it was expanded before: the bound that `reference.sliding.weighted` reads off the keys
needs the way that is shortest.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from reference.kernel.kernels import kernel, part
from reference.sliding.idastar_kernel import line_conflicts
from reference.sliding.pattern_database import index_of
from reference.sliding.pattern_kernel import Patterns, values_into

__all__ = ["EXHAUSTED", "FULL", "GOAL", "LINKS", "LOW", "MORE", "MOVE", "NODES", "PATH"]
__all__ += ["PARENT", "expand"]

MORE, PATH, EXHAUSTED, FULL = range(4)
"""What `expand` returns: it has used up its budget, met the goal, tried all, needs more room."""

NODES, LOW, GOAL = range(3)
"""Places in `control`: boards made, no open board has a smaller key, the goal once it is met."""

LINKS = 6
_STEPS, _NEED, PARENT, MOVE, _BLANK, _UNDER = range(LINKS)  # columns of `links`
_STALE = -1  # in place of the blank's cell


@part
def _conflicts(
    board: npt.NDArray[np.int64],
    one: int,
    other: int,
    move: int,
    columns: int,
    home: int,
    runs: npt.NDArray[np.int64],
) -> int:
    """Linear conflicts in the lines that a move between two cells leaves and enters."""
    if move < 2:  # along a row: the columns
        rows = len(board) // columns
        total = int(line_conflicts(board, one % columns, columns, rows, home, runs))
        return total + int(line_conflicts(board, other % columns, columns, rows, home, runs))
    total = int(line_conflicts(board, one - one % columns, 1, columns, home, runs))
    return total + int(line_conflicts(board, other - other % columns, 1, columns, home, runs))


@part
def _by_patterns(
    tables: Patterns,
    tile: int,
    cells: int,
    move: int,
    place: npt.NDArray[np.int64],
    value: npt.NDArray[np.int64],
) -> int:
    """Return the distance after a move that brings a tile to the blank's cell."""
    begin, size, fold, bounds = tables.begin, tables.size, tables.fold, tables.bounds
    slot, weight, change = tables.slot, tables.weight, tables.change
    sums = len(slot) // cells
    groups, need = len(place) // sums, 0
    for s in range(sums):
        at = s * cells + tile
        a = slot[at]
        index = index_of(place[a] + weight[at] * change[4 * s + move], size[a], fold)
        total = int(bounds[begin[a] + index]) - value[a]
        for g in range(groups):
            total += value[s * groups + g]
        need = max(need, total)
    return need


@kernel("weighted")
def expand(
    boards: npt.NDArray[np.uint8],
    links: npt.NDArray[np.int32],
    codes: npt.NDArray[np.int64],
    slots: npt.NDArray[np.int32],
    tops: npt.NDArray[np.int32],
    control: npt.NDArray[np.int64],
    hashes: npt.NDArray[np.int64],
    far: npt.NDArray[np.int16],
    moves: npt.NDArray[np.int16],
    tables: Patterns,
    work: npt.NDArray[np.int64],
    place: npt.NDArray[np.int64],
    value: npt.NDArray[np.int64],
    size: npt.NDArray[np.int64],
    budget: int,
) -> int:
    """Expand up to `budget` boards; no board from which the path would have `upper` moves."""
    columns, home, upper, p, q = (
        int(size[0]),
        int(size[1]),
        int(size[2]),
        int(size[3]),
        int(size[4]),
    )
    nodes, low, cells = int(control[NODES]), int(control[LOW]), boards.shape[1]
    board, runs, mask = work[0], work[1], len(slots) - 1
    patterns, status = len(place) > 0, MORE
    for _ in range(budget):
        if nodes + 4 > len(boards):
            status = FULL
            break
        while low < len(tops) and tops[low] < 0:
            low += 1
        if low == len(tops):
            status = EXHAUSTED
            break
        node = int(tops[low])
        if int(links[node, _BLANK]) == _STALE:
            tops[low] = links[node, _UNDER]
            continue
        if int(links[node, _NEED]) == 0:
            status = PATH  # it stays on its stack, and its key is the bound
            control[GOAL] = node
            break
        tops[low] = links[node, _UNDER]
        steps, need = int(links[node, _STEPS]) + 1, int(links[node, _NEED])
        blank, came = int(links[node, _BLANK]), int(links[node, MOVE])
        for cell in range(cells):
            board[cell] = boards[node, cell]
        if patterns:
            values_into(board, home, tables, place, value)
        for move in range(4):
            target = int(moves[blank, move])
            if target < 0 or (came >= 0 and move == came ^ 1):
                continue
            tile = int(board[target])
            if patterns:
                rest = _by_patterns(tables, tile, cells, move, place, value)
                board[blank], board[target] = tile, home
            else:
                rest = need + int(far[tile, blank]) - int(far[tile, target])
                rest -= 2 * _conflicts(board, blank, target, move, columns, home, runs)
                board[blank], board[target] = tile, home
                rest += 2 * _conflicts(board, blank, target, move, columns, home, runs)
            if steps + rest < upper:
                code = int(codes[node]) ^ int(hashes[home, blank]) ^ int(hashes[home, target])
                code ^= int(hashes[tile, target]) ^ int(hashes[tile, blank])
                slot, other = code & mask, -1
                while slots[slot] > 0:
                    other = int(slots[slot]) - 1
                    i = 0
                    if codes[other] == code:
                        while i < cells and boards[other, i] == board[i]:
                            i += 1
                    if i == cells:
                        break
                    slot, other = (slot + 1) & mask, -1
                if other < 0 or int(links[other, _STEPS]) > steps:
                    if other >= 0:
                        links[other, _BLANK] = _STALE
                    slots[slot] = nodes + 1
                    codes[nodes] = code
                    for cell in range(cells):
                        boards[nodes, cell] = board[cell]
                    key = q * steps + p * rest
                    links[nodes, _STEPS], links[nodes, _NEED] = steps, rest
                    links[nodes, PARENT], links[nodes, MOVE] = node, move
                    links[nodes, _BLANK], links[nodes, _UNDER] = target, tops[key]
                    tops[key] = nodes
                    low = min(low, key)
                    nodes += 1
            board[blank], board[target] = home, tile
    control[NODES], control[LOW] = nodes, low
    return status
