"""Pieces that were framed amiss, looked at again."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.reading.test_loose import HEAP, table_with
from vision.reading import second_look, shape
from vision.reading.cut import cut_at_size
from vision.reading.faces import NO_FACES, Faces, face_share
from vision.reading.lattice import turn_matrix
from vision.reading.prints import brightest_channel
from vision.reading.search import find_faces
from vision.reading.second_look import FIRST, LOOKS, looked_at_again
from vision.reading.shape import ANSWERS, NO_FACE, SHAPES, SIGNS, answers_to, piece_probabilities

PICTURE = table_with(HEAP)
BRIGHT = brightest_channel(PICTURE)


def framed_amiss() -> tuple[Faces, int]:
    """The heap's pieces, and a clover among them whose frame is turned by 40 degrees."""
    found = find_faces(PICTURE).loose
    pieces = found.subset(face_share(found.shapes) > 0.8)
    clover = int(pieces.shapes[:, SIGNS[0]].argmax())
    frames = pieces.frames_px.copy()
    frames[clover] = frames[clover] @ turn_matrix(np.radians(40))
    cuts = cut_at_size(PICTURE, pieces.centres_px, frames)
    shapes = piece_probabilities(cuts)
    return replace(pieces, frames_px=frames, cuts_bgr=cuts, shapes=shapes), clover


def test_no_pieces_stay_none() -> None:
    assert len(looked_at_again(PICTURE, BRIGHT, NO_FACES, np.zeros(0))[0]) == 0


def test_a_piece_that_is_no_face_as_it_was_framed_is_read_at_its_own_turn() -> None:
    pieces, clover = framed_amiss()
    assert face_share(pieces.shapes)[clover] < 0.5
    mended, seen = looked_at_again(PICTURE, BRIGHT, pieces, np.full(len(pieces), 0.5))
    assert SHAPES[int(mended.shapes[clover, : len(SHAPES)].argmax())].value == "clover"
    assert face_share(mended.shapes)[clover] > 0.8
    assert seen[clover] > 1.5
    others = np.arange(len(pieces)) != clover
    assert np.array_equal(mended.frames_px[others], pieces.frames_px[others])


def test_where_too_few_are_known_nothing_is_looked_at_again() -> None:
    pieces, _ = framed_amiss()
    unseen = np.zeros(len(pieces))
    assert looked_at_again(PICTURE, BRIGHT, pieces, unseen)[0] is pieces


def test_a_stranger_within_clear_edges_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces, clover = framed_amiss()
    shapes = pieces.shapes.copy()
    shapes[clover] = np.eye(ANSWERS)[NO_FACE]
    strange, clear = replace(pieces, shapes=shapes), np.full(len(pieces), 1.8)
    asked = looks_asked(monkeypatch)
    assert looked_at_again(PICTURE, BRIGHT, strange, clear)[0] is strange
    assert asked == []


def test_what_is_no_face_at_the_first_turns_is_asked_about_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces, clover = framed_amiss()
    centres = pieces.centres_px.copy()
    centres[clover] += 1.5 * pieces.frames_px[clover][:, 0]
    asked = looks_asked(monkeypatch)
    moved, unclear = replace(pieces, centres_px=centres), np.full(len(pieces), 0.5)
    assert looked_at_again(PICTURE, BRIGHT, moved, unclear)[0] is moved
    assert asked == [LOOKS // FIRST]


def looks_asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many cuts the net is asked about, call by call."""
    asked: list[int] = []

    def counting(plain: np.ndarray, weights: Path) -> np.ndarray:
        asked.append(len(plain))
        return answers_to(plain, weights)

    monkeypatch.setattr(shape, "answers_to", counting)
    return asked


def test_a_mark_on_something_as_bright_is_not_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pieces, clover = framed_amiss()
    cuts = pieces.cuts_bgr.copy()
    cuts[clover] = 230
    cuts[clover, 12:20, 12:20] = (40, 40, 225)
    marked = replace(pieces, cuts_bgr=cuts)
    monkeypatch.setattr(second_look, "pieces_at_a_glance", lambda cuts: 1 / 0)
    assert looked_at_again(PICTURE, BRIGHT, marked, np.full(len(pieces), 0.5))[0] is marked
