"""Packing: shapes in a region that need not be full. `Tiling.of` states one, with ``leave=``."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cpmodels.errors import InputError, WrongSolution
from cpmodels.puzzles.cells import Cells
from cpmodels.puzzles.choices import Checker, PieceChecker
from cpmodels.puzzles.copies import MAX_COPIES, Bounds, parse_bounds, spell
from cpmodels.puzzles.crossings import crossing_pieces
from cpmodels.puzzles.fields import FrozenDict, check_texts, freeze
from cpmodels.puzzles.puzzle import Puzzle, is_integer

if TYPE_CHECKING:
    from cpmodels.puzzles.tiling import Tiling  # which states packings

__all__ = ["GOALS", "Packing"]

GOALS = ("most cells", "most pieces", "fewest pieces")


@dataclass(frozen=True)
class Packing(Puzzle):
    """Lay shapes in a region, no two on one cell; cells may stay empty. See `Tiling.of`.

    A solution is a sequence of `Placement`, of the pieces alone. With a goal the solutions are the
    best ones: `objective` is then the number of cells covered, of pieces, or their weight.

    Attributes
    ----------
    tiling : Tiling
        The region, the shapes, their copies and turning, the lattice.
    leave : (int, int or None)
        How many cells stay empty: at least, at most.
    goal : str or mapping of str to int
        One of `GOALS`, or the weight of each shape, of which the most is wanted; empty for none.
    exclude : mapping of str to cells
        No shape of these may fit on the cells left empty (Golomb's exclusion), whether or not
        there are copies of it to lay.
    """

    kind: ClassVar[str] = "packing"

    tiling: Tiling
    leave: Bounds = (0, None)
    goal: str | Mapping[str, int] = ""
    exclude: Mapping[str, Cells] = field(default_factory=dict)
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Refuse invalid input, however the puzzle is built; mappings can't be changed."""
        check_texts(self, "title")
        if getattr(self.tiling, "kind", None) != "tiling":
            raise InputError(f"packing of {self.tiling!r}, expected a tiling")
        if not isinstance(self.exclude, Mapping):
            raise InputError(f"exclude {self.exclude!r}, expected a mapping from names")
        excluded = self.tiling.with_shapes(self.exclude).shapes if self.exclude else {}
        freeze(
            self, leave=parse_bounds(self.leave, "leave"), goal=_goal(self.goal, self.tiling),
            exclude=FrozenDict(excluded),
        )  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.tiling, self.leave, self.goal, self.exclude))

    @property
    def optimising(self) -> bool:  # type: ignore[override]
        """Whether the best packings are asked for."""
        return bool(self.goal)

    @property
    def maximising(self) -> bool:  # type: ignore[override]
        """Whether the best have most of what is measured."""
        return bool(self.goal) and self.goal != "fewest pieces"

    @property
    def default_question(self) -> str:  # type: ignore[override]
        """What `compare` asks: a best packing, or how many packings there are."""
        return "solve" if self.goal else "count"

    @property
    def weights(self) -> dict[str, int]:
        """What a piece of each shape adds to the measure; none where there is no goal."""
        shapes = self.tiling.shapes
        if isinstance(self.goal, Mapping):
            return dict(self.goal)
        if self.goal == "most cells":
            return {name: len(cells) for name, cells in shapes.items()}
        return dict.fromkeys(shapes, 1) if self.goal else {}

    def measure(self, solution: Iterable[tuple[str, Any]]) -> int | None:
        """Cells covered, pieces, or their weight, as the goal says."""
        weights = self.weights
        return sum(weights[name] for name, _ in solution) if self.goal else None

    def empty(self, solution: Iterable[tuple[str, Iterable[Iterable[int]]]]) -> Cells:
        """The cells that a solution leaves empty."""
        covered = {tuple(cell) for _, cells in solution for cell in cells}
        return tuple(cell for cell in self.tiling.region if cell not in covered)

    def check(self, solution: Iterable[tuple[str, Iterable[Iterable[int]]]]) -> None:
        """Raise `WrongSolution` unless the pieces lie as the rules say.

        Examples
        --------
        >>> from cpmodels.puzzles.tiling import Tiling
        >>> puzzle = Tiling.of("1x5", "dominoes", leave="any", exclude=True)
        >>> puzzle.check([("D", [(0, 1), (0, 2)])])
        Traceback (most recent call last):
        cpmodels.errors.WrongSolution: shape D fits on the empty cells ((0, 3), (0, 4))
        """
        covered = self.tiling.covering(solution)
        empty = [cell for cell in self.tiling.region if cell not in covered]
        low, high = self.leave
        if len(empty) < low or (high is not None and len(empty) > high):
            raise WrongSolution(f"{len(empty)} cells are empty, expected {spell(self.leave)}")
        lattice = self.tiling.lattice
        for name, shape in self.exclude.items():
            for form in lattice.orientations(shape, self.tiling.turning):
                for cells in lattice.lay(form, empty, frozenset(empty)):
                    if crossing_pieces(lattice, covered | dict.fromkeys(cells, 0)) is None:
                        raise WrongSolution(f"shape {name} fits on the empty cells {cells}")

    def checker(self) -> Checker:
        """One that looks at each placement once, where they cannot cross."""
        inner = self.tiling.checker()
        return _PackingChecker(self, inner) if isinstance(inner, PieceChecker) else Checker(self)

    def key(self, solution: Iterable[tuple[str, Iterable[Iterable[int]]]]) -> Hashable:
        """The set of placements, whatever their order."""
        return self.tiling.key(solution)

    def describe(self) -> str:
        """The puzzle in one line."""
        parts = [f"{spell(self.leave)} cells empty"]
        if self.exclude:
            names = " ".join(self.exclude) if len(self.exclude) <= 12 else f"{len(self.exclude)}"
            parts.append(f"no room for {names}")
        if isinstance(self.goal, Mapping):
            parts.append("most of " + " ".join(f"{n}={w}" for n, w in self.goal.items()))
        elif self.goal:
            parts.append(self.goal)
        what = ", ".join(parts)
        return f"{self.title}, {what}" if self.title else f"{self.tiling.describe()}, {what}"

    def notes(self) -> tuple[str, ...]:
        """Those of the tiling."""
        return self.tiling.notes()


