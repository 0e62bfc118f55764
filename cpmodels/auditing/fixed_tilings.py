"""The models of tilings that a symmetry fixes, as the audit sees them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cpmodels.auditing.known_solutions import Known
from cpmodels.auditing.same_solutions import differs
from cpmodels.auditing.subjects import Alter, Subject, Trial, building, leave_as_is
from cpmodels.models.fixed_tilings import fixed_model
from cpmodels.puzzles.symmetry import Symmetry, symmetries
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["SUBJECTS", "Fixed"]


@dataclass(frozen=True)
class Fixed(Subject):
    """The models of the tilings that a symmetry leaves as they are, one for each symmetry."""

    def refuses(self, case: Known) -> str | None:
        """Tilings without a symmetry."""
        return None if len(symmetries(_tiling(case))) > 1 else "no symmetry"

    def trial(
        self, case: Known, limit: float, without: Sequence[str] = (), alter: Alter = leave_as_is
    ) -> Trial:
        """The solutions must be those of the case that the symmetry does not change."""
        verdicts, models = [], []
        for symmetry in symmetries(_tiling(case))[1:]:
            with building(self.name):
                model = fixed_model(_tiling(case), symmetry, without=without)
            alter(model)
            invariant = {key for key in case.keys if _image(symmetry, key) == key}
            verdicts.append(differs(model, replace(case, keys=frozenset(invariant)), limit))
            models.append(model)
        known_ones = None if None in verdicts else False
        return Trial(True if True in verdicts else known_ones, models)


def _tiling(case: Known) -> Tiling:
    assert isinstance(case.puzzle, Tiling)
    return case.puzzle


def _image(symmetry: Symmetry, key: Any) -> Hashable:
    return frozenset(symmetry(Placement(*pair)) for pair in key)


SUBJECTS = [Fixed(Tiling.kind, "cp-sat, fixed by a symmetry")]
