"""Exact covers at work: the item chosen, options tried and taken back, on the board they cover."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cpmodels.watch.board import HOLE, PLAIN, Board
from cpmodels.watch.painters import COLOURS
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["CoverScene"]


class CoverScene(Scene):
    """Dancing links, or Algorithm X on its matrix.

    The page itself keeps the options chosen, by the ``open``, ``push`` and ``pop`` of the steps,
    and draws the matrix that they leave.

    Parameters
    ----------
    board : Board
        Its cells are the items that are drawn.
    shrinking : bool
        Whether the matrix is copied and shrunk, or its links dance.
    """

    opening = "nothing is covered"
    tree = True

    def __init__(self, board: Board, *, shrinking: bool = False) -> None:
        self.board, self.values = board, {"nodes": 0, "solutions": 0, "level": 0}
        self._shrinking = shrinking
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
        number = self.board.number
        self._covers = [
            (label, [number[key] for key in map(_key, items) if key in number])
            for label, items in zip(about["labels"], about["options"], strict=True)
        ]
        order = {_key(item): k for k, item in enumerate(about["items"])}
        self.more["cover"] = {
            "names": [_spell(item) for item in about["items"]],
            "must": about["must"],
            "cells": [number.get(_key(item), -1) for item in about["items"]],
            "labels": about["labels"],
            "options": [[order[_key(item)] for item in option] for option in about["options"]],
            "colours": [[k, order[_key(item)], str(c)] for k, item, c in about["colours"]],
            "shrinking": self._shrinking,
        }
        return {"text": f"{len(self._covers):,} options, none of them chosen"}

    def _item(self, about: Mapping[str, Any]) -> Step:
        name, size = about["item"], about["size"]
        options = f"{size} option{'' if size == 1 else 's'}" if size else "none, a dead end"
        return {
            "text": f"choose item {_spell(name)}, options that cover it: {options}",
            "set": [*self._unmark(), *self._marking(_key(name))],
            "values": {"level": about["level"]},
            "open": [about["level"], _spell(name), about["options"]],
        }

    def _column(self, about: Mapping[str, Any]) -> Step:
        rows, columns = about["shape"]
        size = about["size"]
        options = f"{size} row{'' if size == 1 else 's'} in it" if size else "a dead end"
        return {
            "text": f"the matrix has {rows} rows and {columns} columns; "
            f"choose a column with fewest ones: {options}",
            "values": {"level": about["level"], "rows": rows, "columns": columns},
            "open": [about["level"], "", about["options"]],
        }

    def _try(self, about: Mapping[str, Any]) -> Step:
        option = about["option"]
        self._nodes += 1
        level = len(self._chosen)
        self._chosen.append(option)
        label, cells = self._covers[option]
        changes = self._unmark()
        for k, cell in enumerate(sorted(cells)):
            self._owner[cell] = level
            name = self._name(cell) or ("" if k else label)
            changes.append((cell, level % COLOURS, name, level))
        return {
            "text": f"try option {option + 1}: {label}, cover its items",
            "set": changes,
            "values": {"nodes": self._nodes, "level": level + 1},
            "level": level,
            "push": option,
        }

    def _undo(self, about: Mapping[str, Any]) -> Step:
        option = about["option"]
        self._chosen.pop()
        label, cells = self._covers[option]
        changes = self._unmark()
        for cell in cells:
            self._owner.pop(cell, None)
            changes.append((cell, PLAIN, self._name(cell), -1))
        return {
            "text": f"take option {option + 1} back: {label}, uncover its items",
            "set": changes,
            "values": {"level": len(self._chosen)},
            "pop": 1,
        }

    def _solution(self, about: Mapping[str, Any]) -> Step:
        self._solutions += 1
        return {
            "text": f"every item is covered: solution {self._solutions:,}",
            "set": self._unmark(),
            "values": {"solutions": self._solutions},
            "solution": True,
        }

    def _name(self, cell: int) -> str:
        """What always stands in a cell."""
        return str(self.board.cells[cell].get("label", ""))

    def _marking(self, key: Any) -> list[tuple[Any, ...]]:
        if key not in self.board.number:
            return []
        self._marked = self.board.number[key]
        return [(self._marked, HOLE, self._name(self._marked), -1)]

    def _unmark(self) -> list[tuple[Any, ...]]:
        mark, self._marked = self._marked, None
        if mark is None or mark in self._owner:
            return []
        return [(mark, PLAIN, self._name(mark), -1)]


def _key(name: Any) -> Any:
    """An item as the board numbers it: a list stands for a cell, or for something about cells."""
    return _tuples(name) if isinstance(name, list) else str(name)


def _tuples(name: Any) -> Any:
    return tuple(map(_tuples, name)) if isinstance(name, list) else name


def _spell(name: Any) -> str:
    return f"({', '.join(map(_spell, name))})" if isinstance(name, list) else str(name)
