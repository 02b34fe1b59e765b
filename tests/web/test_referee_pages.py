"""What lies around the ruling, on phones: rules to read, order, counts, piles and ends."""

import pytest

from assistant.game.events import CardsLaid, End, Rulebook
from assistant.tiles import parse_tiles
from assistant.web.rule_pictures import PICTURES
from assistant.words import CATALOGUE, Language
from tests.support.browsing import DESKTOP, until
from tests.support.photographed_hands import hand_jpeg

pytestmark = pytest.mark.xdist_group("every page")
OPENING = "ro@0,0 rs@1,0 rd@2,0"


def test_every_rule_is_on_the_page_with_its_number_and_a_picture(table, phones):
    phone = phones()
    for language in Language:
        chosen = {"name": "qwirkle_language", "value": language.value, "url": table.address}
        phone.context.add_cookies([chosen])
        phone.open("/rules")
        numbers = phone.page.locator(".rule dt").all_inner_texts()
        assert sorted(numbers) == sorted(PICTURES)
        assert phone.page.locator(".rule .figure .face").count() > 2 * len(numbers)
        texts = phone.page.locator(".rule p").all_inner_texts()
        assert texts == [CATALOGUE[language][f"rule.{number}"] for number in numbers]


def test_a_fault_leads_to_its_rule(table, phones):
    table.begin(Rulebook.CARDS, no_opening_set=True, turn_s=60)
    phone = phones().join()
    phone.waits_for(".new-row")
    phone.press("New row")
    phone.tap('.swatch[data-tile="ro"]')
    phone.tap(".add-card >> nth=0")
    phone.tap('.swatch[data-tile="bs"]')
    phone.tap("button.reasons")
    phone.press("Rule K4")
    phone.waits_for("#K4:target")
    # The game that is played comes first, with the house rules of the table.
    assert phone.page.locator(".rule dt").first.inner_text() == "K1"
    assert phone.sees("The first turn is free: no counted set")
    assert phone.sees("Time for a turn: 60 seconds")


def test_what_the_game_refuses_leads_to_its_rule_too(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    # Another phone is a moment behind: what it still offers is turned down, with the rule.
    phone.page.evaluate(
        "import(document.querySelector('[href*=\"intents/asking\"]').href)"
        ".then((asking) => asking.append({ player: 'Chris', passed: true }))"
    )
    assert phone.sees("You cannot pass while")
    phone.press("Rule C7")
    phone.waits_for("#C7:target")


def test_a_move_out_of_turn_is_let_stand_or_was_the_players_move(table, phones):
    table.begin(players=("Anna", "Chris", "Sally"))
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.press("Sally")
    phone.press("This move is Sally’s")
    phone.lay(3, 0, "rc")
    assert phone.sees("It is Chris’s turn, not Sally’s.")
    actions = phone.page.locator(".actions button").all_inner_texts()
    assert actions == ["Clear", "Let it stand", "It was Sally’s move"]
    assert phone.page.locator("#sheet .pay").inner_text() == "4"
    phone.press("It was Sally’s move")
    until(lambda: table.game.totals["Sally"] == 4)
    assert table.game.next_player == "Anna"


def test_everybody_looks_through_everybodys_qwirkles(table, phones):
    table.begin(Rulebook.CARDS)
    red, blue = parse_tiles("ro rs rd"), parse_tiles("bo bs bd bc b* bx")
    table.tell(CardsLaid("Anna", red, (red,)))
    table.tell(CardsLaid("Chris", blue, (red, blue)))
    watcher = phones(size=DESKTOP).open()
    watcher.tap("#menu")
    watcher.press("Qwirkles taken")
    assert watcher.page.locator(".pile h3").all_inner_texts() == ["Chris"]
    assert watcher.page.locator(".pile .tile").count() == 6


def test_bag_and_hands_are_what_the_table_counts(table, phones, tmp_path):
    table.begin()
    table.lay("Anna", OPENING)
    photo = tmp_path / "left.jpg"
    photo.write_bytes(hand_jpeg("bo bs gx yd"))
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.press("More")
    phone.press("Count what is left")
    bag = phone.page.locator("dialog .stepper-value").nth(0)
    bag.fill("90")
    phone.page.set_input_files("dialog input[type=file]", photo)
    phone.waits_until("document.querySelectorAll('dialog .stepper-value')[1].value === '4'")
    phone.press("Save")
    until(lambda: table.game.bag == 90)
    assert table.game.seat("Chris").hand == 4
    assert phone.sees("holds 4, counted")


def test_going_out_is_believed_with_what_the_count_says_beside_it(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    phone.press("More")
    phone.press("End the game")
    assert phone.sees("By our count Anna still holds 6, and 93 are left to draw.")
    phone.press("Anna has laid the last one")
    until(lambda: table.game.end is End.WENT_OUT)
    assert table.game.totals["Anna"] == 9
    assert phone.sees("The table says so; by our count Anna still held 6, and 93 were left")
