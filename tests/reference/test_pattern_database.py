"""Pattern databases against a plain search, and their cache against damage."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

import numpy as np
import pytest

from reference.sliding import table_cache
from reference.sliding.boards import move_table
from reference.sliding.pattern_database import build, entries, fold_table, index_of
from reference.sliding.walking_distance import walk_table


def plain(rows: int, columns: int, tiles: tuple[int, ...], home: int) -> dict[int, int]:
    """The same table by 0-1 breadth-first search over (cells of the tiles, blank's cell)."""
    table = move_table(rows, columns)
    best, queue = {(tiles, home): 0}, deque([(tiles, home)])
    while queue:
        state = queue.popleft()
        cells, blank = state
        for other in (int(cell) for cell in table[blank] if cell >= 0):
            pushed = other in cells
            after = (tuple(blank if cell == other else cell for cell in cells), other)
            steps = best[state] + pushed
            if steps < best.get(after, 255):
                best[after] = steps
                (queue.append if pushed else queue.appendleft)(after)
    result: dict[int, int] = {}
    for (cells, _), steps in best.items():
        place = sum(cell * (rows * columns) ** i for i, cell in enumerate(cells))
        result[place] = min(steps, result.get(place, 255))
    return result


@pytest.mark.parametrize(
    ("rows", "columns", "tiles", "home"),
    [(2, 2, (0, 1), 3), (3, 3, (1, 2, 5), 0), (2, 4, (0, 3, 6), 4), (3, 3, (0, 1, 2, 3), 4),
     (1, 4, (0, 1), 3), (4, 4, (1, 2, 3), 0), (3, 3, (1, 3, 5, 7), 4),
     (5, 5, (3, 12), 24)],
)  # fmt: skip
def test_every_entry_against_a_plain_search(
    rows: int, columns: int, tiles: tuple[int, ...], home: int
) -> None:
    table = build(rows, columns, tiles, home)
    assert table is not None
    expected = np.full(entries(rows * columns, len(tiles)), 255, np.uint8)
    for place, steps in plain(rows, columns, tiles, home).items():
        expected[place] = steps
    assert table.tolist() == expected.tolist()


def test_progress_ends_at_the_whole_and_a_stop_returns_nothing() -> None:
    reports: list[tuple[int, int]] = []
    build(3, 3, (1, 2, 4, 5), 0, progress=lambda done, total: reports.append((done, total)))
    assert reports[-1] == (3024, 3024)
    assert reports == sorted(reports)
    assert build(3, 3, (1, 2, 4, 5), 0, should_stop=lambda: True) is None


def test_groups_that_cannot_be_are_named() -> None:
    for size, tiles, home in ((6, (1, 2), 0), (4, tuple(range(1, 10)), 0), (4, (0, 1), 0)):
        with pytest.raises(ValueError, match="expected at most 25 cells, 2\\^28 entries, no blank"):
            build(size, size, tiles, home)


def test_eight_tiles_have_a_number_each() -> None:
    rng, fold = np.random.default_rng(0), fold_table()
    numbers = set()
    for _ in range(2000):
        cells = rng.permutation(16)[:8]
        numbers.add(index_of(int((cells << 4 * np.arange(8)).sum()), 8, fold))
    assert len(numbers) > 1990
    assert 0 <= min(numbers) <= max(numbers) < entries(16, 8)


def test_walking_distance_has_the_published_number_of_matrices() -> None:
    for home in (3, 0):
        table = walk_table(4, 4, home)
        assert table is not None
        assert len(table.moves) == 24964


class TestCache:
    """The table comes back as it was written, or not at all."""

    table = np.arange(256, dtype=np.uint8)

    @pytest.fixture(autouse=True)
    def _directory(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CPMODELS_CACHE", str(tmp_path / "cache"))

    def file(self) -> Path:
        return table_cache.cache_directory() / "t.table"

    def test_round_trip(self) -> None:
        assert table_cache.load("t", 256) is None
        table_cache.save("t", self.table)
        loaded = table_cache.load("t", 256)
        assert loaded is not None
        assert loaded.tolist() == self.table.tolist()
        assert [path.name for path in table_cache.cache_directory().iterdir()] == ["t.table"]

    @pytest.mark.parametrize("damage", ["flip", "cut", "longer", "empty", "text"])
    def test_damage_is_seen_and_repaired(self, damage: str) -> None:
        table_cache.save("t", self.table)
        whole = self.file().read_bytes()
        flipped = bytearray(whole)
        flipped[-7] ^= 4
        harm = {"flip": bytes(flipped), "cut": whole[:-1], "longer": whole + b"x"}
        self.file().write_bytes(harm.get(damage, b"" if damage == "empty" else b"not a table" * 40))
        assert table_cache.load("t", 256) is None
        rebuilt = table_cache.load_or_build("t", 256, lambda: self.table)
        assert rebuilt is not None
        assert self.file().read_bytes() == whole

    def test_another_size_is_not_taken(self) -> None:
        table_cache.save("t", self.table)
        assert table_cache.load("t", 255) is None

    def test_a_stopped_build_leaves_nothing(self) -> None:
        assert table_cache.load_or_build("t", 256, lambda: None) is None
        assert not self.file().exists()

    def test_an_unwritable_directory_costs_only_the_saving(self, tmp_path: Path) -> None:
        (tmp_path / "cache").write_text("a file, not a directory")
        assert table_cache.load_or_build("t", 256, lambda: self.table) is self.table

    def test_a_process_killed_while_it_writes_leaves_no_table(self) -> None:
        """What it wrote is not read, and goes away later; another writes the table."""
        directory = table_cache.cache_directory()
        directory.mkdir()
        for name, age in (("t1.part", 0), ("t2.part", 100_000)):
            (directory / name).write_bytes(b"cpmodels table 1\n torn")
            os.utime(directory / name, (time.time() - age,) * 2)
        assert table_cache.load("t", 256) is None
        table_cache.save("t", self.table)
        assert {path.name for path in directory.iterdir()} == {"t.table", "t1.part"}

    def test_two_processes_write_one_table(self) -> None:
        """Each its own file, moved into its place: whichever is later, the table is whole."""
        code = (
            "import numpy as np; from reference.sliding import table_cache\n"
            "for _ in range(50):\n"
            "    table_cache.save('t', np.arange(256, dtype=np.uint8))\n"
            "    assert table_cache.load('t', 256) is not None\n"
        )
        both = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
        assert [each.wait(60) for each in both] == [0, 0]
        assert table_cache.load("t", 256) is not None

    def test_no_home_costs_the_saving_not_the_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("CPMODELS_CACHE")
        monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: "~/.cache")
        assert table_cache.load_or_build("t", 256, lambda: self.table) is self.table

    def test_places(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("CPMODELS_CACHE")
        monkeypatch.setattr(sys, "platform", "linux")
        monkeypatch.setenv("XDG_CACHE_HOME", "/x")
        assert table_cache.cache_directory() == Path("/x/cpmodels")
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setenv("HOME", "/h")
        assert table_cache.cache_directory() == Path("/h/.cache/cpmodels")
