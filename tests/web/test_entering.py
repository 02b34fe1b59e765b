"""Entering moves by tapping: what is missing, what is forbidden and why, and nothing lost."""

import threading

import pytest
from flask import request

from assistant.board import Cell
from assistant.game.events import CardsLaid, Rulebook, Undone
from assistant.tiles import parse_tiles
from tests.support.breadth import in_every_run
from tests.support.browsing import DESKTOP, until
from tests.support.whole_games import classic_game

pytestmark = pytest.mark.xdist_group("pages")
OPENING = "ro@0,0 rs@1,0 rd@2,0"
LONG_TABLE = (
    "ro rs rd", "bo bs bd", "go gs gd", "yo ys yd", "po ps pd", "oo os od", "rx bx gx", "rc bc gc",
)  # fmt: skip
DRAFTED = "[...document.querySelectorAll('.cell.draft')].map((one) => one.dataset.x).join()"


def add_card(phone, tile, row=0):
    phone.tap(f".add-card >> nth={row}")
    phone.tap(f'.swatch[data-tile="{tile}"]')


def test_a_game_of_cards_is_laid_by_tapping(table, phones):
    table.begin(Rulebook.CARDS)
    phone = phones().join()
    phone.waits_for(".new-row")
    phone.press("New row")
    phone.tap('.swatch[data-tile="ro"]')
    # A row in the making is told what it lacks; nobody is scolded.
    assert phone.sees("2 more cards for this row: red circle.")
    add_card(phone, "rs")
    assert phone.sees("1 more card for this row: red circle, red square.")
    assert phone.page.get_by_text("Not allowed").count() == 0
    assert phone.page.locator(".actions button").all_inner_texts() == ["Clear", "Let it stand"]
    add_card(phone, "rd")
    phone.press("Save")
    until(lambda: len(table.game.turns) == 1)
    # The next player takes one card of that row along to a new one: all that is still to come.
    phone.waits_until("document.querySelectorAll('.card.last').length === 3")
    phone.waits_until("document.querySelectorAll('.card.own').length === 0")
    phone.tap(".card >> nth=2")
    phone.press("Into a new row")
    assert phone.sees("At least one card from hand.")
    assert phone.sees("2 more cards for this row: red diamond.")
    phone.press("Clear")
    for tile in ("rc", "r*", "rx"):
        add_card(phone, tile)
    phone.press("Save: 1 Qwirkle")
    until(lambda: table.game.totals == {"Anna": 0, "Chris": 1})
    assert table.game.rows == ()


def test_the_row_that_was_laid_last_is_in_view_however_many_there_are(table, phones):
    table.begin(Rulebook.CARDS)
    phone = phones().join()
    phone.waits_for(".new-row")
    rows = []
    for number, text in enumerate(LONG_TABLE):
        rows.append(parse_tiles(text))
        table.tell(CardsLaid(("Anna", "Chris")[number % 2], rows[-1], tuple(rows)))
    phone.waits_until(f"document.querySelectorAll('.row').length === {len(LONG_TABLE)}")
    phone.waits_until("""[...document.querySelectorAll('.card.last')].length === 3
        && [...document.querySelectorAll('.card.last')].every((one) => {
            const { left, top, width, height } = one.getBoundingClientRect();
            return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        })""")


def test_a_row_of_cards_that_cannot_become_one_is_forbidden_in_the_words_of_the_rule(table, phones):
    table.begin(Rulebook.CARDS)
    phone = phones().join()
    phone.waits_for(".new-row")
    phone.press("New row")
    phone.tap('.swatch[data-tile="ro"]')
    add_card(phone, "bs")
    assert phone.sees("Not allowed:")
    assert phone.sees("1 more card for this row")
    phone.tap("button.reasons")
    assert phone.sees("Rule K4: When a turn ends, every row has three to six cards")


def test_an_opening_in_the_making_lacks_the_rest_of_what_was_counted(table, phones):
    phone = phones().join()
    phone.waits_for("#start")
    for index, name in enumerate(("Anna", "Chris")):
        phone.page.locator('[name="player"]').nth(index).fill(name)
    phone.tap("summary")
    phone.page.locator("#matching-1").select_option("2")
    assert phone.page.locator("#starter").inner_text() == (
        "Chris starts and opens with 2 that match."
    )
    phone.press("Start the game")
    phone.lay(0, 0, "ro")
    assert phone.sees("1 more of the set that was counted.")
    assert phone.page.locator(".cell.wrong").count() == 0
    phone.lay(1, 0, "rs")
    phone.press("Save: 2 points")
    until(lambda: table.game.totals == {"Anna": 0, "Chris": 2})


