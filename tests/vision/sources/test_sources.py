"""Every source keeps the one protocol, and a lost camera is a state that passes."""

from __future__ import annotations

import base64
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NoReturn

import cv2
import numpy as np
import pytest

from tests.support.waiting import eventually
from vision.sources import (
    CameraLostError,
    LiveSource,
    PhotosSource,
    Picture,
    Shot,
    ShownSource,
    Source,
    SourceError,
    Stage,
    Unasked,
    drawn_source,
    film_source,
    folder_source,
    home_network,
    list_webcams,
    open_source,
)
from vision.sources.capture import CaptureFeed, open_capture
from vision.sources.network import SnapshotFeed, network_connector
from vision.sources.source import Newest


def plain(level: int, width: int = 64, height: int = 48) -> np.ndarray:
    """A picture of one tone with a coloured corner, told by its level."""
    picture = np.full((height, width, 3), level, np.uint8)
    picture[:10, :10] = (0, 0, 255)
    return picture


def level(picture: Picture) -> int:
    return round(float(picture.picture_bgr[20:, 20:].mean()))


def jpeg(tone: int) -> bytes:
    return cv2.imencode(".jpg", plain(tone))[1].tobytes()


def no_demo() -> Source:
    raise AssertionError("the demo was not asked for")


# --- the newest, never a queue ---


def test_an_empty_slot_gives_nothing_and_a_closed_one_lets_go_at_once() -> None:
    slot: Newest[str] = Newest()
    assert slot.take(0, 0.01) is None
    threading.Timer(0.05, slot.close).start()
    assert slot.take(0, 600.0) is None


def test_only_the_newest_is_kept() -> None:
    slot: Newest[str] = Newest()
    for word in ("a", "b", "c"):
        slot.put(word)
    assert slot.take(0, 0) == (3, "c")
    assert slot.take(3, 0) is None


class ScriptedFeed:
    """A camera that gives these frames, each once it is let, and then fails or ends."""

    def __init__(self, frames: list[object], gap_s: float = 0.0) -> None:
        self.frames, self.gap_s, self.closed = frames, gap_s, False

    def read(self, wanted: Callable[[], bool]) -> np.ndarray | bytes | None:
        time.sleep(self.gap_s)
        frame = self.frames.pop(0)
        if isinstance(frame, Exception):
            raise frame
        return frame  # type: ignore[return-value]

    def close(self) -> None:
        self.closed = True


def live(*feeds: ScriptedFeed | Exception, **options: float) -> LiveSource:
    script = iter(feeds)

    def connect() -> ScriptedFeed:
        feed = next(script, CameraLostError("unplugged"))
        if isinstance(feed, Exception):
            raise feed
        return feed

    return LiveSource("scripted", connect, first_retry_s=0.02, longest_retry_s=0.1, **options)


def test_a_slow_reader_gets_the_newest_frame_and_the_gap_shows_in_the_numbers() -> None:
    feed = ScriptedFeed([plain(10 * k) for k in range(1, 21)] + [None], gap_s=0.01)
    camera = live(feed)
    first = camera.newest(timeout_s=2)
    eventually(lambda: camera.state.stage is Stage.ENDED)
    last = camera.newest(after=first.number, timeout_s=2)
    camera.close()
    assert (level(last), last.number) == (200, 20)
    assert last.at_s > first.at_s
    assert feed.closed


def test_a_film_played_as_a_camera_is_decoded_only_when_somebody_asks(tmp_path: Path) -> None:
    path = write_film(tmp_path / "game.mp4", [50] * 600)
    decoded = []

    class Counting(CaptureFeed):
        def read(self, wanted: Callable[[], bool]) -> np.ndarray | Unasked:
            time.sleep(0.01)
            frame = super().read(wanted)
            decoded.append(not isinstance(frame, Unasked))
            return frame

    capture = open_capture(str(path), cv2.CAP_FFMPEG)
    camera = LiveSource("film", lambda: Counting(capture))
    number = 0
    for _ in range(5):
        seen = camera.newest(number, timeout_s=5)
        assert level(seen) == pytest.approx(50, abs=4)
        number, so_far = seen.number, len(decoded)
        eventually(lambda so_far=so_far: len(decoded) >= so_far + 6)
    assert camera.state.stage is Stage.LIVE
    camera.close()
    assert 5 <= sum(decoded) <= 10
    assert len(decoded) >= 25


