"""Who may know whom, read off the imports; and names, read off what is bound."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

import cpmodels
import reference
from cpmodels.kinds.builtin import KINDS
from cpmodels.kinds.kind import Kind
from cpmodels.lazy import Lazy
from cpmodels.results.environment import ANSWERING

HOME = Path(cpmodels.__file__).parent.parent
ROOTS = {"cpmodels": Path(cpmodels.__file__).parent, "reference": Path(reference.__file__).parent}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> list[ast.Import | ast.ImportFrom]:
    """The imports of a file, at its top or inside of functions."""
    return [n for n in ast.walk(parsed(path)) if isinstance(n, ast.Import | ast.ImportFrom)]


def imported(path: Path) -> set[str]:
    """All modules that a file imports, at its top or inside of functions."""
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif node.module and node.level == 0:
            names.add(node.module)
    return names


def files(*parts: str) -> list[Path]:
    paths = sorted(ROOTS[parts[0]].joinpath(*parts[1:]).rglob("*.py"))
    assert paths
    return paths


@pytest.mark.parametrize("path", files("reference"), ids=lambda path: path.name)
def test_reference_knows_neither_cpmodels_nor_ortools(path: Path) -> None:
    assert not {name for name in imported(path) if name.split(".")[0] in ("cpmodels", "ortools")}


@pytest.mark.parametrize("path", files("cpmodels", "puzzles"), ids=lambda path: path.name)
def test_puzzles_know_no_solver(path: Path) -> None:
    for name in imported(path):
        assert name.split(".")[0] not in ("ortools", "reference")
        assert not name.startswith(("cpmodels.models", "cpmodels.methods", "cpmodels.engines"))


@pytest.mark.parametrize("path", files("cpmodels"), ids=lambda path: path.stem)
def test_only_methods_know_the_reference(path: Path) -> None:
    inside = path.relative_to(ROOTS["cpmodels"]).parts[0] == "methods"
    assert inside or not {name for name in imported(path) if name.split(".")[0] == "reference"}


FLOORS = (
    {"__init__", "__main__"},
    {"cli"},
    {"watch"},
    {"auditing", "counting", "crosschecking", "experiments"},
    {"asking"},
    {"cluster"},
    {"methods"},
    {"proving", "strips"},
    {"engines"},
    {"corpus", "draw", "formats", "generate"},
    {"models"},
    {"results"},
    {"kinds"},
    {"answers"},
    {"puzzles"},
    {"notebook"},
    {"errors", "lazy"},
)
"""The rooms of `cpmodels` from the top. A room may know those on its own floor and below."""


@cache
def imports() -> dict[str, set[str]]:
    """The modules of this project that each of its modules imports, wherever it does so.

    Imports for the type checker alone are left out: nothing is loaded by them.
    """
    paths = {
        ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for root in ROOTS.values()
        for path in root.rglob("*.py")
    }
    graph = {}
    for name, path in paths.items():
        checked = {
            inner
            for node in ast.walk(parsed(path))
            if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
            for inner in ast.walk(node)
        }
        targets: set[str] = set()
        for node in (node for node in nodes(path) if node not in checked):
            if isinstance(node, ast.Import):
                targets |= {alias.name for alias in node.names}
            else:
                assert node.level == 0, f"{path}: a relative import"
                within = {f"{node.module}.{alias.name}" for alias in node.names} & paths.keys()
                targets |= within or {str(node.module)}
        graph[name] = targets & paths.keys() - {name}
    return graph


def test_no_modules_import_each_other_in_a_circle() -> None:
    circles = [
        part for part in nx.strongly_connected_components(nx.DiGraph(imports())) if len(part) > 1
    ]
    assert circles == []


def test_no_room_imports_from_a_floor_above() -> None:
    floor = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
    for name, targets in imports().items():
        if name.split(".")[0] != "cpmodels":
            continue
        for target in targets:
            if target.startswith("cpmodels"):
                assert floor[room(name)] <= floor[room(target)], f"{name} imports {target}"


@pytest.mark.parametrize("root", ROOTS)
def test_no_file_is_too_long_to_read(root: str) -> None:
    long = {path.name: size for path in files(root)
            if (size := len(path.read_text(encoding="utf-8").splitlines())) > 400}  # fmt: skip
    assert long == {}


PARTICULAR = {f"cpmodels.puzzles.{kind.puzzle.__module__.rpartition('.')[2]}" for kind in KINDS}

ABOUT_ONE_KIND = {
    "cpmodels.kinds.builtin",  # the list of them
    "cpmodels.corpus.collection",  # its cases
    "cpmodels.asking.steps",  # `steps` and `hint` of nonograms, as is the command
    "cpmodels.cli.steps",
    "cpmodels.cli.make",  # a command for each kind
    "cpmodels.cli.make_nonogram",
    "cpmodels.watch.clues",  # of a nonogram
    "cpmodels.watch.scenes.frontier",  # of one algorithm each
    "cpmodels.watch.scenes.nonogram",
    "cpmodels.watch.scenes.tromino",
}
"""Modules that may know a kind of puzzle, beside the parts that the kinds themselves name."""


@cache
def parts() -> set[str]:
    """The modules of the parts that kinds name."""
    values = [value for kind in KINDS for value in vars(kind).values()]
    values += [value for kind in KINDS for value in kind.generators.values()]
    return {repr(value)[6:-2].partition(":")[0] for value in values if isinstance(value, Lazy)}


@pytest.mark.parametrize(
    "name",
    ["answers", "asking", "auditing", "cli", "cluster", "corpus", "counting", "crosschecking",
     "engines", "experiments", "kinds", "proving", "results", "watch"],
)  # fmt: skip
def test_generic_rooms_know_no_kind_in_particular(name: str) -> None:
    of_room = {module: targets for module, targets in imports().items()
               if module.startswith(f"cpmodels.{name}")}  # fmt: skip
    assert of_room
    wrong = {module for module, targets in of_room.items() if targets & PARTICULAR}
    assert wrong <= parts() | ABOUT_ONE_KIND


def test_no_module_is_named_as_about_one_kind_that_is_not() -> None:
    assert all(imports()[module] & PARTICULAR for module in ABOUT_ONE_KIND)
    assert not parts() & ABOUT_ONE_KIND


def room(module: str) -> str:
    return [*module.split("."), "__init__"][1]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_parts_that_a_kind_names_are_there(kind: Kind) -> None:
    for part in vars(kind).values():
        if isinstance(part, Lazy):
            assert part.load()
    assert {method.puzzle for method in kind.methods} == {kind.puzzle}


def test_the_public_names_are_there() -> None:
    assert len(dir(cpmodels)) > 30
    for name in dir(cpmodels):
        assert getattr(cpmodels, name) is not None


def test_rooms_and_functions_of_one_name_are_told_apart() -> None:
    program = (
        "import cpmodels as cm, cpmodels.draw.html, cpmodels.methods.tiling;"
        "assert cm.methods(cm.Tiling.of('2x2', 'dominoes')) and cm.draw.__name__ == 'draw'"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("path", files("cpmodels") + files("reference"), ids=lambda path: path.stem)
def test_what_others_import_is_in_all(path: Path) -> None:
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in ROOTS:
            module = importlib.import_module(str(node.module))
            for name in {alias.name for alias in node.names} - set(getattr(module, "__all__", ())):
                importlib.import_module(f"{node.module}.{name}")  # a module, not a hidden name


def test_a_stored_result_is_stale_when_anything_changes_that_answers() -> None:
    needed = {
        room(target)
        for name, targets in imports().items()
        if name.startswith("cpmodels.") and room(name) in ANSWERING
        for target in targets
        if target.startswith("cpmodels")
    }
    assert needed - {*ANSWERING} == {"errors", "lazy", "notebook"}


PARTICIPLES = {
    "asked", "caught", "drawn", "eaten", "ended", "found", "given", "gone", "got", "grown", "heard",
    "held", "hidden", "kept", "laid", "made", "met", "owed", "paid", "said", "sent", "shown",
    "spoken", "stated", "taken", "told", "torn", "tried", "wanted", "wished",
}  # fmt: skip
"""Each says that something was done to something. `known`, `left` or `seen` say how it is."""

OPTIONS = {("cli", "given")}
"""Parameters of commands are named as their options are."""


def offences(source: str, room: str = "") -> Iterator[str]:
    """The bare participles among the names that a source binds.

    >>> list(offences("def kept(told): found, self._said = told"))
    ['line 1: kept', 'line 1: told', 'line 1: found', 'line 1: _said']
    >>> list(offences("def remaining(message): given_cells = message.found()"))
    []
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                pass
            case ast.ClassDef(name=name) | ast.arg(arg=name):
                pass
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                pass
            case _:
                continue
        word = name.strip("_").lower()
        if word in PARTICIPLES and (room, word) not in OPTIONS:
            yield f"line {node.lineno}: {name}"


@pytest.mark.parametrize("folder", ["cpmodels", "reference", "scripts", "tests"])
def test_no_name_is_a_bare_participle(folder: str) -> None:
    paths = sorted((HOME / folder).rglob("*.py"))
    if folder == "scripts" and not paths:
        pytest.skip("an installed package has no scripts")
    assert paths
    wrong = [
        f"{path.relative_to(HOME)}, {offence}"
        for path in paths
        for offence in offences(path.read_text(encoding="utf-8"), path.parent.name)
    ]
    assert wrong == []
