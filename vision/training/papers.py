"""What is printed on paper or shown on screens, cut as a tile would be: pips, codes, icons."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.srgb import Linear, as_light, decode
from vision.training.other_games import piece_edge

RED, BLACK = np.array([40.0, 30.0, 190.0]), np.array([20.0, 20.0, 20.0])
"""The inks of playing cards, sRGB."""
_FINE = 4
"""Bits of a pixel's fraction when outlines are filled."""


def draw_pips(rng: np.random.Generator, scene: Linear) -> Linear:
    """Pips of a playing card in rows, seen at one of them or at the paper between them."""
    size, edge = len(scene), piece_edge(scene)
    paper = decode(np.clip(rng.uniform(205, 250) + rng.normal(0, 5, 3), 0, 255))
    ink = decode(RED if rng.random() < 0.5 else BLACK + rng.uniform(0, 40))
    suit, reach = int(rng.integers(5)), edge * rng.uniform(0.2, 0.5)
    step = reach * rng.uniform(2.1, 3.4, 2)
    first = size / 2 + step * rng.choice([0.0, 0.5], 2) * (rng.random() < 0.6)
    pips, turn = np.zeros((size, size), np.uint8), rng.uniform(0, 2 * np.pi)
    for x in range(-2, 3):
        for y in range(-2, 3):
            middle = first + step * (x, y)
            _fill(pips, [part * reach + middle for part in _suit(suit)])
    spin = cv2.getRotationMatrix2D((size / 2, size / 2), float(np.degrees(turn)), 1.0)
    share = as_light(cv2.warpAffine(pips, spin, (size, size))) / np.float32(255)
    return as_light(paper + share[..., None] * (ink - paper))


