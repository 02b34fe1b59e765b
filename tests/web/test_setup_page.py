"""Setting up in a real browser: from first start to a learned set, counted in taps."""

import io
import json
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.board import parse_placement
from assistant.session.camera_choice import Cameras
from assistant.session.camera_loop import Seen
from assistant.session.demo import demo_source
from assistant.session.session import Session
from assistant.session.setup import Setup
from assistant.storage.store import Store
from assistant.tiles import PURPLE_SET
from assistant.web.app import create_app
from assistant.web.guard import Door
from assistant.web.server import Serving
from benchmarks.lens import HELD
from calibration.inks.profile import Profiles, write_profile
from calibration.lens.measuring import WANTED
from calibration.lens.sheet import sheet_picture
from tests.support.browsing import DESKTOP, PHONE, Phone
from tests.support.laid_tables import picture, room
from tests.support.profiles import a_profile
from tests.support.served import DOORSTEP, FEW_THREADS, KEY, ServedTable
from vision.scene.report import SceneReport, SceneState
from vision.simulated.film import LiveTable
from vision.simulated.optics.fish_eye import FishEye
from vision.simulated.optics.light import Light
from vision.simulated.people.playing import laid_by_hand, playing_scene
from vision.simulated.scenes.laid_out import each_colour, laid_out
from vision.sources import Picture, drawn_source, kind_of

pytestmark = pytest.mark.xdist_group("pages with a camera")
CHECKED = """document.querySelectorAll('.check').length === 13 &&
    !document.querySelector('.check:not(.green)')"""
TOO_SMALL = """[...document.querySelectorAll(
    'button, input:not(.unseen), .button, summary')].filter((one) => one.offsetParent)
    .filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML)"""

PARTS = (".choosing", ".view", ".judged", ".learning")


class OwnTime:
    """Time as a camera's pictures tell it, however fast this computer draws them."""

    def __init__(self, fps):
        self.now_s = 0.0
        self._fps = fps

    def told_by(self, source):
        newest = source.newest

        def counted(after=0, timeout_s=1.0):
            shown = newest(after, timeout_s)
            self.now_s = self.now_s if shown is None else shown.number / self._fps
            return shown

        source.newest = counted
        return source


@contextmanager
def table_with_camera(folder, source="demo", demo=None, fps=10):
    with Store(folder) as store:
        session = Session(store)
        clock = OwnTime(fps)
        drawn = demo or (lambda: demo_source(lambda: session.now))
        setup = Setup(Profiles(folder), lambda: clock.now_s)
        cameras = Cameras(session, lambda: clock.told_by(drawn()), setup)
        with closing(cameras), closing(DOORSTEP.listen()) as listener:
            port = listener.getsockname()[1]
            app = create_app(session, cameras, Door(KEY, f"http://127.0.0.1:{port}"))
            serving = Serving(app, listener, threads=FEW_THREADS)
            cameras.choose(source)
            serving.start()
            try:
                table = ServedTable(session, port)
                table.setup, table.cameras, table.app, table.clock = setup, cameras, app, clock
                yield table
            finally:
                session.close()
                serving.stop()


@pytest.fixture
def table(tmp_path):
    with table_with_camera(tmp_path) as made:
        yield made


def test_from_first_start_to_a_learned_set_takes_two_taps(browser, table):
    phone = Phone(browser, table, size=PHONE).join()
    taps = 0
    phone.press("Set up the camera")
    taps += 1
    phone.waits_until(CHECKED, seconds=60)
    assert phone.page.evaluate(TOO_SMALL) == []
    phone.tap("#learn")
    taps += 1
    phone.waits_for(".profile.in-use", timeout=90_000)
    assert phone.sees("Learned. This set is now known in this light.")
    phone.page.evaluate("document.querySelector('#learn-head').scrollIntoView()")
    phone.keep("setup-learned")
    phone.page.evaluate("window.scrollTo(0, 0)")
    phone.keep("setup-checks")
    assert taps == 2
    phone.press("All is well: play!")
    phone.waits_until("location.pathname !== '/setup'")
    profile = table.setup.profile
    assert profile.name == "My table"
    assert profile.camera == "demo"
    assert profile.inks.palette == PURPLE_SET
    assert Profiles(table.setup.profiles._folder.parent).names() == ("My table",)
    assert phone.troubles == []
    phone.leave()