def test_many_reasons_fit_the_sheet_and_all_are_a_tap_away(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    table.lay("Chris", "rc@3,0 r*@4,0 rx@5,0")
    phone = phones().join()
    phone.waits_for(".cell.open")
    for x, y, tile in ((6, 0, "bo"), (0, 1, "bs"), (1, 1, "gd"), (2, 1, "y*")):
        phone.lay(x, y, tile)
    assert phone.sees("and 2 more")
    sheet = "document.querySelector('#sheet')"
    assert phone.page.evaluate(f"{sheet}.scrollHeight <= {sheet}.clientHeight")
    phone.tap("button.reasons")
    assert phone.page.locator("dialog .laws li").count() == 2
    assert phone.sees("Rule C4: All tiles of a turn share one colour or one shape.")
    assert phone.page.get_by_text(
        "A line can have at most six tiles, and this one has 7."
    ).is_visible()
    # The words of the rules are there also where the table decides to let it stand.
    phone.press("Close")
    phone.press("Let it stand")
    assert phone.page.locator("dialog .laws li").count() == 2


def test_a_cell_that_was_tapped_keeps_its_choice_when_the_ruling_comes_late(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    ruled = threading.Event()

    @table.app.before_request
    def dawdle():
        if request.path == "/api/preview":
            ruled.wait(10)

    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.lay(3, 0, "bo")
    phone.tap('.cell[data-x="0"][data-y="1"]')
    ruled.set()
    assert phone.sees("Not allowed:")
    phone.tap('.swatch[data-tile="bs"]')
    assert phone.page.evaluate(DRAFTED) == "3,0"


def test_what_is_tapped_before_an_answer_is_here_comes_after_it(table, phones):
    table.begin()
    answered = threading.Event()

    @table.app.after_request
    def dawdle(response):
        if request.path == "/api/do":
            answered.wait(10)
        return response

    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.lay(0, 0, "ro")
    phone.press("Save: 1 point")
    until(lambda: len(table.game.turns) == 1)
    # The table knows, this phone does not yet: the next cell waits, and Save is the same wish.
    phone.press("Save: 1 point")
    phone.tap('.cell[data-x="0"][data-y="0"]')
    answered.set()
    phone.press("Remove")
    assert phone.sees("Save")
    assert len(table.game.turns) == 1


BROKEN = """[...document.querySelectorAll('.actions > *:not(.sign)')].filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getClientRects().length > 1 || one.scrollWidth > one.clientWidth;
}).map((one) => one.textContent)"""


def assert_one_line_of_buttons(phone, count):
    phone.waits_until(f"document.querySelectorAll('.actions > *').length === {count}")
    assert phone.page.evaluate(BROKEN) == []
    assert phone.page.evaluate("document.querySelector('#actions').scrollWidth") <= 360


@pytest.mark.parametrize(
    "language",
    in_every_run(("de-DE", "en-GB"), ["en-GB", "fr-FR", "nl-NL", "es-ES", "de-DE"]),
)
def test_no_button_breaks_into_two_lines_on_a_narrow_phone(table, phones, language):
    table.begin(Rulebook.CUBES)
    table.lay("Anna", OPENING)
    table.lay("Chris", "rc@3,0")
    table.tell(Undone())
    phone = phones(language=language).join()
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.waits_for(".cell.open")
    # Undo, roll again, more, photo; where a camera watches, redo instead of the photo.
    assert_one_line_of_buttons(phone, 4)
    table.session.look_with("camera 0")
    phone.waits_for('.sign:has-text("↷")')
    assert_one_line_of_buttons(phone, 4)
    phone.page.locator('.sign:has-text("↷")').click()
    until(lambda: len(table.game.turns) == 2)
    assert_one_line_of_buttons(phone, 3)
    phone.page.locator('.cell[data-x="1"][data-y="1"]').tap()
    phone.page.locator('.swatch[data-tile="bo"]').tap()
    phone.waits_for(".reasons")
    assert_one_line_of_buttons(phone, 3)


def test_a_move_that_is_being_entered_survives_a_reload(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.lay(3, 0, "rc")
    phone.sees("Save: 4 points")
    phone.page.reload()
    phone.sees("Save: 4 points")
    assert phone.page.evaluate(DRAFTED) == "3"
    # Cleared is cleared.
    phone.press("Clear")
    phone.page.reload()
    phone.waits_for(".cell.open")
    assert phone.page.evaluate(DRAFTED) == ""


def test_cards_that_are_being_laid_survive_a_reload(table, phones):
    table.begin(Rulebook.CARDS)
    phone = phones().join()
    phone.waits_for(".new-row")
    phone.press("New row")
    phone.tap('.swatch[data-tile="ro"]')
    add_card(phone, "rs")
    phone.page.reload()
    assert phone.sees("1 more card for this row: red circle, red square.")
    add_card(phone, "rd")
    phone.press("Save")
    until(lambda: len(table.game.turns) == 1)


def test_a_kept_move_is_dropped_when_the_table_has_changed(table, phones):
    table.begin()
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.lay(0, 0, "ro")
    phone.sees("Save: 1 point")
    phone.page.goto("about:blank")
    table.lay("Anna", OPENING)
    phone.open().waits_for(".cell.last")
    assert phone.page.evaluate(DRAFTED) == ""


def test_a_kept_move_that_cannot_be_read_is_no_reason_to_show_no_game(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.page.evaluate("localStorage.setItem('draft', '{\"base\": ')")
    phone.page.reload()
    phone.waits_for(".cell.open")
    phone.lay(3, 0, "rc")
    assert phone.sees("Save: 4 points")


def test_a_move_that_no_longer_fits_is_dropped_and_one_that_does_is_reckoned_anew(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    one, other = phones().join(), phones(size=DESKTOP).join()
    for phone in (one, other):
        phone.waits_for(".cell.open")
    one.lay(3, 0, "rc")
    other.lay(1, 1, "bs")
    one.sees("Save: 4 points")
    other.sees("Save: 2 points")
    table.lay("Chris", "rx@3,0")
    assert one.sees("so what was being entered here was dropped")
    one.waits_until("!document.querySelector('.cell.draft')")
    other.waits_until("document.querySelector('#sheet').innerText.startsWith('Anna lays 1 tile')")
    other.press("Save: 2 points")
    until(lambda: table.game.totals == {"Anna": 5, "Chris": 4})


def test_a_mend_that_was_looked_at_is_dropped_when_the_game_changes(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    table.lay("Chris", "rc@3,0")
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.tap("#menu")
    phone.press("History")
    phone.tap(".turns button")
    phone.press("Remove this turn")
    phone.sees("Chris: 4 → 0")
    table.lay("Anna", "r*@4,0")
    assert phone.sees("so what was being entered here was dropped")
    assert len(table.game.turns) == 3


def test_white_tiles_are_laid_by_hand_after_one_tap(table, phones):
    table.begin()
    phone, other = phones().join(), phones(size=DESKTOP).join()
    phone.waits_for(".cell.open")
    phone.tap(".cell.open")
    assert phone.page.locator('.swatch[data-tile="wo"]').count() == 0
    phone.press("Our set has white")
    phone.tap('.swatch[data-tile="wo"]')
    phone.press("Save: 1 point")
    until(lambda: str(table.game.board.tile_at(Cell(0, 0))) == "wo")
    # The other phones know it too, and once a white tile lies there nobody need be asked.
    other.waits_for(".cell.last")
    other.tap(".cell.open")
    other.waits_for('.swatch[data-tile="wo"]')
    assert other.page.get_by_text("Our set has").count() == 0


def test_the_sixth_colour_can_be_changed_later_after_a_look_at_what_it_does(table, phones):
    table.begin()
    table.lay("Anna", "po@0,0 ps@1,0")
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.tap("#menu")
    phone.press("Settings")
    phone.press("white")
    assert phone.sees("Anna: 2 → 0")
    phone.press("Cancel")
    phone.waits_for(".actions button >> text=Trade")
    assert table.game.settings.sixth is None


def test_nobody_is_offered_to_trade_before_the_opening(table, phones):
    table.begin()
    phone = phones().join()
    phone.waits_for(".cell.open")
    assert phone.page.locator(".actions button").all_inner_texts() == [
        "Undo", "⋯\nMore", "Take a photo",
    ]  # fmt: skip
    table.lay("Anna", OPENING)
    phone.waits_for(".actions button >> text=Trade")


def test_a_watching_phone_is_told_how_to_play_along(table, phones):
    table.begin()
    phone = phones().open()
    phone.waits_for(".score")
    phone.press("Play along")
    # The test's browser runs on the table's own computer.
    assert phone.sees("This computer runs the table, but its page was opened without the key.")


def test_the_tap_that_opens_the_palette_chooses_nothing_from_it(table, phones):
    table.begin()
    table.lay("Anna", "ro@0,0 rs@0,1 rd@0,2 rc@0,3 r*@0,4 rx@0,5")
    phone = phones().join()
    phone.waits_for(".cell.open")
    # The lowest place lies where the palette will be.
    place = phone.page.locator('.cell[data-x="1"][data-y="5"]').bounding_box()
    phone.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    palette = phone.waits_for("#palette:not([hidden])").bounding_box()
    assert palette["y"] < place["y"] + place["height"] / 2
    phone.page.wait_for_timeout(300)
    assert phone.page.locator(".swatch").count() == 36
    assert phone.page.evaluate(DRAFTED) == ""
    assert phone.page.locator('.cell.picked[data-x="1"][data-y="5"]').count() == 1


def test_on_a_large_board_the_place_of_a_tile_is_shown_close_up(table, phones):
    whole = classic_game(seed=11)
    table.begin(players=whole.started.players)
    for moment in whole.moments[:45]:
        table.tell(moment.entry)
    phone = phones().join()
    phone.waits_for(".cell.open")
    place = phone.page.locator(".cell.open").first
    small = place.bounding_box()
    assert small["width"] < 30
    # A finger that lands a little beside the place still means it.
    phone.page.touchscreen.tap(small["x"] - 3, small["y"] - 3)
    phone.waits_for(".cell.picked")
    assert phone.page.locator(".cell.picked").bounding_box()["width"] > 35
    phone.press("Close")
    phone.waits_until("!document.querySelector('.cell.picked')")
    assert abs(place.bounding_box()["width"] - small["width"]) < 1


def test_small_and_sideways_phones_show_everything_at_once(table, phones):
    table.begin(players=("Anna", "Chris", "Sally", "Dave"))
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    scores = "document.querySelector('#scores')"
    phone.waits_until(f"{scores}.scrollWidth <= {scores}.clientWidth")
    phone.page.set_viewport_size({"width": 844, "height": 390})
    phone.tap('.cell[data-x="3"][data-y="0"]')
    palette = phone.waits_for("#palette:not([hidden])").bounding_box()
    phone.waits_for(".cell.picked")
    picked = phone.page.locator(".cell.picked").bounding_box()
    assert picked["x"] + picked["width"] <= palette["x"]


def test_an_impatient_double_tap_saves_once_and_blames_nobody(table, phones):
    table.begin()
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.lay(0, 0, "ro")
    phone.sees("Save: 1 point")
    phone.page.locator(".actions .primary").dblclick()
    phone.waits_for(".cell.last")
    phone.page.wait_for_timeout(300)
    assert len(table.game.turns) == 1
    assert phone.page.locator("#toast").inner_text() == ""


def test_a_double_tap_on_clear_undoes_nothing(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.lay(3, 0, "rc")
    place = phone.page.locator(".actions button >> text=Clear").bounding_box()
    spot = (place["x"] + 20, place["y"] + 20)
    # Both in one go: on a busy machine two taps of the browser are too far apart for one.
    phone.page.evaluate(
        "([x, y]) => { for (let k = 0; k < 2; k++) document.elementFromPoint(x, y).click(); }",
        list(spot),
    )
    phone.waits_for(".actions button >> text=Undo")
    phone.page.wait_for_timeout(300)
    assert len(table.game.turns) == 1
    # A tap that is meant does undo.
    phone.page.wait_for_timeout(400)
    phone.page.touchscreen.tap(*spot)
    until(lambda: table.game.turns == ())


def test_undo_says_what_was_undone(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.press("Undo")
    assert phone.sees("Undone: Anna lays 3 tiles.")
    assert table.game.turns == ()
