"""Sliding puzzles as CP-SAT sees them: one layer of Booleans a step, for a fixed horizon.

The model answers "which walks have exactly (or at most) so many moves"; the shortest path is found
by asking that at growing horizons (see `cpmodels.methods.sliding`). Encodings, by name:

still
    The blank's moves as arcs. The blank changes colour (as on a checkerboard) with every step, so
    a cell of the other colour lies still: only there, at every second step, is there a variable
    for each tile. What the cell holds in between is what it holds after, or the blank.
arcs
    The same arcs, but a variable for each tile in each cell after every step.
layered
    The plain one: no arcs, "the blank is at c after t" and "tile v is at c after t".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ortools.sat.python import cp_model

from cpmodels.models.model import Model
from cpmodels.models.sliding_reach import Reach
from cpmodels.models.sliding_rises import Rises, reversed_pairs
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["ENCODINGS", "sliding_model"]

ENCODINGS = ("still", "arcs", "layered")

PARAMETERS = {  # measured: scripts/bench_sliding_model.py
    "cp_model_presolve": False,
    "linearization_level": 0,
    "use_sat_inprocessing": False,
}


def sliding_model(
    puzzle: SlidingPuzzle,
    *,
    encoding: str = "still",
    shortest: bool = False,
    without: Sequence[str] = (),
) -> Model:
    """The walks of exactly `puzzle.moves` or at most `puzzle.at_most` moves.

    "At most" is a walk of the full length that waits first: in pairs of steps the blank goes to
    a neighbour and back, and `Model.read` leaves these out. With `shortest` it waits as long as
    it can: that is the objective.

    Raises
    ------
    ValueError
        The puzzle has no horizon, or the encoding is unknown.

    Examples
    --------
    >>> model = sliding_model(SlidingPuzzle.of("1 2 3 x 4 6 7 5 8", moves=3))
    >>> [group.name for group in model.groups]
    ['reach', 'blank', 'one blank', 'cell', 'tile', 'stay', 'slide', 'rises', 'conflict']
    """
    if puzzle.horizon is None:
        raise ValueError("sliding_model: expected a puzzle with moves or at_most")
    if encoding not in ENCODINGS:
        raise ValueError(f"encoding {encoding!r}, expected one of {', '.join(ENCODINGS)}")
    if shortest:  # among walks that may wait at will, counting rises took three times as long
        without = [*without, "rises"]
    layers = _Layers(puzzle, encoding, without)
    layers.add_constraints()
    if shortest:
        layers.cp.maximize(cp_model.LinearExpr.sum(layers.wait))
    return layers.model


class _Layers:
    """The variables of one model while it is built. Keys begin with the layer, 0 .. steps."""

    def __init__(self, puzzle: SlidingPuzzle, encoding: str, without: Sequence[str]) -> None:
        self.puzzle, self.encoding = puzzle, encoding
        self.model = Model(f"sliding, {encoding}", without=without)
        self.model.parameters = dict(PARAMETERS)
        self.cp = self.model.cp
        self.steps = puzzle.horizon or 0
        self.reach = self._reach()
        ends = self.reach.blank_colour(self.steps) != self.reach.colour[puzzle.goal.index(0)]
        if puzzle.at_most is not None and ends and self.steps:
            self.steps -= 1  # no walk of this length ends on the blank's colour in the goal
            self.reach = self._reach()
        self.blank = self._blanks()
        self.arc = self._arcs() if encoding != "layered" else {}  # (layer reached, from, to)
        self.tile = self._tiles()
        self.wait = self._waits() if puzzle.at_most is not None else []
        self.model.read = self._read

    def _reach(self) -> Reach:
        """Groups that stand in variables not made: they have no constraints of their own."""
        model, parity = self.model, True
        with model.group("reach", implied=True, about="a tile only where it can be in time"):
            pass
        if self.encoding != "still":
            parity = model.wants("parity")
            with model.group("parity", implied=True, about="the blank changes colour each step"):
                pass
        return Reach(self.puzzle, self.steps, exact=model.wants("reach"), parity=parity)

    def _blanks(self) -> dict[tuple[int, int], cp_model.IntVar]:
        return {
            (layer, cell): self.model.boolean(f"blank {layer} {cell}")
            for layer, cells in enumerate(self.reach.blanks)
            for cell in sorted(cells)
        }

    def _arcs(self) -> dict[tuple[int, int, int], cp_model.IntVar]:
        return {
            (layer, cell, to): self.model.boolean(f"arc {layer} {cell} {to}", primary=False)
            for layer in range(1, self.steps + 1)
            for cell in sorted(self.reach.blanks[layer - 1])
            for to in self.reach.next[cell].values()
            if to in self.reach.blanks[layer]
        }

    def _tiles(self) -> dict[tuple[int, int, int], cp_model.IntVar]:
        return {
            (layer, cell, tile): self.model.boolean(f"tile {layer} {cell} {tile}", primary=False)
            for layer, cells in enumerate(self.reach.tiles)
            for cell, tiles in enumerate(cells)
            if self._has_variables(layer, cell)
            for tile in tiles
        }

    def _waits(self) -> list[cp_model.IntVar]:
        return [self.model.boolean(f"wait {pair}") for pair in range(self.steps // 2)]

    def _has_variables(self, layer: int, cell: int) -> bool:
        return self.encoding != "still" or self.reach.colour[cell] != self.reach.blank_colour(layer)

    def _read(self, values: Sequence[int]) -> str:
        places = [cell for (_, cell), value in zip(self.blank, values, strict=False) if value]
        waits = sum(values[len(self.blank) :])
        letters = [{to: letter for letter, to in ways.items()} for ways in self.reach.next]
        moves = [letters[one].get(other, "?") for one, other in pairwise(places)]
        return "".join(moves[2 * waits :])  # "?" only where a group was left out

    def add_constraints(self) -> None:
        """All groups, in the order of their explanation."""
        if self.encoding == "layered":
            self._step_to_neighbour()
        else:
            self._follow_arcs()
        self._one_each()
        self._stay()
        self._slide()
        if self.encoding != "layered" and self.model.wants("rises"):
            self._count_rises()
        if not self.puzzle.undo:
            self._no_undo()
        if self.puzzle.at_most is not None:
            self._wait_first()

    def _follow_arcs(self) -> None:
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
            self._one_blank()

    def _step_to_neighbour(self) -> None:
        with self.model.group("one blank", implied=True, about="the blank is in one cell"):
            self._one_blank()
        with self.model.group("blank", about="the blank goes to a neighbour"):
            for (layer, cell), blank in self.blank.items():
                if layer < self.steps:
                    after = (self.blank.get((layer + 1, c)) for c in self.reach.next[cell].values())
                    self._clause([blank], after)

    def _one_blank(self) -> None:
        for layer, cells in enumerate(self.reach.blanks):
            self.cp.add_exactly_one([self.blank[layer, cell] for cell in cells])

    def _one_each(self) -> None:
        by_cell, by_tile = defaultdict(list), defaultdict(list)
        for (layer, cell, tile), variable in self.tile.items():
            by_cell[layer, cell].append(variable)
            by_tile[layer, tile].append(variable)
        implied = self.encoding != "still"  # where every tile has a place, every cell has a tile
        with self.model.group("cell", implied=implied, about="a cell holds one tile, or the blank"):
            for layer in range(self.steps + 1):
                for cell in range(len(self.puzzle.start)):
                    if self._has_variables(layer, cell):
                        blank = self.blank.get((layer, cell))
                        held = by_cell[layer, cell] + ([] if blank is None else [blank])
                        self.cp.add_exactly_one(held)
            if not self.steps and self.puzzle.start != self.puzzle.goal:
                self.cp.add_bool_or([])  # with no step, some cells have no variables to differ
        with self.model.group("tile", implied=True, about="a tile is in one cell"):
            for places in by_tile.values():
                if self.encoding != "still":
                    self.cp.add_exactly_one(places)
                elif len(places) > 1:  # it may also lie in a cell that has no variables now
                    self.cp.add_at_most_one(places)

    def _stay(self) -> None:
        """A cell that the blank does not enter or leave keeps its tile, both ways in time."""
        stride = 2 if self.encoding == "still" else 1
        with self.model.group("stay", about="a tile stays unless the blank changes with it"):
            for (layer, cell, tile), here in self.tile.items():
                for other in (layer + stride, layer - stride):
                    if 0 <= other <= self.steps:
                        between = layer + (other - layer) // stride
                        gone = self.blank.get((between, cell))
                        self._clause([here], [self.tile.get((other, cell, tile)), gone])

    def _slide(self) -> None:
        """The tile where the blank goes comes to where the blank was."""
        implied = self.encoding != "still"
        with self.model.group("slide", implied=implied, about="the tile takes the blank's place"):
            for layer, cell, to in self.arc or self._steps():
                for tile in self.reach.tiles[layer - 1][to]:
                    moved = self._moved(layer, cell, to)
                    before = self.tile[layer - 1, to, tile]
                    self._clause([*moved, before], [self.tile.get((layer, cell, tile))])

    def _steps(self) -> list[tuple[int, int, int]]:
        return [
            (layer + 1, cell, to)
            for layer, cell in self.blank
            for to in self.reach.next[cell].values()
            if (layer + 1, to) in self.blank
        ]

    def _moved(self, layer: int, cell: int, to: int) -> list[cp_model.IntVar]:
        if self.arc:
            return [self.arc[layer, cell, to]]
        return [self.blank[layer - 1, cell], self.blank[layer, to]]

    def _count_rises(self) -> None:
        """Two groups; the second needs the counter of the first."""
        with self.model.group("rises", implied=True, about="so many moves raise the distance"):
            rises = Rises(self.cp, self.puzzle, self.steps)
            for layer, cell, to in self.arc if rises.total >= 0 else ():
                for tile in self.reach.tiles[layer - 1][to]:
                    given = [self.arc[layer, cell, to], self.tile[layer - 1, to, tile]]
                    rises.move(layer, given, tile, (to, cell))
        with self.model.group("conflict", implied=True, about="one of two tiles must step aside"):
            for pair in reversed_pairs(self.puzzle) if rises.total >= 0 else ():
                for layer in range(self.steps):
                    if any(self._has_variables(layer, cell) for cell, _ in pair):
                        here, there = (self._held(layer, *placed) for placed in pair)
                        if here is not None and there is not None:
                            rises.unfinished(layer, [here, there])

    def _held(self, layer: int, cell: int, tile: int) -> cp_model.IntVar | None:
        """The tile in the cell; where that has no variable now, one step later: if both of a pair
        are in place then, with one of them there for longer, no less is yet to come now."""
        later = layer if self._has_variables(layer, cell) else layer + 1
        return self.tile.get((later, cell, tile))

    def _no_undo(self) -> None:
        places = self._waiting_place()
        with self.model.group("no undo", about="the blank does not go straight back"):
            for (layer, cell), blank in self.blank.items():
                if (layer + 2, cell) in self.blank:
                    waits = self.wait[layer // 2 :][:1] if cell in places else []
                    self._clause([blank, self.blank[layer + 2, cell]], waits)

    def _waiting_place(self) -> tuple[int, int]:
        start = self.puzzle.start.index(0)
        return start, next(iter(self.reach.next[start].values()))

    def _wait_first(self) -> None:
        start, beside = self._waiting_place()
        with self.model.group("wait", about="waiting, in pairs of steps, comes first"):
            for one, other in pairwise(self.wait):
                self.cp.add_implication(other, one)
            for pair, wait in enumerate(self.wait):
                self._clause([wait], [self.blank.get((2 * pair + 1, beside))])
                self._clause([wait], [self.blank.get((2 * pair + 2, start))])

    def _clause(
        self, given: Iterable[cp_model.IntVar], some: Iterable[cp_model.IntVar | None]
    ) -> None:
        """When all of the given hold, so does some; what has no variable cannot hold."""
        self.cp.add_bool_or([*(~one for one in given), *(one for one in some if one is not None)])