def test_what_was_learned_can_be_undone_exported_brought_back_and_left_aside(
    browser, table, tmp_path
):
    phone = Phone(browser, table, size=DESKTOP).join().open("/setup")
    phone.waits_until(CHECKED, seconds=60)
    phone.page.fill("#name", "Küche <b>")
    phone.waits_until("document.querySelector('.camera img').naturalWidth > 0", seconds=20)
    phone.keep("setup-desktop")
    phone.tap("#learn")
    phone.waits_for(".profile.in-use", timeout=90_000)
    assert phone.page.locator(".profile.in-use strong").inner_text() == "Küche <b>"
    with phone.page.expect_download() as got:
        phone.press("Export")
    assert json.loads(got.value.path().read_text())["name"] == "Küche <b>"
    table.setup.profiles.forget("Küche <b>")
    phone.page.set_input_files("#import", got.value.path())
    phone.sees("Imported: “Küche <b>”.")
    phone.waits_for(".profile.in-use")
    broken = tmp_path / "broken.json"
    broken.write_bytes(got.value.path().read_bytes()[:900])
    phone.page.set_input_files("#import", broken)
    phone.sees("broken.json is not used: it is cut short or damaged.")
    phone.tap(".use-usual")
    phone.waits_until("!document.querySelector('.profile.in-use')")
    assert table.setup.inks is None
    phone.tap(".undo")
    phone.sees("Undone.")
    assert table.setup.profiles.names() == ()
    assert phone.troubles == []
    phone.leave()


def test_a_camera_is_chosen_by_its_picture_and_none_turns_the_check_red(browser, table):
    phone = Phone(browser, table, size=DESKTOP, language="nl-NL").join().open("/setup")
    phone.waits_until("document.querySelector('.camera img').naturalWidth > 0", seconds=20)
    phone.tap('.camera[data-source="none"]')
    phone.waits_until("document.querySelector('[data-check=answers]')?.matches('.red')", 20)
    phone.sees("De camera geeft geen beeld")
    phone.tap('.camera[data-source="demo"]')
    phone.waits_until("document.querySelector('[data-check=answers]')?.matches('.green')", 20)
    phone.leave()


class FilmedTable:
    """A game on a drawn table, whose light and view a test can spoil."""

    FPS = 5

    def __init__(self):
        scene = playing_scene(4, size_wh=(800, 600), tile_px=40.0, light=Light())
        self.table = LiveTable(scene)
        self.good_pose = scene.pose
        self.drawing = threading.Lock()
        """The camera draws in a thread of its own, and nothing may change meanwhile."""
        self.brightness, self.blur_px = 1.0, 0.0

    def source(self):
        return drawn_source("demo", self.draw, self.FPS)

    def lay(self, text):
        rng = np.random.default_rng(1)
        with self.drawing:
            self.table.lay([laid_by_hand(rng, placed) for placed in parse_placement(text)])

    def draw(self, at_s):
        with self.drawing:
            shown = self.table.frame(at_s, brightness=self.brightness)
        return cv2.GaussianBlur(shown, (0, 0), self.blur_px) if self.blur_px else shown

    def darken(self):
        self.brightness = 0.012

    def blur(self):
        self.blur_px = 6.0

    def lower_the_camera(self):
        with self.drawing:
            self.table.move_camera(replace(self.good_pose, tilt_deg=60.0))

    def put_right(self):
        self.brightness, self.blur_px = 1.0, 0.0
        with self.drawing:
            self.table.move_camera(self.good_pose)


def advises(check):
    return f"document.querySelector('#advice:not([hidden]) [data-check={check}]') !== null"


NO_ADVICE = "document.querySelector('#advice').hidden"


