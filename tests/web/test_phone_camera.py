"""A phone as the camera: stills by https with our own certificate, handed over, silent, hostile."""

import json
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from flask import Flask

from assistant.session.camera_choice import NONE, PHONE
from assistant.session.moment import Moment
from assistant.tiles import Colour, Shape
from assistant.web import phone_camera
from tests.support.browsing import ARGUMENTS, Phone, chromium, until
from tests.support.served import KEY, served
from tests.support.waiting import eventually
from vision.observation import Face, Observation
from vision.sources.pushed import SILENT_S, PushedSource
from vision.sources.source import Stage

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "classic-1"
FILM = Path(__file__).parents[3] / "shared" / "check" / "film"
ONE, OTHER = "phone1phone1", "phone2phone2"
FAKE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


def jpeg(tone=90, wide=320, high=240):
    return cv2.imencode(".jpg", np.full((high, wide, 3), (tone, 90, 90), np.uint8))[1].tobytes()


# The source


class Clock:
    now_s = 100.0

    def __call__(self):
        return self.now_s


def test_a_phone_that_has_sent_nothing_is_being_opened_and_cannot_rest():
    source = PushedSource()
    assert source.state.stage is Stage.OPENING
    assert not source.rest()
    assert source.newest(timeout_s=0) is None
    source.close()
    assert source.state.stage is Stage.ENDED


def test_a_table_at_rest_is_the_same_picture_at_a_later_time():
    clock = Clock()
    source = PushedSource(clock=clock)
    source.push(jpeg())
    first = source.newest()
    clock.now_s += 0.5
    assert source.rest()
    again = source.newest(first.number)
    assert again.picture_bgr is first.picture_bgr
    assert (again.at_s - first.at_s, again.number - first.number) == (0.5, 1)


def test_only_the_newest_still_is_kept_and_what_is_no_picture_is_passed_over():
    source = PushedSource()
    for tone in (10, 20, 200):
        source.push(jpeg(tone))
    assert abs(int(source.newest().picture_bgr[0, 0, 0]) - 200) < 6
    source.push(b"\xff\xd8 nothing")
    assert source.newest(3, 0) is None
    assert source.state.stage is Stage.LOST
    source.push(jpeg(90))
    assert source.newest(4, 0) is not None
    assert source.state.stage is Stage.LIVE


def test_a_silent_phone_is_lost_and_found_again():
    clock = Clock()
    source = PushedSource(clock=clock)
    source.push(jpeg())
    assert source.state.stage is Stage.LIVE
    clock.now_s += SILENT_S + 0.1
    assert source.state.stage is Stage.LOST
    assert source.rest()
    assert source.state.stage is Stage.LIVE


# The routes


@pytest.fixture
def table(tmp_path):
    with served(tmp_path, secure=True) as table:
        table.begin()
        yield table


def post(table, path, body=b"", phone=ONE, player=True):
    return table.post(f"{path}?phone={phone}", body, player=player)


def test_only_players_may_be_the_camera(table):
    assert post(table, "/api/camera/use", player=False) == 403
    assert post(table, "/api/camera/still", jpeg(), player=False) == 403
    assert table.cameras.chosen == NONE


def test_stills_become_pictures_and_another_phone_may_take_over(table):
    assert post(table, "/api/camera/still", jpeg()) == 409
    assert post(table, "/api/camera/use") == 200
    assert table.cameras.chosen == PHONE
    assert post(table, "/api/camera/still") == 409
    eventually(lambda: post(table, "/api/camera/still", jpeg()) == 200)
    eventually(lambda: table.session.newest)
    eventually(lambda: post(table, "/api/camera/still") == 200)
    assert post(table, "/api/camera/still", jpeg(), OTHER) == 409
    assert post(table, "/api/camera/use", phone=OTHER) == 200
    eventually(lambda: post(table, "/api/camera/still", jpeg(), OTHER) == 200)
    assert post(table, "/api/camera/still", jpeg()) == 409
    table.cameras.choose(NONE)
    assert post(table, "/api/camera/still", jpeg(), OTHER) == 409


def test_after_a_restart_the_phone_that_still_sends_is_the_camera(table):
    table.cameras.choose(PHONE)
    assert post(table, "/api/camera/still", jpeg()) == 200
    assert post(table, "/api/camera/still", jpeg(), OTHER) == 409


