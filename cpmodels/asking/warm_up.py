"""Answer a tiny puzzle of each kind first, so that no time measured holds imports or compiling."""

from __future__ import annotations

from contextlib import nullcontext, suppress

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.asking.ask import ask
from cpmodels.kinds.registry import registry
from cpmodels.methods.kernels import compiled

__all__ = ["warm_up"]

_warm: set[tuple[str, str, str]] = set()


def warm_up(questions: frozenset[tuple[str, str, str]], *, compile: bool = False) -> None:
    """Ask each wanted (kind, method, question) once, where kind and method are of one package.

    With ``compile``, what methods by hand do in their kernels is compiled, too. A method that
    fails here fails again when it is asked in earnest, where it is noted.
    """
    cold = questions - _warm
    _warm.update(cold)
    for puzzle in (kind.tiny() for kind in registry.kinds() if kind.tiny is not None):
        for method in registry.methods_of(type(puzzle)):
            ours = _package(method) == _package(puzzle)
            for question in Question:
                if ours and (puzzle.kind, method.name, str(question)) in cold:
                    with suppress(Exception), compiled() if compile else nullcontext():
                        ask(question, puzzle, method.name, Run())


def _package(thing: object) -> str:
    return type(thing).__module__.partition(".")[0]
