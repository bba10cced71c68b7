"""The site in a real browser: navigation, search, formulas, colours, a phone, no complaint.

Where Debian's chromium and chromium-driver are missing, the tests are skipped and say so. The laws
of all pages are held against a few theorems of a test file and against real ones of every paper;
``DPSYM_SITE=DIR`` holds them against a site that is there, such as that of the whole library.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from test_site import THEOREMS

from dpsym import check, library, site
from dpsym.site.references import references

pytest.importorskip("selenium", reason="selenium is not installed: pip install -e '.[dev]'")

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.ui import WebDriverWait

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(
        not (CHROMIUM and DRIVER), reason="apt-get install chromium chromium-driver"
    ),
    # The browser's own connections are closed by it, at a time of its choosing.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

LIBRARY = """
blog.postprocessing blog.example_2_sharp bs16.prop_1_9 bs16.x_weaken_at_one
folklore.approximate_dp_gives_zcdp gce24.partition gce24.cor_7.sharp kov15.app_C_noise
recent.power_jointly_convex vw21.experiment_below
""".split()
"""Theorems of every paper, proved and refuted, that take no time; one has long words."""

UNSEEN = """
return Array.from(document.querySelectorAll('main *')).filter(part =>
  part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'auto'
  && getComputedStyle(part).backgroundImage === 'none').map(part => part.outerHTML.slice(0, 200))
"""
"""Parts that are wider than there is room for, and where nothing shows it."""

PHONE = {"deviceMetrics": {"width": 390, "height": 800, "pixelRatio": 1}}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stated") / "stated.py"
    path.write_text(THEOREMS)
    folder = tmp_path_factory.mktemp("site")
    stated = library.theorems_in(path)
    site.write([site.entry(each, site.outcome(check(each))) for each in stated], folder)
    return folder


@pytest.fixture(scope="module", params=["stated", "library"])
def every_page(
    request: pytest.FixtureRequest, pages: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A site to which the laws of all pages apply."""
    if request.param == "stated":
        return pages
    if "DPSYM_SITE" in os.environ:
        return Path(os.environ["DPSYM_SITE"])
    folder = tmp_path_factory.mktemp("library")
    theorems = [theorem for name in LIBRARY for theorem in library.find(name)]
    site.write([site.entry(each, site.outcome(check(each))) for each in theorems], folder)
    return folder


def browser(**preferences: Any) -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("headless=new", "no-sandbox", "disable-gpu", "window-size=1100,900"):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for name, value in preferences.items():
        options.add_experimental_option(name, value)
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))


@pytest.fixture(scope="module")
def desk() -> Iterator[webdriver.Chrome]:
    driver = browser()
    yield driver
    driver.quit()


@pytest.fixture
def index(desk: webdriver.Chrome, pages: Path) -> Iterator[webdriver.Chrome]:
    """The index in a browser; afterwards the browser must not have complained."""
    desk.get((pages / "index.html").as_uri())
    yield desk
    assert desk.get_log("browser") == []


def shown(driver: webdriver.Chrome) -> list[str]:
    items = driver.find_elements(By.CSS_SELECTOR, "#theorems li")
    links = [i.find_element(By.TAG_NAME, "a") for i in items if i.is_displayed()]
    return [str(link.get_attribute("href")).rpartition("/")[2][: -len(".html")] for link in links]


def expect(driver: webdriver.Chrome, names: list[str]) -> None:
    """These theorems are shown, as soon as the page has drawn them."""
    with suppress(TimeoutException):
        WebDriverWait(driver, 5).until(lambda page: shown(page) == names)
    assert shown(driver) == names


def choose(driver: webdriver.Chrome, name: str, value: str) -> None:
    Select(driver.find_element(By.ID, name)).select_by_value(value)


def test_index_shows_all_theorems(index: webdriver.Chrome) -> None:
    assert sorted(shown(index)) == [
        "stated." + name for name in ("bounded", "doubled", "sharper", "smaller")
    ]
    assert index.find_element(By.ID, "count").text == "4 of 4 theorems"


