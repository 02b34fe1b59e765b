"""Pictures of turns: kept as the game goes, bounded, deleted with it, and enough to replay it."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from assistant.board import parse_placement
from assistant.commands import main
from assistant.commands.play import Call, turn_pictures_of
from assistant.game.events import (
    Corrected,
    PointsAdjusted,
    Redone,
    Settings,
    Started,
    TilesPlaced,
    Traded,
    Undone,
)
from assistant.game.history import fold
from assistant.session.actions import Accept, Append, Begin, Done
from assistant.session.camera_choice import Cameras
from assistant.session.session import Session
from assistant.session.troubles import Troubles
from assistant.storage.picture_memory import REMEMBERED, PictureMemory
from assistant.storage.record_files import load_record
from assistant.storage.store import Store
from assistant.storage.turn_pictures import EVIDENCE, PICTURES, RECORD_FILE, RECORDING, TurnPictures
from assistant.web.app import create_app
from assistant.web.guard import Door
from assistant.words import Language
from tests.support.demo_film import Film
from tests.support.seen_tables import hand, quiet, still
from vision.sources import Picture

STARTED = Started(Settings(), ("Anna", "Chris"))
MOVES = ("ro@0,0 rs@1,0", "bs@1,1", "gs@1,2", "gc@2,2")


def plain(level, size=40):
    return np.full((size, size, 3), level, np.uint8)


def noise(seed, size=200):
    return np.random.default_rng(seed).integers(0, 255, (size, size, 3), np.uint8)


def level(pictures, number, turn):
    """The grey of a turn's picture; None where there is none."""
    encoded = pictures.picture(number, turn)
    if encoded is None:
        return None
    return round(float(cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR).mean()), -1)


def entries(*moves):
    players = ("Anna", "Chris")
    return [TilesPlaced(players[k % 2], parse_placement(m)) for k, m in enumerate(moves)]


def followed(pictures, *games):
    """Follow a game from telling to telling; each move's picture is one plain grey."""
    memory = PictureMemory()
    for move, grey in zip(MOVES, (10, 20, 30, 40), strict=True):
        memory.saw(plain(grey), parse_placement(move))
    pictures.follow(1, fold([STARTED]), memory)
    for events in games:
        pictures.follow(1, fold([STARTED, *events]), memory)
    pictures.close()
    return pictures


# The memory of pictures


def test_nothing_seen_shows_nothing():
    assert PictureMemory().picture_of(parse_placement("ro@0,0")) is None


def test_a_move_is_shown_by_its_own_picture_although_the_next_one_was_seen_since():
    memory = PictureMemory()
    memory.saw(plain(1), parse_placement("ro@0,0"))
    memory.saw(plain(2), parse_placement("ro@0,0 rs@1,0"))
    memory.saw(plain(3), parse_placement("bs@1,1"))
    assert memory.picture_of(parse_placement("rs@1,0 ro@0,0"))[0, 0, 0] == 2
    # A mended tile lies where the misread one lay; a trade shows the table as it is.
    assert memory.picture_of(parse_placement("ro@0,0 os@1,0"))[0, 0, 0] == 2
    assert memory.picture_of(())[0, 0, 0] == 3
    memory.forget()
    assert memory.picture_of(()) is None


def test_only_a_few_pictures_are_remembered():
    memory = PictureMemory()
    for x in range(50):
        memory.saw(plain(x), parse_placement(f"ro@{x},0"))
        memory.saw(plain(x), parse_placement(f"ro@{x},0"))
    assert len(memory._seen) == REMEMBERED


# The pictures of turns


def test_every_turn_has_its_picture(tmp_path):
    told = entries(*MOVES)
    pictures = followed(TurnPictures(tmp_path), *(told[: n + 1] for n in range(4)))
    assert [level(pictures, 1, turn) for turn in range(1, 6)] == [10, 20, 30, 40, None]


def test_two_turns_told_at_once_have_a_picture_each(tmp_path):
    pictures = followed(TurnPictures(tmp_path), entries(*MOVES[:2]))
    assert [level(pictures, 1, turn) for turn in (1, 2)] == [10, 20]


