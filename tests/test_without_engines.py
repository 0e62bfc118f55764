"""Without the extra "engines" all else works, and what needs it says what to install."""

from __future__ import annotations

import importlib.util
from typing import Any

import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.cli import app
from cpmodels.errors import InputError

SQUARE = "4x4 tetrominoes"


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec

    def find(name: str, *rest: Any) -> Any:
        missing = ("pysat", "pyganak", "dratify", "cdclkit_native")
        return None if name in missing else real(name, *rest)

    monkeypatch.setattr(importlib.util, "find_spec", find)


@pytest.mark.parametrize(
    "words",
    [
        ("prove", SQUARE),
        ("verify", "."),
        ("count", SQUARE, "-m", "cadical"),
        ("count", SQUARE, "-m", "ganak"),
        ("count", SQUARE, "-m", "proof"),
        ("crosscheck", SQUARE, "--prove"),
        ("audit", "board", "--prove"),
    ],
    ids=" ".join,
)
def test_it_is_said_what_to_install(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 2
    assert 'pip install "cpmodels[engines]"' in " ".join(result.output.split())


def test_all_else_works() -> None:
    puzzle = cm.Tiling.of("4x4", "tetrominoes")
    assert cm.compare(puzzle, methods=["cp-sat", "dlx"]).agree is True
    assert cm.crosscheck(puzzle, methods=["cp-sat", "dlx"], limit=None).agree is True
    with pytest.raises(InputError, match="pip install"):
        cm.prove(puzzle)
