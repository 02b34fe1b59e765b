"""The commands as a person calls them: formats, bad input, and a kept game from start to export."""

import io
import json
import os
import re
from pathlib import Path

import pytest

from assistant.board import parse_placement
from assistant.commands import COMMANDS, main
from assistant.commands.terminal import VARIABLES
from assistant.game.events import (
    End,
    Finished,
    Redone,
    Settings,
    Started,
    TilesPlaced,
    Traded,
    Undone,
)
from assistant.records.events_json import write_placement
from assistant.session.actions import Append, Begin, Done
from assistant.session.session import Session
from assistant.storage.instance_lock import InstanceLock
from assistant.storage.store import Store
from assistant.storage.turn_pictures import PICTURES
from assistant.words import Language
from tests.support.photographed_hands import hand_jpeg
from tests.support.seen_tables import table_jpeg


def tiles(text):
    return write_placement(parse_placement(text))


def record(*turns, rules="classic", players=("Anna", "Chris"), **head):
    return {"rules": rules, "players": list(players), "turns": list(turns)} | head


def anna(text):
    return {"player": "Anna", "placed": tiles(text)}


def chris(text):
    return {"player": "Chris", "placed": tiles(text)}


@pytest.fixture
def written(tmp_path):
    def write(told):
        path = tmp_path / "record.json"
        path.write_text(told if isinstance(told, str) else json.dumps(told), encoding="utf-8")
        return str(path)

    return write


def objects(capsys, *words):
    assert main(words) == 0
    out = capsys.readouterr().out
    return [json.loads(line) for line in out.splitlines()]


def test_judge_answers_one_object_a_turn_and_then_the_result(capsys, written):
    told = objects(
        capsys,
        "judge",
        "--json",
        written(record(anna("ro@0,0 rs@1,0"), chris("bs@1,1"), declared=2)),
    )
    assert told == [
        {
            "turn": 1,
            "player": "Anna",
            "verdict": "legal",
            "points": 2,
            "lines": [{"cells": [[0, 0], [1, 0]], "shares": "red", "points": 2}],
            "violations": [],
            "totals": {"Anna": 2, "Chris": 0},
        },
        {
            "turn": 2,
            "player": "Chris",
            "verdict": "legal",
            "points": 2,
            "lines": [{"cells": [[1, 0], [1, 1]], "shares": "square", "points": 2}],
            "violations": [],
            "totals": {"Anna": 2, "Chris": 2},
        },
        {"finished": False, "totals": {"Anna": 2, "Chris": 2}, "winners": []},
    ]


def test_a_lone_first_tile_shares_nothing_and_pays_one(capsys, written):
    first = objects(capsys, "judge", "--json", written(record(anna("ro@0,0"))))[0]
    assert first["lines"] == [{"cells": [[0, 0]], "shares": None, "points": 1}]


def test_an_illegal_turn_is_explained_taken_back_and_judging_goes_on(capsys, written):
    game = record(anna("ro@0,0 rs@1,0"), chris("ro@2,0"), anna("rd@2,0"))
    told = objects(capsys, "judge", "--json", written(game))
    (reason,) = told[1].pop("violations")
    assert told[1]["verdict"] == "illegal"
    assert told[1]["points"] == 0
    assert told[1]["lines"] == []
    assert reason["fault"] == "twice_in_line"
    assert reason["cells"] == [[2, 0], [0, 0]]
    assert reason["text"] == "The red circle is more than once in the same line: (2,0) (0,0)."
    assert told[2]["verdict"] == "legal"
    assert told[3]["totals"] == {"Anna": 5, "Chris": 0}


@pytest.mark.parametrize("language", Language)
def test_reasons_are_told_in_the_language_asked_for(capsys, written, language):
    game = record(anna("ro@0,0"), chris("bs@1,0"), {"player": "Anna", "traded": 7})
    told = objects(capsys, "judge", "--json", "--language", language.value, written(game))
    texts = [reason["text"] for turn in told[1:3] for reason in turn["violations"]]
    assert len(set(texts)) == 2
    assert (texts[1] == "Anna holds 6 and cannot trade 7.") == (language is Language.ENGLISH)


def test_what_the_game_refuses_is_an_illegal_turn_too(capsys, written):
    game = record({"player": "Anna", "traded": 7}, {"player": "Chris", "rerolled": 1})
    told = objects(capsys, "judge", "--json", written(game))
    assert [turn["verdict"] for turn in told[:2]] == ["illegal", "illegal"]
    assert [turn["violations"][0]["fault"] for turn in told[:2]] == [
        "trade_more_than_hand",
        "no_rolling",
    ]


