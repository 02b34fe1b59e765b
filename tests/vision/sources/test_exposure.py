"""Exposure and white balance: locked on cameras that allow it, never at the picture's cost."""

import cv2
import numpy as np
import pytest

from vision.sources import Hold, LiveSource, Locks, locks_of
from vision.sources.capture import CaptureFeed
from vision.sources.exposure import ExposureKeeper
from vision.sources.shown import drawn_source

AE, EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE
AWB, KELVIN = cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE
AS_FOUND = {AE: 3.0, EXPOSURE: 100.0, AWB: 1.0, KELVIN: 4000.0}


class V4l2Camera:
    """A capture as the kernel's cameras behave: automatic settings that can be switched off."""

    def __init__(self, **quirks):
        self.properties = dict(AS_FOUND)
        self.refuses = quirks.get("refuses", ())
        self.forgets = quirks.get("forgets", False)
        self.light, self.asked, self.released = 1.0, [], False

    def get(self, prop):
        return self.properties.get(prop, 0.0)

    def set(self, prop, value):
        self.asked.append((prop, value))
        if prop in self.refuses or prop not in self.properties:
            return False
        self.properties[prop] = value
        if self.forgets and prop == EXPOSURE:
            # Some cameras go to the value last set by hand, whatever is asked for.
            self.properties[prop] = 20.0
        return True

    def picture(self):
        """Metered to a middle grey, or as bright as the exposure makes it."""
        automatic = self.properties[AE] in (0.0, 3.0)
        if automatic:
            self.properties[EXPOSURE] = 100.0 / self.light
        level = 110.0 * self.light * self.properties[EXPOSURE] / 100.0
        return np.full((96, 128, 3), np.clip(level, 1, 255), np.uint8)

    def grab(self):
        return True

    def retrieve(self):
        return True, self.picture()

    def release(self):
        self.released = True


def watch(keeper, camera, seconds, since_s=0.0, fps=10.0):
    """Look at the camera for a while; the time afterwards."""
    for k in range(int(seconds * fps)):
        keeper.see(camera.picture(), since_s + k / fps)
    return since_s + seconds


