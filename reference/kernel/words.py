"""Sets as the bits of a machine word."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.kernel.kernels import part

__all__ = ["ones"]

ZERO, ONE = np.uint64(0), np.uint64(1)


@part
def ones(word: Any) -> Any:
    """Count the bits set in a word, both ``np.uint64``; one instruction when it is compiled.

    >>> ones(np.uint64(0b1011))
    np.uint64(3)
    """
    number = ZERO
    while word != ZERO:
        word &= word - ONE
        number += ONE
    return number
