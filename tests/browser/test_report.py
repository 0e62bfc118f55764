"""The report of an experiment in a real browser: sort, filter, point, open, ask again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cpmodels as cm
from cpmodels.experiments import Experiment, MethodSpec, load, report, run
from tests.browser.chromium import NEEDED, chromium, errors, opened, phone, requests
from tests.experiments.test_report import store

keys = pytest.importorskip("selenium.webdriver.common.keys").Keys
pytestmark = NEEDED


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as driver:
        yield driver


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("matplotlib")
    return report(store(tmp_path_factory.mktemp("report"), 1000))


def column(browser: Any, name: str) -> list[str]:
    script = """
    const heads = [...document.querySelectorAll("#cases th")].map((head) => head.textContent);
    const place = heads.indexOf(arguments[0]);
    const rows = [...document.querySelectorAll("#cases tbody tr")];
    return rows.map((row) => row.cells[place].textContent);
    """
    return [str(text) for text in browser.execute_script(script, name)]


def press(browser: Any, name: str) -> None:
    script = """
    [...document.querySelectorAll("#cases th button")]
      .find((button) => button.textContent === arguments[0]).click();
    """
    browser.execute_script(script, name)


def choose(browser: Any, name: str, value: str) -> None:
    script = """
    const choice = document.getElementById(arguments[0]);
    choice.value = arguments[1];
    choice.dispatchEvent(new Event(choice.tagName === "INPUT" ? "input" : "change"));
    """
    browser.execute_script(script, name, value)


def test_it_sorts_and_filters(browser: Any, page: Path) -> None:
    opened(browser, page)
    table = load(page.parents[1])
    counts = sorted(int(number) for number in table["count"])
    assert column(browser, "count") == [str(number) for number in table["count"][:200]]
    press(browser, "count")
    assert column(browser, "count") == [str(number) for number in counts[:200]]
    press(browser, "count")
    assert column(browser, "count") == [str(number) for number in counts[::-1][:200]]
    press(browser, "seconds")
    seconds = [float(text) for text in column(browser, "seconds")]
    assert seconds == sorted(round(each, 4) for each in table["seconds"])[:200]
    choose(browser, "filter", "DLX")
    assert column(browser, "method") == ["dlx"] * 200
    browser.find_element("id", "on").click()
    assert browser.find_element("id", "where").text == "201 to 250 of 250"
    choose(browser, "filter", "")
    choose(browser, "method", "frontier")
    choose(browser, "verdict", "unknown")
    unknown = (table["method"] == "frontier") & (table["verdict"] == "unknown")
    assert 0 < len(column(browser, "verdict")) == unknown.sum()
    assert set(column(browser, "verdict")) == {"unknown"}
    assert errors(browser) == []
    assert requests(browser) == []


@pytest.mark.parametrize("plot", ["cactus", "scatter"])
def test_a_point_says_its_case_and_opens_it(browser: Any, page: Path, plot: str) -> None:
    opened(browser, page)
    svg = browser.find_element("css selector", f"#{plot} svg")
    svg.send_keys(keys.ARROW_RIGHT, keys.ARROW_RIGHT)
    words = browser.find_element("css selector", f"#{plot} .tip").text
    assert "puzzle <" in words
    assert " s" in words
    svg.send_keys(keys.ENTER)
    case = browser.find_element("id", "case")
    assert case.is_displayed()
    assert browser.switch_to.active_element == case
    for method in ("cp-sat", "cp-sat:lines", "dlx", "frontier"):
        assert method in case.text
    assert errors(browser) == []
    webdriver = pytest.importorskip("selenium.webdriver")
    script = """
    const point = document.querySelector(`#${arguments[0]} .here`).getBoundingClientRect();
    const svg = document.querySelector(`#${arguments[0]} svg`);
    svg.dispatchEvent(new PointerEvent("pointermove",
      { clientX: point.x + point.width / 2, clientY: point.y + point.height / 2 }));
    return document.querySelector(`#${arguments[0]} .tip`).textContent;
    """
    browser.execute_script("document.getElementById('case').hidden = true")
    webdriver.ActionChains(browser).scroll_to_element(svg).perform()
    assert "puzzle <" in browser.execute_script(script, plot)


def test_both_answers_are_drawn_beside_the_command(browser: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    evil = "</script><img src=x onerror='window.ran = 1'>"
    puzzle = cm.Nonogram.of([1, 1], [1, 1], title=evil)
    methods = [MethodSpec("cp-sat"), MethodSpec("line-search")]
    run(Experiment([puzzle], questions=["solve"], methods=methods), tmp_path, jobs=1)
    opened(browser, report(tmp_path))
    browser.find_element("css selector", "#cases tbody tr").send_keys(keys.ENTER)
    images = browser.execute_script(
        "return [...document.querySelectorAll('#case img')].map((image) => image.decode()"
        ".then(() => image.naturalWidth)).reduce(async (all, next) => [...await all, await next],"
        " [])"
    )
    assert images
    assert all(width > 20 for width in images)
    again = browser.find_element("id", "again").text
    assert again.startswith("cpmodels solve - -m ")
    assert "<<'END'" in again
    assert browser.execute_script("return window.ran === undefined")
    assert errors(browser) == []
    assert requests(browser) == []


def test_it_fits_a_phone(browser: Any, page: Path) -> None:
    with phone(browser):
        opened(browser, page)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 360
