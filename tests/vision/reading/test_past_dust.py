"""Worn pieces that the net does not name surely are looked at past their dust."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assistant.tiles import Shape
from tests.support.drawn_cuts import faces_of, figure
from vision.reading.faces import Faces, face_share
from vision.reading.past_dust import named_past_dust, without_dust
from vision.reading.shape import ANSWERS, NO_FACE, SHAPES

SQUARE = SHAPES.index(Shape.SQUARE)


def dusty(shape: Shape, level: int = 120) -> np.ndarray:
    """A cut with so much grey all around its green print, inside a clean rim."""
    cut = figure(shape, "green").astype(np.float64)
    inside = np.zeros((*cut.shape[:2], 1))
    inside[5:-5, 5:-5] = 1.0
    on_black = (cut.max(axis=2, keepdims=True) < 80) * inside
    return np.rint(np.where(on_black > 0, level, cut)).astype(np.uint8)


def doubtful(shape: Shape, face: float = 0.9) -> Faces:
    """A dusty piece that the net takes for a square rather than for what it is."""
    answers = np.zeros((1, ANSWERS))
    answers[0, [SQUARE, SHAPES.index(shape), NO_FACE]] = 0.6 * face, 0.4 * face, 1 - face
    return replace(faces_of([dusty(shape)]), shapes=answers)


@pytest.mark.parametrize("shape", [Shape.STARBURST, Shape.CLOVER, Shape.CIRCLE])
def test_a_figure_on_a_grey_piece_is_no_square(shape: Shape) -> None:
    told = named_past_dust(doubtful(shape)).shapes[0]
    assert told.argmax() == SHAPES.index(shape)


def test_a_piece_is_as_surely_one_as_before() -> None:
    told = named_past_dust(doubtful(Shape.CLOVER, face=0.55))
    assert face_share(told.shapes)[0] == pytest.approx(0.55)


def test_what_is_named_surely_or_is_clean_stays() -> None:
    sure = faces_of([dusty(Shape.CLOVER)])
    clean = replace(doubtful(Shape.CLOVER), cuts_bgr=figure(Shape.CLOVER, "yellow")[None])
    for pieces in (sure, clean, sure.subset(np.zeros(1, np.bool_))):
        assert named_past_dust(pieces) is pieces


def test_without_dust_the_ground_is_as_black_as_new_and_the_print_stays() -> None:
    new = without_dust(dusty(Shape.CIRCLE)[None])[0]
    assert new[6:8, 6:8].max() < 40
    assert np.abs(new[16, 16].astype(int) - dusty(Shape.CIRCLE)[16, 16]).max() < 6
