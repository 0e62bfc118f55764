"""Tiling: a region to be covered with shapes, each as often as its bounds allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import prod
from operator import index
from typing import Any, ClassVar, NamedTuple, overload

import numpy as np

from cpmodels.errors import InputError, WrongSolution
from cpmodels.puzzles.cells import (
    TURNINGS,
    Cell,
    Cells,
    bounding_box,
)
from cpmodels.puzzles.choices import Checker, PieceChecker
from cpmodels.puzzles.copies import Bounds, parse_bounds, parse_copies, spell
from cpmodels.puzzles.crossings import crossing_pieces
from cpmodels.puzzles.fields import FrozenDict, check_texts, freeze
from cpmodels.puzzles.lattice import SQUARES, Lattice
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.regions import MAX_CELLS
from cpmodels.puzzles.shapes import lattice_of_shapes
from cpmodels.puzzles.tiling_input import read_cells, read_region, read_shapes

__all__ = ["MAX_CELLS", "Placement", "Tiling"]


class Placement(NamedTuple):
    """A shape laid down: its name and the cells that it covers, sorted."""

    shape: str
    cells: Cells


@dataclass(frozen=True)
class Tiling(Puzzle):
    """Cover every cell of a region exactly once. Use `Tiling.of` to state one.

    A solution is a sequence of `Placement`; equal tilings are equal as sets of placements, so
    two copies of one shape never make two tilings. An empty region has one tiling, of nothing.

    Attributes
    ----------
    region : tuple of cells
        Sorted integer tuples, all of one dimension (2, 3, or any).
    shapes : mapping of str to cells
        Normalised; no two are equal up to the turning.
    copies : mapping of str to (int, int or None)
        How often each may be used: at least, at most.
    turning : str
        free (rotations and reflections), one-sided (rotations) or fixed.
    lattice : Lattice
        What the cells are, and how the board wraps.
    """

    kind: ClassVar[str] = "tiling"

    region: Cells
    shapes: Mapping[str, Cells]
    copies: Mapping[str, Bounds]
    turning: str = "free"
    lattice: Lattice = SQUARES
    title: str = field(default="", compare=False)

    @overload
    @classmethod
    def of(
        cls,
        region: str | Iterable[Iterable[int]],
        shapes: str | Mapping[str, Any],
        copies: Any = ...,
        turning: str = ...,
        title: str = ...,
        *,
        lattice: str | Lattice = ...,
        wrap: Iterable[Any] = ...,
    ) -> Tiling: ...

    @overload
    @classmethod
    def of(
        cls,
        region: str | Iterable[Iterable[int]],
        shapes: str | Mapping[str, Any],
        copies: Any = ...,
        turning: str = ...,
        title: str = ...,
        *,
        lattice: str | Lattice = ...,
        wrap: Iterable[Any] = ...,
        leave: Any = ...,
        goal: Any = ...,
        exclude: Any = ...,
    ) -> Packing: ...

    @classmethod
    def of(
        cls,
        region: str | Iterable[Iterable[int]],
        shapes: str | Mapping[str, Any],
        copies: Any = "any",
        turning: str = "free",
        title: str = "",
        *,
        lattice: str | Lattice = "",
        wrap: Iterable[Any] = (),
        leave: Any = None,
        goal: Any = None,
        exclude: Any = None,
    ) -> Tiling | Packing:
        """State a tiling in the forms that people write; a `Packing`, where cells may stay empty.

        Parameters
        ----------
        region : str or iterable of cells
            ``"6x6"``, ``"3x4x5"``, ``"4x9 parallelogram of triangles"``, ``"4x6 torus"`` (see
            `regions.REGIONS`), a picture of ``#`` and ``.`` (``/`` ends a row as a new line
            does), or integer tuples.
        shapes : str or mapping
            ``"pentominoes"``, ``"tetrominoes:IOTS"``, sums with ``+``; or names with a picture
            or cells each. Flat shapes in a solid region are laid in its last two axes first.
        copies : any form of `copies.parse_copies`
            ``"any"``, 1, ``"0..2"``, ``"at most 2"``, or a mapping from name to such.
        turning : str
            ``"free"``, ``"one-sided"`` or ``"fixed"``.
        lattice : str or Lattice
            What the cells are: one of `lattice.LATTICES`; squares, or what the region or the
            shapes say, when empty.
        wrap : iterable of vectors
            Translations that lead from a cell to itself: one for a cylinder, two for a torus.
        leave : any form of `copies.parse_bounds`
            How many cells stay empty in a packing: ``"any"``, 3, ``"0..3"``; any when it is left
            out and one of the following is given.
        goal : str or mapping of str to int
            ``"most cells"``, ``"most pieces"`` or ``"fewest pieces"`` of a packing, or the weight
            of each shape, of which the most is wanted.
        exclude : bool or any form of `shapes`
            Shapes that may not fit on the cells that a packing leaves empty; True for those that
            are laid: no further piece fits.

        Raises
        ------
        InputError
            Invalid input, with what was expected.

        Examples
        --------
        >>> puzzle = Tiling.of("4x5", "tetrominoes", copies=1)
        >>> puzzle.describe()
        '4x5, I O T S L, exactly 1 of each, free'
        >>> Tiling.of("5x5", "pentominoes:X", goal="most pieces").describe()
        '5x5, X, any of each, free, any cells empty, most pieces'
        """
        of_shapes = lattice_of_shapes(shapes) if isinstance(shapes, str) else "squares"
        plane = lattice if isinstance(lattice, Lattice) else Lattice.of(lattice or of_shapes, wrap)
        board, cells = read_region(region, plane)
        if lattice and board.name != plane.name:
            raise InputError(f"region of {board.name}, expected one of {plane.name}")
        if isinstance(shapes, str) and board.name != of_shapes:
            raise InputError(f"shapes {shapes!r} of {of_shapes}, expected some of {board.name}")
        solids = read_shapes(shapes, board, len(cells[0]) if cells else None)
        bounds = parse_copies(copies, list(solids))
        if leave is None and not goal and not exclude:
            return cls(cells, solids, bounds, turning, board, title)
        tiling = cls(cells, solids, bounds, turning, board)
        rooms: Any = tiling.usable_shapes if exclude is True else exclude or {}
        if isinstance(rooms, str):
            rooms = read_shapes(rooms, board, len(cells[0]) if cells else None)
        return Packing(
            tiling, parse_bounds("any" if leave is None else leave, "leave"), goal, rooms, title
        )

    def __post_init__(self) -> None:
        """Refuse invalid input, however the puzzle is built; mappings can't be changed."""
        check_texts(self, "title")
        if not isinstance(self.turning, str) or self.turning not in TURNINGS:
            raise InputError(f"turning {self.turning!r}, expected one of {', '.join(TURNINGS)}")
        board = self.lattice
        if not isinstance(board, Lattice):
            raise InputError(f"lattice {board!r}, expected a Lattice")
        region = read_cells(self.region, board)
        by_name = _mapping(self.shapes, "shapes")
        shapes = read_shapes(by_name, board, len(region[0]) if region else None)
        _refuse_equal(shapes, self.turning, board)
        copies = _mapping(self.copies, "copies")
        for name in shapes:
            if name not in copies:
                raise InputError(f"no copies of {name}, expected some for each shape")
        bounds = parse_copies(copies, list(shapes))
        freeze(self, region=region, shapes=FrozenDict(shapes), copies=FrozenDict(bounds))
        _refuse_wrapped(self)

    def __hash__(self) -> int:
        return hash((self.lattice, self.region, self.shapes, self.copies, self.turning))

    @property
    def usable_shapes(self) -> dict[str, Cells]:
        """The shapes that may be laid at all, by their copies."""
        return {name: cells for name, cells in self.shapes.items() if self.copies[name][1] != 0}

    def with_shapes(self, shapes: Mapping[str, Any]) -> Tiling:
        """The same region and turning, with other shapes and any number of copies."""
        return Tiling(
            self.region, shapes, dict.fromkeys(shapes, (0, None)), self.turning, self.lattice
        )

    def check(self, solution: Iterable[tuple[str, Iterable[Iterable[int]]]]) -> None:
        """Raise `WrongSolution` unless the placements cover the region as the rules say.

        Examples
        --------
        >>> puzzle = Tiling.of("1x2", "monomino")
        >>> puzzle.check([("M", [(0, 0)])])
        Traceback (most recent call last):
        cpmodels.errors.WrongSolution: cell (0, 1) is not covered
        """
        self.covering(solution, whole=True)

    def covering(
        self, solution: Iterable[tuple[str, Iterable[Iterable[int]]]], *, whole: bool = False
    ) -> dict[Cell, int]:
        """The cells that the placements cover, with the number of each from 1.

        Raises
        ------
        WrongSolution
            They break a rule; with `whole`, that every cell is covered is one.
        """
        region = set(self.region)
        covered: dict[Cell, int] = {}
        used: Counter[str] = Counter()
        for number, (name, cells) in enumerate(_placed(solution), 1):
            self._check_shape(name, cells, number)
            used[name] += 1
            for cell in cells:
                if cell not in region:
                    raise WrongSolution(f"placement {number} ({name}) leaves the region at {cell}")
                if cell in covered:
                    raise WrongSolution(
                        f"cell {cell} is covered twice, by placements {covered[cell]} and {number}"
                    )
                covered[cell] = number
        for cell in self.region if whole else ():
            if cell not in covered:
                raise WrongSolution(f"cell {cell} is not covered")
        crossing = crossing_pieces(self.lattice, covered)
        if crossing is not None:
            vertex, one, other = crossing
            raise WrongSolution(f"placements {one} and {other} cross at {vertex}")
        for name, (low, high) in self.copies.items():
            if used[name] < low or (high is not None and used[name] > high):
                raise WrongSolution(
                    f"shape {name} is used {used[name]} times, expected {spell((low, high))}"
                )
        return covered

    def _check_shape(self, name: str, cells: list[Cell], number: int) -> None:
        if name not in self.shapes:
            raise WrongSolution(f"placement {number} uses {name!r}, which is no shape here")
        if not _is_laid(self.lattice, self.turning, self.shapes[name], tuple(sorted(cells))):
            raise WrongSolution(f"placement {number} is not a {name} turned as allowed: {cells}")

    def checker(self) -> Checker:
        """One that looks at each placement once, where they cannot cross."""
        if self.lattice.name in ("sticks", "trigs"):
            return Checker(self)
        return _TilingChecker(self, self.region)

    def key(self, solution: Iterable[tuple[str, Iterable[Iterable[int]]]]) -> Hashable:
        """The set of placements, whatever their order."""
        return frozenset((name, tuple(sorted(map(tuple, cells)))) for name, cells in solution)

    def describe(self) -> str:
        """The puzzle in one line."""
        kinds = {spell(bounds) for bounds in self.copies.values()}
        one = kinds.pop() if len(kinds) == 1 else None
        each = "" if one is None else f", {'exactly ' if one.isdigit() else ''}{one} of each"
        names = [
            name if one is not None else f"{name}:{spell(self.copies[name])}"
            for name in self.shapes
        ]
        listing = " ".join(names) if len(names) <= 12 else f"{len(names)} shapes"
        return f"{self.title or self.extent()}, {listing}{each}, {self.turning}"

    def extent(self) -> str:
        """The size of the region: ``6x6``, or ``60 cells in 8x8`` when it has gaps."""
        if not self.region:
            return "no cells"
        lattice = self.lattice
        sides = bounding_box(self.region)[: lattice.axes(self.region[0])]
        text = "x".join(map(str, sides))
        full = prod(sides) * lattice.sorts == len(self.region)
        text = text if full else f"{len(self.region)} cells in {text}"
        board = {0: "", 1: " tube", 2: " torus"}.get(len(lattice.wraps), " torus")
        if any(wrap.mirror for wrap in lattice.wraps):
            board = " moebius strip" if len(lattice.wraps) == 1 else " klein bottle"
        if lattice.name in ("sticks", "trigs") and not lattice.wraps:
            return f"{len(self.region)} {lattice}"
        return f"{text}{board}" + ("" if lattice.name == "squares" else f" of {lattice}")

    def notes(self) -> tuple[str, ...]:
        """Shapes in several parts: allowed, but said."""
        plane = Lattice(self.lattice.name)
        parts = {name: len(plane.components(cells)) for name, cells in self.shapes.items()}
        return tuple(f"shape {name} is in {n} parts" for name, n in parts.items() if n > 1)


