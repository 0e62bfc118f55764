"""Kind: all that is known about one kind of puzzle, in one record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cpmodels.kinds.method import Method
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Kind"]

Table = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """One kind of puzzle. All but the puzzle may be left out; then there is none of it.

    A part may be named instead of given, ``lazy("package.module:name")``: its module is imported
    when the part is first used.

    Attributes
    ----------
    puzzle : type
        A subclass of `Puzzle` with a `kind` of its own.
    methods : iterable of Method
        What can answer it, the default one of each side first.
    read : callable
        From a TOML table (without its ``kind``) to the puzzle; raises `InputError`.
    write : callable
        From a puzzle to such a table.
    drawing : module or object
        Has ``text(puzzle, solution, colour=False)`` and ``canvas(puzzle, solution)``, and perhaps
        ``animated(puzzle, solution)``; the solution may be None.
    random : callable
        From a seed (and ``size=``, cells about) to a small puzzle, the same each time.
    generators : mapping of str to callable
        Makers of puzzles of any size, by the names that experiments know them by.
    facts : callable
        From a puzzle to what is known at once, as texts by name: sizes, bounds.
    certificates : callable
        From a puzzle to proofs that it has no solution, as texts.
    smaller : callable
        From a puzzle and a solution (or None) to smaller versions, the boldest first: see
        `cpmodels.crosschecking.smaller`.
    candidates : callable
        From a small puzzle to everything that has the form of a solution, whatever the rules say,
        in groups, of which the first that has a solution has the best: see
        `cpmodels.crosschecking.candidates`.
    size : callable
        From a puzzle to a number that says how large it is: its cells or options.
    classes : callable
        From a puzzle to the one whose solutions are those of it up to symmetry.
    restate : callable
        From an optimising puzzle and the value of its best solutions (None: not known, a lower
        bound will do) to the question for all solutions of that value, which is what a model is of.
    with_goal : callable
        From a puzzle and a goal as text to the puzzle with that goal.
    with_known : callable
        From a puzzle, the bytes of a file and its name to the puzzle of whose solution so much is
        known.
    pieces : callable
        From a puzzle that is solved by placing shapes to the tiling that names them.
    lengths : callable
        From a puzzle that asks for shortest paths to the least length that a path may have and the
        step from one possible length to the next (2 where all have one parity); None of others.
        `restate` gives the question for one length.
    painter : callable
        From a puzzle to its board on the page of `watch`, and a function from a solution to what
        changes on it: see `cpmodels.watch.painters`.
    replay : callable
        From a puzzle and a solution to the steps on that page that lead to it.
    audited : iterable
        Models to audit beside those that its methods declare: see `cpmodels.auditing.subjects`.
    tiny : callable
        A puzzle that every method answers at once, so that what is compiled is compiled.
    """

    puzzle: type[Puzzle]
    methods: Iterable[Method] = ()
    read: Callable[[Table], Puzzle] | None = None
    write: Callable[[Any], Table] | None = None
    drawing: Any = None
    random: Callable[..., Puzzle] | None = None
    generators: Mapping[str, Callable[..., Puzzle]] = field(default_factory=dict)
    facts: Callable[[Any], dict[str, str]] = lambda puzzle: {}
    certificates: Callable[[Any], list[str]] = lambda puzzle: []
    smaller: Callable[[Any, Any], Iterable[Puzzle]] = lambda puzzle, solution: ()
    candidates: Callable[[Any], Iterable[Iterable[Any]]] | None = None
    size: Callable[[Any], int | None] = lambda puzzle: None
    classes: Callable[[Any], Puzzle] | None = None
    restate: Callable[[Any, int | None], Puzzle] = lambda puzzle, best: puzzle
    with_goal: Callable[[Any, str], Puzzle] | None = None
    with_known: Callable[[Any, bytes, str], Puzzle] | None = None
    pieces: Callable[[Any], Any] | None = None
    lengths: Callable[[Any], tuple[int, int] | None] = lambda puzzle: None
    painter: Callable[[Any], tuple[Any, Callable[[Any], Any]]] | None = None
    replay: Callable[[Any, Any], list[Any]] = lambda puzzle, solution: []
    audited: Iterable[Any] = ()
    tiny: Callable[[], Puzzle] | None = None

    @property
    def name(self) -> str:
        """The word for it, in files and on the command line."""
        return self.puzzle.kind
