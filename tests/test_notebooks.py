"""The notebooks run from top to bottom, and every cell that should show something does."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="comes with nbclient, extra test")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((Path(__file__).parent.parent / "docs" / "notebooks").glob("*.ipynb"))


def test_the_notebooks_run(tmp_path: Path) -> None:
    """All in one kernel, whose start takes longer than they do; each begins without any name."""
    cells = []
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        outputs = [cell.source for cell in notebook.cells if cell.get("outputs")]
        assert outputs == [], f"{path.stem}: outputs do not belong in here"
        cells += [nbformat.v4.new_code_cell(f"%reset -f\nprint({path.stem!r})"), *notebook.cells]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    together = nbformat.v4.new_notebook(cells=cells)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(together, timeout=120, resources=resources).execute()
    for cell in together.cells:
        if cell.cell_type == "code":
            assert cell.outputs, cell.source


def test_there_are_three() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"eight_puzzle", "nonograms", "tilings"}
