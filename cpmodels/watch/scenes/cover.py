"""Exact covers at work: the item chosen, options tried and taken back, on the board they cover."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cpmodels.watch.board import HOLE, PLAIN, Board
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["CoverScene"]

_COLOURS = 8


class CoverScene(Scene):
    """Dancing links, or Algorithm X on its matrix.

    Parameters
    ----------
    board : dict
        Its cells are the items that are drawn.
    number : mapping
        From an item, a cell or a name, to its place on the board; the others are not drawn.
    """

    opening = "nothing is covered"

    def __init__(self, board: Board, number: Mapping[Any, int]) -> None:
        self.board, self.values = board, {"nodes": 0, "solutions": 0, "level": 0}
        self._number = number
        self._covers: Sequence[tuple[str, Sequence[int]]] = ()
        self._chosen: list[int] = []
        self._nodes = self._solutions = 0
        self._marked: int | None = None
        self._owner: dict[int, int] = {}

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """Options, item or column, try, undo, solution."""
        return {
            "options": self._options,
            "item": self._item,
            "column": self._column,
            "try": self._try,
            "undo": self._undo,
            "solution": self._solution,
        }[event](about)

    def _options(self, about: Mapping[str, Any]) -> Step:
        self._covers = [
            (label, [self._number[key] for key in map(_key, items) if key in self._number])
            for label, items in zip(about["labels"], about["options"], strict=True)
        ]
        return {"text": f"{len(self._covers):,} options, none of them chosen"}

    def _item(self, about: Mapping[str, Any]) -> Step:
        name = about["item"]
        key = _key(name)
        changes = self._unmarked()
        if key in self._number:
            self._marked = self._number[key]
            changes.append((self._marked, HOLE, str(about["size"])))
        size = about["size"]
        options = f"{size} option{'' if size == 1 else 's'}" if size else "no option: a dead end"
        return {
            "text": f"choose item {_spell(name)}: {options}",
            "set": changes,
            "values": {"level": about["level"]},
            "lines": self._lines(),
        }

    def _column(self, about: Mapping[str, Any]) -> Step:
        rows, columns = about["shape"]
        size = about["size"]
        options = f"{size} row{'' if size == 1 else 's'} in it" if size else "a dead end"
        return {
            "text": f"the matrix has {rows} rows and {columns} columns; "
            f"choose a column with fewest ones: {options}",
            "values": {"level": about["level"], "rows": rows, "columns": columns},
            "lines": self._lines(),
        }

    def _try(self, about: Mapping[str, Any]) -> Step:
        option = about["option"]
        self._nodes += 1
        level = len(self._chosen)
        self._chosen.append(option)
        label, cells = self._cover(option)
        changes = self._unmarked()
        for cell in cells:
            self._owner[cell] = level
            changes.append((cell, level % _COLOURS, label))
        return {
            "text": f"try option {option + 1}: {label}, cover its items",
            "set": changes,
            "values": {"nodes": self._nodes, "level": level + 1},
            "level": level,
            "lines": self._lines(),
        }

    def _undo(self, about: Mapping[str, Any]) -> Step:
        option = about["option"]
        self._chosen.pop()
        label, cells = self._cover(option)
        changes = self._unmarked()
        for cell in cells:
            self._owner.pop(cell, None)
            changes.append((cell, PLAIN, ""))
        return {
            "text": f"take option {option + 1} back: {label}, uncover its items",
            "set": changes,
            "values": {"level": len(self._chosen)},
            "lines": self._lines(),
        }

    def _solution(self, about: Mapping[str, Any]) -> Step:
        self._solutions += 1
        return {
            "text": f"every item is covered: solution {self._solutions:,}",
            "set": self._unmarked(),
            "values": {"solutions": self._solutions},
            "solution": True,
            "lines": self._lines(),
        }

    def _cover(self, option: int) -> tuple[str, Sequence[int]]:
        """What an option writes; rows behind the options leave an item out, and write nothing."""
        return self._covers[option] if option < len(self._covers) else ("left out", ())

    def _unmarked(self) -> list[tuple[int, int, str]]:
        marked, self._marked = self._marked, None
        return [] if marked is None or marked in self._owner else [(marked, PLAIN, "")]

    def _lines(self) -> list[str]:
        last = len(self._chosen) - 1
        return [
            f"{'> ' if level == last else ''}{level + 1}. option {option + 1}: "
            f"{self._cover(option)[0]}"
            for level, option in enumerate(self._chosen)
        ]


def _key(name: Any) -> Any:
    """An item as the board numbers it: a list stands for a cell."""
    return tuple(name) if isinstance(name, list) else str(name)


def _spell(name: Any) -> str:
    return f"({', '.join(map(str, name))})" if isinstance(name, list) else str(name)
