"""Plugins: packages that add kinds of puzzle, or methods, without a change to this one.

A package names a module in the entry point group ``cpmodels.methods``; the module has a list
``KINDS``, a list ``METHODS`` (for kinds that are there already), or both. It is imported before
the first question, file or picture. See docs/extending.md, and tests/plugin_example.
"""

from __future__ import annotations

import warnings
from importlib.metadata import EntryPoint, entry_points

from cpmodels.kinds.kind import Kind
from cpmodels.kinds.method import Method

__all__ = ["GROUP", "load_plugins"]

GROUP = "cpmodels.methods"


def load_plugins() -> list[Kind | Method]:
    """What all plugins add; one that fails is left out with a warning that names it."""
    parts: list[Kind | Method] = []
    for point in entry_points(group=GROUP):
        try:
            parts += _load(point)
        except (Exception, SystemExit) as failure:
            warnings.warn(
                f"plugin {point.value} is left out: {type(failure).__name__}: {failure}",
                RuntimeWarning,
                stacklevel=2,
            )
    return parts


def _load(point: EntryPoint) -> list[Kind | Method]:
    module = point.load()
    new = [*getattr(module, "KINDS", ()), *getattr(module, "METHODS", ())]
    for one in new:
        if not isinstance(one, Kind | Method):
            raise TypeError(f"{one!r}, expected a Kind or a Method")
    return new
