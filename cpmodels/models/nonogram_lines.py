"""Line solving before a model is built: what each line alone excludes, to a fixed point.

A line is a few whole integers: bit i of ``can[c]`` says that cell i can have colour c, 0 for the
background. Sets of places between the cells are integers too: bit p lies before cell p. A run
moves such a set by its length, background lets it flow on; the carry of a sum does that at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from cpmodels.answers.run import check_time
from cpmodels.models.nonogram_blots import Automaton, automaton, live_states
from cpmodels.puzzles.clues import Clue, is_blotted
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["Line", "colour_count", "line_solve", "lines_of", "narrow", "unsolved"]


@dataclass
class Line:
    """A line's clue and what is known of it.

    Attributes
    ----------
    runs : list of (int, int, bool)
        Length, colour, and whether a background cell must follow.
    can : list of int
        The cells that can have each colour.
    starts : list of int
        The cells at which each run can start.
    automaton : Automaton or None
        Of a clue that is partly blotted out; such a line has no runs and starts.
    """

    length: int
    runs: list[tuple[int, int, bool]]
    can: list[int]
    starts: list[int]
    automaton: Automaton | None = None

    @property
    def decided(self) -> bool:
        """Whether each cell has one colour left."""
        return sum(mask.bit_count() for mask in self.can) == self.length


def colour_count(puzzle: Nonogram) -> int:
    """Colours that a cell may have: 1 above the largest of a clue, or all."""
    if puzzle.open_to_all:
        return len(puzzle.colours)
    clues = (*puzzle.rows, *puzzle.columns)
    return 1 + max((run[1] for clue in clues for run in clue), default=0)


def unsolved(clue: Clue, length: int, colours: int) -> Line:
    """A line of which nothing but its clue is known.

    Examples
    --------
    >>> [bin(starts) for starts in unsolved(((1, 1), (2, 1)), 5, 2).starts]
    ['0b11', '0b1100']
    """
    anything = [(1 << length) - 1] * colours
    if is_blotted(clue):
        return Line(length, [], anything, [], automaton(clue, colours))
    gaps = [here[1] == after[1] for here, after in pairwise(clue)]
    runs = [(run[0], run[1], gap) for run, gap in zip(clue, [*gaps, False], strict=False)]
    slack = length - sum(run + gap for run, _, gap in runs)
    starts, first = [], 0
    for run, _, gap in runs:
        starts.append((2 << slack) - 1 << first)
        first += run + gap
    return Line(length, runs, anything, starts)


def lines_of(puzzle: Nonogram) -> tuple[list[Line], list[Line]]:
    """Rows and columns, of which only the clues and the cells known beforehand are known."""
    colours = colour_count(puzzle)
    rows = [unsolved(clue, puzzle.width, colours) for clue in puzzle.rows]
    columns = [unsolved(clue, puzzle.height, colours) for clue in puzzle.columns]
    for i, cells in enumerate(puzzle.known or ()):
        for j, mask in enumerate(cells):
            for colour in range(colours):
                if not mask >> colour & 1:
                    rows[i].can[colour] &= ~(1 << j)
                    columns[j].can[colour] &= ~(1 << i)
    return rows, columns


def line_solve(puzzle: Nonogram) -> tuple[list[Line], list[Line]] | None:
    """Rows and columns narrowed until no line excludes any more; None when one has no way.

    Examples
    --------
    >>> rows, columns = line_solve(Nonogram.of([3, "1 1"], [2, 1, 2]))
    >>> [bin(row.can[1]) for row in rows]
    ['0b111', '0b101']
    """
    sides = lines_of(puzzle)
    waiting = [(1 << len(lines)) - 1 for lines in sides]
    side = 0
    while any(waiting):
        for index in _bits(waiting[side]):
            check_time()
            line = sides[side][index]
            before = line.can
            if not narrow(line):
                return None
            for colour, (old, new) in enumerate(zip(before, line.can, strict=True)):
                if old != new:
                    waiting[1 - side] |= old ^ new
                    for crossing in _bits(old ^ new):
                        sides[1 - side][crossing].can[colour] ^= 1 << index
        waiting[side] = 0
        side = 1 - side
    return sides


def narrow(line: Line) -> bool:
    """Leave of a line what some arrangement of its runs has; False when there is none.

    Examples
    --------
    >>> line = unsolved(((3, 1),), 4, 2)
    >>> narrow(line), [bin(mask) for mask in line.can]
    (True, ['0b1001', '0b1111'])
    """
    if line.automaton is not None:
        return _narrow_blotted(line, line.automaton)
    background = line.can[0]
    reach, ends = _forward(line)
    if not reach[-1] >> line.length & 1:
        return False
    flow = list(_halvings(background, line.length))
    can, starts = [0] * len(line.can), [0] * len(line.runs)
    at = 1 << line.length
    for j in range(len(line.runs), -1, -1):
        for step, open_cells in flow:
            at |= open_cells & at >> step
        can[0] |= reach[j] & background & at >> 1
        if j > 0:
            length, colour, gap = line.runs[j - 1]
            if gap:
                at = background & at >> 1
                can[0] |= ends[j - 1] & at
            at = starts[j - 1] = (ends[j - 1] & at) >> length
            can[colour] |= _extent(at, length)
    line.can, line.starts = can, starts
    return True


def _narrow_blotted(line: Line, table: Automaton) -> bool:
    live = live_states(table, line.can, line.length)
    if not live[-1]:
        return False
    can = [0] * len(line.can)
    for place in range(line.length):
        for state in live[place]:
            for colour, after in table.moves[state].items():
                if line.can[colour] >> place & 1 and after in live[place + 1]:
                    can[colour] |= 1 << place
    line.can = can
    return True


def _forward(line: Line) -> tuple[list[int], list[int]]:
    """By what lies before: the places in front of each run, then of the end; each run's ends."""
    background = line.can[0]
    room: dict[tuple[int, int], int] = {}
    reach, ends = [], []
    at = 1
    for length, colour, gap in line.runs:
        at |= (at & background) + background ^ background
        reach.append(at)
        fits = room.get((length, colour))
        if fits is None:
            fits = room[length, colour] = _stretches(line.can[colour], length)
        at = (at & fits) << length
        ends.append(at)
        if gap:
            at = (at & background) << 1
    reach.append(at | (at & background) + background ^ background)
    return reach, ends


def _halvings(mask: int, length: int) -> Iterator[tuple[int, int]]:
    """For s = 1, 2, 4 and so on, the starts of stretches of s cells: to flow down along them."""
    step = 1
    while step < length + 1 and mask:
        yield step, mask
        mask &= mask >> step
        step *= 2


def _stretches(mask: int, length: int) -> int:
    """The cells from which on so many cells are in the mask."""
    have = 1
    while have < length:
        step = min(have, length - have)
        mask &= mask >> step
        have += step
    return mask


def _extent(starts: int, length: int) -> int:
    """The cells of stretches of this length."""
    have = 1
    while have < length:
        step = min(have, length - have)
        starts |= starts << step
        have += step
    return starts


def _bits(mask: int) -> Iterator[int]:
    """The indices of the bits set, least first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
