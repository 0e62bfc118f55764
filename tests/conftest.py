"""Settings of the property tests: no deadlines (compilation is slow), the same cases in CI."""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

collect_ignore = ["plugin_example"]  # installed by test_plugins, not imported here

# a shell starts background jobs with SIGINT ignored; the tests of Ctrl-C need it heard
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "default", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")
