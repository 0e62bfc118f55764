"""What an answer rests on besides the word of the method that gave it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

__all__ = ["Support", "beside"]


class Support(StrEnum):
    """In the order of the names; an answer may rest on several."""

    SOLUTION = "checked solution"  # all that it says is that there is one, or that there are two
    METHODS = "two methods"  # another method came to a conclusion, and none contradicts
    CERTIFICATE = "certificate"  # an argument that a person can follow: a parity, a colouring
    PROOF = "proof"  # a refutation that an independent checker accepted


def beside(supports: Iterable[Support]) -> str:
    """What is printed after "agree".

    Examples
    --------
    >>> beside([Support.METHODS, Support.PROOF])
    ', proved'
    """
    names = {Support.CERTIFICATE: ", certificate", Support.PROOF: ", proved"}
    present = set(supports)
    return "".join(name for support, name in names.items() if support in present)
