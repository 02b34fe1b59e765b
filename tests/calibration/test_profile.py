"""Profiles are kept whole, can be gone back from, and a bad file never stops anybody."""

import errno
import json
import os

import numpy as np
import pytest

from assistant.session.sentences_setup import profile_sentence
from assistant.tiles import PURPLE_SET, WHITE_SET, Colour
from assistant.words import Language
from calibration.faults import ProfileError
from calibration.inks.choosing import choose_profile
from calibration.inks.profile import (
    KEPT_BEFORE,
    MOST_LESSONS,
    Profiles,
    read_profile,
    write_profile,
)
from tests.support.profiles import COOL, WARM, a_profile, lit
from vision.reading.colour import classify_colours
from vision.reading.inks import features
from vision.reading.print_light import PrintLight


def same(one, other):
    return write_profile(one) == write_profile(other)


def test_a_profile_is_read_as_it_was_written():
    profile = a_profile()
    again = read_profile(write_profile(profile))
    assert again.name == "Kitchen"
    assert again.camera == "desk cam"
    assert again.inks.palette == PURPLE_SET
    assert np.allclose(again.inks.means, profile.inks.means, atol=1e-5)
    assert again.inks.lamp.red == profile.inks.lamp.red
    assert again.lessons[0].colours == profile.lessons[0].colours
    assert same(again, profile)


def test_the_learned_lamp_is_the_one_that_shone():
    lamp = a_profile(lamp=WARM).inks.lamp
    assert lamp.blue == pytest.approx(WARM[0], abs=0.35)
    assert lamp.red == pytest.approx(WARM[1], abs=0.35)
    assert lamp.blue < a_profile(lamp=COOL).inks.lamp.blue


def test_nothing_is_kept_at_first(tmp_path):
    assert Profiles(tmp_path).all() == ((), ())


def test_profiles_are_listed_by_name_and_names_stay_apart(tmp_path):
    kept = Profiles(tmp_path)
    for name in ("Window seat", "window seat", "Kitchen", "台所", "食卓"):
        kept.save(a_profile(name))
    assert kept.names() == ("Kitchen", "Window seat", "window seat", "台所", "食卓")
    assert kept.load("食卓").name == "食卓"


def test_a_profile_can_be_gone_back_from_until_there_was_none(tmp_path):
    kept = Profiles(tmp_path)
    warm, cool = a_profile(lamp=WARM), a_profile(lamp=COOL)
    kept.save(warm)
    kept.save(cool)
    assert same(kept.load("Kitchen"), cool)
    assert same(kept.undo("Kitchen"), warm)
    assert kept.undo("Kitchen") is None
    assert kept.names() == ()
    with pytest.raises(ProfileError, match="none of this name"):
        kept.undo("Kitchen")


def test_only_some_earlier_editions_are_kept(tmp_path):
    kept = Profiles(tmp_path)
    for _ in range(10):
        kept.save(a_profile())
    assert len(list((tmp_path / "profiles").iterdir())) == 1 + KEPT_BEFORE
    kept.forget("Kitchen")
    assert list((tmp_path / "profiles").iterdir()) == []


def broken(change):
    told = json.loads(write_profile(a_profile()))
    change(told)
    return json.dumps(told)


BAD = {
    "cut short": (write_profile(a_profile())[:700], "cut short or damaged"),
    "empty": ("", "cut short or damaged"),
    "a list": ("[]", "something else"),
    "deeply nested": ("[" * 100_000, "cut short or damaged"),
    "of another version": (broken(lambda t: t.update(version=9)), "version 9"),
    "without inks": (broken(lambda t: t.pop("means")), "missing"),
    "with too few numbers": (broken(lambda t: t.update(means=[[1, 2]])), "expected"),
    "not a number": (broken(lambda t: t["means"][0].__setitem__(0, float("nan"))), "finite"),
    "a spread of nothing": (broken(lambda t: t.update(within=[[[0.0] * 4] * 4] * 6)), "positive"),
    "an unknown colour": (broken(lambda t: t.update(sixth="pink")), "pink"),
}


@pytest.mark.parametrize(("text", "reason"), BAD.values(), ids=BAD.keys())
def test_a_bad_file_is_one_sentence_and_the_others_are_still_read(tmp_path, text, reason):
    kept = Profiles(tmp_path)
    kept.save(a_profile("Good"))
    (tmp_path / "profiles" / "bad.json").write_text(text, encoding="utf-8")
    profiles, troubles = kept.all()
    assert [profile.name for profile in profiles] == ["Good"]
    assert len(troubles) == 1
    told = str(troubles[0])
    assert told.startswith("bad.json is not used: ")
    assert reason in told
    assert told.endswith(".")
    assert "\n" not in told
    for language in Language:
        sentence = profile_sentence(troubles[0], language)
        assert sentence.startswith("bad.json ")
        assert sentence.endswith(".")


def test_bytes_that_are_no_text_are_told_of(tmp_path):
    kept = Profiles(tmp_path)
    kept.save(a_profile("Good"))
    (tmp_path / "profiles" / "bad.json").write_bytes(b"\xff\xfe\x00")
    assert [*map(str, kept.all()[1])] == ["bad.json is not used: it is no text."]


