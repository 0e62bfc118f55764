"""Dancing links as the paper has them: nodes in four-way lists, cover and uncover, recursion.

The form to read; `reference.exact_cover.dlx` is the one to run. Both try the same options in the
same order.

Source: D. E. Knuth, "Dancing links", Millennial Perspectives in Computer Science (2000) 187-214.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import partial

from reference.kernel.events import Tell, silent
from reference.kernel.polling import ShouldStop

__all__ = ["DancingLinks"]


class _Node:
    """A one of the matrix, linked to its four neighbours; or the head of a column, an item.

    A head is its own `item`; it has a name, and knows how many nodes are in its column.
    """

    def __init__(self, item: _Node | None = None, option: int = -1, name: Hashable = None) -> None:
        self.left = self.right = self.up = self.down = self
        self.item, self.option = item or self, option
        self.name, self.size = name, 0


class DancingLinks:
    """A search for the exact covers of items by options.

    Parameters
    ----------
    items, secondary : sequences of names
        To be covered exactly once, and at most once.
    options : sequence of sequences of names

    Attributes
    ----------
    complete : bool
        Whether the search came to its end.
    levels : collections.Counter
        Options tried at each level.

    Examples
    --------
    >>> list(DancingLinks("abc", ["ab", "c", "abc", "b"]).solutions())
    [(0, 1), (2,)]
    """

    def __init__(
        self,
        items: Sequence[Hashable],
        options: Sequence[Sequence[Hashable]],
        secondary: Sequence[Hashable] = (),
    ) -> None:
        self.complete, self.levels = False, Counter[int]()
        self._root = _Node()
        heads = {name: _Node(name=name) for name in (*items, *secondary)}
        for name in items:  # a secondary item is in no list of items: nothing asks for it
            _insert(heads[name], before=self._root)
        for number, option in enumerate(options):
            first: _Node | None = None
            for name in option:
                node = _Node(heads[name], number)
                node.up, node.down = heads[name].up, heads[name]
                node.up.down = node.down.up = node
                heads[name].size += 1
                first = first or node
                if node is not first:
                    _insert(node, before=first)

    def solutions(
        self, should_stop: ShouldStop | None = None, tell: Tell = silent
    ) -> Iterator[tuple[int, ...]]:
        """Yield each cover as the numbers of its options, in the order of choice."""
        self.complete, self.levels = True, Counter()
        self._should_stop, self._tell = should_stop or (lambda: False), tell
        yield from self._search([])

    def _search(self, path: list[int]) -> Iterator[tuple[int, ...]]:
        if self._should_stop():
            self.complete = False
            return
        if self._root.right is self._root:
            self._tell("solution", options=tuple(path))
            yield tuple(path)
            return
        item = min(_rightward(self._root), key=lambda head: head.size)
        options = [node.option for node in _downward(item)]
        self._tell("item", item=item.name, size=item.size, level=len(path), options=options)
        _cover(item)
        for node in _downward(item):
            self.levels[len(path)] += 1
            path.append(node.option)
            self._tell("try", option=node.option, level=len(path) - 1)
            for other in _rightward(node):
                _cover(other.item)
            yield from self._search(path)
            for other in _leftward(node):
                _uncover(other.item)
            self._tell("undo", option=path.pop())
            if not self.complete:
                break
        _uncover(item)


def _cover(item: _Node) -> None:
    """Take the item out of the items, and every option with it out of the other lists."""
    item.right.left, item.left.right = item.left, item.right
    for option in _downward(item):
        for node in _rightward(option):
            node.down.up, node.up.down = node.up, node.down
            node.item.size -= 1


def _uncover(item: _Node) -> None:
    """Undo `_cover`, in reverse order: the nodes taken out still know their places."""
    for option in _upward(item):
        for node in _leftward(option):
            node.down.up = node.up.down = node
            node.item.size += 1
    item.right.left = item.left.right = item


def _insert(node: _Node, before: _Node) -> None:
    node.left, node.right = before.left, before
    node.left.right = node.right.left = node


def _walk(direction: str, start: _Node) -> Iterator[_Node]:
    node: _Node = getattr(start, direction)
    while node is not start:
        yield node
        node = getattr(node, direction)


_rightward, _leftward = partial(_walk, "right"), partial(_walk, "left")
_downward, _upward = partial(_walk, "down"), partial(_walk, "up")