def test_what_is_undone_loses_its_picture_and_what_comes_back_has_it_again(tmp_path):
    told = entries(*MOVES[:2])
    pictures = followed(TurnPictures(tmp_path), told, [*told, Undone()])
    assert [level(pictures, 1, turn) for turn in (1, 2)] == [10, None]
    again = followed(
        TurnPictures(tmp_path / "b"), told, [*told, Undone()], [*told, Undone(), Redone()]
    )
    assert [level(again, 1, turn) for turn in (1, 2)] == [10, 20]


def test_a_corrected_turn_keeps_its_picture(tmp_path):
    told = entries(*MOVES[:3])
    mended = Corrected(2, tuple(entries("", "ys@1,1")[1:]))
    pictures = followed(TurnPictures(tmp_path), told, [*told, mended])
    assert [level(pictures, 1, turn) for turn in (1, 2, 3)] == [10, 20, 30]


def test_a_turn_that_never_was_takes_its_picture_along_and_the_others_keep_theirs(tmp_path):
    told = [*entries(*MOVES[:2]), Traded("Anna", 1), *entries("", "gs@1,2")[1:]]
    games = (told[:1], told[:2], told[:3], told)
    pictures = followed(TurnPictures(tmp_path), *games, [*told, Corrected(2, ())])
    assert len(fold([STARTED, *told, Corrected(2, ())]).turns) == 3
    assert [level(pictures, 1, turn) for turn in (1, 2, 3, 4)] == [10, 40, 30, None]


def test_the_oldest_pictures_make_room_for_new_ones(tmp_path):
    memory = PictureMemory()
    memory.saw(noise(1), ())
    small = replace(EVIDENCE, most_bytes=100_000)
    pictures = TurnPictures(tmp_path, small)
    told = [PointsAdjusted(("Anna", "Chris")[k % 2], 1, "a song") for k in range(20)]
    for number in (1, 2):
        for n in range(len(told) + 1):
            pictures.follow(number, fold([STARTED, *told[:n]]), memory)
    pictures.close()
    kept = sum(path.stat().st_size for path in tmp_path.rglob("*.jpg"))
    assert 50_000 < kept <= small.most_bytes
    assert pictures.picture(2, 20) is not None
    assert pictures.picture(1, 1) is None


def test_a_recording_that_is_full_keeps_what_it_has(tmp_path):
    memory = PictureMemory()
    memory.saw(noise(1), ())
    small = replace(RECORDING, most_bytes=150_000)
    pictures = TurnPictures(tmp_path, small)
    told = [PointsAdjusted(("Anna", "Chris")[k % 2], 1, "a song") for k in range(20)]
    for n in range(len(told) + 1):
        pictures.follow(1, fold([STARTED, *told[:n]]), memory)
    pictures.close()
    kept = sorted(path.name for path in pictures.home.glob("*.jpg"))
    assert kept[0] == "turn-001.jpg"
    assert 0 < len(kept) < len(told)
    assert len(load_record(pictures.home / RECORD_FILE).entries) == len(told)


def test_the_last_room_on_a_disk_is_left_to_the_games(tmp_path, monkeypatch):
    monkeypatch.setattr("assistant.storage.turn_pictures.LEAST_FREE_BYTES", 10**18)
    pictures = followed(TurnPictures(tmp_path), entries(*MOVES[:2]))
    assert level(pictures, 1, 1) is None


def test_a_game_that_goes_on_after_a_restart_keeps_the_pictures_it_had(tmp_path):
    told = entries(*MOVES)
    followed(TurnPictures(tmp_path), told[:1], told[:2])
    memory = PictureMemory()
    again = TurnPictures(tmp_path)
    again.follow(1, fold([STARTED, *told[:2]]), memory)
    memory.saw(plain(30), parse_placement(MOVES[2]))
    again.follow(1, fold([STARTED, *told[:3]]), memory)
    again.close()
    assert [level(again, 1, turn) for turn in (1, 2, 3)] == [10, 20, 30]


