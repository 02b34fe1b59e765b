"""What lay on the table before anybody played is covered, and nothing else."""

import cv2
import numpy as np

from vision.scene.furniture import Furniture

EDGE = 30


def table(*prints):
    """Wood with printed squares: place, and whether a circle or a cross is on them."""
    picture = np.full((240, 320, 3), (90, 140, 180), np.uint8)
    for (x, y), kind in prints:
        cv2.rectangle(picture, (x - 15, y - 15), (x + 15, y + 15), (20, 20, 20), -1)
        if kind == "circle":
            cv2.circle(picture, (x, y), 9, (40, 60, 220), -1)
        else:
            cv2.line(picture, (x - 9, y), (x + 9, y), (230, 200, 40), 5)
            cv2.line(picture, (x, y - 9), (x, y + 9), (230, 200, 40), 5)
    return picture


def corners(x, y):
    return ((x - 15, y - 15), (x + 15, y - 15), (x + 15, y + 15), (x - 15, y + 15))


def noted(*prints):
    furniture = Furniture()
    furniture.note(table(*prints), [corners(*place) for place, _ in prints])
    return furniture


def test_nothing_is_covered_where_nothing_lay():
    furniture = Furniture()
    assert not furniture
    assert (furniture.covered(table()) == table()).all()


def test_what_lay_there_is_covered_and_what_came_is_not():
    lid, came = ((60, 60), "circle"), ((200, 120), "circle")
    covered = noted(lid).covered(table(lid, came))
    assert covered[60, 60].tolist() == [90, 140, 180]
    assert covered[120, 200].tolist() == [40, 60, 220]


def test_light_does_not_uncover_it():
    lid = ((60, 60), "circle")
    darker = (table(lid) * 0.6).astype(np.uint8)
    assert abs(int(noted(lid).covered(darker)[60, 60, 2]) - 108) < 3


def test_a_tile_laid_upon_it_is_seen():
    furniture = noted(((60, 60), "circle"))
    after = table(((60, 60), "cross"))
    assert (furniture.covered(after) == after).all()
    assert not furniture


def test_tiles_beside_those_that_lay_there_are_the_same_game():
    furniture = noted(((60, 60), "circle"))
    assert furniture.adjoins([corners(91, 60)])
    assert not furniture.adjoins([corners(140, 60)])


def test_a_mark_of_the_table_is_covered_and_never_the_game():
    carpet = table()
    cv2.circle(carpet, (60, 60), 8, (250, 250, 250), -1)
    furniture = Furniture()
    furniture.note(carpet, [], marks=[corners(60, 60)])
    assert furniture.is_marks_only
    assert furniture.covered(carpet)[60, 60].tolist() == [90, 140, 180]
    assert not furniture.adjoins([corners(91, 60)])


def test_the_print_of_a_piece_is_no_mark():
    lid = ((60, 60), "circle")
    furniture = Furniture()
    for _ in range(2):
        furniture.note(table(lid), [corners(60, 60)], marks=[corners(60, 60)])
    assert not furniture.is_marks_only
    assert furniture.adjoins([corners(91, 60)])


def test_it_is_found_again_where_the_camera_moved_to():
    rng = np.random.default_rng(4)
    wood = cv2.resize(rng.integers(110, 150, (60, 80, 3), np.uint8), (320, 240))
    lids = (60, 60), (250, 60), (60, 180)
    for x, y in lids:
        cv2.circle(wood, (x, y), 9, (250, 250, 250), -1)
    furniture = Furniture()
    furniture.note(wood, [], marks=[corners(*place) for place in lids])
    furniture.covered(wood)
    turned = cv2.warpAffine(
        wood, cv2.getRotationMatrix2D((160, 120), 12, 0.95), (320, 240), borderMode=cv2.BORDER_WRAP
    )
    assert (furniture.covered(turned) != turned).any()
    elsewhere = cv2.resize(rng.integers(60, 200, (60, 80, 3), np.uint8), (320, 240))
    assert (furniture.covered(elsewhere) == elsewhere).all()
    assert not furniture


def test_lace_is_not_covered():
    lace = table()
    furniture = Furniture()
    furniture.note(lace, [], marks=[corners(20 + 4 * k, 60) for k in range(70)])
    assert not furniture
