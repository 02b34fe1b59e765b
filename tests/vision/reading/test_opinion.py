"""A second opinion on grids: what one net half takes for another shape is told by both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from assistant.tiles import Shape
from vision.pictures.load import PictureBgr
from vision.reading import opinion
from vision.reading.faces import Faces
from vision.reading.neighbours import FEW
from vision.reading.opinion import with_second_opinion
from vision.reading.prints import FACE_PX, Floats
from vision.reading.shape import ANSWERS, NO_FACE, SHAPES

NOTHING = np.zeros((8, 8, 3), np.uint8)


def told(*likely: tuple[Shape, float]) -> Floats:
    """A net's answer to one face."""
    answer = np.zeros(ANSWERS)
    for shape, share in likely:
        answer[SHAPES.index(shape)] = share
    answer[NO_FACE] = 1 - answer.sum()
    return answer


def grid_of(answers: Sequence[Floats]) -> Faces:
    """Faces in one line, with what the first net says of each."""
    count = len(answers)
    cells = np.stack([np.arange(count), np.zeros(count, np.int64)], axis=1)
    cuts = np.zeros((count, FACE_PX, FACE_PX, 3), np.uint8)
    # Each cut can be known again by its level.
    cuts[:] = np.arange(count, dtype=np.uint8)[:, None, None, None]
    frames = np.tile(40 * np.eye(2), (count, 1, 1))
    return Faces(40.0 * cells, cells, np.ones(count, np.bool_), frames, np.array(answers), cuts)


def names(faces: Faces) -> list[Shape]:
    return [SHAPES[k] for k in faces.shapes[:, : len(SHAPES)].argmax(axis=1)]


def test_a_doubtful_name_in_a_usual_grid_is_told_by_both_nets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short_lobes = told((Shape.DIAMOND, 0.6), (Shape.CLOVER, 0.4))
    first = [told((Shape.CIRCLE, 1.0)) for _ in range(2 * FEW)] + [short_lobes]
    asked: list[int] = []

    def second(cuts_bgr: PictureBgr) -> Floats:
        levels = cuts_bgr[:, 0, 0, 0].tolist()
        asked.extend(levels)
        sure = {len(first) - 1: told((Shape.CLOVER, 1.0))}
        return np.array([sure.get(level, told((Shape.CIRCLE, 1.0))) for level in levels])

    monkeypatch.setattr(opinion, "_are_the_usual", lambda shapes, cuts_bgr: True)
    monkeypatch.setattr(opinion, "piece_probabilities", second)
    found = with_second_opinion(NOTHING, grid_of(first))
    assert names(found) == [Shape.CIRCLE] * (2 * FEW) + [Shape.CLOVER]
    assert asked == [len(first) - 1]


def test_a_net_that_sees_no_face_names_none(monkeypatch: pytest.MonkeyPatch) -> None:
    first = [told((Shape.CIRCLE, 1.0)) for _ in range(2 * FEW)]
    first.append(told((Shape.DIAMOND, 0.6), (Shape.CLOVER, 0.4)))

    def second(cuts_bgr: PictureBgr) -> Floats:
        return np.array([told((Shape.CLOVER, 0.1)) for _ in cuts_bgr])

    monkeypatch.setattr(opinion, "_are_the_usual", lambda shapes, cuts_bgr: True)
    monkeypatch.setattr(opinion, "piece_probabilities", second)
    assert names(with_second_opinion(NOTHING, grid_of(first)))[-1] == Shape.DIAMOND