@lru_cache(maxsize=1 << 14)
class _TilingChecker(PieceChecker):
    """The cells of a tiling are its places; shapes are counted."""

    def covered(self, piece: Any) -> Sequence[Cell] | None:
        """The cells of a placement that is a shape of the puzzle, laid in its region."""
        try:
            [(name, cells)] = _placed([piece])
            self._puzzle._check_shape(name, cells, 1)
        except WrongSolution:
            return None
        return cells if all(cell in self._place for cell in cells) else None

    def fault(self, rows: Any, masks: Any) -> Any:
        """Cells that are not covered, and shapes used too often or not often enough."""
        wrong = (masks != self.mask(self._puzzle.region)).any(axis=1)
        for name, (low, high) in self._puzzle.copies.items():
            if (low, high) != (0, None):
                of = np.array([piece[0] == name for piece in self._pieces or ()] + [False])
                used = of[rows].sum(axis=1)
                wrong |= used < low
                if high is not None:
                    wrong |= used > high
        return wrong


def _is_laid(lattice: Lattice, turning: str, shape: Cells, cells: Cells) -> bool:
    """Whether cells are the shape, turned as allowed and moved; many tilings have the same ones."""
    if len(cells) != len(shape) or len({len(cell) for cell in (*cells, *shape)}) != 1:
        return False
    forms = lattice.orientations(shape, turning)
    if not lattice.wraps:
        return lattice.normalise(cells) in forms
    inside = frozenset(cells)
    return any(
        cells == placement for form in forms for placement in lattice.lay(form, cells, inside)
    )


