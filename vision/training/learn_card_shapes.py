"""Trains the net of `vision.reading.card_shapes` on drawn silhouettes: `make train`."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.reading.card_places import REACH_SHARE
from vision.reading.card_shapes import REACH, SILHOUETTE_PX, WEIGHTS
from vision.reading.shape import SHAPES
from vision.simulated.pieces.shapes import any_style, outline
from vision.training.card_printings import any_outlines
from vision.training.trainer import halve, normed_convolutions, train, write_weights

SEED = 11
EXAMPLES, KEPT_BACK = 200_000, 4_000
EPOCHS = 12
CUT_SHARE = 0.5
"""As many silhouettes are cut by a card that lies over them."""
MOST_BLURRED = 0.06
"""Usual blur at most, in edges of the silhouette: points of stars nearly run together."""
BLURRED_AWAY, BLURRED_AWAY_SHARE = 0.15, 0.3
"""And that of some on which nobody could tell a star from a disc: doubt is learned from them."""
STRANGE_SHARE = 0.28
"""As many silhouettes are of no symbol: backs of cards, whole cards, patterns of cloths."""
HOME_MADE = 0.6
"""As many have the proportions of a printing that nobody here has seen."""
LEAST_LEFT = 0.14
"""A cut symbol shows at least this share of its width."""
IN_PIECES = 0.5
"""Of those whose tips come apart as many are seen whole: a reader puts the pieces together."""
RIMMED, RIM, PAST_ENDS = 0.6, (0.02, 0.11), 0.16
"""The card that cuts a symbol has a bright rim, of which as many silhouettes keep a strip: so wide,
and so far past the cut's ends at most, in edges of the silhouette."""
AS_LARGE = 0.3
"""As many cut ones are shown as large as if what is left were all: that they are cut is not known
yet when they are looked at first."""
SCRAPPED = 0.12
"""To as many a scrap clings: wear, glare or dirt of about its ink."""
RAGGED = 0.3
"""Noise of a dim room, in the ink's difference from its paper, that frays outlines."""
LEAST_INK = 0.1
"""Less than so much is left of no ink, however thin and blurred its shape."""
NOISE, NOISY, NOISY_SHARE = 0.03, 0.14, 0.3
"""Noise of the camera, and what it is at most on some."""


