"""What a person sees in one line of a nonogram, rule by rule, the easiest first.

What is known of a cell is the bit mask of its colours, 1 for white. Each rule looks at the places
that each run can still take, from its first to its last, and at what is known of the cells; it says
which cells have fewer colours than before. The last rule takes all arrangements together, so that
it sees all that one line can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from reference.nonograms.blots import blotted_masks, is_blotted
from reference.nonograms.line import Clue, gaps

__all__ = ["RULES", "View", "arrangements", "view"]

Masks = dict[int, int]  # of cells by place: the colours that are left


class Run(NamedTuple):
    """A run of the clue, and the first and the last cell at which it can start."""

    length: int
    colour: int
    first: int
    last: int

    def reaches(self, place: int) -> bool:
        """Whether it can cover a cell, by its first and last place."""
        return self.first <= place < self.last + self.length


class View(NamedTuple):
    """A line: what is known of its cells, where its runs can be, what all arrangements leave."""

    known: Sequence[int]
    runs: list[Run]
    left: list[int]


def view(clue: Clue, known: Sequence[int]) -> View | None:
    """Look at a line; None if its runs fit in no way. Of a clue with blots no run is named.

    Examples
    --------
    >>> view([(2, 1), (1, 1)], [3] * 5).runs
    [Run(length=2, colour=1, first=0, last=1), Run(length=1, colour=1, first=3, last=4)]
    """
    if is_blotted(clue):
        left_ = blotted_masks(clue, known, range(max(known, default=1).bit_length()))
        return None if left_ is None else View(known, [], left_)
    pattern: list[int] = []
    rest, starts = 1, []  # states in which white cells change nothing; before each run
    for (length, colour), gap in zip(clue, gaps(clue), strict=True):
        starts.append(len(pattern))
        pattern += [colour] * length + [0] * gap
        rest |= 1 << len(pattern)
    steps: dict[int, int] = {}
    for state, colour in enumerate(pattern):
        steps[colour] = steps.get(colour, 0) | 1 << state
    reached = [1]
    for mask in known:
        moves = sum(reached[-1] & states for colour, states in steps.items() if mask >> colour & 1)
        reached.append(moves << 1 | (reached[-1] & rest if mask & 1 else 0))
    alive, left = reached[-1] & 1 << len(pattern), [0] * len(known)
    if not alive:
        return None
    begins = [[len(known), -1] for _ in clue]
    for place in range(len(known) - 1, -1, -1):
        after, before = alive, reached[place]
        alive = before & after & rest if known[place] & 1 else 0
        left[place] = 1 if alive else 0
        for colour, states in steps.items():
            ways = before & states & after >> 1
            if known[place] >> colour & 1 and ways:
                alive |= ways
                left[place] |= 1 << colour
        for number, state in enumerate(starts):
            # state s + 1 after this cell, from state s: the run starts here
            if alive >> state & 1 and after >> state + 1 & 1 and known[place] >> pattern[state] & 1:
                begins[number] = [place, max(begins[number][1], place)]
    runs = [Run(*run, *both) for run, both in zip(clue, begins, strict=True)]
    return View(known, runs, left)


def overlap(line: View) -> Masks:
    """Wherever the run is, it covers these cells."""
    masks = {}
    for run in line.runs:
        for place in range(run.last, run.first + run.length):
            masks[place] = 1 << run.colour
    return masks


def edge(line: View) -> Masks:
    """A filled cell near the edge, or near a cell that cannot be filled: its run goes on."""
    masks = {}
    for place, mask in enumerate(line.known):
        colour = mask.bit_length() - 1
        if colour < 1 or mask & (mask - 1):
            continue
        runs = [run for run in line.runs if run.colour == colour and run.reaches(place)]
        low, high = _stretch(line.known, place, colour)
        ends = [max(run.first, low) + run.length for run in runs]
        starts = [min(run.last, high - run.length) for run in runs]
        if runs:
            for cell in (*range(place + 1, min(ends)), *range(max(starts), place)):
                masks[cell] = 1 << colour
    return masks


def gap_too_small(line: View) -> Masks:
    """No run that reaches these cells fits between their neighbours."""
    masks: Masks = {}
    for colour in {run.colour for run in line.runs}:
        for low, high in _stretches(line.known, colour):
            runs = [
                run
                for run in line.runs
                if run.colour == colour and run.first < high and run.last + run.length > low
            ]
            if runs and all(run.length > high - low for run in runs):
                for place in range(low, high):
                    masks[place] = masks.get(place, line.known[place]) & ~(1 << colour)
    return masks


def run_complete(line: View) -> Masks:
    """The run has all its cells: what is beside it has another colour, or the rest is white."""
    masks: Masks = {}
    if all(run.first == run.last for run in line.runs) and all(
        line.known[place] == 1 << run.colour
        for run in line.runs
        for place in range(run.first, run.first + run.length)
    ):
        return _beyond(line, lambda place: True)
    for low, high, colour in _blocks(line.known):
        runs = [
            run
            for run in line.runs
            if run.colour == colour and run.first <= low and run.last + run.length >= high
        ]
        if runs and all(run.length == high - low for run in runs):
            for place in {low - 1, high} & set(range(len(line.known))):
                masks[place] = masks.get(place, line.known[place]) & ~(1 << colour)
    return masks


def out_of_reach(line: View) -> Masks:
    """No run reaches these cells."""
    return _beyond(line, lambda place: not any(run.reaches(place) for run in line.runs))


def colour_neighbours(line: View) -> Masks:
    """No run of that colour reaches these cells, by what stands beside it."""
    return _beyond(line, lambda place: True)


def arrangements(line: View) -> Masks:
    """All ways to put the runs into the line, taken together."""
    return dict(enumerate(line.left))


RULES: dict[str, Callable[[View], Masks]] = {
    "overlap": overlap,
    "edge": edge,
    "gap too small": gap_too_small,
    "run complete": run_complete,
    "out of reach": out_of_reach,
    "colour neighbours": colour_neighbours,
    "all arrangements": arrangements,
}


def _beyond(line: View, condition: Callable[[int], bool]) -> Masks:
    """Of the cells wanted, the colours of runs that reach them, and white."""
    masks = {}
    for place in filter(condition, range(len(line.known))):
        reach = sum({1 << run.colour for run in line.runs if run.reaches(place)})
        masks[place] = line.known[place] & (reach | 1)
    return masks


def _stretch(known: Sequence[int], place: int, colour: int) -> tuple[int, int]:
    """The cells around a place, up to those that cannot have the colour."""
    low, high = place, place + 1
    while low > 0 and known[low - 1] >> colour & 1:
        low -= 1
    while high < len(known) and known[high] >> colour & 1:
        high += 1
    return low, high


def _stretches(known: Sequence[int], colour: int) -> Iterator[tuple[int, int]]:
    walls = [-1, *(p for p, mask in enumerate(known) if not mask >> colour & 1), len(known)]
    yield from ((a + 1, b) for a, b in pairwise(walls) if b > a + 1)


def _blocks(known: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Cells next to each other that are known to have one colour."""
    low = 0
    for place in range(1, len(known) + 1):
        if place == len(known) or known[place] != known[low]:
            mask = known[low]
            if mask > 1 and not mask & (mask - 1):
                yield low, place, mask.bit_length() - 1
            low = place
