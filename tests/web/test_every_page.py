"""Every page, in every game and language, on every screen: for everyone, and never cut off."""

import importlib.util
import os
from pathlib import Path

import pytest

from assistant.game.events import End, Finished
from assistant.words import Language
from tests.support.breadth import in_every_run
from tests.support.browsing import DESKTOP, PHONE, TV
from tests.support.filled_tables import fill, fill_cards, fill_cubes

pytestmark = pytest.mark.xdist_group("every page")
NODE_FOLDERS = (
    "templates/node_modules",
    "node_modules",
    *os.environ.get("NODE_PATH", "").split(os.pathsep),
)
AXE_PACKAGE = importlib.util.find_spec("axe_playwright_python")
AXE = [
    *(Path(folder) for folder in (AXE_PACKAGE.submodule_search_locations if AXE_PACKAGE else ())),
    *(Path(folder) / "axe-core" for folder in NODE_FOLDERS),
]
"""Where axe-core may be, as a Python package or as one of node's."""
needs_axe = pytest.mark.skipif(
    not any((folder / "axe.min.js").exists() for folder in AXE),
    reason="axe-core is not installed here",
)
PAGES = {
    "/": ".score", "/start": "#start", "/games": "h1", "/games/1": "h1", "/camera": "h1",
    "/camera/phone": "h1", "/invite": ".qr", "/setup": "h1", "/keeping": "h1", "/rules": ".law, h2",
    "/hand": "h1", "/tv": ".tv-score",
}  # fmt: skip
"""Every page, and what is there once it is drawn."""
OF_EACH_GAME = ("/", "/hand", "/tv")
TOO_SMALL = """[...document.querySelectorAll('button, a, select, input:not([type=hidden])')]
    .filter((one) => one.offsetParent && !one.closest('.unseen, .skip'))
    .map((one) => [one.outerHTML.slice(0, 80), one.closest('label') ?? one])
    .map(([html, one]) => [html, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([html]) => html)"""
WIDTHS = ((320, 568), (390, 844), (844, 390), (1280, 800), (1920, 1080))
SCREENS = {"100%": WIDTHS, "200%": WIDTHS}
"""Sizes of text with the widths and heights it is shown on."""
LONGEST = "de"
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OUT_OF_REACH = """[...document.querySelectorAll('.actions button, .foot button')].filter((one) => {
    if (one.getBoundingClientRect().bottom <= innerHeight + 1) return false;
    for (let part = one.parentElement; part; part = part.parentElement) {
        const scrolls = ['auto', 'scroll'].includes(getComputedStyle(part).overflowY);
        if (scrolls && part.scrollHeight > part.clientHeight) return false;
    }
    return getComputedStyle(document.body).overflowY === 'hidden';
}).length"""


def axe_script():
    paths = (folder / "axe.min.js" for folder in AXE)
    return next(path for path in paths if path.exists()).read_text(encoding="utf-8")


