"""Where the net cannot tell a circle from a square, its outline does."""

import numpy as np
import pytest

from assistant.tiles import Shape
from tests.support.drawn_cuts import faces_of, figure
from vision.reading.outlines import CIRCLE, with_outlines
from vision.reading.shape import SHAPES

DIAMOND = SHAPES.index(Shape.DIAMOND)


def torn(shape: Shape) -> np.ndarray:
    """What becomes of a net's answer that is torn between circle and diamond."""
    return torn_of(figure(shape, "blue"))


def torn_of(cut: np.ndarray) -> np.ndarray:
    """The same of a cut face."""
    faces = faces_of([cut])
    answers = np.zeros_like(faces.shapes)
    answers[0, CIRCLE], answers[0, DIAMOND] = 0.45, 0.55
    return with_outlines(answers, faces.cuts_bgr)[0]


def test_a_round_print_is_a_circle() -> None:
    assert torn(Shape.CIRCLE)[CIRCLE] > 0.9


@pytest.mark.parametrize("dust", [90, 160])
def test_a_circle_on_grey_is_one_whose_piece_has_four_corners(dust: int) -> None:
    """Dust hardly darker than the print, inside a clean rim."""
    cut = figure(Shape.CIRCLE, "orange")
    dusty = np.zeros(cut.shape[:2], np.bool_)
    dusty[6:-6, 6:-6] = True
    cut[dusty & (cut.max(axis=2) < dust)] = dust
    assert torn_of(cut)[CIRCLE] > 0.9


def test_a_print_with_four_corners_is_none() -> None:
    assert torn(Shape.DIAMOND)[DIAMOND] > 0.9


@pytest.mark.parametrize("shape", list(Shape))
def test_what_the_net_is_sure_of_stays(shape: Shape) -> None:
    faces = faces_of([figure(shape, "blue")], [Shape.SQUARE])
    assert (with_outlines(faces.shapes, faces.cuts_bgr) == faces.shapes).all()
