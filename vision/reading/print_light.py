"""The light that comes from the prints of a picture, free of stray light, glare and dust."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures.load import PictureBgr
from vision.reading.medians import median, medians, quantiles, ranked
from vision.reading.prints import FACE_PX, REACH, Floats, brightest_channel

PRINT_RADIUS = 0.43
"""The print lies within this many tile edges of the face's centre."""
CORNERS, DARK_CORNERS = (0.34, 0.43), 0.3
"""Between these, in tile edges from the centre along both axes, no print reaches; so much of it is
black also where the table shows beside a tile that is framed askew."""
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
SCUFFS = np.array([0.4, 0.7, 1.0, 1.3, 1.6])
SCUFF_PRIOR = np.log([0.15, 0.2, 0.3, 0.2, 0.15])
"""Paint takes less dust and scratches than the black around it, or as much: on real tiles that
years in a bag made grey, such shares. Which one is found together with the colour. Without the
first an orange whose print stayed clean lost its green with its veil and was a sure red: log loss
of 990 loose faces 66.5, with it 62.8."""
CORE, GROUND = 0.15, (0.36, 0.43)
"""The print of every shape and printing covers so much around the centre, and leaves most of this
square ring around it black, in tile edges."""
DUSTY, FREE = (0.34, 0.38), 0.15
"""Where dust lies on black that no print covers, in tile edges: as near to the print as it may be,
since the bevelled rim is clean, and away from the middles of the sides, which large circles reach.
Nearer to the rim half of the dust was missed: log loss of 3,964 loose faces 197, there 127."""
FULLEST = 0.5
"""This part of a print, where it has most of its colour, tells its ink: wear lies in patches."""
RIM = (0.4, 0.7)
"""What is darker than this against the darker of print and ground is neither of the two, what is
brighter than that may be."""
GREY_BLACK, GREY_FEW = 0.36, 12
"""Level of the black against the print of half the faces from which on dust lies over all of them:
0.25 at most on photographs of tables, 0.38 and more where years in a bag made tiles grey. More
faces than so many tell their inks in spite of it."""
DARK_BLACK = 0.08
"""And no bare black is brighter than this against the bright prints, in linear light."""
DARKEST = 2e-3
"""Floor of linear light against the picture's bright prints: below it is noise."""
NO_VEIL = 1e-6
"""A veil thinner than this is none."""
_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)


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
    if not count:
        return np.zeros((0, 3)), np.zeros((0, 3))
    disc, corners = _print_disc(), _corners()
    pixels = faces_bgr.reshape(count, high_px * wide_px, 3).take([*disc, *corners], axis=1)
    bright = brightest_channel(pixels).astype(np.float32)
    within, beside = bright[:, : len(disc)], bright[:, len(disc) :]
    ranks = (int(0.12 * len(disc)), int(0.9 * len(disc)))
    low, high = (each[:, None] for each in ranked(within, ranks, axis=1))
    # A large circle leaves nothing black around it but the corners.
    (dark,) = ranked(beside, (int(DARK_CORNERS * len(corners)),), axis=1)
    low = np.minimum(low, dark[:, None])
    linear = np.asarray(cv2.LUT(pixels, _LINEAR), np.float32)
    ink = _mean_where(linear[:, : len(disc)], within >= low + 0.6 * (high - low))
    return ink, _mean_where(linear, bright <= low + 0.2 * (high - low))


def _worn_light(faces_bgr: PictureBgr) -> tuple[Floats, Floats]:
    """The same by place: dust may leave a print no brighter than what is around it."""
    pixels = faces_bgr.reshape(len(faces_bgr), FACE_PX * FACE_PX, 3)
    core, _ = _core_and_ground()
    levels = (
        medians(_fullest(pixels.take(core, axis=1)), axis=1),
        medians(pixels.take(_dusty(), axis=1), axis=1),
    )
    ink, black = (_LINEAR[np.rint(level).astype(np.uint8)] for level in levels)
    return np.asarray(ink, np.float64), np.asarray(black, np.float64)


def _fullest(pixels_bgr: PictureBgr) -> PictureBgr:
    """(N, M, 3) those pixels of each print (N, P, 3) that wear left most of their colour."""
    chroma = np.ptp(pixels_bgr, axis=2)
    paler = int((1 - FULLEST) * chroma.shape[1])
    rows = np.argpartition(chroma, paler, axis=1)[:, paler:, None]
    return np.asarray(np.take_along_axis(pixels_bgr, rows, axis=1))


def middle_and_ground(faces_bgr: PictureBgr) -> tuple[Floats, Floats]:
    """(N, 3) median levels of the middle of each face and of the black around its print."""
    pixels = faces_bgr.reshape(len(faces_bgr), FACE_PX * FACE_PX, 3)
    core, ground = (medians(pixels.take(where, axis=1), axis=1) for where in _core_and_ground())
    return np.asarray(core, np.float64), np.asarray(ground, np.float64)


