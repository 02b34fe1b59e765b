"""Profiles to test with, learned from lessons under made-up lamps."""

import numpy as np

from assistant.tiles import PURPLE_SET
from calibration.inks.fitting import close_pairs, fit_inks, usual
from calibration.inks.lesson import Lesson
from calibration.inks.profile import (
    Profile,
)
from vision.reading.print_light import PrintLight

WARM = (-1.4, 0.5)

COOL = (0.4, -0.4)


def lit(palette, lamp, seed=0, copies=2):
    """A lesson of every colour under a lamp of these log gains of blue and red."""
    rng = np.random.default_rng(seed)
    inks = usual(palette)
    tint = np.exp([lamp[0], 0.0, lamp[1]])
    rows = np.tile(np.arange(6), copies)
    share = inks.means[rows, :3] ** 2
    total = np.exp(inks.means[rows, 3] / 0.2)[:, None]
    light = share / share.sum(axis=1, keepdims=True) * total * tint
    light *= np.exp(rng.normal(0, 0.02, light.shape))
    light /= light.max()
    black = np.clip([lamp[0], 0.0, lamp[1]], -1.2, 1.2)
    return Lesson(PrintLight(light, black), tuple(palette.colours[k] for k in rows))


def a_profile(name="Kitchen", palette=PURPLE_SET, lamp=WARM, camera="desk cam"):
    lesson = lit(palette, lamp)
    inks = fit_inks([lesson], palette)
    return Profile(name, inks, camera, close_pairs(inks), (lesson,))
