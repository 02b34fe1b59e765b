"""Findings of the review of trust that no other test holds: frames, photos, times, lists."""

import io
import struct
import threading

import cv2
import numpy as np
import pytest
from flask import Flask

from assistant.commands import main
from assistant.game.events import PointsAdjusted, Settings, Started
from assistant.storage.store import Store
from assistant.web import bodies
from assistant.web.times import iso_time
from assistant.words import Language
from tests.storage.test_damage import change
from tests.support.damaged_stores import few_games
from tests.web.test_phones import Table, joined
from vision.pictures import load
from vision.pictures.headers import frame_size
from vision.pictures.load import decode_frame

YEAR_11500_S = 3e11


def jpeg_that_claims(wide, high):
    """A small file with the head of a large picture."""
    small = cv2.imencode(".jpg", np.full((16, 24, 3), 90, np.uint8))[1].tobytes()
    size = struct.pack(">HH", 16, 24)
    assert small.count(size) == 1
    return small.replace(size, struct.pack(">HH", high, wide))


def test_a_frame_that_claims_too_much_is_never_decoded(monkeypatch):
    def never(*_):
        raise AssertionError("decoded")

    monkeypatch.setattr(load.cv2, "imdecode", never)
    assert frame_size(jpeg_that_claims(20_000, 19_000)) == (20_000, 19_000)
    assert decode_frame(jpeg_that_claims(20_000, 19_000)) is None
    assert decode_frame(jpeg_that_claims(0, 19_000)) is None
    assert decode_frame(b"") is None


def test_an_ordinary_frame_is_decoded():
    encoded = cv2.imencode(".png", np.full((40, 60, 3), 90, np.uint8))[1].tobytes()
    assert decode_frame(encoded).shape == (40, 60, 3)


def test_photos_are_decoded_one_at_a_time(tmp_path, monkeypatch):
    at_once, most, both = 0, 0, threading.Barrier(2)

    def decode(_encoded):
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        threading.Event().wait(0.05)
        at_once -= 1
        return np.zeros((30, 30, 3), np.uint8)

    monkeypatch.setattr(bodies, "decode_picture", decode)
    with Store(tmp_path) as store:
        table = Table(tmp_path, store)
        phones = [joined(table) for _ in range(2)]

        def send(phone):
            both.wait(10)
            phone.post("/api/photo", data={"photo": (io.BytesIO(b"x"), "a.jpg")})

        sending = [threading.Thread(target=send, args=(phone,)) for phone in phones]
        for one in sending:
            one.start()
        for one in sending:
            one.join()
    assert most == 1


def test_a_photo_is_kept_no_larger_than_can_be_read(monkeypatch):
    monkeypatch.setattr(bodies, "MOST_PHOTO_PIXELS", 30 * 20)
    encoded = cv2.imencode(".png", np.random.default_rng(1).integers(0, 255, (80, 120, 3)))[1]
    photo = {"photo": (io.BytesIO(encoded.tobytes()), "a.png")}
    with Flask("photo").test_request_context("/", method="POST", data=photo):
        shown, name = bodies.uploaded_picture(Language.ENGLISH)
    assert (shown.shape, name) == ((20, 30, 3), "a.png")


@pytest.mark.parametrize("at_s", [YEAR_11500_S, -1e15, 1e300])
def test_a_time_that_no_calendar_has_is_not_shown(at_s):
    assert iso_time(at_s) == ""


def test_a_game_of_the_year_11500_breaks_no_list(tmp_path):
    with Store(tmp_path, clock=lambda: YEAR_11500_S) as store:
        number = store.begin(Started(Settings(), ("Anna", "Chris")))
        store.append(number, PointsAdjusted("Anna", 1, "a bet"))
    with Store(tmp_path) as store:
        phone = joined(Table(tmp_path, store))
        pages = ("/games", "/start", f"/games/{number}")
        assert [phone.get(page).status_code for page in pages] == [200] * 3


def test_one_damaged_game_is_said_and_the_others_are_listed(tmp_path, capsys):
    few_games(tmp_path, games=4, events=3)
    change(tmp_path, "UPDATE event SET told = '{\"x' WHERE game = 4 AND number = 2")
    assert main(["games", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert told.out.count("\n") == 4
    assert "damaged" in told.err
    words = ["play", "--data", str(tmp_path), "--source", "none", "--port", "0"]
    assert main([*words, "--players", "Anna"]) == 1
    told = capsys.readouterr()
    assert "2 to 4 players" in told.err, "it starts, and refuses the game of one alone"
    assert "Game 4 was damaged" in told.out
