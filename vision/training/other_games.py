"""Pieces of other games, cut as a tile would be: letters, dice, stickers, coins, other signs."""

from __future__ import annotations

import cv2
import numpy as np

from vision.simulated.optics.srgb import Linear, as_light, decode
from vision.simulated.pieces.tile_art import black_wood
from vision.simulated.things.other_pieces import PIPS

SHOWN = 1.4
"""Edge of a piece against half the scene's: scenes are two cells wide and cut at this."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789OOXXISZNWMKV&?!+"
"""What is printed on pieces, the ones most like the six shapes more often."""
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_PLAIN,
)


def draw_letter(rng: np.random.Generator, scene: Linear) -> Linear:
    """A letter on a dark tile, turned by any quarter."""
    edge = piece_edge(scene)
    sign = np.zeros((edge, edge), np.uint8)
    letter, font = LETTERS[rng.integers(len(LETTERS))], FONTS[rng.integers(len(FONTS))]
    scale = float(rng.uniform(0.4, 0.85)) * edge / 22
    thick = max(1, round(edge * rng.uniform(0.03, 0.15)))
    (wide, high), _ = cv2.getTextSize(letter, font, scale, thick)
    place = ((edge - wide) // 2, (edge + high) // 2)
    cv2.putText(sign, letter, place, font, scale, 255, thick, cv2.LINE_AA)
    return _laid(rng, scene, np.rot90(sign, int(rng.integers(4))))


def draw_bars(rng: np.random.Generator, scene: Linear) -> Linear:
    """A letter of straight bars, all as wide: an X has no points, a plus no round ends."""
    edge = piece_edge(scene)
    reach, thick = rng.uniform(0.22, 0.42), rng.uniform(0.07, 0.2)
    lean = rng.uniform(0.6, 1.0)
    signs = (
        ((-lean, -1, lean, 1), (lean, -1, -lean, 1)),
        ((-1, 0, 1, 0), (0, -1, 0, 1)),
        ((-lean, -1, lean, -1), (0, -1, 0, 1)),
        ((-lean, -1, -lean, 1), (lean, -1, lean, 1), (-lean, 0, lean, 0)),
        ((-lean, -1, -lean, 1), (-lean, 0, lean, -1), (-lean, 0, lean, 1)),
    )
    chosen = signs[int(rng.choice(len(signs), p=[0.5, 0.2, 0.1, 0.1, 0.1]))]
    sign = np.zeros((4 * edge, 4 * edge), np.uint8)
    for bar in chosen:
        x0, y0, x1, y1 = (2 * edge + 4 * edge * reach * np.array(bar)).tolist()
        along = np.array([x1 - x0, y1 - y0]) / np.hypot(x1 - x0, y1 - y0)
        side = 2 * edge * thick * np.array([-along[1], along[0]])
        ends = np.array([[x0, y0], [x1, y1]])
        box = np.array([ends[0] + side, ends[1] + side, ends[1] - side, ends[0] - side])
        cv2.fillPoly(sign, [np.rint(box).astype(np.int32)], 255, cv2.LINE_AA)
    small = cv2.resize(sign, (edge, edge), interpolation=cv2.INTER_AREA)
    return _laid(rng, scene, np.asarray(np.rot90(small, int(rng.integers(4))), np.uint8))


def draw_gap(rng: np.random.Generator, scene: Linear) -> Linear:
    """The table between dark tiles on two to four sides, each a little askew."""
    size, edge = len(scene), piece_edge(scene)
    bright = scene * rng.uniform(1.0, 2.5) if rng.random() < 0.5 else scene
    scene = as_light(np.minimum(bright, 0.95))
    sides = rng.permutation(4)[: int(rng.choice([2, 3, 4], p=[0.2, 0.4, 0.4]))]
    for side in sides.tolist():
        wood = black_wood(rng, edge, decode(rng.uniform(8, 70, 3)))
        away = rng.uniform(0.3, 0.58) * edge + edge / 2
        turn = np.radians(90 * side)
        along = rng.uniform(-0.3, 0.3) * edge * np.array([-np.sin(turn), np.cos(turn)])
        middle = size / 2 + away * np.array([np.cos(turn), np.sin(turn)]) + along
        spin = cv2.getRotationMatrix2D((edge / 2, edge / 2), rng.normal(0, 6), 1.0)
        spin[:, 2] = spin[:, 2] + middle - edge / 2
        wh = (size, size)
        cv2.warpAffine(as_light(wood), spin, wh, dst=scene, borderMode=cv2.BORDER_TRANSPARENT)
    return scene


def draw_die(rng: np.random.Generator, scene: Linear) -> Linear:
    """One to six pips on a die, bright on dark or dark on bright."""
    edge = piece_edge(scene)
    sign = np.zeros((edge, edge), np.uint8)
    far, size = edge * rng.uniform(0.2, 0.3), max(1, round(edge * rng.uniform(0.07, 0.13)))
    for x, y in PIPS[int(rng.integers(1, 7))]:
        centre = (round(edge / 2 + far * x), round(edge / 2 + far * y))
        cv2.circle(sign, centre, size, 255, -1, cv2.LINE_AA)
    return _laid(rng, scene, sign if rng.random() < 0.6 else np.asarray(255 - sign, np.uint8))


def draw_sticker(rng: np.random.Generator, scene: Linear) -> Linear:
    """A bright square that leaves only a thin black frame, corners often round."""
    edge = piece_edge(scene)
    sign = np.zeros((edge, edge), np.uint8)
    rim = round(edge * rng.uniform(0.02, 0.085))
    cv2.rectangle(sign, (rim, rim), (edge - 1 - rim, edge - 1 - rim), 255, -1)
    if rng.random() < 0.6:
        soft = cv2.GaussianBlur(sign, (0, 0), edge * rng.uniform(0.02, 0.08))
        sign = np.asarray((soft > 128) * np.uint8(255), np.uint8)
    return _laid(rng, scene, sign)


def draw_coin(rng: np.random.Generator, scene: Linear) -> Linear:
    """A round bright thing straight on the table: coin, counter, button, lens."""
    size = len(scene)
    mask = np.zeros((size, size), np.uint8)
    radius = round(piece_edge(scene) * rng.uniform(0.25, 0.6))
    cv2.circle(mask, (size // 2, size // 2), radius, 255, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        inner = round(radius * rng.uniform(0.5, 0.9))
        cv2.circle(mask, (size // 2, size // 2), inner, 150, 2, cv2.LINE_AA)
    return _inked(rng, scene * rng.uniform(0.5, 1.0), mask)


def draw_sign(rng: np.random.Generator, scene: Linear) -> Linear:
    """A sign that is none of the six, on a dark piece."""
    edge = piece_edge(scene)
    sign = np.zeros((edge, edge), np.uint8)
    middle, reach = edge / 2, edge * rng.uniform(0.25, 0.42)
    thick = max(1, round(edge * rng.uniform(0.05, 0.14)))
    kind = int(rng.integers(6))
    if kind == 0:
        cv2.circle(sign, (edge // 2, edge // 2), round(reach), 255, thick, cv2.LINE_AA)
    elif kind == 1:
        low, high = round(middle - reach), round(middle + reach)
        cv2.rectangle(sign, (low, low), (high, high), 255, thick)
    elif kind == 2:
        half = round(reach * rng.uniform(0.2, 0.5))
        span = (round(middle - reach), round(middle + reach))
        cv2.rectangle(sign, (span[0], edge // 2 - half), (span[1], edge // 2 + half), 255, -1)
    else:
        corners = 5 if kind == 3 else 3
        turns = np.arange(2 * corners) * np.pi / corners + rng.uniform(0, 2 * np.pi)
        inner = rng.uniform(0.35, 0.6) if kind == 3 else np.cos(np.pi / corners)
        away = reach * np.where(np.arange(2 * corners) % 2, inner, 1.0)
        points = middle + away[:, None] * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        cv2.fillPoly(sign, [np.rint(points).astype(np.int32)], 255, cv2.LINE_AA)
    return _laid(rng, scene, np.rot90(sign, int(rng.integers(4))))


def piece_edge(scene: Linear) -> int:
    """Edge of a piece in the middle of a scene, in its pixels."""
    return round(len(scene) / 2 * SHOWN)


def _laid(rng: np.random.Generator, scene: Linear, sign: np.ndarray) -> Linear:
    """A dark piece with this sign in the middle of the scene."""
    edge, start = piece_edge(scene), (len(scene) - piece_edge(scene)) // 2
    scene = scene.copy()
    inner = slice(start, start + edge)
    scene[inner, inner] = black_wood(rng, edge, decode(rng.uniform(8, 70, 3)))
    mask = np.zeros(scene.shape[:2], np.uint8)
    mask[inner, inner] = sign
    return _inked(rng, scene, mask)


def _inked(rng: np.random.Generator, scene: Linear, mask: np.ndarray) -> Linear:
    """The scene with a bright ink, white as often as not, where the mask is."""
    white = np.full(3, rng.uniform(170, 245))
    ink = decode(white if rng.random() < 0.5 else rng.uniform(20, 245, 3))
    share = mask.astype(np.float32)[..., None] / np.float32(255)
    return as_light(scene + share * (ink - scene))
