"""Which lamps may have lit a picture: tint, contrast and brightness, by the inks that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.reading.inks import BRIGHTNESS, STRANGE, Inks, Lamp, scaled, whitened
from vision.reading.print_light import DARKEST, SCUFF_PRIOR, PrintLight, scuffed
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


@cache
def coarse_tints() -> tuple[Floats, Floats]:
    """Log gains of blue and red of the lamps that are weighed first, each (T,)."""
    return tints_of(TINT_BLUE, TINT_RED)


@cache
def _near_tints() -> tuple[Floats, Floats]:
    """Steps of blue and red from a tint to those around it, and to itself."""
    return tints_of((-1, 0, 1), (-1, 0, 1))


def tints_of(blues: ArrayLike, reds: ArrayLike) -> tuple[Floats, Floats]:
    """Every log gain of blue with every one of red, each (T,)."""
    red, blue = np.meshgrid(reds, blues)
    return np.asarray(blue.ravel(), np.float64), np.asarray(red.ravel(), np.float64)


def gains(blue: ArrayLike, red: ArrayLike) -> Floats:
    """(..., 3) what lamps of these log gains leave of blue, green and red."""
    return np.asarray(np.exp(np.stack([blue, np.zeros_like(red), red], axis=-1)), np.float64)


def likely_lamps(light: PrintLight, editions: Sequence[Inks]) -> list[tuple[Inks, LampGuess]]:
    """The lamps that explain the faces best under each edition: a coarse grid, then finer."""
    few = slice(None, None, max(1, -(-len(light.inks) // TINT_FACES)))
    some = scuffed(light, few)
    tints = coarse_tints()
    unknown = [inks for inks in editions if inks.lamp is None]
    by_any_lamp = iter(lamps_worth(some, light.black, tints, (1.0,), (0.0,), unknown))
    found = []
    for inks in editions:
        blue, red = tints
        scales: tuple[float, ...] = (0.0,)
        if inks.lamp is None:
            worth = next(by_any_lamp)
        else:
            scales = LAMP_SCALES
            blue, red = np.append(blue, inks.lamp.blue), np.append(red, inks.lamp.red)
            contrasts = (inks.lamp.contrast,)
            worth = lamps_worth(some, light.black, (blue, red), contrasts, scales, [inks])[0]
        for lamp in _rivals(worth.max(axis=(0, 1)), blue, red):
            scale = scales[int(worth[0, :, lamp].argmax())]
            guess = _refined(some, light.black, (blue[lamp], red[lamp]), scale, inks)
            found.append((inks, guess))
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
    near_blue, near_red = _near_tints()
    for step in (0.1, 0.05):
        blue, red = tint[0] + step * near_blue, tint[1] + step * near_red
        worth = lamps_worth(some, black, (blue, red), contrasts, (scale,), [inks])[0]
        by_contrast, _, best = np.unravel_index(int(np.argmax(worth)), worth.shape)
        contrasts, tint = (contrasts[by_contrast],), (float(blue[best]), float(red[best]))
    return gains(*tint), contrasts[0], scale


def lamps_worth(
    some: Floats,
    black: Floats,
    tints: tuple[Floats, Floats],
    contrasts: tuple[float, ...],
    scales: tuple[float, ...],
    editions: Sequence[Inks],
) -> Floats:
    """(editions, contrasts, scales, tints) log odds of lamps by some faces (N, K, 3).

    Under the inks of each edition by itself. In single precision: differences between lamps are far
    larger than its noise.
    """
    if not len(editions):
        return np.zeros((0, len(contrasts), len(scales), len(tints[0])))
    blue, red = tints
    prior = np.stack(
        [lamp_prior(blue, red, np.array(contrasts)[:, None], black, one.lamp) for one in editions]
    )
    seen = _seen_under(some, gains(blue, red), contrasts, scales)
    lamps = seen.reshape(len(seen), -1, *seen.shape[-2:])
    explained = np.empty((len(editions), lamps.shape[1]), np.float32)
    part = max(1, TOGETHER // (len(editions) * some.shape[0] * some.shape[1]))
    for first in range(0, lamps.shape[1], part):
        some_lamps = slice(first, first + part)
        explained[:, some_lamps] = _explained(lamps[:, some_lamps], editions)
    say = min(1.0, TINT_VOICES / max(len(some), 1))
    shape = (len(editions), *seen.shape[1:4])
    return np.asarray(say * explained.reshape(shape) + prior[:, :, None], np.float64)


def _seen_under(
    some: Floats, tints: Floats, contrasts: tuple[float, ...], scales: tuple[float, ...]
) -> NDArray[np.float32]:
    """(4, contrasts, scales, tints, K, N) `features` of faces (N, K, 3) under all of these lamps.

    One plane a feature: channels beside each other are reckoned slowly.
    """
    light = np.ascontiguousarray(some.transpose(2, 1, 0), np.float32)
    white = light[:, None] / tints.T.astype(np.float32)[..., None, None]
    np.maximum(white, np.float32(DARKEST), out=white)
    white = white[:, None]
    if contrasts != (1.0,):
        white = white ** (1 / np.array(contrasts, np.float32))[:, None, None, None]
    total = white[0] + white[1] + white[2]
    seen = np.empty((4, len(contrasts), len(scales), *white.shape[2:]), np.float32)
    np.sqrt(white / total, out=white)
    seen[:3] = white[:, :, None]
    brighter = np.array([scaled(scale)[3] for scale in scales], np.float32)
    np.multiply(np.log(total, out=total), np.float32(BRIGHTNESS), out=total)
    np.add(total[:, None], brighter[:, None, None, None], out=seen[3])
    return seen


def _explained(seen: NDArray[np.float32], editions: Sequence[Inks]) -> NDArray[np.float32]:
    """(editions, lamps) log density of all faces by what is seen of them, (4, lamps, K, N)."""
    across, home, sharp = _whitened(tuple(editions))
    # One column a face, since sums along columns are the quick ones.
    off = across @ seen.reshape(len(seen), -1)
    off -= home
    off *= off
    density = off.reshape(len(sharp), len(seen), -1).sum(axis=1)
    density *= -0.5
    density += sharp
    # None is so large that its exponential would be no number.
    weights = np.exp(density, out=density).reshape(len(editions), -1, *seen.shape[1:]).sum(axis=1)
    if seen.shape[2] > 1:
        weights *= np.exp(SCUFF_PRIOR).astype(np.float32)[:, None]
    by_face = weights.sum(axis=2)
    by_face += np.float32(STRANGE)
    return np.asarray(np.log(by_face, out=by_face).sum(axis=2))


@lru_cache(INKS_KEPT)
def _whitened(editions: tuple[Inks, ...]) -> tuple[NDArray[np.float32], ...]:
    """`whitened` inks of any set of some editions, one row a feature, in single precision."""
    told = [whitened(inks.means, inks.between + inks.within) for inks in editions]
    across, home, sharp = (np.concatenate(each, axis=-1) for each in zip(*told, strict=True))
    rows = across.T, home[:, None], sharp[:, None]
    return tuple(np.ascontiguousarray(one, np.float32) for one in rows)


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
