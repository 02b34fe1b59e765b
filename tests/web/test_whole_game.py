"""A whole game of three phones, from start page to rematch, over a server that is killed in it."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.support.browsing import DESKTOP, until
from tests.support.seen_tables import table_jpeg
from tests.support.served import KEY

pytestmark = [
    pytest.mark.xdist_group("pages with a camera"),
    pytest.mark.skipif(os.name != "posix", reason="killing outright is done by signal here"),
]
OPENING = "ro@0,0 rs@1,0 rd@2,0"
CORNER = """document.querySelector('.cell[data-x="0"][data-y="0"] use').href.baseVal"""


class Program:
    """The whole program in a process of its own, to be killed in the middle."""

    def __init__(self, folder):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.folder = folder
        self.address = f"http://127.0.0.1:{self.port}"
        (folder / "key").write_text(KEY)
        self.joining = f"{self.address}/join?key={KEY}"
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "assistant", "play", "--source", "none", "--host", "127.0.0.1",
             "--port", str(self.port), "--data", str(self.folder)],
            stdout=subprocess.DEVNULL, cwd=Path(__file__).parents[2],
        )  # fmt: skip
        until(self._answers, 60)

    def _answers(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    @property
    def game(self):
        with urllib.request.urlopen(f"{self.address}/api/state", timeout=10) as told:
            return json.load(told)["game"]

    @property
    def totals(self):
        return {one["name"]: one["total"] for one in self.game["players"]}


@pytest.fixture
def program(tmp_path):
    running = Program(tmp_path)
    running.start()
    yield running
    running.kill()


@pytest.fixture
def photo(tmp_path):
    """A way to take a photo of the table with a phone, from the page that is made for it."""

    def take(phone, text):
        path = tmp_path / "table.jpg"
        path.write_bytes(table_jpeg(text))
        phone.open("/camera").waits_for("#photo", state="attached")
        phone.page.set_input_files("#photo", path)
        phone.page.wait_for_url(f"{phone.table.address}/", timeout=60_000)

    return take


def test_a_whole_game_on_three_phones(program, phones, photo):
    anna, chris = phones(at=program), phones(at=program, size=DESKTOP)
    guest = phones(at=program, language="fr-FR")

    # Anna starts the game; Chris joins; a guest only watches.
    anna.join().waits_for("#start")
    anna.page.locator('[name="player"]').nth(0).fill("Anna")
    anna.page.locator('[name="player"]').nth(1).fill("Chris")
    anna.press("Start the game")
    anna.waits_for(".cell.open")
    chris.join().waits_for(".cell.open")
    guest.open().waits_for(".score")
    assert guest.page.locator(".cell.open").count() == 0
    assert guest.page.locator("#turn").inner_text() == "À Anna de jouer"

    # A move by tapping, its points shown before they are saved.
    for x, tile in enumerate(("ro", "rs", "rd")):
        anna.lay(x, 0, tile)
    anna.sees("Save: 3 points")
    assert program.game["turns"] == []
    anna.press("Save: 3 points")
    for one in (anna, chris, guest):
        one.waits_until("document.querySelectorAll('.cell.last').length === 3")
        assert one.total("Anna") == 3

    # An illegal move is explained, and taken back.
    chris.lay(1, 1, "bo")
    assert chris.sees("neither all one colour nor all one shape")
    assert chris.page.locator(".actions button").all_inner_texts() == [
        "Take back", "Fix", "Let it stand",
    ]  # fmt: skip
    chris.press("Take back")
    chris.waits_until("!document.querySelector('.cell.draft')")
    assert len(program.game["turns"]) == 1

    # Chris trades instead.
    chris.press("Trade")
    chris.tap('dialog .count:has(input[value="2"])')
    chris.page.locator("dialog .primary").click()
    anna.waits_until("document.querySelector('#turn').textContent === 'Anna’s turn'")
    guest.waits_until("document.querySelector('#sheet').innerText.startsWith('Chris échange 2')")

    # Chris's phone is the camera for a turn. Nothing is to be accepted without a tap.
    anna.tap("#menu")
    anna.press("Settings")
    anna.page.get_by_label("Accept sure moves without a tap").uncheck()
    anna.press("Close")
    photo(chris, f"{OPENING} bs@1,1 gs@1,2")
    for one in (anna, chris, guest):
        one.waits_until("document.querySelectorAll('.cell.seen').length === 2")

    # One of the tiles was only put down: rejected, and the right move is accepted.
    anna.press("No move")
    guest.waits_until("document.querySelectorAll('.cell.seen').length !== 2")
    photo(chris, f"{OPENING} bs@1,1")
    anna.waits_until("document.querySelectorAll('.cell.seen').length === 1")
    anna.press("Accept: 2 points")
    chris.waits_until("document.querySelector('.score .total').textContent === '5'")
    assert len(program.game["board"]) == 4

    # A tile of long ago was misread: see what changes, then save.
    chris.tap('.cell[data-x="0"][data-y="0"]')
    chris.tap('.swatch[data-tile="rx"]')
    assert chris.sees("No points change.")
    chris.press("Save")
    anna.waits_until(f"{CORNER} === '#shape-x'")

    # The server dies in the middle of a move that is being entered, and comes back.
    chris.lay(2, 1, "bd")
    chris.sees("Save: 4 points")
    program.kill()
    for one in (anna, chris, guest):
        one.waits_for("#stale:not([hidden])")
    anna.keep("stale")
    program.start()
    for one in (anna, chris, guest):
        one.waits_for("#stale", state="hidden", timeout=30_000)
        one.waits_until("document.querySelectorAll('.cell.taken:not(.draft)').length === 4")
    assert program.totals == {"Anna": 5, "Chris": 0}
    chris.press("Save: 4 points")
    for one in (anna, guest):
        one.waits_until("document.querySelectorAll('.cell.taken').length === 5")

    # Undo takes it back on every phone, and then the mended tile: what died had been kept.
    anna.press("Undo")
    guest.waits_until("document.querySelectorAll('.cell.taken').length === 4")
    anna.press("Undo")
    guest.waits_until(f"{CORNER} === '#shape-o'")

    # A reload in the middle changes nothing, not even a move that is being entered.
    chris.waits_until(f"{CORNER} === '#shape-o'")
    chris.lay(2, 1, "bd")
    chris.sees("Save: 4 points")
    chris.page.reload()
    chris.waits_for(".cell.draft")
    chris.press("Save: 4 points")
    until(lambda: program.totals == {"Anna": 5, "Chris": 4})

    # A sure photo needs no tap.
    photo(chris, f"{OPENING} bs@1,1 bd@2,1 bo@0,1")
    until(lambda: len(program.game["board"]) == 6, 30)
    assert program.totals == {"Anna": 10, "Chris": 4}

    # The end, on all phones at once; then a rematch, opened by the next player.
    anna.waits_until("document.querySelectorAll('.cell.taken').length === 6")
    anna.tap("#menu")
    anna.press("End the game")
    anna.press("We stop here")
    for one in (anna, chris, guest):
        one.page.wait_for_url("**/games/1")
    assert anna.sees("Anna wins.")
    assert guest.sees("Anna gagne")
    anna.press("Rematch")
    for one in (anna, chris, guest):
        one.waits_until("document.querySelector('#turn')?.textContent.includes('Chris')")
