"""A patterned cloth is painted over where it is as it was, and nothing else is."""

import cv2
import numpy as np

from vision.scene.cloth import Cloth

MIDDLE = (300, 180)


def lace():
    """White threads and knots over dark wood."""
    picture = np.full((360, 640, 3), (30, 45, 70), np.uint8)
    for k in range(-20, 40):
        cv2.line(picture, (40 * k, 0), (40 * k + 90, 360), (200, 210, 220), 2)
        cv2.line(picture, (0, 30 * k), (640, 30 * k + 100), (200, 210, 220), 2)
        cv2.line(picture, (50 * k + 200, 0), (50 * k, 360), (200, 210, 220), 3)
    return picture


def with_tile(picture, at=MIDDLE):
    picture, (x, y) = picture.copy(), at
    cv2.rectangle(picture, (x - 16, y - 16), (x + 16, y + 16), (20, 20, 20), -1)
    cv2.circle(picture, (x, y), 9, (240, 240, 240), -1)
    return picture


def turned(picture):
    """The picture after a knock, and the way there."""
    way = np.vstack([cv2.getRotationMatrix2D((320, 180), 4, 1.0), [0, 0, 1]])
    way[:2, 2] += (15, -9)
    return cv2.warpPerspective(picture, way, (640, 360)), way


def around(picture, at=MIDDLE):
    return picture[at[1] - 11 : at[1] + 12, at[0] - 11 : at[0] + 12].astype(int)


def test_lace_is_a_pattern_and_plain_wood_with_a_tile_is_none():
    assert Cloth(lace()).is_patterned
    assert not Cloth(with_tile(np.full((360, 640, 3), (90, 140, 180), np.uint8))).is_patterned


def test_the_cloth_is_painted_over_and_a_tile_on_it_is_left():
    after = with_tile(lace())
    covered = Cloth(lace()).covered(after)
    assert np.abs(around(covered) - around(after)).max() <= 12
    assert covered[60:120, 60:160].std() < 0.4 * after[60:120, 60:160].std()


def test_another_light_does_not_uncover_it():
    darker = (with_tile(lace()) * 0.6).astype(np.uint8)
    covered = Cloth(lace()).covered(darker)
    assert covered[60:120, 60:160].std() < 0.4 * darker[60:120, 60:160].std()
    assert np.abs(around(covered) - around(darker)).max() <= 12


def test_a_cloth_that_is_seen_from_elsewhere_is_told_and_followed():
    after, way = turned(with_tile(lace()))
    cloth = Cloth(lace())
    assert cloth.covered(after) is None
    covered = cloth.moved(way).covered(after)
    assert covered[60:120, 160:260].std() < 0.4 * after[60:120, 160:260].std()
    x, y, _ = (way @ (*MIDDLE, 1)).astype(int)
    assert np.abs(around(covered, (x, y)) - around(after, (x, y))).max() <= 12


def test_pictures_of_another_size_tell_nothing():
    assert Cloth(lace()).covered(lace()[:, :480]) is None
