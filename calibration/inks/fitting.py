"""Fitting the inks of one set under one light to faces whose colours are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import erfc, sqrt

import numpy as np

from assistant.tiles import Colour, Palette
from calibration.inks.lesson import Lesson
from vision.reading.inks import Inks, Lamp, any_inks, features, scaled, usual_inks
from vision.reading.lamps import CONTRASTS, LAMP_SCALES, gains, lamp_prior, tints_of
from vision.reading.prints import Floats

USUAL_FACES = 8.0
"""The usual spread within a picture counts as so many faces beside those of the lessons."""
DRIFT = np.diag([0.012, 0.012, 0.012, 0.05]) ** 2
"""How far the inks of a learned set may still be off: another picture of it has other colours in
sight, so that its brightness is scaled differently, and other shade."""
FARTHEST = 10.0
"""Learned inks stay within so many deviations of the usual ones, whatever they were taught."""
TINT_RED = np.linspace(-0.9, 1.2, 8)
TINT_BLUE = np.linspace(-2.4, 0.9, 12)
"""Log gains that are tried: farther than for reading, since known colours bear witness."""
SCALE_SPREAD = 0.5
"""Standard deviation of the log scale of a lesson's light."""
FINER = (0.15, 0.1, 0.05, 0.025, 0.0)
"""Steps in which the lamp's tint is narrowed down, in log gain."""
CLOSE = 0.01
"""Two inks are close when so many of their faces would be mistaken for the other."""


def usual(palette: Palette, cubes: bool = False) -> Inks:
    """The usual inks of an edition; of cubes any, since nobody has measured theirs."""
    known = any_inks() if cubes else usual_inks()
    return next(inks for inks in known if inks.palette == palette)


def fit_inks(lessons: Sequence[Lesson], palette: Palette) -> Inks:
    """The inks of this set as the lessons show them, and the lamp of the last one."""
    start = usual(palette, any(lesson.cubes for lesson in lessons))
    # One lesson is its own measure; several differ in how bright their brightest print is.
    scales = LAMP_SCALES if len(lessons) > 1 else (0.0,)
    inks, lamps = start, [_lamp_of(lesson, start, scales) for lesson in lessons]
    for _ in range(2):
        # The second time every lamp is judged by what all lessons say about the inks.
        inks = _follow(lessons, lamps, start)
        lamps = [_lamp_of(lesson, inks, scales) for lesson in lessons]
    inks = _follow(lessons, lamps, start)
    return replace(inks, lamp=lamps[-1][0]) if lamps else start


def close_pairs(inks: Inks) -> tuple[tuple[Colour, Colour, float], ...]:
    """Pairs that this light brings together, closest first, and the share of faces mistaken."""
    found = []
    for one, other in combinations(range(len(inks.palette.colours)), 2):
        off = inks.means[one] - inks.means[other]
        spread = (inks.within[one] + inks.within[other]) / 2
        away = sqrt(float(off @ np.linalg.solve(spread, off)))
        mistaken = erfc(away / 2 / sqrt(2)) / 2
        if mistaken > CLOSE:
            found.append((inks.palette.colours[one], inks.palette.colours[other], mistaken))
    return tuple(sorted(found, key=lambda pair: -pair[2]))


def lamps_to_try(black: Floats) -> tuple[Floats, Floats, Floats]:
    """Tints (T, 3), contrasts (T,) and their log prior (T,), coarsely over all that lamps do."""
    blue, red = tints_of(TINT_BLUE, TINT_RED)
    tints = gains(blue, red)
    priors = [lamp_prior(blue, red, contrast, black, None) for contrast in CONTRASTS]
    return (
        np.tile(tints, (len(CONTRASTS), 1)),
        np.repeat(CONTRASTS, len(tints)),
        np.concatenate(priors),
    )


def _rows(lesson: Lesson, palette: Palette) -> list[list[int]]:
    """For each ink of the palette, the faces that have it."""
    return [[k for k, c in enumerate(lesson.colours) if c is colour] for colour in palette.colours]


