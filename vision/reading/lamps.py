"""Which lamps may have lit a picture: tint, contrast and brightness, by the inks that it shows."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.reading.inks import STRANGE, Inks, Lamp, features, scaled, whitened
from vision.reading.print_light import SCUFF_PRIOR, PrintLight, scuffed
from vision.reading.prints import Floats

LAMP_STAYS = 0.9
"""Share of pictures that are taken in the very light in which a set was learned."""
LAMP_SPREAD = 0.08
"""How far that light's log gains drift by themselves, as with the hour or the white balance."""
LAMP_SCALES = (0.2, 0.0, -0.2, -0.4, -0.6, -0.8, -1.0, -1.3, -1.6)
"""Log brightness of a picture's faces against those a set was learned from: its brightest prints
are one in every picture, and a table of blue tiles has none as bright as yellow."""
TINT_RED = np.linspace(-0.9, 0.75, 9)
TINT_BLUE = np.linspace(-1.75, 0.5, 11)
"""Log gain of red and blue against green that a lamp may leave in a picture: candles leave blue
0.2 of green."""
BLACK_SPREAD = 0.35
"""How far the tiles' black may be from the lamp's tint, in log gain: black is rarely neutral."""
CONTRASTS = (0.8, 1.0, 1.35, 1.8)
"""Exponents by which cameras and their software steepen or flatten the light."""
CONTRAST_SPREAD = 0.35
"""Standard deviation of their logarithm."""
TINT_FACES = 24
"""As many faces are asked for the tint; more do not make it better."""
TINT_VOICES = 6.0
"""All faces together speak as this many: faces of one ink are not independent witnesses."""
RIVAL_APART, RIVAL_WITHIN = 0.4, 3.0
"""A second lamp is tried where it is so far from the likeliest, in log gain, and at most so much
less likely face by face: only together do faces tell that one ink is not two."""
TINT_SPREAD = 0.5
"""Standard deviation of those log gains along the warm to cool line, by simulated rooms."""
TINT_GREEN_SPREAD = 0.17
"""The same across that line."""
TOGETHER = 2048
"""So many features are weighed in one go: they stay in the processor's cache, and the product is
too small to be shared among threads, which wait for work by counting, after it too: a third of the
processor time of a picture of loose pieces was theirs."""
INKS_KEPT = 16
"""So many inks are kept as lamps are weighed by them: both editions, worn or not, and learned
ones."""
LampGuess = tuple[Floats, float, float]
"""Tint (3,), contrast and log scale of a lamp that may have lit a picture."""


def tints_of(blues: ArrayLike, reds: ArrayLike) -> tuple[Floats, Floats]:
    """Every log gain of blue with every one of red, each (T,)."""
    red, blue = np.meshgrid(reds, blues)
    return np.asarray(blue.ravel(), np.float64), np.asarray(red.ravel(), np.float64)


def gains(blue: ArrayLike, red: ArrayLike) -> Floats:
    """(..., 3) what lamps of these log gains leave of blue, green and red."""
    return np.asarray(np.exp(np.stack([blue, np.zeros_like(red), red], axis=-1)), np.float64)


