"""Crosscheck: many puzzles, one after the other, and what came of it all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from cpmodels.answers.answer import Interrupted, Question
from cpmodels.asking.process import Died, isolated
from cpmodels.corpus import Case
from cpmodels.crosschecking.check import QUESTIONS, Check, Item, Terms, check
from cpmodels.crosschecking.culprit import Culprit, who_is_wrong
from cpmodels.crosschecking.shrink import shrink
from cpmodels.engines.child import MEMORY, keeping
from cpmodels.errors import InputError
from cpmodels.formats import write_puzzle
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["CrossCheck", "as_item", "command", "crosscheck"]


@dataclass
class CrossCheck:
    """What came of a crosscheck. True exactly when every puzzle's methods agree.

    Attributes
    ----------
    checks : list of Check
    interrupted : bool
        Whether Ctrl-C ended it before the last puzzle.
    """

    checks: list[Check] = field(default_factory=list)
    interrupted: bool = False

    @property
    def disagreements(self) -> list[Check]:
        """The puzzles about which some methods cannot all be right."""
        return [each for each in self.checks if each.agree is False]

    @property
    def errors(self) -> list[Check]:
        """The puzzles about which a method ended in an error, and nothing else differs."""
        return [each for each in self.checks if each.failed]

    @property
    def unknown(self) -> list[Check]:
        """The puzzles about which fewer than two methods could say."""
        return [each for each in self.checks if each.agree is None and not each.failed]

    @property
    def agree(self) -> bool | None:
        """False when something differs; None when something is unknown or failed; else True."""
        if self.disagreements:
            return False
        return None if self.errors or self.unknown or self.interrupted else True

    def __bool__(self) -> bool:
        return self.agree is True


def crosscheck(
    puzzles: Puzzle | Iterable[Puzzle | Case | Item],
    *,
    methods: Collection[str] | None = None,
    questions: Collection[Question | str] = QUESTIONS,
    limit: float | None = 10.0,
    workers: int = 1,
    seed: int = 0,
    max_solutions: int = 2000,
    shrink_seconds: float = 30.0,
    folder: str | Path | None = None,
    isolate: bool = False,
    progress: Callable[[Check], None] | None = None,
) -> CrossCheck:
    """Ask every method every question about every puzzle, and compare all that they say.

    Verdicts, counts, optima, uniqueness, and sets of solutions of up to `max_solutions` are
    compared; every solution goes through the puzzle's checker; a disagreement is shrunk, and so is
    an error of a method. A method that hits its limit neither agrees nor disagrees.

    Parameters
    ----------
    puzzles : Puzzle or iterable
        Puzzles, cases of the corpus, or `Item` with names and expectations.
    methods : collection of str, optional
        Only these; each must be one for every kind of puzzle here.
    limit : float or None
        Seconds for each method and question.
    shrink_seconds : float
        Time to look for a smaller disagreement, for each one found; 0 for none.
    folder : path, optional
        Where disagreements are written, a TOML file each; `Check.file` has its name.
    isolate : bool
        Whether each question is asked in a process of its own: one that crashes, does not stop or
        takes all memory is then an error of its method.
    progress : callable, optional
        Called with each check as it comes.

    Raises
    ------
    InputError
        A method that a kind of puzzle here does not have.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> bool(crosscheck(Tiling.of("3x4", "trominoes"), limit=60))
    True
    """
    single = [puzzles] if isinstance(puzzles, Puzzle) else puzzles
    to_ask = frozenset(Question(question) for question in questions)
    terms = Terms(methods, to_ask, limit, workers, seed, max_solutions, isolate)
    result = CrossCheck()
    try:
        with keeping():
            for number, puzzle in enumerate(single, 1):
                item = as_item(puzzle, f"puzzle {number}")
                _refuse_unknown(methods, item.puzzle)
                outcome = check(item, terms)
                result.checks.append(outcome)
                if outcome.disagreement is not None:
                    _follow_up(outcome, terms, shrink_seconds, folder, number)
                if progress is not None:
                    progress(outcome)
    except Interrupted as stop:
        result.interrupted = True
        if isinstance(stop.answer, Check) and stop.answer.disagreement is not None:
            result.checks.append(stop.answer)
    except KeyboardInterrupt:
        result.interrupted = True
    return result


def as_item(puzzle: Puzzle | Case | Item, name: str) -> Item:
    """The puzzle with a name, its question and what is expected of it."""
    if isinstance(puzzle, Item):
        return puzzle
    if isinstance(puzzle, Case):
        return Item(puzzle.puzzle, puzzle.name, puzzle.question, puzzle.expected)
    return Item(puzzle, puzzle.title or name, Question(puzzle.asked))


def command(failure: Check) -> str:
    """The command that shows a disagreement again."""
    differs = failure.disagreement
    names = "" if differs is None else "".join(f" -m {name}" for name in differs.methods)
    return f"cpmodels crosscheck {failure.file or 'FILE'}{names}"


def _follow_up(
    failure: Check, terms: Terms, seconds: float, folder: str | Path | None, number: int
) -> None:
    less = shrink(failure, terms, seconds) if seconds > 0 else failure
    if less is not failure:
        failure.shrunk, failure.why_shrunk = less.item.puzzle, less.reason
    differs = failure.disagreement
    if differs is not None and not differs.error:
        failure.culprits = _culprits(failure.smallest, differs.methods, terms)
    if folder is not None:
        path = Path(folder) / f"disagreement-{number}-{failure.item.puzzle.kind}.toml"
        _write_file(path, failure)


def _culprits(puzzle: Puzzle, methods: Collection[str], terms: Terms) -> list[Culprit]:
    limit = min(terms.limit or 10.0, 10.0)
    if not terms.isolate:
        return who_is_wrong(puzzle, methods, limit)
    try:
        return isolated(lambda: who_is_wrong(puzzle, methods, limit), 20 * limit, MEMORY)
    except Died:
        return []


def _write_file(path: Path, failure: Check) -> None:
    """The disagreement as a file that shows it alone, with what differs as its first lines."""
    reason = f"{failure.reason}; from {failure.item.name}"
    failure.file = str(path)
    text = "".join(f"# {line}\n" for line in (*reason.splitlines(), command(failure)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + str(write_puzzle(failure.smallest, "toml")), encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", str(path)) from None


def _refuse_unknown(methods: Collection[str] | None, puzzle: Puzzle) -> None:
    names = [method.name for method in registry.methods_of(type(puzzle))]
    for name in methods or ():
        if name not in names:
            raise InputError(
                f"unknown method {name!r} for a {puzzle.kind}, expected one of {', '.join(names)}"
            )