def test_search_finds_words_anywhere(index: webdriver.Chrome) -> None:
    everything = shown(index)
    box = index.find_element(By.ID, "search")
    box.send_keys("pure BOUNDS script")
    expect(index, ["stated.bounded"])
    assert index.find_element(By.ID, "count").text == f"1 of {len(everything)} theorems"
    box.send_keys(" nonsense")
    expect(index, [])
    index.find_element(By.ID, "clear").click()
    expect(index, everything)


def test_search_finds_letters_by_any_of_their_names(index: webdriver.Chrome) -> None:
    box = index.find_element(By.ID, "search")
    for written in ("ε-DP", "eps-DP", "epsilon-dp"):
        box.clear()
        box.send_keys(written)
        expect(index, ["stated.bounded", "stated.sharper"])
    box.clear()


def test_groups_and_order_are_the_readers(index: webdriver.Chrome) -> None:
    choose(index, "group", "verdict")
    headings = index.find_elements(By.CSS_SELECTOR, ".group:not([hidden]) h2")
    assert [heading.text for heading in headings] == ["proved", "refuted"]
    choose(index, "group", "source")
    choose(index, "sort", "sentence")
    expect(index, ["stated.sharper", "stated.bounded", "stated.doubled", "stated.smaller"])
    choose(index, "sort", "place")


def test_long_formulas_scroll_by_themselves(index: webdriver.Chrome, every_page: Path) -> None:
    wide = "return Array.from(document.querySelectorAll('.wide'), w => [w.scrollWidth, w.tabIndex])"
    seen = 0
    for page in sorted(every_page.rglob("theorems/*.html")):
        index.get(page.as_uri())
        index.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
        found = index.execute_script(wide)
        seen += len(found)
        assert all(width > 0 and stop == 0 for width, stop in found)
        whole = index.execute_script("return document.documentElement.scrollWidth")
        assert whole <= 1100, page.name
    assert seen or every_page.name.startswith("site")


def test_a_copy_button_copies(index: webdriver.Chrome, pages: Path) -> None:
    index.get((pages / "theorems" / "stated.bounded.html").as_uri())
    index.execute_script("navigator.clipboard.writeText = async text => { window.copied = text; }")
    index.find_element(By.CSS_SELECTOR, "button[data-copy=claim]").click()
    WebDriverWait(index, 5).until(lambda page: page.execute_script("return window.copied"))
    copied = index.execute_script("return window.copied")
    assert copied.strip() == "PureDP(M, eps) => ApproxDP(M, 0, tanh(eps/2))"


def test_math_font_of_the_site_is_used(index: webdriver.Chrome) -> None:
    index.execute_script("document.fonts.load('16px \"Dpsym Math\"')")
    WebDriverWait(index, 5).until(
        lambda page: page.execute_script("return document.fonts.check('16px \"Dpsym Math\"')")
    )
    assert index.execute_script(
        "return Array.from(document.fonts).some(f => f.family.includes('Dpsym Math')"
        " && f.status === 'loaded')"
    )


def test_filters_combine_and_survive_a_reload(index: webdriver.Chrome) -> None:
    choose(index, "verdict", "refuted")
    expect(index, ["stated.sharper"])
    choose(index, "family", "inequality")
    expect(index, [])
    choose(index, "family", "conversion")
    choose(index, "verdict", "proved")
    expect(index, ["stated.bounded"])
    index.refresh()
    expect(index, ["stated.bounded"])
    choose(index, "verdict", "")
    choose(index, "family", "")


def test_keyboard_alone_suffices(index: webdriver.Chrome) -> None:
    body = index.find_element(By.TAG_NAME, "body")
    body.send_keys("/")
    focused = index.switch_to.active_element
    assert focused.get_attribute("id") == "search"
    focused.send_keys("bounded")
    expect(index, ["stated.bounded"])
    for _ in range(12):
        if "stated.bounded" in (index.switch_to.active_element.get_attribute("href") or ""):
            break
        index.switch_to.active_element.send_keys(Keys.TAB)
    index.switch_to.active_element.send_keys(Keys.ENTER)
    assert index.current_url.endswith("theorems/stated.bounded.html")


def test_skip_link_is_the_first_stop(index: webdriver.Chrome) -> None:
    index.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    assert index.switch_to.active_element.text == "Skip to the content"


