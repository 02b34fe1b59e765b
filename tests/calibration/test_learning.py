"""A set is learned from a layout in any order, mistakes in it are noticed, nothing gets worse."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.session.sentences_setup import fault_sentence, learned_sentence
from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Shape, Tile, parse_tiles
from assistant.words import Language
from calibration.inks import learning
from calibration.inks.fitting import FARTHEST, fit_inks, usual
from calibration.inks.holes import count_face_down
from calibration.inks.layout import LayoutFault, Mistake, Way, read_layout
from calibration.inks.learning import Outcome, learn, learn_layout, learn_more, lesson_of_turn
from calibration.inks.lesson import Lesson, Mark, mark, spread_of
from tests.support.laid_tables import BY_WARM_LAMP, picture, room
from tests.support.profiles import COOL, WARM, lit
from vision.reading.print_light import PrintLight
from vision.reading.prints import brightness
from vision.reading.read import find_tiles, read_picture
from vision.simulated import render
from vision.simulated.scenes.laid_out import all_kinds, each_colour, face_down, in_play, laid_out
from vision.simulated.things.surfaces import Surface

KINDS = list(PURPLE_SET.kinds)
EACH = parse_tiles("ro os yd gc b* px")


def layout(scene, palette=None):
    return read_layout(spread_of(picture(scene)), palette)


def truth_of(shown, spread):
    """The true colour of every face, by where it lies."""
    found = []
    for x, y in spread.centres_px:
        off = [np.hypot(f.centre_px[0] - x, f.centre_px[1] - y) for f in shown.truth]
        found.append(shown.truth[int(np.argmin(off))].tile.colour)
    return tuple(found)


@pytest.mark.parametrize("palette", [PURPLE_SET, WHITE_SET], ids=["purple", "white"])
@pytest.mark.parametrize("lay", [all_kinds, each_colour])
def test_every_face_of_a_layout_gets_its_colour_and_the_set_is_told(lay, palette):
    shown = render(lay(room(8, palette, BY_WARM_LAMP, exposure=1.3), 3))
    spread = spread_of(shown.picture_bgr)
    read = read_layout(spread)
    assert read.faults == ()
    assert read.palette == palette
    assert read.lesson.colours == truth_of(shown, spread)
    assert read.way is (Way.ALL_KINDS if lay is all_kinds else Way.EACH_COLOUR)


def test_a_layout_becomes_a_profile_that_reads_other_tables_of_the_same_light():
    here = room(8, PURPLE_SET, BY_WARM_LAMP, exposure=1.3)
    learned = learn_layout("Lamp", layout(all_kinds(here, 3)), "desk cam")
    assert learned.outcome is Outcome.LEARNED
    assert learned.profile.camera == "desk cam"
    assert learned.after.wrong <= learned.before.wrong
    shown = render(in_play(here, 9, 12))
    spread = spread_of(shown.picture_bgr)
    lesson = Lesson(spread.light, truth_of(shown, spread))
    assert mark(lesson, PURPLE_SET, learned.profile.inks).wrong == 0


def test_an_empty_table_teaches_nothing_and_says_so():
    read = layout(room(8))
    assert read.faults == (LayoutFault(Mistake.NO_TILES),)
    assert learn_layout("x", read).outcome is Outcome.TOO_LITTLE


def test_two_of_a_colour_are_noticed_among_six():
    twice = list(EACH)
    twice[1] = Tile(Colour.RED, Shape.SQUARE)
    read = layout(laid_out(room(4), twice, 5))
    assert read.lesson is None
    assert read.faults == (
        LayoutFault(Mistake.TWICE, Colour.RED, count=2),
        LayoutFault(Mistake.MISSING, Colour.ORANGE),
    )


@pytest.mark.parametrize(("gone", "instead"), [("oo", "ro"), ("bx", "gx")])
def test_two_of_the_same_tile_and_the_one_missing_are_named(gone, instead):
    gone, instead = parse_tiles(gone)[0], parse_tiles(instead)[0]
    tiles = [instead if tile == gone else tile for tile in KINDS]
    read = layout(laid_out(room(4), tiles, 5))
    assert read.lesson is None
    assert {(f.mistake, f.colour, f.shape) for f in read.faults} == {
        (Mistake.TWICE, instead.colour, instead.shape),
        (Mistake.MISSING, gone.colour, gone.shape),
    }


def test_a_shape_that_was_misread_or_laid_twice_spoils_no_colour():
    gone, instead = parse_tiles("rs ro")
    read = layout(laid_out(room(4), [instead if tile == gone else tile for tile in KINDS], 5))
    assert {(f.mistake, f.colour, f.shape) for f in read.faults} == {
        (Mistake.TWICE, instead.colour, instead.shape),
        (Mistake.MISSING, gone.colour, gone.shape),
    }
    assert Counter(read.lesson.colours) == dict.fromkeys(PURPLE_SET.colours, 6)


def test_a_missing_tile_is_named():
    read = layout(laid_out(room(4), KINDS[:20] + KINDS[21:], 5))
    assert [(f.mistake, f.colour, f.shape) for f in read.faults] == [
        (Mistake.MISSING, KINDS[20].colour, KINDS[20].shape)
    ]
    assert fault_sentence(read.faults[0], Language.ENGLISH) == "Green diamond is missing."
    assert len(read.lesson) == 35


def test_too_many_missing_tiles_teach_nothing():
    read = layout(laid_out(room(4), KINDS[:28], 5))
    assert len(read.faults) == 8
    assert read.lesson is None


@pytest.mark.parametrize("place", [0, 14], ids=["at the rim", "amid the others"])
def test_a_tile_face_down_is_told_as_such_and_the_others_teach(place):
    read = layout(face_down(laid_out(room(4, tile_px=48.0), KINDS, 5), place))
    assert read.faults == (LayoutFault(Mistake.FACE_DOWN, count=1),)
    assert len(read.lesson) == 35


@pytest.mark.parametrize("surface", [Surface.WOOD, Surface.CHECKED_CLOTH, Surface.PARQUET])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hole_that_shows_the_table_is_no_tile_face_down(surface, seed):
    whole = all_kinds(room(seed, surface=surface), seed)
    gap = replace(whole, tiles=(*whole.tiles[:14], *whole.tiles[15:]))
    for scene, hidden in ((whole, 0), (gap, 0), (face_down(whole, 14), 1)):
        shown = picture(scene)
        faces, _ = find_tiles(shown)
        assert count_face_down(shown, faces) == hidden


def test_on_a_table_as_dark_as_the_tiles_nothing_is_claimed():
    whole = all_kinds(room(2, surface=Surface.DARK_WOOD), 2)
    shown = picture(replace(whole, tiles=(*whole.tiles[:14], *whole.tiles[15:])))
    faces, _ = find_tiles(shown)
    as_dark = np.minimum(shown, np.percentile(brightness(faces.cuts_bgr), 25)).astype(np.uint8)
    assert count_face_down(as_dark, faces) == 0


@pytest.mark.parametrize(("count", "mistake"), [(4, Mistake.TOO_FEW), (8, Mistake.TOO_MANY)])
def test_too_few_and_too_many_are_told(count, mistake):
    read = layout(laid_out(room(4), KINDS[:count], 5))
    assert read.faults == (LayoutFault(mistake, count=count),)


@pytest.mark.parametrize("language", Language)
def test_every_mistake_and_outcome_is_a_sentence(language):
    for mistake in Mistake:
        told = fault_sentence(LayoutFault(mistake, Colour.RED, Shape.CIRCLE, 2), language)
        assert told[0].isupper() or told[0].isdigit()
        assert told.endswith(".")
    learned = learn("x", [lit(PURPLE_SET, WARM)], PURPLE_SET)
    assert learned_sentence(learned, language).endswith(".")


def test_without_all_six_colours_nothing_is_learned():
    lesson = lit(PURPLE_SET, WARM)
    reds = lesson.subset([k for k, c in enumerate(lesson.colours) if c is Colour.RED])
    learned = learn("x", [reds], PURPLE_SET)
    assert learned.outcome is Outcome.TOO_LITTLE
    assert Colour.BLUE in learned.missing


def swapped(lesson, one, other):
    names = {one: other, other: one}
    return Lesson(lesson.light, tuple(names.get(c, c) for c in lesson.colours))


def test_a_profile_that_reads_the_last_turns_worse_is_not_used():
    right = lit(PURPLE_SET, COOL, copies=6)
    wrong = swapped(right, Colour.RED, Colour.ORANGE)
    learned = learn("x", [wrong], PURPLE_SET, last_turns=[lit(PURPLE_SET, COOL, 5, 3)])
    assert learned.outcome is Outcome.NO_BETTER
    assert learned.profile is None
    assert "stay" in learned_sentence(learned, Language.ENGLISH)


def test_a_mark_counts_no_worse_only_if_neither_errors_nor_surprise_grow():
    assert Mark(10, 1, 2.0).is_no_worse_than(Mark(10, 1, 2.0))
    assert not Mark(10, 2, 1.0).is_no_worse_than(Mark(10, 1, 2.0))
    assert not Mark(10, 1, 3.0).is_no_worse_than(Mark(10, 1, 2.0))


def test_learning_goes_on_is_bounded_and_counts_its_editions(monkeypatch):
    monkeypatch.setattr(learning, "MOST_LESSONS", 3)
    profile = learn("x", [lit(PURPLE_SET, WARM)], PURPLE_SET).profile
    for seed in range(5):
        profile = learn_more(profile, lit(PURPLE_SET, WARM, seed)).profile or profile
    assert len(profile.lessons) == 3
    assert 1 < profile.edition <= 6


@settings(max_examples=15, deadline=None)
@given(st.floats(-2.0, 0.6), st.floats(-0.6, 1.0), st.integers(0, 1000), st.sampled_from("pw"))
def test_learned_inks_never_stray_too_far_from_the_usual_ones(blue, red, seed, letter):
    palette = PURPLE_SET if letter == "p" else WHITE_SET
    rng = np.random.default_rng(seed)
    lesson = lit(palette, (blue, red), seed)
    wild = PrintLight(lesson.light.inks * rng.uniform(0.2, 5, lesson.light.inks.shape), np.zeros(3))
    inks, start = fit_inks([Lesson(wild, lesson.colours)], palette), usual(palette)
    off = inks.means - start.means
    away = np.sqrt(np.einsum("ki,kij,kj->k", off, np.linalg.inv(start.between), off))
    assert (away <= FARTHEST + 1e-6).all()
    assert np.isfinite(inks.means).all()
    assert np.linalg.eigvalsh(inks.between).min() > 0


def test_an_accepted_table_teaches_what_people_agreed_on():
    shown = render(in_play(room(8), 9, 20))
    seen = read_picture(shown.picture_bgr, PURPLE_SET)
    lesson = lesson_of_turn(spread_of(shown.picture_bgr), seen)
    assert len(lesson) == len(seen.sightings) == 20
    assert set(lesson.colours) <= set(PURPLE_SET.colours)
    assert lesson_of_turn(spread_of(picture(room(8))), seen) is None
