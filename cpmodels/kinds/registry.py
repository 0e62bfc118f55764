"""The registry: the kinds of puzzle that there are, and the methods that answer them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.errors import InputError, MethodFailed
from cpmodels.kinds import builtin
from cpmodels.kinds.kind import Kind
from cpmodels.kinds.method import Method
from cpmodels.kinds.plugins import load_plugins
from cpmodels.lazy import lazy
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Registry", "classes_of", "methods", "refusal", "register", "registry"]


class Registry:
    """Kinds of puzzle by name, and methods beside those that a kind names itself.

    Parameters
    ----------
    kinds : iterable of Kind
        Known from the start.
    plugins : callable
        Called at the first look, for the kinds and methods of other packages.
    more : callable
        From all methods of a kind to those that they give rise to: other engines on their models.

    Examples
    --------
    >>> from cpmodels.puzzles.tiling import Tiling
    >>> little = Registry([Kind(Tiling, size=lambda puzzle: len(puzzle.region))])
    >>> [kind.name for kind in little.kinds()], little.methods_of(Tiling)
    (['tiling'], [])
    """

    def __init__(
        self,
        kinds: Iterable[Kind] = (),
        plugins: Callable[[], Iterable[Kind | Method]] = lambda: (),
        more: Callable[[list[Method]], Iterable[Method]] = lambda methods: (),
    ) -> None:
        self._kinds: dict[str, Kind] = {}
        self._methods: dict[tuple[str, type[Puzzle]], Method] = {}
        self._plugins: Callable[[], Iterable[Kind | Method]] | None = plugins
        self._more = more
        self.register(*kinds)

    def register(self, *new: Kind | Method) -> None:
        """Make kinds and methods known; one of the same name takes the old one's place."""
        for one in new:
            if isinstance(one, Kind):
                self._kinds[one.name] = one
            elif isinstance(one, Method):
                _add(self._methods, one)
            else:
                raise InputError(f"{one!r}, expected a Kind or a Method to register")

    def snapshot(self) -> Any:
        """All that is known, to be handed to `restore`."""
        self._load()
        return dict(self._kinds), dict(self._methods)

    def restore(self, before: Any) -> None:
        """Know what was known at the time of a snapshot, no more."""
        kinds, methods = before
        self._kinds, self._methods = dict(kinds), dict(methods)

    def kinds(self) -> list[Kind]:
        """All kinds, those of this package first."""
        self._load()
        return list(self._kinds.values())

    def random_kinds(self) -> list[str]:
        """Names of the kinds that there are random puzzles of."""
        return [kind.name for kind in self.kinds() if kind.random is not None]

    def kind_of(self, puzzle: Puzzle) -> Kind:
        """What is known about the puzzle's kind; nothing, where it was not registered."""
        self._load()
        return self._kinds.get(puzzle.kind) or Kind(type(puzzle))

    def find_kind(self, name: Any) -> Kind:
        """The kind of that name.

        Raises
        ------
        InputError
            There is none.
        """
        for kind in self.kinds():
            if kind.name == name:
                return kind
        names = ", ".join(kind.name for kind in self.kinds())
        raise InputError(f"kind {name!r}, expected one of {names}")

    def methods_of(self, puzzle: type[Puzzle]) -> list[Method]:
        """All methods for a kind of puzzle: models, hand, engines, in order of registration."""
        methods = self._without_more(puzzle)
        for method in self._more(list(methods.values())):
            methods.setdefault((method.name, method.puzzle), method)
        return _by_side(methods.values())

    def _without_more(self, puzzle: type[Puzzle]) -> dict[tuple[str, type[Puzzle]], Method]:
        methods: dict[tuple[str, type[Puzzle]], Method] = {}
        own = (method for kind in self.kinds() if issubclass(puzzle, kind.puzzle)
               for method in kind.methods)  # fmt: skip
        for method in (*own, *self._methods.values()):
            if issubclass(puzzle, method.puzzle):
                _add(methods, method)
        return methods

    def find_method(
        self, puzzle: Puzzle, name: str | None, question: Question, within: float | None = None
    ) -> Method:
        """The method of that name, or the default one (the first) for None.

        `within` is as in `Limits`.

        Raises
        ------
        InputError
            No method of that name, or one that cannot answer this; with its reason.
        """
        if not isinstance(puzzle, Puzzle):
            raise InputError(f"{puzzle!r}, expected a puzzle")
        candidates = _by_side(self._without_more(type(puzzle)).values())
        if all(one.name != name for one in candidates):  # else other engines are not imported
            candidates = self.methods_of(type(puzzle))
        if name is None:
            able = [one for one in candidates if one.tolerance <= (within or 1)]
            able.sort(key=lambda one: (-one.tolerance, question not in one.preferred))
            for method in able:
                if refusal(method, puzzle, question) is None:
                    return method
            raise InputError(f"no method answers {question} for this {puzzle.kind}")
        for method in candidates:
            if method.name == name:
                reason = refusal(method, puzzle, question)
                if reason is not None:
                    raise InputError(f"method {name} cannot answer {question} here: {reason}")
                return method
        names = ", ".join(m.name for m in candidates) or "none"
        raise InputError(f"unknown method {name!r} for a {puzzle.kind}, expected one of {names}")

    def _load(self) -> None:
        if self._plugins is not None:
            plugins, self._plugins = self._plugins, None  # they may look here while they load
            self.register(*plugins())


