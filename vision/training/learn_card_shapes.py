"""Trains the net of `vision.reading.card_shapes` on drawn silhouettes: `make train`."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.reading.card_shapes import REACH, SILHOUETTE_PX, WEIGHTS
from vision.reading.shape import SHAPES
from vision.simulated.pieces.shapes import outline, random_style

SEED = 11
EXAMPLES, KEPT_BACK = 60_000, 3_000
EPOCHS, BATCH = 7, 256
CUT_SHARE = 0.5
"""As many silhouettes are cut by a card that lies over them."""
MOST_BLURRED = 0.045
"""Largest blur, in edges of the silhouette: points of stars nearly run together."""
LEAST_LEFT = 0.14
"""A cut symbol shows at least this share of its width."""


def draw_silhouette(rng: np.random.Generator, shape: int) -> NDArray[np.float32]:
    """One symbol as a camera leaves it: a little turned, squeezed, cut, coarse, its ink uneven."""
    points = outline(SHAPES[shape], random_style(rng)) * rng.uniform(0.82, 1.2)
    points = points * np.exp(rng.normal(0, 0.05, 2))
    turn = np.radians(rng.normal(0, 4.5))
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    size = int(rng.integers(9, 64))
    big = 4 * size
    mask = np.zeros((big, big), np.uint8)
    at = ((points @ spin) / (2 * REACH) + 0.5) * big
    cv2.fillPoly(mask, [np.rint(at * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if rng.random() < CUT_SHARE:
        _cut(rng, mask)
    moments = cv2.moments(mask)
    area = max(moments["m00"], 1.0)
    middle = np.array([moments["m10"], moments["m01"]]) / area
    shift = big / 2 - middle + rng.normal(0, 0.02, 2) * big
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    mask = np.asarray(cv2.warpAffine(mask, moved, (big, big)), np.uint8)
    small = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA)
    blur_px = rng.uniform(0.3, 0.5 + MOST_BLURRED * size)
    soft = cv2.GaussianBlur(small, (0, 0), blur_px).astype(np.float32) / 255
    soft = np.clip(soft * rng.uniform(0.9, 1.25), 0, 1)
    seen = cv2.resize(soft, (SILHOUETTE_PX, SILHOUETTE_PX), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        x, y = rng.integers(4, SILHOUETTE_PX - 4, 2)
        cv2.circle(seen, (int(x), int(y)), int(rng.integers(1, 3)), 0.3, -1)
    return np.asarray(np.clip(seen + rng.normal(0, 0.03, seen.shape) * seen, 0, 1), np.float32)


def _cut(rng: np.random.Generator, mask: NDArray[np.uint8]) -> None:
    """Takes away what lies beyond the edge of another card."""
    ys, xs = np.nonzero(mask > 127)
    heading = np.pi / 2 * rng.integers(4) + np.radians(rng.normal(0, 5))
    along = xs * np.cos(heading) + ys * np.sin(heading)
    low, high = along.min(), along.max()
    line = low + rng.uniform(LEAST_LEFT, 0.95) * (high - low)
    y, x = np.mgrid[: mask.shape[0], : mask.shape[1]]
    mask[x * np.cos(heading) + y * np.sin(heading) > line] = 0


def card_shape_net() -> nn.Module:
    """Three convolutions and one full layer."""
    return nn.Sequential(
        nn.Conv2d(1, 12, 5, stride=2, padding=2),
        nn.ReLU(),
        nn.Conv2d(12, 24, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.Conv2d(24, 32, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(32, 32, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(32 * 16, len(SHAPES)),
    )


def train(seen: torch.Tensor, wanted: torch.Tensor) -> nn.Module:
    """A net trained on all examples, learning rate falling to nothing."""
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    net = card_shape_net()
    steps = EPOCHS * (len(seen) // BATCH + 1)
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-4)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.005)
    for epoch in range(EPOCHS):
        total = 0.0
        for batch in torch.from_numpy(rng.permutation(len(seen))).split(BATCH):
            faces = torch.rot90(seen[batch], int(rng.integers(4)), (2, 3))
            loss = loss_of(net(faces), wanted[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rate.step()
            total += float(loss.detach()) * len(batch)
        print(f"epoch {epoch + 1}: loss {total / len(seen):.4f}")
    return net


def main() -> None:
    """Draw, train, tell the accuracy on examples kept back, write the weights."""
    torch.set_num_threads(1)
    rng = np.random.default_rng(SEED)
    answers = rng.integers(0, len(SHAPES), EXAMPLES)
    drawn = np.stack([draw_silhouette(rng, int(shape)) for shape in answers])
    seen, wanted = torch.from_numpy(drawn[:, None]), torch.from_numpy(answers)
    net = train(seen[KEPT_BACK:], wanted[KEPT_BACK:])
    with torch.no_grad():
        given = net(seen[:KEPT_BACK]).argmax(1).numpy()
    print(f"kept back: {np.mean(given == answers[:KEPT_BACK]):.4f} right")
    torch.onnx.export(
        net,
        (torch.zeros(1, 1, SILHOUETTE_PX, SILHOUETTE_PX),),
        str(WEIGHTS),
        input_names=["silhouettes"],
        output_names=["scores"],
        dynamic_axes={"silhouettes": {0: "n"}, "scores": {0: "n"}},
        dynamo=False,
    )
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