def draw_silhouette(rng: np.random.Generator, shape: int) -> NDArray[np.float32]:
    """One blob as a camera leaves it; a shape beyond the six is no symbol."""
    size = int(rng.integers(9, 64))
    big = 4 * size
    if shape < len(SHAPES):
        grown = rng.uniform(0.82, 1.2)
        mask = _filled(rng, [part * grown for part in _any_outline(rng, shape)], big)
        if rng.random() < CUT_SHARE:
            mask = _cut(rng, mask)
        if rng.random() < SCRAPPED:
            _leave_scrap(rng, mask)
    else:
        mask = _strange(rng, big)
    small = cv2.resize(_centred(rng, mask), (size, size), interpolation=cv2.INTER_AREA)
    most = BLURRED_AWAY if rng.random() < BLURRED_AWAY_SHARE else MOST_BLURRED
    blur_px = rng.uniform(0.3, 0.5 + most * size)
    soft = cv2.GaussianBlur(small, (0, 0), blur_px).astype(np.float32) / 255
    # A reader takes the purest for ink, then what is nearer to that than to paper, or touches it.
    soft /= max(float(soft.max()), LEAST_INK)
    if rng.random() < NOISY_SHARE:
        soft += rng.normal(0, rng.uniform(0, RAGGED), soft.shape) * np.sqrt(soft)
    taken = cv2.dilate((soft > 0.5).astype(np.uint8), np.ones((3, 3), np.uint8))
    soft = np.clip(soft * taken * rng.uniform(0.9, 1.25), 0, 1)
    seen = cv2.resize(soft, (SILHOUETTE_PX, SILHOUETTE_PX), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        x, y = rng.integers(4, SILHOUETTE_PX - 4, 2)
        cv2.circle(seen, (int(x), int(y)), int(rng.integers(1, 3)), 0.3, -1)
    noise = rng.uniform(NOISE, NOISY) if rng.random() < NOISY_SHARE else NOISE
    return np.asarray(np.clip(seen + rng.normal(0, noise, seen.shape) * seen, 0, 1), np.float32)


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
    """A blob that is no symbol: a long box, a fan's wedge, a ring, or a spot of some kind."""
    kinds = (_long_box, _wedge, _ring, _spot, _lumps, _speckled)
    return kinds[int(rng.integers(len(kinds)))](rng, big)


def _long_box(rng: np.random.Generator, big: int) -> NDArray[np.uint8]:
    half = np.array([rng.uniform(0.06, 0.34), 0.0])
    half[1] = min(0.6, half[0] * rng.uniform(1.35, 5))
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    return _filled(rng, [_spun(rng, corners)], big)


def _wedge(rng: np.random.Generator, big: int) -> NDArray[np.uint8]:
    count = int(rng.integers(3, 7))
    angles = np.sort(rng.uniform(0, 2 * np.pi, count))
    reach = rng.uniform(0.08, 0.6, count)[:, None]
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach
    return _filled(rng, [points], big)


def _ring(rng: np.random.Generator, big: int) -> NDArray[np.uint8]:
    mask = np.zeros((big, big), np.uint8)
    far = rng.uniform(0.2, 0.45) * big
    axes = (int(far), int(far * rng.uniform(0.6, 1)))
    thick = max(1, int(far * rng.uniform(0.1, 0.45)))
    cv2.ellipse(mask, (big // 2, big // 2), axes, 0, 0, rng.uniform(120, 360), 255, thick)
    return mask


def _lumps(rng: np.random.Generator, big: int) -> NDArray[np.uint8]:
    """What two spots share: lumps, some of them apart."""
    return np.asarray(_spot(rng, big) & _spot(rng, big, (8, 16)), np.uint8)


def _speckled(rng: np.random.Generator, big: int) -> NDArray[np.uint8]:
    """A spot with holes all over, as of a cloth's threads or worn wood."""
    spot = _spot(rng, big)
    fine = rng.normal(0.3, 1, (rng.integers(16, 40),) * 2).astype(np.float32)
    noise = cv2.resize(fine, (big, big), interpolation=cv2.INTER_LINEAR)
    return np.where(noise > 0, spot, 0).astype(np.uint8)


def _spun(rng: np.random.Generator, points: NDArray[np.floating]) -> NDArray[np.floating]:
    turn = rng.uniform(0, 2 * np.pi)
    return points @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def _spot(
    rng: np.random.Generator, big: int, lumps: tuple[int, int] = (4, 10)
) -> NDArray[np.uint8]:
    """The spot of smooth noise that lies in the middle."""
    coarse = rng.normal(0, 1, (rng.integers(*lumps),) * 2).astype(np.float32)
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


def _cut(rng: np.random.Generator, mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Without what lies beyond the edge of another card, of whose rim a strip may be left."""
    ys, xs = np.nonzero(mask > 127)
    heading = np.pi / 2 * rng.integers(4) + np.radians(rng.normal(0, 5))
    cos, sin = np.cos(heading), np.sin(heading)
    along = xs * cos + ys * sin
    low, high = along.min(), along.max()
    line = low + rng.uniform(LEAST_LEFT, 0.95) * (high - low)
    y, x = np.mgrid[: mask.shape[0], : mask.shape[1]]
    beyond = x * cos + y * sin - line
    left = np.where(beyond > 0, 0, mask).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats((left > 127).astype(np.uint8))
    if len(stats) > 2 and rng.random() >= IN_PIECES:
        # The tips of a star come apart: each is a blob of its own.
        left[labels != 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())] = 0
    if rng.random() < RIMMED:
        _leave_rim(rng, left, beyond, y * cos - x * sin)
    return _as_large(left) if rng.random() < AS_LARGE else left


def _leave_rim(
    rng: np.random.Generator,
    mask: NDArray[np.uint8],
    beyond: NDArray[np.floating],
    across: NDArray[np.floating],
) -> None:
    """Draws a strip of the rim that runs along a cut: its two ends lie anywhere near the cut's."""
    big = mask.shape[0]
    beside = (mask > 127) & (beyond > -0.04 * big)
    if not beside.any():
        return
    ends = across[beside].min(), across[beside].max()
    first = ends[0] - rng.uniform(-0.3 * (ends[1] - ends[0]), PAST_ENDS * big)
    last = ends[1] + rng.uniform(-0.3 * (ends[1] - ends[0]), PAST_ENDS * big)
    strip = (beyond > -1) & (beyond < rng.uniform(*RIM) * big)
    mask[strip & (across > first) & (across < last)] = int(rng.uniform(150, 255))


def _leave_scrap(rng: np.random.Generator, mask: NDArray[np.uint8]) -> None:
    """Draws a small spot or streak that touches a symbol's outline."""
    outline_at = np.argwhere(cv2.Canny(mask, 50, 150) > 0)
    if not len(outline_at):
        return
    y, x = outline_at[int(rng.integers(len(outline_at)))].tolist()
    long, wide = mask.shape[0] * rng.uniform(0.02, 0.12), mask.shape[0] * rng.uniform(0.01, 0.05)
    axes = (max(1, int(long)), max(1, int(min(long, wide))))
    tone = int(rng.uniform(130, 255))
    cv2.ellipse(mask, (x, y), axes, rng.uniform(0, 180), 0, 360, tone, -1)


def _as_large(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What is left of a symbol, made so large that it reaches as far as a whole one."""
    points = np.argwhere(mask > 127)[:, ::-1].astype(np.float64)
    if not len(points):
        return mask
    middle = points.mean(axis=0)
    far = float(np.quantile(np.linalg.norm(points - middle, axis=1), 0.97))
    grow = REACH_SHARE * mask.shape[0] / (2 * REACH) / max(far, 1.0)
    shift = mask.shape[0] / 2 - grow * middle
    moved = np.array([[grow, 0, shift[0]], [0, grow, shift[1]]])
    return np.asarray(cv2.warpAffine(mask, moved, mask.shape[::-1]), np.uint8)


def card_shape_net() -> nn.Module:
    """For one colour's silhouettes, no larger than they need."""
    return normed_convolutions(1, (20, 40, 56, 56), len(SHAPES) + 1)


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
    halve(WEIGHTS)


if __name__ == "__main__":
    main()
