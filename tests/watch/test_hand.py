"""The hand on a photo: what is taken for it, whatever else is in the picture."""

import pytest

from assistant.watch.hand import hand_of
from tests.support.faces import face_at
from tests.support.seen_tables import observed
from vision.observation import Group, GroupKind, Observation


def faces(text, x=0.0):
    return tuple(face_at(name, (x + 60.0 * k, 10.0)) for k, name in enumerate(text.split()))


def tiles(hand):
    return [str(face.tile) for face in hand]


def test_a_picture_of_nothing_shows_no_hand():
    assert hand_of(Observation((640, 480)), 6) == ()


def test_all_pieces_are_the_hand_where_a_hand_can_have_so_many():
    row, heap = Group(GroupKind.ROW, faces("ro bs", 300)), Group(GroupKind.HEAP, faces("gx"))
    assert tiles(hand_of(Observation((640, 480), groups=(row, heap)), 6)) == ["gx", "ro", "bs"]


@pytest.mark.parametrize("size", [6, 9])
def test_the_board_behind_a_rack_is_no_part_of_the_hand(size):
    board = observed(" ".join(f"ro@{x},{y}" for x in range(5) for y in range(3)))
    rack = Group(GroupKind.RACK, faces("ro bs gx yd"))
    seen = Observation((640, 480), board.sightings, groups=(rack,))
    assert tiles(hand_of(seen, size)) == ["ro", "bs", "gx", "yd"]
