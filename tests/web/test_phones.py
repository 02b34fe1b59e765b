"""Phones are known: each by a key of its own, shut out by one tap, named in the game's history."""

import errno
import json
import os
import stat

import pytest

from assistant.board import parse_placement
from assistant.game.events import Settings, Started, TilesPlaced
from assistant.records.events_json import write_event
from assistant.session.actions import Begin
from assistant.session.camera_choice import Cameras
from assistant.session.session import Session
from assistant.storage.store import Store
from assistant.web import phones, wrong_keys
from assistant.web.app import create_app
from assistant.web.guard import Door
from assistant.web.phones import MOST_PHONES, Phones
from assistant.web.server import table_key
from assistant.web.wrong_keys import WrongKeys
from tests.support.served import no_demo

HOME = "http://192.168.1.5:8000"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"


class Browser:
    """One browser in the network."""

    def __init__(self, app, agent=IPHONE, address="192.168.1.20"):
        self.client = app.test_client()
        self.headers = {"User-Agent": agent, "Origin": HOME}
        self.environ = {"REMOTE_ADDR": address}

    def get(self, path):
        return self.client.get(path, base_url=HOME, headers=self.headers, environ_base=self.environ)

    def post(self, path, **more):
        return self.client.post(
            path, base_url=HOME, headers=self.headers, environ_base=self.environ, **more
        )

    def join(self, key):
        return self.get(f"/join?key={key}").status_code

    def do(self, session, event):
        told = {"expected": session.now.revision, "tell": write_event(event)}
        return self.post("/api/do", json=told).status_code


class Table:
    def __init__(self, folder, store):
        self.folder = folder
        self.session = Session(store)
        self.session.do(Begin(Started(Settings(), ("Anna", "Chris"))), 1)
        self.written = []
        self.start()

    def start(self):
        door = Door(table_key(self.folder), HOME, kept=self.folder, on_new_key=self.written.append)
        self.app = create_app(self.session, Cameras(self.session, no_demo), door)

    @property
    def key(self):
        return table_key(self.folder)


@pytest.fixture
def table(tmp_path):
    with Store(tmp_path) as store:
        yield Table(tmp_path, store)


def joined(table, agent=IPHONE, address="192.168.1.20"):
    browser = Browser(table.app, agent, address)
    assert browser.join(table.key) == 303
    return browser


def kept_phones(table):
    return json.loads((table.folder / "phones.json").read_text(encoding="utf-8"))["phones"]


def test_each_phone_gets_a_key_of_its_own_and_never_the_tables(table):
    one, other = joined(table), joined(table)
    keys = {
        browser.client.get_cookie("qwirkle_key", "192.168.1.5").value for browser in (one, other)
    }
    assert len(keys) == 2
    assert table.key not in keys
    assert [phone["name"] for phone in kept_phones(table)] == ["iPhone", "iPhone 2"]


def test_scanning_again_makes_no_second_phone(table):
    phone = joined(table)
    assert phone.join(table.key) == 303
    assert len(kept_phones(table)) == 1


def test_a_phone_stays_a_players_when_the_program_is_restarted(table):
    phone = joined(table)
    table.start()
    phone.client.application = table.app
    assert phone.get("/invite").status_code == 200


def test_one_tap_shuts_one_phone_out_and_no_other(table):
    anna, guest = joined(table), joined(table)
    guests = kept_phones(table)[1]["id"]
    assert anna.post("/phones/shut_out", data={"phone": guests}).status_code == 303
    assert guest.do(table.session, TilesPlaced("Anna", parse_placement("ro@0,0"))) == 403
    assert guest.get("/invite").status_code == 403
    assert anna.do(table.session, TilesPlaced("Anna", parse_placement("ro@0,0"))) == 200


def test_a_new_key_shuts_out_all_but_who_made_it(table):
    anna, guest = joined(table), joined(table)
    before = table.key
    assert anna.post("/phones/new_key").status_code == 303
    assert table.key != before
    assert table.written == [table.key]
    assert guest.get("/invite").status_code == 403
    assert Browser(table.app).join(before) == 403
    assert table.key in anna.get("/invite").text
    assert before not in anna.get("/invite").text
    assert guest.join(table.key) == 303


def test_a_phone_is_called_what_its_owner_says(table):
    phone, other = joined(table), joined(table)
    assert phone.post("/phones/name", data={"name": "  Anna’s   phone "}).status_code == 303
    page = other.get("/invite").text
    assert "<strong>Anna’s phone</strong>" in page
    for bad in ("", " ", "A" * 25, "iPhone 2", "a\x00b"):
        assert phone.post("/phones/name", data={"name": bad}).status_code == 422
    assert [one["name"] for one in kept_phones(table)] == ["Anna’s phone", "iPhone 2"]


def test_no_page_shows_any_phones_own_key(table):
    phone = joined(table)
    keys = [one["key"] for one in kept_phones(table)]
    for page in ("/", "/invite", "/games/1", "/start", "/api/state", "/tv"):
        text = phone.get(page).text
        assert [key for key in keys if key in text] == []


def test_who_did_what_stands_in_the_games_history(table):
    phone = joined(table)
    phone.post("/phones/name", data={"name": "Kitchen tablet"})
    phone.do(table.session, TilesPlaced("Anna", parse_placement("ro@0,0 rs@1,0")))
    page = phone.get("/games/1").text
    assert "<strong>Kitchen tablet</strong> Anna places 2" in page
    assert "<strong>computer</strong> The game begins" in page
    assert "Kitchen tablet" not in Browser(table.app).get("/games/1").text


