"""The pages in a real browser: played on several phones, and nothing that jumps or lies."""

import json

import pytest

from assistant.board import Cell
from assistant.game.events import Rulebook, Undone
from assistant.session.camera_loop import Seen
from tests.support.browsing import DESKTOP, PHONE, TV, until
from tests.support.filled_tables import fill
from tests.support.seen_tables import hand, quiet, still
from tests.support.served import served
from tests.support.whole_games import classic_game
from vision.scene.report import SceneReport, SceneState

pytestmark = pytest.mark.xdist_group("pages")
OPENING = "ro@0,0 rs@1,0 rd@2,0"
FIRST_SHAPE = """document.querySelector('.cell[data-x="0"][data-y="0"] use').href.baseVal"""
PLACES = """['#scores', '#board', '#sheet', '#actions'].map((one) =>
    JSON.stringify(document.querySelector(one).getBoundingClientRect()))"""
SHIFTS = """window.shifts = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) window.shifts += one.value;
    }).observe({type: 'layout-shift', buffered: false})"""
FOCUSED = "`${document.activeElement.dataset.x},${document.activeElement.dataset.y}`"


def test_the_second_of_two_phones_is_told_and_sees_the_new_state(table, phones):
    table.begin()
    one, other = phones().join(), phones()
    # The other phone hears nothing of what happens meanwhile.
    for path in ("**/api/events*", "**/api/state*"):
        other.page.route(path, lambda route: route.abort())
    other.join()
    for phone in (one, other):
        phone.waits_for(".cell.open")
    other.lay(0, 0, "bs")
    other.sees("Save: 1 point")
    one.lay(0, 0, "ro")
    one.press("Save: 1 point")
    until(lambda: len(table.game.turns) == 1)
    other.page.locator(".actions .primary").click()
    other.waits_until("document.querySelector('#toast').classList.contains('shown')")
    other.waits_until("!!document.querySelector('.cell.taken.last')")
    assert len(table.game.turns) == 1
    assert str(table.game.board.tile_at(Cell(0, 0))) == "ro"


def test_a_doubt_is_a_question_with_the_picture_that_raised_it(table, phones):
    phone = phones()
    fill(table, proposal=True)
    phone.join().waits_for(".doubt .answer")
    assert phone.page.locator(".doubt .answer").nth(0).get_attribute("data-tile") == "gc"
    phone.waits_until("document.querySelector('.cut img').naturalWidth > 100")
    phone.tap('.doubt .answer[data-tile="go"]')
    phone.waits_until("!document.querySelector('.doubt')")
    phone.press("Accept: 6 points")
    until(lambda: len(table.game.turns) == 5)
    assert str(table.game.board.tile_at(Cell(3, 2))) == "go"


