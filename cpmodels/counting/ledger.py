"""The ledger of a count: a store whose lines say which cubes are split, and what the others hold.

Three types of line beside those of every store. ``count`` comes first: the puzzle, the method and
the code, so that nothing else goes on from here. ``split`` says that a cube is replaced by its
parts, ``cube`` what one holds, ``audit`` what another method said of it. The tree is made again by
splitting as before; what the lines say of it must fit, or it is not taken.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cpmodels.counting.task import Request
from cpmodels.counting.tree import Node, Tree
from cpmodels.errors import InputError
from cpmodels.kinds.splitting import Cube, Splitting
from cpmodels.results.canonical import digest
from cpmodels.results.environment import code_of, environment
from cpmodels.results.store import Store, records

__all__ = ["Ledger"]

_SYNC = 1.0  # seconds after which what is written is forced to the disk


class Ledger:
    """The tree of a count, kept in a directory, or nowhere. A context manager.

    Parameters
    ----------
    request : Request
    splitting : Splitting
    out : path, optional
        A directory; what is there of the same count is taken over.

    Attributes
    ----------
    tree : Tree
    audited : set of str
        Cubes that another method was asked about, by name.
    ignored : int
        Results there that belong to no cube, as where a line was set aside.

    Raises
    ------
    InputError
        The directory holds another count, or one by other code; a damaged line.
    """

    def __init__(self, request: Request, splitting: Splitting, out: str | Path | None) -> None:
        self.tree, self.audited, self.ignored = Tree(), set[str](), 0
        self.request, self._splitting, self._synced = request, splitting, 0.0
        self._store: Store | None = None
        if out is None:
            return
        others = [path.name for path in Path(out).glob("*.jsonl") if path.name != "cubes.jsonl"]
        if others:
            message = f"{others[0]} is not of a count in cubes, expected another --out"
            raise InputError(message, str(out))
        self._store = Store(out, name="cubes")
        try:
            self._take_over(self._store)
        except BaseException:
            self._store.__exit__()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        if self._store is not None:
            self._store.__exit__()

    def parts(self, cube: Cube) -> list[Cube] | None:
        """The parts of a cube; None when it is not to be split further."""
        return self._splitting.parts(cube)

    def split(self, name: str, parts: list[Cube]) -> list[Node]:
        """Put its parts in the place of a cube."""
        nodes = self.tree.split(name, parts)
        self._write("split", {"cube": name, "parts": len(parts), "digest": _digest(parts)})
        return nodes

    def finish(self, name: str, result: Mapping[str, Any]) -> bool:
        """Take the count of a cube; False where it was there."""
        seconds = float(result.get("seconds", 0.0))
        if not self.tree.finish(name, result["count"], seconds):
            return False
        if self._store is not None:
            facts = {key: result[key] for key in _FIELDS if result.get(key) is not None}
            weight = self.tree[name].cube.weight
            row = {"cube": name, "weight": weight, **facts, "environment": environment()}
            self._store.write_result("cube", row)
            self._sync()
        return True

    def audit(self, name: str, method: str, count: int, expected: int) -> None:
        """Note what another method says of a cube."""
        self.audited.add(name)
        agree = count == expected
        self._write("audit", {"cube": name, "method": method, "count": count, "agree": agree})

    def _write(self, kind: str, record: Mapping[str, Any]) -> None:
        if self._store is not None:
            self._store.write(kind, record)
            self._sync()

    def _sync(self) -> None:
        now = time.monotonic()
        if self._store is not None and now > self._synced + _SYNC:
            self._synced = now
            self._store.sync()

    def _head(self) -> dict[str, Any]:
        puzzle = self.request.puzzle
        return {
            "puzzle": digest(puzzle),
            "kind": puzzle.kind,
            "method": self.request.method,
            "code": code_of(self.request.answering),
        }

    def _take_over(self, store: Store) -> None:
        where, head = str(store.directory), self._head()
        there = records(store.directory)
        first = next(there, None)
        if first is None:
            command = shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])
            started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            about = {
                "title": self.request.puzzle.describe(),
                "command": command,
                "started": started,
            }
            self._write("count", {**head, **about})
            return
        if first["type"] != "count":
            raise InputError("its first record is lost, expected another --out", where)
        self._refuse_other(first, head, where)
        for record in there:
            self._replay(record, where)

    def _refuse_other(self, first: Mapping[str, Any], head: Mapping[str, Any], where: str) -> None:
        for name, there in ((name, first.get(name)) for name in head):
            if there == head[name]:
                continue
            message = {
                "method": f"a count by {there}, expected {head[name]}",
                "code": f"a count by other code ({there} there, {head[name]} here)",
            }.get(name, f"the count of another puzzle ({first.get('title')})")
            raise InputError(f"{message}; take another --out", where)

    def _replay(self, record: Mapping[str, Any], where: str) -> None:
        kind, name = record["type"], record.get("cube")
        if kind in ("environment", "count"):
            return
        node = self.tree.nodes.get(str(name))
        if node is None or (not node.open and kind != "audit"):
            self.ignored += 1
        elif kind == "split":
            parts = self._splitting.parts(node.cube)
            if parts is None or [len(parts), _digest(parts)] != [record["parts"], record["digest"]]:
                raise InputError(f"cube {name} has other parts here than there", where)
            self.tree.split(str(name), parts)
        elif kind == "cube":
            if record["weight"] != node.cube.weight or not _is_count(record["count"]):
                raise InputError(f"cube {name} weighs or counts what it cannot", where)
            self.tree.finish(str(name), record["count"], record.get("seconds", 0.0))
        elif kind == "audit" and record["agree"]:
            self.audited.add(str(name))


_FIELDS = ("count", "seconds", "cpu_seconds", "nodes", "machine")


def _digest(parts: list[Cube]) -> str:
    return digest([(str(part), part.weight) for part in parts])


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