def likely_lamps(light: PrintLight, inks: Inks) -> list[LampGuess]:
    """The lamps that explain the faces best, one by one: a coarse grid, then finer around each."""
    few = slice(None, None, max(1, -(-len(light.inks) // TINT_FACES)))
    some = scuffed(light, few)
    blue, red = tints_of(TINT_BLUE, TINT_RED)
    contrasts: tuple[float, ...] = (1.0,)
    scales: tuple[float, ...] = (0.0,)
    if inks.lamp is not None:
        contrasts, scales = (inks.lamp.contrast,), LAMP_SCALES
        red, blue = np.append(red, inks.lamp.red), np.append(blue, inks.lamp.blue)
    worth = lamps_worth(some, light.black, (blue, red), contrasts, scales, inks)
    found = []
    for lamp in _rivals(worth.max(axis=(0, 1)), blue, red):
        scale = scales[int(worth[0, :, lamp].argmax())]
        found.append(_refined(some, light.black, (blue[lamp], red[lamp]), scale, inks))
    return found


def _rivals(worth: Floats, blue: Floats, red: Floats) -> list[int]:
    """The likeliest lamp, and the likeliest of those far from it where it comes near."""
    best = int(worth.argmax())
    far = np.hypot(blue - blue[best], red - red[best]) > RIVAL_APART
    rival = int(np.where(far, worth, -np.inf).argmax())
    return [best, rival] if worth[rival] > worth[best] - RIVAL_WITHIN else [best]


def _refined(
    some: Floats, black: Floats, tint: tuple[float, float], scale: float, inks: Inks
) -> LampGuess:
    """The best lamp around a log tint of blue and red, of any contrast."""
    contrasts: tuple[float, ...] = CONTRASTS
    if inks.lamp is not None:
        contrasts = (inks.lamp.contrast, *CONTRASTS)
    near_blue, near_red = tints_of((-1, 0, 1), (-1, 0, 1))
    for step in (0.1, 0.05):
        blue, red = tint[0] + step * near_blue, tint[1] + step * near_red
        worth = lamps_worth(some, black, (blue, red), contrasts, (scale,), inks)
        by_contrast, _, best = np.unravel_index(int(np.argmax(worth)), worth.shape)
        contrasts, tint = (contrasts[by_contrast],), (float(blue[best]), float(red[best]))
    return gains(*tint), contrasts[0], scale


def lamps_worth(
    some: Floats,
    black: Floats,
    tints: tuple[Floats, Floats],
    contrasts: tuple[float, ...],
    scales: tuple[float, ...],
    inks: Inks,
) -> Floats:
    """(contrasts, scales, tints) log odds of lamps by some faces (N, K, 3), each by itself."""
    blue, red = tints
    prior = lamp_prior(blue, red, np.array(contrasts)[:, None], black, inks.lamp)
    weights = _ink_weights(some, gains(blue, red), contrasts, scales, inks).sum(axis=0)
    explained = np.log(weights + np.float32(STRANGE)).sum(axis=3)
    say = min(1.0, TINT_VOICES / max(len(some), 1))
    return np.asarray(say * explained + prior[:, None], np.float64)


def _ink_weights(
    inks_light: Floats,
    tints: Floats,
    contrasts: tuple[float, ...],
    scales: tuple[float, ...],
    inks: Inks,
) -> NDArray[np.float32]:
    """(inks, contrasts, scales, tints, N) density of faces (N, K, 3) under every lamp and ink.

    In single precision: differences between lamps are far larger than its noise.
    """
    some = inks_light.astype(np.float32)
    # Contrasts, scales, tints, faces, shares of their veils, features.
    lights = tints.astype(np.float32)[None, None, :, None, None]
    powers = np.reshape(np.array(contrasts, np.float32), (-1, 1, 1, 1, 1, 1))
    brighter = np.array([scaled(scale) for scale in scales], np.float32)[:, None, None, None]
    seen = features(some, lights, powers) + brighter
    across, home, sharp = _whitened(inks)
    shares = np.exp(SCUFF_PRIOR) if some.shape[1] > 1 else np.ones(1)
    flat = seen.reshape(-1, *seen.shape[4:])
    each = np.empty((len(sharp), len(flat)), np.float32)
    part = max(1, TOGETHER // len(shares))
    for first in range(0, len(flat), part):
        lit = flat[first : first + part]
        # One column a face, since sums along columns are the quick ones.
        off = across.T @ lit.reshape(-1, lit.shape[-1]).T
        off -= home[:, None]
        off *= off
        density = off.reshape(len(sharp), lit.shape[-1], -1).sum(axis=1)
        density *= -0.5
        density += sharp[:, None]
        # None is so large that its exponential would be no number.
        weights = np.exp(density, out=density).reshape(len(sharp), -1, len(shares))
        each[:, first : first + part] = weights @ shares.astype(np.float32)
    return each.reshape(len(sharp), *seen.shape[:4])


@lru_cache(INKS_KEPT)
def _whitened(inks: Inks) -> tuple[NDArray[np.float32], ...]:
    """`whitened` inks of any set of an edition, in single precision."""
    told = whitened(inks.means, inks.between + inks.within)
    return tuple(one.astype(np.float32) for one in told)


def lamp_prior(
    blue: Floats, red: Floats, contrast: float | Floats, black: Floats, lamp: Lamp | None
) -> Floats:
    """Log prior of tints with a contrast: the lamp that was learned in, or any lamp."""
    warm, green = (red - blue) / np.sqrt(2), (red + blue) / np.sqrt(2)
    cost = ((warm / TINT_SPREAD) ** 2 + (green / TINT_GREEN_SPREAD) ** 2) / 2
    away = (blue - black[0]) ** 2 + (red - black[2]) ** 2
    cost = cost + away / BLACK_SPREAD**2 / 2 + (np.log(contrast) / CONTRAST_SPREAD) ** 2 / 2
    if lamp is None:
        return np.asarray(-cost, np.float64)
    # Both as densities over tints, so that they can be mixed.
    usual = -cost - np.log(TINT_SPREAD * TINT_GREEN_SPREAD)
    near = ((blue - lamp.blue) ** 2 + (red - lamp.red) ** 2) / LAMP_SPREAD**2 / 2
    near = near + (np.log(contrast / lamp.contrast) / LAMP_SPREAD) ** 2 / 2
    same = -near - 2 * np.log(LAMP_SPREAD)
    mixed = np.logaddexp(np.log(1 - LAMP_STAYS) + usual, np.log(LAMP_STAYS) + same)
    return np.asarray(mixed, np.float64)