def test_a_recording_of_another_game_is_left_alone(tmp_path):
    first = followed(TurnPictures(tmp_path, RECORDING), entries(*MOVES[:2]))
    other = TurnPictures(tmp_path, RECORDING)
    other.follow(1, fold([Started(Settings(), ("Bo", "Di"))]), PictureMemory())
    other.close()
    assert first.home.name == "game-1"
    assert other.home.name == "game-1-2"
    assert len(load_record(first.home / RECORD_FILE).entries) == 2
    same = followed(TurnPictures(tmp_path, RECORDING), entries(*MOVES[:1]))
    assert same.home.name == "game-1-3"


def test_a_disk_that_fails_is_told_and_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    troubles = []
    followed(TurnPictures(tmp_path / "file", on_trouble=troubles.append), entries(*MOVES[:2]))
    assert {trouble.translate(Language.ENGLISH) for trouble in troubles} == {
        f"{tmp_path / 'file' / '1'} is a file; a folder is needed here."
    }


def test_a_game_without_a_camera_has_no_pictures(tmp_path):
    with Store(tmp_path) as store:
        pictures = TurnPictures(tmp_path / PICTURES)
        session = Session(store, turn_pictures=[pictures])
        session.do(Begin(STARTED), session.now.revision)
        session.do(Append(entries(*MOVES)[0]), session.now.revision)
        pictures.close()
    assert not (tmp_path / PICTURES).exists()


def test_a_typed_move_is_not_filed_with_a_picture_of_another_table(tmp_path):
    """Neither the game before nor the turn before is evidence of it."""

    def seen(text, grey):
        return replace(still(text, 0.0), picture=Picture(plain(grey), 0.0, 1, is_photo=True))

    with Store(tmp_path) as store:
        pictures = TurnPictures(tmp_path / PICTURES)
        session = Session(store, turn_pictures=[pictures])
        session.do(Begin(STARTED), session.now.revision)
        session.saw(seen(MOVES[0], 20))
        assert len(session.now.game.turns) == 1
        session.do(Append(entries(*MOVES)[1]), session.now.revision)
        session.do(Begin(STARTED), session.now.revision)
        session.do(Append(entries(*MOVES)[0]), session.now.revision)
        pictures.close()
    kept = sorted(path.relative_to(tmp_path / PICTURES) for path in tmp_path.rglob("*.jpg"))
    assert [path.as_posix() for path in kept] == ["1/turn-001.jpg"]


