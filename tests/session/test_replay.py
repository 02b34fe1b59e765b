"""Recorded games through the whole chain: folders and films in, one object a turn out."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.board import parse_placement
from assistant.commands import main
from assistant.game.events import Rulebook, Settings, Started
from assistant.session.photo_names import photos_between
from assistant.session.replay import Replay
from tests.support.forgotten_photos import forgetful_games, read_photos
from tests.support.pictured import pictured
from tests.support.seen_tables import photographed
from vision.observation import Observation
from vision.simulated.film import LiveTable
from vision.simulated.optics.light import Light
from vision.simulated.optics.sensor import Sensor
from vision.simulated.people.playing import Reach, laid_by_hand, playing_scene
from vision.simulated.scenes.scene import HandPose

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos" / "classic-1"
ORDER = ("turn", "player", "placed", "verdict", "asked", "points", "lines", "violations", "totals")


def new_table(size_wh=(800, 600)):
    scene = playing_scene(4, size_wh=size_wh, tile_px=48, light=Light())
    sensor = Sensor(blur_px=0.6, noise=1.5, sharpen=0.1, jpeg_quality=90)
    return LiveTable(replace(scene, sensor=sensor))


class Folder:
    """Photos of a table after each turn, told by what is laid and taken in between."""

    def __init__(self, folder):
        self.folder, self.table = folder, new_table()
        self.rng, self.count = np.random.default_rng(1), 0

    def lay(self, tiles):
        self.table.lay([laid_by_hand(self.rng, placed) for placed in parse_placement(tiles)])
        return self

    def take(self, tiles):
        self.table.take([placed.cell for placed in parse_placement(tiles)])
        return self

    def photo(self):
        self.count += 1
        path = self.folder / f"{self.count:02}.png"
        cv2.imwrite(str(path), self.table.frame(self.count * 3.0))
        return self


def replayed(recording, capsys, *more):
    assert main(["replay", "--json", "--players", "Anna,Chris", *more, str(recording)]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def tiles_of(turn):
    return [f"{tile['colour']} {tile['shape']}" for tile in turn["placed"]]


def test_a_folder_gives_one_object_a_photo_in_one_frame_of_cells(tmp_path, capsys):
    game = Folder(tmp_path)
    game.lay("ro@0,0 rs@1,0 rd@2,0").photo().lay("bs@1,1 gs@1,2").photo().lay("gc@2,2").photo()
    first, second, third = replayed(tmp_path, capsys)
    assert set(ORDER) <= first.keys()
    assert [turn["photo"] for turn in (first, second, third)] == ["01.png", "02.png", "03.png"]
    assert [turn["player"] for turn in (first, second, third)] == ["Anna", "Chris", "Anna"]
    assert [turn["points"] for turn in (first, second, third)] == [3, 3, 2]
    assert not any(turn["asked"] for turn in (first, second, third))
    assert third["totals"] == {"Anna": 5, "Chris": 3}
    red, green = first["placed"][0], third["placed"][0]
    assert (green["x"] - red["x"], green["y"] - red["y"]) == (2, 2)
    assert first["lines"][0]["points"] == 3


def test_an_illegal_move_is_told_with_its_reason_and_may_be_taken_back(tmp_path, capsys):
    game = Folder(tmp_path).lay("ro@0,0 rs@1,0 rd@2,0").photo()
    game.lay("gc@3,0").photo().take("gc@3,0").lay("rc@3,0").photo()
    _, illegal, after = replayed(tmp_path, capsys)
    assert (illegal["verdict"], illegal["points"], illegal["asked"]) == ("illegal", 0, False)
    assert illegal["violations"][0]["fault"] == "mixed_line"
    assert tiles_of(illegal) == ["green clover"]
    assert (after["verdict"], after["points"]) == ("legal", 4)
    assert after["totals"] == {"Anna": 7, "Chris": 0}


def test_illegal_tiles_that_stay_are_not_told_again(tmp_path, capsys):
    game = Folder(tmp_path).lay("ro@0,0 rs@1,0 rd@2,0").photo()
    game.lay("gc@3,0").photo().lay("bo@0,1 go@0,2").photo()
    _, illegal, after = replayed(tmp_path, capsys)
    assert illegal["verdict"] == "illegal"
    assert tiles_of(after) == ["blue circle", "green circle"]
    assert (after["verdict"], after["points"]) == ("legal", 3)


def test_a_photo_without_a_change_is_a_turn_that_is_asked_about(tmp_path, capsys):
    Folder(tmp_path).lay("ro@0,0 rs@1,0").photo().photo().lay("rd@2,0").photo()
    _, nothing, after = replayed(tmp_path, capsys)
    assert (nothing["placed"], nothing["asked"], nothing["points"]) == ([], True, 0)
    assert (after["player"], tiles_of(after), after["asked"]) == ("Anna", ["red diamond"], False)


def test_an_empty_table_comes_before_the_first_turn(tmp_path, capsys):
    Folder(tmp_path).photo().lay("ro@0,0 rs@1,0").photo()
    (first,) = replayed(tmp_path, capsys)
    assert (first["photo"], first["turn"], first["points"]) == ("02.png", 1, 2)


def replayed_boards(tables, rules=Rulebook.CLASSIC, players=("A", "B", "C")):
    """What is told of photos that show these boards, as text."""
    replay, told = Replay(Started(Settings(rules), players)), []
    for number, table in enumerate(tables, start=1):
        seen = photographed(pictured(table) if table else Observation((800, 600)), 10.0 * number)
        told += replay.saw_photo(seen)
    told += replay.nothing_read()
    return [(one.played.player, len(one.played.placement), one.played.asked) for one in told], told


@pytest.mark.parametrize("rules", [Rulebook.CLASSIC, Rulebook.CUBES])
def test_photos_after_the_first_on_which_nothing_is_seen_are_asked_about(rules):
    # Only the first photo may be the bare table.
    heard, _ = replayed_boards(["", "", ""], rules)
    assert heard == [("A", 0, True), ("B", 0, True)]
    heard, _ = replayed_boards([""], rules)
    assert heard == [("A", 0, True)]


def test_an_opening_after_photos_that_were_not_read_is_asked_about():
    heard, _ = replayed_boards(["", "", "ro rs", "ro rs rd"])
    assert heard[0] == ("A", 0, True)
    # Whose turn it is stays open.
    assert [one[1:] for one in heard[1:]] == [(2, True), (1, True)]


def test_a_first_photo_without_anything_and_then_two_turns_are_asked_about():
    heard, _ = replayed_boards(["", "ro rs rd\n.. bs .."])
    assert heard == [("A", 3, True), ("B", 1, True)]


def test_after_turns_that_were_not_read_each_photo_still_is_the_next_players():
    table = "ro rs rd .. ..\n.. bs .. .. ..\n.. gs gc yc oc\n.. .. .. y* ..\n.. .. .. yx px"
    heard, told = replayed_boards(["", "", "", table, table.replace("rd ..", "rd rc")])
    assert heard[:2] == [("A", 0, True), ("B", 0, True)]
    # Three photos and this one were a turn each, so the second player is on.
    assert (told[2].played.turn, heard[2][1:]) == (None, (11, True))
    assert heard[3:] == [("B", 1, True)]


def test_a_photo_without_anything_after_a_game_under_way_is_asked_about():
    table = "ro rs rd .. ..\n.. bs .. .. ..\n.. gs gc yc oc"
    heard, _ = replayed_boards([table, "", table.replace("rd ..", "rd rc")])
    assert heard[1] == ("A", 0, True)
    assert heard[2][:2] == ("B", 1)


def test_a_game_under_way_starts_with_what_lies_there(tmp_path, capsys):
    game = Folder(tmp_path).lay("ro@0,0 rs@1,0 rd@2,0 bs@1,1 gs@1,2 gc@2,2 yc@3,2").photo()
    game.lay("rc@3,0").photo()
    start, first = replayed(tmp_path, capsys)
    assert (start["turn"], start["asked"], len(start["placed"])) == (0, True, 7)
    assert (first["turn"], first["asked"], tiles_of(first)) == (1, False, ["red clover"])


def test_the_readable_form_names_turns_and_totals(tmp_path, capsys):
    Folder(tmp_path).lay("ro@0,0 rs@1,0").photo()
    assert main(["replay", "--players", "Anna,Chris", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "01.png" in told
    assert "Anna" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], "There is no file or folder nowhere"),
        (["."], "holds no photo"),
        (["--players", "Anna", "."], "1"),
    ],
)
def test_bad_input_is_answered_in_one_line(words, said, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["replay", *words]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert said in lines[0]


def test_a_file_that_is_no_film_is_answered_in_one_line(tmp_path, capfd):
    path = tmp_path / "film.mp4"
    path.write_text("no film")
    assert main(["replay", str(path)]) == 1
    assert "cannot be played" in capfd.readouterr().err


def write_film(path, fps=6.0):
    """Two turns by hand, the second in two visits with a short pause between."""
    table, rng, at_s = new_table((640, 480)), np.random.default_rng(2), 0.0
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (640, 480))

    def show(seconds, reach=None, tiles=""):
        nonlocal at_s
        until_s, laid = at_s + seconds, False
        while at_s < until_s:
            if reach is not None and not laid and at_s >= reach.laid_s:
                placed = parse_placement(tiles)
                table.lay([laid_by_hand(rng, one) for one in placed])
                laid = True
            hand = None if reach is None else reach.at(at_s)
            film.write(table.frame(at_s, [hand] if hand else []))
            at_s += 1 / fps

    for tiles, rest_s in (("ro@0,0 rs@1,0", 5.5), ("bs@1,1", 1.4), ("gs@1,2", 5.5)):
        show(1.2)
        place = (parse_placement(tiles)[0].cell.x * 1.02, parse_placement(tiles)[0].cell.y * 1.02)
        show(1.6, Reach(HandPose(place), at_s), tiles)
        show(rest_s - 1.2)
    film.release()
    return path


def test_a_film_gives_turns_by_quiet_and_a_pause_does_not_end_one(tmp_path, capsys):
    first, second = replayed(write_film(tmp_path / "film.mp4"), capsys)
    assert tiles_of(first) == ["red circle", "red square"]
    assert tiles_of(second) == ["blue square", "green square"]
    assert (first["asked"], second["asked"]) == (False, False)
    assert first["at_s"] < second["at_s"]
    assert second["totals"] == {"Anna": 2, "Chris": 3}


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs are not part of the repository")
def test_the_photographed_game_is_told_without_an_error(capsys):
    truth = json.loads((PHOTOS / "truth.json").read_text())["turns"]
    told = replayed(PHOTOS, capsys)
    assert [turn["points"] for turn in told] == [turn["points"] for turn in truth]
    assert not any(turn["asked"] for turn in told)
    for turn, true in zip(told, truth, strict=True):
        assert sorted(tiles_of(turn)) == sorted(tiles_of(true))


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs are not part of the repository")
@pytest.mark.parametrize(
    ("draws", "right"), [(10, 20), pytest.param(20, 50, marks=pytest.mark.long)]
)
def test_with_photos_forgotten_each_photo_ends_right_or_has_asked(draws, right):
    counts = forgetful_games(read_photos(PHOTOS), draws, share=4)
    assert counts["silent"] == 0
    assert counts["right"] > right


def test_a_forgotten_photo_gives_one_object_a_turn_with_its_name(tmp_path, capsys):
    game = Folder(tmp_path).lay("ro@0,0 rs@1,0 rd@2,0").photo()
    game.lay("bs@1,1 gs@1,2").photo().lay("gc@2,2").photo()
    (tmp_path / "02.png").unlink()
    _, second, third = replayed(tmp_path, capsys)
    assert (second["photo"], third["photo"]) == ("03.png", "03.png")
    assert (second["player"], third["player"]) == ("Chris", "Anna")
    assert (second["points"], third["points"]) == (3, 2)
    assert second["asked"]
    assert third["asked"]


@pytest.mark.parametrize(
    ("before", "name", "missing"),
    [
        ("01.jpg", "02.jpg", 0),
        ("01.jpg", "04.jpg", 2),
        ("IMG_0007.jpg", "IMG_0009.jpg", 1),
        ("IMG_0007.jpg", "IMG_0200.jpg", 0),
        ("", "02.jpg", 1),
        ("", "IMG_0002.jpg", 0),
        ("before.jpg", "02.jpg", 0),
        ("a.jpg", "b.jpg", 0),
        ("IMG_20261116_231905.jpg", "IMG_20261116_231907.jpg", 0),
    ],
)
def test_a_gap_in_the_numbers_of_photos_is_a_missing_photo(before, name, missing):
    assert photos_between(before, name) == missing


@pytest.mark.parametrize("renumbered", [False, True])
def test_a_game_with_every_photo_is_never_asked_about(renumbered):
    games = forgetful_games(None, 3, 0, renumbered)
    assert set(games) == {"right"}


@pytest.mark.parametrize("renumbered", [False, True])
def test_forgotten_photos_are_asked_about_also_where_no_name_tells_of_them(renumbered):
    games = forgetful_games(None, 4, 4, renumbered)
    assert games["asked"] > 10
    assert not games["silent"]