def test_a_lost_camera_says_why_and_is_found_again_without_restarting() -> None:
    first = ScriptedFeed([plain(50), CameraLostError("the cable was pulled")])
    second = ScriptedFeed([plain(90)] * 500, gap_s=0.02)
    camera = live(first, CameraLostError("still away"), CameraLostError("still away"), second)
    seen = camera.newest(timeout_s=2)
    assert level(seen) == 50
    eventually(lambda: camera.state.stage is Stage.LOST)
    assert camera.state.reason in ("the cable was pulled", "still away")
    found = camera.newest(after=seen.number, timeout_s=2)
    assert (level(found), found.number) == (90, 2)
    assert camera.state.stage is Stage.LIVE
    camera.close()
    assert camera.state.stage is Stage.ENDED
    assert first.closed
    assert second.closed


def test_a_camera_that_fails_as_nobody_thought_of_is_lost_and_found_again() -> None:
    first = ScriptedFeed([plain(50), ZeroDivisionError("in the middle of a frame")])
    camera = live(first, ValueError("http://[::1"), ScriptedFeed([plain(90)] * 500, gap_s=0.02))
    seen = camera.newest(timeout_s=5)
    eventually(lambda: camera.state.reason == "the camera's pictures cannot be taken in")
    assert first.closed
    found = camera.newest(after=seen.number, timeout_s=30)
    assert level(found) == 90
    camera.close()


def test_waits_between_tries_double_up_to_the_longest_and_start_over_after_a_picture() -> None:
    tries: list[float] = []
    gone = CameraLostError("gone")
    feeds: list[ScriptedFeed | Exception] = [gone] * 4 + [ScriptedFeed([plain(9), gone])] + [gone]

    def connect() -> ScriptedFeed:
        tries.append(time.monotonic())
        feed = feeds.pop(0) if feeds else gone
        if isinstance(feed, Exception):
            raise feed
        return feed

    camera = LiveSource("flaky", connect, first_retry_s=0.1, longest_retry_s=0.4)
    eventually(lambda: len(tries) >= 7)
    camera.close()
    waits = np.diff(tries)[:6]
    assert (waits > np.array([0.1, 0.2, 0.4, 0.4, 0.1, 0.2]) - 0.02).all()
    assert waits[3] < 1.8 * waits[2], "the longest wait was doubled"
    assert waits[4] < 0.8 * waits[3], "the wait did not start over"


def test_a_driver_that_hangs_is_a_lost_camera_too() -> None:
    camera = live(ScriptedFeed([plain(50), plain(60)], gap_s=0.6), stale_s=0.2)
    assert camera.newest(timeout_s=3) is not None
    eventually(lambda: camera.state.stage is Stage.LOST)
    assert camera.state.reason.startswith("no picture for")
    camera.close()


def test_an_undecodable_frame_is_passed_over() -> None:
    camera = live(ScriptedFeed([b"\xff\xd8 not a picture", jpeg(70)] + [jpeg(70)] * 99, gap_s=0.02))
    assert level(camera.newest(timeout_s=2)) == 70
    camera.close()


def test_a_camera_that_sends_garbage_only_is_lost_until_it_sends_a_picture() -> None:
    garbage = [b"\xff\xd8 not a picture"] * 40
    camera = live(ScriptedFeed([*garbage, *([jpeg(70)] * 200)], gap_s=0.02), stale_s=0.2)
    lost = eventually(
        lambda: camera.newest(timeout_s=0.05) is None and camera.state.stage is Stage.LOST
    )
    assert lost
    assert "cannot be taken in" in camera.state.reason
    eventually(lambda: camera.newest(timeout_s=0.05) is not None)
    assert camera.state.stage is Stage.LIVE
    camera.close()


