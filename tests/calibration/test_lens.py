"""A fish-eye lens: measured from photos of the printed sheet, and taken out of the pictures."""

import json

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.commands import main
from assistant.session.sentences_setup import sheet_sentence
from assistant.session.setup import Setup
from assistant.words import Language
from benchmarks.lens import HELD, photographed_lens, tally
from calibration.faults import ProfileError
from calibration.inks.profile import Profiles
from calibration.lens.kept import Lenses, read_lens, write_lens
from calibration.lens.measuring import WANTED, LensMeasuring, SheetOutcome, SheetStep
from calibration.lens.sheet import sheet_picture
from calibration.lens.views import LensVerdict, find_sheet, read_sheet
from vision.lens import Lens
from vision.simulated.optics.fish_eye import FishEye
from vision.sources import drawn_source
from vision.sources.straight import StraightSource

SHEET = cv2.cvtColor(sheet_picture(4.0), cv2.COLOR_GRAY2BGR)
EYE = FishEye(64.0, (960, 720))
NARROW = FishEye(18.0, (960, 720))
"""Sees so little that it hardly bends, as a phone's lens does."""


def held(eye, place, turned, sheet=SHEET):
    return eye.photograph_sheet(sheet, place, np.array(turned))


pytestmark = pytest.mark.xdist_group("one lens")


@pytest.fixture(scope="module")
def photos():
    return [held(EYE, *one) for one in HELD]


@pytest.fixture(scope="module")
def lens(photos):
    return read_sheet(photos)


def test_without_the_sheet_nothing_is_told():
    empty = np.full((720, 960, 3), 120, np.uint8)
    assert read_sheet([empty]) is None
    assert LensMeasuring().see(empty) == SheetOutcome(SheetStep.NOT_SEEN, 0)


def test_a_lens_is_measured_by_five_different_views(photos, lens):
    measuring = LensMeasuring()
    told = [measuring.see(photo) for photo in (photos[0], photos[0], *photos[1:])]
    assert [one.step for one in told] == [
        SheetStep.SEEN,
        SheetStep.SAME,
        *[SheetStep.SEEN] * (WANTED - 2),
        SheetStep.MEASURED,
    ]
    assert [one.count for one in told] == [1, 1, 2, 3, 4, 5]
    assert told[-1].verdict is LensVerdict.BENT
    assert told[-1].lens.matrix[0, 0] == pytest.approx(EYE.focal_px, rel=0.03)
    assert lens.misfit_px < 0.7


def test_a_lens_that_hardly_bends_is_left_alone():
    measuring = LensMeasuring()
    for (right, down, _), turned in HELD:
        told = measuring.see(held(NARROW, (0.25 * right, 0.25 * down, 2.2), turned))
    assert told.verdict is LensVerdict.STRAIGHT
    assert told.lens is None


def test_a_sheet_that_stays_in_the_middle_tells_too_little():
    measuring = LensMeasuring()
    for k in range(WANTED):
        told = measuring.see(held(EYE, (0.06 * k - 0.1, 0.0, 2.0), (0.2 * k - 0.4, 0.3, 0.5 * k)))
    assert told.verdict is LensVerdict.MIDDLE_ONLY


def test_a_sheet_that_is_not_flat_fits_no_lens():
    down, across = np.mgrid[: SHEET.shape[0], : SHEET.shape[1]].astype(np.float32)
    wave = 20 * np.sin(across / SHEET.shape[1] * 9 + 1)
    crumpled = cv2.remap(SHEET, across, down + wave.astype(np.float32), cv2.INTER_LINEAR)
    measuring = LensMeasuring()
    for place, turned in HELD:
        told = measuring.see(held(EYE, place, turned, crumpled))
    assert told.verdict is LensVerdict.DISAGREE


