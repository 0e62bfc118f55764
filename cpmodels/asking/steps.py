"""How a person would solve a nonogram: steps with their reasons, a grade, and a hint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

from cpmodels.answers.answer import Verdict
from cpmodels.answers.clock import seconds
from cpmodels.asking.questions import is_unique
from cpmodels.errors import InputError
from cpmodels.methods.nonogram_steps import (
    CONTRADICTION,
    GUESS,
    IMPOSSIBLE,
    WRONG,
    Step,
    Stopped,
    checked_steps,
    first_board,
)
from cpmodels.puzzles.nonogram import Nonogram, Picture

__all__ = ["GRADES", "Grade", "Hint", "HumanStep", "Steps", "hint", "partial_text", "steps"]

GRADES = ("easy", "medium", "hard", "very hard", "none")

REASONS = {
    "overlap": "wherever the run is, it covers",
    "edge": "the run that begins there goes on for",
    "gap too small": "no run fits between their neighbours:",
    "run complete": "the run has all its cells, so beside it",
    "out of reach": "no run reaches",
    "colour neighbours": "no run of the other colours reaches",
    "all arrangements": "in all ways to put the runs,",
}


@dataclass(frozen=True)
class HumanStep:
    """One step.

    Attributes
    ----------
    number : int
    rule : str
        Its rule, such as ``overlap``.
    words : str
        The step as a sentence.
    lines : tuple of str
        The lines that it looks at: ``row 3``, ``column 1``.
    cells : tuple of (int, int, int)
        Row and column from 0, and the sum of ``1 << colour`` for the colours that are left.
    depth : int
        Guesses that it hangs on.
    board : tuple of tuples of int
        What is known of each cell after it, as such sums.
    """

    number: int
    rule: str
    words: str
    lines: tuple[str, ...]
    cells: tuple[tuple[int, int, int], ...]
    depth: int
    board: Picture


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is for a person who uses these rules.

    Attributes
    ----------
    name : str
        ``easy`` if rules that look at runs one by one are enough, ``medium`` if all arrangements
        of a line are needed, ``hard`` if a contradiction is, ``very hard`` if a guess is, ``none``
        if there is no picture.
    rules : tuple of str
        The rules needed.
    contradictions, guesses, depth : int
        How many; and how many guesses hang on each other.
    """

    name: str
    rules: tuple[str, ...]
    contradictions: int = 0
    guesses: int = 0
    depth: int = 0

    @property
    def line_solvable(self) -> bool:
        """Whether looking at one line at a time is enough."""
        return self.name in ("easy", "medium")

    def __str__(self) -> str:
        if self.name == "none":
            return "none: there is no picture"
        how = "by single lines" if self.line_solvable else "not by single lines"
        counts = [(self.contradictions, "contradiction"), (self.guesses, "guess")]
        words = [f"{n} {what}{'' if n == 1 else 'es' if what[-1] == 's' else 's'}"
                for n, what in counts if n]  # fmt: skip
        if self.guesses:
            words.append(f"depth {self.depth}")
        return ", ".join([f"{self.name}: {how}", *words]) + f"; {', '.join(self.rules)}"


@dataclass(frozen=True)
class Steps:
    """All steps to a picture, or as many as the time allowed.

    Attributes
    ----------
    puzzle : Nonogram
    start : tuple of tuples of int
        What was known of each cell at first, as sums of ``1 << colour``.
    steps : tuple of HumanStep
    complete : bool
        Whether they end with a picture, or with the proof that there is none.
    """

    puzzle: Nonogram
    start: Picture
    steps: tuple[HumanStep, ...]
    complete: bool

    @property
    def grade(self) -> Grade | None:
        """None when not `complete`."""
        return _grade(self.steps) if self.complete else None

    @property
    def solution(self) -> Picture | None:
        """The picture at the end; the only one if nothing was guessed."""
        if not self.complete or (self.grade and self.grade.name == "none"):
            return None
        return tuple(tuple(mask.bit_length() - 1 for mask in row) for row in self.board)

    @property
    def board(self) -> Picture:
        """What is known of each cell after the last step, as sums of ``1 << colour``."""
        return self.steps[-1].board if self.steps else self.start

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        grade = None if self.grade is None else asdict(self.grade)
        return {"complete": self.complete, "grade": grade, "steps": [asdict(s) for s in self.steps]}