# --- a real stream over loopback ---


class Streamer(ThreadingHTTPServer):
    """An MJPEG camera whose cable can be pulled, stalled and put back."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int = 0, *, lengths: bool = True) -> None:
        super().__init__(("127.0.0.1", port), CameraHandler)
        self.pulled, self.stalled, self.tone, self.lengths = False, False, 40, lengths
        self.asked: list[str] = []
        self.offered: set[str | None] = set()
        self.onward = ""
        self.sent = 0
        self.thread = threading.Thread(target=lambda: self.serve_forever(0.02), daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def stop(self) -> None:
        self.pulled = True
        self.shutdown()
        self.thread.join()
        self.server_close()


class CameraHandler(BaseHTTPRequestHandler):
    server: Streamer

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.path == "/snapshot":
            self.server.offered.add(self.headers["Authorization"])
        word = base64.b64encode(b"anna:s:cret").decode()
        if self.path == "/locked" and self.headers["Authorization"] != f"Basic {word}":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
        elif self.path in ("/stream", "/locked"):
            self.stream()
        elif self.path == "/snapshot":
            self.answer("image/jpeg", jpeg(self.server.tone))
        elif self.path.startswith("/on/"):
            self.send_response(302)
            self.send_header("Location", self.server.onward or "/on/" + self.path)
            self.end_headers()
        else:
            self.answer("text/html", b"<h1>Welcome to your camera</h1>")

    def answer(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def stream(self) -> None:
        self.answer("multipart/x-mixed-replace; boundary=--part", b"")
        try:
            while not self.server.pulled:
                if not self.server.stalled:
                    frame = jpeg(self.server.tone)
                    size = f"Content-Length: {len(frame)}\r\n" if self.server.lengths else ""
                    head = f"--part\r\nContent-Type: image/jpeg\r\n{size}\r\n"
                    self.wfile.write(head.encode() + frame + b"\r\n")
                    self.server.sent += 1
                time.sleep(0.02)
        except OSError:
            pass

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture
def streamer() -> Iterator[Streamer]:
    server = Streamer()
    yield server
    server.stop()


def network_camera(url: str) -> LiveSource:
    connector = network_connector(url, silence_s=0.5)
    return LiveSource("loopback", connector, first_retry_s=0.05, longest_retry_s=0.2)


def test_a_stream_is_watched_cut_and_found_again(streamer: Streamer) -> None:
    camera = network_camera(f"{streamer.url}/stream")
    seen = camera.newest(timeout_s=5)
    assert level(seen) == 40
    port = streamer.server_address[1]
    streamer.stop()
    eventually(lambda: camera.state.stage is Stage.LOST)
    again = Streamer(port)
    again.tone = 120
    try:
        eventually(lambda: camera.state.stage is Stage.LIVE)
        found = camera.newest(after=camera.newest().number, timeout_s=5)
        assert level(found) == 120
        assert found.number > seen.number
        assert found.at_s > seen.at_s
    finally:
        camera.close()
        again.stop()


def test_a_stream_that_stalls_is_noticed_by_the_clock_and_recovers(streamer: Streamer) -> None:
    camera = network_camera(f"{streamer.url}/stream")
    assert camera.newest(timeout_s=5) is not None
    streamer.stalled = True
    eventually(lambda: camera.state.stage is Stage.LOST)
    assert camera.state.reason == "the camera stopped sending pictures"
    streamer.stalled = False
    eventually(lambda: camera.state.stage is Stage.LIVE)
    camera.close()
    assert camera.state.stage is Stage.ENDED


def test_a_stream_without_lengths_gives_every_picture() -> None:
    server = Streamer(lengths=False)
    camera = network_camera(f"{server.url}/stream")
    first = camera.newest(timeout_s=5)
    second = camera.newest(after=first.number, timeout_s=5)
    camera.close()
    server.stop()
    assert level(first) == level(second) == 40


def test_frames_arrive_no_older_than_the_stream_shows_them(streamer: Streamer) -> None:
    camera = network_camera(f"{streamer.url}/stream")
    assert camera.newest(timeout_s=5) is not None
    seen = streamer.sent
    eventually(lambda: streamer.sent > seen + 40)
    streamer.tone = 200
    pictures = [camera.newest()]
    while level(pictures[-1]) != 200:
        pictures.append(camera.newest(after=pictures[-1].number))
    assert len(pictures) < 20, "frames that nobody asked for were queued up"
    camera.close()


def test_a_camera_that_gives_snapshots_is_asked_again_and_again(streamer: Streamer) -> None:
    camera = network_camera(f"{streamer.url}/snapshot")
    first = camera.newest(timeout_s=5)
    assert camera.newest(after=first.number, timeout_s=5) is not None
    camera.close()
    assert streamer.asked.count("/snapshot") >= 3
    assert streamer.offered == {None}, "credentials that nobody gave"


def test_a_web_page_or_a_missing_password_is_a_lost_camera_with_its_reason(
    streamer: Streamer,
) -> None:
    page, locked = (network_camera(f"{streamer.url}/{path}") for path in ("", "locked"))
    eventually(lambda: Stage.LOST in {page.state.stage} & {locked.state.stage})
    assert "web page" in page.state.reason
    assert "name and password" in locked.state.reason
    page.close()
    locked.close()


def test_name_and_password_are_taken_from_the_address(streamer: Streamer) -> None:
    url = streamer.url.replace("//", "//anna:s%3Acret@")
    camera = network_camera(f"{url}/locked")
    assert camera.newest(timeout_s=5) is not None
    camera.close()


# --- recordings ---


def write_film(path: Path, tones: list[int], fps: float = 10.0) -> Path:
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (64, 48))
    for tone in tones:
        film.write(plain(tone))
    film.release()
    return path


def all_of(source: Source) -> list[Picture]:
    pictures: list[Picture] = []
    while (seen := source.newest(pictures[-1].number if pictures else 0)) is not None:
        pictures.append(seen)
    return pictures


def test_an_unpaced_film_gives_every_frame_at_its_own_time(tmp_path: Path) -> None:
    tones = [20, 60, 100, 140, 180, 220]
    film = film_source(write_film(tmp_path / "game.mp4", tones), paced=False)
    assert film.state.stage is Stage.OPENING
    pictures = all_of(film)
    assert [level(picture) for picture in pictures] == pytest.approx(tones, abs=6)
    assert [picture.at_s for picture in pictures] == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.5])
    assert [picture.number for picture in pictures] == [1, 2, 3, 4, 5, 6]
    assert film.state.stage is Stage.ENDED


def test_a_paced_film_takes_its_time_and_a_busy_reader_misses_frames(tmp_path: Path) -> None:
    began_s = time.monotonic()
    film = film_source(write_film(tmp_path / "game.mp4", [50] * 200))
    first = film.newest(timeout_s=30)
    time.sleep(0.6)
    second = film.newest(after=first.number, timeout_s=30)
    took_s = time.monotonic() - began_s
    film.close()
    assert first.at_s == 0
    assert 0.4 <= second.at_s <= took_s + 0.1
    assert second.number == 2
    assert film.newest(after=second.number) is None
    assert film.state.stage is Stage.ENDED


def test_closing_wakes_a_reader_who_waits() -> None:
    source = ShownSource("slow", [Shot(0, lambda: plain(1)), Shot(60, lambda: plain(2))])
    assert source.newest() is not None
    threading.Timer(0.1, source.close).start()
    began = time.monotonic()
    assert source.newest(after=1, timeout_s=60) is None
    assert time.monotonic() - began < 50


def test_a_folder_gives_its_photos_upright_in_the_order_of_names(tmp_path: Path) -> None:
    for name, tone in (("b.jpg", 90), ("a.png", 30), ("c.JPG", 150)):
        (tmp_path / name).write_bytes(cv2.imencode(name[-4:], plain(tone))[1].tobytes())
    (tmp_path / "broken.jpg").write_bytes(jpeg(9)[:300])
    (tmp_path / "truth.json").write_text("{}")
    (tmp_path / ".hidden.jpg").write_bytes(jpeg(9))
    folder = folder_source(tmp_path, paced=False)
    pictures = all_of(folder)
    assert [picture.name for picture in pictures] == ["a.png", "b.jpg", "c.JPG"]
    assert [level(picture) for picture in pictures] == [30, 90, 150]
    assert pictures[0].at_s < pictures[1].at_s < pictures[2].at_s
    assert len(folder.refused) == 1
    assert "broken.jpg" in str(folder.refused[0])


def test_a_drawn_table_is_drawn_only_for_the_times_asked_for() -> None:
    drawn: list[float] = []

    def draw(at_s: float) -> np.ndarray | None:
        drawn.append(at_s)
        return plain(int(100 * at_s) % 200) if at_s < ends_s else None

    ends_s = 600
    table = drawn_source("table", draw, fps=20)
    first = table.newest()
    time.sleep(0.5)
    second = table.newest(after=first.number)
    table.close()
    assert drawn == [first.at_s, second.at_s]
    assert second.at_s >= 0.35

    ends_s = 2
    replay = drawn_source("table", draw, fps=20, paced=False)
    assert [picture.at_s for picture in all_of(replay)] == [k / 20 for k in range(40)]


def test_a_replay_ends_with_its_last_picture_however_long_each_takes_to_load() -> None:
    loaded: list[int] = []

    def shots() -> Iterator[Shot]:
        for place in range(3):
            loaded.append(place)
            yield Shot(3.0 * place, lambda: plain(50))

    replay = ShownSource("photos", shots(), paced=False, clock=lambda: 20.0 * len(loaded))
    assert len(all_of(replay)) == 3


# --- opening by name ---


def test_each_spec_opens_its_kind(tmp_path: Path) -> None:
    write_film(tmp_path / "game.mp4", [50, 60])
    (tmp_path / "table.jpg").write_bytes(jpeg(80))
    table = drawn_source("demo", lambda _: plain(1))
    assert open_source("demo", lambda: table).source is table
    film = open_source(str(tmp_path / "game.mp4"), no_demo, paced=False).source
    assert len(all_of(film)) == 2
    photo = open_source(str(tmp_path / "table.jpg"), no_demo, paced=False).source
    assert isinstance(photo, PhotosSource)
    assert [picture.name for picture in all_of(photo)] == ["table.jpg"]
    folder = open_source(str(tmp_path), no_demo, paced=False).source
    assert [picture.name for picture in all_of(folder)] == ["table.jpg"]


def test_a_stream_that_is_not_there_yet_is_lost_rather_than_refused() -> None:
    camera = open_source("http://127.0.0.1:9/stream", no_demo).source
    eventually(lambda: camera.state.stage is Stage.LOST)
    assert "cannot be reached" in camera.state.reason
    camera.close()


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", "no file, folder or camera is called"),
        ("nowhere.mp4", "no file, folder or camera is called"),
        ("ftp://camera/stream", "begins with http, https or rtsp"),
        ("http://", "names no camera"),
        ("http://[::1/stream", "is not an address"),
        ("http://camera:99999/x", "is not an address"),
        ("0@0x720", "holds nothing"),
    ],
)
def test_a_wrong_spec_is_answered_with_a_sentence(spec: str, words: str) -> None:
    with pytest.raises(SourceError, match=words):
        open_source(spec, no_demo)


def test_text_and_empty_folders_are_no_sources(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("red circle")
    with pytest.raises(SourceError, match="cannot be played as a film"):
        open_source(str(tmp_path / "notes.txt"), no_demo)
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="holds no photo"):
        open_source(str(tmp_path / "empty"), no_demo)


def test_where_no_camera_answers_auto_shows_the_demo_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = drawn_source("demo", lambda _: plain(1))
    monkeypatch.setattr("vision.sources.opening.numbers_to_try", lambda: ())
    opened = open_source("auto", lambda: table)
    assert opened.source is table
    assert opened.notice == "No camera is plugged in, so a simulated table is shown."


def test_cameras_are_listed_by_name_and_their_second_devices_left_out(tmp_path: Path) -> None:
    for number, name, index in ((10, "Desk Cam", 0), (2, "Table Cam", 0), (3, "Table Cam", 1)):
        folder = tmp_path / f"video{number}"
        folder.mkdir()
        (folder / "name").write_text(f"{name}\n")
        (folder / "index").write_text(f"{index}\n")
    (tmp_path / "video7").mkdir()  # being unplugged
    listed = [(webcam.number, webcam.name) for webcam in list_webcams(tmp_path)]
    assert listed == [(2, "Table Cam"), (10, "Desk Cam")]
    assert list_webcams(tmp_path / "none") == ()


def test_endless_redirects_come_to_an_end(streamer: Streamer) -> None:
    camera = network_camera(f"{streamer.url}/on/and/on")
    eventually(lambda: camera.state.stage is Stage.LOST)
    camera.close()
    for tries in range(1, 4):
        streamer.asked.clear()
        with pytest.raises(CameraLostError):
            network_connector(f"{streamer.url}/on/{tries}", silence_s=0.5)()
        assert len(streamer.asked) <= 4


def test_a_malformed_redirect_is_a_lost_camera(streamer: Streamer) -> None:
    streamer.onward = "http://[::1"
    with pytest.raises(CameraLostError):
        network_connector(f"{streamer.url}/on/", silence_s=0.5)()


def test_a_snapshot_that_is_sent_on_to_no_address_is_a_lost_camera() -> None:
    def ask() -> NoReturn:
        raise ValueError("http://[::1")

    with pytest.raises(CameraLostError):
        SnapshotFeed(ask, every_s=0.0).read(lambda: True)


def test_at_home_only_nothing_is_asked_of_this_computer(streamer: Streamer) -> None:
    port = streamer.server_address[1]
    for host in ("127.0.0.1", "localhost"):
        with pytest.raises(CameraLostError, match="home network"):
            network_connector(f"http://{host}:{port}/stream", 0.5, home_only=True)()
    assert streamer.asked == []


def test_at_home_only_a_redirect_to_this_computer_is_not_followed(
    streamer: Streamer, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = home_network.is_home
    own = [True]

    def once(number: str) -> bool:
        # The first device is taken for one of the home; what it sends on to is judged as it is.
        return own.pop() if own else real(number)

    monkeypatch.setattr(home_network, "is_home", once)
    streamer.onward = f"{streamer.url}/stream"
    port = streamer.server_address[1]
    with pytest.raises(CameraLostError, match="home network"):
        network_connector(f"http://127.0.0.1:{port}/on/", 0.5, home_only=True)()
    assert streamer.asked == ["/on/"]


@pytest.mark.parametrize(
    ("number", "home"),
    [
        ("192.168.255.254", True),
        ("10.255.255.1", True),
        ("fd12:3456::9", True),
        ("127.0.0.1", False),
        ("::1", False),
        ("::ffff:127.0.0.1", False),
        ("169.254.169.254", False),
        ("0.0.0.0", False),
        ("8.8.8.8", False),
        ("224.0.0.1", False),
        ("camera", False),
    ],
)
def test_the_home_is_private_and_not_this_computer(number: str, home: bool) -> None:
    assert home_network.is_home(number) is home


def test_a_private_number_that_is_this_computers_own_is_not_another_device(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(home_network, "_is_own", lambda number: number == "192.168.255.254")
    assert home_network.is_home("192.168.255.253")
    assert not home_network.is_home("192.168.255.254")
