"""Two phones tap at once: the slower one is asked anew, and scores nobody but whom it names."""

import pytest

from tests.support.browsing import until

pytestmark = pytest.mark.xdist_group("pages")
OPENING = "ro@0,0 rs@1,0 rd@2,0"


@pytest.fixture
def deaf(table, phones):
    """A phone that hears of nothing but the answers to its own taps."""
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones()
    for path in ("**/api/events**", "**/api/state**"):
        phone.page.route(path, lambda route: route.abort())
    phone.join()
    phone.waits_for(".cell.open")
    return phone


def test_after_a_lost_race_save_names_the_player_it_will_score(table, deaf):
    deaf.lay(3, 0, "rc")
    deaf.sees("Chris")
    deaf.waits_for("#actions .primary:not([disabled])")
    table.lay("Chris", "bs@1,1")
    deaf.press("Save: 4 points")
    deaf.sees("Another phone was quicker")
    # The sheet is asked for anew, and names whose move it is by now.
    deaf.waits_until("document.querySelector('.sheet-head strong')?.textContent === 'Anna'")
    assert len(table.game.turns) == 2
    deaf.press("Save: 4 points")
    until(lambda: len(table.game.turns) == 3)
    assert table.game.turns[-1].event.player == "Anna"


def test_let_it_stand_is_refused_when_the_table_has_changed_under_it(table, deaf):
    deaf.lay(3, 0, "bo")
    deaf.press("Let it stand")
    deaf.waits_for("dialog[open]")
    table.lay("Chris", "bs@1,1")
    deaf.tap("dialog .primary")
    deaf.sees("Another phone was quicker")
    assert len(table.game.turns) == 2
    assert table.game.totals == {"Anna": 3, "Chris": 2}
