"""The inner loop of A*: boards in machine words, found again by rank or by hash.

A board is a row of words, a field of four bits a cell up to 16 cells, of eight beyond: a move
exchanges two fields. The tiles are named 0, 1, 2, ... in the order of the goal, the blank last.

Up to 9 cells a board has a place of its own: the Cantor rank of its tiles, the blank left out, and
the blank's cell. Eight tiles are two words of 16 bits, and the rank is the sum of what two tables
say of these: a digit of the first four depends on the tiles before it, one of the last four on
those behind it. (Of two ranks that differ in the last exchange only one has the right parity, so
the rank is halved; see `reference.sliding.board_index`.) Larger boards are found by open
addressing.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from reference.kernel.kernels import kernel, part
from reference.sliding.boards import LETTERS, manhattan_table, move_table

__all__ = ["EXHAUSTED", "FULL", "MORE", "PATH", "RANKED", "enter", "rank_tables", "search"]
__all__ += ["BASE", "CONTROLS", "LINKS", "NODES", "distances", "ways", "words"]

MORE, PATH, EXHAUSTED, FULL = range(4)
"""What `search` returns: it has used up its budget, found the goal, tried all, needs more room."""

NODES, BASE, LEVEL, LOW, LATER, HEAP = range(6)
"""Places in `control`: boards made, the number up to which `slots` holds those of searches past;
the row of `opened` that is this bound's, its least distance, how many boards lie in the other;
how many boards lie in the heap."""
CONTROLS = 6

RANKED = 9
"""Boards of up to so many cells are found by rank."""

LINKS = 5
_STEPS, _BOUND, _PARENT, _STATE, _UNDER = range(LINKS)  # columns of `links`
_STALE = -1  # in place of a state
_START = 7  # in place of a move
_ORDER = (0, 3, 1, 2)  # r d l u: the order of the program that the greedy search follows
_LETTERS = np.frombuffer(LETTERS.encode(), np.uint8)


def words(cells: int) -> int:
    """Return how many words a board of so many cells takes."""
    return 1 if cells <= 16 else -(-cells // 8)


def distances(rows: int, columns: int, home: int) -> npt.NDArray[np.int16]:
    """Return an array (names, cells): steps from a cell to the piece's own, the blank's row last.

    >>> distances(1, 3, 0).tolist()
    [[1, 0, 1], [2, 1, 0], [0, 1, 2]]
    """
    table = manhattan_table(rows, columns, home)  # the blank's row is zero, so take its column
    return np.concatenate([np.delete(table, home, axis=0), table[:, home][None]])


def ways(rows: int, columns: int) -> npt.NDArray[np.int32]:
    """Return an array (states, 4): the states that a state leads to, -1 where there are no more.

    A state is 8 * (the blank's cell) + (the move that brought it there); no move is undone.

    >>> ways(1, 3)[8].tolist(), ways(1, 3)[8 + 7].tolist()
    ([16, -1, -1, -1], [16, 1, -1, -1])
    """
    moves = move_table(rows, columns)
    table = np.full((8 * len(moves), 4), -1, np.int32)
    for state in range(len(table)):
        cell, came = divmod(state, 8)
        on = [move for move in _ORDER if moves[cell, move] >= 0 and move ^ 1 != came]
        table[state, : len(on)] = [8 * int(moves[cell, move]) + move for move in on]
    return table


@cache
def rank_tables(cells: int) -> npt.NDArray[np.uint16]:
    """Return an array (2, 1 << 16): what the first four tiles and the rest add to the rank.

    >>> tables = rank_tables(4)  # 2 1 0 is the last of the six orders of three tiles
    >>> int(tables[0, 0x012] + tables[1, 0])
    5
    """
    tiles, half = cells - 1, min(4, cells - 1)
    tables = np.zeros((2, 1 << 16), np.uint16)
    for piece in permutations(range(tiles), half):
        digits = [tile - sum(other < tile for other in piece[:i]) for i, tile in enumerate(piece)]
        tables[0, _code(piece)] = _number(digits, tiles - 1)
    for piece in permutations(range(tiles), tiles - half):
        digits = [sum(other < tile for other in piece[i:]) for i, tile in enumerate(piece)]
        tables[1, _code(piece)] = _number(digits, tiles - half - 1)
    return tables


def _code(tiles: tuple[int, ...]) -> int:
    return sum(tile << 4 * i for i, tile in enumerate(tiles))


def _number(digits: list[int], first: int) -> int:
    return sum(digit * factorial(first - i) for i, digit in enumerate(digits))


@part
def _place(word: int, blank: int, ranks: npt.NDArray[np.uint16], cells: int) -> int:
    """Return the place of a board of at most 9 cells."""
    low = (1 << 4 * blank) - 1
    tiles = (word & low) | (word >> 4 & ~low)
    rank = int(ranks[0, tiles & 0xFFFF]) + int(ranks[1, tiles >> 16])
    return (rank >> 1) * cells + blank


@part
def _probe(boards: npt.NDArray[np.int64], node: int, slots: npt.NDArray[Any], base: int) -> Any:
    """Return where this board's number stands in `slots`, or the slot for it."""
    code = np.int64(0)
    for i in range(boards.shape[1]):
        code = (code ^ boards[node, i]) * 0x1E3779B97F4A7C15
    mask = len(slots) - 1
    slot = (code ^ (code >> 32)) & mask
    while slots[slot] > base:
        other, i = slots[slot] - base - 1, 0
        while i < boards.shape[1] and boards[other, i] == boards[node, i]:
            i += 1
        if i == boards.shape[1]:
            break
        slot = (slot + 1) & mask
    return slot


@kernel("astar")
def enter(
    boards: npt.NDArray[np.int64], first: int, end: int, slots: npt.NDArray[np.int32], base: int
) -> None:
    """Enter the boards from one number up to another in `slots`."""
    for node in range(first, end):
        slots[_probe(boards, node, slots, base)] = base + node + 1


@part
def _begin(
    start: bytes,
    boards: npt.NDArray[np.int64],
    links: npt.NDArray[np.int32],
    slots: npt.NDArray[np.int32],
    opened: npt.NDArray[np.int32],
    control: npt.NDArray[np.int64],
    far: npt.NDArray[np.int16],
    ranks: npt.NDArray[np.uint16],
    greedy: bool,
) -> bool:
    """Enter the start, if it is not odd: each move exchanges two pieces and takes a step."""
    cells, last = len(far), len(far) - 1
    bits = 4 if cells <= 16 else 8
    bound, blank, odd = 0, 0, 0
    for cell in range(cells):
        name = int(start[cell])
        boards[0, cell * bits >> 6] |= np.int64(name) << (cell * bits & 63)
        for before in range(cell):
            odd += start[before] > name
        if name == last:
            blank = cell
        else:
            bound += far[name, cell]
        if far[last, cell] == 0:
            odd += last - cell  # as many inversions has the goal, where the blank is here
    if (odd + far[last, blank]) % 2:
        return False
    control[NODES], control[LEVEL], control[LOW], control[LATER], control[HEAP] = 1, 0, bound, 0, 1
    links[0, _STEPS], links[0, _BOUND], links[0, _STATE] = 0, bound, 8 * blank + _START
    if greedy:
        opened[0, 0] = 0
    else:
        links[0, _UNDER] = -1
        opened[0, bound] = 0
    if cells <= RANKED:
        slot = _place(boards[0, 0], blank, ranks, cells)
    else:
        slot = _probe(boards, 0, slots, control[BASE])
    slots[slot] = control[BASE] + 1
    return True


@part
def _lift(heap: Any, links: npt.NDArray[np.int32], hole: int, node: int) -> None:
    """Put a node at a hole of the heap, or above it: std::push_heap."""
    bound = links[node, _BOUND]
    while hole > 0 and links[heap[(hole - 1) // 2], _BOUND] > bound:
        heap[hole] = heap[(hole - 1) // 2]
        hole = (hole - 1) // 2
    heap[hole] = node


@part
def _pop(heap: Any, links: npt.NDArray[np.int32], size: int) -> None:
    """Take the top node off a heap of `size` + 1 nodes: std::pop_heap."""
    hole, child = 0, 0
    while child < (size - 1) // 2:
        child = 2 * (child + 1)
        if links[heap[child], _BOUND] > links[heap[child - 1], _BOUND]:
            child -= 1
        heap[hole] = heap[child]
        hole = child
    if size % 2 == 0 and child == (size - 2) // 2:
        child = 2 * child + 1
        heap[hole] = heap[child]
        hole = child
    _lift(heap, links, hole, int(heap[size]))


@part
def _trace(links: npt.NDArray[np.int32], node: int, letters: npt.NDArray[np.uint8]) -> None:
    """Write the letters from the start to a node."""
    for step in range(links[node, _STEPS] - 1, -1, -1):
        letters[step] = _LETTERS[links[node, _STATE] & 7]
        node = int(links[node, _PARENT])


@kernel("astar")
def search(
    start: bytes,
    boards: npt.NDArray[np.int64],
    links: npt.NDArray[np.int32],
    slots: npt.NDArray[np.int32],
    opened: npt.NDArray[np.int32],
    control: npt.NDArray[np.int64],
    letters: npt.NDArray[np.uint8],
    ways: npt.NDArray[np.int32],
    far: npt.NDArray[np.int16],
    ranks: npt.NDArray[np.uint16],
    greedy: bool,
    budget: int,
) -> tuple[int, int, int]:
    """Begin at `start`, or go on if it is empty; return the status, boards made and path's length.

    Up to `budget` boards are expanded. The columns of `links`: steps, steps and distance, parent,
    state, and the board under this one on its stack. `opened` is the heap of the greedy search;
    else its rows hold the top board for every distance, of this bound and of the next one.
    """
    if len(start) and not _begin(start, boards, links, slots, opened, control, far, ranks, greedy):
        return EXHAUSTED, 0, 0
    nodes, base, level, low, later, size = control
    status, length, cells, width = MORE, 0, len(far), boards.shape[1]
    bits = 4 if cells <= 16 else 8
    mask = (1 << bits) - 1
    for _ in range(budget):
        if nodes + 4 > len(boards):
            status = FULL
            break
        if greedy:
            if size == 0:
                status = EXHAUSTED
                break
            size -= 1
            node = int(opened[0, 0])
            if size:
                _pop(opened[0], links, size)
        else:
            while low < opened.shape[1] and opened[level, low] < 0:
                low += 1
            if low == opened.shape[1]:
                if later == 0:
                    status = EXHAUSTED
                    break  # no board of the next bound either
                level, low, later = 1 - level, 0, 0
                continue
            node = int(opened[level, low])
            opened[level, low] = links[node, _UNDER]
        steps, bound = int(links[node, _STEPS]), int(links[node, _BOUND])
        state = int(links[node, _STATE])
        if state == _STALE:
            continue
        if steps == bound:
            status, length = PATH, steps
            _trace(links, node, letters)
            break
        blank = state >> 3
        at = blank * bits
        for i in range(4):
            way = int(ways[state, i])
            if way < 0:
                break
            target = way >> 3
            to = target * bits
            tile = boards[node, to >> 6] >> (to & 63) & mask
            swap, word = tile ^ (cells - 1), 0
            for j in range(width):
                word = boards[node, j]
                if j == at >> 6:
                    word ^= swap << (at & 63)
                if j == to >> 6:
                    word ^= swap << (to & 63)
                boards[nodes, j] = word  # where it stays if it is new
            if cells <= RANKED:
                slot = _place(word, target, ranks, cells)
            else:
                slot = _probe(boards, nodes, slots, base)
            other = int(slots[slot]) - base - 1
            if other >= 0:
                if greedy or links[other, _STEPS] <= steps + 1:
                    continue
                links[other, _STATE] = _STALE  # still open, and this way is shorter
            slots[slot] = base + nodes + 1
            rest = bound + 1 + int(far[tile, blank]) - int(far[tile, target])
            links[nodes, _STEPS], links[nodes, _BOUND] = steps + 1, rest
            links[nodes, _PARENT], links[nodes, _STATE] = node, way
            if greedy:
                _lift(opened[0], links, size, nodes)
                size += 1
            else:
                distance = rest - steps - 1
                if rest == bound:
                    row, low = level, distance
                else:
                    row, later = 1 - level, later + 1
                links[nodes, _UNDER] = opened[row, distance]
                opened[row, distance] = nodes
            nodes += 1
    control[NODES], control[LEVEL], control[LOW] = nodes, level, low
    control[LATER], control[HEAP] = later, size
    return status, nodes, length
