"""A nonogram as a person solves it: step by step, each by the easiest rule that says something.

First the rules for one line (`reference.nonograms.line_rules`); where they say nothing more,
a colour that leads to a contradiction by lines alone; at last a guess, taken back if it fails.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from reference.kernel.polling import ShouldStop, Stopped
from reference.nonograms.blots import is_blotted
from reference.nonograms.line import Clue, Known, check_clues, colours_of
from reference.nonograms.line_rules import RULES, View, arrangements, view

__all__ = ["CONTRADICTION", "GUESS", "IMPOSSIBLE", "WRONG", "Step", "steps"]

CONTRADICTION, GUESS, WRONG, IMPOSSIBLE = "contradiction", "guess", "wrong guess", "impossible"


class Step(NamedTuple):
    """One step.

    Attributes
    ----------
    rule : str
        A rule for lines, or ``contradiction``, ``guess``, ``wrong guess``, ``impossible``.
    lines : tuple of int
        The lines that it looks at, row by row, then the columns. For a contradiction, in the order
        in which one follows from the other; the last has no arrangement.
    cells : tuple of (int, int, int)
        Row, column, and what is left to the cell, as a mask of colours; none if impossible.
    depth : int
        Guesses that it hangs on.
    """

    rule: str
    lines: tuple[int, ...]
    cells: tuple[tuple[int, int, int], ...]
    depth: int = 0


def steps(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    known: Known | None = None,
    should_stop: ShouldStop | None = None,
) -> Iterator[Step]:
    """The steps to a picture, or to ``impossible``.

    A picture that was reached without a guess is the only one.

    Parameters
    ----------
    known
        What is known of each cell at the beginning, as masks of colours.

    Raises
    ------
    Stopped

    Examples
    --------
    >>> [step.rule for step in steps([[(2, 1)], []], [[(1, 1)], [(1, 1)]])]
    ['overlap', 'run complete']
    """
    check_clues(rows, columns)
    person = _Person(rows, columns, known, should_stop or (lambda: False))
    yield from person.go_on(0)


class _Contradiction(Exception):
    """A line has no arrangement."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line


