"""Telling the colours of all faces of a picture together, whatever the light.

The light tints every print alike and a set's inks are the same on every tile, so the faces are
judged jointly: which tint, and which inks near the usual ones, explain all of them best? A red and
an orange that no fixed threshold could part are then told apart by each other.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Palette
from vision.pictures.load import PictureBgr
from vision.reading.medians import median, medians
from vision.reading.prints import FACE_PX, REACH, Floats, brightest_channel

INKS_FILE = Path(__file__).with_name("inks.json")
"""Fitted on the simulated table by `vision.training.learn_inks`."""
PRINT_RADIUS = 0.43
"""The print lies within this many tile edges of the face's centre."""
BLACK_SHARE = 0.7
"""Share of the tile's black that is taken off as stray light."""
BARE_BLACK = 0.25
"""Of a picture's faces so many have no veil of glare or dust: what is brighter in a face's black
lies over its print as well, and all of it is taken off."""
GLARE = 2.0
"""A face whose black is brighter than so many times the others' lies under a mirrored lamp: all of
what is above that lies over its print as well, or a red becomes a sure orange."""
GLARE_TINT = 3.0
"""A mirrored lamp is no stronger than so many times in one channel than in another."""
SCUFFS = np.array([0.7, 1.0, 1.3, 1.6])
SCUFF_PRIOR = np.log([0.25, 0.35, 0.25, 0.15])
"""Paint takes less dust and scratches than the black around it, or as much: on real tiles that
years in a bag made grey, such shares. Which one is found together with the colour."""
WORN = np.diag([0.05, 0.05, 0.05, 0.03]) ** 2
"""What dust adds to how the tiles of one picture differ, in `features`."""
CORE, GROUND = 0.15, (0.36, 0.43)
"""The print of every shape and printing covers so much around the centre, and leaves most of this
square ring around it black, in tile edges."""
GREY_BLACK, GREY_FEW = 0.36, 12
"""Level of the black against the print of half the faces from which on dust lies over all of them:
0.25 at most on photographs of tables, 0.38 and more where years in a bag made tiles grey. More
faces than so many tell their inks in spite of it."""
DARK_BLACK = 0.08
"""And no bare black is brighter than this against the bright prints, in linear light."""
DARKEST = 2e-3
"""Floor of linear light against the picture's bright prints: below it is noise."""
BRIGHTNESS = 0.2
"""What one unit of log brightness is worth against the channels' shares."""
STRANGE = 1e-6
"""Prior weight of a face whose colour no ink explains, so that one such bends nothing."""
LAMP_STAYS = 0.9
"""Share of pictures that are taken in the very light in which a set was learned."""
LAMP_SPREAD = 0.08
"""How far that light's log gains drift by themselves, as with the hour or the white balance."""
LAMP_SCALES = (0.2, 0.0, -0.2, -0.4, -0.6, -0.8, -1.0, -1.3, -1.6)
"""Log brightness of a picture's faces against those a set was learned from: its brightest prints
are one in every picture, and a table of blue tiles has none as bright as yellow."""
FEW_FACES, MOST_LAMPS = 8, 48
"""Up to so many faces do not tell the lamp: so many lamps are weighed then, each by all faces
together: on 300 simulated tables a log loss of 6.6, and of 38 where each face votes by itself."""
POOR_FIT = 24.0
"""A face that fits its learned ink worse than this, as one in a hundred does, is asked about."""
FAR_BETTER = 4.0
"""Log odds by which the usual inks must explain a face better before they are believed as much. On
simulated tables it is up to 3 where learned inks are right, and 4 to 10 where they are wrong."""
FIT_LEAST, FIT_SCALE = 3.0, 2.0
"""Log odds against something that is no tile at which a reading is half believed, and over which
it becomes so: a face of a known set has 15 to 30, a home-made or faded one about 0. What fits by
less than 12 is never told as 0.99 sure."""
VEILED_TRUST = 0.6
"""Exponent of what is said of faces under dust or glare: on 60 simulated tables of loose pieces
those called 0.95 sure and more were right in 97.7 %, with it in 98.7 %, as said."""
ROUNDS = 3
"""Rounds in which the inks of this picture follow its faces."""

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

Numbers = NDArray[np.floating[Any]]
"""Of single or double precision."""
LampGuess = tuple[Floats, float, float]
"""Tint (3,), contrast and log scale of a lamp that may have lit a picture."""

