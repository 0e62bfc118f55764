"""Cross-validation: ask every method, compare all that they say, shrink what differs."""

from __future__ import annotations

from cpmodels.crosschecking.campaign import CrossCheck, crosscheck
from cpmodels.crosschecking.check import Check, Disagreement, Item, Terms, check
from cpmodels.crosschecking.shrink import shrink
from cpmodels.crosschecking.smaller import smaller

__all__ = [
    "Check",
    "CrossCheck",
    "Disagreement",
    "Item",
    "Terms",
    "check",
    "crosscheck",
    "shrink",
    "smaller",
]
