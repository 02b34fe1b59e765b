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
    faces = faces_of([figure(shape, "blue")])
    answers = np.zeros_like(faces.shapes)
    answers[0, CIRCLE], answers[0, DIAMOND] = 0.45, 0.55
    return with_outlines(answers, faces.cuts_bgr)[0]


def test_a_round_print_is_a_circle() -> None:
    assert torn(Shape.CIRCLE)[CIRCLE] > 0.9


def test_a_print_with_four_corners_is_none() -> None:
    assert torn(Shape.DIAMOND)[DIAMOND] > 0.9


@pytest.mark.parametrize("shape", list(Shape))
def test_what_the_net_is_sure_of_stays(shape: Shape) -> None:
    faces = faces_of([figure(shape, "blue")], [Shape.SQUARE])
    assert (with_outlines(faces.shapes, faces.cuts_bgr) == faces.shapes).all()