_SUMS = np.kron(np.eye(6), np.ones((4, 1)))
"""(24, 6) adds up what belongs to each of six inks."""
_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light in which a set was learned."""

    blue: float
    red: float
    """Log gains against green."""
    contrast: float
    black: Floats
    """(3,) as in `PrintLight`, under this lamp."""


@dataclass(frozen=True, slots=True)
class Inks:
    """The inks of one edition or of one set, as light-free features of `features`."""

    palette: Palette
    means: Floats
    """(6, 4) in the palette's order."""
    between: Floats
    """(6, 4, 4) how sets and cameras differ."""
    within: Floats
    """(6, 4, 4) how the tiles of one picture differ."""
    lamp: Lamp | None = None
    """Where this set was learned in a known light."""


@dataclass(frozen=True, slots=True)
class PrintLight:
    """The light that comes from a picture's faces."""

    inks: Floats
    """(N, 3) linear light of each print, the black's stray light taken off; the brightest prints
    of the picture are one, however dim the room."""
    black: Floats
    """(3,) log of the black's blue, green and red against its green: it shows the lamp's tint."""
    veils: Floats | None = None
    """(N, 3) what glare and dust lay over each face and was taken off, where it was looked for."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a picture's faces."""

    probabilities: Floats
    """(N, 7) over `Colour` in its order; rows sum to one."""
    palette: Palette
    palette_certainty: float
    """Probability of that palette, 0.5 where the faces do not tell."""
    tint: Floats
    """(3,) the light's blue, green and red gain."""
    evidence: float
    """Log density of all faces under that palette's inks: larger where these inks fit."""
    fits: Floats
    """(N,) log odds of each face under its ink against something that is no tile at all."""


def print_light(faces_bgr: PictureBgr, veiled: bool = False) -> PrintLight:
    """The light of all faces of one picture; `veiled` where each may lie under glare or dust."""
    ink, black = _worn_light(faces_bgr) if veiled else _ink_and_black(faces_bgr)
    veils = _veils(ink, black) if veiled else None
    if veils is None:
        glare = _glare(ink, black)
        light = ink - BLACK_SHARE * (black - glare) - glare
    else:
        light = ink - BLACK_SHARE * (black - veils)
    brightest = np.sort(np.maximum(light, 0).max(axis=1))
    full = max(brightest[int(0.9 * (len(light) - 1))], 1e-6) if len(light) else 1.0
    ratio = np.log(np.maximum(black, 1e-5) / np.maximum(black[:, 1:2], 1e-5))
    middle = np.clip(medians(ratio, axis=0), -1.2, 1.2) if len(light) else np.zeros(3)
    inks = np.maximum(light / full, DARKEST)
    return PrintLight(inks, middle, None if veils is None else veils / full)


def _ink_and_black(faces_bgr: PictureBgr) -> tuple[Floats, Floats]:
    """(N, 3) linear light of what is bright and of what is black where a print lies."""
    count, high_px, wide_px = faces_bgr.shape[:3]
    disc = _print_disc()
    pixels = faces_bgr.reshape(count, high_px * wide_px, 3).take(disc, axis=1)
    bright = brightest_channel(pixels).astype(np.float32)
    ranks = (int(0.12 * bright.shape[1]), int(0.9 * bright.shape[1]))
    low, high = np.partition(bright, ranks, axis=1)[:, ranks].T[..., None]
    linear = _LINEAR[pixels]
    ink = _mean_where(linear, bright >= low + 0.6 * (high - low))
    return ink, _mean_where(linear, bright <= low + 0.2 * (high - low))


def _worn_light(faces_bgr: PictureBgr) -> tuple[Floats, Floats]:
    """The same by place: dust may leave a print no brighter than what is around it."""
    core, ground = middle_and_ground(faces_bgr)
    linear = [
        _LINEAR[np.rint(light).astype(np.uint8)].astype(np.float64) for light in (core, ground)
    ]
    return linear[0], linear[1]


def middle_and_ground(faces_bgr: PictureBgr) -> tuple[Floats, Floats]:
    """(N, 3) median levels of the middle of each face and of the black around its print."""
    pixels = faces_bgr.reshape(len(faces_bgr), FACE_PX * FACE_PX, 3)
    core, ground = (medians(pixels.take(where, axis=1), axis=1) for where in _core_and_ground())
    return np.asarray(core, np.float64), np.asarray(ground, np.float64)


