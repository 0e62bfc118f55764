"""Ground truth: algorithms written by hand, on plain data, one topic a module.

Nothing in here knows of cpmodels or of a constraint solver: that independence is what makes
an agreement between the two sides mean something.
"""

from __future__ import annotations

__all__: list[str] = []
