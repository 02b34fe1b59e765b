"""What lay on the table at rests that could not be read is told by a later picture."""

from tests.vision.scene.test_furniture import corners, table
from vision.scene.unread import MOST_RESTS, UnreadRests

FIRST, SECOND = ((60, 60), "circle"), ((90, 60), "cross")
FACES = [corners(*FIRST[0]), corners(*SECOND[0])]


def test_nothing_lay_there_before_where_no_rest_was_noted():
    assert not UnreadRests().with_any(table(FIRST), FACES[:1])


def test_only_a_face_that_looked_the_same_lay_there():
    rests = UnreadRests()
    rests.note(table(), 1.0, stirred=True)
    rests.note(table(FIRST), 5.0, stirred=True)
    rests.lasts(8.0)
    ((rest, lay),) = rests.with_any(table(FIRST, SECOND), FACES)
    assert (rest.since_s, rest.until_s, lay) == (5.0, 8.0, FACES[:1])


def test_a_rest_begins_with_its_first_picture_and_ends_once_a_later_one_is_read():
    rests = UnreadRests()
    rests.note(table(FIRST), 5.0, stirred=True)
    rests.note(table(FIRST), 6.0, stirred=False)
    rests.with_any(table(FIRST, SECOND), FACES)
    rests.lasts(9.0)
    ((rest, _),) = rests.with_any(table(FIRST, SECOND), FACES)
    assert (rest.since_s, rest.until_s) == (5.0, 6.0)


def test_the_oldest_rest_is_forgotten_and_all_are_when_the_game_goes_on():
    rests = UnreadRests()
    for at_s in range(MOST_RESTS + 1):
        rests.note(table(FIRST), float(at_s), stirred=True)
    found = rests.with_any(table(FIRST, SECOND), FACES)
    assert [rest.since_s for rest, _ in found] == [1.0, 2.0, 3.0, 4.0]
    rests.forget()
    assert not rests.with_any(table(FIRST, SECOND), FACES)


def test_a_picture_is_kept_though_its_camera_writes_over_it():
    rests, shown = UnreadRests(), table(FIRST)
    rests.note(shown, 1.0, stirred=True)
    shown[:] = 0
    assert rests.with_any(table(FIRST, SECOND), FACES)
