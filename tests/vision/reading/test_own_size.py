"""Pieces that seem larger than they are have names at their own size."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from assistant.tiles import Shape
from tests.support.drawn_cuts import faces_of, figure
from vision.pictures.load import PictureBgr
from vision.reading import own_size as module
from vision.reading.faces import Faces
from vision.reading.own_size import FEWEST, SMALLER, own_size
from vision.reading.prints import FACE_PX, REACH
from vision.reading.shape import pieces_at_a_glance

EDGE_PX = FACE_PX / (2 * REACH)
CLEARLY = 2.0
SHAPES = (Shape.CLOVER, Shape.STARBURST, Shape.CIRCLE)


def table(seems: float, shapes: tuple[Shape, ...] = SHAPES) -> tuple[PictureBgr, Faces]:
    """Pieces in a row on black, each in a frame of so many times its size."""
    cuts = [figure(shape, "yellow") for shape in shapes]
    dark = np.full((FACE_PX, FACE_PX, 3), 22, np.uint8)
    row = np.hstack([dark, *(part for cut in cuts for part in (cut, dark))])
    picture = np.vstack([np.hstack([dark] * (2 * len(cuts) + 1)), row, row * 0 + 22])
    pieces = faces_of(cuts)
    middles = FACE_PX * (1.5 + 2 * np.arange(len(cuts))) - 0.5
    centres = np.stack([middles, np.full(len(cuts), 1.5 * FACE_PX - 0.5)], axis=1)
    frames = np.repeat(seems * EDGE_PX * np.eye(2)[None], len(cuts), axis=0)
    return np.asarray(picture, np.uint8), replace(pieces, centres_px=centres, frames_px=frames)


def size_of(seems: float, shapes: tuple[Shape, ...] = SHAPES, known: float = 0.5) -> float:
    picture, pieces = table(seems, shapes)
    pieces = replace(pieces, shapes=known * pieces.shapes)
    return own_size(picture, pieces, np.full(len(pieces), CLEARLY))


@pytest.mark.parametrize("size", [0.75, 0.65])
def test_pieces_that_seem_larger_are_as_large_as_the_net_knows_them(size: float) -> None:
    assert size_of(1 / size) == pytest.approx(size, abs=0.11)


def test_what_the_net_knows_well_has_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "pieces_at_a_glance", None)
    assert size_of(1.0, known=0.95) == 1.0


def test_what_no_size_makes_a_piece_keeps_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "pieces_at_a_glance", lambda cuts: 0.3 * pieces_at_a_glance(cuts))
    assert size_of(1 / SMALLER[1], known=0.1) == 1.0


def test_few_pieces_or_faint_edges_tell_no_size() -> None:
    assert size_of(1 / SMALLER[1], SHAPES[: FEWEST - 1]) == 1.0
    picture, pieces = table(1 / SMALLER[1])
    assert own_size(picture, pieces, np.zeros(len(pieces))) == 1.0
    assert own_size(picture, pieces.subset(np.zeros(len(pieces), np.bool_)), np.zeros(0)) == 1.0


def test_letters_among_them_whose_insides_look_like_squares_tell_no_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture, pieces = table(1.0, (Shape.CLOVER, *[Shape.SQUARE] * 8))
    known = np.where(np.arange(len(pieces)) == 0, 0.97, 0.01)[:, None]
    half = 0.5 * pieces.shapes
    monkeypatch.setattr(module, "pieces_at_a_glance", lambda cuts: half[: len(cuts)])
    seen = np.where(np.arange(len(pieces)) == 0, 1.0, CLEARLY)
    assert own_size(picture, replace(pieces, shapes=known * pieces.shapes), seen) == 1.0