_Lit = tuple[Lamp, float]
"""A lamp, and the log scale of a lesson's light against the other lessons."""


def _lamp_of(lesson: Lesson, inks: Inks, scales: tuple[float, ...]) -> _Lit:
    """The light under which the known faces are best explained by the inks."""
    rows = _rows(lesson, inks.palette)
    blue, red = tints_of(TINT_BLUE, TINT_RED)
    near_blue, near_red = tints_of((-1, 0, 1), (-1, 0, 1))
    contrasts: tuple[float, ...] = CONTRASTS
    for finer in FINER:
        tints = gains(blue, red)
        worth = [
            _explained(lesson, rows, tints, contrast, scale, inks)
            + lamp_prior(blue, red, contrast, lesson.light.black, None)
            - (scale / SCALE_SPREAD) ** 2 / 2
            for contrast in contrasts
            for scale in scales
        ]
        which, best = np.unravel_index(int(np.argmax(worth)), np.shape(worth))
        contrasts = (contrasts[which // len(scales)],)
        scales = (scales[which % len(scales)],)
        found = Lamp(float(blue[best]), float(red[best]), contrasts[0], lesson.light.black)
        red, blue = red[best] + finer * near_red, blue[best] + finer * near_blue
    return found, scales[0]


def _explained(
    lesson: Lesson,
    rows: list[list[int]],
    tints: Floats,
    contrast: float,
    scale: float,
    inks: Inks,
) -> Floats:
    """(T,) log density of the lesson under each tint: every ink is one witness, by its mean."""
    seen = features(lesson.light.inks, tints[:, None], contrast) + scaled(scale)
    total = np.zeros(len(tints))
    for k, faces in enumerate(rows):
        if faces:
            spread = inks.between[k] + inks.within[k] / len(faces)
            off = seen[:, faces].mean(axis=1) - inks.means[k]
            total -= 0.5 * np.einsum("ti,ij,tj->t", off, np.linalg.inv(spread), off)
    return total


def _follow(lessons: Sequence[Lesson], lamps: Sequence[_Lit], start: Inks) -> Inks:
    """The usual inks drawn towards the faces of all lessons."""
    means, between, within = start.means.copy(), start.between.copy(), start.within.copy()
    seen = [_seen(lesson, lamp) for lesson, lamp in zip(lessons, lamps, strict=True)]
    rows = [_rows(lesson, start.palette) for lesson in lessons]
    for k in range(len(means)):
        parts = [one[row[k]] for one, row in zip(seen, rows, strict=True) if row[k]]
        if not parts:
            continue
        faces = np.concatenate(parts)
        off = np.concatenate([part - part.mean(axis=0) for part in parts])
        within[k] = (USUAL_FACES * within[k] + off.T @ off) / (
            USUAL_FACES + len(faces) - len(parts)
        )
        prior, own = np.linalg.inv(between[k]), np.linalg.inv(within[k])
        after = np.linalg.inv(prior + len(faces) * own)
        fitted = after @ (prior @ means[k] + own @ faces.sum(axis=0))
        means[k] = _bounded(fitted, means[k], between[k])
        between[k] = after + DRIFT
    return Inks(start.palette, means, between, within)


def _seen(lesson: Lesson, lit: _Lit) -> Floats:
    lamp, scale = lit
    tint = np.exp([lamp.blue, 0.0, lamp.red])
    return features(lesson.light.inks, tint, lamp.contrast) + scaled(scale)


def _bounded(fitted: Floats, usual_mean: Floats, between: Floats) -> Floats:
    """The fitted mean, not farther from the usual one than sets are known to differ."""
    off = fitted - usual_mean
    away = sqrt(float(off @ np.linalg.solve(between, off)))
    return np.asarray(usual_mean + off * min(1.0, FARTHEST / max(away, 1e-9)), np.float64)