def test_cards_are_judged_in_qwirkles(capsys, written):
    def cards(text):
        return [
            {"colour": tile["colour"], "shape": tile["shape"]}
            for tile in tiles(" ".join(f"{card}@{x},0" for x, card in enumerate(text.split())))
        ]

    game = record(
        {"player": "Anna", "laid": cards("ro rs rd"), "rows": [cards("ro rs rd")]},
        {"player": "Chris", "laid": cards("rc r* rx"), "rows": [cards("ro rs rd rc r* rx")]},
        {"player": "Anna", "laid": cards("ro"), "rows": [cards("ro")]},
        rules="cards",
    )
    told = objects(capsys, "judge", "--json", written(game))
    assert [turn["qwirkles"] for turn in told[:3]] == [0, 1, 0]
    assert "points" not in told[0]
    assert told[1]["lines"][0]["shares"] == "red"
    assert told[2]["violations"][0]["fault"] == "row_too_short"
    assert told[3]["totals"] == {"Anna": 0, "Chris": 1}


def test_a_hand_of_cards_is_replaced_and_not_traded(capsys, written):
    game = record({"player": "Anna", "traded": 10}, rules="cards")
    assert main(["judge", written(game)]) == 0
    assert "Turn 1: Anna  takes a new hand" in capsys.readouterr().out


def test_tiles_that_lay_there_already_are_part_of_the_table(capsys, written):
    game = record(anna("rd@2,0"), start=tiles("ro@0,0 rs@1,0"), rules="cubes")
    assert objects(capsys, "judge", "--json", written(game))[0]["points"] == 3


def test_a_called_end_has_winners(capsys, written):
    game = record(anna("ro@0,0"), finished="agreed")
    result = objects(capsys, "judge", "--json", written(game))[-1]
    assert result["finished"] is True
    assert result["winners"] == ["Anna"]


LEGEND = (
    "Letters: r red, o orange, y yellow, g green, b blue, p purple; o circle, s square, d diamond, "
    "c clover, * starburst, x crisscross. r*@3,-1: red starburst, three cells right of the origin "
    "and one above it."
)