# From the camera to the replay


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A game of the simulated table, kept as evidence and as a recording."""
    folder = tmp_path_factory.mktemp("game")
    with Store(folder) as store:
        turn_pictures = [
            TurnPictures(folder / PICTURES),
            TurnPictures(folder / "recording", RECORDING),
        ]
        session = Session(store, turn_pictures=turn_pictures)
        session.do(Begin(STARTED), session.now.revision)
        film = Film(session)
        for turns in range(1, 4):
            # Whoever is asked says yes: a crooked tile must not hold up the test.
            assert film.run(lambda n=turns: len(session.now.game.turns) == n or asked(session), 90)
            if asked(session):
                accepted = Accept(session.now.proposal.placement)
                assert isinstance(session.do(accepted, session.now.revision), Done)
        session.do(Append(Traded(session.now.game.next_player, 2)), session.now.revision)
        for pictures in turn_pictures:
            pictures.close()
        return folder, session.now.game


def asked(session):
    return session.now.asking and session.now.proposal is not None


@pytest.mark.xdist_group("a recorded game")
def test_a_recorded_game_replays_to_the_same_turns(recorded, capsys):
    folder, game = recorded
    assert main(["replay", "--json", str(folder / "recording")]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(told) == len(game.turns) == 4
    for turn, seen in zip(game.turns[:3], told[:3], strict=True):
        assert (turn.event.player, turn.points) == (seen["player"], seen["points"])
        assert turn.totals == seen["totals"]
        assert seen["verdict"] == "legal"
        laid = {(p.cell.x, p.cell.y, p.tile.name) for p in turn.event.placement}
        assert laid == {(p["x"], p["y"], f"{p['colour']} {p['shape']}") for p in seen["placed"]}
    # What was traded is nowhere to be seen: somebody would be asked.
    assert (told[3]["placed"], told[3]["asked"]) == ([], True)
    assert told[3]["player"] == game.turns[3].event.player


@pytest.mark.xdist_group("a recorded game")
def test_evidence_is_small_and_there_for_every_turn(recorded):
    folder, _ = recorded
    pictures = sorted((folder / PICTURES / "1").iterdir())
    assert [path.name for path in pictures] == [f"turn-{turn:03}.jpg" for turn in range(1, 5)]
    assert all(path.stat().st_size < 300_000 for path in pictures)


@pytest.mark.xdist_group("a recorded game")
def test_a_folder_of_several_recordings_asks_which_one(recorded, tmp_path, capsys):
    for name in ("game-1", "game-2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / RECORD_FILE).write_text("{}", encoding="utf-8")
    assert main(["replay", str(tmp_path)]) == 1
    assert "name one of them" in capsys.readouterr().err


@pytest.mark.xdist_group("a recorded game")
def test_players_are_shown_the_table_after_a_turn_and_watchers_are_not(recorded):
    folder, _ = recorded
    pictures = TurnPictures(folder / PICTURES)
    with Store(folder) as store:
        session = Session(store, turn_pictures=[pictures])
        app = create_app(session, Cameras(session, lambda: None), Door("key", "http://localhost"))
        watcher, player = app.test_client(), app.test_client()
        player.set_cookie("qwirkle_key", "key")
        picture = player.get("/games/1/turns/2.jpg")
        assert picture.mimetype == "image/jpeg"
        assert picture.data == (folder / PICTURES / "1" / "turn-002.jpg").read_bytes()
        assert player.get("/games/1/turns/9.jpg").status_code == 404
        assert player.get("/games/7/turns/1.jpg").status_code == 404
        assert watcher.get("/games/1/turns/2.jpg").status_code == 403
    pictures.close()


def test_a_turn_that_the_next_player_overtook_is_shown_without_the_next_players_tiles(tmp_path):
    def pictured(seen, grey):
        return replace(seen, picture=Picture(plain(grey), seen.at_s, 1))

    opening, both = "ro@0,0 rs@1,0 rd@2,0", "ro@0,0 rs@1,0 rd@2,0 bs@1,1"
    pictures = TurnPictures(tmp_path / PICTURES)
    with Store(tmp_path) as store:
        session = Session(store, turn_pictures=[pictures])
        session.do(Begin(STARTED), session.now.revision)
        session.saw(pictured(still("", 0.0), 10))
        session.saw(pictured(still(opening, 10.0), 20))
        # Longer than anybody pauses inside a move: the next hand is the next player's.
        session.saw(hand(21.0))
        session.saw(pictured(still(both, 22.0), 30))
        assert len(session.now.game.turns) == 1
        session.saw(quiet(25.0, 10.0))
        pictures.close()
        assert [len(turn.event.placement) for turn in session.now.game.turns] == [3, 1]
    assert [level(pictures, 1, turn) for turn in (1, 2)] == [20, 30]


def test_pictures_are_kept_unless_that_is_switched_off(tmp_path):
    def kinds(**chosen):
        call = Call("none", None, None, 0, "", None, False, Language.ENGLISH, tmp_path)
        made = list(turn_pictures_of(replace(call, **chosen), Troubles()))
        for pictures in made:
            pictures.close()
        return [pictures.purpose for pictures in made]

    assert kinds() == [EVIDENCE]
    assert kinds(no_pictures=True) == []
    assert kinds(no_pictures=True, record=tmp_path / "film") == [RECORDING]
    assert kinds(record=tmp_path / "film") == [EVIDENCE, RECORDING]