def test_formulas_are_drawn_as_formulas(index: webdriver.Chrome) -> None:
    index.find_element(By.CSS_SELECTOR, "a[href$='stated.bounded.html']").click()
    fraction = index.find_element(By.CSS_SELECTOR, ".statement mfrac")
    above, below = fraction.find_elements(By.XPATH, "./*")
    assert above.location["y"] + above.size["height"] <= below.location["y"] + 1
    assert fraction.size["height"] > above.size["height"]


def test_every_page_can_be_reached_and_does_not_complain(
    index: webdriver.Chrome, every_page: Path
) -> None:
    links: set[str] = set()
    for page in sorted(every_page.rglob("*.html")):
        index.get(page.as_uri())
        assert index.find_element(By.TAG_NAME, "h1").text
        links.update(index.execute_script("return Array.from(document.links, a => a.href)"))
        assert index.get_log("browser") == [], page
    sources = {reference.url for reference in references().values()}
    for link in links - sources:
        assert link.startswith(every_page.as_uri()), link
        assert Path(link.removeprefix("file://").partition("#")[0]).is_file(), link


def test_every_formula_is_drawn(index: webdriver.Chrome, every_page: Path) -> None:
    empty = "return Array.from(document.querySelectorAll('math')).filter(m => !m.clientWidth)"
    for page in sorted(every_page.rglob("theorems/*.html")):
        index.get(page.as_uri())
        index.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")
        assert index.find_elements(By.CSS_SELECTOR, ".statement math"), page
        assert index.execute_script(f"{empty}.map(m => m.outerHTML)") == [], page
        assert "$" not in index.find_element(By.CSS_SELECTOR, ".idea").text, page
        assert "$" not in index.find_element(By.CSS_SELECTOR, ".proof").text, page


def test_search_finds_every_theorem_by_its_name(index: webdriver.Chrome, every_page: Path) -> None:
    index.get((every_page / "index.html").as_uri())
    names = sorted(page.stem for page in every_page.glob("theorems/*.html"))
    assert sorted(shown(index)) == names
    for name in (names[0], names[len(names) // 2], names[-1]):
        index.find_element(By.ID, "search").clear()
        index.find_element(By.ID, "search").send_keys(name)
        WebDriverWait(index, 20).until(lambda page: len(shown(page)) < len(names))
        assert name in shown(index)
    index.find_element(By.ID, "search").clear()


def test_neighbours_lead_through_the_library(index: webdriver.Chrome) -> None:
    names = shown(index)
    index.find_element(By.CSS_SELECTOR, f"a[href$='{names[0]}.html']").click()
    for name in names[1:]:
        index.find_element(By.CSS_SELECTOR, "a[rel=next]").click()
        assert name in index.title
    assert not index.find_elements(By.CSS_SELECTOR, "a[rel=next]")


def ground(driver: webdriver.Chrome) -> str:
    return driver.find_element(By.TAG_NAME, "body").value_of_css_property("background-color")


def test_colours_follow_the_system_and_the_button(index: webdriver.Chrome) -> None:
    for scheme in ("light", "dark"):
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        index.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        brightness = sum(map(int, ground(index)[5:-1].split(",")[:3]))
        assert (brightness > 3 * 128) == (scheme == "light")
    before = ground(index)
    index.find_element(By.ID, "theme").click()
    assert ground(index) != before
    index.refresh()
    assert ground(index) != before
    index.execute_script("localStorage.clear()")


def test_pages_fit_a_phone(every_page: Path) -> None:
    driver = browser(mobileEmulation=PHONE)
    try:
        for page in sorted(every_page.rglob("*.html")):
            driver.get(page.as_uri())
            width = driver.execute_script("return document.documentElement.scrollWidth")
            assert width <= 390, page.name
            driver.execute_script(
                "for (const d of document.querySelectorAll('details')) d.open = true"
            )
            assert driver.execute_script(UNSEEN) == [], page.name
    finally:
        driver.quit()


def test_index_is_readable_without_scripts(pages: Path) -> None:
    driver = browser(prefs={"profile.managed_default_content_settings.javascript": 2})
    try:
        driver.get((pages / "index.html").as_uri())
        assert len(shown(driver)) >= 3
        assert not driver.find_element(By.ID, "filters").is_displayed()
    finally:
        driver.quit()