@dataclass(frozen=True)
class Hint:
    """What to do next.

    Attributes
    ----------
    wrong : tuple of (int, int)
        Row and column, from 0, of cells that have another colour in the only picture.
    step : HumanStep or None
        The next step; none if a cell is wrong, or nothing is left to do.
    words : str
    """

    wrong: tuple[tuple[int, int], ...]
    step: HumanStep | None
    words: str


def steps(puzzle: Nonogram, *, known: Picture | None = None, limit: float | None = None) -> Steps:
    """Solve a nonogram as a person would, each step by the easiest rule that says something.

    The steps come from a solver written by hand, and each is checked by the line solver of the
    models.

    Parameters
    ----------
    known : tuple of tuples of int, optional
        What is known of each cell at first: the sum of ``1 << colour`` for the colours left.
    limit : float, optional
        Seconds; the steps are not complete when they are over.

    Examples
    --------
    >>> import cpmodels as cm
    >>> found = cm.steps(cm.Nonogram.of([3, "1 1"], [2, 1, 2]))
    >>> print(found.steps[0].words)
    row 1 (3): wherever the run is, it covers columns 1-3: black
    >>> print(found.grade)
    easy: by single lines; overlap, run complete
    """
    if not isinstance(puzzle, Nonogram):
        raise InputError(f"steps for a {getattr(puzzle, 'kind', puzzle)!r}, expected a nonogram")
    start = puzzle if known is None else puzzle.with_known(known)
    board = first_board(start)
    end = None if limit is None else seconds() + limit
    chain: list[HumanStep] = []
    try:
        for step, after in checked_steps(start, lambda: end is not None and seconds() > end):
            chain.append(_human_step(puzzle, step, after, len(chain) + 1))
    except Stopped:
        return Steps(puzzle, board, tuple(chain), complete=False)
    return Steps(puzzle, board, tuple(chain), complete=True)


def hint(puzzle: Nonogram, board: Picture, *, limit: float | None = None) -> Hint:
    """The next step from a board that is partly filled; a wrong cell is named instead.

    Examples
    --------
    >>> import cpmodels as cm
    >>> puzzle = cm.Nonogram.of([2, (1, 1)], [2, 1, 1])
    >>> hint(puzzle, ((3, 3, 1), (3, 1, 3))).words
    'row 1 (2): wherever the run is, it covers columns 1-2: black'
    >>> hint(puzzle, ((3, 3, 2), (3, 3, 3))).words
    'wrong: row 1, column 3'
    """
    answer = is_unique(puzzle, method="line-search", limit=limit)
    if answer.verdict is Verdict.NONE:
        return Hint((), None, "the clues have no picture")
    right = puzzle.known
    if answer.verdict is Verdict.UNIQUE:
        right = tuple(tuple(1 << cell for cell in row) for row in answer.solution)
    if right is not None:
        replace(puzzle, known=board)  # refused where it is no board of this puzzle
        wrong = tuple(
            (i, j)
            for i, (masks, row) in enumerate(zip(right, board, strict=True))
            for j, (mask, cell) in enumerate(zip(masks, row, strict=True))
            if not mask & cell
        )
        if wrong:
            names = "; ".join(f"row {i + 1}, column {j + 1}" for i, j in wrong)
            return Hint(wrong, None, f"wrong: {names}")
    chain = steps(puzzle, known=board, limit=limit)
    if chain.grade is not None and chain.grade.name == "none":
        return Hint((), None, "wrong: no picture has these cells")
    if not chain.steps:
        return Hint((), None, "nothing is left to do" if chain.complete else "unknown: time limit")
    return Hint((), chain.steps[0], chain.steps[0].words)


