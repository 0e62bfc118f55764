"""The kind `trouble` is known in the tests of this folder, and in no others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cpmodels.kinds.registry import register, registry

_before = registry.snapshot()
from tests.experiments import trouble  # noqa: E402  it registers its kind, as a plugin would

registry.restore(_before)


@pytest.fixture(autouse=True, scope="module")
def trouble_is_known() -> Iterator[None]:
    before = registry.snapshot()
    register(trouble.KIND)
    yield
    registry.restore(before)
