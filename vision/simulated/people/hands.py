"""Hands that reach over the table: fingers, palm, forearm and sleeve, and the shadow they cast."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.camera import View
from vision.simulated.optics.light import Light
from vision.simulated.optics.paint import Cover, paint_sprite
from vision.simulated.optics.srgb import Linear, as_light, decode
from vision.simulated.scenes.scene import HandPose

_UNIT_PX = 24
"""Pixels of the drawn hand for one tile edge."""
_LEFT, _TOP, _WIDE, _HIGH = 1.0, 4.0, 26.0, 8.0
"""The drawing's frame around the fingertips, in tile edges."""
_PALE, _DARK = decode((178, 200, 236)), decode((48, 66, 100))

_Part = tuple[tuple[tuple[float, float], ...], float]
_FINGERS: tuple[_Part, ...] = (
    (((0.55, 1.25), (1.6, 1.15), (2.9, 0.95)), 0.44),
    (((0.05, 0.55), (1.4, 0.55), (2.7, 0.45)), 0.5),
    (((0.0, -0.1), (1.3, -0.15), (2.6, -0.2)), 0.52),
    (((0.3, -0.75), (1.5, -0.85), (2.8, -0.8)), 0.5),
    (((0.9, -1.75), (2.0, -1.95), (3.6, -1.3)), 0.56),
)
"""Middle lines and widths: four fingers and the thumb, in tile edges from the fingertips."""


@lru_cache(maxsize=16)
def _hand_sprite(skin: float, sleeve_bgr: tuple[float, float, float]) -> Linear:
    """The hand from above, fingertips at the frame's (1, 4), arm towards +x; (h, w, 4)."""
    shape = (round(_HIGH * _UNIT_PX), round(_WIDE * _UNIT_PX))
    sprite = np.zeros((*shape, 4), np.float32)
    tone = as_light(_PALE + skin * (_DARK - _PALE))
    arm = [(4.6, -1.25), (6.4, -0.95), (12, -1.35), (12, 1.35), (6.4, 0.95), (4.6, 1.15)]
    palm = [(2.3, -1.15), (3.4, -1.45), (5.0, -1.2), (5.6, -0.95), (5.6, 0.95), (4.6, 1.15)]
    palm += [(3.0, 1.3), (2.3, 1.2)]
    sleeve = [(7.6, -1.55), (7.9, -1.7), (27, -2.4), (27, 2.4), (7.9, 1.7), (7.6, 1.55)]
    _add(sprite, _filled(shape, arm), tone, 0.5)
    _add(sprite, _filled(shape, palm), tone, 0.6)
    for line, width in _FINGERS:
        _add(sprite, _stroke(shape, line, width), tone, 0.22)
    _add(sprite, _filled(shape, sleeve), as_light(sleeve_bgr), 0.7)
    return sprite


def _pixels(points: object) -> NDArray[np.int32]:
    places = (np.asarray(points, float) + np.array([_LEFT, _TOP])) * _UNIT_PX
    return np.asarray(np.rint(places * 16), np.int32)


def _filled(shape: tuple[int, int], points: list[tuple[float, float]]) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [_pixels(points)], 255, cv2.LINE_AA, 4)
    rounded = cv2.GaussianBlur(mask, (0, 0), 0.12 * _UNIT_PX)
    return np.asarray(np.clip((as_light(rounded) - 96) * 4, 0, 255), np.uint8)


def _stroke(
    shape: tuple[int, int], line: tuple[tuple[float, float], ...], width: float
) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    thick = max(1, round(width * _UNIT_PX))
    cv2.polylines(mask, [_pixels(line)], False, 255, thick, cv2.LINE_AA, 4)
    return mask


def _add(sprite: Linear, mask: NDArray[np.uint8], tone: Linear, depth: float) -> None:
    """Lays one rounded part over the sprite: darker towards its rim."""
    inner = cv2.distanceTransform(np.asarray(mask > 127, np.uint8), cv2.DIST_L2, 3)
    rise = np.clip(as_light(inner) / (depth * _UNIT_PX), 0, 1)
    shade = 0.45 + 0.55 * np.sqrt(rise)
    cover = as_light(mask)[..., None] / np.float32(255)
    sprite[..., :3] += cover * (shade[..., None] * tone - sprite[..., :3])
    sprite[..., 3:] = np.maximum(sprite[..., 3:], cover)


def _to_canvas(hand: HandPose, view: View, height: float) -> NDArray[np.float64]:
    turn, step = np.radians(hand.heading_deg), hand.size / _UNIT_PX
    cos, sin = step * np.cos(turn), step * np.sin(turn)
    place = np.array([[cos, -sin, hand.place[0]], [sin, cos, hand.place[1]], [0, 0, 1.0]])
    tips = np.array([[1, 0, -_LEFT * _UNIT_PX], [0, 1, -_TOP * _UNIT_PX], [0, 0, 1.0]])
    return np.asarray(view.plane(height) @ place @ tips)


def draw_hand(
    canvas: Linear, hand: HandPose, view: View, lamp: Linear | None = None
) -> Cover | None:
    """Paints a hand, lit by `lamp` (3,) where given; returns what it hides."""
    sprite = _hand_sprite(hand.skin, hand.sleeve_bgr)
    if lamp is not None:
        sprite = as_light(sprite * np.array([*lamp, 1.0], np.float32))
    return paint_sprite(canvas, sprite, _to_canvas(hand, view, hand.height))


def shadow_of_hand(canvas: Linear, hand: HandPose, view: View, light: Light) -> Cover | None:
    """Darkens what the hand keeps the light from, softly; returns what it touches."""
    turn = np.radians(light.azimuth_deg)
    length = hand.height / np.tan(np.radians(max(light.elevation_deg, 25.0)))
    x, y = hand.place
    moved = HandPose(
        (x - length * float(np.cos(turn)), y - length * float(np.sin(turn))),
        hand.heading_deg,
        size=hand.size,
    )
    sprite = _shadow_sprite(round(light.softness, 2), round(light.ambient, 2))
    return paint_sprite(canvas, sprite, _to_canvas(moved, view, 0.0))


@lru_cache(maxsize=4)
def _shadow_sprite(softness: float, ambient: float) -> Linear:
    sprite = np.zeros_like(_hand_sprite(0.5, (0.1, 0.1, 0.1)))
    alpha = _hand_sprite(0.5, (0.1, 0.1, 0.1))[..., 3]
    spread = _UNIT_PX * (0.1 + 0.5 * softness)
    sprite[..., 3] = (1 - ambient) * as_light(cv2.GaussianBlur(alpha, (0, 0), spread))
    return sprite
