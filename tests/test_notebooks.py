"""The notebooks run from top to bottom, and every cell that should show something does."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="comes with nbclient, extra test")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs do not belong in here"
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=120, resources=resources).execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs, cell.source


def test_there_are_three() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"eight_puzzle", "nonograms", "tilings"}
