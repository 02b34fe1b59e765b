"""The camera at work: which pictures are read, and how the loop starts, loses and stops."""

import threading
from collections import Counter
from dataclasses import replace
from itertools import count, pairwise

import numpy as np
import pytest

from assistant.board import parse_placement
from assistant.session import camera_loop, meanwhile
from assistant.session.camera_loop import CameraLoop, Eye, Seen
from vision.observation import Observation
from vision.reading.read import read_picture
from vision.scene.report import SceneState
from vision.simulated.film import LiveTable
from vision.simulated.optics.light import Light
from vision.simulated.people.playing import Reach, laid_by_hand, playing_scene
from vision.simulated.scenes.scene import HandPose
from vision.sources.shown import Shot, ShownSource
from vision.sources.source import Picture, SourceState, Stage

FPS = 10.0


@pytest.fixture(scope="module")
def table() -> LiveTable:
    scene = playing_scene(4, size_wh=(480, 360), tile_px=40, light=Light())
    live = LiveTable(scene)
    tiles = parse_placement("ro@0,0 rs@1,0 bs@1,1")
    live.lay([laid_by_hand(np.random.default_rng(1), placed) for placed in tiles])
    return live


def pictures(table, seconds, reach=None, start_s=0.0):
    for frame in range(round(seconds * FPS)):
        at_s = start_s + frame / FPS
        hand = None if reach is None else reach.at(at_s)
        yield Picture(table.frame(at_s, [hand] if hand else []), at_s, frame + 1)


def reads(eye, shown) -> list[Seen]:
    return [seen for seen in map(eye.see, shown) if seen.observation is not None]


def test_a_still_table_is_read_at_once_and_then_ever_more_rarely(table):
    read = reads(Eye(), pictures(table, 16.0))
    times = [seen.at_s for seen in read]
    assert times[0] < 1.0
    waits = [after - before for before, after in pairwise(times)]
    assert waits == pytest.approx([1.0, 2.0, 4.0, 8.0], abs=0.15)
    assert len(read[0].observation.sightings) == 3
    assert read[0].read_ms > 0


def test_nothing_is_read_while_a_hand_is_over_the_table(table):
    reach = Reach(HandPose((0.5, 0.5)), begin_s=2.0, move_s=0.5, stay_s=2.0)
    seen = list(map(Eye().see, pictures(table, 7.0, reach)))
    read = [one.at_s for one in seen if one.observation is not None]
    assert not [at_s for at_s in read if reach.begin_s + 0.1 < at_s < reach.end_s]
    again = min(at_s for at_s in read if at_s >= reach.end_s)
    # The still window, and one picture each for its two ends.
    assert again - reach.end_s < 0.6 + 2 / FPS
    assert SceneState.HAND in {one.report.state for one in seen}


def test_a_photo_that_somebody_took_is_read_at_once(table):
    photo = Picture(table.frame(0.0), 0.0, 1, "01.jpg", is_photo=True)
    seen = Eye().see(photo)
    assert seen.report.state is SceneState.STILL
    assert len(seen.observation.sightings) == 3


def test_a_lost_camera_is_told_and_the_table_read_again_when_it_is_back(table):
    eye = Eye()
    assert reads(eye, pictures(table, 1.5))
    lost = eye.lose(3.0)
    assert lost.report.state is SceneState.LOST
    assert lost.picture is None
    assert lost.at_s == pytest.approx(4.4)
    assert reads(eye, pictures(table, 1.5, start_s=5.0))


class Recorder:
    """Takes what the loop tells, on the loop's own thread."""

    def __init__(self):
        self.seen, self.threads = [], Counter()

    def __call__(self, seen):
        self.seen.append(seen)
        self.threads[threading.current_thread().name] += 1


def test_the_loop_tells_every_picture_and_ends_with_its_source(table):
    shots = [Shot(p.at_s, lambda p=p: p.picture_bgr) for p in pictures(table, 2.0)]
    told = Recorder()
    loop = CameraLoop(ShownSource("table", shots, paced=False), told)
    loop.start()
    assert loop.join(20.0)
    assert len(told.seen) == len(shots)
    assert sum(seen.observation is not None for seen in told.seen) == 2
    assert list(told.threads) == ["watching"]


def test_the_loop_stops_when_told_while_it_waits_for_a_photo(table):
    shown, told = table.frame(0.0), Recorder()
    # The next photo is an hour away.
    photos = [Shot(at_s, lambda: shown, "photo.jpg", is_photo=True) for at_s in (0.0, 3600.0)]
    source = ShownSource("phone", photos)
    loop = CameraLoop(source, told)
    loop.start()
    while not told.seen:
        threading.Event().wait(0.01)
    loop.close()
    assert loop.join(0.0)
    assert told.seen[0].picture.name == "photo.jpg"
    assert source.state.stage is Stage.ENDED


