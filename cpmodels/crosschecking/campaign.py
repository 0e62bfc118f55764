"""Crosscheck: many puzzles, one after the other, and what came of it all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cpmodels.answers.answer import Interrupted, Question
from cpmodels.crosschecking.check import QUESTIONS, Check, Terms
from cpmodels.crosschecking.cluster import examine_there
from cpmodels.crosschecking.examination import Source, examine
from cpmodels.engines.child import keeping, missing
from cpmodels.errors import ClusterLost, InputError
from cpmodels.formats import write_puzzle
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["CrossCheck", "command", "crosscheck"]

MOST_KEPT = 10_000  # checks of puzzles about which all agree; and of those left unknown


@dataclass
class CrossCheck:
    """What came of a crosscheck. True exactly when every puzzle's methods agree.

    Attributes
    ----------
    checks : list of Check
        Of a long campaign all that differ, and the first 10,000 that agree, and that are unknown.
    agreements, open : int
        Puzzles about which all agree, and about which fewer than two methods could say.
    tally : dict
        By kind and method: puzzles, answers, those left open, disagreements, seconds.
    interrupted : bool
        Whether Ctrl-C ended it before the last puzzle.
    lost : str
        Why a cluster could not be asked further; empty when it could.
    first_open : int
        The number, from 1, of the first puzzle that was not examined: all before it were.
    """

    checks: list[Check] = field(default_factory=list)
    agreements: int = 0
    open: int = 0
    tally: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    interrupted: bool = False
    lost: str = ""
    first_open: int = 1
    _ahead: set[int] = field(default_factory=set, repr=False)

    def note(self, number: int) -> None:
        """This puzzle was examined; on a cluster some come before others that went out earlier."""
        self._ahead.add(number)
        while self.first_open in self._ahead:
            self._ahead.remove(self.first_open)
            self.first_open += 1

    def add(self, check: Check) -> None:
        """Count one more check, and keep it unless it is one of very many that agree."""
        differs = check.disagreement
        self.agreements += check.agree is True
        self.open += check.agree is None and differs is None
        for name in {o.method for o in check.opinions} - {"expected"}:
            row = self.tally.setdefault((check.item.puzzle.kind, name), [0, 0, 0, 0, 0.0])
            own = [o for o in check.opinions if o.method == name]
            row[0] += 1
            row[1] += sum(o.conclusive for o in own)
            row[2] += sum(o.left_open for o in own)
            row[3] += differs is not None and name in differs.methods
            row[4] += sum(o.seconds for o in own)
        alike = self.agreements if check.agree else self.open
        if differs is not None or alike <= MOST_KEPT:
            self.checks.append(check)

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
    def to_prove(self) -> int:
        """How many puzzles were agreed on with nothing to show for it, and had to be proved."""
        return sum(each.to_prove for each in self.checks)

    @property
    def proved(self) -> int:
        """How many of these were."""
        return sum(each.proved is True for each in self.checks)

    @property
    def agree(self) -> bool | None:
        """False when something differs; None when something is unknown or failed; else True."""
        if self.disagreements:
            return False
        return None if self.errors or self.unknown or self.interrupted or self.lost else True

    def __bool__(self) -> bool:
        return self.agree is True


def crosscheck(
    puzzles: Puzzle | Iterable[Source],
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
    prove: bool = False,
    progress: Callable[[Check], None] | None = None,
    fail_fast: bool = False,
    cluster: Any = None,
    show_link: Callable[[str], None] = lambda address: None,
) -> CrossCheck:
    """Ask every method every question about every puzzle, and compare all that they say.

    Verdicts, counts, optima, uniqueness, and sets of solutions of up to `max_solutions` are
    compared; every solution goes through the puzzle's checker; a disagreement is shrunk, and so is
    an error of a method. A method that hits its limit neither agrees nor disagrees.

    Parameters
    ----------
    puzzles : Puzzle or iterable
        Puzzles, cases of the corpus, `Item` with names and expectations, or `Draw` for random
        puzzles, each of which can be repeated by its seed alone.
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
    prove : bool
        Whether what they agree on without a witness (none, few solutions, the best one) must be
        proved, too: see docs/proofs.md. What cannot be proved within the limit is unknown.
    progress : callable, optional
        Called with each check as it comes.
    fail_fast : bool
        Whether the first disagreement, or error of a method, ends it.
    cluster : str or distributed.Client, optional
        Whose workers check, and shrink what differs: see `cpmodels.cluster.client.connected`.
    show_link : callable
        Called with the address of Dask's dashboard, where there is a cluster.

    Raises
    ------
    InputError
        A method that a kind of puzzle here does not have; proofs without the extra "engines".

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> bool(crosscheck(Tiling.of("3x4", "trominoes"), limit=60))
    True
    """
    why = missing("pysat", "pyganak", "dratify") if prove else None
    if why is not None:
        raise InputError(f"a proof {why}")
    sources = [puzzles] if isinstance(puzzles, Puzzle) else puzzles
    to_ask = frozenset(Question(question) for question in questions)
    terms = Terms(methods, to_ask, limit, workers, seed, max_solutions, isolate, prove)
    result = CrossCheck()
    if cluster is None:
        stream = _examine_here(sources, terms, shrink_seconds)
    else:
        stream = examine_there(sources, terms, shrink_seconds, cluster, show_link)
    try:
        with keeping(), closing(stream):
            for number, outcome in stream:
                result.add(outcome)
                result.note(number)
                if outcome.disagreement is not None and folder is not None:
                    kind = outcome.item.puzzle.kind
                    _write_file(Path(folder) / f"disagreement-{number}-{kind}.toml", outcome)
                if progress is not None:
                    progress(outcome)
                if fail_fast and outcome.disagreement is not None:
                    break
    except Interrupted as stop:
        result.interrupted = True
        if isinstance(stop.answer, Check) and stop.answer.disagreement is not None:
            result.add(stop.answer)
    except KeyboardInterrupt:
        result.interrupted = True
    except ClusterLost as error:
        result.lost = str(error)
    return result


def _examine_here(
    sources: Iterable[Source], terms: Terms, shrink_seconds: float
) -> Generator[tuple[int, Check], None, None]:
    for number, source in enumerate(sources, 1):
        yield number, examine(source, f"puzzle {number}", terms, shrink_seconds)


def command(failure: Check) -> str:
    """The command that shows a disagreement again."""
    differs = failure.disagreement
    names = "" if differs is None else "".join(f" -m {name}" for name in differs.methods)
    return f"cpmodels crosscheck {failure.file or failure.item.repeat or 'FILE'}{names}"


def _write_file(path: Path, failure: Check) -> None:
    """The disagreement as a file that shows it alone, with what differs as its first lines."""
    reason = f"{failure.reason}; from {failure.item.name}"
    if failure.item.repeat:
        reason += f"\nit came of: cpmodels crosscheck {failure.item.repeat}"
    failure.file = str(path)
    text = "".join(f"# {line}\n" for line in (*reason.splitlines(), command(failure)))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + str(write_puzzle(failure.smallest, "toml")), encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", str(path)) from None
