"""Examine one puzzle, here or on a worker: ask all methods, shrink and explain what differs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from cpmodels.answers.answer import Interrupted, Question
from cpmodels.asking.process import Died, isolated
from cpmodels.corpus import Case
from cpmodels.crosschecking.check import Check, Item, Terms, check
from cpmodels.crosschecking.culprit import Culprit, who_is_wrong
from cpmodels.crosschecking.shrink import shrink
from cpmodels.engines.child import MEMORY
from cpmodels.errors import InputError
from cpmodels.generate import random_puzzle
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Draw", "Source", "as_item", "draws", "examine"]


@dataclass(frozen=True, slots=True)
class Draw:
    """A random puzzle that is made where it is examined, from its seed alone.

    Examples
    --------
    >>> as_item(Draw("tiling", 17), "").repeat
    '--random tiling --cases 1 --seed 17'
    """

    kind: str
    seed: int
    size: int | None = None

    @property
    def repeat(self) -> str:
        """The options of crosscheck that examine this one alone."""
        size = "" if self.size is None else f" --size {self.size}"
        return f"--random {self.kind} --cases 1 --seed {self.seed}{size}"


Source = Puzzle | Case | Item | Draw


def draws(kinds: Iterable[str], seeds: Iterable[int], size: int | None = None) -> Iterator[Draw]:
    """Random puzzles, one of each kind for each seed, made as they are asked for.

    Raises
    ------
    InputError
        There are no random puzzles of a kind.
    """
    names = list(kinds)
    for kind in names:
        random_puzzle(kind, 0)  # refuses what is no kind
    return (Draw(kind, number, size) for number in seeds for kind in names)


def as_item(source: Source, name: str) -> Item:
    """The puzzle with a name, its question and what is expected of it."""
    if isinstance(source, Item):
        return source
    if isinstance(source, Case):
        return Item(source.puzzle, source.name, source.question, source.expected)
    if isinstance(source, Draw):
        puzzle = random_puzzle(source.kind, source.seed, size=source.size)
        question = Question(puzzle.default_question)
        return Item(puzzle, puzzle.title, question, repeat=source.repeat, seed=source.seed)
    return Item(source, source.title or name, Question(source.default_question))


def examine(source: Source, name: str, terms: Terms, shrink_seconds: float) -> Check:
    """Ask all methods about one puzzle; where they differ, shrink it and say who is wrong.

    What is drawn by a seed is asked with that seed, so that it can be repeated alone.

    Raises
    ------
    Interrupted
        Ctrl-C; its `answer` is the check so far.
    """
    item = as_item(source, name)
    _refuse_unknown(terms.methods, item.puzzle)
    if item.seed is not None:
        terms = replace(terms, seed=item.seed)
    outcome = check(item, terms)
    differs = outcome.disagreement
    if differs is None:
        return outcome
    try:
        less = shrink(outcome, terms, shrink_seconds) if shrink_seconds > 0 else outcome
        if less is not outcome:
            outcome.shrunk, outcome.why_shrunk = less.item.puzzle, less.reason
        if not differs.error:
            outcome.culprits = _culprits(outcome.smallest, differs.methods, terms)
    except KeyboardInterrupt:
        raise Interrupted(outcome) from None
    return outcome


def _culprits(puzzle: Puzzle, methods: Collection[str], terms: Terms) -> list[Culprit]:
    limit = min(terms.limit or 10.0, 10.0)
    if not terms.isolate:
        return who_is_wrong(puzzle, methods, limit)
    try:
        return isolated(lambda: who_is_wrong(puzzle, methods, limit), 20 * limit, MEMORY)
    except Died:
        return []


def _refuse_unknown(methods: Collection[str] | None, puzzle: Puzzle) -> None:
    names = [method.name for method in registry.methods_of(type(puzzle))]
    for name in methods or ():
        if name not in names:
            raise InputError(
                f"unknown method {name!r} for a {puzzle.kind}, expected one of {', '.join(names)}"
            )
