"""How smoothly a page of watch plays 1,000 steps, by the page's own measure.

    python scripts/bench_watch.py

Needs chromium with its driver, and the extra ``browser``. For each page: frames a second while it
plays 64 steps a second (about one a frame), and the milliseconds of a frame that its script takes;
at 60 frames a second a frame has 16.7.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import cpmodels as cm

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.chromium import chromium, opened

PLAY = """
const speed = document.getElementById("speed");
speed.value = 6;
speed.dispatchEvent(new Event("input"));
document.getElementById("play").click();
"""
CASES = {
    "4x4 tetrominoes": (cm.Tiling.of("4x4", "tetrominoes"), ["dlx", "cp-sat"]),
    "6x6 tetrominoes": (cm.Tiling.of("6x6", "tetrominoes"), ["dlx", "algorithm-x", "cp-sat"]),
    "8-puzzle": (cm.SlidingPuzzle.of("2 3 4 1 5 x 7 6 8"), ["astar", "idastar", "cp-sat"]),
    "32x32 board": (cm.DefectiveBoard(32, (2, 5)), ["divide-and-conquer"]),
}


def main() -> None:
    from selenium.webdriver.support.wait import WebDriverWait

    print(f"{'page':16} {'kB':>6} {'steps':>6} {'frames/s':>9} {'ms of script a frame':>21}")
    with chromium() as browser, tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "page.html"
        for name, (puzzle, methods) in CASES.items():
            cm.watch(puzzle, methods=methods, steps=1_000, limit=5).save(path)
            opened(browser, path)
            browser.execute_script(PLAY)
            WebDriverWait(browser, 120).until(
                lambda b: b.execute_script("return document.documentElement.dataset.played")
            )
            measures = browser.execute_script("return {...document.documentElement.dataset}")
            size = path.stat().st_size / 1000
            print(f"{name:16} {size:6.0f} {measures['played']:>6} {measures['framesASecond']:>9} "
                  f"{measures['busy']:>21}")  # fmt: skip


if __name__ == "__main__":
    main()