def test_light_and_view_that_become_bad_in_a_game_are_told_on_every_phone(browser, tmp_path):
    filmed = FilmedTable()
    opening = "ro@0,0 rs@1,0 rd@2,0 rc@3,0"
    with table_with_camera(tmp_path, demo=filmed.source, fps=FilmedTable.FPS) as table:
        table.begin(simulated=True)
        table.lay("Anna", opening)
        filmed.lay(opening)
        player = Phone(browser, table, size=PHONE).join()
        watcher = Phone(browser, table, size=DESKTOP, language="fr-FR").open("/")
        for spoil, check, sentence, en_francais in (
            (filmed.darken, "light", "switch a lamp on", "allumez une lampe"),
            (filmed.blur, "sharp", "clean its lens", "nettoyez"),
        ):
            player.waits_until(NO_ADVICE, seconds=60)
            spoil()
            player.waits_until(advises(check), seconds=60)
            assert player.sees(sentence)
            assert watcher.sees(en_francais)
            player.keep(f"advice-{check}")
            filmed.put_right()
        player.waits_until(NO_ADVICE, seconds=60)
        watcher.waits_until(NO_ADVICE, seconds=60)
        assert table.game.board == filmed.table.board
        assert player.troubles == watcher.troubles == []
        player.leave()
        watcher.leave()


def test_a_check_turns_red_with_its_advice_and_green_again_by_itself(browser, tmp_path):
    filmed = FilmedTable()
    filmed.lay("ro@0,0 rs@1,0 rd@2,0 rc@3,0 bc@3,1 yc@3,2")
    with table_with_camera(tmp_path, demo=filmed.source, fps=FilmedTable.FPS) as table:
        phone = Phone(browser, table, size=PHONE).join().open("/setup")
        phone.waits_until("document.querySelector('.check.green[data-check=light]')", 60)
        filmed.lower_the_camera()
        phone.waits_for(".check.red[data-check=tilt] .advice", timeout=60_000)
        assert phone.sees("The camera looks too much from the side")
        assert phone.page.locator("#well").is_hidden()
        phone.keep("setup-red")
        filmed.put_right()
        phone.waits_until("document.querySelector('.check.green[data-check=tilt]')", 60)
        assert phone.troubles == []
        phone.leave()


def test_advice_that_is_put_away_stays_away_while_it_lasts(browser, tmp_path):
    filmed = FilmedTable()
    filmed.lay("ro@0,0 rs@1,0")
    with table_with_camera(tmp_path, demo=filmed.source, fps=FilmedTable.FPS) as table:
        table.begin(simulated=True)
        table.lay("Anna", "ro@0,0 rs@1,0")
        phone = Phone(browser, table, size=PHONE).join()
        filmed.darken()
        phone.waits_until(advises("light"), seconds=60)
        assert phone.page.evaluate(TOO_SMALL) == []
        phone.tap("#advice button")
        phone.waits_until(NO_ADVICE)
        filmed.put_right()
        while table.session.now.advice:
            phone.page.wait_for_timeout(100)
        filmed.darken()
        phone.waits_until(advises("light"), seconds=60)
        phone.leave()


@pytest.fixture
def client(tmp_path):
    with table_with_camera(tmp_path, "none") as made:
        asking = made.app.test_client()
        asking.get(f"/join?key={KEY}", base_url=made.address)
        asking.table = made
        yield asking


def post(client, path, **body):
    address = client.table.address
    return client.post(path, json=body, base_url=address, headers={"Origin": address})


def show(client, picture_bgr):
    at_s = time.monotonic()
    report = SceneReport(SceneState.STILL, at_s)
    client.table.session.saw(Seen(at_s, report, Picture(picture_bgr, at_s, 1)))


def test_without_a_picture_learning_says_so(client):
    told = post(client, "/api/setup/learn", name="x")
    assert told.status_code == 409
    assert "no picture" in told.json["error"]["text"]


def test_mistakes_in_the_layout_are_told_and_nothing_is_kept(client):
    kinds = list(PURPLE_SET.kinds)
    show(client, picture(laid_out(room(4), [kinds[0], *kinds[:35]], 5)))
    told = post(client, "/api/setup/learn", name="x").json
    assert told["learned"] is False
    assert told["told"] == ["Red circle lies there 2 times.", "Purple crisscross is missing."]
    assert client.table.setup.profiles.names() == ()


