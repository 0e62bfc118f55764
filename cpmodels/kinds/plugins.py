"""Plugins: packages that add methods, or kinds of puzzle, without a change to this one.

A package names a module in the entry point group ``cpmodels.methods``; the module has a list
``METHODS``, and may call `cpmodels.register_kind` for a kind of its own. It is imported before
the first question, file or picture. See docs/extending.md, and tests/plugin_example.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib.metadata import EntryPoint, entry_points

__all__ = ["GROUP", "load_plugins"]

GROUP = "cpmodels.methods"


@cache
def load_plugins() -> None:
    """Load every plugin once; one that fails is left out with a warning that names it."""
    for point in entry_points(group=GROUP):
        try:
            _load(point)
        except Exception as failure:
            warnings.warn(
                f"plugin {point.value} is left out: {type(failure).__name__}: {failure}",
                RuntimeWarning,
                stacklevel=2,
            )


def _load(point: EntryPoint) -> None:
    from cpmodels.methods.method import register

    register(*point.load().METHODS)
