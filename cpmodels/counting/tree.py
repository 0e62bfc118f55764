"""The tree of a count: cubes that are open, counted, or split into smaller ones; and its estimate.

The total is the sum over the leaves, and known when all of them are counted. Until then it is
estimated as Knuth (1975) estimates the size of a search tree: of the parts of a cube some are
known, and the others are taken to be like them. Parts are counted in random order, so that the
known ones are a sample without replacement, which says how far off the estimate may be (Cochran,
Sampling Techniques, ch. 2 and 10: each stage adds its own variance). Of one known part alone the
spread is taken to be as large as its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt

from cpmodels.kinds.splitting import WHOLE, Cube

__all__ = ["Node", "Standing", "Tree"]


@dataclass(eq=False)
class Node:
    """One cube: `count` once it is counted, `parts` once it is split, neither while it is open.

    `share` is its share of the tree, as if parts were equal; `seconds` what its count took.
    """

    cube: Cube
    share: float
    parts: list[Node] | None = None
    count: int | None = None
    seconds: float = 0.0

    @property
    def open(self) -> bool:
        """Whether it is neither counted nor split."""
        return self.parts is None and self.count is None


@dataclass(frozen=True)
class Standing:
    """How far a count is.

    Attributes
    ----------
    done, cubes, split : int
        Cubes counted, of how many, and how many were split into these.
    share : float
        Of the tree, as if the parts of a cube were equal: 0 to 1.
    counted : int
        Solutions so far.
    estimate, error : float
        Of all solutions, and its standard error; infinite where nothing says how sure it is.
    seconds : float
        What the cubes that are left may take, of one thread.
    """

    done: int
    cubes: int
    split: int
    share: float
    counted: int
    estimate: float
    error: float
    seconds: float

    def __str__(self) -> str:
        text = f"{self.share:.1%}, {self.done:,} of {self.cubes:,} cubes"
        if self.share < 1 and self.done:
            sure = "" if self.error == inf else f" ± {self.error:,.0f}"
            text += f"; {self.counted:,} so far, about {self.estimate:,.0f}{sure} in all"
        return text


class Tree:
    """The cubes of one count, each known by its text.

    Examples
    --------
    >>> tree = Tree()
    >>> [str(node.cube) for node in tree.split("all", [Cube((1,)), Cube((2,), 3)])]
    ['1', '2']
    >>> tree.finish("2", 5, 0.1), tree.finish("2", 5, 0.1), tree.total()
    (True, False, None)
    >>> tree.finish("1", 4, 0.1), tree.total()
    (True, 19)
    """

    def __init__(self) -> None:
        self.root = Node(WHOLE, 1.0)
        self.nodes = {str(WHOLE): self.root}
        self.done = self.counted = self.splits = 0
        self.share = 0.0

    def __getitem__(self, name: str) -> Node:
        return self.nodes[name]

    def finish(self, name: str, count: int, seconds: float) -> bool:
        """Take the count of a cube; False where the cube is not open, and nothing changes."""
        node = self.nodes.get(name)
        if node is None or not node.open:
            return False
        node.count, node.seconds = count, seconds
        self.done += 1
        self.counted += count * node.cube.weight
        self.share += node.share
        return True

    def split(self, name: str, parts: Sequence[Cube]) -> list[Node]:
        """Put the parts of an open cube in its place.

        Raises
        ------
        ValueError
            The cube is not open, or a part is there already.
        """
        node = self.nodes[name]
        names = [str(part) for part in parts]
        if not node.open or len({*names}) < len(names) or not self.nodes.keys().isdisjoint(names):
            raise ValueError(f"cube {name} is not open, or its parts are not new")
        node.parts = [Node(part, node.share / len(parts)) for part in parts]
        self.nodes.update(zip(names, node.parts, strict=True))
        self.splits += 1
        if not parts:
            self.share += node.share
        return node.parts

    def leaves(self) -> Iterator[Node]:
        """The cubes that are not split."""
        return (node for node in self.nodes.values() if node.parts is None)

    def total(self) -> int | None:
        """The sum over all leaves, from the root down; None while one is open."""
        total, todo = 0, [self.root]
        while todo:
            node = todo.pop()
            if node.open:
                return None
            if node.count is not None:
                total += node.count * node.cube.weight
            todo += node.parts or ()
        return total

    def standing(self) -> Standing:
        """How far it is."""
        guess = _guess(self.root)
        cubes = len(self.nodes) - self.splits
        unsure = sqrt(guess.variance) if guess.known else inf
        error = 0.0 if self.done == cubes else unsure
        return Standing(
            self.done, cubes, self.splits, min(1.0, self.share), self.counted,
            guess.count if guess.known else 0.0, error, max(0.0, guess.left),
        )  # fmt: skip


@dataclass
class _Guess:
    """Of the solutions of a cube, weights included, and of the seconds that are left in it."""

    known: bool = False
    count: float = 0.0
    variance: float = inf
    seconds: float = 0.0
    left: float = 0.0


def _guess(node: Node) -> _Guess:
    """From the leaves up. A cube of which nothing is known is like its siblings on average."""
    if node.count is not None:
        count = float(node.count * node.cube.weight)
        return _Guess(True, count, 0.0, node.seconds, 0.0)
    if node.parts is None:
        return _Guess()
    if not node.parts:
        return _Guess(True, 0.0, 0.0)
    every = [(part.cube.weight, _guess(part)) for part in node.parts]
    known = [(weight, each) for weight, each in every if each.known]
    if not known:
        return _Guess()
    scale = sum(weight for weight, _ in every) / sum(weight for weight, _ in known)
    n, size = len(known), len(every)
    rates = [each.count / weight for weight, each in known]
    mean = sum(rates) / n
    within = sum(each.variance for _, each in known)
    if n == size:
        variance = within
    else:
        spread = sum((rate - mean) ** 2 for rate in rates) / (n - 1) if n > 1 else mean**2
        heavy = sum(weight for weight, _ in every)
        variance = heavy**2 * (1 - n / size) * spread / n + scale * within
    seconds = sum(each.seconds for _, each in known) / n
    left = sum(each.left for _, each in known) + seconds * (size - n)
    count = sum(each.count for _, each in known) * scale
    return _Guess(True, count, variance, seconds * size, left)
