"""After the game: the result with its turns, shared, reviewed, deleted; and who is invited."""

import cv2
import pytest

from assistant.game.events import CardsLaid, End, Finished, Rulebook
from assistant.tiles import parse_tiles
from tests.support.browsing import until
from tests.support.whole_games import classic_game

pytestmark = pytest.mark.xdist_group("every page")
OPENING = "ro@0,0 rs@1,0 rd@2,0"
DELETED = "fetch('/games/1/delete', {method: 'POST'}).then((answer) => answer.status)"
LYING = "document.querySelectorAll('.replay .cell').length"


@pytest.fixture
def finished(table):
    table.begin()
    table.lay("Anna", OPENING)
    table.lay("Chris", "rc@1,1")
    table.tell(Finished(End.AGREED))
    return table


def test_a_finished_game_is_looked_at_turn_by_turn(finished, phones):
    phone = phones().join().open("/games/1")
    # The last turn, and where its tile had better lain.
    phone.waits_until(f"{LYING} === 5")
    assert phone.sees("4 was possible: outlined in gold.")
    phone.tap("#earlier")
    phone.waits_until(f"{LYING} === 3")
    assert phone.page.locator("#sheet").inner_text().startswith("Anna lays 3 tiles")
    phone.tap("#earlier")
    phone.waits_until(f"{LYING} === 0")
    assert phone.page.locator("#earlier").is_disabled()


def test_the_review_names_what_was_given_away(finished, phones):
    phone = phones().open("/games/1")
    assert phone.sees("Chris: 2 given away")
    assert phone.sees("Turn 2, Chris: 2, and 4 was possible.")


def test_a_result_is_shared_with_two_taps(finished, phones):
    phone = phones().join()
    phone.waits_for(".actions")
    phone.page.add_init_script(
        "navigator.share = (what) => { window.shared = what.text; return Promise.resolve(); }"
    )
    phone.press("Result")
    phone.waits_for("#share")
    phone.press("Share")
    phone.waits_until("window.shared")
    assert phone.page.evaluate("window.shared") == "Anna wins.\nAnna 3\nChris 2"


def test_without_a_share_sheet_the_result_is_copied(finished, phones):
    phone = phones().join().open("/games/1")
    phone.page.evaluate("navigator.share = undefined")
    phone.waits_for("#share")
    phone.press("Share")
    assert phone.sees("Copied.")


def test_a_game_is_deleted_on_its_page_after_a_second_thought(finished, phones):
    finished.begin()
    phone = phones().join().open("/games/1")
    assert not phone.page.get_by_text("Yes, delete it").is_visible()
    phone.tap("summary:text('Delete')")
    phone.press("Yes, delete it")
    phone.page.wait_for_url("**/games")
    until(lambda: [one.number for one in finished.session.kept.games()] == [2])


def test_the_game_on_the_table_and_watchers_phones_delete_nothing(finished, phones):
    phone = phones().join().open("/games/1")
    assert phone.page.get_by_text("Delete this game").count() == 0
    assert phone.page.evaluate(DELETED) == 409
    assert phones().open("/games/1").page.evaluate(DELETED) == 403
    assert len(finished.session.kept.games()) == 1


def test_the_players_link_can_be_copied_and_shared(table, phones):
    phone = phones().join().open("/invite")
    assert phone.page.locator("#link").inner_text() == table.joining
    phone.page.evaluate("void (navigator.share = (what) => { window.shared = what.text; })")
    phone.press("Share")
    phone.waits_until("window.shared")
    assert phone.page.evaluate("window.shared") == table.joining
    phone.press("Copy")
    assert phone.sees("Copied.")


def test_a_result_is_shared_as_a_picture(finished, phones):
    phone = phones()
    phone.page.add_init_script(
        "navigator.canShare = () => true; navigator.share = (what) => { window.shared = what; }"
    )
    phone.join().open("/games/1")
    phone.press("Share as a picture")
    phone.waits_until("window.shared?.files[0].type === 'image/png'")
    assert phone.page.evaluate("window.shared.files[0].size") > 10_000
    assert "Anna" in phone.page.evaluate("window.shared.text")


def test_without_a_share_sheet_the_picture_is_saved(finished, phones):
    phone = phones().join().open("/games/1")
    with phone.page.expect_download() as saved:
        phone.press("Share as a picture")
    assert saved.value.suggested_filename == "qwirkle.png"
    drawn = cv2.imread(saved.value.path())
    assert drawn.shape[1] == 1080
    # Red tiles lie on it: the faces are drawn, not only their dark bodies.
    assert (drawn == (63, 51, 245)).all(axis=2).sum() > 1000


def test_the_records_of_the_house_stand_above_the_games(table, phones):
    for seed in (5, 6):
        whole = classic_game(seed=seed)
        table.begin(players=whole.started.players)
        for moment in whole.moments[:20]:
            table.tell(moment.entry)
        table.tell(Finished(End.AGREED))
    phone = phones().join().open("/games")
    assert phone.sees("Records of the house")
    assert phone.sees("Head to head")
    most = max(max(one.summary.totals.values()) for one in table.session.kept.games())
    assert phone.page.locator(".house .turn-pay").first.inner_text() == str(most)


def test_a_game_of_cards_shows_its_whole_table_and_the_qwirkle_that_nobody_saw(table, phones):
    table.begin(Rulebook.CARDS, players=("Yasmine", "Mario"))
    red, low = parse_tiles("ro rs rd rc"), parse_tiles("r* rx")
    table.tell(CardsLaid("Yasmine", red, (red,)))
    table.tell(CardsLaid("Mario", low, (red[:3], (red[3], *low))))
    table.tell(Finished(End.AGREED))
    phone = phones().join().open("/games/1")
    phone.waits_until("document.querySelectorAll('.replay .card.last').length === 2")
    assert phone.page.locator(".replay .row").count() == 2
    assert phone.page.locator("#sheet .question .tile").count() == 6
    assert phone.sees("Mario: 1 Qwirkle not seen")
    cut = "(board) => board.scrollHeight - board.clientHeight"
    assert phone.page.locator("#board").evaluate(cut) <= 0
