"""Fields of a puzzle: of the right type however it is built, and not to be changed."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any, NoReturn, TypeVar

from cpmodels.errors import InputError

__all__ = ["FrozenDict", "check_texts", "freeze", "integers", "tuple_of"]

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict that refuses to be changed; pickles, and equals any dict with the same items.

    Examples
    --------
    >>> copies = FrozenDict(I=(0, 1), O=(1, 1))
    >>> hash(copies) == hash(FrozenDict(O=(1, 1), I=(0, 1)))
    True
    >>> copies["I"] = (5, 5)
    Traceback (most recent call last):
    TypeError: part of a puzzle, which cannot be changed
    """

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("part of a puzzle, which cannot be changed")

    __setitem__ = __delitem__ = _refuse
    pop = popitem = clear = update = setdefault = _refuse
    __ior__ = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)


def freeze(puzzle: object, **fields: Any) -> None:
    """Give fields of a frozen dataclass their settled form, from its `__post_init__`."""
    for name, value in fields.items():
        object.__setattr__(puzzle, name, value)


def check_texts(puzzle: object, *names: str) -> None:
    """Refuse fields that are no texts.

    Raises
    ------
    InputError
        One is none; it is named.
    """
    for name in names:
        if not isinstance(getattr(puzzle, name), str):
            raise InputError(f"{name} {getattr(puzzle, name)!r}, expected a text")


def tuple_of(kind: type[V], values: Any, what: str) -> tuple[V, ...]:
    """The values as a tuple, each of that class.

    Raises
    ------
    InputError
        One is not, or there is no sequence.

    Examples
    --------
    >>> tuple_of(str, ["a", "b"], "names")
    ('a', 'b')
    """
    listable = isinstance(values, Iterable) and not isinstance(values, str)
    sequence = tuple(values) if listable else None
    if sequence is None or not all(isinstance(value, kind) for value in sequence):
        raise InputError(f"{what} {values!r}, expected a sequence of {kind.__name__}")
    return sequence


def integers(values: Any, what: str) -> tuple[int, ...]:
    """The values as a tuple of integers, those of NumPy too.

    Raises
    ------
    InputError
        One is none, or there is no sequence.

    Examples
    --------
    >>> integers([3, 1], "start")
    (3, 1)
    """
    try:
        entries = tuple(values)
        if {bool, str} & set(map(type, entries)):
            raise TypeError
        return tuple(map(index, entries))
    except TypeError:
        raise InputError(f"{what} {values!r}, expected a sequence of integers") from None
