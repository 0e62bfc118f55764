"""The gallery: each exhibit has its page, its picture and its words; the pages are small."""

from __future__ import annotations

import runpy
from pathlib import Path

import cpmodels as cm

ROOT = Path(__file__).parent.parent
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "gallery.py"))


def test_each_exhibit_is_linked_with_its_picture() -> None:
    page = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = SCRIPT["gallery"]()
    assert len(names) == 6
    pictures = sorted((ROOT / "docs" / "gallery").iterdir())
    assert [path.name for path in pictures] == sorted(f"{name}.svg" for name in names)
    assert sum(path.stat().st_size for path in pictures) < 100_000
    for name in names:
        assert f"](gallery/{name}.html)" in page
        assert f"](gallery/{name}.svg)" in page
        assert f'src="docs/gallery/{name}.svg"' in readme


def test_what_is_shown_can_be_watched() -> None:
    for exhibit in SCRIPT["gallery"]().values():
        seen = cm.watch(exhibit.puzzle, methods=exhibit.methods, steps=20, limit=0.5)
        assert len(seen.traces) == len(exhibit.methods)