class _PackingChecker(PieceChecker):
    """The pieces are those of the tiling; cells may be empty, as far as the rules allow."""

    def __init__(self, puzzle: Packing, inner: PieceChecker) -> None:
        super().__init__(puzzle, puzzle.tiling.region)
        self._inner = inner
        self._whole = self.mask(puzzle.tiling.region)
        self._rooms = [self.mask(cells) for cells in _places(puzzle)]

    def covered(self, piece: Any) -> Sequence[Hashable] | None:
        """As the tiling has it."""
        return self._inner.covered(piece)

    def fault(self, rows: Any, masks: Any) -> Any:
        """Too few or too many empty cells, wrong numbers of copies, and room that there is."""
        puzzle = self._puzzle
        open_cells = ~masks & self._whole
        empty = np.bitwise_count(open_cells).sum(axis=1, dtype=np.int64)
        wrong = _outside(empty, puzzle.leave)
        names = [piece[0] for piece in self._pieces or ()]
        for name, bounds in puzzle.tiling.copies.items():
            if bounds != (0, None):
                of = np.array([*(name == other for other in names), False])
                wrong |= _outside(of[rows].sum(axis=1), bounds)
        for room in self._rooms:
            wrong |= (open_cells & room == room).all(axis=1)
        return wrong


def _outside(numbers: Any, bounds: Bounds) -> Any:
    low, high = bounds
    wrong = numbers < low
    return wrong if high is None else wrong | (numbers > high)


def _places(puzzle: Packing) -> Iterable[Cells]:
    """Where the shapes that may find no room would lie."""
    tiling, region = puzzle.tiling, frozenset(puzzle.tiling.region)
    for shape in puzzle.exclude.values():
        for form in tiling.lattice.orientations(shape, tiling.turning):
            yield from tiling.lattice.lay(form, tiling.region, region)


def _goal(goal: Any, tiling: Tiling) -> str | FrozenDict[str, int]:
    if goal is None or goal == "":
        return ""
    if isinstance(goal, str) and " ".join(goal.split()) in GOALS:
        return " ".join(goal.split())
    if not isinstance(goal, Mapping):
        raise InputError(f"goal {goal!r}, expected one of {', '.join(GOALS)}, or weights")
    for name, number in goal.items():
        if name not in tiling.shapes:
            raise InputError(f"weight of {name!r}, which is no shape here")
        if not is_integer(number) or not 0 <= number <= MAX_COPIES:
            raise InputError(f"weight {number!r} of shape {name}, expected an integer of 0 or more")
    for name in tiling.shapes:
        if name not in goal:
            raise InputError(f"no weight of shape {name}, expected one for each shape")
    return FrozenDict(goal)
