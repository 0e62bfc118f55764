"""Cubes: a model's search space cut into parts that share no solution and leave none out.

CP-SAT loses solutions when it enumerates with several workers, so counting in parallel means one
single-worker search a cube. A cube holds some literals true. It is split by a constraint that
says "exactly one of these": one part for each literal; or else by a variable, on and off. Either
way every solution of the cube is in exactly one part, whatever the split: only its evenness is
a matter of judgement. Parts that propagation alone refutes are dropped.

Where the model states symmetries (permutations of its primary variables that map solutions to
solutions), and some "exactly one of these" is mapped onto itself by all of them, the parts of
that first split fall into classes. A symmetry that takes literal a to literal b takes the
solutions with a to those with b, one to one; so one part of each class is searched, and weighs as
many as there are in the class. That holds for counts only, and each symmetry is checked against
the constraints before it is trusted.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from cpmodels.answers.run import check_time
from cpmodels.kinds.splitting import WHOLE, Cube
from cpmodels.lazy import cp_model
from cpmodels.models.model import Model

__all__ = ["Space", "restrict", "split"]

PARTS = 24  # cubes for each worker: enough to end together, few enough to start cheaply


def split(model: Model, workers: int, *, classes: bool = False) -> list[Cube]:
    """Disjoint cubes that hold every solution, the largest first.

    Parameters
    ----------
    workers : int
        How many will work on them; with one, the cubes are those of the symmetries alone.
    classes : bool
        Whether one cube may stand for others that have as many solutions.

    Examples
    --------
    >>> model = Model("one of three")
    >>> bits = [model.boolean() for _ in range(3)]
    >>> _ = model.cp.add_exactly_one(bits)
    >>> sorted(cube.decisions for cube in split(model, 2))
    [(0,), (1,), (2,)]
    >>> model.symmetries = lambda: [[0, 1, 2], [2, 1, 0]]
    >>> sorted((cube.decisions, cube.weight) for cube in split(model, 2, classes=True))
    [((0,), 2), ((1,), 1)]
    """
    space = Space(model)
    heap: list[tuple[float, tuple[int, ...], Cube]] = []
    done: list[Cube] = []

    def keep(cubes: Iterable[Cube]) -> None:
        for cube in cubes:
            size = space.size(cube)
            if size is not None:
                heapq.heappush(heap, (-size, cube.decisions, cube))

    keep((space.classes() if classes else None) or [WHOLE])
    while heap and workers > 1 and len(heap) + len(done) < PARTS * workers:
        cube = heapq.heappop(heap)[-1]
        parts = space.parts(cube)
        if parts is None:
            done.append(cube)  # nothing is left open in it
        else:
            keep(parts)
    return [cube for _, _, cube in sorted(heap)] + done


def restrict(cp: cp_model.CpModel, cube: Cube) -> cp_model.CpModel:
    """A copy of the model with the literals of the cube true."""
    if not cube.decisions:
        return cp
    copy = cp.clone()
    copy.proto.constraints.add().bool_and.literals.extend(cube.decisions)
    return copy


class Space:
    """What a model says in "exactly one" and "at most one" constraints, and what follows.

    Parameters
    ----------
    classes : bool
        Whether one part of the whole may stand for others that have as many solutions.
    """

    def __init__(self, model: Model, *, classes: bool = False) -> None:
        self.model, self._by_class = model, classes
        self.exactly: list[tuple[int, ...]] = []
        self.most: list[tuple[int, ...]] = []
        for constraint in model.cp.proto.constraints:
            check_time()
            if len(constraint.enforcement_literal):
                continue
            if constraint.has_exactly_one():
                self.exactly.append(tuple(constraint.exactly_one.literals))
            elif constraint.has_at_most_one():
                self.most.append(tuple(constraint.at_most_one.literals))
        domains = (tuple(model.cp.proto.variables[v.index].domain) for v in model.primary)
        self.free = [
            v.index for v, domain in zip(model.primary, domains, strict=True) if domain == (0, 1)
        ]
        self._groups: dict[int, list[tuple[int, ...]]] = {}
        for group in (*self.exactly, *self.most):
            for literal in group:
                self._groups.setdefault(literal, []).append(group)

    def fixed(self, cube: Cube) -> dict[int, bool] | None:
        """The literals known in the cube; None when it holds no solution."""
        known: dict[int, bool] = {}
        todo = list(cube.decisions)
        while todo:
            check_time()
            literal = todo.pop()
            if known.get(literal) is False:
                return None
            if literal in known:
                continue
            known[literal], known[-literal - 1] = True, False
            for group in self._groups.get(literal, ()):
                todo += (-other - 1 for other in group if other != literal)
        return known

    def open_items(self, cube: Cube) -> Iterable[list[int]] | None:
        """The literals left in each "exactly one" that is not met; None when one has none."""
        known = self.fixed(cube)
        if known is None:
            return None
        items = []
        for group in self.exactly:
            check_time()
            if not any(known.get(literal) for literal in group):
                items.append([literal for literal in group if literal not in known])
                if not items[-1]:
                    return None
        return items

    def size(self, cube: Cube) -> float | None:
        """A guess at how much work a cube is; None when it holds no solution."""
        items = self.open_items(cube)
        if items is None:
            return None
        if self.exactly:
            return sum(math.log2(len(item)) for item in items)
        return float(len(self.free) - len(cube.decisions))

    def parts(self, cube: Cube) -> list[Cube] | None:
        """The cube split in two or more, or by class; None when nothing is left open."""
        if cube == WHOLE and self._by_class and (firsts := self.classes()):
            return firsts
        items = self.open_items(cube) or ()
        item = min((item for item in items if len(item) > 1), key=len, default=None)
        if item is None:
            known = self.fixed(cube) or {}
            free = next((index for index in self.free if index not in known), None)
            item = None if free is None else [free, -free - 1]
        if item is None:
            return None
        return [Cube((*cube.decisions, literal), cube.weight) for literal in item]

    def classes(self) -> list[Cube] | None:
        """One cube for each class of literals of the invariant "exactly one" with the fewest."""
        primary = [variable.index for variable in self.model.primary]
        maps = [
            {a: primary[b] for a, b in zip(primary, permutation, strict=True)}
            for permutation in self.model.symmetries()
        ]
        check_time()
        if len(maps) < 2 or not _are_symmetries(self.model, maps):
            return None
        choices = []
        for item in self.exactly:
            check_time()
            if all({mapping.get(a) for a in item} == set(item) for mapping in maps):
                classes = Counter(min(mapping[literal] for mapping in maps) for literal in item)
                choices.append(classes)
        if not choices:
            return None
        best = min(
            choices, key=lambda classes: (len(classes) / max(1, classes.total()), len(classes))
        )
        return [Cube((first,), weight) for first, weight in sorted(best.items())]


def _are_symmetries(model: Model, maps: Sequence[Mapping[int, int]]) -> bool:
    """Whether each renaming of the variables leaves the constraints as they are, all together."""
    originals: Counter[_Plain] = Counter()
    for constraint in model.cp.proto.constraints:
        check_time()
        plain = _plain(constraint)
        if plain is None:
            return False
        originals[plain] += 1
    return all(_stays(originals, mapping) for mapping in maps)


def _stays(originals: Counter[_Plain], mapping: Mapping[int, int]) -> bool:
    """Whether the constraints are the same after renaming; never where one is not primary."""
    image: Counter[_Plain] = Counter()
    try:
        for (kind, terms, domain), times in originals.items():
            check_time()
            moved = ((mapping[a] if a >= 0 else -mapping[-a - 1] - 1, c) for a, c in terms)
            image[kind, tuple(sorted(moved)), domain] += times
    except KeyError:
        return False
    return image == originals


_Plain = tuple[str, tuple[tuple[int, int], ...], tuple[int, ...]]
"""A constraint: its kind, its literals or variables with coefficients, sorted, and its domain."""


def _plain(constraint: cp_model.Constraint) -> _Plain | None:
    """A constraint as plain data; None for a kind that is not looked into."""
    if len(constraint.enforcement_literal):
        return None
    if constraint.has_linear():
        linear = constraint.linear
        terms = zip(linear.vars, linear.coeffs, strict=True)
        return "linear", tuple(sorted(terms)), tuple(linear.domain)
    for kind in ("exactly_one", "at_most_one", "bool_or"):
        if getattr(constraint, f"has_{kind}")():
            literals = getattr(constraint, kind).literals
            return kind, tuple(sorted((literal, 1) for literal in literals)), ()
    return None if str(constraint).strip() else ("nothing", (), ())
