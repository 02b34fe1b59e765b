"""Printed pages that lie about: coloured icons on white, columns of text."""

from __future__ import annotations

import cv2
import numpy as np

from assistant.tiles import Shape
from vision.simulated.optics.srgb import PictureBgr
from vision.simulated.pieces.inks import PURPLE_SET_INKS, WHITE_SET_INKS
from vision.simulated.pieces.shapes import outline

_INKS_BGR = [ink[::-1] for ink in (*WHITE_SET_INKS.values(), *PURPLE_SET_INKS.values())]
_UNIT_PX = 30
"""Pixels of a page for one tile edge."""


def draw_icon_page(
    rng: np.random.Generator, size_wh: tuple[int, int], unit_px: float = _UNIT_PX
) -> PictureBgr:
    """White paper with rows of coloured shapes."""
    page = np.full((size_wh[1], size_wh[0], 3), 244, np.uint8)
    step = unit_px * rng.uniform(0.9, 1.6)
    shapes = list(Shape)
    for y in np.arange(0.75 * step, size_wh[1] - step / 2, step):
        for x in np.arange(0.75 * step, size_wh[0] - step / 2, step):
            points = outline(shapes[rng.integers(6)]) * step * rng.uniform(0.6, 0.9) + (x, y)
            ink = tuple(float(v) for v in _INKS_BGR[rng.integers(len(_INKS_BGR))])
            cv2.fillPoly(page, [np.rint(points * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    return page


def draw_text_page(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A page of print: dark words, some headings in colour."""
    page = np.full((size_wh[1], size_wh[0], 3), 238, np.uint8)
    line = max(6, _UNIT_PX // 3)
    for y in range(2 * line, size_wh[1] - line, line):
        x = float(line)
        heading = rng.random() < 0.12
        ink = _INKS_BGR[rng.integers(len(_INKS_BGR))] if heading else (40, 40, 40)
        while x < size_wh[0] - 2 * line:
            width = rng.uniform(0.5, 3.0) * line
            end = (
                int(min(x + width, size_wh[0] - line)),
                y + (line // 2 if heading else line // 3),
            )
            cv2.rectangle(page, (int(x), y), end, tuple(float(v) for v in ink), -1)
            x += width + 0.5 * line
    return page
