"""Cards under a camera: nothing is judged while somebody rearranges, all else is said or asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.board import Cell
from assistant.game.events import CardsLaid, Event, Rulebook, Settings, Started, Undone
from assistant.game.history import Accepted, answer, fold
from assistant.game.state import Game
from assistant.tiles import parse_tile
from assistant.watch.live_rows import OVER_S, PAUSE_S, QUIET_S, UNFINISHED_S, LiveRows
from assistant.watch.rows_doubts import Doubt
from assistant.watch.rows_events import turn_events
from assistant.watch.rows_guess import Revision, line_of, signature
from tests.watch.test_rows import face, row, seen
from vision.observation import Observation

STARTED = Started(Settings(Rulebook.CARDS), ("Anna", "Bob"))


def game_with(*turns: tuple[str, ...]) -> Game:
    """A game in which each turn left these rows."""
    game = fold([STARTED])
    for texts in turns:
        rows = tuple(row(text) for text in texts)
        lay = [card for one in game.rows for card in one]
        laid = []
        for card in (card for one in rows for card in one):
            if card in lay:
                lay.remove(card)
            else:
                laid.append(card)
        game = told(game, CardsLaid(game.mover, tuple(laid), rows))
    return game


def told(game: Game, event: Event) -> Game:
    accepted = answer(game, event)
    assert isinstance(accepted, Accepted)
    return accepted.game


def quiet(live: LiveRows, table: Observation, for_s: float) -> LiveRows:
    """The table seen at rest, and still there after a while."""
    live = live.saw(table, 10.0, 0.0)
    return live.saw(table, 10.0 + for_s, for_s)


def test_a_legal_table_that_rests_is_the_turn_of_who_is_on():
    live = quiet(LiveRows(game_with(("ro rs rd",))), seen("ro rs rd rc"), QUIET_S)
    assert live.due == CardsLaid("Bob", row("rc"), (row("ro rs rd rc"),))


def test_nothing_is_due_before_the_table_has_rested():
    live = quiet(LiveRows(game_with(("ro rs rd",))), seen("ro rs rd rc"), QUIET_S - 0.5)
    assert live.due is None
    assert not live.asking()


def test_a_table_as_it_was_is_no_turn_however_its_rows_were_pushed():
    game = game_with(("ro rs rd",), ("ro rs rd", "bo bs bd"))
    live = quiet(LiveRows(game), seen("bd bs bo", "rs rd ro"), 60.0)
    assert live.proposal is None


def test_a_half_done_table_is_not_judged_but_in_the_end_asked_about():
    game = game_with(("ro rs rd rc",))
    half = seen("ro rs rd", loose="rc")
    live = quiet(LiveRows(game), half, QUIET_S)
    assert live.proposal is not None
    assert live.proposal.between == 1
    assert not live.asking()
    assert quiet(LiveRows(game), half, UNFINISHED_S).asking()


def test_cards_that_changed_their_row_are_marked_and_so_are_those_from_the_hand():
    game = game_with(("gs bs rs ps",), ("gs bs rs ps", "ro go bo"))
    live = quiet(LiveRows(game), seen("bs rs ps", "ro go bo", "gs gd gx"), QUIET_S)
    assert live.proposal is not None
    assert live.proposal.moved == {Cell(0, 2)}
    assert live.proposal.fresh == {Cell(1, 2), Cell(2, 2)}


def test_an_illegal_table_is_never_accepted_by_itself():
    live = quiet(LiveRows(game_with(("ro rs rd",))), seen("ro rs rd bc"), 600.0)
    assert live.due is None
    assert live.asking()
    assert live.proposal is not None
    assert not live.proposal.is_legal


def test_a_photo_needs_no_quiet():
    live = LiveRows(game_with(("ro rs rd",))).saw_photo(seen("ro rs rd rc"), 1.0)
    assert live.due is not None
    illegal = LiveRows(game_with(("ro rs rd",))).saw_photo(seen("ro rs rd bc"), 1.0)
    assert illegal.asking()


def unsure(*rows: str) -> Observation:
    """A table whose very last card might as well be blue."""
    table = seen(*rows)
    last = rows[-1].split()[-1]
    doubtful = face(parse_tile(last), 0.6, parse_tile(f"b{last[1]}"))
    faces = [list(one) for one in table.rows]
    faces[-1][-1] = doubtful
    placed = tuple(
        tuple(
            replace(one, centre_px=(100.0 * x, 150.0 * y), corners_px=((100.0 * x, 150.0 * y),) * 4)
            for x, one in enumerate(line)
        )
        for y, line in enumerate(faces)
    )
    return replace(table, rows=placed, tile_px=80.0)


def test_an_unclear_card_is_asked_about_and_one_answer_settles_it_for_good():
    table = unsure("ro rs rd rc")
    live = quiet(LiveRows(game_with(("ro rs rd",))), table, UNFINISHED_S)
    assert live.asking()
    assert live.proposal is not None
    (doubt,) = live.proposal.doubts
    assert [tile for tile, _ in doubt.answers][:2] == [parse_tile("rc"), parse_tile("bc")]
    live = live.said(doubt.cell, parse_tile("rc"))
    assert live.proposal is not None
    assert not live.proposal.questions
    live = quiet(live, table, QUIET_S)
    assert live.due is not None


def test_what_a_person_named_stays_named_after_the_turn_was_counted():
    table = unsure("ro rs rd bc")
    game = game_with(("ro rs rd",))
    live = quiet(LiveRows(game), table, UNFINISHED_S).said(Cell(3, 0), parse_tile("rc"))
    assert live.proposal is not None
    after = told(game, CardsLaid("Bob", live.proposal.laid, live.proposal.rows))
    live = quiet(live.follow(after), table, 60.0)
    assert live.proposal is None


def test_a_turn_that_was_undone_waits_for_a_tap():
    game = game_with(("ro rs rd",))
    live = quiet(LiveRows(game), seen("ro rs rd rc"), QUIET_S)
    assert live.due is not None
    after = told(game, live.due)
    live = quiet(live.follow(after).follow(told(after, Undone())), seen("ro rs rd rc"), 60.0)
    assert live.due is None
    assert live.asking()


def test_a_table_that_people_say_is_nothing_is_quiet_until_it_changes():
    live = quiet(LiveRows(game_with(("ro rs rd",))), seen("ro rs rd bc"), UNFINISHED_S).rejected()
    assert quiet(live, seen("ro rs rd bc"), 60.0).proposal is None
    assert quiet(live, seen("ro rs rd rc"), QUIET_S).due is not None


def test_what_a_person_typed_outranks_the_picture_that_was_known():
    game = game_with(("ro rs rd",))
    live = quiet(LiveRows(game), seen("ro rs rd bc"), UNFINISHED_S)
    typed = CardsLaid("Bob", row("rc"), (row("ro rs rd rc"),))
    live = live.follow(told(game, typed), typed)
    assert quiet(live, seen("ro rs rd bc"), 60.0).proposal is None


def test_what_a_person_typed_is_doubtful_no_more():
    game = game_with(("ro rs rd",))
    live = quiet(LiveRows(game), unsure("ro rs rd rc"), UNFINISHED_S)
    typed = CardsLaid("Bob", row("rc"), (row("ro rs rd rc"),))
    assert live.follow(told(game, typed)).unsettled
    live = live.follow(told(game, typed), typed)
    assert not live.unsettled
    assert not live.memory


def test_what_goes_back_to_a_hand_after_two_turns_of_one_photo_is_open():
    game = game_with(("ro rs rd",), ("ro rs rd", "bo bs bd"))
    live = LiveRows(game).saw_photo(seen("ro rs rd rc", "bo bs bd bx", "gc oc"), 10.0, skipped=1)
    first = CardsLaid("Anna", row("rc"), (row("ro rs rd rc"), row("bo bs bd")))
    rows = (row("ro rs rd rc"), row("bo bs bd bx"), row("gc oc"))
    both = told(told(game, first), CardsLaid("Bob", row("bx gc oc"), rows))
    assert both.rows == first.rows
    open_rows = {signature(line_of(row(text))) for text in ("ro rs rd rc", "bo bs bd")}
    assert live.follow(both).unsettled == open_rows


@pytest.mark.parametrize("lying", [("ro rs rd rc r* rx", "bo bs bd"), ("bo bs bd",)])
def test_a_counted_qwirkle_may_lie_there_for_a_while_and_counts_once(lying: tuple[str, ...]):
    game = game_with(("ro rs rd rc r*",), ("ro rs rd rc r* rx",))
    live = quiet(LiveRows(game), seen(*lying), QUIET_S)
    assert live.due == CardsLaid("Anna", row("bo bs bd"), (row("bo bs bd"),))


def test_a_card_that_stays_hidden_is_asked_about():
    live = quiet(LiveRows(game_with(("ro rs rd rc",))), seen("ro rs rd", "bo bs bd"), QUIET_S)
    assert live.due is not None
    live = quiet(live.follow(told(live.game, live.due)), seen("ro rs rd", "bo bs bd bx"), 60.0)
    assert live.proposal is not None
    assert Doubt.HIDDEN in live.proposal.questions
    assert live.asking()


def test_open_cards_in_no_row_are_named_unless_they_top_a_players_pile():
    game = game_with(("ro rs rd rc r* rx",), ("bo bs bd",))
    live = quiet(LiveRows(game), seen("bo bs bd", loose="rx gx"), QUIET_S)
    assert live.proposal is None
    assert live.apart == row("gx")


def rested_then_grown(rest_s: float) -> LiveRows:
    """A legal table that lay there for a while before one more card came."""
    live = LiveRows(game_with(("ro rs rd",)))
    live = live.saw(seen("ro rs rd rc"), 10.0, 0.0)
    live = live.saw(seen("ro rs rd rc"), 10.0 + rest_s, rest_s)
    live = live.saw(None, 11.0 + rest_s, None)
    live = live.saw(seen("ro rs rd rc rx"), 12.0 + rest_s, 0.0)
    return live.saw(seen("ro rs rd rc rx"), 12.0 + rest_s + UNFINISHED_S, UNFINISHED_S)


def test_cards_laid_one_soon_after_the_other_are_one_turn():
    assert rested_then_grown(1.0).due is not None


def test_a_card_after_a_rest_may_be_the_next_players_and_is_asked_about():
    live = rested_then_grown(OVER_S)
    assert live.due is None
    assert live.asking()
    assert live.proposal is not None
    assert live.proposal.count == 2
    assert [turn.laid for turn in live.proposal.turns] == [row("rc"), row("rx")]
    assert Doubt.SEVERAL_TURNS in rested_then_grown(PAUSE_S).proposal.questions


def test_what_a_person_named_is_forgotten_where_clearly_another_card_lies():
    live = LiveRows(game_with(("ro rs rd",))).saw_photo(unsure("ro rs rd rc"), 1.0)
    live = live.said(Cell(3, 0), parse_tile("rc"))
    assert live.proposal is not None
    after = told(live.game, CardsLaid("Bob", live.proposal.laid, live.proposal.rows))
    live = live.follow(after).saw_photo(unsure("bo go yo po", "ro rs rd rc"), 20.0)
    assert live.proposal is not None
    assert sorted(map(str, live.proposal.laid)) == ["bo", "go", "po", "yo"]


def test_before_the_first_row_a_lone_card_is_nothing_yet():
    assert quiet(LiveRows(fold([STARTED])), seen(loose="ps"), QUIET_S).apart == ()
    assert quiet(LiveRows(fold([STARTED])), seen("ro rs rd", loose="ps"), QUIET_S).apart == row(
        "ps"
    )


def test_a_row_that_an_illegal_turn_set_right_stays_as_doubtful_as_it_was_proposed():
    game = game_with(("ys gs os",), ("ys gs os", "bo go yo"))
    was, now = (signature(line_of(row(text))) for text in ("ys gs os", "ys gs gs"))
    known = (Revision(was, *line_of(row("os gs")), -2.0),)
    live = replace(LiveRows(game), memory=known, unsettled=frozenset({was}))
    live = live.saw_photo(seen("ys gs gs", "bo go yo rd"), 1.0)
    proposal = live.proposal
    assert proposal is not None
    assert not proposal.is_legal
    for event in turn_events(game, proposal.laid, proposal.rows, proposal.revised):
        game = told(game, event)
    live = live.follow(game)
    assert now in live.unsettled
    assert any(one.row == now for one in live.memory)
