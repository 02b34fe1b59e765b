"""What is not counted, on phones and on the TV, in a real browser."""

import json
from pathlib import Path

import pytest

from assistant.board import format_placement
from tests.support.browsing import TV, until
from tests.support.seen_tables import observed, photographed

pytestmark = pytest.mark.xdist_group("pages with a camera")
OPENING, SECOND, THIRD = "ro@0,0 rs@1,0 rd@2,0", "bs@1,1 gs@1,2", "gc@2,2"
PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos" / "classic-1"


def send(table, *tiles, at_s):
    table.session.saw(photographed(observed(" ".join(tiles)), at_s))


def test_tiles_that_were_taken_back_and_lie_there_stand_on_phone_and_tv(table, phones):
    table.begin(players=("Noah", "Mia"))
    phone, tv = phones().join(), phones(size=TV).open("/tv")
    send(table, OPENING, at_s=60.0)
    send(table, OPENING, SECOND, THIRD, at_s=120.0)
    phone.sees("Take back: this does not count. While it lies there it is listed")
    phone.press("Take back")
    phone.sees("Not counted on the table: 3")
    tv.sees("Not counted on the table: 3")
    phone.press("Count it for Mia")
    until(lambda: table.session.now.balance.is_even)
    # Mia's two tiles, then Noah's one: told with the points of each.
    phone.press("Mia 3, Noah 2")
    until(lambda: len(table.game.turns) == 3)
    assert table.game.totals == {"Noah": 5, "Mia": 3}


def test_what_reject_and_undo_do_to_tiles_is_said_before_the_tap(table, phones):
    table.begin(players=("Noah", "Mia"))
    table.session.look_with("camera 0")
    phone = phones().join()
    send(table, OPENING, at_s=60.0)
    phone.sees("Undo: the latest entry is taken back. What of it lies there is asked about anew.")
    phone.press("Undo")
    phone.sees("No move: this was not played. While it lies there it is listed as not counted.")


class Photographer:
    """Plays the photographed game of Noah and Mia, and forgets to take some of the photos."""

    def __init__(self, table, phone):
        self.table, self.phone = table, phone
        self.truth = json.loads((PHOTOS / "truth.json").read_text())["turns"]

    def send(self, *numbers):
        for number in numbers:
            name = f"{number:02}.jpg"
            photo = {
                "name": name,
                "mimeType": "image/jpeg",
                "buffer": (PHOTOS / name).read_bytes(),
            }
            told = self.phone.page.request.post(
                f"{self.table.address}/api/photo",
                multipart={"photo": photo},
                headers={"Origin": self.table.address},
            )
            assert told.ok, told.text()

    def totals_after(self, number):
        totals = {"Noah": 0, "Mia": 0}
        for place, turn in enumerate(self.truth[:number]):
            totals[("Noah", "Mia")[place % 2]] += turn["points"]
        return totals

    @property
    def uncounted(self):
        return len(self.table.session.now.balance.uncounted)


@pytest.fixture
def photographer(table, phones):
    if not PHOTOS.exists():
        pytest.skip("the photographs of real tables are not here")
    table.begin(players=("Noah", "Mia"))
    return Photographer(table, phones().join())


def test_a_forgotten_photo_and_take_back_lose_nothing(table, photographer):
    phone = photographer.phone
    photographer.send(1, 2, 3, 5)
    assert len(table.game.turns) == 3
    back = phone.page.locator("#actions button", has_text="Take back")
    assert back.get_attribute("title").startswith("Take back: this does not count")
    phone.press("Take back")
    phone.sees("Now take it off the table")
    until(lambda: table.session.now.proposal is None)
    phone.sees("Not counted on the table: 3")
    photographer.send(6)
    assert len(table.game.turns) == 3
    assert photographer.uncounted == 3, format_placement(table.session.now.balance.uncounted)
    phone.press("Count it for Mia")
    until(lambda: table.session.now.balance.is_even)
    assert len(table.session.now.proposal.placement) == sum(
        len(photographer.truth[number]["placed"]) for number in (3, 4, 5)
    )


def test_take_back_is_itself_taken_back_by_one_tap(table, photographer):
    phone = photographer.phone
    photographer.send(1, 2, 3, 5)
    phone.press("Take back")
    phone.sees("Not counted on the table: 3")
    phone.tap("#toast button")
    until(lambda: table.session.now.balance.is_even)
    phone.press("Mia 3, Noah 2")
    until(lambda: len(table.game.turns) == 5)
    assert table.game.totals == photographer.totals_after(5)


def test_a_forgotten_photo_and_remove_lose_nothing(table, photographer):
    phone = photographer.phone
    photographer.send(1, 2, 3, 4, 5, 6, 8)
    assert len(table.game.turns) == 6
    proposed = table.session.now.proposal.placement
    removed = proposed[-1]
    x, y = removed.cell
    phone.tap(f'.cell[data-x="{x}"][data-y="{y}"]')
    phone.sees("Remove: this does not count")
    phone.press("Remove")
    phone.sees("Not counted on the table: 1")
    # Whatever is accepted now, the tile that lies there is named until somebody says what it is.
    photographer.send(9)
    assert photographer.uncounted >= 1
    phone.sees("Not counted on the table")
    assert len(table.game.turns) == 6


def test_a_forgotten_photo_whose_tiles_make_one_legal_move_is_asked_about(table, photographer):
    phone = photographer.phone
    photographer.send(*range(1, 13), 14)
    assert len(table.game.turns) == 12
    assert table.session.now.asking
    phone.press("Noah 5, Mia 12")
    until(lambda: len(table.game.turns) == 14)
    assert table.game.totals == photographer.totals_after(14)


def test_a_forgotten_photo_and_accept_lose_nothing(table, photographer):
    phone = photographer.phone
    photographer.send(*range(1, 13), 14)
    phone.press("Accept")
    until(lambda: len(table.game.turns) == 13)
    # The second tile was the other player's: removed from the past, it is named.
    second = photographer.truth[13]["placed"][0]
    x, y = second["x"], second["y"]
    phone.tap(f'.cell[data-x="{x}"][data-y="{y}"]')
    phone.press("Remove")
    phone.press("Save")
    phone.sees("Not counted on the table: 1")
    phone.press("Count it for Mia")
    until(lambda: table.session.now.balance.is_even)
    phone.press("Accept")
    until(lambda: len(table.game.turns) == 14)
    assert table.game.totals == photographer.totals_after(14)


def test_a_table_that_does_not_fit_stands_on_phone_and_tv_with_one_way_out(table, phones):
    table.begin(players=("Noah", "Mia"))
    phone, tv = phones().join(), phones(size=TV).open("/tv")
    send(table, OPENING, at_s=60.0)
    send(table, "bc@8,3 yc@8,4 gc@8,5", at_s=120.0)
    phone.sees("3 that do not fit the board so far")
    tv.sees("3 that do not fit the board so far")
    phone.press("This is the table")
    until(lambda: (seen := table.session.now.proposal) is not None and len(seen.missing) == 3)