def above_ground(faces_bgr: PictureBgr) -> NDArray[np.float32]:
    """(N, FACE_PX, FACE_PX) how far each pixel is from its piece's ground to its print, 0 to 1.

    Whatever the wear: dust that is as bright as a print has another colour.
    """
    pixels = faces_bgr.reshape(len(faces_bgr), FACE_PX * FACE_PX, 3)
    core, _ = _core_and_ground()
    ink, ground = (medians(pixels.take(where, axis=1), axis=1) for where in (core, _dusty()))
    way = np.asarray(ink - ground, np.float32)
    way /= np.maximum((way**2).sum(axis=1, keepdims=True), 1)
    found = np.einsum("npi,ni->np", pixels - ground[:, None].astype(np.float32), way)
    # A clean rim is further from dust than many a print is: what is darker than both is neither.
    darker = np.maximum(np.minimum(ink.max(axis=1), ground.max(axis=1)), 1)[:, None]
    found *= np.clip((pixels.max(axis=2) / darker - RIM[0]) / (RIM[1] - RIM[0]), 0, 1)
    return np.asarray(found.reshape(-1, FACE_PX, FACE_PX), np.float32)


def ground_levels(faces_bgr: PictureBgr) -> Floats:
    """(N,) how bright the ground of each face is against its print."""
    core, ground = middle_and_ground(faces_bgr)
    return np.asarray(ground.max(axis=1) / np.maximum(core.max(axis=1), 1), np.float64)


def are_grey(faces_bgr: PictureBgr) -> bool:
    """Whether so much dust lies over the few faces of a picture that it must be taken off."""
    if not 0 < len(faces_bgr) <= GREY_FEW:
        return False
    return median(ground_levels(faces_bgr)) > GREY_BLACK


def _veils(ink: Floats, black: Floats) -> Floats:
    """(N, 3) what glare and dust lie over each face's black, above the bare black of the others."""
    if not len(ink):
        return black
    bare = quantiles(black, BARE_BLACK, axis=0)
    bare = np.minimum(bare, DARK_BLACK * quantiles(ink.ravel(), 0.9, axis=0))
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


def scuffed(light: PrintLight, rows: slice = slice(None)) -> Floats:
    """(N, K, 3) each print's light for every share of the veil around it that may lie on it.

    No more of it than leaves light in every channel: with too much taken off, a worn orange that
    has lost its green is a red.
    """
    if light.veils is None:
        return light.inks[rows, None]
    inks, veils = light.inks[rows, None], light.veils[rows, None]
    most = (inks / np.maximum(veils, NO_VEIL)).min(axis=2, keepdims=True)
    shares = np.minimum(SCUFFS[:, None], most)
    return np.asarray(np.maximum(inks - shares * veils, DARKEST), np.float64)


def _mean_where(values: NDArray[np.float32], chosen: NDArray[np.bool_]) -> Floats:
    weight = chosen.astype(np.float32)
    total = (weight[:, None] @ values)[:, 0]
    return np.asarray(total / np.maximum(weight.sum(axis=1), 1)[:, None], np.float64)


@cache
def _print_disc() -> NDArray[np.int64]:
    """Pixels of a cut face in which its print lies."""
    across, down = _steps()
    return np.flatnonzero(across**2 + down**2 < PRINT_RADIUS**2)


@cache
def _corners() -> NDArray[np.int64]:
    """Pixels of a cut face beyond its print, towards its four corners."""
    across, down = _steps()
    near, far = CORNERS
    away = np.abs(across), np.abs(down)
    return np.flatnonzero((np.minimum(*away) > near) & (np.maximum(*away) < far))


@cache
def _core_and_ground() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pixels of a cut face that are print, and pixels most of which are black."""
    across, down = _steps()
    out = np.maximum(np.abs(across), np.abs(down))
    ground = (out > GROUND[0]) & (out < GROUND[1])
    return np.flatnonzero(across**2 + down**2 < CORE**2), np.flatnonzero(ground)


@cache
def _dusty() -> NDArray[np.int64]:
    """Pixels of a cut face that are black on every piece and take as much dust as the print."""
    across, down = (np.abs(one) for one in _steps())
    out = np.maximum(across, down)
    row = (out > DUSTY[0]) & (out < DUSTY[1])
    return np.flatnonzero(row & (np.minimum(across, down) > FREE))


def _steps() -> list[Floats]:
    steps = ((np.arange(FACE_PX) + 0.5) / FACE_PX * 2 - 1) * REACH
    return [np.asarray(one, np.float64) for one in np.meshgrid(steps, steps)]
