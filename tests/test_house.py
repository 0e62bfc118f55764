"""Who may know whom: read off the imports."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

import cpmodels
import reference
from cpmodels.experiments.environment import ANSWERING

ROOTS = {"cpmodels": Path(cpmodels.__file__).parent, "reference": Path(reference.__file__).parent}


def imported(path: Path) -> set[str]:
    """All modules that a file imports, at its top or inside of functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module)
    return names


def files(*parts: str) -> list[Path]:
    found = sorted(ROOTS[parts[0]].joinpath(*parts[1:]).rglob("*.py"))
    assert found
    return found


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


def test_the_registry_of_kinds_knows_none_of_them() -> None:
    ours = {
        name
        for name in imported(ROOTS["cpmodels"] / "kinds" / "kind.py")
        if name.startswith("cpmodels")
    }
    assert ours == {"cpmodels.errors", "cpmodels.kinds.plugins", "cpmodels.puzzles.puzzle"}


@pytest.mark.parametrize("path", files("cpmodels") + files("reference"), ids=lambda path: path.stem)
def test_what_others_import_is_in_all(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in ROOTS:
            module = importlib.import_module(str(node.module))
            for name in {alias.name for alias in node.names} - set(getattr(module, "__all__", ())):
                importlib.import_module(f"{node.module}.{name}")  # a module, not a hidden name


def test_a_stored_result_is_stale_when_anything_changes_that_answers() -> None:
    answering = [path for part in ANSWERING for path in sorted(ROOTS["cpmodels"].glob(part))]
    paths = [
        path for found in answering for path in (found.rglob("*.py") if found.is_dir() else [found])
    ]
    needed = {
        name.split(".")[1]
        for path in paths
        for name in imported(path)
        if name.startswith("cpmodels.")
    }
    # drawing, formats and the like come in by way of the records of the kinds; they answer nothing
    assert needed - set(ANSWERING) == {"crosschecking", "draw", "errors", "formats", "generate"}