def _placed(solution: Any) -> list[tuple[str, list[Cell]]]:
    try:
        return [
            (str(name), [tuple(map(index, cell)) for cell in cells]) for name, cells in solution
        ]
    except (TypeError, ValueError):
        raise WrongSolution("expected placements: pairs of a shape's name and cells") from None


def _mapping(value: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InputError(f"{what} {value!r}, expected a mapping from names")
    return value


def _refuse_wrapped(puzzle: Tiling) -> None:
    """Shapes that a narrow board wraps onto themselves, however they are turned."""
    lattice, region = puzzle.lattice, set(puzzle.region)
    if any(wrap.mirror for wrap in lattice.wraps) and puzzle.turning != "free":
        raise InputError(
            f"turning {puzzle.turning} on a board with one side, expected free: "
            "a shape that goes round comes back mirrored"
        )
    for name, cells in puzzle.usable_shapes.items() if lattice.wraps and region else ():
        if not any(map(lattice.fits, lattice.orientations(cells, puzzle.turning))):
            raise InputError(
                f"shape {name} wraps onto itself on a {puzzle.extent()}, expected a wider board"
            )


def _refuse_equal(shapes: Mapping[str, Cells], turning: str, lattice: Lattice) -> None:
    seen: dict[Cells, str] = {}
    for name, cells in shapes.items():
        form = lattice.canonical(cells, turning)
        if form in seen:
            one, other = (
                lattice.canonical(each, "one-sided") for each in (cells, shapes[seen[form]])
            )
            mirrored = one != other
            hint = "turn them one-sided" if mirrored else "see copies for several of one"
            raise InputError(
                f"shapes {seen[form]} and {name} are equal (turning {turning}), "
                f"expected different ones; {hint}"
            )
        seen[form] = name