def test_cards_are_outlined_as_tiles_are():
    corners = ((10.0, 10.0), (20.0, 10.0), (20.0, 30.0), (10.0, 30.0))
    card = Face({Colour.RED: 1.0}, {Shape.CIRCLE: 1.0}, (15.0, 20.0), corners)
    seen = SimpleNamespace(observation=Observation((100, 50), rows=((card,),)))
    session = SimpleNamespace(read=seen, now=Moment("run", 1, 1))
    with Flask(__name__).test_request_context():
        (outline,) = phone_camera._encoded(session)["outlines"]
    assert outline == [[0.1, 0.2], [0.2, 0.2], [0.2, 0.6], [0.1, 0.6]]


def test_hostile_stills_are_refused_without_being_decoded(table):
    assert post(table, "/api/camera/use") == 200

    def answer(body):
        return eventually(lambda: (got := post(table, "/api/camera/still", body)) != 429 and got)

    huge = bytearray(jpeg())
    at = huge.index(b"\xff\xc0")
    huge[at + 5 : at + 9] = b"\xff\xff\xff\xff"
    assert answer(bytes(huge)) == 422
    assert answer(b"hello") == 422
    assert answer(jpeg()[:-20]) == 422
    # Refused for its size as soon as it is not refused for coming too fast.
    eventually(lambda: post(table, "/api/camera/still", bytes(5_000_000)) in (0, 413))
    assert {post(table, "/api/camera/still", jpeg()) for _ in range(30)} >= {429}
    for bad in ("", "x", "a" * 99, "../../etc"):
        assert post(table, "/api/camera/still", jpeg(), bad) == 400


# A real browser


@contextmanager
def browser_with_camera(film):
    with chromium((*ARGUMENTS, *FAKE, f"--use-file-for-fake-video-capture={film}")) as browser:
        yield browser


def camera_page(browser, table):
    phone = Phone(browser, table)
    phone.page.goto(table.joining.replace(table.address, table.secure))
    phone.page.goto(f"{table.secure}/camera/phone")
    return phone


def test_the_page_over_plain_http_leads_to_https(table):
    with chromium() as browser:
        phone = Phone(browser, table)
        phone.join().open("/camera/phone")
        assert "https://" in phone.page.locator("#secure").get_attribute("href")


@pytest.mark.parametrize("host", ["localhost", "192.168.1.77", "[fd00::5]"])
def test_https_is_offered_by_the_name_that_the_phone_came_by(table, host):
    # The key is for that name, and the address may have changed since the program began.
    port = table.secure.rpartition(":")[2]
    headers = {"Cookie": f"qwirkle_key={KEY}"}
    home = f"http://{host}:{table.port}"
    asked = table.app.test_client(use_cookies=False)
    page = asked.get("/camera/phone", base_url=home, headers=headers).text
    assert f'href="https://{host}:{port}/camera/phone"' in page


STATES = """window.states = [];
    new MutationObserver(() => window.states.push(document.querySelector('#word').dataset.state))
        .observe(document.querySelector('#word'), {attributes: true})"""
