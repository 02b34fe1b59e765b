"""Each camera check turns red and green on pictures made for it, and says what to do."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.session.sentences_setup import check_advice, check_name, locks_sentence
from assistant.tiles import Colour, Shape
from assistant.words import Language
from calibration.checks.checks import Check, Finding, Standing, check_camera, troubles
from calibration.checks.looks import Looks
from calibration.checks.tilt import tilt_deg
from tests.support.camera_views import GOOD, blurred, oblique
from tests.support.laid_tables import picture, room
from vision.observation import Face, Observation
from vision.reading.annotate import annotate
from vision.reading.read import read_picture
from vision.simulated.scenes.laid_out import all_kinds, in_play
from vision.simulated.scenes.scene import Glare
from vision.sources import Hold, Locks


def filmed(pictures, fps=10.0, seconds=4.0, gains=None):
    """The looks of a camera that showed these pictures in turn, each times its gain (BGR)."""
    looks = Looks()
    count = max(2, int(seconds * fps))
    for k in range(count):
        shown = pictures[k % len(pictures)]
        if gains is not None:
            factor = np.array(gains(k / fps), np.float32)
            shown = np.clip(shown.astype(np.float32) * factor, 0, 255).astype(np.uint8)
        looks.see(shown, k / fps)
    return looks, (count - 1) / fps


def findings(pictures, **film):
    looks, now_s = filmed(pictures, **film)
    found = check_camera(looks, now_s, read_picture(pictures[-1]))
    return {finding.check: finding for finding in found}


def standing(check, pictures, **film):
    return findings(pictures, **film)[check].standing


def shrunk(shown, share):
    return cv2.resize(shown, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)


def grey(shown):
    return cv2.cvtColor(cv2.cvtColor(shown, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def at_the_edge():
    scene = all_kinds(room(seed=5, tile_px=60.0, exposure=1.2), 3)
    pose = replace(scene.pose, look_at=(7.2, 0.0))
    return picture(replace(scene, pose=pose))


def mirrored():
    scene = in_play(room(seed=5, tile_px=40.0, exposure=1.2), 11, 20)
    return picture(replace(scene, glare=Glare((0.5, 0.5), 0.12, 0.45)))


RED = {
    Check.SIZE: ([shrunk(GOOD, 0.5)], {}),
    Check.RATE: ([GOOD], {"fps": 1.0}),
    Check.COLOUR: ([grey(GOOD)], {}),
    Check.LIGHT: ([(GOOD * 0.14).astype(np.uint8)], {}),
    Check.SHARP: ([blurred(GOOD, 5.0)], {}),
    Check.TILE_SIZE: ([shrunk(GOOD, 0.45)], {}),
    Check.TILT: ([oblique()], {}),
    Check.IN_VIEW: ([at_the_edge()], {}),
    Check.GLARE: ([mirrored()], {}),
    Check.STEADY: ([GOOD], {"gains": lambda s: [0.9 + 0.15 * (round(10 * s) % 2)] * 3}),
    Check.HUNTING: ([GOOD], {"gains": lambda s: [1 - 0.06 * s, 0.95, 0.8 + 0.05 * s]}),
}


def test_a_good_camera_is_all_green():
    found = findings([GOOD])
    assert {check: f.standing for check, f in found.items()} == dict.fromkeys(Check, Standing.GREEN)


@pytest.mark.parametrize("check", RED, ids=lambda check: check.value)
def test_a_check_turns_red_with_its_measure_and_its_sentence(check):
    pictures, film = RED[check]
    finding = findings(pictures, **film)[check]
    assert finding.standing is Standing.RED, finding
    for language in Language:
        told = check_advice(finding, language)
        assert told[0].isupper()
        assert told.endswith((".", "?"))
        assert "{" not in told
        assert check_name(finding, language)


@pytest.mark.parametrize("check", [Check.SIZE, Check.RATE, Check.COLOUR], ids=lambda c: c.value)
def test_a_check_turns_green_again_by_itself(check):
    pictures, film = RED[check]
    assert standing(check, pictures, **film) is Standing.RED
    assert standing(check, [GOOD]) is Standing.GREEN


def test_a_camera_that_never_answered_or_stopped_is_red_and_the_rest_waits():
    never = check_camera(Looks(), 5.0)
    looks, now_s = filmed([GOOD])
    stopped = check_camera(looks, now_s + 4.0, read_picture(GOOD))
    for found in (never, stopped):
        assert found[0].check is Check.ANSWERS
        assert found[0].standing is Standing.RED
        assert {f.standing for f in found[1:]} == {Standing.WAITING}
        assert "plugged in" in check_advice(found[0], Language.ENGLISH)
    assert check_camera(looks, now_s)[0].standing is Standing.GREEN


def test_without_tiles_only_what_needs_them_waits():
    empty = picture(room(seed=5, exposure=1.2))
    found = findings([empty])
    waiting = {check for check, f in found.items() if f.standing is Standing.WAITING}
    needing = {Check.TILES, Check.TILE_SIZE, Check.TILT, Check.IN_VIEW, Check.GLARE, Check.INKS}
    assert needing <= waiting <= needing | {Check.SHARP}
    assert troubles(tuple(found.values())) == ()
    assert "lay some of it" in check_advice(found[Check.TILES], Language.ENGLISH)


def test_rows_of_cards_are_seen_and_their_reader_judges_the_rest_by_itself():
    corners = ((100.0, 100.0), (140.0, 100.0), (140.0, 160.0), (100.0, 160.0))
    sure = {Colour.RED: 1.0}, {Shape.CIRCLE: 1.0}
    seen = Observation((640, 480), rows=((Face(*sure, (120.0, 130.0), corners),),), tile_px=40.0)
    looks, now_s = filmed([GOOD])
    found = {f.check: f.standing for f in check_camera(looks, now_s, seen)}
    assert found[Check.TILES] is found[Check.TILE_SIZE] is found[Check.IN_VIEW] is Standing.GREEN
    assert not {Check.TILT, Check.GLARE, Check.INKS} & found.keys()
    assert annotate(np.zeros((480, 640, 3), np.uint8), seen)[100, 120].any()


def test_light_is_not_judged_at_the_first_picture():
    looks, now_s = filmed([GOOD], seconds=0.5)
    found = {f.check: f.standing for f in check_camera(looks, now_s)}
    assert found[Check.STEADY] is Standing.WAITING
    assert found[Check.HUNTING] is Standing.WAITING


def test_a_hand_over_the_table_is_no_flicker():
    covered = GOOD.copy()
    covered[200:600, 300:700] = (90, 120, 190)
    found = findings([GOOD, GOOD, GOOD, covered, covered])
    assert found[Check.STEADY].standing is Standing.GREEN
    assert found[Check.HUNTING].standing is Standing.GREEN


def test_the_looks_forget_what_is_long_ago_and_a_clock_that_jumps_back():
    looks, _ = filmed([GOOD], seconds=20.0)
    assert looks.watched_s <= 6.1
    looks.see(GOOD, 1.0)
    assert looks.watched_s == 0.0


@pytest.mark.parametrize("tilt", [0.0, 20.0, 40.0])
def test_the_tilt_is_told_by_the_tiles(tilt):
    scene = in_play(room(seed=6, tile_px=44.0, tilt_deg=tilt), 11, 25)
    assert tilt_deg(read_picture(picture(scene))) == pytest.approx(tilt, abs=9.0)


def test_a_green_check_advises_nothing():
    assert check_advice(Finding(Check.LIGHT, Standing.GREEN), Language.ENGLISH) == ""


@pytest.mark.parametrize("language", Language)
def test_what_is_locked_of_a_camera_is_told(language):
    told = [locks_sentence(Locks(exposure, white), language) for exposure in Hold for white in Hold]
    assert len(set(told)) == 5
    assert all(text.endswith(".") for text in told)
    assert locks_sentence(None, language) == ""
