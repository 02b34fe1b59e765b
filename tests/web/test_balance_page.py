"""What is not counted, on phones and on the TV, in a real browser."""

import json
from pathlib import Path

import pytest

from assistant.board import format_placement
from tests.support.browsing import TV, until
from tests.support.seen_tables import observed, photographed

pytestmark = pytest.mark.xdist_group("alone")
OPENING, SECOND, THIRD = "ro@0,0 rs@1,0 rd@2,0", "bs@1,1 gs@1,2", "gc@2,2"
PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos" / "classic-1"


def send(table, *tiles, at_s):
    table.session.saw(photographed(observed(" ".join(tiles)), at_s))


def test_tiles_that_were_taken_back_and_lie_there_stand_on_phone_and_tv(table, phones):
    table.begin(players=("Noah", "Mia"))
    phone, tv = phones().join(), phones(size=TV).open("/tv")
    send(table, OPENING, at_s=60.0)
    send(table, OPENING, SECOND, THIRD, at_s=120.0)
    phone.press("Take back")
    phone.sees("Not counted on the table: 3")
    tv.sees("Not counted on the table: 3")
    phone.press("Count it for Mia")
    until(lambda: table.session.now.balance.is_even)
    # Mia's two tiles, then Noah's one: told with the points of each.
    phone.press("Mia 3, Noah 2")
    until(lambda: len(table.game.turns) == 3)
    assert table.game.totals == {"Noah": 5, "Mia": 3}


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs are not part of the repository")
def test_a_forgotten_photo_and_take_back_lose_nothing(table, phones):
    truth = json.loads((PHOTOS / "truth.json").read_text())["turns"]
    table.begin(players=("Noah", "Mia"))
    phone = phones().join()

    def photograph(name):
        told = phone.page.request.post(
            f"{table.address}/api/photo",
            multipart={
                "photo": {
                    "name": name,
                    "mimeType": "image/jpeg",
                    "buffer": (PHOTOS / name).read_bytes(),
                }
            },
            headers={"Origin": table.address},
        )
        assert told.ok, told.text()

    for name in ("01.jpg", "02.jpg", "03.jpg", "05.jpg"):
        photograph(name)
    assert len(table.game.turns) == 3
    phone.press("Take back")
    until(lambda: table.session.now.proposal is None)
    phone.sees("Not counted on the table: 3")
    photograph("06.jpg")
    assert len(table.game.turns) == 3
    assert len(table.session.now.balance.uncounted) == 3, format_placement(
        table.session.now.balance.uncounted
    )
    phone.press("Count it for Mia")
    until(lambda: table.session.now.balance.is_even)
    assert len(table.session.now.proposal.placement) == sum(
        len(truth[number]["placed"]) for number in (3, 4, 5)
    )