def test_a_lens_is_measured_from_the_page_and_forgotten(client):
    sheet = cv2.cvtColor(sheet_picture(4.0), cv2.COLOR_GRAY2BGR)
    eye = FishEye(64.0, (960, 720))
    client.table.setup.look_with("camera 0")
    for k, (place, turned) in enumerate(HELD, 1):
        show(client, eye.photograph_sheet(sheet, place, np.array(turned)))
        told = post(client, "/api/setup/sheet").json
        assert told["lens"] is (k == WANTED)
        assert told["told"] == [
            "Measured. The pictures of this camera are straightened from now on."
            if k == WANTED
            else f"Seen: {k} of 5. Now hold the sheet elsewhere, also into the corners."
        ]
    told = post(client, "/api/setup/forget_lens").json
    assert (told["lens"], told["told"]) == (False, ["Undone."])


def test_watchers_see_nothing_of_the_camera(client):
    stranger = client.table.app.test_client()
    for path in ("/setup", "/api/setup", "/setup/thumb.jpg?source=demo", "/setup/sheet.pdf"):
        assert stranger.get(path, base_url=client.table.address).status_code == 403


def test_bad_requests_are_answered_in_one_shape(client):
    for path, body, status in (
        ("learn", {"name": 7}, 400),
        ("use", {"name": "nobody"}, 422),
        ("undo", {"name": "nobody"}, 422),
        ("camera", {"source": "rtsp://elsewhere"}, 400),
    ):
        told = post(client, f"/api/setup/{path}", **body)
        assert told.status_code == status
        assert told.json["error"]["text"]


def test_a_damaged_profile_is_told_of_and_the_usual_colours_go_on(client, tmp_path):
    folder = tmp_path / "profiles"
    folder.mkdir()
    (folder / "cut.json").write_text('{"version": 1, "na', encoding="utf-8")
    told = client.get("/api/setup", base_url=client.table.address).json
    assert told["notices"] == ["cut.json is not used: it is cut short or damaged."]
    assert told["usual"] is True


def brought(client, content, name="profile.json", language="en"):
    address = client.table.address
    return client.post(
        "/api/setup/import",
        data={"profile": (io.BytesIO(content), name)},
        base_url=address,
        headers={"Origin": address, "Accept-Language": language},
    )


def test_a_profile_is_brought_in_a_file_and_used(client):
    content = write_profile(a_profile("Oak <table>")).encode()
    told = brought(client, content).json
    assert told["told"] == ["Imported: “Oak <table>”. It is in use now."]
    assert [(one["name"], one["inUse"]) for one in told["profiles"]] == [("Oak <table>", True)]
    assert client.table.setup.profile.name == "Oak <table>"


@pytest.mark.parametrize(
    ("content", "language", "sentence"),
    [
        (b'{"version": 1, "na', "en", "mine.json is not used: it is cut short or damaged."),
        (b'{"version": 9}', "fr", "il est de la version 9"),
        (b"\xff\xfe\x00", "nl", "mine.json wordt niet gebruikt: het is geen tekst."),
        (b"[]", "es", "no es un perfil"),
        (b" " * 400_001, "en", "This file is too large for a profile."),
    ],
)
def test_a_file_that_is_no_profile_is_a_sentence_and_the_usual_colours_go_on(
    client, content, language, sentence
):
    told = brought(client, content, "mine.json", language)
    assert told.status_code == 422
    assert sentence in told.json["error"]["text"]
    assert client.table.setup.inks is None
    assert client.table.setup.profiles.names() == ()


def test_a_profile_needs_a_file(client):
    told = post(client, "/api/setup/import")
    assert told.status_code == 400


def test_the_sheet_is_a_pdf(client):
    sheet = client.get("/setup/sheet.pdf", base_url=client.table.address)
    assert sheet.mimetype == "application/pdf"
    assert sheet.data.startswith(b"%PDF-1.4")


