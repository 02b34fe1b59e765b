"""Telling the shape of a symbol on a card from its silhouette, whole or cut by the next card."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.card_symbols import Symbols
from vision.reading.nets import net_of
from vision.reading.prints import Floats
from vision.reading.shape import SHAPES

WEIGHTS = Path(__file__).with_name("card_shapes.onnx")
"""Trained on drawn silhouettes by `vision.training.learn_card_shapes`."""
SILHOUETTE_PX = 32
REACH = 0.62
"""A silhouette shows this much of a symbol's own square to each side of its middle."""


def silhouettes(symbols: Symbols, frames_px: Floats) -> NDArray[np.float32]:
    """How much ink lies on each pixel, upright: (N, SILHOUETTE_PX, SILHOUETTE_PX), 0 to 1.

    A frame's columns are the edges of the symbol's square to the right and down, in pixels.
    """
    found = np.zeros((len(symbols), SILHOUETTE_PX, SILHOUETTE_PX), np.float32)
    steps = ((np.arange(SILHOUETTE_PX) + 0.5) / SILHOUETTE_PX * 2 - 1) * REACH
    grid = np.stack(np.meshgrid(steps, steps), axis=-1)
    for index, (left, top, mask) in enumerate(symbols.masks):
        high, wide = mask.shape
        window = symbols.picture_bgr[top : top + high, left : left + wide].astype(np.float32)
        toward = symbols.inks[index] - symbols.papers[index]
        ink = (window - symbols.papers[index]) @ toward / (toward @ toward)
        own = cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0
        plane = np.where(own, np.clip(ink, 0, 1), 0).astype(np.float32)
        edge = float(np.sqrt(abs(np.linalg.det(frames_px[index]))))
        shrink = float(np.clip(1.6 * SILHOUETTE_PX / (2 * REACH * edge), 4 / min(mask.shape), 1))
        if shrink < 1:
            plane = np.asarray(
                cv2.resize(plane, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA),
                np.float32,
            )
        places = symbols.centres_px[index] + grid @ frames_px[index].T - (left, top)
        maps = ((places + 0.5) * shrink - 0.5).astype(np.float32)
        found[index] = cv2.remap(plane, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR)
    return found


def silhouette_shapes(found: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """(N, 6) probabilities over `SHAPES` of silhouettes, and (N,) that each is a symbol at all."""
    if not len(found):
        return np.zeros((0, len(SHAPES))), np.zeros(0)
    likely = net_of(WEIGHTS).answers(found[:, None])
    shapes = likely[:, : len(SHAPES)] + 1e-12
    known = shapes.sum(axis=1)
    return np.asarray(shapes / known[:, None], np.float64), np.asarray(known, np.float64)
