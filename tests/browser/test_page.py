"""The page in a real browser: it plays to its end, its counts match, nothing leaves, no errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cpmodels as cm
from tests.browser.chromium import NEEDED, chromium, errors, opened, phone, requests

webdriver = pytest.importorskip("selenium.webdriver")
WebDriverWait = pytest.importorskip("selenium.webdriver.support.wait").WebDriverWait
pytestmark = NEEDED


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as driver:
        yield driver


@pytest.fixture(scope="module")
def tiling(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "tiling.html"
    cm.watch(cm.Tiling.of("4x4", "tetrominoes"), methods=["dlx", "cp-sat"]).save(path)
    return path


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
    assert errors(browser) == []
    assert requests(browser) == []


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


STEPS = """
const shown = () => [...document.querySelectorAll("section:first-child .cell")]
  .map((shape) => shape.getAttribute("fill")).join()
  + document.querySelector("section:first-child .outline").getAttribute("d")
  + document.querySelector("section:first-child .lines").textContent
  + document.querySelector("section:first-child .values").textContent;
const press = (key) => dispatchEvent(new KeyboardEvent("keydown", { key }));
const forward = [shown()], back = [];
for (let k = 0; k < 300; k += 1) { press("ArrowRight"); forward.push(shown()); }
for (let k = 0; k < 300; k += 1) { back.push(shown()); press("ArrowLeft"); }
back.push(shown());
return [forward, back.reverse()];
"""


def test_stepping_back_shows_what_stepping_forward_showed(browser: Any, tiling: Path) -> None:
    opened(browser, tiling)
    forward, back = browser.execute_script(STEPS)
    assert len(set(forward)) > 200
    assert forward == back


def test_it_fits_a_phone(browser: Any, tiling: Path) -> None:
    with phone(browser):
        opened(browser, tiling)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 360


def test_a_title_cannot_run(browser: Any, tmp_path: Path) -> None:
    evil = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>"
    path = tmp_path / "evil.html"
    cm.watch(cm.Tiling.of("2x2", "dominoes", title=evil), methods=["dlx"]).save(path)
    opened(browser, path)
    assert browser.execute_script("return window.ran === undefined")
    assert browser.find_element("tag name", "h1").text.startswith("</script>")
