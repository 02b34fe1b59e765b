"""Patterns that lie under or beside games: boards, screens, keyboards, meshes, carpets, papers."""

from __future__ import annotations

import cv2
import numpy as np

from vision.simulated.optics.noise import smooth_field
from vision.simulated.optics.srgb import PictureBgr
from vision.simulated.things.other_pieces import (
    BLACK,
    CREAM,
    GAUDY,
    WHITE,
    Bgr,
    Draw,
    pick,
    plain,
    sign,
)


def squares(
    tones: tuple[Bgr, ...], ground: Bgr, step: float, fills: float, round_px: float = 0.0
) -> Draw:
    """Squares of these tones in rows on a ground, each filling so much of its step."""

    def draw(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
        sheet, unit = plain(size_wh, ground), step
        for y in np.arange(unit / 2, size_wh[1], unit):
            for x in np.arange(unit / 2, size_wh[0], unit):
                half = fills * unit / 2
                low = (round(x - half), round(y - half))
                cv2.rectangle(sheet, low, (round(x + half), round(y + half)), pick(rng, tones), -1)
        if round_px:
            soft = cv2.GaussianBlur(sheet, (0, 0), round_px)
            return np.asarray(soft, np.uint8)
        return sheet

    return draw


def dots(tones: tuple[Bgr, ...], ground: Bgr, step: float, fills: float) -> Draw:
    """Dots of these tones in rows on a ground."""

    def draw(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
        sheet = plain(size_wh, ground)
        for row, y in enumerate(np.arange(step / 2, size_wh[1], step)):
            for x in np.arange(step / 2 * (1 + row % 2), size_wh[0], step):
                at = (round(x), round(y))
                cv2.circle(sheet, at, round(fills * step / 2), pick(rng, tones), -1, cv2.LINE_AA)
        return sheet

    return draw


def lines(tone: Bgr, ground: Bgr, step: float, thick: int) -> Draw:
    """A grid of lines."""

    def draw(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
        sheet, first = plain(size_wh, ground), step * rng.uniform(0.3, 0.7)
        for x in np.arange(first, size_wh[0], step):
            cv2.line(sheet, (round(x), 0), (round(x), size_wh[1]), tone, thick)
        for y in np.arange(first, size_wh[1], step):
            cv2.line(sheet, (0, round(y)), (size_wh[0], round(y)), tone, thick)
        return sheet

    return draw


def checks(stones: bool) -> Draw:
    """A chess board, with the stones of draughts on its dark fields or without."""

    def draw(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
        board, step = plain(size_wh, (70, 90, 120)), size_wh[0] / 8
        pale = (190, 215, 230) if rng.random() < 0.5 else (200, 230, 240)
        for k in range(64):
            x, y = k % 8, k // 8
            low, high = (
                (round(x * step), round(y * step)),
                (round((x + 1) * step), round((y + 1) * step)),
            )
            dark = (x + y) % 2 == 1
            cv2.rectangle(board, low, high, BLACK if dark else pale, -1)
            if stones and dark and y not in (3, 4):
                at = (round((x + 0.5) * step), round((y + 0.5) * step))
                tone = WHITE if y > 4 else (40, 40, 170)
                cv2.circle(board, at, round(0.38 * step), tone, -1, cv2.LINE_AA)
        return board

    return draw


def lozenges(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A carpet of diamonds within diamonds."""
    sheet, step = plain(size_wh, (50, 30, 90)), 46.0
    for row, y in enumerate(np.arange(0, size_wh[1] + step, step / 2)):
        for x in np.arange(step / 2 * (row % 2), size_wh[0] + step, step):
            for share, tone in ((0.46, pick(rng, GAUDY[:5])), (0.22, (40, 30, 40))):
                ring = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]]) * share * step + (x, y)
                cv2.fillPoly(sheet, [np.rint(ring).astype(np.int32)], tone, cv2.LINE_AA)
    grain = 1 + 0.12 * smooth_field(rng, size_wh, max(size_wh) / 3)
    return np.asarray(np.clip(sheet * grain[..., None], 0, 255), np.uint8)


def stars(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """Wrapping paper with five-pointed stars."""
    sheet = plain(size_wh, pick(rng, ((120, 40, 30), (40, 30, 120), (40, 90, 40))))
    for _ in range(max(4, size_wh[0] * size_wh[1] // 2400)):
        at, reach = rng.uniform(0, 1, 2) * size_wh, rng.uniform(8, 18)
        turns = np.arange(10) * np.pi / 5 + rng.uniform(0, 6)
        away = reach * np.where(np.arange(10) % 2, 0.45, 1.0)
        ring = away[:, None] * np.stack([np.cos(turns), np.sin(turns)], axis=1) + at
        cv2.fillPoly(sheet, [np.rint(ring).astype(np.int32)], (60, 200, 235), cv2.LINE_AA)
    return sheet


def keys(ground: Bgr, cap: Bgr, ink: Bgr) -> Draw:
    """A keyboard or a remote control: rows of caps with letters."""

    def draw(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
        sheet, step = plain(size_wh, ground), 30
        for y in range(4, size_wh[1] - step, step):
            for x in range(4, size_wh[0] - step, step):
                key = plain((step - 5, step - 5), cap)
                sign(key, "QWERTZUIOPASDFGHJKLXCVBNM"[int(rng.integers(25))], ink, 0.45, 0.06)
                sheet[y : y + step - 5, x : x + step - 5] = key
        return sheet

    return draw


def headline(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """Large white letters on a dark cover."""
    sheet = plain(size_wh, pick(rng, (BLACK, (90, 30, 20), (30, 20, 100))))
    words = ("ROOX", "EVENING NEWS", "XOXO", "MOON & SUN", "TOTO")
    for row in range(5):
        line = plain((size_wh[0], size_wh[1] // 6), (0, 0, 0))
        line[:] = sheet[0, 0]
        sign(line, words[int(rng.integers(len(words)))], WHITE, 0.7, 0.09)
        sheet[row * len(line) : (row + 1) * len(line)] = line
    return sheet


def screen(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A dark screen with rows of round-cornered icons."""
    sheet, step = plain(size_wh, (16, 14, 14)), size_wh[0] / 4
    for y in np.arange(step / 2, size_wh[1], step):
        for x in np.arange(step / 2, size_wh[0], step):
            half, tone = 0.3 * step, pick(rng)
            low, high = (round(x - half), round(y - half)), (round(x + half), round(y + half))
            cv2.rectangle(sheet, low, high, tone, -1)
            cv2.circle(sheet, (round(x), round(y)), round(0.14 * step), WHITE, 2, cv2.LINE_AA)
    return sheet


def puzzle(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A crossword: white cells, black ones among them, some letters."""
    sheet, step = plain(size_wh, (20, 20, 20)), 28
    for y in range(0, size_wh[1] - step, step):
        for x in range(0, size_wh[0] - step, step):
            if rng.random() < 0.7:
                cell = plain((step - 2, step - 2), (242, 242, 242))
                if rng.random() < 0.5:
                    sign(cell, "AEIORSTXO"[int(rng.integers(9))], (60, 40, 30), 0.5, 0.06)
                sheet[y : y + step - 2, x : x + step - 2] = cell
    return sheet


def code(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A square code of black and white modules."""
    small = rng.integers(0, 2, (25, 25), np.uint8) * np.uint8(225) + np.uint8(15)
    sheet = cv2.resize(small, size_wh, interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR), np.uint8)


def board_of_fields(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A letter game's board: pale fields, coloured bonus ones with words."""
    sheet, step = plain(size_wh, (120, 150, 120)), 30
    bonus: tuple[Bgr, ...] = ((80, 80, 220), (220, 180, 90), (200, 170, 240))
    for y in range(0, size_wh[1] - step, step):
        for x in range(0, size_wh[0] - step, step):
            tone = pick(rng, bonus) if rng.random() < 0.25 else CREAM
            cell = plain((step - 2, step - 2), tone)
            if tone != CREAM:
                sign(cell, "3W", (40, 40, 40), 0.4, 0.05)
            sheet[y : y + step - 2, x : x + step - 2] = cell
    return sheet


def stripes(rng: np.random.Generator, size_wh: tuple[int, int]) -> PictureBgr:
    """A deck chair's stripes."""
    sheet, x = plain(size_wh, WHITE), 0
    while x < size_wh[0]:
        wide = int(rng.integers(6, 40))
        sheet[:, x : x + wide] = pick(rng)
        x += wide
    return sheet