@pytest.mark.parametrize("language", Language)
def test_every_step_and_verdict_is_a_sentence(language):
    told = [SheetOutcome(step, 2) for step in SheetStep if step is not SheetStep.MEASURED]
    told += [SheetOutcome(SheetStep.MEASURED, 5, verdict) for verdict in LensVerdict]
    sentences = [sheet_sentence(one, language) for one in told]
    assert len(set(sentences)) == 7
    assert all(text.endswith(".") for text in sentences)


def off_straight(photo):
    """How far the corners of a flat sheet lie from where a straight lens would show them."""
    view = find_sheet(photo)
    flat, _ = cv2.findHomography(view.on_sheet[:, :2], view.in_photo)
    shown = cv2.perspectiveTransform(view.on_sheet[None, :, :2], flat)[0]
    return float(np.sqrt(((shown - view.in_photo) ** 2).sum(axis=1).mean()))


def test_straight_lines_are_straight_again(photos, lens):
    before = [off_straight(photo) for photo in photos]
    after = [off_straight(lens.straighten(photo)) for photo in photos]
    assert min(before) > 3
    assert max(after) < 1


def test_what_the_camera_did_not_see_is_grey_and_nothing_is_shown_twice(lens):
    bright = np.full((720, 960, 3), 255, np.uint8)
    wide = Lens(lens.size_wh, lens.matrix, np.array([-0.35, 0, 0, 0, 0]), 0.1)
    straight = wide.straighten(bright)
    assert (straight[360, 480] == 255).all()
    assert (straight[0, 0] == 128).all()
    with pytest.raises(ValueError, match="known for pictures"):
        lens.straighten(bright[:-2])


def test_places_are_found_where_the_straight_picture_shows_them(lens):
    shown = np.zeros((720, 960, 3), np.uint8)
    places = np.array([[480.0, 360.0], [250.0, 200.0], [760.0, 560.0]])
    for x, y in places:
        cv2.circle(shown, (int(x), int(y)), 9, (255, 255, 255), -1)
    straight = lens.straighten(shown)[..., 0]
    for x, y in lens.seen_at(places):
        assert straight[round(y), round(x)] > 200


def test_a_board_that_fills_a_fish_eye_is_read_better_straightened():
    eye = FishEye(64.0)
    told = tally(eye, photographed_lens(eye), 40.0, seed=0)
    assert told.before < told.after == told.tiles


def test_a_kept_lens_is_found_by_its_camera_alone(tmp_path, lens):
    lenses = Lenses(tmp_path)
    assert lenses.of("camera 0") is None
    lenses.save("camera 0", lens)
    assert lenses.of("camera 0").matrix == pytest.approx(lens.matrix, abs=1e-5)
    assert lenses.of("camera 1") is None
    lenses.forget("camera 0")
    assert lenses.of("camera 0") is None


