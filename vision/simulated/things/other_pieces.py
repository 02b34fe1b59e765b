"""Pieces of other games as they look from above: letters, dice, cubes, cards, counters."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.simulated.optics.srgb import PictureBgr

Draw = Callable[[np.random.Generator, tuple[int, int]], PictureBgr]
"""A texture of so many pixels across and down, sRGB."""
Bgr = tuple[int, int, int]

BLACK, WHITE, CREAM = (24, 24, 26), (236, 236, 236), (188, 220, 236)
GAUDY: tuple[Bgr, ...] = (
    (40, 40, 200),
    (30, 120, 240),
    (40, 210, 235),
    (60, 150, 40),
    (190, 90, 30),
    (235, 235, 235),
)
"""Red, orange, yellow, green, blue and white as toys have them."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZXXOOTH"
_BOLD = cv2.FONT_HERSHEY_DUPLEX


def plain(size_wh: tuple[int, int], tone: Bgr) -> PictureBgr:
    """One tone all over."""
    return np.full((size_wh[1], size_wh[0], 3), tone, np.uint8)


def pick(rng: np.random.Generator, tones: tuple[Bgr, ...] = GAUDY) -> Bgr:
    """One of the tones."""
    return tones[int(rng.integers(len(tones)))]


def sign(picture: PictureBgr, text: str, tone: Bgr, share: float, weight: float = 0.1) -> None:
    """A text in the middle, so high against the picture's shorter side."""
    high, wide = picture.shape[:2]
    size = share * min(high, wide) / 22
    thick = max(1, round(weight * min(high, wide)))
    (across, up), _ = cv2.getTextSize(text, _BOLD, size, thick)
    place = ((wide - across) // 2, (high + up) // 2)
    cv2.putText(picture, text, place, _BOLD, size, tone, thick, cv2.LINE_AA)


def white_letter(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A white letter on a black tile."""
    tile = plain(size_wh, BLACK)
    sign(tile, LETTERS[int(rng.integers(len(LETTERS)))], WHITE, float(rng.uniform(0.5, 0.7)))
    return tile


def black_letter(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A black letter on a cream tile, with its value in a corner."""
    tile = plain(size_wh, CREAM)
    sign(tile, LETTERS[int(rng.integers(len(LETTERS)))], BLACK, 0.5, 0.06)
    high, wide = tile.shape[:2]
    place = (round(0.72 * wide), round(0.9 * high))
    cv2.putText(tile, "3", place, _BOLD, high / 110, BLACK, 1, cv2.LINE_AA)
    return tile


def twisty_cube(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """Nine bright stickers in black frames."""
    cube = plain(size_wh, BLACK)
    step, rim = size_wh[0] / 3, size_wh[0] * rng.uniform(0.012, 0.03)
    for k in range(9):
        low = np.array([k % 3, k // 3]) * step + rim
        high = low + step - 2 * rim
        corners = [tuple(int(v) for v in np.rint(point)) for point in (low, high)]
        cv2.rectangle(cube, corners[0], corners[1], pick(rng), -1)
    return cube


def die(ground: Bgr, pips: Bgr) -> Draw:
    """A die of one tone with pips of another."""

    def draw(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
        top, wide = plain(size_wh, ground), size_wh[0]
        for x, y in PIPS[int(rng.integers(1, 7))]:
            at = (round(wide * (0.5 + 0.25 * x)), round(wide * (0.5 + 0.25 * y)))
            cv2.circle(top, at, max(1, round(0.09 * wide)), pips, -1, cv2.LINE_AA)
        return top

    return draw


PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def domino(ground: Bgr, pips: Bgr) -> Draw:
    """Two halves with pips and a line between."""
    half = die(ground, pips)

    def draw(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
        wide = size_wh[0]
        both = np.vstack([half(rng, (wide, wide)), half(rng, (wide, size_wh[1] - wide))])
        cv2.line(both, (wide // 8, wide), (wide - wide // 8, wide), pips, max(1, wide // 20))
        return np.asarray(both, np.uint8)

    return draw


def triple_card(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """One to three ovals, diamonds or waves on white, full, striped or hollow."""
    card, (wide, high) = plain(size_wh, (245, 245, 245)), size_wh
    count, tone = int(rng.integers(1, 4)), pick(rng, ((60, 40, 200), (70, 150, 30), (150, 40, 110)))
    kind, hollow = int(rng.integers(3)), rng.random() < 0.4
    for k in range(count):
        y, reach = high * (k + 1) / (count + 1), np.array([0.36 * wide, 0.09 * high])
        turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        ring = np.stack([np.cos(turns), np.sin(turns)], axis=1)
        if kind == 1:
            ring = ring / np.abs(ring).sum(axis=1, keepdims=True)
        points = ring * reach + (wide / 2, y)
        if kind == 2:
            points[:, 1] += 0.04 * high * np.sin(points[:, 0] / wide * 2 * np.pi)
        shape = [np.rint(points).astype(np.int32)]
        if hollow:
            cv2.polylines(card, shape, True, tone, max(1, wide // 25), cv2.LINE_AA)
        else:
            cv2.fillPoly(card, shape, tone, cv2.LINE_AA)
    return card


def number_card(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A coloured card with a white oval and a number."""
    card, (wide, high) = plain(size_wh, (245, 245, 245)), size_wh
    tone, rim = pick(rng, GAUDY[:5]), max(2, wide // 14)
    cv2.rectangle(card, (rim, rim), (wide - rim, high - rim), tone, -1)
    oval = ((wide / 2, high / 2), (0.6 * wide, 0.8 * high), 25.0)
    cv2.ellipse(card, oval, WHITE, -1, cv2.LINE_AA)
    sign(card, str(int(rng.integers(10))), tone, 0.6)
    return card


def playing_card(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """Red diamonds or black dots in rows on white, an index in the corner."""
    card, (wide, high) = plain(size_wh, (246, 246, 246)), size_wh
    red = rng.random() < 0.5
    tone, rows = ((40, 30, 190) if red else (20, 20, 20)), int(rng.integers(1, 5))
    for row in range(rows):
        for x in (0.33, 0.67):
            at = np.array([x * wide, high * (row + 1) / (rows + 1)])
            ring = np.array([[0, -1], [0.75, 0], [0, 1], [-0.75, 0]]) * 0.09 * high + at
            if red:
                cv2.fillPoly(card, [np.rint(ring).astype(np.int32)], tone, cv2.LINE_AA)
            else:
                middle = (round(float(at[0])), round(float(at[1])))
                cv2.circle(card, middle, round(0.07 * high), tone, -1, cv2.LINE_AA)
    cv2.putText(card, "8", (wide // 20, high // 7), _BOLD, high / 220, tone, 1, cv2.LINE_AA)
    return card


def brick(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A toy brick with studs."""
    tone = pick(rng)
    top, unit = plain(size_wh, tone), size_wh[0] / 2
    for x in np.arange(unit / 2, size_wh[0], unit):
        for y in np.arange(unit / 2, size_wh[1], unit):
            pale = tuple(min(255, v + 28) for v in tone)
            cv2.circle(top, (round(x), round(y)), round(0.3 * unit), pale, -1, cv2.LINE_AA)
    return top


def stone_tile(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A glazed square tile with an ornament of rings and bars."""
    tone, other = pick(rng), pick(rng)
    tile, wide = plain(size_wh, tone), size_wh[0]
    reach = round(wide * float(rng.uniform(0.2, 0.35)))
    for k in range(int(rng.integers(1, 3))):
        cv2.circle(tile, (wide // 2, wide // 2), max(2, reach - 3 * k), other, 2, cv2.LINE_AA)
    cv2.line(tile, (0, 0), (wide, wide), other, 1, cv2.LINE_AA)
    return tile
