"""Symmetry in a search for all tilings: one placement a class is tried, its images are counted.

An item that every tiling covers exactly once (a cell, or a shape of which there is one copy)
splits the tilings by the placement that covers it. A symmetry that keeps the item maps the tilings
with one of these placements one to one to the tilings with its image. So it is enough to search
with one placement of each orbit on the board, and to take each tiling for as many as the orbit is
long. The symmetries that keep this placement, too, may be used up by another item, and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from reference.tilings.polyomino import Bounds, Cell, Placement

__all__ = ["GAIN", "MOST", "Confinement", "Part"]

Array = np.ndarray[Any, np.dtype[Any]]

GAIN = 1.2
"""So many placements an orbit are a gain."""
MOST = 1 << 24
"""Cells times placements, beyond which nothing is split."""
IMAGES = 1 << 18
"""Symmetries times placements, beyond which symmetry is left alone."""


@dataclass(frozen=True)
class Part:
    """A part of the search: placements on the board beforehand, and the images to take.

    ``images`` are maps of placements, by number, a row each: its tilings and those that these make
    of them are the tilings of the part, once each. ``cells`` and ``placements`` are the images
    under the symmetries that keep each of the placements ``chosen``, and ``left`` the placements
    that may be added.
    """

    chosen: tuple[int, ...]
    images: Array
    cells: Array
    placements: Array
    left: Array


class Confinement:
    """The parts that a search for all tilings of a region falls into.

    Parameters
    ----------
    region, placed, copies
        As in `reference.tilings.polyomino.tiling_options`; the region sorted.
    maps
        What `reference.tilings.burnside.cell_symmetries` gives for it, the identity first.

    Examples
    --------
    >>> from reference.tilings.burnside import cell_symmetries
    >>> square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> bars = [("D", tuple(square[i] for i in pair)) for pair in [(0, 1), (0, 2), (1, 3), (2, 3)]]
    >>> parts = Confinement(square, bars, {}, cell_symmetries(square))
    >>> [(part.chosen, len(part.images)) for part in parts.split(parts.whole, GAIN)]
    [((0,), 2)]
    """

    def __init__(
        self,
        region: Sequence[Cell],
        placed: Sequence[Placement],
        copies: Mapping[str, Bounds],
        maps: Sequence[Mapping[Cell, Cell]],
    ) -> None:
        self.whole = Part((), np.arange(len(placed))[None], *np.zeros((3, 1, 0), np.int64))
        self._whole = not placed or len(region) * len(placed) > MOST
        self._placed = placed
        self._most = {name: high for name, (_, high) in copies.items() if high is not None}
        if self._whole:
            return
        number = {cell: i for i, cell in enumerate(region)}
        self._covers: Array = np.zeros((len(placed), len(region)), np.bool_)
        for k, (_, cells) in enumerate(placed):
            self._covers[k, [number[cell] for cell in cells]] = True
        self._shape = np.array([name for name, _ in placed])
        self._once = [name for name, pair in copies.items() if pair == (1, 1)]
        few = len(maps) * len(placed) <= IMAGES
        under = _images(region, placed, maps if few else maps[:1])
        self.whole = replace(self.whole, cells=under[0], placements=under[1])
        self.whole = replace(self.whole, left=self._beside(self.whole.images[0], ()))

    def split(self, part: Part, gain: float) -> list[Part]:
        """Split a part by the item with the fewest orbits; into nothing if none gains as much.

        A gain of 1 is none: then the items with few placements come first, which is worth it in
        long searches.
        """
        items = [] if self._whole else list(self._items(part, gain))
        if not items:
            return []
        best, firsts = min(items, key=lambda item: len(item[1]))
        cells, placements = part.cells[best], part.placements[best]
        parts = []
        for k in firsts.tolist():
            _, to = np.unique(placements[:, k], return_index=True)
            images = np.concatenate([outer[placements[to]] for outer in part.images])
            same = placements[:, k] == k
            chosen = (*part.chosen, k)
            left = self._beside(part.left, chosen)
            parts.append(Part(chosen, images, cells[same], placements[same], left))
        return parts

    def of(self, chosen: tuple[int, ...]) -> Part | None:
        """The part with these placements, without images; None where they do not go together."""
        shapes = Counter(self._placed[k][0] for k in chosen)
        cells = [cell for k in chosen for cell in self._placed[k][1]]
        if len(set(cells)) < len(cells) or any(
            number > self._most.get(name, number) for name, number in shapes.items()
        ):
            return None
        whole = self.whole
        if self._whole:
            return replace(whole, chosen=chosen)
        left = self._beside(whole.images[0], chosen)
        return Part(chosen, whole.images, whole.cells[:1], whole.placements[:1], left)

    def _items(self, part: Part, gain: float) -> Iterator[tuple[Array, Array]]:
        """Yield the items to be covered once more, and with such a gain.

        Each as the symmetries that keep it and the first placement of each orbit under them.
        """
        chosen, left = part.chosen, part.left
        used = set(self._shape[list(chosen)].tolist())
        covers = [self._shape[left] == name for name in self._once if name not in used]
        keeps = [np.ones(len(part.cells), np.bool_)] * len(covers)
        covered: Any = self._covers[list(chosen)].any(axis=0)
        fixed: Any = np.equal(part.cells, np.arange(len(covered)))
        least = 1 if gain <= 1 else 2
        for cell in np.flatnonzero((fixed.sum(axis=0) >= least) & ~covered):
            covers.append(self._covers[left, cell])
            keeps.append(fixed[:, cell])
        for cover, keep in zip(covers, keeps, strict=True):
            options = left[cover]
            firsts = options[part.placements[np.ix_(keep, options)].min(axis=0) == options]
            if len(firsts) * gain <= len(options):
                yield np.flatnonzero(keep), firsts

    def _beside(self, left: Array, chosen: tuple[int, ...]) -> Array:
        """Return the placements that still go with those chosen."""
        used = Counter(self._shape[list(chosen)].tolist())
        full = [name for name, most in self._most.items() if used[name] >= most]
        covered: Any = self._covers[list(chosen)].any(axis=0)
        free: Any = ~self._covers[left][:, covered].any(axis=1)
        rest: Array = left[free & ~np.isin(self._shape[left], full)]
        return rest


def _images(
    region: Sequence[Cell], placed: Sequence[Placement], maps: Sequence[Mapping[Cell, Cell]]
) -> tuple[Array, Array]:
    """Return the images of cells and of placements, by number, a row each symmetry.

    A map that makes no placement, or one of another shape, of some placement is left out.
    """
    number = {cell: i for i, cell in enumerate(region)}
    place = {each: k for k, each in enumerate(placed)}
    cells, images = [], []
    for to in maps:
        row = [place.get((s, tuple(sorted(to[cell] for cell in cs))), -1) for s, cs in placed]
        if -1 not in row:
            cells.append([number[to[cell]] for cell in region])
            images.append(row)
    return np.array(cells), np.array(images)
