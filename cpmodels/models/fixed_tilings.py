"""The tilings that a symmetry leaves as they are, as CP-SAT sees them."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels.models.model import Model, no_symmetries
from cpmodels.models.placements import placements
from cpmodels.models.tiling import tiling_model
from cpmodels.puzzles.symmetry import Symmetry
from cpmodels.puzzles.tiling import Tiling

__all__ = ["fixed_model"]


def fixed_model(puzzle: Tiling, symmetry: Symmetry, *, without: Sequence[str] = ()) -> Model:
    """The model of `tiling_model` with a group more, *fixed*: a placement is laid exactly when
    its image is. So the placements of an orbit are laid all or none.

    By Burnside's lemma the number of tilings up to symmetry is the mean, over all symmetries, of
    the number that each one fixes.

    Examples
    --------
    >>> from cpmodels.puzzles.symmetry import symmetries
    >>> puzzle = Tiling.of("2x3", "dominoes")
    >>> [model.groups[-1].size for model in (fixed_model(puzzle, s) for s in symmetries(puzzle))]
    [0, 6, 4, 6]
    """
    model = tiling_model(puzzle, without=without)
    model.name, model.symmetries = "tiling-fixed", no_symmetries
    ways = placements(puzzle)
    variables = dict(zip(ways, model.primary, strict=True))
    with model.group("fixed", about="a placement is laid exactly when its image is"):
        for placement in ways:
            image = symmetry(placement)
            if image != placement:
                model.cp.add_implication(variables[placement], variables[image])
    return model