@settings(max_examples=20, deadline=None)
@given(
    st.integers(64, 4000),
    st.floats(200, 3000),
    st.lists(st.floats(-0.5, 0.5), min_size=5, max_size=5),
)
def test_a_lens_reads_back_as_it_was_written(wide, focal, bends):
    matrix = np.array([[focal, 0, wide / 2], [0, focal, wide / 3], [0, 0, 1.0]])
    written = Lens((wide, wide // 2), matrix, np.array(bends), 0.5)
    read = read_lens(write_lens(written))
    assert read.size_wh == written.size_wh
    assert read.matrix == pytest.approx(written.matrix, abs=1e-5)
    assert read.distortion == pytest.approx(written.distortion, abs=1e-8)


def broken_texts(lens):
    told = json.loads(write_lens(lens))
    yield write_lens(lens)[:40]
    yield json.dumps(told | {"version": 9})
    yield json.dumps(told | {"matrix": [[1, 2], [3, 4]]})
    yield json.dumps(told | {"distortion": [0, 0, 0, 0, float("nan")]})
    yield json.dumps({k: v for k, v in told.items() if k != "size_wh"})
    yield "[]"


def test_a_damaged_lens_is_a_sentence_and_pictures_come_as_they_are(tmp_path, lens):
    for text in broken_texts(lens):
        path = Lenses(tmp_path).save("camera 0", lens)
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ProfileError, match=r"is not used: .*\."):
            Lenses(tmp_path).of("camera 0")
        setup = Setup(Profiles(tmp_path))
        shown = np.full((720, 960, 3), 90, np.uint8)
        source = setup.straight(drawn_source("camera 0", lambda _, shown=shown: shown))
        assert (source.newest().picture_bgr == 90).all()
        assert len(setup.notices) == 1


def test_pictures_are_straightened_as_soon_as_the_lens_is_known_and_only_at_its_size(photos):
    shown = photos[1]
    lens = None
    source = StraightSource(drawn_source("camera 0", lambda _: shown, paced=False), lambda: lens)
    assert (source.newest(0).picture_bgr == shown).all()
    lens = read_sheet(photos)
    assert (source.newest(1).picture_bgr == lens.straighten(shown)).all()
    shown = shown[:600]
    assert source.newest(2).picture_bgr.shape == (600, 960, 3)
    source.close()


def test_what_was_measured_is_used_kept_and_forgotten(tmp_path, photos):
    setup = Setup(Profiles(tmp_path))
    setup.look_with("camera 0")
    for photo in photos:
        told = setup.see_sheet(photo)
    assert told.lens is setup.lens is not None
    later = Setup(Profiles(tmp_path))
    later.straight(drawn_source("camera 0", lambda _: photos[0]))
    assert later.lens is not None
    setup.forget_lens()
    assert setup.lens is None
    assert Lenses(tmp_path).of("camera 0") is None


@pytest.fixture(scope="module")
def folder(photos, tmp_path_factory):
    kept = tmp_path_factory.mktemp("sheet")
    warm = np.array([0.75, 0.9, 1.0])
    for k, photo in enumerate(photos):
        cv2.imwrite(str(kept / f"{k}.png"), (photo * warm).astype(np.uint8))
    cv2.imwrite(str(kept / "empty.bmp"), np.full((720, 960, 3), 120 * warm, np.uint8))
    return kept


def calibrated(capsys, data, *words):
    status = main(["calibrate", "--data", str(data), "--lens", *words])
    said = capsys.readouterr()
    return status, said.out + said.err


def test_on_the_console_photos_of_the_sheet_teach_the_lens_of_a_camera(capsys, tmp_path, folder):
    shown = sorted(map(str, folder.glob("*.png")))
    status, told = calibrated(capsys, tmp_path, *shown, "--source", "0", "--language", "nl")
    assert (status, told) == (0, sheet_sentence(MEASURED, Language.DUTCH) + "\n")
    assert Lenses(tmp_path).of("camera 0").size_wh == (960, 720)


MEASURED = SheetOutcome(SheetStep.MEASURED, WANTED, LensVerdict.BENT)


def test_on_the_console_the_sheet_is_looked_for_in_what_a_source_shows(capsys, tmp_path, folder):
    (folder / "empty.bmp").rename(tmp_path / "empty.bmp")
    status, told = calibrated(capsys, tmp_path, "--source", str(folder))
    (tmp_path / "empty.bmp").rename(folder / "empty.bmp")
    assert status == 0
    assert "4 of 5" in told
    assert Lenses(tmp_path).of(folder.name) is not None


def test_too_few_photos_or_one_without_the_sheet_are_told(capsys, tmp_path, folder):
    status, told = calibrated(capsys, tmp_path, str(folder / "0.png"), "--source", "0")
    assert status == 1
    assert "1 of 5" in told
    status, told = calibrated(capsys, tmp_path, str(folder / "empty.bmp"), "--source", "0")
    assert status == 1
    assert "not seen in" in told
    status, told = calibrated(capsys, tmp_path, str(folder / "none.png"), "--source", "0")
    assert status == 1
    assert told.count("\n") == 1
    assert Lenses(tmp_path).of("camera 0") is None