SEEN_AS = """(state) => {
    Object.defineProperty(document, 'visibilityState', {value: state, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
CALLED = """document.querySelector('#video').srcObject.getVideoTracks()[0]
    .dispatchEvent(new Event('ended'))"""
TAKEN = """window.asked = 0;
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = (wanted) => {
        window.asked += 1;
        if (window.asked > 1) return open(wanted);
        return Promise.reject(new DOMException("in a call", "NotReadableError"));
    };
    void 0"""
FROZEN = """window.states = [];
    Object.defineProperty(document.querySelector('#video'), 'currentTime',
        {get: () => 5, configurable: true});
    void 0"""
LIVE, HANDED_OVER = '#word[data-state="live"]', '#word[data-state="handed_over"]'


@pytest.mark.xdist_group("pages with a camera")
def test_a_phone_locked_called_out_of_the_network_or_reloaded_goes_on_by_itself(table):
    table.begin()
    table.lay("Anna", "ro@0,0 rs@1,0")
    with chromium((*ARGUMENTS, *FAKE)) as browser:
        phone = camera_page(browser, table)
        phone.tap("#use")
        phone.waits_for(LIVE)
        phone.page.evaluate(STATES)

        phone.page.route("**/api/camera/**", lambda route: route.abort())
        until(lambda: table.cameras.pushed.state.stage is Stage.LOST)
        phone.waits_for('#word[data-state="away"]')
        phone.page.unroute("**/api/camera/**")
        until(lambda: table.cameras.pushed.state.stage is Stage.LIVE)
        phone.waits_for(LIVE)

        phone.page.evaluate(CALLED)
        phone.waits_until("window.states.includes('interrupted')")
        phone.waits_for(LIVE)
        phone.page.evaluate(SEEN_AS, "hidden")
        phone.waits_until("window.states.includes('asleep')")
        phone.page.evaluate(SEEN_AS, "visible")
        phone.waits_for(LIVE)

        # In a call there is no camera at all, or one that shows the same moment for ever.
        phone.page.evaluate(TAKEN)
        phone.page.evaluate(CALLED)
        phone.waits_until("window.asked > 1")
        phone.waits_for(LIVE)
        phone.page.evaluate(FROZEN)
        phone.waits_until("window.states.includes('interrupted')")
        phone.page.evaluate("delete document.querySelector('#video').currentTime")
        phone.waits_for(LIVE)

        phone.page.reload()
        phone.waits_for(LIVE)
        assert phone.page.locator("#use").is_hidden()
        assert table.cameras.chosen == PHONE

        # Another camera was chosen: this phone says so, and takes nothing back by itself.
        table.cameras.choose(NONE)
        phone.waits_for(HANDED_OVER)
        phone.page.reload()
        phone.waits_for('#word[data-state="ready"]')
        assert table.cameras.chosen == NONE
    assert table.game.totals == {"Anna": 2, "Chris": 0}


def test_a_phone_whose_address_changed_is_still_the_camera(table):
    assert table.post(f"/api/camera/use?phone={ONE}") == 200
    assert table.post(f"/api/camera/still?phone={ONE}", jpeg()) == 200
    still, elsewhere = f"/api/camera/still?phone={ONE}", "127.0.0.9"
    eventually(lambda: table.post(still, jpeg(), comes_from=elsewhere) == 200)


@pytest.mark.xdist_group("pages with a camera")
def test_the_warning_is_shown_in_pictures_that_say_where_to_tap(table):
    with chromium() as browser:
        phone = Phone(browser, table, language="de-DE").join().open("/camera/phone")
        # A page of this computer itself needs no https; the pictures wait for those that do.
        phone.page.evaluate("document.querySelector('#insecure').hidden = false")
        taps = phone.page.locator(".drawn-phone .tap").all_inner_texts()
        assert taps[:3] == ["Erweitert", "Weiter", "Erlauben"]
        assert taps[3:] == ["Details einblenden", "diese Website besuchen", "Erlauben"]


@pytest.mark.xdist_group("pages with a camera")
def test_a_lens_is_chosen_where_there_are_several(table):
    two = ("--use-fake-device-for-media-stream=device-count=2", FAKE[1])
    with chromium((*ARGUMENTS, *two)) as browser:
        phone = camera_page(browser, table)
        phone.waits_for("#lenses:not([hidden])")
        used = "document.querySelector('#video').srcObject.getVideoTracks()[0].label"
        before = phone.page.evaluate(used)
        lenses = phone.page.locator("#lens option").all_inner_texts()
        other = next(one for one in lenses if one != before)
        phone.page.locator("#lens").select_option(label=other)
        phone.waits_until(f"{used} === {other!r}")


@pytest.mark.long
@pytest.mark.xdist_group("pages with a camera")
@pytest.mark.skipif(not PHOTOS.exists(), reason="the photos are not beside the project")
def test_a_filmed_game_through_a_phones_browser_over_https(tmp_path, table):
    """Every turn of the film, without a tap."""
    made = tmp_path / "game.mp4"
    subprocess.run([sys.executable, str(FILM), str(PHOTOS), str(made), "--fps", "10"], check=True)
    film = tmp_path / "game.mjpeg"
    seconds = as_mjpeg(made, film)
    with browser_with_camera(film) as browser:
        phone = camera_page(browser, table)
        phone.page.locator("#use").click()
        until(lambda: len(table.game.turns) == 20, seconds + 60)
        sent = phone.page.locator("#sent").text_content()
    assert not table.session.now.asking
    truth = json.loads((PHOTOS / "truth.json").read_text(encoding="utf-8"))["turns"]
    assert [turn.points for turn in table.game.turns] == [turn["points"] for turn in truth]
    assert int(re.search(r"(\d+) kB", sent)[1]) < 60


def as_mjpeg(film, into):
    """The film as the bare JPEG frames that the browser's fake camera plays; how long it is."""
    capture = cv2.VideoCapture(str(film))
    frames = 0
    with into.open("wb") as file:
        while (read := capture.read())[0]:
            quality = [cv2.IMWRITE_JPEG_QUALITY, 88]
            # The fake camera plays thirty frames a second, whatever the film was made for.
            file.write(3 * cv2.imencode(".jpg", read[1], quality)[1].tobytes())
            frames += 1
    capture.release()
    return frames / 10