def serious(phone, axe, **only):
    if phone.page.evaluate("!window.axe"):
        phone.page.evaluate(axe)
    how = {"resultTypes": ["violations"], **only}
    found = phone.page.evaluate("(how) => axe.run(document, how)", how)
    return [
        (one["id"], one["nodes"][0]["html"][:160], one["nodes"][0]["failureSummary"][:200])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def in_both_lights(phone, axe):
    """What is wrong by day; by night only colours can be wrong besides."""
    phone.page.emulate_media(color_scheme="light")
    found = serious(phone, axe)
    phone.page.emulate_media(color_scheme="dark")
    return found + serious(phone, axe, runOnly=["color-contrast"])


@needs_axe
def test_axe_finds_nothing_serious_and_nothing_is_too_small_to_tap(table, phones):
    fill(table, proposal=True)
    axe = axe_script()
    phone, watcher = phones().join(), phones()
    for path, drawn in PAGES.items():
        phone.open(path).waits_for(drawn)
        assert in_both_lights(phone, axe) == [], path
        if path != "/tv":
            assert phone.page.evaluate(TOO_SMALL) == [], path
    phone.open("/nowhere")
    assert in_both_lights(phone, axe) == [], "an error"
    for path in ("/", "/start", "/tv", "/games", "/games/1", "/rules"):
        watcher.open(path).waits_for("h1, .tv-score")
        assert serious(watcher, axe) == [], path


@needs_axe
def test_axe_finds_nothing_serious_in_what_opens_on_the_game_page(table, phones):
    fill(table, proposal=True)
    axe = axe_script()
    phone = phones().join()
    phone.waits_for(".cell.open")
    for steps in (["#menu"], ["#menu", "Settings"], ["#menu", "History"], ["#menu", "Tiles left"]):
        phone.tap(steps[0])
        for text in steps[1:]:
            phone.press(text)
        assert in_both_lights(phone, axe) == [], steps
        phone.press("Close")
    table.session.look_with("")
    phone.waits_until("!document.querySelector('.cell.seen')")
    phone.tap(".cell.open")
    assert in_both_lights(phone, axe) == [], "palette"
    assert phone.page.evaluate(TOO_SMALL) == []
    phone.tap(".swatch")
    phone.tap("button.reasons")
    assert in_both_lights(phone, axe) == [], "a forbidden move and its rules"
    phone.press("Close")
    phone.press("Let it stand")
    assert in_both_lights(phone, axe) == [], "let it stand"


@needs_axe
def test_axe_finds_nothing_serious_in_the_other_games(table, phones):
    axe = axe_script()
    phone = phones()
    phone.join()
    for filled in (fill_cards, fill_cubes):
        filled(table)
        for path in OF_EACH_GAME:
            phone.open(path).waits_for(PAGES[path])
            assert in_both_lights(phone, axe) == [], (filled.__name__, path)
    fill_cards(table)
    phone.open("/").waits_for(".new-row")
    phone.press("New row")
    phone.tap('.swatch[data-tile="ro"]')
    phone.waits_for(".lacking")
    assert in_both_lights(phone, axe) == []


@pytest.mark.parametrize("language", in_every_run((LONGEST,), [one.value for one in Language]))
def test_no_page_is_cut_off_at_any_width_nor_at_twice_the_text(table, phones, language):
    fill(table, proposal=True)
    phone = phones(language=language).join()
    assert cut_off(phone, PAGES) == []
    for filled in (fill_cards, fill_cubes):
        filled(table)
        assert cut_off(phone, OF_EACH_GAME) == [], filled.__name__


def cut_off(phone, paths):
    """Where a page is wider than its screen, or has buttons that cannot be scrolled to."""
    found = []
    for path in paths:
        phone.open(path).waits_for(PAGES[path])
        for text, sizes in SCREENS.items():
            phone.page.evaluate(f"document.documentElement.style.fontSize = '{text}'")
            for wide, high in sizes:
                phone.page.set_viewport_size({"width": wide, "height": high})
                over, hidden = phone.page.evaluate(f"[{TOO_WIDE}, {OUT_OF_REACH}]")
                if over > 0 or hidden:
                    found.append((path, text, wide, over, hidden))
    return found


# ------------------------------------------------------------------ pictures to look at


@pytest.mark.long
@pytest.mark.parametrize(("name", "size"), [("phone", PHONE), ("desktop", DESKTOP), ("tv", TV)])
def test_screenshots_of_every_page_are_kept(table, phones, name, size):
    fill(table, proposal=True)
    phone = phones(size=size).join()

    def keep(page):
        for light in ("light", "dark"):
            phone.page.emulate_media(color_scheme=light)
            phone.keep(f"{page}-{name}-{light}")

    for path in ("/", "/start", "/tv", "/games", "/camera", "/invite", "/setup"):
        phone.open(path).waits_for(PAGES[path])
        phone.page.wait_for_timeout(100)
        keep(path.strip("/") or "game-proposal")
    table.session.look_with("")
    phone.open("/").waits_for(".cell.open")
    keep("game")
    phone.tap(".cell.open")
    phone.waits_for(".swatch")
    keep("palette")
    phone.tap('.swatch[data-tile="bo"]')
    phone.waits_for(".reasons")
    keep("illegal")
    table.tell(Finished(End.AGREED))
    phone.page.wait_for_url("**/games/1")
    phone.waits_for("h1")
    keep("result")
