"""Which lamps may have lit a picture: tint, contrast and brightness, by the inks that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.reading.inks import BRIGHTNESS, STRANGE, Inks, Lamp, whitened
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


@dataclass(frozen=True, slots=True)
class Lamps:
    """Lamps that may have lit a picture, one row each."""

    blue: Floats
    red: Floats
    """(L,) log gains against green."""
    contrast: Floats
    scale: Floats

    def __len__(self) -> int:
        return len(self.blue)

    def guess(self, row: int) -> LampGuess:
        """One of them as faces are told under it."""
        tint = gains(self.blue[row], self.red[row])
        return tint, float(self.contrast[row]), float(self.scale[row])


def every_lamp(
    tints: tuple[Floats, Floats], contrasts: Sequence[float], scales: Sequence[float] = (0.0,)
) -> Lamps:
    """All tints with all contrasts and scales."""
    blue, red = tints
    times, each = len(contrasts) * len(scales), len(scales) * len(blue)
    return Lamps(
        np.tile(blue, times),
        np.tile(red, times),
        np.repeat(contrasts, each),
        np.tile(np.repeat(scales, len(blue)), len(contrasts)),
    )


def likely_lamps(light: PrintLight, editions: Sequence[Inks]) -> list[tuple[Inks, LampGuess]]:
    """The lamps that explain the faces best under each edition: a coarse grid, then finer."""
    few = slice(None, None, max(1, -(-len(light.inks) // TINT_FACES)))
    some = scuffed(light, few)
    unknown = [inks for inks in editions if inks.lamp is None]
    lamps = every_lamp(coarse_tints(), (1.0,))
    by_any_lamp = iter(lamps_worth(some, light.black, lamps, unknown))
    found = []
    for inks in editions:
        if inks.lamp is None:
            coarse, worth = lamps, next(by_any_lamp)
        else:
            blue, red = coarse_tints()
            tints = np.append(blue, inks.lamp.blue), np.append(red, inks.lamp.red)
            coarse = every_lamp(tints, (inks.lamp.contrast,), LAMP_SCALES)
            worth = lamps_worth(some, light.black, coarse, [inks])[0]
        found += [(inks, coarse, row) for row in _rivals(worth, coarse)]
    return _refined(some, light.black, found)


def _rivals(worth: Floats, lamps: Lamps) -> list[int]:
    """The likeliest lamp, and the likeliest of those far from it where it comes near."""
    best = int(worth.argmax())
    blue, red = lamps.blue, lamps.red
    far = np.hypot(blue - blue[best], red - red[best]) > RIVAL_APART
    rival = int(np.where(far, worth, -np.inf).argmax())
    return [best, rival] if worth[rival] > worth[best] - RIVAL_WITHIN else [best]


def _refined(
    some: Floats, black: Floats, found: Sequence[tuple[Inks, Lamps, int]]
) -> list[tuple[Inks, LampGuess]]:
    """The best lamp around each of those that were found, of any contrast."""
    near_blue, near_red = _near_tints()
    best = list(found)
    for step, contrasts in ((0.1, CONTRASTS), (0.05, ())):
        around = []
        for inks, lamps, row in best:
            own = (lamps.contrast[row],) if not contrasts or inks.lamp is not None else ()
            tints = lamps.blue[row] + step * near_blue, lamps.red[row] + step * near_red
            around.append(every_lamp(tints, (*own, *contrasts), (lamps.scale[row],)))
        worth = _worth_of_each(some, black, [one[0] for one in best], around)
        best = [
            (one[0], lamps, int(each.argmax()))
            for one, lamps, each in zip(best, around, worth, strict=True)
        ]
    return [(inks, lamps.guess(row)) for inks, lamps, row in best]


def lamps_worth(some: Floats, black: Floats, lamps: Lamps, editions: Sequence[Inks]) -> Floats:
    """(editions, lamps) log odds of lamps by some faces (N, K, 3).

    Under the inks of each edition by itself. In single precision: differences between lamps are far
    larger than its noise.
    """
    if not len(editions):
        return np.zeros((0, len(lamps)))
    return _worth_by(_seen_under(some, lamps), black, lamps, editions)


def _worth_of_each(
    some: Floats, black: Floats, inks: Sequence[Inks], lamps: Sequence[Lamps]
) -> list[Floats]:
    """(lamps,) the same of lamps under inks of their own each."""
    names = Lamps.__slots__
    every = Lamps(*(np.concatenate([getattr(one, name) for one in lamps]) for name in names))
    seen = _seen_under(some, every)
    ends = np.cumsum([len(one) for one in lamps]).tolist()
    return [
        _worth_by(seen[:, end - len(own) : end], black, own, [of])[0]
        for of, own, end in zip(inks, lamps, ends, strict=True)
    ]


def _worth_by(
    seen: NDArray[np.float32], black: Floats, lamps: Lamps, editions: Sequence[Inks]
) -> Floats:
    """(editions, lamps) the same by what is seen of the faces, (4, lamps, K, N)."""
    shares, faces = seen.shape[2:]
    explained = np.empty((len(editions), len(lamps)), np.float32)
    part = max(1, TOGETHER // max(len(editions) * shares * faces, 1))
    for first in range(0, len(lamps), part):
        some = slice(first, first + part)
        explained[:, some] = _explained(seen[:, some], editions)
    prior = [lamp_prior(lamps.blue, lamps.red, lamps.contrast, black, one.lamp) for one in editions]
    return np.asarray(min(1.0, TINT_VOICES / max(faces, 1)) * explained + prior, np.float64)


def _seen_under(some: Floats, lamps: Lamps) -> NDArray[np.float32]:
    """(4, lamps, K, N) `features` of faces (N, K, 3) under all of these lamps.

    One plane a feature: channels beside each other are reckoned slowly.
    """
    light = np.ascontiguousarray(some.transpose(2, 1, 0), np.float32)
    tints = np.ascontiguousarray(gains(lamps.blue, lamps.red).T, np.float32)
    white = light[:, None] / tints[..., None, None]
    np.maximum(white, np.float32(DARKEST), out=white)
    if (lamps.contrast != 1.0).any():
        np.power(white, (1 / lamps.contrast.astype(np.float32))[:, None, None], out=white)
    total = white[0] + white[1] + white[2]
    seen = np.empty((4, *total.shape), np.float32)
    np.divide(white, total, out=seen[:3])
    np.sqrt(seen[:3], out=seen[:3])
    np.multiply(np.log(total, out=total), np.float32(BRIGHTNESS), out=seen[3])
    seen[3] += (BRIGHTNESS * lamps.scale).astype(np.float32)[:, None, None]
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
