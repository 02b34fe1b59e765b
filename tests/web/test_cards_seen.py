"""Cards under a camera, on phones and on the TV, in a real browser."""

from dataclasses import replace
from functools import cache

import pytest

from assistant.game.events import Rulebook
from assistant.session.camera_loop import Seen
from assistant.tiles import Colour, parse_tile
from tests.support.browsing import TV, until
from tests.watch.test_rows import row
from vision.reading.cards import read_cards
from vision.scene.report import SceneReport, SceneState
from vision.simulated.film_cards import LiveCards, cards_playing_scene, lying_cards
from vision.sources.source import Picture

pytestmark = pytest.mark.xdist_group("pages with a camera")


@cache
def photographed(rows):
    """The drawn table and what is read on it; several tests lay the same rows."""
    drawn = LiveCards(cards_playing_scene(7))
    drawn.lay_out(lying_cards([row(text) for text in rows], 7))
    picture_bgr = drawn.frame(60.0)
    return picture_bgr, read_cards(picture_bgr)


class Photographer:
    """Photographs the drawn table after each turn; `doubtful` blurs one card between two inks."""

    def __init__(self, table):
        self._table = table
        self._number = 0

    def show(self, *rows, doubtful=None):
        self._number += 1
        at_s = 60.0 * self._number
        picture_bgr, read = photographed(rows)
        picture = Picture(picture_bgr, at_s, self._number, is_photo=True)
        if doubtful is not None:
            read = replace(read, rows=tuple(tuple(map(unsure(doubtful), one)) for one in read.rows))
        report = SceneReport(SceneState.STILL, at_s)
        self._table.session.saw(Seen(at_s, report, picture, read))


def unsure(text):
    """Makes this card look as much red as orange."""
    tile = parse_tile(text)

    def doubted(face):
        if face.tile != tile:
            return face
        likely = dict.fromkeys(face.colours, 0.0)
        likely[Colour.ORANGE], likely[Colour.RED] = 0.55, 0.45
        return replace(face, colours=likely)

    return doubted


@pytest.fixture
def photos(table):
    table.begin(Rulebook.CARDS, players=("Noah", "Mia"))
    return Photographer(table)


def test_a_photographed_turn_is_counted_without_a_tap(table, phones, photos):
    phone = phones().join()
    photos.show("ro rs rd")
    until(lambda: len(table.game.turns) == 1)
    phone.waits_until("document.querySelectorAll('#board .card').length === 3")
    photos.show("ro rs rd rc r* rx")
    until(lambda: len(table.game.turns) == 2)
    assert table.game.totals == {"Noah": 0, "Mia": 1}


def test_a_misread_card_is_put_right_with_one_tap(table, phones, photos):
    phone, tv = phones().join(), phones(size=TV).open("/tv")
    photos.show("ro rs rd")
    photos.show("ro rs rd", "bc gc rc", doubtful="rc")
    until(lambda: table.session.now.asking)
    phone.waits_for('.doubt .answer[data-tile="rc"]')
    tv.waits_until("document.querySelectorAll('#board .card').length === 6")
    phone.keep("cards-doubt")
    tv.keep("cards-doubt-tv")
    phone.tap('.doubt .answer[data-tile="rc"]')
    until(lambda: len(table.game.turns) == 2)
    assert table.game.rows[1] == row("bc gc rc")


def test_an_illegal_rearrangement_is_shown_and_put_back_as_it_was(table, phones, photos):
    phone = phones().join()
    photos.show("ro rs rd rc")
    photos.show("ro rs rd", "rc bs gx")
    until(lambda: table.session.now.asking)
    phone.sees("This row is neither all one colour nor all one shape")
    phone.keep("cards-illegal")
    phone.press("Take back")
    until(lambda: table.session.now.rows_proposal is None)
    phone.sees("Lay the rows as they are shown here.")
    phone.waits_until("document.querySelectorAll('#board .row').length === 1")
    assert len(table.game.turns) == 1


def test_what_the_camera_sees_can_be_put_right_card_by_card(table, phones, photos):
    phone = phones().join()
    photos.show("ro rs rd")
    photos.show("ro rs rd", "rc bs gx")
    until(lambda: table.session.now.asking)
    phone.press("Fix")
    phone.waits_for(".add-card")
    phone.press("Take back")
    phone.waits_until("document.querySelectorAll('#board .row').length === 2")


def test_a_table_agrees_that_what_lies_there_stays(table, phones, photos):
    phone = phones().join()
    photos.show("ro rs rd")
    photos.show("ro rs rd", "rc bs gx")
    until(lambda: table.session.now.asking)
    phone.press("Let it stand")
    phone.tap("#dialog .primary")
    until(lambda: len(table.game.turns) == 2)
    assert table.game.turns[-1].stands


def test_cards_that_lie_open_in_no_row_are_said_to_be_not_counted(table, phones, photos):
    phone, tv = phones().join(), phones(size=TV).open("/tv")
    photos.show("ro rs rd")
    photos.show("ro rs rd", "bs", "gx")
    phone.sees("Not counted on the table: 2")
    tv.sees("Not counted on the table: 2")
    assert len(table.game.turns) == 1
