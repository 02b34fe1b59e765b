"""Learning a set: a profile from layouts and accepted turns, used only where it reads no worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from assistant.tiles import Colour, Palette
from calibration.inks.fitting import close_pairs, fit_inks
from calibration.inks.layout import Layout
from calibration.inks.lesson import Lesson, Mark, Spread, mark
from calibration.inks.profile import MOST_LESSONS, Profile
from vision.observation import Observation
from vision.reading.print_light import PrintLight

HALVED = 12
"""A lesson of so many faces is also examined by halves: one teaches, the other is read."""
NEAR = 0.4
"""A face is the one an observation speaks of within this share of a tile."""


UNREAD = Mark()


class Outcome(Enum):
    """What became of an attempt to learn."""

    LEARNED = "learned"
    NO_BETTER = "no_better"
    """The usual inks read these pictures better or as well; they stay."""
    TOO_LITTLE = "too_little"
    """Not enough colours have been seen."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The outcome, with what both ways of reading made of the same pictures."""

    outcome: Outcome
    profile: Profile | None = None
    before: Mark = UNREAD
    after: Mark = UNREAD
    missing: tuple[Colour, ...] = ()
    """Colours that no lesson showed, where that is why."""


def learn(
    name: str,
    lessons: Sequence[Lesson],
    palette: Palette,
    camera: str = "",
    last_turns: Sequence[Lesson] = (),
) -> Learned:
    """A profile from these lessons, if with it neither they nor the last turns are read worse."""
    kept = tuple(lessons)[-MOST_LESSONS:]
    seen = {colour for lesson in kept for colour in lesson.colours}
    missing = tuple(colour for colour in palette.colours if colour not in seen)
    if missing:
        return Learned(Outcome.TOO_LITTLE, missing=missing)
    inks = fit_inks(kept, palette)
    profile = Profile(name, inks, camera, close_pairs(inks), kept)
    examined = [*kept, *last_turns]
    before = [mark(lesson, palette) for lesson in examined]
    after = [mark(lesson, palette, inks) for lesson in examined]
    halves = [_by_halves(lesson, palette) for lesson in kept if len(lesson) >= HALVED]
    before += [half[0] for half in halves]
    after += [half[1] for half in halves]
    sums = sum(before, Mark()), sum(after, Mark())
    fair = all(a.wrong <= b.wrong for a, b in zip(after, before, strict=True))
    if not (fair and sums[1].is_no_worse_than(sums[0])):
        return Learned(Outcome.NO_BETTER, None, *sums)
    return Learned(Outcome.LEARNED, profile, *sums)


def learn_layout(
    name: str,
    layout: Layout,
    camera: str = "",
    last_turns: Sequence[Lesson] = (),
) -> Learned:
    """A profile from one layout; one with mistakes teaches nothing."""
    if layout.lesson is None:
        return Learned(Outcome.TOO_LITTLE, missing=layout.palette.colours)
    return learn(name, (layout.lesson,), layout.palette, camera, last_turns)


def learn_more(profile: Profile, lesson: Lesson, last_turns: Sequence[Lesson] = ()) -> Learned:
    """The profile with one more lesson; the oldest goes when there are too many."""
    learned = learn(
        profile.name,
        (*profile.lessons, lesson),
        profile.inks.palette,
        profile.camera,
        last_turns,
    )
    if learned.profile is None:
        return learned
    return replace(learned, profile=replace(learned.profile, edition=profile.edition + 1))


def lesson_of_turn(spread: Spread, accepted: Observation) -> Lesson | None:
    """What an accepted table teaches: the faces of its picture with the tiles people agreed on.

    The observation is one whose likeliest tiles are what the game says lies there.
    """
    edge = accepted.tile_px
    rows, colours = [], []
    for row, (x, y) in enumerate(spread.centres_px):
        for sighting in accepted.sightings:
            off = max(abs(sighting.centre_px[0] - x), abs(sighting.centre_px[1] - y))
            if off < NEAR * edge:
                rows.append(row)
                colours.append(sighting.tile.colour)
                break
    if not rows:
        return None
    light = PrintLight(spread.light.inks[rows], spread.light.black)
    return Lesson(light, tuple(colours), spread.cubes)


def _by_halves(lesson: Lesson, palette: Palette) -> tuple[Mark, Mark]:
    """How each half of a lesson is read by the usual inks and by those the other half teaches."""
    before, after = Mark(), Mark()
    order = sorted(range(len(lesson)), key=lambda row: lesson.colours[row].value)
    for taught, read in ((order[::2], order[1::2]), (order[1::2], order[::2])):
        inks = fit_inks((lesson.subset(taught),), palette)
        before += mark(lesson.subset(read), palette)
        after += mark(lesson.subset(read), palette, inks)
    return before, after