def are_grey(faces_bgr: PictureBgr) -> bool:
    """Whether so much dust lies over the few faces of a picture that it must be taken off."""
    if not 0 < len(faces_bgr) <= GREY_FEW:
        return False
    core, ground = middle_and_ground(faces_bgr)
    return median(ground.max(axis=1) / np.maximum(core.max(axis=1), 1)) > GREY_BLACK


def _veils(ink: Floats, black: Floats) -> Floats:
    """(N, 3) what glare and dust lie over each face's black, above the bare black of the others."""
    if not len(ink):
        return black
    bare = np.quantile(black, BARE_BLACK, axis=0)
    bare = np.minimum(bare, DARK_BLACK * np.quantile(ink, 0.9))
    return np.asarray(np.maximum(black - bare, 0), np.float64)


def _glare(ink: Floats, black: Floats) -> Floats:
    """(N, 3) what a lamp's mirror image lays over each face: its black far above the others'.

    Where the light falls brighter, black is brighter too, but no more than the print is. A lamp
    shows in all three channels: a print that bleeds into its black does not.
    """
    if len(black) < 2:
        return np.zeros_like(black)
    light = ink.max(axis=1)
    brighter = np.maximum(light / max(median(light), 1e-6), 1)[:, None]
    above = np.maximum(black - GLARE * medians(black, axis=0) * brighter, 0)
    return np.asarray(np.minimum(above, GLARE_TINT * above.min(axis=1, keepdims=True)), np.float64)


def _scuffed(light: PrintLight, rows: slice = slice(None)) -> Floats:
    """(N, K, 3) each print's light for every share of the veil around it that may lie on it."""
    if light.veils is None:
        return light.inks[rows, None]
    inks, veils = light.inks[rows, None], light.veils[rows, None]
    return np.asarray(np.maximum(inks - SCUFFS[:, None] * veils, DARKEST), np.float64)


def _by_ink(density: Numbers) -> Floats:
    """(..., N, inks) log density over all shares of the veil, from (..., N, K, inks)."""
    if density.shape[-2] == 1:
        return np.asarray(density[..., 0, :])
    density = density + SCUFF_PRIOR.astype(density.dtype)[:, None]
    top = density.max(axis=-2, keepdims=True)
    return np.asarray(np.log(np.exp(density - top).sum(axis=-2)) + top[..., 0, :])


def _likeliest_scuff(seen: Floats, density: Floats) -> Floats:
    """(..., N, 4) each face's features at the shares of its veil that explain it best."""
    if seen.shape[-2] == 1:
        return seen[..., 0, :]
    worth = (density + SCUFF_PRIOR[:, None]).max(axis=-1)
    share = np.exp(worth - worth.max(axis=-1, keepdims=True))
    share /= share.sum(axis=-1, keepdims=True)
    return np.asarray((share[..., None] * seen).sum(axis=-2), np.float64)


def _mean_where(values: NDArray[np.float32], chosen: NDArray[np.bool_]) -> Floats:
    weight = chosen.astype(np.float32)
    total = np.einsum("nki,nk->ni", values, weight)
    return np.asarray(total / np.maximum(weight.sum(axis=1), 1)[:, None], np.float64)


@cache
def _print_disc() -> NDArray[np.int64]:
    """Pixels of a cut face in which its print lies."""
    across, down = _steps()
    return np.flatnonzero(across**2 + down**2 < PRINT_RADIUS**2)


