"""The hand on the phone in a real browser: tapped in or photographed, answered, and private."""

import pytest

from assistant.board import Cell
from assistant.game.events import CardsLaid, LetStand, Rulebook
from assistant.tiles import parse_tiles
from tests.support.browsing import DESKTOP, until
from tests.support.photographed_hands import hand_jpeg

pytestmark = pytest.mark.xdist_group("every page")
OPENING = "ro@0,0 rs@1,0 rd@2,0 rc@3,0"
SIXTY = (
    "ro rs rd rc", "bo bs bd bc", "go gs gd gc", "yo ys yd yc", "po ps pd pc", "oo os od oc",
    "ro rs rd rc", "bo bs bd bc", "go gs gd gc", "yo ys yd yc", "r* b* g* y*", "r* b* g* y*",
    "rx bx gx yx", "rx bx gx yx", "od oc o* ox",
)  # fmt: skip
HINT = ".hinted"
TAPS = """window.taps = 0;
    document.addEventListener('pointerup', () => { window.taps += 1; }, true)"""


def lay_rows(table, rows):
    """A table of Cards with these rows, whoever laid them."""
    table.begin(Rulebook.CARDS)
    cards = tuple(parse_tiles(row) for row in rows)
    laid = tuple(card for row in cards for card in row)
    # More than one hand can lay: the table lets it stand.
    table.tell(LetStand(CardsLaid("Anna", laid, cards), 0))
    assert len(table.game.rows) == len(rows)


def hold(phone, tiles):
    for tile in tiles.split():
        phone.tap(f'.swatch[data-tile="{tile}"]')


def test_a_hand_of_cards_is_tapped_in_and_the_answer_shows_the_rows_before_and_after(table, phones):
    lay_rows(table, SIXTY)
    phone, other = phones().join(), phones().join()
    phone.page.evaluate(TAPS)
    phone.tap(".actions .sign")
    phone.press("Can this hand play?")
    taps = phone.page.evaluate("window.taps ?? 0") + 2
    phone.waits_for(".swatch")
    phone.page.evaluate(TAPS)
    hold(phone, "rx ro go gx bo bs po p* oo")
    assert phone.sees("Yes, for instance so:")
    taps += phone.page.evaluate("window.taps")
    assert taps < 15
    assert phone.page.locator(".after .card.own").count() == 3
    assert phone.sees("15 rows stay as they are.")
    # The play with most Qwirkles takes rows apart: they are shown before and after.
    phone.tap("#moves .move >> nth=1")
    phone.waits_for(".before .row")
    assert phone.page.locator(".after .row").count() >= 9
    phone.tap("#moves .move >> nth=0")
    # The others see that somebody asked, and nothing of the hand.
    assert other.sees("Somebody asked in this turn what a hand can play.")
    assert table.session.now.hinted
    # The play goes to the table with one tap, and is saved there.
    phone.press("Play this")
    phone.waits_for("#sheet")
    phone.press("Save")
    until(lambda: len(table.game.turns) == 2)
    assert table.game.turns[-1].is_legal
    other.waits_until(f"!document.querySelector('{HINT}')")


def test_a_hand_that_can_play_nothing_gets_nine_new_cards(table, phones):
    lay_rows(table, ("ro rs rd",))
    phone = phones().join().open("/hand")
    phone.waits_for(".swatch")
    hold(phone, "bo gs yd pc o* bx gc ys px")
    assert phone.sees("No: nine new cards.")
    assert phone.page.locator("#moves li").count() == 0
    # One card was tapped in wrongly: tapped again and put right, the answer follows.
    phone.tap('.held-one[data-tile="gc"]')
    assert phone.sees("What is it really?")
    phone.tap('.swatch[data-tile="rc"]')
    assert phone.sees("Yes, for instance so:")


def test_the_best_moves_are_drawn_with_their_points_and_what_they_leave_open(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join().open("/hand")
    phone.waits_for(".swatch")
    hold(phone, "r* bx")
    phone.press("What can I play?")
    assert phone.sees("Yes: these are the best moves.")
    first = phone.page.locator("#moves .move").first
    assert "5 points" in first.inner_text()
    assert "Leaves a Qwirkle open for the red crisscross." in first.inner_text()
    assert phone.page.locator(".cell.draft").count() == 1
    assert phone.page.locator(".cell.taken").count() == 5
    phone.tap("#moves .move >> nth=1")
    phone.waits_until("document.querySelectorAll('[aria-pressed=true].move').length === 1")
    phone.tap("#moves .move >> nth=0")
    phone.press("Play this")
    phone.press("Save: 5 points")
    until(lambda: table.game.totals["Chris"] == 5)


def test_from_the_photo_of_a_hand_to_the_first_move_it_is_two_taps(table, phones, tmp_path):
    table.begin()
    table.lay("Anna", OPENING)
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(hand_jpeg("r* gx yo px bo ps"))
    phone = phones().join().open("/hand")
    # The first tap opens the phone's camera, the second takes the picture: the rest is an answer.
    phone.page.set_input_files("#photo", photo)
    assert phone.sees("Yes: these are the best moves.")
    read = phone.page.locator(".held-one").evaluate_all("all => all.map((one) => one.dataset.tile)")
    assert sorted(read) == ["bo", "gx", "ps", "px", "r*", "yo"]
    assert phone.page.locator(".cell.draft").count() == 1
    assert table.game.board.tile_at(Cell(4, 0)) is None
    # What was read can be fixed with two taps, and the answer follows.
    phone.tap('.held-one[data-tile="gx"]')
    phone.tap('.swatch[data-tile="rx"]')
    phone.waits_until("document.querySelectorAll('.cell.draft').length === 2")


def test_a_roll_of_cubes_that_fits_nowhere_is_told_what_to_do(table, phones):
    table.begin(Rulebook.CUBES)
    table.lay("Anna", "go@0,0 gs@1,0")
    table.lay("Chris", "gd@0,1 gc@1,1")
    phone = phones().join().open("/hand")
    phone.waits_for(".swatch")
    hold(phone, "ro bo")
    phone.press("What can I play?")
    assert phone.sees("No face of these colours fits anywhere: pass.")


def test_a_roll_that_could_fit_is_rolled_again_with_its_faces_noted(table, phones):
    table.begin(Rulebook.CUBES)
    table.lay("Anna", "go@0,0")
    phone = phones().join().open("/hand")
    phone.waits_for(".swatch")
    hold(phone, "bs rx")
    phone.press("What can I play?")
    assert phone.sees("No cube of this roll fits: roll all of them again.")
    phone.press("Roll again")
    until(lambda: len(table.game.turns) == 2)
    assert [str(face) for face in table.game.turns[-1].event.hand] == ["bs", "rx"]


def test_a_piece_of_which_there_are_no_more_is_doubted(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join().open("/hand")
    phone.waits_for(".swatch")
    hold(phone, "rs rs rs")
    phone.press("What can I play?")
    assert phone.sees("More than the set has left: red square. Is it read right?")


def test_a_hand_is_nobody_elses_business(table, phones):
    table.begin()
    watcher = phones(size=DESKTOP).open("/hand")
    assert watcher.sees("This phone is watching only.")
    assert not table.session.now.hinted