def test_a_forbidden_move_that_the_camera_saw_is_taken_back_and_not_read_otherwise(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    table.session.look_with("camera 0")
    phone = phones().join()
    table.session.saw(still(f"{OPENING} bo@1,1", 20.0))
    # Half a move may look so: nothing is said of rules before the hand has left.
    assert phone.sees("A move is being laid")
    assert phone.page.locator(".actions button:disabled").all_inner_texts() == [
        "Take back", "Let it stand",
    ]  # fmt: skip
    table.session.saw(quiet(26.0, 6.0))
    assert phone.sees("Not allowed:")
    phone.press("Take back")
    assert phone.sees("Now take it off the table.")
    phone.waits_until("!document.querySelector('.cell.seen, .cell.wrong')")
    table.session.saw(still(f"{OPENING} bo@1,1", 29.0))
    table.session.saw(quiet(35.0, 6.0))
    assert table.session.now.proposal is None
    # Once it is gone, what is laid there next counts again.
    for at_s in (40.0, 52.0):
        table.session.saw(hand(at_s))
        table.session.saw(still(OPENING, at_s + 2.0))
    table.session.saw(hand(60.0))
    table.session.saw(still(f"{OPENING} bs@1,1", 64.0))
    phone.waits_for(".cell.seen")
    phone.press("Accept: 2 points")
    until(lambda: table.game.totals == {"Anna": 3, "Chris": 2})


def test_a_doubt_leaves_the_pay_on_the_screen(table, phones):
    fill(table, proposal=True)
    phone = phones().join()
    phone.waits_for(".doubt .answer")
    pay = phone.page.locator("#sheet .pay").bounding_box()
    assert pay["x"] + pay["width"] <= PHONE["width"]
    other = phone.page.locator(".doubt .quiet").bounding_box()
    assert other["x"] + other["width"] <= pay["x"]


def test_nothing_jumps_when_a_proposal_arrives(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    before = phone.page.evaluate(PLACES)
    phone.page.evaluate(SHIFTS)
    table.session.look_with("camera 0")
    table.session.saw(still(f"{OPENING} bo@1,1 gd@1,2", 20.0))
    table.session.saw(quiet(26.0, 6.0))
    phone.waits_for(".cell.seen")
    phone.page.wait_for_timeout(300)
    assert phone.page.evaluate(PLACES) == before
    # What the web calls stable: lines within the sheet may move, as they were painted or not.
    assert phone.page.evaluate("window.shifts") < 0.1


def test_a_button_under_a_finger_is_not_replaced_by_the_cameras_news(table, phones):
    table.begin()
    table.session.look_with("camera 0")
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.page.evaluate("window.pressed = document.querySelector('.actions button:last-child')")
    for at_s in range(1, 6):
        table.session.saw(hand(float(at_s)))
        phone.waits_for(".chip.wait")
        table.session.saw(quiet(at_s + 0.5, 0.1))
        phone.waits_for(".chip.watching")
    assert phone.page.evaluate("window.pressed.isConnected")


def test_the_board_can_be_played_by_keyboard_alone(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones(size=DESKTOP).join()
    phone.waits_for(".cell.open")
    phone.page.locator('.cell[tabindex="0"]').focus()
    for _ in range(12):
        if phone.page.evaluate("document.activeElement.dataset.x") == "3":
            break
        phone.page.keyboard.press("ArrowRight")
    assert phone.page.evaluate(FOCUSED) == "3,0"
    phone.page.keyboard.press("Enter")
    phone.waits_for(".swatch:focus")
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        phone.page.keyboard.press(key)
    assert phone.sees("Save: 4 points")
    phone.page.locator(".actions .primary").press("Enter")
    until(lambda: table.game.totals == {"Anna": 3, "Chris": 4})


def test_pinching_zooms_and_one_tap_shows_all_again(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    whole = phone.page.locator(".grid").get_attribute("viewBox")
    box = phone.page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = phone.context.new_cdp_session(phone.page)

    def fingers(kind, *spots):
        points = [{"x": px, "y": py, "id": number} for number, (px, py) in enumerate(spots)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", (x - 30, y), (x + 30, y))
    for apart in range(40, 120, 10):
        fingers("touchMove", (x - apart, y), (x + apart, y))
    fingers("touchEnd")
    wide = lambda view: float(view.split()[2])  # noqa: E731
    assert wide(phone.page.locator(".grid").get_attribute("viewBox")) < 0.6 * wide(whole)
    assert table.game.turns[-1].number == 1
    phone.press("Whole board")
    assert phone.page.locator(".grid").get_attribute("viewBox") == whole


def test_cubes_are_rolled_again_and_not_traded(table, phones):
    table.begin(Rulebook.CUBES)
    phone = phones().join()
    phone.waits_for(".cell.open")
    # The counted cubes are laid as they are: nothing is rolled before the opening (U3).
    assert phone.page.locator(".actions", has_text="Roll again").count() == 0
    table.lay("Anna", OPENING)
    phone.waits_for(".actions button >> text=Roll again")
    assert phone.page.locator(".actions", has_text="Trade").count() == 0
    phone.press("Roll again")
    phone.page.locator("dialog .primary").click()
    until(lambda: len(table.game.turns) == 2)
    assert phone.sees("rolls 6 again")


def test_points_are_adjusted_with_a_reason_and_players_renamed(table, phones):
    table.begin()
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.tap(".score >> nth=1")
    phone.press("Adjust the score")
    phone.page.locator("dialog input[type=text]").fill("made the tea")
    phone.page.locator("dialog .primary").click()
    until(lambda: table.game.totals == {"Anna": 0, "Chris": 1})
    assert phone.sees("by agreement: made the tea")
    phone.tap(".score >> nth=0")
    phone.press("Adjust the score")
    phone.page.locator("dialog .primary").click()
    assert phone.sees("by agreement: no reason given")
    phone.tap(".score >> nth=1")
    phone.press("Rename")
    phone.page.locator("dialog input[type=text]").fill("Kris")
    phone.page.locator("dialog .primary").click()
    until(lambda: table.game.totals == {"Anna": 1, "Kris": 1})


def test_a_turn_of_the_past_is_given_to_whom_it_belongs(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.tap("#menu")
    phone.press("History")
    phone.tap(".turns button")
    phone.press("It was Chris’s turn")
    assert phone.sees("Chris: 0 → 3")
    phone.press("Save")
    until(lambda: table.game.totals == {"Anna": 0, "Chris": 3})


def test_a_qwirkle_is_celebrated(table, phones):
    table.begin()
    phone = phones(still=False).open()
    phone.waits_for(".score")
    table.lay("Anna", "ro@0,0 rs@1,0 rd@2,0 rc@3,0 r*@4,0 rx@5,0")
    phone.waits_for("#cheer.shown")
    assert phone.page.locator("#cheer").inner_text() == "Qwirkle!"
    assert phone.sees("Red, 6 tiles: 12, a Qwirkle!")


def test_letters_can_be_switched_off_and_languages_changed(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.taken")
    assert phone.page.locator(".cell .letter").first.is_visible()
    phone.tap("#menu")
    phone.press("Settings")
    phone.page.get_by_label("Letters on the tiles").uncheck()
    assert not phone.page.locator(".cell .letter").first.is_visible()
    phone.page.reload()
    phone.waits_for(".cell.taken")
    assert not phone.page.locator(".cell .letter").first.is_visible()
    phone.tap("#menu")
    phone.press("Settings")
    phone.press("Nederlands")
    phone.waits_until("document.documentElement.lang === 'nl'")
    assert phone.page.locator("#turn").inner_text() == "Chris is aan de beurt"


def test_who_wants_hears_each_result(table, phones):
    table.begin()
    phone = phones().join()
    phone.waits_for(".cell.open")
    # A headless browser has no voice; what it is given to say is what counts.
    phone.page.evaluate("void (speechSynthesis.speak = (words) => { window.said = words.text; })")
    table.lay("Anna", OPENING)
    phone.waits_for(".cell.last")
    assert phone.page.evaluate("window.said") is None
    phone.tap("#menu")
    phone.press("Settings")
    phone.page.get_by_label("Say each result aloud").check()
    phone.press("Close")
    table.lay("Chris", "bs@1,1")
    phone.waits_until("window.said")
    assert phone.page.evaluate("window.said") == "Chris lays 1 tile: 2 points. Total 2."


def test_the_tv_shows_what_keeps_the_table_waiting(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    table.session.look_with("camera 0")
    tv = phones(size=TV).open("/tv")
    tv.waits_for(".cell.last")
    table.session.saw(still(f"{OPENING} bo@1,1", 20.0))
    tv.waits_for(".cell.seen")
    table.session.saw(quiet(26.0, 6.0))
    assert tv.sees("Not allowed:")
    assert tv.sees("Look at a phone: a question waits.")
    large = "parseFloat(getComputedStyle(document.querySelector('#note')).fontSize)"
    assert tv.page.evaluate(large) > 30
    table.session.saw(Seen(40.0, SceneReport(SceneState.LOST, 40.0), None))
    assert tv.sees("The camera is lost.")


WEIGHT = """['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
    .reduce((sum, one) => sum + one.encodedBodySize, 0)"""


def test_the_first_page_with_all_it_loads_is_small(table, phones):
    whole = classic_game(seed=5)
    table.begin(players=whole.started.players)
    for moment in whole.moments[:40]:
        table.tell(moment.entry)
    for path, shown in (("/", ".cell.last"), ("/start", "#start")):
        phone = phones().join()
        phone.open(path).waits_for(shown)
        phone.page.wait_for_load_state("networkidle" if path == "/start" else "load")
        assert 5_000 < phone.page.evaluate(WEIGHT) < 80_000


HEARD = """window.heard = [];
    const Source = window.EventSource;
    window.EventSource = class extends Source {
        set onmessage(listener) {
            super.onmessage = (event) => { window.heard.push(event.data); listener(event); };
        }
    };"""


def test_past_turns_are_sent_once_and_a_phone_that_was_away_catches_up(table, phones):
    whole = classic_game(seed=5)
    table.begin(players=whole.started.players)
    table.tell(whole.moments[0].entry)
    phone = phones()
    phone.page.add_init_script(HEARD)
    phone.join().waits_for(".cell.last")
    for moment in whole.moments[1:30]:
        table.tell(moment.entry)
    totals = [str(seat.total) for seat in table.game.seats]
    shown = "[...document.querySelectorAll('.score .total')].map((one) => one.innerText).join()"
    phone.waits_until(f"{shown} === '{','.join(totals)}'")
    heard = [json.loads(one) for one in phone.page.evaluate("window.heard")]
    assert len(heard) > 10
    assert all("since" in one and len(json.dumps(one)) < 4_000 for one in heard)
    phone.context.set_offline(True)
    table.tell(Undone())
    for moment in whole.moments[29:40]:
        table.tell(moment.entry)
    phone.context.set_offline(False)
    totals = [str(seat.total) for seat in table.game.seats]
    phone.waits_until(f"{shown} === '{','.join(totals)}'")
    board = "[...document.querySelectorAll('.cell.taken')].map((one) => one.outerHTML).join()"
    followed = phone.page.evaluate(board)
    phone.page.reload()
    phone.waits_until(f"{shown} === '{','.join(totals)}'")
    phone.waits_until("!!document.querySelector('.cell.taken')")
    assert phone.page.evaluate(board) == followed


def test_a_slow_phone_reads_the_score_before_any_script_has_come(table, phones):
    """Readable within a second at 1.6 Mbit/s: 0.45 s go for three round trips, 0.5 s for these."""
    fill(table)
    phone = phones()
    phone.context.route("**/*.js", lambda route: route.abort())
    phone.join()
    totals = phone.page.locator(".score .total")
    assert totals.all_inner_texts() == ["15", "3", "7"]
    assert all(total.bounding_box()["height"] > 30 for total in totals.all())
    assert phone.page.locator("#turn").inner_text() == "Chris’s turn"
    assert phone.page.evaluate(WEIGHT) < 100_000


def test_where_the_screen_may_sleep_the_way_to_https_is_a_tap(tmp_path, phones):
    with served(tmp_path / "secure", secure=True) as table:
        table.begin()
        phone = phones(at=table)
        # What a plain address in the home network is like: this browser keeps localhost awake.
        phone.page.add_init_script("delete Navigator.prototype.wakeLock")
        phone.join().waits_for(".cell.open")
        phone.tap("#menu")
        phone.press("Settings")
        assert phone.sees("does not let the page keep the screen on")
        phone.press("Go on over https")
        phone.waits_for(".cell.open")
        assert phone.page.url.startswith(table.secure)
        phone.leave()
