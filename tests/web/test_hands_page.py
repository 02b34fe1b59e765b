"""Open hands of Cubes on a phone, in a real browser."""

import pytest

from assistant.game.events import Rerolled, Rulebook
from tests.support.browsing import until
from tests.support.open_hands import cubes_seen
from tests.support.seen_tables import hand, looked_at

pytestmark = pytest.mark.xdist_group("every page")
ANNA, CHRIS = "ro rs bx gc y* pd", "bs gs yc rx o* pd"
OPENING = "ro@0,0 rs@1,0"


def show(table, at_s, grid="", **hands):
    """Something moved, and then the table lies still."""
    table.session.saw(hand(at_s))
    for wait_s in (1.0, 2.0, 9.0):
        table.session.saw(looked_at(cubes_seen(grid, **hands), at_s + wait_s, wait_s))


def test_hands_are_asked_about_once_shown_followed_and_reckoned_with(table, phones):
    table.begin(Rulebook.CUBES)
    phone = phones().join()
    show(table, 0.0, below=ANNA, above=CHRIS)
    phone.sees("Whose cubes are these?")
    number = table.session.now.hands.asked.number
    below = next(h for h in table.session.now.hands.hands if h.middle_px[1] > 300)
    phone.page.locator("#sheet .meanings button", has_text="Anna").click()
    until(lambda: table.session.now.hands.asked is None)
    assert table.session.now.hands.of("Anna").number == number
    if below.number != number:
        phone.page.locator(".score", has_text="Chris").click()
        phone.press("Whose cubes are these really?")
        phone.page.locator("dialog .choice", has_text="Anna").click()
        until(lambda: table.session.now.hands.of("Anna").number == below.number)
    phone.sees("Equally many, 2 matching cubes each: Anna, Chris. Who starts?")
    phone.press("Anna starts")
    until(lambda: table.game.declared == 2)
    show(table, 30.0, OPENING, below="go gx bx gc y* pd", above=CHRIS)
    until(lambda: len(table.game.turns) == 1)
    assert phone.page.locator(".score .hand .tile").count() == 12
    show(table, 60.0, OPENING, below="go gx bx gc y* pd", above="bd:1 gd:1 yc gx:2 o* pd")
    # Chris cannot have rolled red into green: that is no roll, and nothing is booked.
    assert not any(isinstance(turn.event, Rerolled) for turn in table.game.turns)
    phone.page.locator(".score", has_text="Chris").click()
    phone.press("Best moves of these cubes")
    phone.sees("If all are rolled again, something fits with a chance of")


def test_a_roll_is_booked_by_itself_and_undone_by_a_tap(table, phones):
    table.begin(Rulebook.CUBES)
    phone = phones().join()
    phone.waits_for(".cell.open")
    show(table, 0.0, below=ANNA, above=CHRIS)
    show(table, 30.0, OPENING, below="go gx bx gc y* pd", above=CHRIS)
    until(lambda: len(table.game.turns) == 1)
    show(table, 60.0, OPENING, below="go gx bx gc y* pd", above="bs:1 gd:1 yc rx o* pd")
    until(lambda: len(table.game.turns) == 2)
    phone.sees("rolls 2 again")
    # The roll has no number of its own: the turn that follows it is the second.
    phone.page.locator("#toast button").click()
    until(lambda: len(table.game.turns) == 1)


def test_what_to_do_with_a_hand_that_does_not_fit_is_said(table, phones):
    table.begin(Rulebook.CUBES)
    phone = phones().join()
    stuck = "bo bd bx gx yx px"
    show(table, 0.0, below="rc r* bx gc y* pd", above=stuck)
    show(table, 30.0, "rc@0,0 r*@1,0", below="go gx bx gc y* pd", above=stuck)
    until(lambda: len(table.game.turns) == 1)
    phone.sees("Nothing of Chris’s cubes fits: roll all of them again.")
