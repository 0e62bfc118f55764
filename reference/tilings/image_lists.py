"""Tilings by image lists: always the first open cell, and ready lists of what may lie there.

A placement covers the first open cell with its own first cell (Golomb and Baumert 1965, de Bruijn
1971, Fletcher 1965). So each cell has a list of placements, made beforehand; and as Fletcher did
by program text and Busche's FILA does by tables, there is one for each pattern of what is filled
beside the cell, with the placements out that clash with it. The board is a window of words that
begins at the first open cell: a filled one is a bit, most tests are one ``and``, and moving on is
a shift. A part of the board that no sum of sizes of shapes can fill is given up at once, and
symmetric tilings are looked for once (`reference.tilings.confinement`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from reference.exact_cover.regions import tiling_rule
from reference.kernel.budget import adapt
from reference.kernel.polling import ShouldStop
from reference.tilings.burnside import cell_symmetries
from reference.tilings.confinement import GAIN, MOST, Confinement, Part
from reference.tilings.image_lists_search import (
    DONE,
    LEFT,
    MISSING,
    NODES,
    SOLUTIONS,
    Search,
    search,
)
from reference.tilings.image_lists_tables import Box, lists
from reference.tilings.lattices import SQUARES, Lattice
from reference.tilings.polyomino import Bounds, Cell, check_copies, placements

__all__ = ["ImageLists"]

Array = np.ndarray[Any, np.dtype[Any]]

Chosen = tuple[int, ...]
MANY = 1 << 40
LONG = 1_000_000
"""Steps after which a part of a count is split, where its placements are few: more in each."""


class ImageLists:
    """A search for the tilings of one region.

    Parameters
    ----------
    cells, shapes, turning
        As in `reference.tilings.polyomino.placements`.
    copies
        Bounds (at least, at most) on the number of copies by name of shape, at most None for any
        number; a name left out means any number.
    lattice
        What the cells are, and how the board wraps.
    symmetry
        Whether to look for symmetric tilings once only; they are counted and listed all the same.
    should_stop
        Asked while the lists are made; `Stopped` is raised when it says so.

    Attributes
    ----------
    placed : list of (name, cells)
        What `reference.tilings.polyomino.placements` gives.
    complete : bool
        Whether the last search came to its end.
    total, nodes : int
        Tilings, and placements that the search tried, of the last search.

    Examples
    --------
    >>> square = [(r, c) for r in range(6) for c in range(6)]
    >>> search = ImageLists(square, {"domino": [(0, 0), (0, 1)]})
    >>> search.count(), search.complete
    (6728, True)
    >>> len(search.placed), sum(1 for tiling in search.solutions())
    (60, 6728)
    """

    def __init__(
        self,
        cells: Iterable[Cell],
        shapes: Mapping[str, Iterable[Cell]],
        turning: str = "free",
        copies: Mapping[str, Bounds] | None = None,
        *,
        lattice: Lattice = SQUARES,
        symmetry: bool = True,
        should_stop: ShouldStop | None = None,
    ) -> None:
        pieces = {name: sorted(set(shape)) for name, shape in shapes.items()}
        self._region = sorted(set(cells))
        self._turning, self._lattice, self._symmetry = turning, lattice, symmetry
        self._copies = check_copies(copies or {}, pieces)
        self.placed = placements(self._region, pieces, turning, should_stop, lattice)
        bounds = [self._copies.get(name, (0, None)) for name in pieces]
        self._number = {name: s for s, name in enumerate(pieces)}
        self._size = np.array([len(shape) for shape in pieces.values()], np.int64)
        self._owe = np.array([min(low, MANY) for low, _ in bounds], np.int64)
        self._room = np.array([MANY if n is None else min(n, MANY) for _, n in bounds], np.int64)
        self._depth = 2 + len(self._region) // max(1, min(map(len, pieces.values()), default=1))
        usable = [pieces[name] for name, room in zip(pieces, self._room, strict=True) if room > 0]
        plain = lattice.name == "squares" and not lattice.steps  # neighbours at fixed distances
        rule = tiling_rule(self._region, usable) if plain else None
        self.complete, self.total, self.nodes = False, 0, 0
        if self.placed:
            self._box = Box(self._region, None if rule is None else rule[1])
            self._lists = lists(self._box, self.placed, pieces, should_stop)

    def count(self, should_stop: ShouldStop | None = None) -> int:
        """Count the tilings and keep none; a lower bound when not `complete` afterwards."""
        return self._count(self._parts(), should_stop or _never)

    def branches(self, chosen: Chosen) -> list[tuple[Chosen, int]] | None:
        """Split the tilings with these placements by one more; None where that is not done.

        Each part comes with its weight: so many tilings of the region each tiling of it stands
        for. Begin with no placements.
        """
        part = self._part(chosen)
        parts = [] if part is None else self._split(part)
        return [(each.chosen, len(each.images)) for each in parts] or None

    def count_with(self, chosen: Chosen, should_stop: ShouldStop | None = None) -> int:
        """Count the tilings that have these placements, each once."""
        self._begin()
        part = self._part(chosen) or self._confinement.of(chosen)
        self.complete |= part is None
        if part is not None:
            self._count([part], should_stop or _never)
            self.total //= len(part.images)
        return self.total

    def _part(self, chosen: Chosen) -> Part | None:
        """The part with these placements, chosen in the order in which parts are split."""
        part = self._confinement.whole
        while part.chosen != chosen:
            prefix = chosen[: len(part.chosen) + 1]
            for each in self._split(part):
                if each.chosen == prefix:
                    part = each
                    break
            else:
                return None
        return part

    def _split(self, part: Part) -> list[Part]:
        """By symmetry at first, if that is a gain."""
        parts = self._confinement
        return (parts.split(part, GAIN) if not part.chosen else []) or parts.split(part, 1)

    def _count(self, todo: list[Part], stopped: ShouldStop) -> int:
        parts = self._confinement
        while todo and not stopped():
            part = todo.pop()
            run = self._start(part, 0)
            while not run.state[DONE] and not stopped():
                if run.state[NODES] > LONG << len(part.chosen) and (finer := parts.split(part, 1)):
                    todo += finer
                    break
                self._slice(run)
            else:
                self.total += int(run.state[SOLUTIONS]) * len(part.images)
                self.complete = bool(not todo and run.state[DONE])
        return self.total

    def solutions(self, should_stop: ShouldStop | None = None) -> Iterator[tuple[int, ...]]:
        """Yield the tilings, each as the numbers of its placements."""
        for rows in self.batches(should_stop):
            for row in rows.tolist():
                yield tuple(row[: row.index(-1)])

    def batches(self, should_stop: ShouldStop | None = None) -> Iterator[Array]:
        """Yield some tilings at a time: a row of placement numbers each, and -1 up to its end."""
        stopped = should_stop or _never
        todo = self._parts()
        for k, part in enumerate(todo, start=1):
            run = self._start(part, 1024)
            state, chosen, done = run.state, np.array(part.chosen, np.int32), False
            while not done and not stopped():
                if not state[DONE]:
                    self._slice(run)
                number, done = int(state[SOLUTIONS]), bool(state[DONE])
                state[SOLUTIONS] = 0
                rows = run.out[:number]
                rows[np.logical_or.accumulate(rows < 0, axis=1)] = -1
                rows = np.hstack([np.tile(chosen, (number, 1)), rows])
                self.complete = k == len(todo) and done
                for image in part.images if number else ():
                    self.total += number
                    yield np.append(image, -1)[rows]
            if not done:
                return

    def _parts(self) -> list[Part]:
        """Begin anew; return the parts to search."""
        self._begin()
        parts = self._confinement
        return parts.split(parts.whole, GAIN) or [parts.whole]

    def _begin(self) -> None:
        self.complete, self.total, self.nodes, self._budget = not self.placed, 0, 0, 1000

    @cached_property
    def _confinement(self) -> Confinement:
        maps: list[dict[Cell, Cell]] = [{cell: cell for cell in self._region}]
        if self._symmetry and len(self._region) * len(self.placed) <= MOST:
            maps = cell_symmetries(self._region, self._turning, self._lattice)
        return Confinement(self._region, self.placed, self._copies, maps)

    def _slice(self, run: Search) -> None:
        """Search on for about a tenth of a second, or until there is no room for more tilings."""
        state, rows = run.state, len(run.out)
        began, before = time.perf_counter(), int(state[NODES])
        search(self._lists, self._box.board, run, self._budget)
        if not state[DONE] and (not rows or state[SOLUTIONS] < rows):  # the budget was spent
            self._budget = adapt(self._budget, began)
        self.nodes += int(state[NODES]) - before

    def _start(self, part: Part, rows: int) -> Search:
        """Return a search at its beginning, with the placements of a part on the board."""
        covered = {cell for k in part.chosen for cell in self.placed[k][1]}
        shapes = [self._number[self.placed[k][0]] for k in part.chosen]
        used = np.bincount(np.array(shapes, np.int64), minlength=len(self._size))
        room, owe = self._room - used, self._owe - used
        left, due = len(self._region) - len(covered), int(self._size @ np.maximum(owe, 0))
        state, depth = np.zeros(6, np.int64), self._depth
        state[LEFT], state[MISSING] = left, due
        state[DONE] = left == 0 or due > left or not self.placed
        state[SOLUTIONS] = left == 0 and due <= 0
        position, at, end = np.zeros((3, depth), np.int64)
        filled = window = np.zeros((depth, 1), np.uint64)
        if not state[DONE]:
            words = self._lists.wide.shape[1]
            filled, window = self._box.filled(covered, words), np.zeros((depth, words), np.uint64)
            position[0] = next(p for c, p in self._box.positions.items() if c not in covered)
            window[0] = filled[position[0]]
            number = self._box.board.number[position[0]]
            at[0], end[0] = self._lists.at(number, int(window[0, 0]))
        out = np.full((rows, depth), -1, np.int32)
        return Search(state, filled, position, window, at, end, room, owe, out)


def _never() -> bool:
    return False
