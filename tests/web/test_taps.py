"""How many taps things cost: counted as a thumb makes them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.board import Cell
from assistant.game.events import Rulebook
from assistant.session import camera_loop
from assistant.tiles import Shape
from tests.support.browsing import DESKTOP, until
from tests.support.seen_tables import quiet, still, table_jpeg
from vision.reading.read import read_picture

pytestmark = pytest.mark.xdist_group("pages")
OPENING = "ro@0,0 rs@1,0 rd@2,0"


class Thumb:
    """Taps what it is told and counts."""

    def __init__(self, phone):
        self.phone = phone
        self.taps = 0

    def tap(self, selector):
        self.phone.waits_for(selector)
        self.phone.tap(selector)
        self.taps += 1

    def press(self, text):
        self.phone.press(text)
        self.taps += 1


@pytest.fixture
def thumb(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones().join()
    phone.waits_for(".cell.open")
    return Thumb(phone)


@pytest.mark.parametrize(
    ("tiles", "taps", "points"),
    [(("rc",), 3, 4), (("rc", "r*"), 4, 5), (("rc", "r*", "rx"), 5, 12)],
)
def test_typing_goes_on_to_the_next_cell_of_the_line(table, thumb, tiles, taps, points):
    thumb.tap('.cell[data-x="3"][data-y="0"]')
    for tile in tiles:
        thumb.tap(f'.swatch[data-tile="{tile}"]')
    thumb.press(f"Save: {points} points")
    until(lambda: table.game.totals["Chris"] == points)
    assert thumb.taps == taps


def test_tiles_that_cannot_go_there_are_dimmed(table, thumb):
    thumb.tap('.cell[data-x="3"][data-y="0"]')
    bright = ".swatch:not(.gone)"
    # Beside red circle, square and diamond only the three other red ones fit.
    assert thumb.phone.page.locator(bright).count() == 3
    assert "does not fit here" in thumb.phone.page.locator('.swatch[data-tile="bo"]').get_attribute(
        "title"
    )


def test_a_dimmed_tile_that_is_laid_all_the_same_is_ruled_on(table, thumb):
    thumb.tap('.cell[data-x="3"][data-y="0"]')
    thumb.tap('.swatch[data-tile="bo"]')
    thumb.phone.waits_for("#palette", state="hidden")
    assert thumb.phone.sees("Not allowed:")


@pytest.mark.parametrize("count", [1, 3, 6])
def test_any_number_of_tiles_is_traded_in_three_taps(table, thumb, count):
    thumb.press("Trade")
    thumb.tap(f'.count:has(input[value="{count}"])')
    thumb.tap("dialog .primary")
    until(lambda: len(table.game.turns) == 2)
    assert table.game.turns[-1].event.count == count
    assert thumb.taps == 3


def test_two_cubes_are_rolled_again_in_three_taps(table, phones):
    table.begin(Rulebook.CUBES)
    table.lay("Anna", OPENING)
    phone = phones().join()
    thumb = Thumb(phone)
    thumb.press("Roll again")
    thumb.tap('.count:has(input[value="2"])')
    thumb.tap("dialog .primary")
    until(lambda: len(table.game.turns) == 2)
    assert table.game.turns[-1].event.count == 2
    assert thumb.taps == 3


def send_photo(thumb, jpeg):
    with thumb.phone.page.expect_file_chooser() as asked:
        thumb.press("Take a photo")
    photo = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": jpeg}
    asked.value.set_files(photo)


def test_a_photo_turn_costs_one_tap_and_the_shutter(table, thumb):
    send_photo(thumb, table_jpeg(f"{OPENING} rc@3,0"))
    until(lambda: table.game.totals["Chris"] == 4)
    assert thumb.taps == 1
    # The picture comes back on the same page, and a tap enlarges it.
    thumb.phone.waits_until("document.querySelector('.shot img')?.naturalWidth > 300")
    thumb.tap(".shot")
    thumb.phone.waits_for("dialog .enlarged img")


def test_the_newest_tiles_are_outlined_on_the_photo(table, thumb):
    send_photo(thumb, table_jpeg(f"{OPENING} rc@3,0"))
    until(lambda: table.game.totals["Chris"] == 4)
    (outline,) = table.session.outlines([Cell(3, 0)])
    encoded = thumb.phone.page.request.get(f"{table.address}/newest.jpg").body()
    drawn = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR).astype(int)
    scale = drawn.shape[1] / table.session.read.picture.picture_bgr.shape[1]
    (x, y), (right, _) = outline[0], outline[1]
    b, g, r = drawn[round(scale * y), round(scale * (x + right) / 2)]
    assert g > b + 60
    assert g > r + 60


def test_a_doubtful_photo_turn_costs_two_taps_and_the_shutter(table, thumb, monkeypatch):
    monkeypatch.setattr(camera_loop, "reader_for", lambda _rules: in_doubt)
    send_photo(thumb, table_jpeg(f"{OPENING} rc@3,0"))
    thumb.tap('.doubt .answer[data-tile="rc"]')
    until(lambda: table.game.totals["Chris"] == 4)
    assert thumb.taps == 2


def in_doubt(picture_bgr, *how):
    """What is read, but clover or starburst."""
    read = read_picture(picture_bgr, *how)
    doubted = {Shape.CLOVER: 0.6, Shape.STARBURST: 0.4}
    faces = [
        replace(face, shapes=dict.fromkeys(Shape, 0.0) | doubted)
        if face.tile.shape is Shape.CLOVER
        else face
        for face in read.sightings
    ]
    return replace(read, sightings=tuple(faces))


def test_a_doubts_picture_is_large_and_can_be_enlarged(table, thumb, monkeypatch):
    monkeypatch.setattr(camera_loop, "reader_for", lambda _rules: in_doubt)
    send_photo(thumb, table_jpeg(f"{OPENING} rc@3,0"))
    thumb.phone.waits_until("document.querySelector('.cut img')?.naturalWidth > 100")
    box = thumb.phone.page.locator(".cut img").bounding_box()
    assert min(box["width"], box["height"]) >= 96
    sheet = "document.querySelector('#sheet')"
    assert thumb.phone.page.evaluate(f"{sheet}.scrollHeight <= {sheet}.clientHeight + 1")
    thumb.tap(".cut")
    thumb.phone.waits_for("dialog .enlarged img")


def test_a_file_that_is_no_photo_is_refused_on_the_same_page(table, thumb):
    send_photo(thumb, b"not a photo at all")
    assert thumb.phone.sees("This is not a photo.")
    spot = thumb.phone.page.locator(".photo .question").bounding_box()
    assert spot["y"] + spot["height"] < 844


def test_with_a_camera_that_watches_the_bar_has_no_photo_button(table, thumb):
    thumb.phone.waits_for(".photo-button")
    table.session.look_with("camera 0")
    thumb.phone.waits_until("!document.querySelector('.photo-button')")


def test_points_are_typed_and_not_stepped(table, thumb):
    thumb.tap(".score >> nth=1")
    thumb.press("Adjust the score")
    thumb.phone.page.locator("dialog .stepper-value").fill("-12")
    thumb.phone.page.locator("dialog input[type=text]").fill("a wrong count")
    thumb.tap("dialog .primary")
    until(lambda: table.game.totals["Chris"] == -12)


def test_what_another_phone_counted_can_be_undone_from_where_it_is_told(table, thumb):
    table.lay("Chris", "rc@3,0")
    assert thumb.phone.sees("Chris lays 1 tile: 4 points.")
    thumb.tap("#toast button")
    until(lambda: len(table.game.turns) == 1)
    assert thumb.taps == 1


def test_a_cleared_table_is_asked_about_with_the_button_that_answers(table, thumb):
    table.session.look_with("camera 0")
    table.session.saw(still(OPENING, 20.0))
    for at_s in (30.0, 40.0, 50.0):
        table.session.saw(still("", at_s))
        table.session.saw(quiet(at_s + 6.0, 6.0))
    assert table.session.now.cleared
    assert thumb.phone.sees("Is the game over?")
    thumb.press("End the game")
    thumb.press("We stop here")
    until(lambda: table.game.finished)


def test_with_a_live_camera_the_first_hint_is_to_lay_tiles(table, phones):
    table.begin()
    phone = phones().join()
    assert phone.sees("Tap an empty place to lay the first move, or take a photo of the table")
    table.session.look_with("camera 0")
    assert phone.sees("Lay the first move: I am watching.")


def test_the_keyboard_is_back_on_the_cell_when_the_palette_closes(table, phones):
    table.begin()
    table.lay("Anna", OPENING)
    phone = phones(size=DESKTOP).join()
    phone.waits_for(".cell.open")
    phone.page.locator('.cell[data-x="3"][data-y="0"]').focus()
    phone.page.keyboard.press("Enter")
    phone.waits_for(".swatch:focus")
    phone.page.keyboard.press("Escape")
    phone.waits_for('.cell[data-x="3"][data-y="0"]:focus')