class _Person:
    """What is known, and which lines were looked at by which rules since."""

    def __init__(
        self,
        rows: Sequence[Clue],
        columns: Sequence[Clue],
        known: Known | None,
        should_stop: ShouldStop,
    ) -> None:
        self.clues, self.height, self.width = [*rows, *columns], len(rows), len(columns)
        every = sum(1 << colour for colour in colours_of(rows, columns, known))
        self.board = [[every] * self.width for _ in rows]
        if known is not None:
            self.board = [[mask & every for mask in row] for row in known]
        self.should_stop = should_stop
        self.views: dict[int, View] = {}
        self.fresh = {rule: set(range(len(self.clues))) for rule in RULES}
        self.cursor = 0

    def go_on(self, depth: int) -> Iterator[Step]:
        """Steps until the board is decided, or has no solution."""
        while True:
            try:
                step = self.by_line(depth) or self.by_contradiction(depth)
            except _Contradiction as broken:
                yield Step(IMPOSSIBLE, (broken.line,), (), depth)
                return
            if step is not None:
                self.apply(step)
                yield step
                continue
            open_cells = self.open_cells()
            if not open_cells:
                return
            row, column = min(open_cells, key=self.room)
            outcome = yield from self.by_guess(row, column, depth)
            if outcome:
                return

    def by_guess(self, row: int, column: int, depth: int) -> Generator[Step, None, bool]:
        """A guess and what follows; whether that ended in a picture."""
        mask = self.board[row][column]
        guess = 1 << mask.bit_length() - 1
        before = [line[:] for line in self.board]
        step = Step(GUESS, (row, self.height + column), ((row, column, guess),), depth + 1)
        self.apply(step)
        yield step
        for step in self.go_on(depth + 1):
            if step.rule == IMPOSSIBLE and step.depth == depth + 1:
                self.board, self.views = before, {}
                self.fresh = {rule: set(range(len(self.clues))) for rule in RULES}
                wrong = Step(WRONG, step.lines, ((row, column, mask & ~guess),), depth)
                self.apply(wrong)
                yield wrong
                return False
            yield step
        return True

    def by_line(self, depth: int) -> Step | None:
        """The easiest rule that says something about any line."""
        for name, rule in RULES.items():
            while self.fresh[name]:
                if self.should_stop():
                    raise Stopped
                line = min(self.fresh[name])
                self.fresh[name].discard(line)
                if is_blotted(self.clues[line]) and rule is not arrangements:
                    continue
                seen = self.look(line)
                cells = []
                for place, mask in sorted(rule(seen).items()):
                    if mask & seen.known[place] != seen.known[place]:
                        row, column = self.cell(line, place)
                        cells.append((row, column, mask & seen.known[place]))
                if cells:
                    return Step(name, (line,), tuple(cells), depth)
        return None

    def by_contradiction(self, depth: int) -> Step | None:
        """A colour that cannot be, by lines alone; going on from the last such cell."""
        cells = [(i, j) for i in range(self.height) for j in range(self.width)]
        cells = cells[self.cursor :] + cells[: self.cursor]
        for row, column in cells:
            mask = self.board[row][column]
            for colour in range(mask.bit_length()):
                if mask >> colour & 1 and mask & (mask - 1):
                    lines = self.broken_by(row, column, colour)
                    if lines:
                        self.cursor = row * self.width + column
                        left = ((row, column, mask & ~(1 << colour)),)
                        return Step(CONTRADICTION, lines, left, depth)
        return None

    def broken_by(self, row: int, column: int, colour: int) -> tuple[int, ...]:
        """The lines by which a colour leads to a contradiction; none if it does not."""
        board = [line[:] for line in self.board]
        board[row][column] = 1 << colour
        waiting, seen = [row, self.height + column], []
        while waiting:
            if self.should_stop():
                raise Stopped
            line = waiting.pop(0)
            known = self.known(board, line)
            look = view(self.clues[line], known)
            seen.append(line)
            if look is None:
                return self.needed(row, column, colour, seen)
            progress = False
            for place, mask in enumerate(look.left):
                if mask != known[place]:
                    progress = True
                    i, j = self.cell(line, place)
                    board[i][j] = mask
                    crossing = self.height + j if line < self.height else i
                    if crossing not in waiting:
                        waiting.append(crossing)
            if not progress:
                seen.pop()
        return ()

    def needed(self, row: int, column: int, colour: int, lines: list[int]) -> tuple[int, ...]:
        """Leave out lines without which the last one is broken as well, the latest first."""
        for index in range(len(lines) - 2, -1, -1):
            fewer = lines[:index] + lines[index + 1 :]
            board = [line[:] for line in self.board]
            board[row][column] = 1 << colour
            for line in fewer:
                look = view(self.clues[line], self.known(board, line))
                if look is None:
                    lines = fewer if line == fewer[-1] else lines
                    break
                for place, mask in enumerate(look.left):
                    i, j = self.cell(line, place)
                    board[i][j] = mask
        return tuple(lines)

    def look(self, line: int) -> View:
        """A line as it is now."""
        if line not in self.views:
            seen = view(self.clues[line], self.known(self.board, line))
            if seen is None:
                raise _Contradiction(line)
            self.views[line] = seen
        return self.views[line]

    def known(self, board: list[list[int]], line: int) -> list[int]:
        """What is known of the cells of a line."""
        if line < self.height:
            return board[line][:]
        return [row[line - self.height] for row in board]

    def cell(self, line: int, place: int) -> tuple[int, int]:
        """Row and column of a cell of a line."""
        return (line, place) if line < self.height else (place, line - self.height)

    def apply(self, step: Step) -> None:
        """Note what a step says; its lines are to be looked at again."""
        for row, column, mask in step.cells:
            self.board[row][column] = mask
            for line in (row, self.height + column):
                self.views.pop(line, None)
                for lines in self.fresh.values():
                    lines.add(line)

    def open_cells(self) -> list[tuple[int, int]]:
        """The cells that are not decided."""
        return [
            (i, j)
            for i, row in enumerate(self.board)
            for j, mask in enumerate(row)
            if mask & (mask - 1)
        ]

    def room(self, cell: tuple[int, int]) -> int:
        """The undecided cells of the two lines of a cell."""
        row, column = cell
        both = [*self.board[row], *(line[column] for line in self.board)]
        return sum(1 for mask in both if mask & (mask - 1))