@cache
def _core_and_ground() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pixels of a cut face that are print, and pixels most of which are black."""
    across, down = _steps()
    out = np.maximum(np.abs(across), np.abs(down))
    ground = (out > GROUND[0]) & (out < GROUND[1])
    return np.flatnonzero(across**2 + down**2 < CORE**2), np.flatnonzero(ground)


def _steps() -> list[Floats]:
    steps = ((np.arange(FACE_PX) + 0.5) / FACE_PX * 2 - 1) * REACH
    return [np.asarray(one, np.float64) for one in np.meshgrid(steps, steps)]


def features(light: Numbers, tint: Numbers, contrast: float | Numbers = 1.0) -> Floats:
    """Root of each channel's share and the brightness, free of tint and of a camera's contrast.

    (..., 4) for light (..., 3); broadcasts over leading axes.
    """
    white = np.maximum(light / tint, DARKEST)
    if np.any(contrast != 1.0):
        white = white ** (1 / contrast)
    total = white[..., :1] + white[..., 1:2] + white[..., 2:]
    found = np.empty((*white.shape[:-1], 4), white.dtype)
    np.sqrt(white / total, out=found[..., :3])
    np.multiply(np.log(total), BRIGHTNESS, out=found[..., 3:])
    return found


def classify_colours(
    light: PrintLight, palette: Palette | None = None, inks: Inks | None = None
) -> Colours:
    """The colours of all faces of one picture; under a palette or learned inks where known."""
    known = [inks if inks and inks.palette == one.palette else one for one in usual_inks()]
    editions = [one for one in known if palette in (None, one.palette)]
    if light.veils is not None:
        editions = [replace(one, within=one.within + WORN) for one in editions]
    explained = _explain(light, editions)
    evidence = np.array([one[1] for one in explained])
    share = np.exp(evidence - evidence.max())
    share /= share.sum()
    probabilities = np.zeros((len(light.inks), len(Colour)))
    order = list(Colour)
    for edition, (likely, *_), weight in zip(editions, explained, share, strict=True):
        columns = [order.index(colour) for colour in edition.palette.colours]
        probabilities[:, columns] += weight * likely
    best = int(np.argmax(share))
    _, worth, tint, fits = explained[best]
    if light.veils is not None:
        probabilities = probabilities**VEILED_TRUST
        probabilities /= probabilities.sum(axis=1, keepdims=True)
    probabilities = doubted(probabilities, fits)
    found = Colours(probabilities, editions[best].palette, float(share[best]), tint, worth, fits)
    if inks is None or not (fits < POOR_FIT).any():
        return found
    return _with_second_opinion(found, classify_colours(light, palette))


def doubted(probabilities: Floats, fits: Floats) -> Floats:
    """Probabilities (N, 7), evened out over the set's colours where no ink explains the face."""
    better = np.clip((fits - FIT_LEAST) / FIT_SCALE, -30, 30)
    trust = np.maximum(1 / (1 + np.exp(-better)), 0.1)[:, None]
    possible = probabilities.max(axis=0, initial=0.0) > 0
    evenly = possible / max(possible.sum(), 1)
    return np.asarray(trust * probabilities + (1 - trust) * evenly, np.float64)


def _with_second_opinion(learned: Colours, usual: Colours) -> Colours:
    """Learned inks, but the usual ones for a face that these explain far better.

    A face in a shadow or a mirror is like none of the learned inks, and the nearest of them would
    be told with a certainty that it does not deserve.
    """
    odds = np.clip(usual.fits - learned.fits - FAR_BETTER, -50, 50)
    share = (1 / (1 + np.exp(-odds)))[:, None]
    mixed = (1 - share) * learned.probabilities + share * usual.probabilities
    return replace(learned, probabilities=mixed)


def _explain(
    light: PrintLight, editions: Sequence[Inks]
) -> list[tuple[Floats, float, Floats, Floats]]:
    """Under each edition: probabilities (N, 6), log evidence, tint, and how each face fits."""
    lamps = [(one, lamp) for one in editions for lamp in _likely_lamps(light, one)]
    explained = _under_lamps(light, lamps)
    found = []
    for edition in editions:
        own = [told for (of, _), told in zip(lamps, explained, strict=True) if of is edition]
        likely, worth, tint, fits = max(own, key=lambda one: one[1])
        if edition.lamp is None and len(light.inks) <= FEW_FACES:
            likely = _under_all_lamps(light, edition)
        found.append((likely, worth, tint, fits))
    return found


def _under_lamps(
    light: PrintLight, lamps: Sequence[tuple[Inks, LampGuess]]
) -> list[tuple[Floats, float, Floats, Floats]]:
    """The same for each edition under a lamp of its own."""
    scuffed = _scuffed(light)
    # All of them in one go: what takes time is the number of steps.
    worn = np.stack(
        [features(scuffed, tint, power) + scaled(scale) for _, (tint, power, scale) in lamps]
    )
    usual_means, between, within = (
        np.stack([getattr(one, name) for one, _ in lamps])
        for name in ("means", "between", "within")
    )
    means, spread = usual_means, between + within
    usual, own = np.linalg.inv(between), np.linalg.inv(within)
    pull = _times(usual, usual_means)
    for _ in range(ROUNDS):
        density = log_density(worn, means, spread)
        likely, _ = _weigh(_by_ink(density))
        seen = _likeliest_scuff(worn, density)
        # This picture's own inks: the usual ones drawn towards the faces.
        after = np.linalg.inv(usual + likely.sum(axis=1)[..., None, None] * own)
        drawn = pull + _times(own, likely.transpose(0, 2, 1) @ seen)
        means, spread = _times(after, drawn), after + within
    densities = _by_ink(log_density(worn, means, spread))
    likelies, _ = _weigh(densities)
    evidence = _weigh(log_density(seen, means, within))[1].sum(axis=1)
    evidence -= _following_cost(means - usual_means, usual, spread - within)
    found = []
    for k, (edition, (tint, contrast, _)) in enumerate(lamps):
        blue, _, red = np.log(tint)
        worth = float(evidence[k] + lamp_prior(blue, red, contrast, light.black, edition.lamp))
        found.append((likelies[k], worth, tint, densities[k].max(axis=1) - np.log(STRANGE)))
    return found


