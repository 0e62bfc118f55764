"""Debian's chromium, or Chrome, driven by selenium: where they are not, the tests skip."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

__all__ = ["NEEDED", "chromium", "errors", "opened", "phone", "requests"]

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
DRIVER = shutil.which("chromedriver")
NEEDED = [
    pytest.mark.browser,
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="no chromium with its driver"),
]
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-quic", "--window-size=1000,900",
)  # fmt: skip


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser without a window, that logs its errors and requests."""
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


def opened(browser: Any, path: Path, moment: str = "") -> None:
    """Open a file afresh, its logs empty."""
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(f"{path.as_uri()}{moment}")


def errors(browser: Any) -> list[Any]:
    """What stands in the console since the page was opened."""
    return list(browser.get_log("browser"))


def requests(browser: Any) -> list[str]:
    """What was asked of any network since the page was opened."""
    return [
        entry["message"]
        for entry in browser.get_log("performance")
        if "Network.requestWillBeSent" in entry["message"] and '"url":"http' in entry["message"]
    ]


@contextmanager
def phone(browser: Any) -> Iterator[None]:
    """As on a small telephone."""
    size = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