def test_a_picture_that_nobody_can_read_is_told_and_the_next_one_is_read(table, monkeypatch):
    shots = [Shot(p.at_s, lambda p=p: p.picture_bgr) for p in pictures(table, 2.0)]
    troubles, told, see, asked = [], Recorder(), Eye.see, count()

    def fail_at_first(self, picture, **options):
        if next(asked) == 0:
            raise IndexError("nobody thought of this")
        return see(self, picture, **options)

    monkeypatch.setattr(Eye, "see", fail_at_first)
    loop = CameraLoop(ShownSource("table", shots, paced=False), told, on_trouble=troubles.append)
    loop.start()
    assert loop.join(20.0)
    assert troubles == [True]
    assert len(told.seen) == len(shots) - 1


class LostSource:
    """A camera that is gone until it is closed."""

    name = "camera"

    def __init__(self):
        self.stage = Stage.LOST

    @property
    def state(self):
        return SourceState(self.stage, "unplugged")

    def newest(self, after=0, timeout_s=1.0):
        threading.Event().wait(0.01)

    def close(self):
        self.stage = Stage.ENDED


def test_the_loop_says_that_the_camera_is_lost():
    told = Recorder()
    loop = CameraLoop(LostSource(), told)
    loop.start()
    while len(told.seen) < 3:
        threading.Event().wait(0.01)
    loop.close()
    assert {seen.report.state for seen in told.seen} == {SceneState.LOST}


class SteadySource:
    """A camera over a table at rest, which sends a picture whenever it is asked."""

    name = "camera"
    state = SourceState(Stage.LIVE)

    def __init__(self, table):
        self.pictures = [p for p in pictures(table, 12.0) if p.number % 4 == 1]
        self.given = 0

    def newest(self, after=0, timeout_s=1.0):
        if self.given == len(self.pictures):
            self.state = SourceState(Stage.ENDED)
            return None
        self.given += 1
        return replace(self.pictures[self.given - 1], number=self.given)

    def close(self):
        pass


def test_a_table_stays_still_while_its_picture_is_read_slowly(table, monkeypatch):
    source, told = SteadySource(table), Recorder()

    def slowly(_picture_bgr, _palette, _inks):
        until = source.given + 5  # two seconds of pictures come meanwhile
        for _ in range(2000):
            if source.given >= min(until, len(source.pictures)):
                return Observation((480, 360))
            threading.Event().wait(0.005)
        raise AssertionError("nobody looked while a picture was read")

    monkeypatch.setattr(meanwhile, "GLANCE_S", 0.005)
    monkeypatch.setattr(camera_loop, "reader_for", lambda _rules: slowly)
    loop = CameraLoop(source, told)
    loop.start()
    assert loop.join(30.0)
    assert [seen.picture.number for seen in told.seen] == list(range(1, 31))
    states = [seen.report.state for seen in told.seen]
    assert set(states[states.index(SceneState.STILL) :]) == {SceneState.STILL}
    assert told.seen[-1].report.still_for_s > 8.0


def test_tiles_that_lay_there_while_nothing_was_read_are_told_with_the_first_reading(monkeypatch):
    live = LiveTable(playing_scene(4, size_wh=(480, 360), tile_px=40, light=Light()))
    first, then = parse_placement("rs@1,0 bs@1,1"), parse_placement("ro@0,0")

    def nothing_at_first(picture_bgr, palette, inks):
        seen = read_picture(picture_bgr, palette, inks)
        return seen if len(seen.sightings) > len(first) else Observation((480, 360))

    monkeypatch.setattr(camera_loop, "reader_for", lambda _rules: nothing_at_first)
    eye, seen = Eye(is_bare=lambda: True), []
    for start_s, laid in ((0.0, ()), (4.0, first), (8.0, then)):
        reach = Reach(HandPose((0.5, 0.5)), begin_s=start_s, move_s=0.5, stay_s=0.5)
        live.lay([laid_by_hand(np.random.default_rng(1), placed) for placed in laid])
        seen += map(eye.see, pictures(live, 4.0, reach if laid else None, start_s))
    told = next(one for one in seen if one.observation and one.observation.sightings)
    assert len(told.observation.sightings) == 3
    (alone,) = told.lain
    assert len(alone.places_px) == 2
    assert 5.0 < alone.since_s < 6.5
    assert 7.8 < alone.until_s < 8.2
    assert not any(one.lain for one in seen if one.at_s < told.at_s)
