"""A nearer look at doubtful pieces where the sure ones tell that prints are small."""

from __future__ import annotations

import numpy as np
import pytest

from assistant.tiles import Shape
from vision.pictures.load import PictureBgr
from vision.reading import small_prints
from vision.reading.faces import Faces, face_share
from vision.reading.prints import FACE_PX, Floats
from vision.reading.shape import ANSWERS, NO_FACE, SHAPES
from vision.reading.small_prints import FEWEST, looked_at_nearer

EDGE_PX = 40.0
PICTURE = np.zeros((400, 400, 3), np.uint8)
CLEARLY = 2.0


def answers(*shares: float) -> Floats:
    """A net's word on clovers that are faces by so much."""
    told = np.zeros((len(shares), ANSWERS))
    told[:, SHAPES.index(Shape.CLOVER)] = shares
    told[:, NO_FACE] = 1 - np.array(shares)
    return told


def pieces(*shares: float) -> Faces:
    count = len(shares)
    frames = np.tile(EDGE_PX * np.eye(2), (count, 1, 1))
    centres = np.stack([60.0 * np.arange(1, count + 1), np.full(count, 200.0)], axis=1)
    cells, nowhere = np.zeros((count, 2), np.int64), np.zeros(count, np.bool_)
    cuts = np.zeros((count, FACE_PX, FACE_PX, 3), np.uint8)
    return Faces(centres, cells, nowhere, frames, answers(*shares), cuts)


def looked(monkeypatch: pytest.MonkeyPatch, print_ratio: float, nearer: float) -> Faces:
    """Sure pieces and a doubtful one, which from nearer is a face by that much."""

    def asked(cuts_bgr: PictureBgr) -> Floats:
        return answers(*[nearer] * len(cuts_bgr))

    monkeypatch.setattr(small_prints, "piece_probabilities", asked)
    some = pieces(*[0.99] * FEWEST, 0.4)
    told_px = np.full(len(some), EDGE_PX / print_ratio)
    return looked_at_nearer(PICTURE, some, np.full(len(some), CLEARLY), told_px)


def test_a_doubtful_piece_of_a_small_printing_is_looked_at_from_nearer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = looked(monkeypatch, print_ratio=1.2, nearer=0.97)
    assert face_share(found.shapes).tolist() == pytest.approx([*[0.99] * FEWEST, 0.97])


def test_what_is_less_of_a_face_from_nearer_stays_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = looked(monkeypatch, print_ratio=1.2, nearer=0.1)
    assert face_share(found.shapes)[-1] == pytest.approx(0.4)


def test_the_usual_printing_is_looked_at_as_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    found = looked(monkeypatch, print_ratio=1.0, nearer=0.97)
    assert face_share(found.shapes)[-1] == pytest.approx(0.4)


def test_no_pieces_are_no_printing() -> None:
    assert len(looked_at_nearer(PICTURE, pieces(), np.zeros(0), np.zeros(0))) == 0