def test_nothing_is_locked_before_the_picture_has_settled():
    camera = V4l2Camera()
    keeper = ExposureKeeper(camera, cv2.CAP_V4L2)
    for k in range(60):
        hunting = np.full((96, 128, 3), 90 + 20 * (k // 5 % 2), np.uint8)
        keeper.see(hunting, k / 10)
    assert keeper.locks == Locks(Hold.AUTOMATIC, Hold.AUTOMATIC)
    assert camera.asked == []


def test_a_settled_camera_is_locked_at_what_it_had_found():
    camera = V4l2Camera()
    keeper = ExposureKeeper(camera, cv2.CAP_V4L2)
    watch(keeper, camera, 6.0)
    assert keeper.locks == Locks(Hold.LOCKED, Hold.LOCKED)
    assert camera.properties == {AE: 1.0, EXPOSURE: 100.0, AWB: 0.0, KELVIN: 4000.0}


def test_a_camera_is_given_back_as_it_was_found():
    camera = V4l2Camera()
    keeper = ExposureKeeper(camera, cv2.CAP_V4L2)
    watch(keeper, camera, 6.0)
    keeper.let_go()
    assert camera.properties == AS_FOUND


@pytest.mark.parametrize(
    ("refuses", "locks"),
    [
        ((AE, AWB), Locks(Hold.REFUSED, Hold.REFUSED)),
        ((AE,), Locks(Hold.REFUSED, Hold.LOCKED)),
        ((AWB,), Locks(Hold.LOCKED, Hold.REFUSED)),
    ],
)
def test_what_a_camera_refuses_stays_automatic(refuses, locks):
    camera = V4l2Camera(refuses=refuses)
    keeper = ExposureKeeper(camera, cv2.CAP_V4L2)
    watch(keeper, camera, 12.0)
    assert keeper.locks == locks
    assert all(camera.properties[prop] == AS_FOUND[prop] for prop in refuses)


def test_a_lock_that_darkens_the_picture_is_undone_and_not_tried_for_ever():
    camera = V4l2Camera(forgets=True)
    keeper = ExposureKeeper(camera, cv2.CAP_V4L2)
    watch(keeper, camera, 60.0)
    assert keeper.locks == Locks(Hold.REFUSED, Hold.REFUSED)
    assert camera.properties == AS_FOUND
    assert camera.asked.count((AE, 1.0)) == 2


def test_another_light_is_metered_anew_and_locked_again():
    camera = V4l2Camera()
    keeper = ExposureKeeper(camera, cv2.CAP_V4L2)
    now_s = watch(keeper, camera, 6.0)
    camera.light = 0.5
    now_s = watch(keeper, camera, 2.5, now_s)
    assert camera.properties[AE] == 3.0
    watch(keeper, camera, 6.0, now_s)
    assert keeper.locks == Locks(Hold.LOCKED, Hold.LOCKED)
    assert camera.properties[EXPOSURE] == pytest.approx(200.0)


def test_a_hand_that_passes_does_not_let_the_lock_go():
    camera = V4l2Camera()
    keeper = ExposureKeeper(camera, cv2.CAP_V4L2)
    now_s = watch(keeper, camera, 6.0)
    camera.light = 0.5
    now_s = watch(keeper, camera, 1.0, now_s)
    camera.light = 1.0
    watch(keeper, camera, 5.0, now_s)
    assert camera.asked.count((AE, 1.0)) == 1


def test_an_exposure_that_somebody_set_by_hand_is_left_alone():
    camera = V4l2Camera()
    camera.properties |= {AE: 1.0, EXPOSURE: 50.0}
    keeper = ExposureKeeper(camera, cv2.CAP_V4L2)
    watch(keeper, camera, 6.0)
    keeper.let_go()
    assert (camera.properties[AE], camera.properties[EXPOSURE]) == (1.0, 50.0)
    assert keeper.locks.exposure is Hold.LOCKED


class NoControls(V4l2Camera):
    """A camera without any such setting."""

    def get(self, prop):
        return -1.0

    def set(self, prop, value):
        raise AssertionError("a camera that knows no setting must not be asked to change it")


class Broken(V4l2Camera):
    """A driver that answers with an error."""

    def set(self, prop, value):
        raise cv2.error("no")


@pytest.mark.parametrize("camera", [NoControls(), Broken()], ids=["none", "broken"])
def test_a_camera_without_controls_or_with_a_broken_driver_is_watched_all_the_same(camera):
    feed = CaptureFeed(camera, ExposureKeeper(camera, cv2.CAP_V4L2), clock=iter(range(99)).__next__)
    for _ in range(20):
        assert feed.read(lambda: True).shape == (96, 128, 3)
    assert feed.locks == Locks(Hold.REFUSED, Hold.REFUSED)
    feed.close()
    assert camera.released


def test_where_the_system_lets_nobody_set_anything_nothing_is_asked():
    camera = V4l2Camera()
    keeper = ExposureKeeper(camera, cv2.CAP_AVFOUNDATION)
    watch(keeper, camera, 6.0)
    assert keeper.locks == Locks(Hold.REFUSED, Hold.REFUSED)
    assert camera.asked == []


def test_a_live_camera_tells_what_it_holds_and_other_sources_nothing():
    camera = V4l2Camera()
    times = iter(k / 5 for k in range(10_000))
    keeper = ExposureKeeper(camera, cv2.CAP_V4L2)
    source = LiveSource("camera 0", lambda: CaptureFeed(camera, keeper, clock=times.__next__))
    number = 0
    while locks_of(source) != Locks(Hold.LOCKED, Hold.LOCKED):
        number = source.newest(number, 1.0).number
    source.close()
    assert camera.properties == AS_FOUND
    drawn = drawn_source("demo", lambda _: camera.picture())
    assert locks_of(drawn) is None