def test_judge_tells_a_readable_score_sheet(capsys, written):
    game = record(anna("ro@0,0 rs@1,0"), chris("ro@2,0"), finished="agreed", declared=2)
    assert main(["judge", written(game)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Qwirkle: Anna, Chris",
        "",
        "Turn 1: Anna  ro@0,0 rs@1,0",
        "    red         ro rs              2 points",
        "    = 2 points   (Anna 2  Chris 0)",
        "",
        "Turn 2: Chris  ro@2,0",
        "    Not allowed; the tiles go back:",
        "    - The red circle is more than once in the same line: (2,0) (0,0).",
        "    = 0 points   (Anna 2  Chris 0)",
        "",
        "@0,0",
        "ro rs",
        "",
        "Total",
        "    Anna   2 points",
        "    Chris  0 points",
        "",
        "Left to draw: 94",
        "The table has stopped: the game is over. Anna wins.",
        "",
        LEGEND,
    ]


def test_hints_are_legal_moves_best_first_in_the_records_coordinates(capsys, written):
    path = written(record(anna("ro@10,10 rs@11,10")))
    told = objects(capsys, "hint", "--json", path, "--hand", "red diamond, red clover, blue x")
    best = told[0]
    assert best["points"] == 6
    assert {(tile["colour"], tile["shape"]) for tile in best["placed"]} == {
        ("red", "diamond"),
        ("red", "clover"),
    }
    assert {tile["x"] for tile in best["placed"]} == {10, 11}
    assert [(line["shares"], line["points"]) for line in best["lines"]] == [("red", 2)] * 3
    assert [move["points"] for move in told] == sorted(
        (move["points"] for move in told), reverse=True
    )


def test_the_hand_may_be_a_photo(capsys, written, tmp_path):
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(hand_jpeg("rc r* gs yo px bo"))
    path = written(record(anna("ro@0,0 rs@1,0 rd@2,0")))
    assert main(["hint", "--json", path, "--photo", str(photo)]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out.splitlines()[0])["points"] == 6
    assert "red clover" in told.err
    assert main(["hint", path]) == 1
    assert main(["hint", path, "--hand", "ro", "--photo", str(photo)]) == 1
    assert "--photo" in capsys.readouterr().err
    photo.write_bytes(table_jpeg(""))
    assert main(["hint", path, "--photo", str(photo)]) == 1
    assert "No hand can be read in" in capsys.readouterr().err


def test_hints_are_ten_unless_all_are_asked_for(capsys, written):
    path = written(record(anna("ro@0,0 rs@1,0 rd@2,0")))
    words = ["hint", "--json", path, "--hand", "rc r* rx bo bs bd"]
    assert len(objects(capsys, *words)) == 10
    assert len(objects(capsys, *words, "--all")) > 10


def test_hints_can_be_read_by_people(capsys, written):
    assert main(["hint", written(record(anna("ro@0,0"))), "--hand", "rs"]) == 0
    *lines, blank, legend = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert all("2 points" in line and "(red 2)" in line for line in lines)
    assert (blank, legend) == ("", LEGEND)


def test_a_hand_that_fits_nowhere_is_told_so(capsys, written):
    path = written(record(anna("ro@0,0")))
    assert main(["hint", path, "--hand", "bs"]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "",
        "No move is possible with this hand: trade some or all tiles.\n",
    )
    assert objects(capsys, "hint", "--json", path, "--hand", "bs") == []


def test_the_notation_is_explained_in_every_language_and_never_to_programs(capsys, written):
    path = written(record(anna("wo@0,0")))
    legends = set()
    for language in Language:
        assert main(["hint", path, "--hand", "ws", "--language", language.value]) == 0
        legends.add(capsys.readouterr().out.splitlines()[-1])
    assert len(legends) == len(Language)
    assert all("r*@3,-1" in legend and "w " in legend for legend in legends)
    assert all(isinstance(one, dict) for one in objects(capsys, "judge", "--json", path))


@pytest.mark.parametrize(
    ("hand", "complaint"),
    [
        ("pink circle", "“pink circle” in --hand is no tile"),
        ("red circle, pink square, ro", "“pink square” in --hand is no tile"),
        ("ro zz bs", "“zz” in --hand is no tile"),
        ("", "names no tile"),
        ("ro ro ro rs rs rs rd", "7 tiles; a hand holds 6"),
        ("cercle rouge", "“cercle rouge” in --hand is no tile"),
    ],
)
def test_a_hand_that_is_none_is_refused(capsys, written, hand, complaint):
    assert main(["hint", written(record()), "--hand", hand]) == 1
    assert complaint in capsys.readouterr().err


BAD_RECORDS = {
    "not JSON": "{",
    "unknown colour": json.dumps(record(anna("ro@0,0"))).replace("red", "pink"),
    "two tiles in one cell": json.dumps(record(anna("ro@0,0 rs@0,0"))),
    "a player who is not in the game": json.dumps(record(anna("ro@0,0"), players=("B", "C"))),
    "a record of another version": json.dumps(record(version=99)),
    "an empty file": "",
    "tiles a mile apart": json.dumps(record(start=tiles("ro@0,0 rs@99999999,0"))),
    "turns a mile apart": json.dumps(record(anna("ro@0,0"), chris("ro@0,-99999999"))),
    "a list": "[]",
    "a deep one": "[" * 100_000,
    "a number with ten thousand digits": "9" * 10_000,
}


@pytest.mark.parametrize("command", ["judge", "hint"])
@pytest.mark.parametrize("text", BAD_RECORDS.values(), ids=BAD_RECORDS.keys())
def test_a_bad_record_gets_one_line_and_a_status(capsys, written, command, text):
    hand = ["--hand", "ro"] if command == "hint" else []
    assert main([command, "--json", written(text), *hand]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.startswith(f"qwirkle {command}: ")


def one_line_refusal(capsys, *words):
    assert main(words) == 1
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    return told.err


def test_folders_missing_files_and_pictures_are_no_records(capsys, tmp_path):
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0" * 10)
    assert "is a folder" in one_line_refusal(capsys, "judge", str(tmp_path))
    assert "There is no file" in one_line_refusal(capsys, "judge", str(tmp_path / "none.json"))
    assert "not a text file" in one_line_refusal(capsys, "judge", str(tmp_path / "photo.jpg"))


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions are told otherwise here")
def test_a_file_without_permission_is_told_of(capsys, written):
    path = written(record())
    Path(path).chmod(0)
    me = os.geteuid()
    if me == 0:
        # Root may read everything, so the file is read as nobody in particular.
        os.seteuid(65534)
    try:
        assert "no permission" in one_line_refusal(capsys, "judge", path)
    finally:
        os.seteuid(me)


WRONG_CALLS = {
    (): "Something is missing: COMMAND",
    ("dance",): "COMMAND can be play, read, replay",
    ("judge",): "Something is missing: RECORD.json",
    ("judge", "a", "b"): "This means nothing here: b",
    ("export", "one"): "GAME takes a whole number, and “one” is none",
    ("play", "--port", "abc"): "--port takes a whole number, and “abc” is none",
    ("play", "--port"): "--port needs something after it",
    ("play", "--rules", "chess"): "--rules can be classic, cubes, cards, but not “chess”",
    ("play", "--sauce", "0"): "This means nothing here: --sauce 0",
    ("games", "--json=yes"): "--json takes nothing after it, but “yes” follows",
    ("read",): "Something is missing: PHOTO",
}


@pytest.mark.parametrize(("words", "told"), WRONG_CALLS.items())
def test_a_wrong_call_gets_one_sentence_and_status_two(capsys, words, told):
    assert main(words) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert told in err
    assert f"({' '.join(['qwirkle', *(w for w in words[:1] if w in COMMANDS)])} --help" in err


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "Il manque quelque chose"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "nl_BE"}, "Er ontbreekt iets"),
        ({"LC_MESSAGES": "es", "LANG": "fr"}, "Falta algo"),
        ({"LANG": "de_DE.UTF-8"}, "Es fehlt etwas"),
        ({"LANG": "pt_BR.UTF-8"}, "Something is missing"),
        ({"LANG": "C"}, "Something is missing"),
        ({}, "Something is missing"),
    ],
)
def test_the_terminals_language_is_spoken(capsys, monkeypatch, environment, told):
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert main(["judge"]) == 2
    assert told in capsys.readouterr().err
    # What a call asks for outranks it, also where the rest of the call is wrong.
    for words in (["--language", "es"], ["--language=es"]):
        assert main(["judge", *words]) == 2
        assert "Falta algo" in capsys.readouterr().err


