"""How many steps a compiled search may take before it lets Python look at the clock."""

from __future__ import annotations

import time

__all__ = ["adapt"]


def adapt(budget: int, began: float, least: int = 1000) -> int:
    """Return the next budget, given when (`time.perf_counter`) the last one began to be spent.

    Calls settle between 50 and 100 milliseconds. Not for a call that ended for other reasons
    than its budget: the next one might take for ever.
    """
    seconds = time.perf_counter() - began
    if seconds < 0.05:
        return 2 * budget
    return budget if seconds < 0.1 else max(least, budget // 2)