def test_a_profile_needs_a_name():
    with pytest.raises(ValueError, match="name"):
        a_profile("  ")


def test_too_many_lessons_in_a_file_are_cut_to_the_newest():
    told = json.loads(write_profile(a_profile()))
    told["lessons"] *= 50
    assert len(read_profile(json.dumps(told)).lessons) == MOST_LESSONS


def test_the_profile_of_this_light_is_chosen_and_none_where_none_fits():
    warm, cool = a_profile("warm", lamp=WARM), a_profile("cool", lamp=COOL)
    white = a_profile("white", WHITE_SET, WARM)
    for profile, palette, lamp in ((warm, PURPLE_SET, WARM), (white, WHITE_SET, WARM)):
        picture = lit(palette, lamp, seed=5).light
        assert choose_profile(picture, (cool, white, warm)) is profile
    assert choose_profile(lit(PURPLE_SET, WARM, seed=6).light, ()) is None


def test_on_an_empty_table_the_only_profile_of_the_camera_is_taken():
    nothing = PrintLight(np.zeros((0, 3)), np.zeros(3))
    mine, other = a_profile("mine", camera="desk cam"), a_profile("other", camera="phone")
    assert choose_profile(nothing, (mine, other), "desk cam") is mine
    assert choose_profile(nothing, (mine, mine), "desk cam") is None
    assert choose_profile(nothing, (mine, other), "") is None


def test_learned_inks_of_one_set_leave_the_other_set_readable():
    purple = a_profile(palette=PURPLE_SET, lamp=COOL)
    lesson = lit(WHITE_SET, COOL, seed=3, copies=3)
    told = classify_colours(lesson.light, None, purple.inks)
    assert told.palette == WHITE_SET
    best = [list(Colour)[k] for k in told.probabilities.argmax(axis=1)]
    assert tuple(best) == lesson.colours


def test_a_face_like_none_of_the_learned_inks_is_not_told_with_certainty():
    purple = a_profile(palette=PURPLE_SET, lamp=WARM)
    lesson = lit(PURPLE_SET, WARM, seed=3, copies=1)
    order = list(Colour)
    red, orange = (lesson.colours.index(c) for c in (Colour.RED, Colour.ORANGE))
    # An orange in a shadow that eats most of its green: the camera saw such ones.
    light = lesson.light.inks.copy()
    light[orange] = np.sqrt(light[red] * light[orange])
    told = classify_colours(PrintLight(light, lesson.light.black), PURPLE_SET, purple.inks)
    assert told.probabilities[orange].max() < 0.9
    others = [k for k in range(len(light)) if k != orange]
    best = [order[k] for k in told.probabilities.argmax(axis=1)[others]]
    assert best == [lesson.colours[k] for k in others]
    assert told.probabilities.sum(axis=1) == pytest.approx(1.0)


def test_a_face_that_the_usual_inks_explain_far_better_is_theirs():
    # A green with something red mirrored in it: like no learned ink, yet plainly a green.
    lesson = lit(PURPLE_SET, WARM, seed=3, copies=3)
    green, red = (lesson.colours.index(c) for c in (Colour.GREEN, Colour.RED))
    light = lesson.light.inks.copy()
    light[green] = light[green] ** 0.7 * light[red] ** 0.3
    inks = a_profile(palette=PURPLE_SET, lamp=WARM).inks
    found = classify_colours(PrintLight(light, lesson.light.black), PURPLE_SET, inks)
    assert found.probabilities[green, list(Colour).index(Colour.GREEN)] > 0.8


def test_features_are_free_of_the_tint():
    light = lit(PURPLE_SET, WARM).light.inks
    tinted = light * np.exp([-0.3, 0.0, 0.2])
    assert np.allclose(
        features(light, np.ones(3)), features(tinted, np.exp([-0.3, 0.0, 0.2])), atol=1e-9
    )


def test_a_full_disk_takes_no_profile_away(tmp_path, monkeypatch):
    profiles = Profiles(tmp_path)
    profiles.save(a_profile("kitchen"))

    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ProfileError):
        profiles.save(a_profile("kitchen"))
    assert [one.name for one in profiles.all()[0]] == ["kitchen"]


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("camera", "\ud800"),
        ("name", "\udfff"),
        ("edition", float("inf")),
        ("edition", 10**400),
        ("lamp", {"blue": float("nan"), "red": 1, "contrast": 1, "black": [0, 0, 0]}),
        ("lamp", {"blue": 1e308, "red": 1, "contrast": 1, "black": [0, 0, 0]}),
        ("close", [["red", "orange", float("inf")]]),
        ("close", "red"),
        ("lessons", 7),
        ("means", [[1e308] * 4] * 6),
    ],
)
def test_numbers_and_names_that_no_page_can_show_are_refused(part, value):
    encoded = json.loads(write_profile(a_profile("Kitchen"))) | {part: value}
    with pytest.raises(ProfileError):
        read_profile(json.dumps(encoded))