def draw_code(rng: np.random.Generator, scene: Linear) -> Linear:
    """Black and white modules of a square code, at any place of it."""
    size, edge = len(scene), piece_edge(scene)
    module = edge * np.exp(rng.uniform(np.log(0.2), np.log(0.75)))
    count = int(np.ceil(1.5 * size / module)) + 1
    modules = (rng.random((count, count)) < rng.uniform(0.35, 0.65)).astype(np.float32)
    if rng.random() < 0.5:
        modules[count // 2, count // 2] = 1
    middle = float(count // 2)
    turn = cv2.getRotationMatrix2D((middle, middle), rng.uniform(0, 360), float(module))
    turn[:, 2] += size / 2 - middle + rng.normal(0, 0.15, 2) * module
    wh, flags = (size, size), cv2.INTER_NEAREST
    laid = cv2.warpAffine(modules, turn, wh, flags=flags, borderMode=cv2.BORDER_WRAP)
    soft = as_light(cv2.GaussianBlur(laid, (0, 0), 0.6))
    dark, pale = decode(rng.uniform(8, 60) * np.ones(3)), decode(rng.uniform(190, 250, 1))
    return as_light(dark + soft[..., None] * (pale - dark))


def draw_icons(rng: np.random.Generator, scene: Linear) -> Linear:
    """Round-cornered icons of a dark screen, most with a smaller sign in another tone."""
    size, edge = len(scene), piece_edge(scene)
    screen = np.zeros((size, size, 3), np.float32)
    screen[:] = decode(rng.uniform(5, 50, 3))
    half = edge * rng.uniform(0.24, 0.44)
    step = 2 * half * rng.uniform(1.15, 1.7)
    # Without a sign only where the next icons tell that it is one.
    bare = step - half < 0.55 * edge and rng.random() < 0.5
    for x in (-1, 0, 1):
        for y in (-1, 0, 1):
            middle = size / 2 + step * np.array([x, y])
            parts = ((half, True), (half * rng.uniform(0.3, 0.8), rng.random() < 0.4))
            for reach, box in parts[: 1 if bare else 2]:
                corners = _rounded_square(rng) if box else _suit(int(rng.integers(5)))
                mask = np.zeros((size, size), np.uint8)
                _fill(mask, [part * reach + middle for part in corners])
                share = as_light(mask)[..., None] / np.float32(255)
                screen = as_light(screen + share * (decode(rng.uniform(20, 250, 3)) - screen))
    return screen


def draw_counter(rng: np.random.Generator, scene: Linear) -> Linear:
    """The paper inside a written o, a or 8: a dark ring around it, often with a stem."""
    size, edge = len(scene), piece_edge(scene)
    ring = np.zeros((size, size), np.uint8)
    thick = max(1, round(edge * rng.uniform(0.05, 0.35)))
    inner = edge * rng.uniform(0.18, 0.42) * np.array([1.0, rng.uniform(0.6, 1.0)])
    axes = tuple(int(v) for v in np.rint(inner + thick / 2))
    middle = (size // 2, size // 2)
    cv2.ellipse(ring, middle, (axes[0], axes[1]), 0, 0, 360, 255, thick, cv2.LINE_AA)
    if rng.random() < 0.6:
        side = size // 2 + axes[0] * int(rng.choice([-1, 1]))
        cv2.line(ring, (side, int(rng.integers(0, size // 2))), (side, size), 255, thick)
    spin = cv2.getRotationMatrix2D((size / 2, size / 2), rng.uniform(0, 360), 1.0)
    share = as_light(cv2.warpAffine(ring, spin, (size, size))) / np.float32(255)
    paper = decode(np.clip(rng.uniform(120, 235) + rng.normal(0, 30, 3), 60, 255))
    ink = decode(rng.uniform(5, 60) + rng.uniform(0, 50, 3))
    return as_light(paper + share[..., None] * (ink - paper))


def draw_block(rng: np.random.Generator, scene: Linear) -> Linear:
    """A toy block in one tone straight on the table, a darker side of it in view."""
    size, edge = len(scene), piece_edge(scene)
    tone = decode(rng.uniform(20, 245, 3))
    reach, turn = edge * rng.uniform(0.25, 0.55), rng.uniform(0, np.pi / 2)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    top = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) @ spin * reach + size / 2
    sides = np.zeros((size, size), np.uint8)
    down = np.array([0.0, rng.uniform(0.0, 1.2) * reach])
    hull = cv2.convexHull(as_light(np.concatenate([top, top + down])))[:, 0]
    _fill(sides, [hull.astype(np.float64)])
    face = np.zeros((size, size), np.uint8)
    _fill(face, [top])
    scene = as_light(np.maximum(scene, 0.03) * rng.uniform(0.6, 1.3))
    for mask, light in ((sides, rng.uniform(0.3, 0.8)), (face, 1.0)):
        share = as_light(mask)[..., None] / np.float32(255)
        scene = as_light(scene + share * (tone * light - scene))
    return scene


def _fill(mask: NDArray[np.uint8], parts: list[NDArray[np.float64]]) -> None:
    """Fills polygons, in pixels, together."""
    for part in parts:
        at = np.rint((part - 0.5) * (1 << _FINE)).astype(np.int32)
        cv2.fillPoly(mask, [at], 255, cv2.LINE_AA, _FINE)


def _disc(x: float, y: float, radius: float) -> NDArray[np.float64]:
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return np.array([x, y]) + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def _suit(kind: int) -> list[NDArray[np.float64]]:
    """Diamonds, hearts, spades, clubs or a dot, as parts within a reach of one."""
    stalk = np.array([(0.0, 0.1), (0.3, 1.0), (-0.3, 1.0)])
    match kind:
        case 0:
            return [np.array([(0.0, -1.0), (0.75, 0.0), (0.0, 1.0), (-0.75, 0.0)])]
        case 1:
            wedge = np.array([(-0.93, -0.15), (0.93, -0.15), (0.0, 1.0)])
            return [_disc(-0.45, -0.35, 0.5), _disc(0.45, -0.35, 0.5), wedge]
        case 2:
            wedge = np.array([(-0.9, 0.2), (0.9, 0.2), (0.0, -1.0)])
            return [_disc(-0.42, 0.3, 0.46), _disc(0.42, 0.3, 0.46), wedge, stalk]
        case 3:
            discs = [_disc(x, y, 0.42) for x, y in ((0.0, -0.5), (-0.5, 0.15), (0.5, 0.15))]
            return [*discs, stalk]
        case _:
            return [_disc(0.0, 0.0, 0.8)]


def _rounded_square(rng: np.random.Generator) -> list[NDArray[np.float64]]:
    """A square whose corners are rounded by any share."""
    power = rng.uniform(2.5, 12)
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return [np.sign(ring) * np.abs(ring) ** (2 / power)]
