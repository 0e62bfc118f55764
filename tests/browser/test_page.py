"""The page in a real browser: it plays to its end, its counts match, nothing leaves, no errors."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cpmodels as cm

webdriver = pytest.importorskip("selenium.webdriver")
WebDriverWait = pytest.importorskip("selenium.webdriver.support.wait").WebDriverWait
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no chromium with its driver"),
]

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-quic", "--window-size=1000,900",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def tiling(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "tiling.html"
    cm.watch(cm.Tiling.of("4x4", "tetrominoes"), methods=["dlx", "cp-sat"]).save(path)
    return path


def opened(browser: Any, path: Path, moment: str = "") -> None:
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get_log("performance")
    browser.get(f"{path.as_uri()}{moment}")


def value(browser: Any, section: int, name: str) -> str:
    script = (
        "return [...document.querySelectorAll('section')][arguments[0]]"
        ".querySelector(`[data-name='${arguments[1]}']`).textContent"
    )
    return str(browser.execute_script(script, section, name))


def moment(browser: Any) -> int:
    return int(browser.execute_script("return Number(document.getElementById('scrub').value)"))


def test_it_plays_to_the_end_and_the_counts_match(browser: Any, tiling: Path) -> None:
    opened(browser, tiling)
    browser.execute_script(
        "const speed = document.getElementById('speed'); speed.value = 10;"
        "speed.dispatchEvent(new Event('input')); document.getElementById('play').click()"
    )
    wait = WebDriverWait(browser, 60)
    wait.until(lambda b: moment(b) == int(b.find_element("id", "scrub").get_attribute("max")))
    assert value(browser, 0, "solutions") == "solutions: 117"
    assert value(browser, 1, "solutions") == "solutions: 117"
    assert "step " in browser.find_element("id", "moment").text
    assert "dlx:textbook" in browser.find_element("id", "spoken").get_attribute("textContent")


def test_no_errors_and_nothing_is_asked_for(browser: Any, tiling: Path) -> None:
    opened(browser, tiling)
    browser.find_element("id", "forward").click()
    assert browser.get_log("browser") == []
    sent = [
        entry["message"]
        for entry in browser.get_log("performance")
        if "Network.requestWillBeSent" in entry["message"] and '"url":"http' in entry["message"]
    ]
    assert sent == []


def test_a_link_leads_to_its_moment_and_keys_step(browser: Any, tiling: Path) -> None:
    opened(browser, tiling, "#step=12")
    assert moment(browser) == 12
    body = browser.find_element("tag name", "body")
    keys = webdriver.common.keys.Keys
    body.send_keys(keys.ARROW_RIGHT)
    assert moment(browser) == 13
    body.send_keys(keys.ARROW_LEFT, keys.ARROW_LEFT)
    assert moment(browser) == 11
    assert browser.find_element("id", "link").get_attribute("href").endswith("#step=11")
    body.send_keys(keys.END)
    last = moment(browser)
    body.send_keys(keys.HOME)
    assert moment(browser) == 0 < last
    body.send_keys("s")
    assert browser.find_elements("css selector", ".step.solved")


def test_stepping_back_shows_what_stepping_forward_showed(browser: Any, tiling: Path) -> None:
    opened(browser, tiling)
    shown = (
        "const shapes = [...document.querySelectorAll('section:first-child polygon')];"
        "return shapes.map((shape) => shape.getAttribute('fill')).join()"
    )
    body, keys = browser.find_element("tag name", "body"), webdriver.common.keys.Keys
    forward = []
    for _ in range(80):
        body.send_keys(keys.ARROW_RIGHT)
        forward.append(browser.execute_script(shown))
    for expected in reversed(forward[:-1]):
        body.send_keys(keys.ARROW_LEFT)
        assert browser.execute_script(shown) == expected


def test_it_fits_a_phone(browser: Any, tiling: Path) -> None:
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True},
    )
    try:
        opened(browser, tiling)
        wide = browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 360
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_title_cannot_run(browser: Any, tmp_path: Path) -> None:
    evil = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>"
    path = tmp_path / "evil.html"
    cm.watch(cm.Tiling.of("2x2", "dominoes", title=evil), methods=["dlx"]).save(path)
    opened(browser, path)
    assert browser.execute_script("return window.ran === undefined")
    assert browser.find_element("tag name", "h1").text.startswith("</script>")