ROOT = Path(__file__).parents[2]


def test_the_readme_tells_of_every_command():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`qwirkle {name}" not in readme] == []


@pytest.mark.parametrize(
    ("words", "shown_from"),
    [
        (["judge", "docs/evening.json"], "Turn 3: Sally"),
        (
            ["hint", "docs/evening.json", "--hand", "red starburst, blue diamond, yellow square"],
            "  6 points",
        ),
    ],
)
def test_the_examples_of_records_are_what_is_printed(capsys, monkeypatch, words, shown_from):
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    shown = page[page.index(f"$ qwirkle {words[0]}") :].split("\n...", 1)[0].split("\n", 1)[1]
    assert shown.startswith(shown_from)
    monkeypatch.chdir(ROOT)
    assert main(words) == 0
    assert shown in capsys.readouterr().out


# Kept games


@pytest.fixture
def played(tmp_path):
    """Keep a game as the running assistant does."""

    def play(*events, players=("Anna", "Chris")):
        with Store(tmp_path) as store:
            session = Session(store)
            if session.now.game is None:
                session.do(Begin(Started(Settings(), players)), session.now.revision)
            for event in events:
                assert isinstance(session.do(Append(event), session.now.revision), Done)

    return play


def laid(player, text):
    return TilesPlaced(player, parse_placement(text))


def test_a_game_is_played_kept_resumed_listed_exported_and_judged(
    capsys, tmp_path, played, written
):
    data = ["--data", str(tmp_path)]
    played(laid("Anna", "ro@0,0 rs@1,0"), laid("Chris", "bs@1,1"), Undone(), Redone())
    played(laid("Anna", "gs@1,2"), Traded("Chris", 2))
    (listed,) = objects(capsys, "games", "--json", *data)
    assert listed["totals"] == {"Anna": 5, "Chris": 2}
    assert listed["turns"] == 4
    assert main(["games", *data]) == 0
    assert "Anna 5, Chris 2" in capsys.readouterr().out
    assert main(["export", "1", *data]) == 0
    result = objects(capsys, "judge", "--json", written(capsys.readouterr().out))[-1]
    assert result["totals"] == listed["totals"]
    assert main(["export", "1", "--text", "--language", "nl", *data]) == 0
    assert "Beurt 4: Chris  ruilt er 2" in capsys.readouterr().out


def test_an_ended_game_lets_the_next_one_begin(played, capsys, tmp_path):
    played(laid("Anna", "ro@0,0"), Finished(End.AGREED))
    played(players=("Bo", "Di"))
    games = objects(capsys, "games", "--json", "--data", str(tmp_path))
    assert [game["finished"] for game in games] == [False, True]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "99999"], "ports go from 0 to 65535"),
        (["--source", "no such thing"], "no such thing"),
        (["--host", "no-such-host.invalid"], "not an address of this computer"),
        (["--host", "192.0.2.1"], "not an address of this computer"),
        (["--host", "x" * 100], "not an address of this computer"),
        (["--record", __file__], "is a file"),
        (["--players", " , "], "Every player needs a name"),
        (["--players", "A" * 30 + "," + "A" * 5000], f"already called {'A' * 24}"),
        (["--players", "\udcff,\udcfe"], "already called ?"),
    ],
)
def test_play_refuses_what_it_cannot_do_in_one_line(capsys, tmp_path, words, told):
    given = ["play", "--source", "none", "--port", "0", "--data", str(tmp_path), *words]
    assert told in one_line_refusal(capsys, *given)


def test_one_player_cannot_start(capsys, tmp_path):
    words = ["play", "--players", "Anna", "--data", str(tmp_path)]
    assert "2 to 4 players" in one_line_refusal(capsys, *words)


def test_no_games_are_told_as_such(capsys, tmp_path):
    assert main(["games", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "No games yet.\n"


def test_stores_and_exports_that_cannot_be_are_told_in_one_line(capsys, tmp_path, played):
    played(laid("Anna", "ro@0,0"))
    data = ["--data", str(tmp_path)]
    assert "There is no game 7" in one_line_refusal(capsys, "export", "7", *data)
    nowhere = str(tmp_path / "no" / "where.json")
    assert "no file or folder" in one_line_refusal(capsys, "export", "1", "--out", nowhere, *data)
    (tmp_path / "file").write_text("")
    for command in (["games"], ["export", "1"], ["play"]):
        told = one_line_refusal(capsys, *command, "--data", str(tmp_path / "file"))
        assert "is a file; a folder is needed here" in told


def test_looking_for_games_makes_no_folder(capsys, tmp_path):
    nowhere = tmp_path / "nowhere"
    assert "no file or folder" in one_line_refusal(capsys, "games", "--data", str(nowhere))
    assert "no file or folder" in one_line_refusal(capsys, "export", "1", "--data", str(nowhere))
    assert not nowhere.exists()


def test_a_game_is_deleted_with_its_pictures(capsys, tmp_path, played):
    played(laid("Anna", "ro@0,0"))
    picture = tmp_path / PICTURES / "1" / "turn-001.jpg"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"a picture")
    data = ["--data", str(tmp_path)]
    assert "There is no game 2" in one_line_refusal(capsys, "games", "--delete", "2", *data)
    with InstanceLock(tmp_path):
        told = one_line_refusal(capsys, "games", "--delete", "1", *data)
    assert "already running" in told
    assert main(["games", "--delete", "1", *data]) == 0
    assert capsys.readouterr().out == "Game 1 and its pictures are deleted.\n"
    assert not picture.parent.exists()
    assert main(["games", *data]) == 0
    assert capsys.readouterr().out == "No games yet.\n"


def test_an_export_can_go_to_a_file(capsys, tmp_path, played):
    played(laid("Anna", "ro@0,0"))
    out = tmp_path / "game.json"
    assert main(["export", "1", "--out", str(out), "--data", str(tmp_path)]) == 0
    assert objects(capsys, "judge", "--json", str(out))[-1]["totals"] == {"Anna": 1, "Chris": 0}


def test_a_record_can_be_written_by_hand(capsys, written):
    short = record(
        {"player": "Anna", "placed": "ro@0,0 rs@1,0"},
        {"player": "Chris", "placed": ["rd@2,0"]},
        declared=2,
    )
    long = record(anna("ro@0,0 rs@1,0"), chris("rd@2,0"), declared=2)
    told = objects(capsys, "judge", "--json", written(short))
    assert told == objects(capsys, "judge", "--json", written(long))
    cards = {"player": "Anna", "laid": "ro rs rd", "rows": "ro rs rd"}
    more = {"player": "Chris", "laid": "bo bs bd", "rows": "ro rs rd / bo bs bd"}
    *turns, _ = objects(
        capsys, "judge", "--json", written(record(cards, more, rules="cards", declared=3))
    )
    assert [turn["verdict"] for turn in turns] == ["legal", "legal"]


def test_a_turn_out_of_order_is_named_by_whose_turn_it_is(capsys, written):
    told = objects(
        capsys, "judge", "--json", written(record(anna("ro@0,0"), anna("rs@1,0"), chris("rd@1,0")))
    )
    (violation,) = told[1]["violations"]
    assert (violation["fault"], violation["cells"]) == ("not_your_turn", [])
    assert "Chris" in violation["text"]
    assert [turn["verdict"] for turn in told[:-1]] == ["legal", "illegal", "legal"]
    assert told[-1]["totals"] == {"Anna": 1, "Chris": 2}


def test_keys_that_nobody_knows_are_named_beside_the_answer(capsys, written):
    game = record(anna("ro@0,0") | {"reroled": 6}, about="an evening")
    assert main(["judge", "--json", written(game)]) == 0
    told = capsys.readouterr()
    assert "about, reroled" in told.err
    assert len(told.out.splitlines()) == 2


def test_two_things_in_one_turn_are_refused_each_in_its_way(capsys, written):
    both = anna("ro@0,0") | {"traded": 2}
    told = objects(capsys, "judge", "--json", written(record(both)))
    assert told[0]["violations"][0]["fault"] == "one_thing_a_turn"
    assert main(["judge", written(record(anna("ro@0,0") | {"passed": True}))]) == 1
    assert "one thing" in capsys.readouterr().err


def test_a_game_is_read_from_standard_input(capsys, monkeypatch):
    text = json.dumps(record(anna("ro@0,0"))).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert objects(capsys, "judge", "--json", "-")[-1]["totals"] == {"Anna": 1, "Chris": 0}


def test_a_game_of_absurd_length_is_refused_at_once(capsys, written):
    assert main(["judge", written(record(*[anna("ro@0,0")] * 2001))]) == 1
    assert "2000" in capsys.readouterr().err
    assert main(["judge", written(" " * 8_000_001)]) == 1
    assert "too long" in capsys.readouterr().err


def test_hints_for_cards_are_one_object_a_line_and_nothing_where_nothing_can_be_played(
    capsys, written
):
    game = record(
        {"player": "Anna", "laid": "ro rs rd", "rows": "ro rs rd"}, rules="cards", declared=3
    )
    told = objects(capsys, "hint", "--json", written(game), "--hand", "rc r* rx bo")
    assert told[0]["qwirkles"] == 1
    assert len(told[0]["laid"]) == 3
    assert {len(row) for row in told[0]["rows"]} == {6}
    assert main(["hint", written(game), "--json", "--hand", "bx gx"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "nine new cards" in said.err


def test_an_end_that_is_not_taken_says_why(capsys, written):
    told = objects(capsys, "judge", "--json", written(record(anna("ro@0,0"), finished="blocked")))
    assert told[-1]["finished"] is False
    assert told[-1]["violations"][0]["fault"] == "bag_not_empty"


def test_games_go_back_to_a_backup(tmp_path, capsys):
    with Store(tmp_path) as store:
        store.begin(Started(Settings(), ("Anna", "Chris")))
    assert main(["games", "--data", str(tmp_path), "--backups"]) == 0
    assert "no backup yet" in capsys.readouterr().out
    assert main(["games", "--data", str(tmp_path), "--restore"]) == 1
    assert "no backup yet" in capsys.readouterr().err
    with Store(tmp_path) as store:
        store.back_up()
        store.delete(1)
    assert main(["games", "--data", str(tmp_path), "--restore"]) == 0
    assert "1 game of" in capsys.readouterr().out
    assert main(["games", "--data", str(tmp_path)]) == 0
    assert "Anna 0, Chris 0" in capsys.readouterr().out
    assert main(["games", "--data", str(tmp_path), "--backups"]) == 0
    listed = capsys.readouterr().out
    name = re.search(r"games-before-restore-\S+", listed)[0]
    assert main(["games", "--data", str(tmp_path), "--restore", name]) == 1
    assert f"{name} holds no games." in capsys.readouterr().err
    assert main(["games", "--data", str(tmp_path), "--restore", "nowhere.sqlite"]) == 1


def test_nobody_restores_under_the_players_hands(tmp_path, capsys):
    with Store(tmp_path) as store:
        store.begin(Started(Settings(), ("Anna", "Chris")))
        store.back_up()
    with InstanceLock(tmp_path):
        assert main(["games", "--data", str(tmp_path), "--restore"]) == 1
    assert "already running" in capsys.readouterr().err