def partial_text(puzzle: Nonogram, board: Picture) -> str:
    """A board that is partly filled, a character a cell: ? for what is not decided.

    Examples
    --------
    >>> print(partial_text(Nonogram.of([1], [1, 0]), ((2, 3),)))
    #?
    """
    letters = _letters(puzzle)
    return "\n".join(
        "".join("?" if mask & (mask - 1) else letters[mask.bit_length() - 1] for mask in row)
        for row in board
    )


def _letters(puzzle: Nonogram) -> list[str]:
    return ["." if not c else "#" if not puzzle.coloured else colour.character
            for c, colour in enumerate(puzzle.colours)]  # fmt: skip


def _human_step(puzzle: Nonogram, step: Step, board: Picture, number: int) -> HumanStep:
    lines = tuple(_line(puzzle, line) for line in step.lines)
    return HumanStep(
        number, step.rule, _words(puzzle, step, lines), lines, step.cells, step.depth, board
    )


def _line(puzzle: Nonogram, number: int) -> str:
    height = puzzle.height
    return f"row {number + 1}" if number < height else f"column {number - height + 1}"


def _words(puzzle: Nonogram, step: Step, lines: tuple[str, ...]) -> str:
    if step.rule == IMPOSSIBLE:
        return f"{lines[-1]} cannot be filled any more"
    if step.rule in REASONS:
        [line] = step.lines
        clue = (*puzzle.rows, *puzzle.columns)[line]
        return f"{lines[0]} ({puzzle.spell(clue)}): {REASONS[step.rule]} {_cells(puzzle, step)}"
    [(row, column, mask)] = step.cells
    cell, left = f"row {row + 1}, column {column + 1}", puzzle.spell_colours(mask)
    if step.rule == GUESS:
        return f"guess {step.depth}: {cell} is {left}"
    path = " ".join(("by", ", ".join(dict.fromkeys(lines[:-1])))) if lines[:-1] else ""
    if step.rule == CONTRADICTION:
        return f"{cell} is {left}: else, {path + ', ' if path else ''}{lines[-1]} cannot be filled"
    assert step.rule == WRONG
    return f"the guess was wrong, as {lines[-1]} cannot be filled: {cell} is {left}"


def _cells(puzzle: Nonogram, step: Step) -> str:
    """The cells of a step in one line, those that become the same together."""
    down = step.lines[0] >= puzzle.height
    name = "row" if down else "column"
    words = []
    for mask in dict.fromkeys(mask for _, _, mask in step.cells):
        places = [(row if down else column) + 1 for row, column, left in step.cells if left == mask]
        words.append(
            f"{name}{'' if len(places) == 1 else 's'} {_ranges(places)}: "
            f"{puzzle.spell_colours(mask)}"
        )
    return "; ".join(words)


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers for people: 1-3, 5."""
    words = []
    for _, group in groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        words.append(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}")
    return ", ".join(words)


def _grade(chain: tuple[HumanStep, ...]) -> Grade:
    rules_used = {step.rule for step in chain}
    rules = tuple(rule for rule in (*REASONS, CONTRADICTION, GUESS) if rule in rules_used)
    if chain and chain[-1].rule == IMPOSSIBLE:
        return Grade("none", rules)
    name = (
        "very hard" if GUESS in rules_used
        else "hard" if CONTRADICTION in rules_used
        else "medium" if "all arrangements" in rules_used
        else "easy"
    )  # fmt: skip
    rule_names = [step.rule for step in chain]
    return Grade(
        name,
        rules,
        rule_names.count(CONTRADICTION),
        rule_names.count(GUESS),
        max((step.depth for step in chain), default=0),
    )