def _times(matrices: Floats, vectors: Floats) -> Floats:
    """(..., i) each matrix (..., i, j) by its vector (..., j)."""
    return np.asarray((matrices @ vectors[..., None])[..., 0], np.float64)


def _following_cost(moved: Floats, usual: Floats, left: Floats) -> Floats:
    """(E,) log evidence that it costs the inks of each edition to follow the faces.

    Without that cost a purple that was drawn to the whites of a picture explains them best.
    """
    way = (moved * _times(usual, moved)).sum(axis=(1, 2))
    narrowed = np.linalg.slogdet(left)[1] + np.linalg.slogdet(usual)[1]
    return np.asarray(0.5 * (way - narrowed.sum(axis=1)), np.float64)


def _under_all_lamps(light: PrintLight, inks: Inks) -> Floats:
    """(N, 6) probabilities with every likely lamp weighed by how well it explains all faces.

    A few faces do not tell the lamp, and the best guess would call a lone red a sure orange.
    """
    red, blue = (side.ravel() for side in np.meshgrid(TINT_RED, TINT_BLUE))
    worth = _lamps_worth(_scuffed(light), light.black, (blue, red), CONTRASTS, (0.0,), inks)
    likeliest = np.argsort(-worth, axis=None)[:MOST_LAMPS]
    lamps = [
        (inks, (np.exp(np.array([blue[tint], 0.0, red[tint]])), CONTRASTS[contrast], 0.0))
        for contrast, _, tint in zip(*np.unravel_index(likeliest, worth.shape), strict=True)
    ]
    explained = _under_lamps(light, lamps)
    evidence = np.array([one[1] for one in explained])
    share = np.exp(evidence - evidence.max())
    likely = np.array([one[0] for one in explained])
    return np.asarray(np.einsum("l,lnk->nk", share / share.sum(), likely), np.float64)


def scaled(scale: float) -> Floats:
    """What a log scale of all light adds to `features`."""
    return np.array([0.0, 0.0, 0.0, BRIGHTNESS * scale])


def _weigh(log_density: Floats) -> tuple[Floats, Floats]:
    """Probabilities over the inks, and log evidence with the strange face's share in it."""
    top = np.maximum(log_density.max(axis=-1, keepdims=True), np.log(STRANGE))
    raw = np.exp(log_density - top)
    total, flat = raw.sum(axis=-1, keepdims=True), 1e-12
    evidence = np.log(total + STRANGE * np.exp(-top)) + top
    return (raw + flat) / (total + raw.shape[-1] * flat), evidence[..., 0]


def log_density(seen: Floats, means: Floats, spread: Floats) -> Floats:
    """(..., N, 6) log density of each face (..., N, 4) under each ink, up to a constant.

    Where there are several sets of inks, (E, 6, 4) and (E, 6, 4, 4), the faces' first axis is E.
    """
    across, home, sharp = _whitened(means, spread)
    flat = seen.reshape(*means.shape[:-2], -1, seen.shape[-1])
    off = flat @ across - home[..., None, :]
    found = sharp[..., None, :] - 0.5 * (off * off) @ _SUMS
    return np.asarray(found.reshape(*seen.shape[:-1], sharp.shape[-1]), np.float64)


def _whitened(means: Floats, spread: Floats) -> tuple[Floats, Floats, Floats]:
    """What makes every ink's spread one, its means after that, and its log density there."""
    roots = np.linalg.cholesky(np.linalg.inv(spread))
    # One product for all inks: (..., 4) times (4, 24), less the means' own.
    across = np.concatenate([roots[..., k, :, :] for k in range(roots.shape[-3])], axis=-1)
    home = (means[..., None, :] @ roots).reshape(*means.shape[:-2], -1)
    sharp = np.log(np.diagonal(roots, axis1=-2, axis2=-1)).sum(axis=-1)
    return across, home, sharp


