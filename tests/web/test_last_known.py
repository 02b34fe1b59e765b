"""On the home screen: icons, and the last known score while the computer is away."""

import json
import struct

import pytest

from assistant.web.app import FOLDER
from tests.support.browsing import Phone, chromium
from tests.support.served import served

pytestmark = pytest.mark.xdist_group("every page")
OPENING = "ro@0,0 rs@1,0 rd@2,0"
WORKS = "navigator.serviceWorker.controller !== null"


def test_icons_are_pictures_of_the_size_they_say():
    manifest = json.loads((FOLDER / "static" / "app.webmanifest").read_text(encoding="utf-8"))
    pngs = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in pngs} == {"192x192", "512x512"}
    for icon in pngs:
        header = (FOLDER / "static" / icon["src"]).read_bytes()[:24]
        wide, high = struct.unpack(">II", header[16:24])
        assert f"{wide}x{high}" == icon["sizes"]


def test_the_last_known_score_is_shown_while_the_computer_is_away(tmp_path):
    with chromium() as browser:
        with served(tmp_path) as table:
            table.begin()
            phone = Phone(browser, table, worker=True).join()
            phone.waits_until(WORKS)
            phone.page.reload()
            phone.waits_for("#board svg")
            # What comes after the page was loaded is known too.
            table.lay("Anna", OPENING)
            phone.waits_for(".cell.last")
        phone.page.goto(table.address)
        phone.waits_for(".cell.last")
        assert phone.total("Anna") == 3
        assert phone.sees("The server does not answer")
        phone.leave()
