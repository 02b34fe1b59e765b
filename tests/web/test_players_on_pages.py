"""Players on the pages: names that stay apart, one colour each, and what happens to their moves."""

import pytest

from assistant.game.events import End, Finished
from assistant.web.chart import WIDTH, chart_of
from assistant.web.names import short_names
from tests.support.browsing import TV
from tests.support.seen_tables import hand, still

pytestmark = pytest.mark.xdist_group("pages")
OPENING = "ro@0,0 rs@1,0 rd@2,0"
FAMILY = ("Grandmother", "Grandfather", "Jan-Willem", "Anna-Maria B", "Anna-Maria C", "Zoé")
SMALL = {"width": 320, "height": 568}
CUT_OFF = """[...document.querySelectorAll('.score .name')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
DOT = """(name) => getComputedStyle([...document.querySelectorAll('.score, .tv-score')]
    .find((one) => one.textContent.includes(name)).querySelector('.name'), '::before')
    .backgroundColor"""
RING = "getComputedStyle(document.querySelector('.cell.last .ring')).stroke"
TOO_FAR = """[...document.querySelectorAll('.who')].map((one) => one.getBBox())
    .filter((box) => box.x + box.width > 420).length"""
RUNS_MS = """document.querySelector('.countdown > span').getAnimations()[0].effect
    .getTiming().duration"""


def test_names_that_fit_are_left_alone():
    assert short_names(("Anna", "Chris"), 8) == {"Anna": "Anna", "Chris": "Chris"}


def test_long_names_keep_the_letters_in_which_they_differ():
    assert short_names(FAMILY, 7) == {
        "Grandmother": "Grandm…",
        "Grandfather": "Grandf…",
        "Jan-Willem": "Jan-Wi…",
        "Anna-Maria B": "Anna-…B",
        "Anna-Maria C": "Anna-…C",
        "Zoé": "Zoé",
    }
    assert short_names(("Grandmother", "Grandmother Ida"), 7) == {
        "Grandmother": "Gra…her",
        "Grandmother Ida": "Gra…Ida",
    }


def six(table):
    table.begin(players=FAMILY, up_to_six=True)
    table.lay("Grandmother", OPENING)


@pytest.mark.parametrize("size", [SMALL, {"width": 844, "height": 390}])
def test_six_names_stay_apart_on_a_small_phone(table, phones, size):
    six(table)
    phone = phones(size=size).join()
    phone.waits_for(".cell.open")
    assert len(set(phone.page.locator(".score .name").all_inner_texts())) == 6
    assert phone.page.evaluate(CUT_OFF) == []
    boxes = [one.bounding_box() for one in phone.page.locator(".score").all()]
    assert len({box["y"] for box in boxes}) == 2


@pytest.mark.parametrize("name", [FAMILY[0], FAMILY[1]])
def test_a_player_has_one_colour_on_board_chart_and_tv(table, phones, name):
    table.begin(players=FAMILY[:2])
    table.lay(FAMILY[0], OPENING)
    if name == FAMILY[1]:
        table.lay(name, "rc@3,0")
    phone, tv = phones().join(), phones(size=TV).open("/tv")
    colours = set()
    for page in (phone, tv):
        page.waits_for(".cell.last")
        colours |= {page.page.evaluate(DOT, name), page.page.evaluate(RING)}
    phone.open("/games/1")
    place = FAMILY.index(name)
    colours.add(
        phone.page.evaluate(f"getComputedStyle(document.querySelector('.who.by-{place}')).fill")
    )
    assert len(colours) == 1


def test_names_of_the_chart_fit_into_it(table, phones):
    six(table)
    chart = chart_of(table.game)
    assert chart.inner[2] < WIDTH
    phone = phones().join().open("/games/1")
    assert phone.page.evaluate(TOO_FAR) == 0
    assert len(set(phone.page.locator(".who").all_text_contents())) == 6


def test_a_countdown_runs_before_a_move_is_accepted_by_itself(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone, tv = phones().join(), phones(size=TV).open("/tv")
    table.session.look_with("camera 0")
    table.session.saw(still(f"{OPENING} rc@3,0", 20.0, 1.2))
    for page in (phone, tv):
        page.waits_for(".countdown", state="attached")
        assert page.page.evaluate(RUNS_MS) == 3000
    # A hand that comes back stops it, and what follows is counted from the beginning.
    table.session.saw(hand(21.0))
    phone.waits_for(".countdown", state="detached")
    table.session.saw(still(f"{OPENING} rc@3,0", 22.0))
    phone.waits_for(".countdown", state="attached")
    assert phone.page.evaluate(RUNS_MS) == 4200


def test_what_waits_for_a_tap_has_no_countdown(table):
    table.begin()
    table.lay("Anna", OPENING)
    table.session.look_with("camera 0")
    table.session.saw(still(f"{OPENING} bo@3,0", 20.0))
    assert table.session.now.proposal is not None
    assert table.session.now.countdown is None


# A minute for what is there for seconds, so that a busy machine sees it too.
SLOWLY = """const [wait, move] = [setTimeout, Element.prototype.animate];
    window.setTimeout = (what, ms, ...more) => wait(what, ms > 1000 ? ms + 60000 : ms, ...more);
    Element.prototype.animate = function (frames, how) {
        return move.call(this, frames, { ...how, duration: 60000 });
    };"""


@pytest.mark.parametrize("calm", [True, False])
def test_a_win_is_celebrated_once_on_every_phone_and_the_tv(table, phones, calm):
    table.begin()
    table.lay("Anna", OPENING)
    phone, tv = phones(still=calm), phones(size=TV, still=calm)
    for page in (phone, tv):
        page.page.add_init_script(SLOWLY)
    phone.join()
    tv.open("/tv")
    for page in (phone, tv):
        page.waits_for(".cell.last")
    table.tell(Finished(End.AGREED))
    for page in (phone, tv):
        page.waits_for(".cheer.shown")
        assert page.page.locator(".cheer").inner_text() == "Anna wins."
        assert (page.page.locator(".piece").count() == 0) is calm
    assert phone.page.url.endswith("/games/1")
    phone.page.reload()
    phone.waits_for("#step")
    assert phone.page.locator(".cheer.shown").count() == 0


def test_a_simulated_game_is_marked_without_cutting_whose_turn_it_is(table, phones):
    table.begin(players=("Grandmother", "Chris"), simulated=True)
    phone = phones().join()
    phone.waits_for("#simulated:not([hidden])")
    turn = "document.querySelector('#turn')"
    assert phone.page.evaluate(f"{turn}.scrollHeight <= {turn}.clientHeight + 1")
    table.session.look_with("Simulated table", "This is simulated.")
    phone.waits_for("#simulated", state="hidden")
    assert phone.page.locator("#camera").inner_text() == "Simulated table"
    assert phone.page.evaluate(f"{turn}.scrollHeight <= {turn}.clientHeight + 1")