def _likely_lamps(light: PrintLight, inks: Inks) -> list[LampGuess]:
    """The lamps that explain the faces best, one by one: a coarse grid, then finer around each."""
    few = slice(None, None, max(1, -(-len(light.inks) // TINT_FACES)))
    some = _scuffed(light, few)
    red, blue = (side.ravel() for side in np.meshgrid(TINT_RED, TINT_BLUE))
    contrasts: tuple[float, ...] = (1.0,)
    scales: tuple[float, ...] = (0.0,)
    if inks.lamp is not None:
        contrasts, scales = (inks.lamp.contrast,), LAMP_SCALES
        red, blue = np.append(red, inks.lamp.red), np.append(blue, inks.lamp.blue)
    worth = _lamps_worth(some, light.black, (blue, red), contrasts, scales, inks)
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
    near_red, near_blue = (side.ravel() for side in np.meshgrid((-1, 0, 1), (-1, 0, 1)))
    for step in (0.1, 0.05):
        blue, red = tint[0] + step * near_blue, tint[1] + step * near_red
        worth = _lamps_worth(some, black, (blue, red), contrasts, (scale,), inks)
        by_contrast, _, best = np.unravel_index(int(np.argmax(worth)), worth.shape)
        contrasts, tint = (contrasts[by_contrast],), (float(blue[best]), float(red[best]))
    return np.exp(np.array([tint[0], 0.0, tint[1]])), contrasts[0], scale


def _lamps_worth(
    some: Floats,
    black: Floats,
    tints: tuple[Floats, Floats],
    contrasts: tuple[float, ...],
    scales: tuple[float, ...],
    inks: Inks,
) -> Floats:
    """(contrasts, scales, tints) log odds of lamps by some faces (N, K, 3), each by itself."""
    blue, red = tints
    lamps = np.exp(np.stack([blue, np.zeros_like(red), red], axis=1))
    prior = [lamp_prior(blue, red, one, black, inks.lamp) for one in contrasts]
    weights = _ink_weights(some, lamps, contrasts, scales, inks).sum(axis=0)
    explained = np.log(weights + np.float32(STRANGE)).sum(axis=3)
    say = min(1.0, TINT_VOICES / max(len(some), 1))
    return np.asarray(say * explained + np.array(prior)[:, None], np.float64)


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
    across, home, sharp = _whitened(inks.means, inks.between + inks.within)
    # Contrasts, scales, tints, faces, shares of their veils, features.
    lights = tints.astype(np.float32)[None, None, :, None, None]
    powers = np.reshape(np.array(contrasts, np.float32), (-1, 1, 1, 1, 1, 1))
    brighter = np.array([scaled(scale) for scale in scales], np.float32)[:, None, None, None]
    seen = features(some, lights, powers) + brighter
    # One column a face, since sums along columns are the quick ones.
    off = across.T.astype(np.float32) @ seen.reshape(-1, seen.shape[-1]).T
    off -= home.astype(np.float32)[:, None]
    off *= off
    density = off.reshape(len(sharp), seen.shape[-1], -1).sum(axis=1)
    density *= -0.5
    density += sharp.astype(np.float32)[:, None]
    # None is so large that its exponential would be no number.
    weights = np.exp(density, out=density).reshape(len(sharp), -1, some.shape[1])
    shares = np.exp(SCUFF_PRIOR) if some.shape[1] > 1 else np.ones(1)
    each = weights @ shares.astype(np.float32)
    return np.asarray(each.reshape(len(sharp), *seen.shape[:3], len(some)), np.float32)


def lamp_prior(
    blue: Floats, red: Floats, contrast: float, black: Floats, lamp: Lamp | None
) -> Floats:
    """Log prior of tints with one contrast: the lamp that was learned in, or any lamp."""
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


@cache
def usual_inks() -> tuple[Inks, ...]:
    """The inks of the two editions, white first."""
    return load_editions(INKS_FILE)


def load_editions(file: Path) -> tuple[Inks, ...]:
    """The inks of both editions as a file has them, white first."""
    stored = json.loads(file.read_text(encoding="utf-8"))
    editions = []
    for name, palette in (("white", WHITE_SET), ("purple", PURPLE_SET)):
        means, between, within = (
            np.array(stored[name][key]) for key in ("means", "between", "within")
        )
        editions.append(Inks(palette, means, between, within))
    return tuple(editions)
