"""lazy: something named by the module that has it, which is imported when it is first used."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

__all__ = ["Lazy", "cp_model", "lazy"]


class Lazy:
    """Stands for what is named: called, iterated over, or asked for its attributes."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._module: Any = None

    def load(self) -> Any:
        """What is named, its module imported."""
        module, _, name = self._path.partition(":")
        if self._module is None:
            self._module = importlib.import_module(module)
        return getattr(self._module, name) if name else self._module

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self.load()(*arguments, **keywords)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.load())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked by copy, pickle and doctest of everything
            raise AttributeError(name)
        return getattr(self.load(), name)

    def __repr__(self) -> str:
        return f"lazy({self._path!r})"


def lazy(path: str) -> Any:
    """What stands for ``module:name``, or for the module where no name is given.

    Examples
    --------
    >>> root = lazy("math:isqrt")
    >>> root, root(50)
    (lazy('math:isqrt'), 7)
    """
    return Lazy(path)


if TYPE_CHECKING:
    from ortools.sat.python import cp_model
else:
    cp_model = lazy("ortools.sat.python.cp_model")
    """The solver, whose import takes as long as many an answer by hand."""
