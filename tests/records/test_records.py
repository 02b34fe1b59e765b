"""Records: what is written is read again, and every broken one is refused in one sentence."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.board import Cell, Placed, parse_placement
from assistant.game.events import (
    CardsLaid,
    Corrected,
    End,
    Finished,
    LetStand,
    Passed,
    PlayerLeft,
    PlayerRenamed,
    PointsAdjusted,
    Redone,
    Rerolled,
    Rulebook,
    Settings,
    StartCorrected,
    Started,
    TilesPlaced,
    Traded,
    Undone,
)
from assistant.game.history import answer, fold
from assistant.records.codec import reason_of
from assistant.records.events_json import read_event, write_event
from assistant.records.record import (
    Record,
    parse_record,
    read_record,
    record_of,
    what_counts,
    write_record,
)
from assistant.rules.book import TieBreak
from assistant.storage.record_files import RecordError, load_record
from assistant.tiles import Colour, Shape, Tile, parse_tiles
from assistant.words import Language, Sentence
from tests.support.whole_games import classic_game

PLAYERS = ("Anna", "Chris")
tiles = st.builds(Tile, st.sampled_from(Colour), st.sampled_from(Shape))
cells = st.builds(Cell, st.integers(-99, 99), st.integers(-99, 99))
placements = st.lists(st.builds(Placed, cells, tiles), max_size=6, unique_by=lambda p: p.cell)
cards = st.lists(tiles, max_size=9).map(tuple)
rows = st.lists(cards, max_size=4).map(tuple)
names = st.text(min_size=1, max_size=8)
counts = st.integers(-9, 99)
moves = st.one_of(
    st.builds(TilesPlaced, names, placements.map(tuple), st.integers(0, 6)),
    st.builds(CardsLaid, names, cards, rows),
    st.builds(Passed, names),
)
entries = st.one_of(
    moves,
    st.builds(Traded, names, counts),
    st.builds(Rerolled, names, counts),
    st.builds(LetStand, moves, counts),
    st.builds(PointsAdjusted, names, counts, st.text()),
    st.builds(PlayerLeft, names),
)
agreed = st.builds(
    Settings,
    st.sampled_from([Rulebook.CLASSIC, Rulebook.CUBES]),
    st.sampled_from([None, Colour.PURPLE, Colour.WHITE]),
    st.sampled_from([None, *TieBreak]),
    st.booleans(),
    st.booleans(),
)
starts = st.one_of(
    st.builds(
        Started,
        agreed,
        st.lists(names, min_size=2).map(tuple),
        st.none() | names,
        st.integers(0, 6),
        placements.map(tuple),
    ),
    st.builds(Started, st.just(Settings(Rulebook.CARDS)), st.lists(names).map(tuple), rows=rows),
)
events = st.one_of(
    starts,
    entries,
    st.builds(Corrected, st.integers(1, 99), st.lists(entries, max_size=3).map(tuple)),
    st.builds(StartCorrected, starts),
    st.builds(PlayerRenamed, names, names),
    st.builds(Finished, st.sampled_from(End), st.none() | names),
    st.just(Undone()),
    st.just(Redone()),
)


@given(events)
def test_every_event_survives_writing_and_reading(event):
    assert read_event(json.loads(json.dumps(write_event(event)))) == event


def test_a_record_without_turns_is_a_game_that_has_not_begun():
    record = read_record({"rules": "classic", "players": list(PLAYERS), "turns": []})
    assert fold(record.events).totals == {"Anna": 0, "Chris": 0}


def through_json(game):
    return fold(parse_record(json.dumps(write_record(record_of(game)))).events)


@pytest.mark.parametrize("seed", range(3))
def test_an_exported_game_is_the_same_game_when_read(seed):
    whole = classic_game(seed, players=3)
    assert through_json(fold(whole.events)) == fold(whole.events)


def test_an_export_holds_the_game_as_it_turned_out():
    wrong, right = parse_placement("ro@0,0 bs@1,0"), parse_placement("ro@0,0 rs@1,0")
    game = fold(
        [
            Started(Settings(sixth=Colour.WHITE, blocked_end=False), PLAYERS, "Chris", 2),
            TilesPlaced("Chris", wrong),
            Corrected(1, (TilesPlaced("Chris", right),)),
            Traded("Anna", 2),
            Undone(),
            Traded("Anna", 7),
            LetStand(TilesPlaced("Anna", parse_placement("gd@5,5")), 3),
            PlayerRenamed("Anna", "Anne"),
            PointsAdjusted("Anne", -2, "peeked"),
            Finished(End.AGREED),
        ]
    )
    read = through_json(game)
    assert read.totals == game.totals == {"Anne": 1, "Chris": 2}
    assert (read.board, read.end, read.settings) == (game.board, End.AGREED, game.settings)
    assert [type(turn.event) for turn in read.turns] == [TilesPlaced, LetStand, PointsAdjusted]


def test_a_game_of_cards_is_exported_with_its_rows():
    row = parse_tiles("ro rs rd")
    start = Started(Settings(Rulebook.CARDS), PLAYERS, rows=(parse_tiles("yo ys yd"),))
    game = fold([start, CardsLaid("Anna", row, (*start.rows, row))])
    assert game.turns[0].is_legal
    assert through_json(game) == game


def test_five_players_in_a_record_have_agreed_to_play_with_five():
    record = read_record({"rules": "classic", "players": list("ABCDE"), "turns": []})
    assert record.started.settings.up_to_six


def record(turn=None, **head):
    turns = [] if turn is None else [turn]
    return json.dumps({"rules": "classic", "players": list(PLAYERS), "turns": turns} | head)


RED_CIRCLE = {"x": 0, "y": 0, "colour": "red", "shape": "circle"}
RED_SQUARE = {"x": 0, "y": 0, "colour": "red", "shape": "square"}


def anna(**told):
    return {"player": "Anna", **told}


BROKEN = [
    ("[" * 100_000, "nested too deeply"),
    ("[]", "the record is not a JSON object"),
    ("{}", "'rules' is None; it can be classic, cubes, cards"),
    (record(rules="chess"), "'rules' is 'chess'"),
    (record(players=None), "'players' is not a list"),
    (record(players=["Anna"]), "for 2 to 4 players, not 1"),
    (record(players=["Anna", "Anna"]), "already called Anna"),
    (record(players=["Anna", 3]), "a player's name is not a text"),
    (record(turns=None), "'turns' is not a list"),
    (record(version=2), "a record of version 2; known is 1"),
    (record(version="one"), "'version' is not a whole number"),
    (record(settings={"sixth": "red"}), "the sixth colour is purple or white, not red"),
    (record(start=[RED_CIRCLE, RED_CIRCLE]), "two tiles lie on the same cell 0,0"),
    (record(first="Zoe"), "Zoe is not in this game"),
    (record(5), "turn 1: a turn is not a JSON object"),
    (record({}), "turn 1: 'player' is missing"),
    (record(anna()), "turn 1: a turn needs one of"),
    (record(anna(passed=False)), "turn 1: a turn needs one of"),
    (record({"player": "Zoe", "traded": 1}), "turn 1: Zoe is not in this game"),
    (record(anna(traded="two")), "turn 1: 'traded' is not a whole number"),
    (record(anna(traded=True)), "turn 1: 'traded' is not a whole number"),
    (record(anna(traded=1, stands=3)), "turn 1: only a move can be let stand"),
    (record(anna(adjusted=1)), "turn 1: 'reason' is missing"),
    (record(anna(laid=[])), "turn 1: 'rows' is missing"),
    (record(anna(placed={})), "turn 1: 'placed' is not a list"),
    (record(anna(placed=[RED_CIRCLE, RED_CIRCLE])), "two tiles lie on the same cell 0,0"),
    (record(anna(placed=[RED_CIRCLE | {"colour": "pink"}])), "unknown colour 'pink'"),
    (record(anna(placed=[RED_CIRCLE | {"shape": "heart"}])), "unknown shape 'heart'"),
    (record(anna(placed=[RED_CIRCLE | {"x": 0.5}])), "'x' is not a whole number"),
    (record(anna(placed=[{"x": 0, "y": 0}])), "turn 1: 'shape' is missing"),
    (record(finished="flood"), "'finished' is 'flood'"),
    (record(start=[RED_CIRCLE, RED_SQUARE | {"x": 5000}]), "more than 1000 cells apart"),
    (
        record(turns=[anna(placed=[RED_CIRCLE]), anna(placed=[RED_SQUARE | {"y": -5000}])]),
        "more than 1000 cells apart",
    ),
    (record(anna(placed=[RED_CIRCLE | {"x": 10**13}])), "'x' is a number beyond 1000000000000"),
    (record(anna(placed="ro@10000000000000,0")), "a cell is a number beyond 1000000000000"),
    (record(anna(adjusted=10**400, reason="x")), "'adjusted' is a number beyond 1000000000000"),
    (record(anna(adjusted=-2_000_000, reason="x")), "'adjusted' is a number beyond 1000000"),
    (record(anna(placed=[RED_CIRCLE], stands=2_000_000)), "'stands' is a number beyond 1000000"),
    ('{"rules":' + "9" * 5000 + "}", "a number in it is far too long"),
    (record(anna(adjusted=1, reason="x" * 2000)), "'reason' is longer than 1000 letters"),
    (record(players=["Anna", "\ud800"]), "a player's name holds half a character"),
    (record(players=["Anna"] * 300), "'players' has 300 parts; at most 250 are read"),
    (record(anna(placed=[RED_CIRCLE] * 300)), "'placed' has 300 parts"),
    (record(anna(placed=" ".join(f"ro@{x},0" for x in range(300)))), "'placed' has 300 parts"),
    (record(anna(laid=[], rows=[["ro"] * 200] * 2), rules="cards"), "'rows' has 400 parts"),
    (record(anna(laid=[], rows=[["ro"] * 300]), rules="cards"), "a row has 300 parts"),
]


@pytest.mark.parametrize(("text", "complaint"), BROKEN)
def test_a_broken_record_is_refused_in_one_sentence(text, complaint):
    with pytest.raises(ValueError) as caught:
        parse_record(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("language", [one for one in Language if one is not Language.ENGLISH])
def test_what_is_wrong_with_a_record_is_said_in_every_language(language):
    for text, _ in BROKEN:
        with pytest.raises(ValueError) as caught:
            parse_record(text)
        reason = reason_of(caught.value)
        assert isinstance(reason, Sentence), text
        assert reason.translate(language) != reason.translate(Language.ENGLISH)
        whole = Sentence("record.wrong", (("path", "x.json"), ("reason", reason)))
        assert not whole.translate(language).endswith("..")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["rules", "players", "turns", "player", "placed", "x", "start"]),
                inner,
            )
        ),
    )
)
def test_any_json_at_all_is_read_or_refused(value):
    with suppress(ValueError):
        read_record(value)


RULEBOOKS = Path(__file__).parents[3] / "shared" / "rules"


@pytest.mark.skipif(not RULEBOOKS.exists(), reason="the rulebooks' examples are not beside us")
@pytest.mark.parametrize("name", ["classic-example.json", "cubes-example.json"])
def test_the_rulebooks_own_games_give_the_printed_points(name):
    text = (RULEBOOKS / name).read_text()
    printed = [turn["points"] for turn in json.loads(text)["turns"]]
    assert [turn.points for turn in fold(parse_record(text).events).turns] == printed


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        (b"", "record.empty"),
        (b" \n\t", "record.empty"),
        (b"hello", "record.not_json"),
        (b'{"rules": "classic",\n oops', "record.not_json"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "record.not_text"),
        (b"[]", "record.wrong"),
    ],
)
def test_a_file_that_is_no_record_is_told_in_every_language(tmp_path, raw, key):
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    with pytest.raises(RecordError) as caught:
        load_record(path)
    assert caught.value.sentence.key == key
    told = {caught.value.translate(language) for language in Language}
    assert len(told) == len(Language)
    assert all(str(path) in sentence for sentence in told)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_record_is_read_as_any_shell_wrote_it(tmp_path, encoding):
    game = fold([Started(Settings(), ("Zoë", "Łukasz"))])
    path = tmp_path / "game.json"
    text = json.dumps(write_record(record_of(game)), ensure_ascii=False)
    path.write_bytes(text.encode(encoding))
    assert load_record(path) == record_of(game)


def test_a_turn_that_a_correction_left_out_of_order_is_marked_in_the_record():
    started = Started(Settings(), ("Anna", "Chris"))
    moves = [("Anna", "ro@0,0"), ("Chris", "rs@1,0"), ("Anna", "rd@2,0")]
    events = [TilesPlaced(player, parse_placement(text)) for player, text in moves]
    game = fold([started, *events, Corrected(2, ())])
    record = record_of(game)
    assert [entry.out_of_turn for entry in record.entries] == [False, True]
    assert fold(record.events, in_order=True).totals == game.totals


def test_a_record_goes_on_without_its_illegal_tries():
    started = Started(Settings(), ("Anna", "Chris", "Sally"))
    tries = [("Anna", "ro@0,0"), ("Chris", "bs@1,0"), ("Sally", "rs@1,0")]
    events = [TilesPlaced(player, parse_placement(text)) for player, text in tries]
    counts = what_counts(Record(started, tuple(events)))
    game = fold([started])
    for event in counts.events[1:]:
        game = answer(game, event).game
    assert game.totals == {"Anna": 1, "Chris": 0, "Sally": 2}
    assert game.next_player == "Anna"
