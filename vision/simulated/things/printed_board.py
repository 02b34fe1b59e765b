"""A printed board like that of Qwirkle Connect: the hardest thing a tile can lie on."""

from __future__ import annotations

import cv2
import numpy as np

from assistant.tiles import Shape
from vision.simulated.optics.noise import smooth_field
from vision.simulated.optics.srgb import Linear, PictureBgr, as_light
from vision.simulated.pieces.shapes import coverage, outline

BOARD_CELLS = 16
"""Cells along each side of the whole board, four panels of eight."""
_PANEL = 8
_PAPER = np.array([240, 238, 238], np.float32)
_LEAF = np.array([150, 218, 186], np.float32)
_LINE = (88, 166, 108)
_RIM = (60, 160, 60)
_FRAME = (70, 140, 240)
_DIGIT = (44, 40, 214)
_MARK = np.array([190, 224, 204], np.float32)


def draw_printed_board(rng: np.random.Generator, cell_px: int) -> PictureBgr:
    """The whole board, sRGB, (16 * cell_px, 16 * cell_px, 3)."""
    digits = {digit: draw_bonus_cell(rng, cell_px, digit) for digit in "12"}
    rows = []
    for _ in range(2):
        panels = [np.rot90(_panel(rng, cell_px, digits), int(rng.integers(4))) for _ in range(2)]
        rows.append(np.hstack(panels))
    return np.ascontiguousarray(np.vstack(rows))


def _panel(rng: np.random.Generator, cell_px: int, digits: dict[str, PictureBgr]) -> PictureBgr:
    size = _PANEL * cell_px
    panel = _paper(rng, size)
    for _ in range(int(rng.integers(5, 10))):
        _watermark(rng, panel, cell_px)
    canvas = np.asarray(np.clip(panel, 0, 255), np.uint8).copy()
    thin = max(1, round(cell_px * 0.02))
    for line in range(1, _PANEL):
        at = line * cell_px
        cv2.line(canvas, (at, 0), (at, size), _LINE, thin, cv2.LINE_AA)
        cv2.line(canvas, (0, at), (size, at), _LINE, thin, cv2.LINE_AA)
    for x, y, digit in _bonus_cells(rng):
        place = canvas[y * cell_px : (y + 1) * cell_px, x * cell_px : (x + 1) * cell_px]
        place[:] = digits[digit] if rng.random() < 0.5 else digits[digit][::-1, ::-1]
    cv2.rectangle(canvas, (0, 0), (size - 1, size - 1), _RIM, max(2, round(cell_px * 0.1)))
    return canvas


def _paper(rng: np.random.Generator, size: int) -> Linear:
    """White paper that turns leaf green towards the rim."""
    across = np.abs(np.linspace(-1, 1, size, dtype=np.float32))
    rim = np.maximum(across[None, :], across[:, None]) ** 4
    green = np.clip(rim + 0.15 * smooth_field(rng, (size, size), 6), 0, 1)
    return as_light(_PAPER + green[..., None] * (_LEAF - _PAPER))


def _watermark(rng: np.random.Generator, panel: Linear, cell_px: int) -> None:
    """Lays one pale shape, larger than a cell and turned anyhow, into the paper."""
    size = int(cell_px * rng.uniform(0.8, 1.6))
    shape = list(Shape)[rng.integers(6)]
    turn = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    mask = coverage(as_light(outline(shape) @ spin), size)
    top, left = (int(v) for v in rng.integers(0, len(panel) - size, 2))
    place = panel[top : top + size, left : left + size]
    place += rng.uniform(0.3, 0.8) * mask[..., None] * (_MARK - place)


def _bonus_cells(rng: np.random.Generator) -> list[tuple[int, int, str]]:
    """Ones beside the diagonal and a pair of twos, as the board has them."""
    ones = [(k, k + 1, "1") for k in range(1, 6)] + [(k + 1, k, "1") for k in range(1, 6)]
    kept = [cell for cell in ones if rng.random() < 0.8]
    return [*kept, (1, 6, "2"), (6, 1, "2")]


def draw_bonus_cell(rng: np.random.Generator, cell_px: int, digit: str) -> PictureBgr:
    """One cell with a slanted red digit in an orange frame, sRGB."""
    big = 4 * cell_px
    canvas = np.empty((big, big, 3), np.uint8)
    canvas[:] = (238, 242, 244)
    scale = big / 34
    thick = max(2, round(big * 0.06))
    wide, high = cv2.getTextSize(digit, cv2.FONT_HERSHEY_TRIPLEX, scale, thick)[0]
    at = ((big - wide) // 2, (big + high) // 2)
    cv2.putText(canvas, digit, at, cv2.FONT_HERSHEY_TRIPLEX, scale, _DIGIT, thick, cv2.LINE_AA)
    turn = float(rng.choice([-45, 45, 135, -135])) + rng.uniform(-5, 5)
    spin = cv2.getRotationMatrix2D((big / 2, big / 2), turn, 0.95)
    canvas = np.asarray(
        cv2.warpAffine(canvas, spin, (big, big), borderValue=(238, 242, 244)), np.uint8
    )
    inset, thick = round(big * 0.04), max(2, round(big * 0.06))
    cv2.rectangle(canvas, (inset, inset), (big - inset, big - inset), _FRAME, thick)
    return np.asarray(cv2.resize(canvas, (cell_px, cell_px), interpolation=cv2.INTER_AREA))
