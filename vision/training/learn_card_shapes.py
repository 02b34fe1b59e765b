"""Trains the net of `vision.reading.card_shapes` on drawn silhouettes: `make train`."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.reading.card_shapes import REACH, SILHOUETTE_PX, WEIGHTS
from vision.reading.shape import SHAPES
from vision.simulated.pieces.shapes import any_style, outline
from vision.training.card_printings import any_outlines
from vision.training.trainer import convolutions, train, write_weights

SEED = 11
EXAMPLES, KEPT_BACK = 100_000, 4_000
EPOCHS = 7
CUT_SHARE = 0.5
"""As many silhouettes are cut by a card that lies over them."""
MOST_BLURRED = 0.06
"""Usual blur at most, in edges of the silhouette: points of stars nearly run together."""
BLURRED_AWAY, BLURRED_AWAY_SHARE = 0.13, 0.2
"""And that of some on which nobody could tell a star from a disc: doubt is learned from them."""
STRANGE_SHARE = 0.2
"""As many silhouettes are of no symbol: backs of cards, whole cards, patterns of cloths."""
HOME_MADE = 0.6
"""As many have the proportions of a printing that nobody here has seen."""
LEAST_LEFT = 0.14
"""A cut symbol shows at least this share of its width."""


def draw_silhouette(rng: np.random.Generator, shape: int) -> NDArray[np.float32]:
    """One blob as a camera leaves it; a shape beyond the six is no symbol."""
    size = int(rng.integers(9, 64))
    big = 4 * size
    if shape < len(SHAPES):
        grown = rng.uniform(0.82, 1.2)
        mask = _filled(rng, [part * grown for part in _any_outline(rng, shape)], big)
        if rng.random() < CUT_SHARE:
            _cut(rng, mask)
    else:
        mask = _strange(rng, big)
    small = cv2.resize(_centred(rng, mask), (size, size), interpolation=cv2.INTER_AREA)
    most = BLURRED_AWAY if rng.random() < BLURRED_AWAY_SHARE else MOST_BLURRED
    blur_px = rng.uniform(0.3, 0.5 + most * size)
    soft = cv2.GaussianBlur(small, (0, 0), blur_px).astype(np.float32) / 255
    soft = np.clip(soft * rng.uniform(0.9, 1.25), 0, 1)
    seen = cv2.resize(soft, (SILHOUETTE_PX, SILHOUETTE_PX), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        x, y = rng.integers(4, SILHOUETTE_PX - 4, 2)
        cv2.circle(seen, (int(x), int(y)), int(rng.integers(1, 3)), 0.3, -1)
    return np.asarray(np.clip(seen + rng.normal(0, 0.03, seen.shape) * seen, 0, 1), np.float32)


def _any_outline(rng: np.random.Generator, shape: int) -> list[NDArray[np.floating]]:
    """The outline of a symbol as any printing may have it, home-made ones too."""
    if rng.random() < HOME_MADE:
        return list(any_outlines(rng)[shape])
    return [outline(SHAPES[shape], any_style(rng))]


def _filled(
    rng: np.random.Generator, parts: list[NDArray[np.floating]], big: int
) -> NDArray[np.uint8]:
    """Outlines around the middle of a square, filled together, a little turned and squeezed."""
    turn = np.radians(rng.normal(0, 5))
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    squeeze = np.exp(rng.normal(0, 0.06, 2))
    mask = np.zeros((big, big), np.uint8)
    for points in parts:
        at = ((points * squeeze @ spin) / (2 * REACH) + 0.5) * big
        cv2.fillPoly(mask, [np.rint(at * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _strange(rng: np.random.Generator, big: int) -> NDArray[np.uint8]:
    """A blob that is no symbol: a long box, a fan's wedge, a ring, or a ragged spot."""
    match int(rng.integers(4)):
        case 0:
            half = np.array([rng.uniform(0.06, 0.34), 0.0])
            half[1] = min(0.6, half[0] * rng.uniform(1.35, 5))
            corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
            return _filled(rng, [_spun(rng, corners)], big)
        case 1:
            count = int(rng.integers(3, 7))
            angles = np.sort(rng.uniform(0, 2 * np.pi, count))
            reach = rng.uniform(0.08, 0.6, count)[:, None]
            points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach
            return _filled(rng, [points], big)
        case 2:
            mask = np.zeros((big, big), np.uint8)
            far = rng.uniform(0.2, 0.45) * big
            axes = (int(far), int(far * rng.uniform(0.6, 1)))
            thick = max(1, int(far * rng.uniform(0.1, 0.45)))
            cv2.ellipse(mask, (big // 2, big // 2), axes, 0, 0, rng.uniform(120, 360), 255, thick)
            return mask
        case _:
            return _spot(rng, big)


def _spun(rng: np.random.Generator, points: NDArray[np.floating]) -> NDArray[np.floating]:
    turn = rng.uniform(0, 2 * np.pi)
    return points @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def _spot(rng: np.random.Generator, big: int) -> NDArray[np.uint8]:
    """The spot of smooth noise that lies in the middle."""
    coarse = rng.normal(0, 1, (rng.integers(4, 10),) * 2).astype(np.float32)
    noise = cv2.resize(coarse, (big, big), interpolation=cv2.INTER_CUBIC)
    noise -= noise[big // 2, big // 2] - rng.uniform(0.2, 1.2)
    _, labels = cv2.connectedComponents((noise > 0).astype(np.uint8))
    return np.asarray(labels == labels[big // 2, big // 2], np.uint8) * np.uint8(255)


def _centred(rng: np.random.Generator, mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The blob moved so that its middle lies about in the middle."""
    big = mask.shape[0]
    moments = cv2.moments(mask)
    area = max(moments["m00"], 1.0)
    middle = np.array([moments["m10"], moments["m01"]]) / area
    shift = big / 2 - middle + rng.normal(0, 0.02, 2) * big
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    return np.asarray(cv2.warpAffine(mask, moved, (big, big)), np.uint8)


def _cut(rng: np.random.Generator, mask: NDArray[np.uint8]) -> None:
    """Takes away what lies beyond the edge of another card."""
    ys, xs = np.nonzero(mask > 127)
    heading = np.pi / 2 * rng.integers(4) + np.radians(rng.normal(0, 5))
    along = xs * np.cos(heading) + ys * np.sin(heading)
    low, high = along.min(), along.max()
    line = low + rng.uniform(LEAST_LEFT, 0.95) * (high - low)
    y, x = np.mgrid[: mask.shape[0], : mask.shape[1]]
    mask[x * np.cos(heading) + y * np.sin(heading) > line] = 0
    _, labels, stats, _ = cv2.connectedComponentsWithStats((mask > 127).astype(np.uint8))
    if len(stats) > 2:
        # The tips of a star come apart: each is a blob of its own.
        mask[labels != 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())] = 0


def card_shape_net() -> nn.Module:
    """For one colour's silhouettes, no larger than they need."""
    return convolutions(1, (12, 24, 32, 32), len(SHAPES) + 1)


def main() -> None:
    """Draw, train, tell the accuracy on examples kept back, write the weights."""
    torch.set_num_threads(1)
    rng = np.random.default_rng(SEED)
    strange = rng.random(EXAMPLES) < STRANGE_SHARE
    answers = np.where(strange, len(SHAPES), rng.integers(0, len(SHAPES), EXAMPLES))
    drawn = np.stack([draw_silhouette(rng, int(shape)) for shape in answers])
    seen, wanted = torch.from_numpy(drawn[:, None]), torch.from_numpy(answers)
    net = train(card_shape_net, seen[KEPT_BACK:], wanted[KEPT_BACK:], EPOCHS, SEED)
    with torch.no_grad():
        given = net(seen[:KEPT_BACK]).argmax(1).numpy()
    right = given == answers[:KEPT_BACK]
    known = ~strange[:KEPT_BACK]
    print(f"kept back: {right[known].mean():.4f} of symbols, {right[~known].mean():.4f} of others")
    write_weights(net, SILHOUETTE_PX, "silhouettes", WEIGHTS)


if __name__ == "__main__":
    main()
