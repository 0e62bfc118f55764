"""Errors: bad input, a wrong solution, a method that failed, a cluster that is gone."""

from __future__ import annotations

import unicodedata

__all__ = [
    "ClusterLost",
    "InputError",
    "InputWarning",
    "MethodFailed",
    "Undecided",
    "WrongSolution",
    "plain",
]

MOST_LETTERS = 320
_TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def plain(text: str, allowed: str = "\n\t") -> str:
    r"""The text with control characters written as Python writes them, but for those `allowed`.

    So are those that turn the direction of writing, and make a line read as another one.

    Examples
    --------
    >>> plain("a\x1b[31m")
    'a\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        c if c in allowed or not (c in _TURNS or unicodedata.category(c) == "Cc") else repr(c)[1:-1]
        for c in text
    )


class InputError(ValueError):
    """Bad input. One line: what is wrong, where, and what was expected.

    Parameters
    ----------
    what : str
        What is wrong and what was expected.
    where : str, optional
        File, line, column or field, put in front.

    Examples
    --------
    >>> str(InputError("copies 3..1, expected a lower bound not above the upper", "board.toml"))
    'board.toml: copies 3..1, expected a lower bound not above the upper'
    """

    def __init__(self, what: str, where: str = "") -> None:
        what, where = plain(" ".join(what.splitlines())), plain(where, "")
        if len(what) > MOST_LETTERS:  # a word of the input may be as long as the file
            what = f"{what[: MOST_LETTERS // 2]} ... {what[-MOST_LETTERS // 2 :]}"
        super().__init__(f"{where}: {what}" if where else what)
        self.what = what
        self.where = where

    def at(self, where: str) -> InputError:
        """The same error, seen from further out: ``where`` goes in front of its place."""
        return InputError(self.what, f"{where}: {self.where}" if self.where else where)


class InputWarning(UserWarning):
    """Something in a file is not read, so that it is lost when the puzzle is written again."""


class WrongSolution(ValueError):
    """A solution breaks a rule of its puzzle; the text says which one and where."""


class Undecided(RuntimeError):
    """A yes or no was asked of an answer that was stopped before it knew."""


class ClusterLost(RuntimeError):
    """The scheduler or all its workers are gone; what was answered before is kept."""


class MethodFailed(Exception):
    """A method ended in an exception instead of an answer; `__cause__` is that exception.

    It is no RuntimeError: `contextlib` takes one that StopIteration caused for StopIteration.

    Examples
    --------
    >>> str(MethodFailed("dlx", ZeroDivisionError("division by zero")))
    'dlx failed: ZeroDivisionError: division by zero'
    """

    def __init__(self, method: str, error: BaseException) -> None:
        text = " ".join(plain(str(error)).split())
        super().__init__(f"{method} failed: {type(error).__name__}{f': {text}' if text else ''}")
        self.method = method
