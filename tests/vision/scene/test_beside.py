"""What moves beside the game is no hand at it, wherever it is."""

import numpy as np

from vision.scene.beside import Beside

SHAPE = (90, 160)


def moving(x, y):
    mask = np.zeros(SHAPE, np.uint8)
    mask[y - 3 : y + 3, x - 3 : x + 3] = 1
    return mask


def beside_tiles():
    beside = Beside()
    beside.lay_out([(80 + 8 * k, 45) for k in range(-6, 7)], 8)
    return beside


def stirs_after(beside, mask, seconds, noted=True):
    """Whether it counts as motion at the game after it went on for so long."""
    stirs = False
    for frame in range(round(seconds * 5)):
        if noted:
            beside.note(mask, frame / 5)
        stirs = beside.stirs(mask, frame / 5)
    return stirs


def test_motion_at_the_game_is_waited_for():
    assert stirs_after(beside_tiles(), moving(80, 60), 0.4)


def test_a_tail_beside_the_tiles_is_waited_for_no_longer():
    beside = beside_tiles()
    assert not stirs_after(beside, moving(80, 60), 2.0)
    assert beside.stirs(moving(60, 45), 2.2)


def test_a_hand_is_waited_for_as_long_as_it_is_there():
    assert stirs_after(beside_tiles(), moving(80, 60), 20.0, noted=False)


def test_a_picture_that_moves_all_over_has_no_tail():
    assert stirs_after(beside_tiles(), np.ones(SHAPE, np.uint8), 4.0)
