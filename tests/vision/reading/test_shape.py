"""What the net of pieces says of prints that no edition of the game has, drawn here by hand."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.tiles import Shape
from vision.reading import shape
from vision.reading.prints import FACE_PX
from vision.reading.shape import ANSWERS, BACK, NO_FACE, SHAPES, piece_probabilities
from vision.training.faces import random_face_patch

SHOWN_PX, EDGE_PX = 192, 160
"""A cut before it is shrunk, and the tile in it."""
YELLOW, WOOD, BLACK = (40, 200, 235), (90, 130, 170), (26, 24, 24)


def cut_of(parts: list[np.ndarray]) -> np.ndarray:
    """A tile on a table with a print of polygons in tile edges around its middle."""
    cut = np.full((SHOWN_PX, SHOWN_PX, 3), WOOD, np.uint8)
    low, high = (SHOWN_PX - EDGE_PX) // 2, (SHOWN_PX + EDGE_PX) // 2
    cv2.rectangle(cut, (low, low), (high, high), BLACK, -1)
    for part in parts:
        at = np.rint(part * EDGE_PX + SHOWN_PX / 2).astype(np.int32)
        cv2.fillPoly(cut, [at], YELLOW, cv2.LINE_AA)
    soft = cv2.GaussianBlur(cut, (0, 0), 3)
    return cv2.resize(soft, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)


def ring(count: int, turn: float = 0.0) -> np.ndarray:
    angle = np.arange(count) * 2 * np.pi / count + turn
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


@pytest.mark.parametrize("reach", [0.3, 0.36, 0.42])
def test_a_clover_of_four_discs_is_no_diamond(reach: float) -> None:
    """Its notches lie where the sides of a diamond would."""
    discs = [0.5 * reach * (ring(40) + middle) for middle in ring(4)]
    told = piece_probabilities(cut_of(discs)[None])[0]
    assert SHAPES[int(told.argmax())] is Shape.CLOVER


@pytest.mark.parametrize("reach", [0.3, 0.36, 0.42])
def test_a_starburst_turned_by_half_a_point_is_one(reach: float) -> None:
    away = reach * np.where(np.arange(16) % 2, 0.5, 1.0)[:, None]
    told = piece_probabilities(cut_of([away * ring(16, np.pi / 8)])[None])[0]
    assert SHAPES[int(told.argmax())] is Shape.STARBURST


def test_what_is_not_sure_is_told_alike_from_every_side() -> None:
    rng = np.random.default_rng(5)
    cuts = np.stack([random_face_patch(rng, wide=True)[0] for _ in range(60)])
    told = piece_probabilities(cuts)
    turned = piece_probabilities(np.ascontiguousarray(np.rot90(cuts, 1, (1, 2))))
    unsure = np.maximum(told, turned).max(axis=1) < 0.9
    assert unsure.sum() >= 3
    assert np.abs(told - turned)[unsure, BACK:].max() < 1e-3


def test_what_is_surely_no_face_is_not_shown_from_all_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    told = np.full((2, ANSWERS), 0.01)
    told[0, NO_FACE], told[1, :2] = 0.93, 0.47

    def answering(plain: np.ndarray, weights: Path) -> np.ndarray:
        asked.append(len(plain))
        return told[: len(plain)] if len(plain) <= 2 else np.repeat(told[1:], len(plain), axis=0)

    monkeypatch.setattr(shape, "answers_to", answering)
    piece_probabilities(np.zeros((2, FACE_PX, FACE_PX, 3), np.uint8))
    assert asked == [2, 1, 6, 1]


def test_what_is_settled_upside_down_is_not_shown_from_more_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And what is hardly a face at a glance is not asked about where only faces are wanted."""
    asked = []
    told = np.zeros((3, ANSWERS))
    told[0, [0, NO_FACE]], told[1, [0, NO_FACE]], told[2, :2] = (0.97, 0.03), (0.15, 0.85), 0.5

    def answering(plain: np.ndarray, weights: Path) -> np.ndarray:
        asked.append(len(plain))
        if len(asked) > 2 or len(plain) < 3:
            return told[2:].repeat(len(plain), axis=0)
        likely = told ** len(asked)
        return likely / likely.sum(axis=1, keepdims=True)

    monkeypatch.setattr(shape, "answers_to", answering)
    cuts = np.zeros((3, FACE_PX, FACE_PX, 3), np.uint8)
    piece_probabilities(cuts)
    assert asked == [3, 3, 6, 3]
    asked.clear()
    piece_probabilities(cuts, 0.4)
    assert asked[:2] == [3, 2]
