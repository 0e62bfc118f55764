"""Settings of the property tests: no deadlines (compilation is slow), the same cases in CI."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from cpmodels.kinds.registry import registry

collect_ignore = ["plugin_example"]  # installed by test_plugins, not imported here

# else each process that a test starts would compile all of our source anew
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# a shell starts background jobs with SIGINT ignored; the tests of Ctrl-C need it heard
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "default", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
# taken out of the environment: there commands isolate questions, which tests say where they want it
os.environ.setdefault("TEST_PROFILE", "ci" if os.environ.pop("CI", "") else "default")
settings.load_profile(os.environ["TEST_PROFILE"])


@pytest.fixture(autouse=True)
def methods_as_they_were() -> Iterator[None]:
    """What a test or a page registers is gone after it: the names in an example end with it."""
    before = registry.snapshot()
    yield
    registry.restore(before)
