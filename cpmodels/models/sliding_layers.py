"""The plain encoding of a sliding puzzle, layer by layer; the others change parts of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from cpmodels.answers.run import check_time
from cpmodels.lazy import cp_model
from cpmodels.models.model import Model
from cpmodels.models.sliding_reach import Reach
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["Layers"]


class Layers:
    """The plain encoding, and what all have in common: the variables of a model while it is built.

    Keys begin with the layer, 0 .. steps.
    """

    stride = 1
    """From a layer in which a cell has variables to the next one."""

    complete = True
    """Whether each tile has a variable true in each layer: then each cell has a tile, too."""

    def __init__(self, puzzle: SlidingPuzzle, model: Model) -> None:
        self.puzzle, self.model = puzzle, model
        self.cp = self.model.cp
        self.steps = puzzle.horizon or 0
        self.reach = self._reach()
        ends = self.reach.blank_colour(self.steps) != self.reach.colour[puzzle.goal.index(0)]
        if puzzle.at_most is not None and ends and self.steps:
            self.steps -= 1  # no walk of this length ends on the blank's colour in the goal
            self.reach = self._reach()
        self.blank = self._blanks()
        self.arc = self._arcs()
        self.tile = self._tiles()
        self.wait = self._waits() if puzzle.at_most is not None else []
        self.model.read = self._read

    def _reach(self) -> Reach:
        """Groups that stand in variables not made: they have no constraints of their own."""
        with self.model.group("reach", implied=True, about="a tile only where it can be in time"):
            pass
        parity, exact = self._parity(), self.model.wants("reach")
        return Reach(self.puzzle, self.steps, exact=exact, parity=parity)

    def _parity(self) -> bool:
        """Whether the blank has variables on one colour only in each layer."""
        with self.model.group("parity", implied=True, about="the blank changes colour each step"):
            pass
        return self.model.wants("parity")

    def _blanks(self) -> dict[tuple[int, int], cp_model.IntVar]:
        return {
            (layer, cell): self.model.boolean(f"blank {layer} {cell}")
            for layer, cells in enumerate(self.reach.blanks)
            for cell in sorted(cells)
        }

    def _arcs(self) -> dict[tuple[int, int, int], cp_model.IntVar]:
        """Variables of the blank's moves, by the layer reached, from where and to where."""
        return {}

    def _tiles(self) -> dict[tuple[int, int, int], cp_model.IntVar]:
        return {
            (layer, cell, tile): self.model.boolean(f"tile {layer} {cell} {tile}", primary=False)
            for layer, cells in enumerate(self.reach.tiles)
            for cell, tiles in enumerate(cells)
            if self.has_variables(layer, cell)
            for tile in tiles
        }

    def _waits(self) -> list[cp_model.IntVar]:
        return [self.model.boolean(f"wait {pair}") for pair in range(self.steps // 2)]

    def has_variables(self, layer: int, cell: int) -> bool:
        """Whether there is one for each tile there."""
        return True

    def _read(self, values: Sequence[int]) -> str:
        places = [cell for (_, cell), value in zip(self.blank, values, strict=False) if value]
        waits = sum(values[len(self.blank) :])
        letters = [{to: letter for letter, to in ways.items()} for ways in self.reach.next]
        moves = [letters[one].get(other, "?") for one, other in pairwise(places)]
        return "".join(moves[2 * waits :])  # "?" only where a group was left out

    def add_constraints(self) -> None:
        """All groups, in the order of their explanation."""
        self._move_blank()
        self._one_each()
        self._stay()
        self._slide()
        self._bound_moves()
        if not self.puzzle.undo:
            self._no_undo()
        if self.puzzle.at_most is not None:
            self._wait_first()

    def _move_blank(self) -> None:
        with self.model.group("one blank", implied=True, about="the blank is in one cell"):
            self.one_blank()
        with self.model.group("blank", about="the blank goes to a neighbour"):
            for (layer, cell), blank in self.blank.items():
                if layer < self.steps:
                    after = (self.blank.get((layer + 1, c)) for c in self.reach.next[cell].values())
                    self.clause([blank], after)

    def one_blank(self) -> None:
        """Exactly one cell has the blank, in each layer."""
        for layer, cells in enumerate(self.reach.blanks):
            self.cp.add_exactly_one([self.blank[layer, cell] for cell in cells])

    def _one_each(self) -> None:
        by_cell, by_tile = defaultdict(list), defaultdict(list)
        for (layer, cell, tile), variable in self.tile.items():
            by_cell[layer, cell].append(variable)
            by_tile[layer, tile].append(variable)
        about = "a cell holds one tile, or the blank"
        with self.model.group("cell", implied=self.complete, about=about):
            for layer in range(self.steps + 1):
                check_time()
                for cell in range(len(self.puzzle.start)):
                    if self.has_variables(layer, cell):
                        blank = self.blank.get((layer, cell))
                        literals = by_cell[layer, cell] + ([] if blank is None else [blank])
                        self.cp.add_exactly_one(literals)
            if not self.steps and self.puzzle.start != self.puzzle.goal:
                self.cp.add_bool_or([])  # with no step, some cells have no variables to differ
        with self.model.group("tile", implied=True, about="a tile is in one cell"):
            for places in by_tile.values():
                self.place(places)

    def place(self, places: list[cp_model.IntVar]) -> None:
        """A tile is in one of the cells that have variables."""
        check_time()
        self.cp.add_exactly_one(places)

    def _stay(self) -> None:
        """A cell that the blank does not enter or leave keeps its tile, both ways in time."""
        stride = self.stride
        with self.model.group("stay", about="a tile stays unless the blank changes with it"):
            for (layer, cell, tile), here in self.tile.items():
                for other in (layer + stride, layer - stride):
                    if 0 <= other <= self.steps:
                        between = layer + (other - layer) // stride
                        leaving = self.blank.get((between, cell))
                        self.clause([here], [self.tile.get((other, cell, tile)), leaving])

    def _slide(self) -> None:
        """The tile where the blank goes comes to where the blank was."""
        about = "the tile takes the blank's place"
        with self.model.group("slide", implied=self.complete, about=about):
            for (layer, cell, to), move in self._moves().items():
                for tile in self.reach.tiles[layer - 1][to]:
                    before = self.tile[layer - 1, to, tile]
                    self.clause([*move, before], [self.tile.get((layer, cell, tile))])

    def _moves(self) -> dict[tuple[int, int, int], list[cp_model.IntVar]]:
        """What holds together when the blank makes a move, by the layer reached, from and to."""
        return {
            (layer + 1, cell, to): [blank, self.blank[layer + 1, to]]
            for (layer, cell), blank in self.blank.items()
            for to in self.reach.next[cell].values()
            if (layer + 1, to) in self.blank
        }

    def _bound_moves(self) -> None:
        """Nothing here: how many moves raise the distance is counted by arcs."""

    def help_search(self) -> None:
        """Constraints for a search of one walk: nothing here."""

    def _no_undo(self) -> None:
        places = self._waiting_place()
        with self.model.group("no undo", about="the blank does not go straight back"):
            for (layer, cell), blank in self.blank.items():
                if (layer + 2, cell) in self.blank:
                    waits = self.wait[layer // 2 :][:1] if cell in places else []
                    self.clause([blank, self.blank[layer + 2, cell]], waits)

    def _waiting_place(self) -> tuple[int, int]:
        start = self.puzzle.start.index(0)
        return start, next(iter(self.reach.next[start].values()))

    def _wait_first(self) -> None:
        start, beside = self._waiting_place()
        with self.model.group("wait", about="waiting, in pairs of steps, comes first"):
            for one, other in pairwise(self.wait):
                self.cp.add_implication(other, one)
            for pair, wait in enumerate(self.wait):
                self.clause([wait], [self.blank.get((2 * pair + 1, beside))])
                self.clause([wait], [self.blank.get((2 * pair + 2, start))])

    def clause(
        self, premises: Iterable[cp_model.IntVar], some: Iterable[cp_model.IntVar | None]
    ) -> None:
        """When all of the given hold, so does some; what has no variable cannot hold."""
        check_time()
        self.cp.add_bool_or(
            [*(~one for one in premises), *(one for one in some if one is not None)]
        )