def test_everybody_may_watch_until_it_is_by_link_only(table):
    player, watcher = joined(table), Browser(table.app)
    assert watcher.get("/tv").status_code == 200
    assert player.post("/phones/watching", data={"by_link": "yes"}).status_code == 303
    pages = ("/", "/tv", "/games", "/games/1", "/start", "/api/state", "/api/events")
    assert {watcher.get(page).status_code for page in pages} == {403}
    assert "Ask a player for it" in watcher.get("/tv").text
    assert player.get("/tv").status_code == 200
    link = json.loads((table.folder / "phones.json").read_text(encoding="utf-8"))["watch_key"]
    assert link in player.get("/invite").text
    assert watcher.get("/watch?key=wrong").status_code == 403
    assert watcher.get(f"/watch?key={link}").status_code == 303
    assert watcher.get("/tv").status_code == 200
    assert watcher.do(table.session, TilesPlaced("Anna", parse_placement("ro@0,0"))) == 403
    player.post("/phones/new_key")
    assert watcher.get("/tv").status_code == 403
    player.post("/phones/watching")
    assert watcher.get("/tv").status_code == 200


def test_a_stream_ends_when_its_phone_may_no_longer_watch(table):
    player, watcher = joined(table), Browser(table.app)
    stream = iter(watcher.get("/api/events").response)
    next(stream), next(stream)
    player.post("/phones/watching", data={"by_link": "yes"})
    table.session.close()
    with pytest.raises(StopIteration):
        next(stream)


def test_wrong_keys_are_slowed_down_for_their_address_alone(table):
    stranger = Browser(table.app, address="192.168.1.66")
    answers = [stranger.join("wrong") for _ in range(wrong_keys.FREE_TRIES + 3)]
    assert answers == [403] * wrong_keys.FREE_TRIES + [429] * 3
    assert stranger.join(table.key) == 429, "while it waits, no key is looked at"
    assert joined(table, address="192.168.1.21")


def test_keys_are_not_guessed_by_cookie_either(table):
    stranger = Browser(table.app, address="192.168.1.66")
    told = {"expected": 1, "tell": {"undone": True}}
    answers = []
    for guess in range(wrong_keys.FREE_TRIES + 1):
        stranger.client.set_cookie("qwirkle_key", f"guess-{guess}", domain="192.168.1.5")
        answers.append(stranger.post("/api/do", json=told).status_code)
    assert answers == [403] * wrong_keys.FREE_TRIES + [429]
    player = joined(table, address="192.168.1.67")
    player.environ = {"REMOTE_ADDR": "192.168.1.66"}
    assert player.post("/api/do", json=told).status_code == 409, "who has a key is let through"


def test_the_wait_grows_and_ends():
    wrong = WrongKeys()
    waits = []
    now_s = 100.0
    for _ in range(wrong_keys.FREE_TRIES + 6):
        wrong.count("a", now_s)
        waits.append(wrong.wait_s("a", now_s))
    assert waits[: wrong_keys.FREE_TRIES - 1] == [0.0] * (wrong_keys.FREE_TRIES - 1)
    assert waits[-1] == wrong_keys.LONGEST_WAIT_S
    assert wrong.wait_s("a", now_s + wrong_keys.LONGEST_WAIT_S) == 0
    assert wrong.wait_s("b", now_s) == 0
    for number in range(wrong_keys.MOST_ADDRESSES + 5):
        wrong.count(f"{number}", now_s)
    assert len(wrong._tries) == wrong_keys.MOST_ADDRESSES


@pytest.mark.skipif(os.name != "posix", reason="other systems keep rights elsewhere")
def test_keys_are_for_the_owner_of_the_folder_alone(table):
    joined(table)
    for name in ("key", "phones.json"):
        assert stat.S_IMODE((table.folder / name).stat().st_mode) == 0o600


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"phones":[{"id":1}]}', '{"phones":7}', "null"])
def test_a_damaged_list_of_phones_is_begun_anew(tmp_path, kept):
    (tmp_path / "phones.json").write_text(kept, encoding="utf-8")
    phones = Phones("key-of-the-table", tmp_path)
    assert phones.all() == ()
    phones.join(IPHONE)
    assert len(Phones("key-of-the-table", tmp_path).all()) == 1


def test_only_so_many_phones_are_kept(tmp_path):
    times = iter(range(1, 10_000))
    known = Phones("key-of-the-table", clock=lambda: float(next(times)))
    first = known.join("Windows")
    known.did(first.id)
    second = known.join("Windows")
    known.did(first.id)
    for _ in range(MOST_PHONES - 1):
        known.join("Android")
    kept = {one.id for one in known.all()}
    assert len(kept) == MOST_PHONES
    assert second.id not in kept


@pytest.fixture
def full_disk(monkeypatch):
    def no_room(path, text):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(phones, "write_owners", no_room)


def test_a_full_disk_keeps_no_phone_from_playing(table, full_disk):
    anna = joined(table)
    assert anna.do(table.session, TilesPlaced("Anna", parse_placement("ro@0,0"))) == 200


def test_a_phone_is_shut_out_at_once_also_where_the_disk_cannot_be_told(table, full_disk):
    anna, guest = joined(table), joined(table)
    before = table.key
    answer = anna.post("/phones/new_key")
    assert answer.status_code == 503
    assert "disk is full" in answer.text
    assert guest.get("/invite").status_code == 403
    assert Browser(table.app).join(before) == 403
    assert anna.get("/invite").status_code == 200
