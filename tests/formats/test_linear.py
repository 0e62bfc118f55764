"""Reading takes time in proportion to the size of a file, whatever fills it."""

from __future__ import annotations

import contextlib
import time

import pytest

from cpmodels.errors import InputError
from cpmodels.formats import FORMATS, parse_puzzles

FILLINGS = ["\n", " ", "a = 1;\n", "/*", "/* */", "1\n", "rows\n"]


def cost(text: str, format: str | None) -> float:
    """CPU seconds to read or to refuse it, the least of three."""
    times = []
    for _ in range(3):
        begin = time.process_time()
        with contextlib.suppress(InputError):
            parse_puzzles(text, "filled", format)
        times.append(time.process_time() - begin)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize("filling", FILLINGS)
@pytest.mark.parametrize("format", [None, *(known.name for known in FORMATS)])
def test_sixteen_times_the_filling_takes_no_hundred_times_as_long(
    format: str | None, filling: str
) -> None:
    small, large = (filling * size + "x" for size in (2_000, 32_000))
    assert cost(large, format) < 100 * max(cost(small, format), 1e-4)
