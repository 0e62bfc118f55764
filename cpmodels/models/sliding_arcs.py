"""The encodings of a sliding puzzle in which the blank's moves are variables."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import chain, combinations, pairwise, permutations

import numpy as np

from cpmodels.answers.run import check_time
from cpmodels.lazy import cp_model
from cpmodels.models.sliding_layers import Layers
from cpmodels.models.sliding_repeats import repeats
from cpmodels.models.sliding_rises import Rises, reversed_pairs

__all__ = ["Arcs", "Still"]

_MOST_CELLS = 25  # of a board whose repeats are left out: they grow with the cells
_RISES = 4  # with fewer of them, a length is refuted faster than help is written


class Arcs(Layers):
    """The blank's moves are variables."""

    def _arcs(self) -> dict[tuple[int, int, int], cp_model.IntVar]:
        return {
            (layer, cell, to): self.model.boolean(f"arc {layer} {cell} {to}", primary=False)
            for layer in range(1, self.steps + 1)
            for cell in sorted(self.reach.blanks[layer - 1])
            for to in self.reach.next[cell].values()
            if to in self.reach.blanks[layer]
        }

    def _move_blank(self) -> None:
        into, out = defaultdict(list), defaultdict(list)
        for (layer, cell, to), arc in self.arc.items():
            out[layer - 1, cell].append(arc)
            into[layer, to].append(arc)
        with self.model.group("blank", about="the blank leaves where it came by one arc a step"):
            for (layer, cell), blank in self.blank.items():
                if layer > 0:
                    self.cp.add_exactly_one([*into[layer, cell], ~blank])
                if layer < self.steps:
                    self.cp.add_exactly_one([*out[layer, cell], ~blank])
            self.cp.add_bool_or([self.blank[0, cell] for cell in self.reach.blanks[0]])
        with self.model.group("one blank", implied=True, about="the blank is in one cell"):
            self.one_blank()

    def _moves(self) -> dict[tuple[int, int, int], list[cp_model.IntVar]]:
        return {move: [arc] for move, arc in self.arc.items()}

    def _bound_moves(self) -> None:
        """Two groups; the second needs the counter of the first."""
        if not self.model.wants("rises"):
            return
        with self.model.group("rises", implied=True, about="so many moves raise the distance"):
            self.rises = rises = Rises(self.cp, self.puzzle, self.steps)
            for layer, cell, to in self.arc if rises.total >= 0 else ():
                for tile in self.reach.tiles[layer - 1][to]:
                    premises = [self.arc[layer, cell, to], self.tile[layer - 1, to, tile]]
                    rises.move(layer, premises, tile, (to, cell))
        with self.model.group("conflict", implied=True, about="one of two tiles must step aside"):
            for layer, by_line in enumerate(self._conflicts if rises.total >= 0 else ()):
                for pair in chain.from_iterable(by_line.values()):
                    rises.unfinished(layer, pair)

    def help_search(self) -> None:
        """For one shortest walk: none that takes the later of two ways, and sums of conflicts."""
        if self.model.wants("rises") and self.rises.total < _RISES:
            return
        self._leave_out_repeats()
        self._add_conflicts()

    def _leave_out_repeats(self) -> None:
        """No part of a walk is one that the first of its kind can replace."""
        cells = len(self.puzzle.start)
        if cells > _MOST_CELLS or not self.model.wants("repeats"):
            return
        move = {way: n for n, way in enumerate(permutations(range(cells), 2))}
        arcs = np.full((self.steps + 1, len(move)), -1)
        for (layer, cell, to), arc in self.arc.items():
            arcs[layer, move[cell, to]] = arc.index
        by_length = defaultdict(list)
        for walk in repeats(self.puzzle.rows, self.puzzle.columns):
            by_length[len(walk) - 1].append([move[way] for way in pairwise(walk)])
        with self.model.group("repeats", about="of two ways to the same board, the first"):
            for length, walks in by_length.items():
                for layer in range(1, self.steps - length + 2):
                    check_time()
                    every = arcs[np.arange(layer, layer + length), np.array(walks)]
                    possible = every[(every >= 0).all(axis=1)]
                    for literals in (-1 - possible).tolist():  # none of these ways
                        self.cp.proto.constraints.add().bool_or.literals.extend(literals)

    def _add_conflicts(self) -> None:
        """Conflicts in several lines add up: a tile that leaves one line does not leave another."""
        if not self.model.wants("rises") or self.rises.total < 0:
            return
        with self.model.group("conflicts", implied=True, about="in each line one must step aside"):
            for layer, by_line in enumerate(self._conflicts):
                somewhere = []
                for line, pairs in by_line.items():
                    somewhere.append(self.model.boolean(f"conflict {layer} {line}", primary=False))
                    for pair in pairs:
                        self.clause(pair, somewhere[-1:])
                for number in (2, 3):
                    for several in combinations(somewhere, number):
                        self.rises.unfinished(layer, list(several), number)

    @cached_property
    def _conflicts(self) -> list[dict[int, list[list[cp_model.IntVar]]]]:
        """For each layer, by line of the goal, two tiles in the wrong order: both are there.

        Where a cell has no variables, its tile is that of one step later: if both of a pair are in
        place then, with one of them there for longer, no less is yet to come now.
        """
        pairs, layers = list(reversed_pairs(self.puzzle)), []
        for layer in range(self.steps):
            check_time()
            here = [self.has_variables(layer, cell) for cell in range(len(self.puzzle.start))]
            by_line: dict[int, list[list[cp_model.IntVar]]] = defaultdict(list)
            for line, pair in pairs:
                if any(here[cell] for cell, _ in pair):
                    keys = [(layer + (not here[cell]), cell, tile) for cell, tile in pair]
                    if all(key in self.tile for key in keys):
                        by_line[line].append([self.tile[key] for key in keys])
            layers.append(by_line)
        return layers


class Still(Arcs):
    """Tiles have variables only where they lie still for two layers."""

    stride = 2
    complete = False

    def _parity(self) -> bool:
        return True  # it is what the encoding stands on

    def has_variables(self, layer: int, cell: int) -> bool:
        """On the colour that the blank is not on."""
        return self.reach.colour[cell] != self.reach.blank_colour(layer)

    def place(self, places: list[cp_model.IntVar]) -> None:
        """It may also lie in a cell that has no variables now."""
        if len(places) > 1:
            self.cp.add_at_most_one(places)