def seen_and_lost(table, spec="http://192.168.1.20:8080/video"):
    """A camera that showed a table to learn from, and then nothing more."""
    table.cameras.chosen = spec
    table.setup.look_with("192.168.1.20", kind=kind_of(spec))
    shown_bgr = picture(each_colour(room(3), 3))
    shown = Seen(1.0, SceneReport(SceneState.STILL, 1.0), Picture(shown_bgr, 1.0, 1))
    table.session.saw(shown)
    table.setup.saw(shown)
    table.clock.now_s += 10.0


def test_a_lost_cameras_last_picture_is_greyed_and_teaches_nothing(browser, tmp_path):
    with table_with_camera(tmp_path, "none") as table:
        phone = Phone(browser, table, size=PHONE).join().open("/setup")
        seen_and_lost(table)
        phone.waits_for("#view.lost")
        assert phone.sees("this is the last picture it sent")
        assert phone.page.locator("#learn").is_disabled()
        phone.open("/camera").waits_for("#view.lost")
        assert phone.troubles == []
        phone.leave()


def test_nothing_is_learned_from_the_picture_of_a_lost_camera(client):
    seen_and_lost(client.table)
    told = post(client, "/api/setup/learn", name="x")
    assert told.status_code == 409
    assert "Nothing can be learned from it." in told.json["error"]["text"]
    assert client.table.setup.profiles.names() == ()


@pytest.mark.parametrize(
    ("spec", "asked"),
    [
        ("http://192.168.1.20/video", "is its address still the same?"),
        ("phone", "is its camera page still open"),
        ("0", "is it plugged in"),
    ],
)
def test_a_silent_camera_is_asked_after_by_its_own_kind(client, spec, asked):
    seen_and_lost(client.table, spec)
    told = client.get("/api/setup", base_url=client.table.address).json
    assert asked in told["checks"][0]["advice"]


def test_the_camera_is_chosen_before_it_is_checked(browser, tmp_path):
    with table_with_camera(tmp_path, "none") as table:
        for size in (PHONE, DESKTOP):
            phone = Phone(browser, table, size=size).join().open("/setup")
            heights = [phone.page.locator(one).bounding_box()["y"] for one in PARTS]
            assert heights[0] < min(heights[1:])
            phone.leave()


def test_a_simulated_table_beside_a_real_game_says_why_it_shows_nothing(browser, table):
    table.begin()
    phone = Phone(browser, table, size=PHONE).join().open("/setup")
    table.cameras.choose("none")
    phone.tap('.camera[data-source="demo"]')
    assert phone.sees("A real game lies on the table, so the simulated one is not shown.")
    phone.open("/camera")
    assert phone.sees("A real game lies on the table, so the simulated one is not shown.")
    phone.leave()


def test_a_brought_profile_takes_the_place_of_none(client):
    mine = a_profile("Oak")
    client.table.setup.profiles.save(mine)
    told = brought(client, write_profile(mine).encode()).json
    assert told["told"] == ["Imported: “Oak 2”. It is in use now."]
    assert client.table.setup.profiles.names() == ("Oak", "Oak 2")


def test_inks_that_are_all_the_same_are_refused(client):
    written = json.loads(write_profile(a_profile("Oak")))
    written["means"] = [[0.0] * 4] * 6
    told = brought(client, json.dumps(written).encode(), "mine.json")
    assert told.status_code == 422
    expected = "mine.json is not used: two of its colours are the same."
    assert told.json["error"]["text"] == expected
    assert client.table.setup.profiles.names() == ()


def test_numbers_no_camera_can_have_given_are_refused_without_a_warning(client):
    written = json.loads(write_profile(a_profile("Oak")))
    written["within"][0][0][0] = 1e300
    assert brought(client, json.dumps(written).encode()).status_code == 422


def test_a_profile_learned_once_is_deleted_and_not_undone(client):
    profiles = client.table.setup.profiles
    profiles.save(a_profile("Oak"))
    listed = client.get("/api/setup", base_url=client.table.address).json["profiles"]
    assert [one["before"] for one in listed] == [False]
    profiles.save(a_profile("Oak"))
    listed = client.get("/api/setup", base_url=client.table.address).json["profiles"]
    assert [one["before"] for one in listed] == [True]
