"""Nonogram: colour the cells so that each line's runs of colour read as its clue."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from cpmodels.errors import InputError, WrongSolution
from cpmodels.puzzles.clues import (
    ANY_RUNS,
    BLOT,
    Clue,
    as_clue,
    cells_of,
    clue_list,
    has_clue,
    is_blotted,
    is_open,
    length_text,
    read_clue,
    runs,
    shortest,
)
from cpmodels.puzzles.colours import BLACK_AND_WHITE, Colour, palette
from cpmodels.puzzles.fields import check_texts, freeze, tuple_of
from cpmodels.puzzles.pictures import (
    MAX_CELLS,
    Picture,
    Saved,
    check_size,
    plain_rows,
    read_picture,
    widths,
)
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["MAX_CELLS", "Nonogram", "Picture", "Saved", "check_size"]

MAX_NAMED = 20  # colours that may be named without being declared


@dataclass(frozen=True)
class Nonogram(Puzzle):
    """Two clues cross in every cell. Use `Nonogram.of` or `Nonogram.from_picture`.

    A solution is a picture: a tuple of rows, each a tuple of colour indices, 0 for background.
    Runs of the same colour have a gap between them, runs of different colours need none.

    Attributes
    ----------
    rows, columns : tuple of clues
        A clue is a tuple of `Run`, empty for a line of background alone. Runs may be blotted out:
        ``?`` is one of any length, ``*`` any number of them.
    colours : tuple of Colour
        Index 0 is the background.
    title, author, copyright, catalogue, license, description : str
    extra : tuple of (str, str)
        Other fields of a file, by name.
    goal : tuple of tuples of int or None
        A stored solution. Nothing says that it is the only one, or right: ``check`` does.
    saved : tuple of Saved
    known : tuple of tuples of int or None
        Cells known beforehand, part of the puzzle: for each the colours that it may have, the sum
        of ``1 << colour``. None when nothing is known, which a board of full masks becomes.
    """

    kind: ClassVar[str] = "nonogram"
    default_question: ClassVar[str] = "unique"

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    colours: tuple[Colour, ...] = BLACK_AND_WHITE
    title: str = field(default="", compare=False)
    author: str = field(default="", compare=False)
    copyright: str = field(default="", compare=False)
    catalogue: str = field(default="", compare=False)
    license: str = field(default="", compare=False)
    description: str = field(default="", compare=False)
    extra: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    goal: Picture | None = field(default=None, compare=False)
    saved: tuple[Saved, ...] = field(default=(), compare=False)
    known: Picture | None = None

    def __post_init__(self) -> None:
        check_texts(self, "title", "author", "copyright", "catalogue", "license", "description")
        freeze(
            self,
            rows=tuple(
                as_clue(clue, f"row {i}") for i, clue in enumerate(clue_list(self.rows, "rows"), 1)
            ),
            columns=tuple(
                as_clue(clue, f"column {i}")
                for i, clue in enumerate(clue_list(self.columns, "columns"), 1)
            ),
            colours=tuple_of(Colour, self.colours, "colours"),
            saved=tuple(
                s._replace(cells=read_picture(s.cells))
                for s in tuple_of(Saved, self.saved, "saved")
            ),
            extra=tuple(map(_pair, tuple_of(tuple, self.extra, "extra"))),
            goal=None if self.goal is None else read_picture(self.goal),
            known=None if self.known is None else read_picture(self.known),
        )
        check_size(self.height, self.width)
        for name, clues, length in (
            ("row", self.rows, self.width),
            ("column", self.columns, self.height),
        ):
            for number, clue in enumerate(clues, 1):
                self._check_clue(clue, length, f"{name} {number}")
        if self.goal is not None:
            self._check_stored("goal", self.goal, range(len(self.colours)))
        for state in self.saved:
            self._check_stored(state.kind, state.cells, range(1, 1 << len(self.colours)))
        if self.known is not None:
            self._check_stored("known", self.known, range(1, 1 << len(self.colours)))
            if {cell for row in self.known for cell in row} <= {self.every}:
                freeze(self, known=None)

    @classmethod
    def of(
        cls,
        rows: Iterable[Any],
        columns: Iterable[Any],
        colours: Iterable[Colour | str] | int | None = None,
        **more: Any,
    ) -> Nonogram:
        """State a nonogram.

        Parameters
        ----------
        rows, columns : iterables of clues
            A clue is a sequence of lengths or of pairs (length, colour), colour by name or
            index; or a text of lengths. Empty, None or 0 is a line of background alone.
        colours : iterable of Colour or str, or int, optional
            Background first. White and black, or as many as the clues use, by default.
        **more
            The other attributes.

        Raises
        ------
        InputError
            A clue longer than its line, an unknown colour, a length below 1, too many cells.

        Examples
        --------
        >>> puzzle = Nonogram.of([3, (1, 1)], ["2", "1", "2"], title="Bridge")
        >>> puzzle.describe()
        'Bridge, 2 rows x 3 columns'
        >>> puzzle.check([[1, 1, 1], [1, 0, 1]])
        """
        lines = [(f"row {i}", clue) for i, clue in enumerate(clue_list(rows, "rows"), 1)]
        height = len(lines)
        lines += [(f"column {i}", clue) for i, clue in enumerate(clue_list(columns, "columns"), 1)]
        known = None if colours is None else palette(colours)
        names = {colour.name: number for number, colour in enumerate(known or palette(MAX_NAMED))}
        clues = [read_clue(clue, names, where) for where, clue in lines]
        if known is None:
            most = max((run.colour for clue in clues for run in clue), default=1)
            known = BLACK_AND_WHITE if most == 1 else palette(most + 1)
        for part in {"goal", "known"} & more.keys():
            more[part] = more[part] if more[part] is None else read_picture(more[part])
        return cls(tuple(clues[:height]), tuple(clues[height:]), known, **more)

    @classmethod
    def from_picture(
        cls, picture: Any, colours: Iterable[Colour | str] | int | None = None, **more: Any
    ) -> Nonogram:
        """The nonogram that a picture solves; the picture is its `goal`.

        Parameters
        ----------
        picture : array or sequence of sequences of int
            Colour indices, 0 for the background.

        Examples
        --------
        >>> Nonogram.from_picture([[0, 1, 1], [1, 0, 1]]).columns[2]
        (Run(length=2, colour=1),)
        """
        cells = read_picture(picture)
        if len(set(widths(cells))) > 1:
            raise InputError("picture with rows of different lengths, expected equal ones")
        if any(value < 0 for row in cells for value in row):
            raise InputError("picture with a negative colour, expected 0 or more")
        rows, columns = map(runs, cells), map(runs, zip(*cells, strict=True))
        return cls.of(rows, columns, colours, goal=cells, **more)

    @property
    def height(self) -> int:
        """Number of rows, the length of a column."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Number of columns, the length of a row."""
        return len(self.columns)

    @property
    def every(self) -> int:
        """All colours of a cell, as a sum of ``1 << colour``."""
        return (1 << len(self.colours)) - 1

    def with_known(self, cells: Picture) -> Nonogram:
        """The same puzzle, of whose cells this is known beside what is known already.

        Parameters
        ----------
        cells : tuple of tuples of int
            For each cell the colours that it may have: the sum of ``1 << colour``.

        Raises
        ------
        InputError
            Another size, colours that do not exist, or a cell without a colour left.

        Examples
        --------
        >>> puzzle = Nonogram.of([1, 1], [1, 1]).with_known(((2, 3), (3, 3)))
        >>> puzzle.describe()
        '2 rows x 2 columns, 1 cell known'
        >>> puzzle.check([[0, 1], [1, 0]])
        Traceback (most recent call last):
        cpmodels.errors.WrongSolution: row 1, column 1 is white, known to be black
        """
        more = replace(self, known=cells).known
        if self.known is None or more is None:
            return replace(self, known=self.known if more is None else more)
        both = tuple(
            tuple(a & b for a, b in zip(*rows, strict=True))
            for rows in zip(self.known, more, strict=True)
        )
        for i, row in enumerate(both, 1):
            if 0 in row:
                place = f"row {i}, column {row.index(0) + 1}"
                raise InputError("known to have another colour than is given", place)
        return replace(self, known=both)

    def check(self, picture: Any) -> None:
        """Raise `WrongSolution` unless the picture has these clues, and the cells known."""
        try:
            cells = tuple(map(tuple, plain_rows(picture)))
            strange = set().union(*cells) - set(range(len(self.colours)))
        except TypeError:
            raise WrongSolution("expected a picture: rows of colour indices") from None
        if widths(cells) != [self.width] * self.height:
            raise WrongSolution(f"expected {self.height} rows of {self.width} cells")
        if strange:
            raise WrongSolution(f"{next(iter(strange))!r} is none of the puzzle's colours")
        self._check_lines("row", cells, self.rows)
        self._check_lines("column", tuple(zip(*cells, strict=True)), self.columns)
        if self.known is not None:
            self._check_known(self.known, cells)

    def _check_known(self, known: Picture, cells: Picture) -> None:
        for i, (masks, row) in enumerate(zip(known, cells, strict=True), 1):
            for j, (mask, cell) in enumerate(zip(masks, row, strict=True), 1):
                if not mask >> cell & 1:
                    is_, known_to_be = self.colours[cell].name, self.spell_colours(mask)
                    raise WrongSolution(f"row {i}, column {j} is {is_}, known to be {known_to_be}")

    def _check_lines(self, name: str, lines: Picture, clues: tuple[Clue, ...]) -> None:
        seen = tuple(map(runs, lines))
        if seen == clues:  # this is asked for each of many solutions
            return
        for number, (read, clue) in enumerate(zip(seen, clues, strict=False), 1):
            if not has_clue(read, clue):
                expected = self.spell(clue)
                raise WrongSolution(
                    f"{name} {number} reads {self.spell(read)}, expected {expected}"
                )

    def same_clues(self, other: Nonogram) -> bool:
        """Whether the clues are the same, whatever the colours are called and in which order.

        Examples
        --------
        >>> Nonogram.of([1], [1]).same_clues(Nonogram.of([[(1, 2)]], [[(1, 2)]]))
        True
        """
        ours, theirs = (*self.rows, None, *self.columns), (*other.rows, None, *other.columns)
        if [_lengths(clue) for clue in ours] != [_lengths(clue) for clue in theirs]:
            return False
        runs_of_each = (
            [run.colour for clue in lines if clue is not None for run in clue]
            for lines in (ours, theirs)
        )
        pairs = {(0, 0)} | set(zip(*runs_of_each, strict=True))
        return all(len({pair[side] for pair in pairs}) == len(pairs) for side in (0, 1))

    def key(self, picture: Any) -> Hashable:
        """The picture as tuples, whatever holds it."""
        return tuple(tuple(map(int, row)) for row in plain_rows(picture))

    def describe(self) -> str:
        """The puzzle in one line."""
        size = f"{self.height} rows x {self.width} columns"
        if self.coloured:
            size += f", {len(self.colours) - 1} colours"
        if self.known is not None:
            known = sum(cell != self.every for row in self.known for cell in row)
            size += f", {known} cell{'' if known == 1 else 's'} known"
        return f"{self.title}, {size}" if self.title else size

    @property
    def blotted(self) -> bool:
        """Whether some of its clues is blotted out."""
        return any(map(is_blotted, (*self.rows, *self.columns)))

    @property
    def open_to_all(self) -> bool:
        """Whether a clue stands for any runs, so that colours may occur that no clue has."""
        return any(ANY_RUNS in clue for clue in (*self.rows, *self.columns))

    @property
    def coloured(self) -> bool:
        """Whether it has other than one colour on a background."""
        return len(self.colours) != 2

    def spell(self, clue: Clue) -> str:
        """A clue for people: ``3 1``, or ``3 red 1 blue``; 0 for an empty one.

        Examples
        --------
        >>> puzzle = Nonogram.of(["1 2"], [1, 0, 1, 1])
        >>> puzzle.spell(puzzle.rows[0])
        '1 2'
        """
        names = ["", *(f" {c.name}" if self.coloured else "" for c in self.colours[1:])]
        words = (length_text(run) + names[run[1]] for run in clue)
        return " ".join(words) or "0"

    def spell_colours(self, mask: int) -> str:
        """Colours for people, from the sum of ``1 << colour``: ``red or blue``."""
        return " or ".join(c.name for number, c in enumerate(self.colours) if mask >> number & 1)

    def why_none(self) -> str | None:
        """A reason that there is no solution, which a person can follow: sums that differ.

        Examples
        --------
        >>> Nonogram.of([1, 1], [1, 0]).why_none()
        'no solution: the rows have 2 black cells, the columns 1'
        """
        for colour in range(1, len(self.colours)):
            across, down = (cells_of(colour, clues) for clues in (self.rows, self.columns))
            open_across, open_down = (is_open(colour, c) for c in (self.rows, self.columns))
            if (across > down and not open_down) or (down > across and not open_across):
                name = self.colours[colour].name
                rows, columns = (
                    f"{'at least ' if more else ''}{cells}"
                    for cells, more in ((across, open_across), (down, open_down))
                )
                return f"no solution: the rows have {rows} {name} cells, the columns {columns}"
        return None

    def notes(self) -> tuple[str, ...]:
        """Sums that do not match; a goal that does not have these clues."""
        lines = [self.why_none()]
        if self.goal is not None:
            try:
                self.check(self.goal)
            except WrongSolution as wrong:
                lines.append(f"the stored goal does not solve it: {wrong}")
        return tuple(note for note in lines if note)

    def _check_stored(self, what: str, cells: Picture, allowed: range) -> None:
        if widths(cells) != [self.width] * self.height:
            raise InputError(f"not {self.height} rows of {self.width} cells", what)
        strange = next((cell for row in cells for cell in row if cell not in allowed), None)
        if strange is not None:
            raise InputError(f"cell {strange}, expected {allowed[0]} to {allowed[-1]}", what)

    def _check_clue(self, clue: Clue, length: int, where: str) -> None:
        for run in clue:
            if run == ANY_RUNS:
                continue
            if run[0] < 1 and run[0] != BLOT:
                raise InputError(f"run of {run[0]}, expected 1 or more", where)
            if not 1 <= run[1] < len(self.colours):
                raise InputError(f"colour {run[1]}, expected 1 to {len(self.colours) - 1}", where)
        if shortest(clue) > length:
            raise InputError(
                f"clue {self.spell(clue)} needs {shortest(clue)} cells, the line has {length}",
                where,
            )


def _lengths(clue: Clue | None) -> list[int] | None:
    return None if clue is None else [run.length for run in clue]


def _pair(pair: tuple[Any, ...]) -> tuple[str, str]:
    if len(pair) != 2 or not all(isinstance(each, str) for each in pair):
        raise InputError(f"extra {pair!r}, expected a name and a text")
    return pair