_SIDES = {"model": 0, "hand": 1}  # and other engines last: they are asked when they are named


def _by_side(methods: Iterable[Method]) -> list[Method]:
    return sorted(methods, key=lambda method: _SIDES.get(method.side, len(_SIDES)))


def _add(methods: dict[tuple[str, type[Puzzle]], Method], new: Method) -> None:
    """Behind all others, in place of one of the same name for the same puzzle."""
    methods.pop((new.name, new.puzzle), None)
    methods[new.name, new.puzzle] = new


registry = Registry(builtin.KINDS, load_plugins, lazy("cpmodels.methods.by_clauses:by_clauses"))
"""The one that all commands and questions look into."""


def register(*new: Kind | Method) -> None:
    """Make kinds of puzzle and methods known to everything that this package does.

    One of the same name (for a method: and the same puzzle) takes the old one's place.
    """
    registry.register(*new)


def methods(
    puzzle: Puzzle, question: Question | str | None = None, *, every: bool = False
) -> list[str]:
    """Names of the methods that can answer the question about this puzzle, models first.

    Parameters
    ----------
    question : str, optional
        What `compare` asks about such a puzzle, if it is left out.
    every : bool
        Variants too, which `compare` leaves out unless they are named.
    """
    to_ask = Question(question or puzzle.default_question)
    return [
        method.name
        for method in registry.methods_of(type(puzzle))
        if (every or method.default) and not _surely_refuses(method, puzzle, to_ask)
    ]


def refusal(method: Method, puzzle: Puzzle, question: Question) -> str | None:
    """Why the method cannot answer this; None when it can.

    Raises
    ------
    MethodFailed
        It ended in an exception instead of saying.
    """
    try:
        return method.refuses(puzzle, question)
    except (Exception, SystemExit) as error:
        raise MethodFailed(method.name, error) from error


def classes_of(puzzle: Puzzle) -> Puzzle:
    """The puzzle whose solutions are those of this one up to symmetry.

    Raises
    ------
    InputError
        Nothing is known of symmetries of such a puzzle.
    """
    classes = registry.kind_of(puzzle).classes
    if classes is None:
        able = " or ".join(kind.name for kind in registry.kinds() if kind.classes is not None)
        raise InputError(f"a {puzzle.kind} up to symmetry, expected a {able}")
    return classes(puzzle)


def _surely_refuses(method: Method, puzzle: Puzzle, question: Question) -> bool:
    """A method whose `refuses` fails is asked all the same, so that its error is reported."""
    try:
        return refusal(method, puzzle, question) is not None
    except MethodFailed:
        return False
