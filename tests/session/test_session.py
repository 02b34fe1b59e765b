"""The session: moves by hand and by camera take the same way, and nobody overwrites unseen."""

import threading
from dataclasses import replace

import pytest

from assistant.board import Board, Cell, parse_placement
from assistant.game.events import (
    Corrected,
    End,
    Finished,
    LetStand,
    PlayerRenamed,
    PointsAdjusted,
    Rulebook,
    Settings,
    Started,
    TilesPlaced,
    Traded,
    Undone,
)
from assistant.game.refusals import Refusal, Refused
from assistant.session.actions import (
    Accept,
    Append,
    Begin,
    Done,
    Gone,
    Illegal,
    Reject,
    Resume,
    Say,
    Stale,
    Trust,
)
from assistant.session.kept_games import RESUME_WITHIN_S
from assistant.session.moments import KEPT_MOMENTS
from assistant.session.session import Session
from assistant.storage.store import Store
from assistant.tiles import parse_tile
from assistant.watch import Question
from assistant.watch.live import LiveWatch
from assistant.watch.meaning import Meant
from assistant.words import Language
from tests.support.seen_tables import hand, moving, observed, photographed, quiet, still
from vision.scene.report import ArmInView, TableWord

OPENING = "ro@0,0 rs@1,0 rd@2,0"
SECOND = "bs@1,1"


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path) as kept:
        yield kept


@pytest.fixture
def session(store):
    begun = Session(store)
    begin(begun)
    return begun


def begin(session, rules=Rulebook.CLASSIC, players=("Anna", "Chris")):
    answer = session.do(Begin(Started(Settings(rules), players)), session.now.revision)
    assert isinstance(answer, Done)


def tell(session, event):
    return session.do(Append(event), session.now.revision)


def placed(player, text):
    return TilesPlaced(player, parse_placement(text))


def lay(session, player, text):
    answer = tell(session, placed(player, text))
    assert isinstance(answer, Done), answer
    return answer


def test_a_fresh_table_has_no_game(store):
    moment = Session(store).now
    assert moment.game is None
    assert moment.proposal is None


def test_a_move_told_by_hand_is_scored_and_kept(session, store):
    lay(session, "Anna", OPENING)
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}
    assert store.game(session.now.number).totals == {"Anna": 3, "Chris": 0}


def test_nothing_can_be_told_before_a_game_begins(store):
    answer = tell(Session(store), Traded("Anna", 1))
    assert answer == Refused(Refusal.NOT_STARTED)


def test_a_refused_start_leaves_everything_as_it_was(store):
    session = Session(store)
    answer = session.do(Begin(Started(Settings(), ("Anna",))), session.now.revision)
    assert isinstance(answer, Refused)
    assert session.now.game is None
    assert store.games() == ()


def test_an_illegal_move_is_answered_and_not_kept(session, store):
    lay(session, "Anna", OPENING)
    before = session.now
    answer = tell(session, placed("Chris", "bo@1,1"))
    assert isinstance(answer, Illegal)
    assert [violation.rule for violation in answer.turn.ruling.violations] == ["C6"]
    assert session.now == before
    assert len(store.events(before.number)) == 2


def test_an_illegal_move_can_be_let_stand(session):
    lay(session, "Anna", OPENING)
    assert isinstance(tell(session, LetStand(placed("Chris", "bo@1,1"), 2)), Done)
    assert session.now.game.totals == {"Anna": 3, "Chris": 2}


def test_the_second_of_two_phones_is_told_and_nothing_is_overwritten(session):
    seen = session.now.revision
    assert isinstance(session.do(Append(placed("Anna", OPENING)), seen), Done)
    answer = session.do(Append(placed("Anna", "bo@0,0")), seen)
    assert isinstance(answer, Stale)
    assert answer.moment is session.now
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}


def test_many_phones_at_once_make_one_move(session):
    seen = session.now.revision
    answers = []
    phones = [
        threading.Thread(
            target=lambda: answers.append(session.do(Append(placed("Anna", OPENING)), seen))
        )
        for _ in range(16)
    ]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert sum(isinstance(answer, Done) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 15
    assert len(session.now.game.turns) == 1


def test_who_waits_is_told_of_every_revision(session):
    seen = []

    def follow():
        revision = session.now.revision
        while len(seen) < 3:
            moment = session.wait(revision, 5.0)
            if moment.revision == revision:
                return
            revision = moment.revision
            seen.append(revision)

    before = session.now.revision
    phone = threading.Thread(target=follow)
    phone.start()
    for _ in range(3):
        latest = session.now.revision
        tell(session, PointsAdjusted(session.now.game.mover, 1, "a slip"))
        while latest + 1 not in seen and phone.is_alive():
            phone.join(0.01)
    phone.join(5)
    assert seen == [before + 1, before + 2, before + 3]


def test_waiting_ends_when_the_program_does(session):
    waits = threading.Thread(target=session.wait, args=(session.now.revision, 60.0))
    waits.start()
    session.close()
    waits.join(2)
    assert not waits.is_alive()


def test_a_restart_goes_on_with_the_fresh_game_under_another_name(session, store):
    lay(session, "Anna", OPENING)
    again = Session(store)
    assert again.now.game == session.now.game
    assert again.now.run != session.now.run


def test_a_simulated_game_does_not_go_on_after_a_restart_and_hides_no_real_one(session, store):
    lay(session, "Anna", OPENING)
    real = session.now.number
    simulated = Started(Settings(simulated=True), ("Anna", "Chris"))
    session.do(Begin(simulated), session.now.revision)
    assert Session(store).now.number == real


def test_an_old_open_game_is_only_offered(session, store):
    import time

    old = Session(store, clock=lambda: time.time() + RESUME_WITHIN_S + 60)
    assert old.now.game is None
    assert isinstance(old.do(Resume(1), old.now.revision), Done)
    assert old.now.number == 1


def test_a_new_game_leaves_the_open_one_in_the_store(session):
    first = session.now.number
    begin(session, Rulebook.CUBES)
    assert session.now.number != first
    assert {one.number for one in session.kept.games() if not one.summary.finished} >= {first}


def test_undo_and_corrections_come_through_the_same_door(session):
    lay(session, "Anna", OPENING)
    lay(session, "Chris", SECOND)
    mended = Corrected(2, (placed("Chris", "rs@3,0"),))
    assert isinstance(tell(session, mended), Done)
    # Two red squares in one line: the mended turn counts for nothing and says why.
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}
    tell(session, Undone())
    assert session.now.game.totals == {"Anna": 3, "Chris": 2}


# ------------------------------------------------------------------ watched


def watch(session, *pictures):
    for picture in pictures:
        session.saw(picture)


def test_what_the_camera_sees_is_proposed_and_accepted_after_a_quiet_while(session):
    watch(session, still(OPENING, 10.0))
    assert session.now.proposal.placement == parse_placement(OPENING)
    assert not session.now.asking
    assert session.now.game.turns == ()
    watch(session, quiet(12.0, 2.0), quiet(15.0, 5.0))
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}
    assert session.now.proposal is None


def test_a_tap_accepts_at_once(session):
    watch(session, still(OPENING, 10.0))
    seen = session.now
    assert isinstance(session.do(Accept(seen.proposal.placement), seen.revision), Done)
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}


def test_a_proposal_that_changed_meanwhile_is_not_accepted_unseen(session):
    watch(session, still("ro@0,0 rs@1,0", 10.0))
    shown = session.now
    watch(session, hand(11.0), still(OPENING, 12.0))
    answer = session.do(Accept(shown.proposal.placement), shown.revision)
    assert isinstance(answer, Stale)
    assert session.now.game.turns == ()


def test_nothing_is_accepted_by_itself_where_the_table_wants_taps(session):
    session.do(Trust(False), session.now.revision)
    watch(session, still(OPENING, 10.0), quiet(16.0, 6.0))
    assert session.now.game.turns == ()
    assert session.now.asking


def test_an_illegal_move_waits_for_the_players(session):
    lay(session, "Anna", OPENING)
    watch(session, still(f"{OPENING} bo@1,1", 20.0), quiet(26.0, 6.0))
    assert session.now.asking
    assert not session.now.proposal.is_legal
    answer = session.do(Accept(session.now.proposal.placement), session.now.revision)
    assert isinstance(answer, Illegal)
    assert len(session.now.game.turns) == 1
    # The player takes it back and lays another one.
    watch(session, hand(27.0), still(f"{OPENING} {SECOND}", 30.0), quiet(36.0, 6.0))
    assert session.now.game.totals == {"Anna": 3, "Chris": 2}


def test_a_doubt_is_answered_by_a_word(session):
    doubtful = {Cell(2, 0): (parse_tile("rx"), 0.6)}
    watch(session, still(OPENING, 10.0, doubtful=doubtful), quiet(16.0, 6.0))
    assert session.now.asking
    (doubt,) = session.now.proposal.doubts
    assert [str(tile) for tile, _ in doubt.answers[:2]] == ["rd", "rx"]
    session.do(Say(Cell(2, 0), parse_tile("rd")), session.now.revision)
    assert not session.now.proposal.asked
    watch(session, quiet(20.0, 10.0))
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}


def test_a_persons_word_outranks_every_later_picture(session):
    watch(session, still(OPENING, 10.0))
    session.do(Say(Cell(2, 0), parse_tile("rx")), session.now.revision)
    watch(session, *(still(OPENING, 12.0 + i, 2.0 + i) for i in range(8)))
    assert session.now.game.board.tile_at(Cell(2, 0)) == parse_tile("rx")
    assert session.now.proposal is None


def test_a_rejected_reading_is_not_offered_again(session):
    watch(session, still(OPENING, 10.0))
    session.do(Reject(session.now.proposal.placement), session.now.revision)
    watch(session, still(OPENING, 14.0, 4.0), quiet(20.0, 10.0))
    assert session.now.game.turns == ()
    refused = frozenset(parse_placement(OPENING))
    assert session.now.proposal is None or frozenset(session.now.proposal.placement) != refused


def test_an_undone_move_that_still_lies_there_waits_for_a_tap(session):
    watch(session, still(OPENING, 10.0), quiet(15.0, 5.0))
    tell(session, Undone())
    watch(session, still(OPENING, 16.0, 6.0), quiet(30.0, 20.0))
    assert session.now.game.turns == ()
    assert session.now.asking
    session.do(Accept(session.now.proposal.placement), session.now.revision)
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}


def test_a_move_typed_by_hand_is_not_proposed_again(session):
    lay(session, "Anna", OPENING)
    watch(session, still(OPENING, 10.0), quiet(16.0, 6.0))
    assert session.now.proposal is None
    assert len(session.now.game.turns) == 1


def test_a_typed_move_that_was_undone_leaves_nothing_behind(session):
    watch(session, still("", 5.0))
    lay(session, "Anna", OPENING)
    tell(session, Undone())
    watch(session, hand(8.0), still("bo@0,0 bs@1,0", 10.0), quiet(16.0, 6.0))
    assert session.now.game.totals == {"Anna": 2, "Chris": 0}


def test_tiles_that_were_taken_away_are_asked_about(session):
    watch(session, still(OPENING, 10.0), quiet(15.0, 5.0), hand(16.0))
    watch(session, still(f"{OPENING} {SECOND}", 18.0), quiet(24.0, 6.0), hand(25.0))
    assert session.now.game.totals == {"Anna": 3, "Chris": 2}
    watch(session, *(still(OPENING, 30.0 + i, float(i)) for i in range(6)))
    assert session.now.proposal.missing == (Cell(1, 1),)
    answer = session.do(Gone((Cell(1, 1),), really=True), session.now.revision)
    assert isinstance(answer, Done)
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}
    assert session.now.proposal is None


def ghost_let_stand(session):
    """A tile that pictures imagined is counted; people say that it still lies there."""
    watch(session, still(OPENING, 10.0), quiet(15.0, 5.0), hand(16.0))
    watch(session, still(f"{OPENING} {SECOND}", 18.0), quiet(24.0, 6.0), hand(25.0))
    watch(session, *(still(OPENING, 30.0 + i, float(i)) for i in range(6)))
    session.do(Gone((Cell(1, 1),), really=False), session.now.revision)
    assert session.now.proposal is None
    return f"{OPENING} gs@1,1 gd@2,1"


def illegal_let_stand(session):
    """A tile that fits nowhere is read, and people let it stand."""
    watch(session, still(OPENING, 10.0), quiet(15.0, 5.0), hand(16.0))
    watch(session, still(f"{OPENING} bc@1,1", 18.0), quiet(24.0, 6.0))
    tell(session, LetStand(placed("Chris", "bc@1,1"), 0))
    return f"{OPENING} gs@1,1 gd@2,1"


@pytest.mark.parametrize("let_stand", [ghost_let_stand, illegal_let_stand])
def test_a_tile_that_people_let_stand_yields_to_another_that_is_surely_read_there(
    session, let_stand
):
    lying = let_stand(session)
    watch(session, hand(39.0), *(still(lying, 40.0 + i, float(i)) for i in range(3)))
    watch(session, quiet(60.0, 20.0))
    assert len(session.now.game.turns) == 2
    assert session.now.asking
    (revised,) = session.now.proposal.revised
    assert (revised.cell, revised.now) == (Cell(1, 1), parse_tile("gs"))
    session.do(Accept(session.now.proposal.placement), session.now.revision)
    assert str(session.now.game.board) == str(Board(dict(parse_placement(lying))))
    assert session.now.balance.is_even


def test_a_tile_that_people_named_stays_named_when_they_say_that_it_lies_there(session):
    watch(session, still(OPENING, 10.0), quiet(15.0, 5.0), hand(16.0))
    lay(session, "Chris", SECOND)
    shown = f"{OPENING} {SECOND}"
    watch(session, hand(17.0), *(still(shown, 18.0 + 10 * i) for i in range(4)))
    watch(session, hand(59.0), *(still(OPENING, 60.0 + i, float(i)) for i in range(6)))
    session.do(Gone((Cell(1, 1),), really=False), session.now.revision)
    lying = f"{OPENING} gs@1,1"
    watch(session, hand(69.0), *(still(lying, 70.0 + 10 * i, float(i)) for i in range(6)))
    assert session.now.proposal is None


def test_a_move_that_only_a_tile_forbids_which_no_picture_shows_is_asked_about(session):
    ghost_let_stand(session)
    watch(session, hand(39.0), *(still(f"{OPENING} rc@0,1", 40.0 + i, float(i)) for i in range(3)))
    assert not session.now.proposal.is_legal
    assert Question.READING in session.now.proposal.questions


def test_a_picture_sent_anew_does_not_make_players_wait(session):
    watch(session, hand(9.0), still(OPENING, 10.0, 0.6), quiet(12.4, 3.0))
    watch(session, moving(12.6), still(OPENING, 13.2, 0.6))
    assert session.now.game.turns == ()
    watch(session, quiet(13.8, 1.2))
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}


@pytest.mark.parametrize(
    "meanwhile",
    [
        pytest.param((hand(12.6, ArmInView(0.1, (0.5, 1.0), (0.4, 0.3, 0.2))),), id="an arm"),
        pytest.param((moving(12.2),), id="motion that lasts"),
    ],
)
def test_whoever_is_at_the_table_makes_players_wait(session, meanwhile):
    watch(session, hand(9.0), still(OPENING, 10.0, 0.6), quiet(12.0, 2.6))
    watch(session, *meanwhile, moving(12.6), still(OPENING, 13.2, 0.6), quiet(16.6, 4.0))
    assert session.now.game.turns == ()
    watch(session, quiet(16.9, 4.3))
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}


def test_a_tile_that_came_between_two_pictures_makes_players_wait(session):
    watch(session, hand(9.0), still("ro@0,0 rs@1,0", 10.0, 0.6), quiet(12.4, 3.0))
    watch(session, moving(12.6), still(OPENING, 13.2, 0.6), quiet(16.6, 4.0))
    assert session.now.game.turns == ()


def test_tiles_found_lying_there_can_be_the_start(session):
    lying = "ro@0,0 rs@1,0 rd@2,0 bs@1,1 bd@2,1"
    watch(session, still(lying, 10.0), quiet(16.0, 6.0))
    assert session.now.asking
    accept = Accept(session.now.proposal.placement, Meant.START)
    assert isinstance(session.do(accept, session.now.revision), Done)
    assert len(session.now.game.board) == 5
    assert session.now.game.totals == {"Anna": 0, "Chris": 0}


def test_forgotten_tiles_can_join_the_turn_before(session):
    watch(session, still("ro@0,0 rs@1,0", 10.0), quiet(15.0, 5.0), hand(16.0))
    watch(session, still(OPENING, 18.0))
    accept = Accept(session.now.proposal.placement, Meant.JOINED)
    assert isinstance(session.do(accept, session.now.revision), Done)
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}
    assert session.now.game.next_player == "Chris"


def two_in_one_line(session, quiet_s):
    """Anna lays, the table is quiet for so long, and more is laid in the same line."""
    lay(session, "Anna", OPENING)
    watch(session, still(OPENING, 5.0))
    watch(session, hand(6.0), still(f"{OPENING} rc@3,0", 10.0))
    watch(session, quiet(10.0 + quiet_s, quiet_s), hand(10.0 + quiet_s))
    watch(session, still(f"{OPENING} rc@3,0 rx@4,0", 13.0 + quiet_s))


def test_the_next_players_tile_in_the_same_line_is_a_turn_of_its_own(session):
    two_in_one_line(session, quiet_s=5.0)
    watch(session, quiet(30.0, 10.0))
    assert session.now.game.totals == {"Anna": 3 + 5, "Chris": 4}
    assert len(session.now.game.turns) == 3


def test_a_pause_that_may_be_either_is_asked_about_with_the_points_of_each(session):
    two_in_one_line(session, quiet_s=3.5)
    watch(session, quiet(30.0, 10.0))
    assert session.now.asking
    assert {one.points for one in session.now.choices} == {(5,), (4, 5)}
    several = next(one.turns for one in session.now.choices if len(one.turns) == 2)
    accept = Accept(session.now.proposal.placement, Meant.TWO_TURNS, turns=several)
    assert isinstance(session.do(accept, session.now.revision), Done)
    assert session.now.game.totals == {"Anna": 8, "Chris": 4}


def test_a_short_pause_is_inside_a_move(session):
    two_in_one_line(session, quiet_s=1.0)
    watch(session, quiet(30.0, 10.0))
    assert session.now.game.totals == {"Anna": 3, "Chris": 5}


def arm_of(player):
    """Anna reaches in from below, Chris from above."""
    return ArmInView(0.1, (0.5, float(player == "Anna")), (0.4, 0.3, 0.2))


def two_visits(session, *arms):
    """Six turns, then tiles in one line in two visits with three seconds between."""
    tiles, at_s = "", 0.0
    laid = (OPENING, "bs@1,1 gs@1,2", "gc@2,2", "bo@0,1", "yc@2,3", "yd@3,3")
    for player, more in zip(("Anna", "Chris") * 3, laid, strict=True):
        tiles = f"{tiles} {more}".strip()
        watch(session, hand(at_s, arm_of(player)), still(tiles, at_s + 3))
        watch(session, quiet(at_s + 13, 10.0))
        at_s += 20
    for arm, more in zip(arms, ("rc@3,0", "rx@4,0"), strict=False):
        tiles = f"{tiles} {more}"
        watch(session, hand(at_s, arm_of(arm)), still(tiles, at_s + 3), quiet(at_s + 6, 3.0))
        at_s += 6
    watch(session, quiet(at_s + 10, 10.0))
    return [(turn.event.player, len(turn.event.placement)) for turn in session.now.game.turns[6:]]


def test_the_same_arm_again_goes_on_with_its_move(session):
    assert two_visits(session, "Anna", "Anna") == [("Anna", 2)]


def test_another_arm_is_the_next_players(session):
    assert two_visits(session, "Anna", "Chris") == [("Anna", 1), ("Chris", 1)]


def test_an_arm_that_was_nowhere_near_the_new_tiles_laid_none(session):
    two_visits(session, "Anna")
    tiles = f"{OPENING} bs@1,1 gs@1,2 gc@2,2 bo@0,1 yc@2,3 yd@3,3 rc@3,0"
    watch(session, hand(200.0, arm_of("Anna")), hand(201.0, arm_of("Chris")))
    laid = still(f"{tiles} bd@-1,1 gd@-1,2", 203.0)
    watch(session, replace(laid, report=replace(laid.report, reached=(arm_of("Anna"),))))
    watch(session, quiet(213.0, 10.0))
    assert not session.now.asking


def test_two_arms_without_a_rest_between_them_are_asked_about(session):
    two_visits(session, "Anna")
    tiles = f"{OPENING} bs@1,1 gs@1,2 gc@2,2 bo@0,1 yc@2,3 yd@3,3 rc@3,0"
    watch(session, hand(200.0, arm_of("Anna")), hand(201.0, arm_of("Chris")))
    watch(session, still(f"{tiles} bd@-1,1 gd@-1,2", 203.0), quiet(213.0, 10.0))
    assert session.now.asking
    assert {len(one.turns) for one in session.now.choices} == {1, 2}


def test_a_photo_of_turns_that_can_only_be_told_apart_in_one_way_asks_nothing(session):
    lay(session, "Anna", OPENING)
    photo = photographed(observed(f"{OPENING} gd@2,1 g*@3,1 gs@4,1 b*@3,2"), 120.0)
    watch(session, replace(photo, skipped=1))
    assert [turn.points for turn in session.now.game.turns] == [3, 5, 2]
    assert not session.now.asking


def test_turns_that_were_not_offered_are_not_told(session):
    two_in_one_line(session, quiet_s=3.5)
    other = (parse_placement("rx@4,0"), parse_placement("rc@3,0"))
    accept = Accept(session.now.proposal.placement, Meant.TWO_TURNS, turns=other)
    assert isinstance(session.do(accept, session.now.revision), Stale)


def test_more_tiles_right_after_a_turn_was_accepted_by_itself_are_asked_about(session):
    lay(session, "Anna", OPENING)
    watch(session, still(f"{OPENING} rc@3,0", 10.0), quiet(14.3, 4.3), hand(14.4))
    assert session.now.game.totals == {"Anna": 3, "Chris": 4}
    watch(session, still(f"{OPENING} rc@3,0 rx@4,0", 16.0), quiet(30.0, 10.0))
    assert Question.GOES_ON in session.now.proposal.questions
    assert len(session.now.game.turns) == 2


def photo(text):
    from vision.sources.source import Picture

    return replace(still(text, 0.0), picture=Picture(None, 0.0, 1, is_photo=True))


def test_a_photo_of_a_sure_and_legal_move_needs_no_quiet(session):
    session.saw(photo(OPENING))
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}


def test_a_tile_that_the_next_photo_does_not_show_is_not_proposed_again(session):
    session.do(Trust(False), session.now.revision)
    session.saw(photo(f"{OPENING} rc@3,0"))
    session.do(Reject(session.now.proposal.placement), session.now.revision)
    session.saw(photo(OPENING))
    session.do(Accept(session.now.proposal.placement), session.now.revision)
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}
    assert session.now.proposal is None


def test_a_store_that_fails_does_not_stop_the_watching(session, store):
    watch(session, still(OPENING, 10.0))
    store.close()
    watch(session, quiet(16.0, 6.0), quiet(17.0, 7.0))
    (trouble,) = session.now.troubles
    assert "cannot be used" in trouble.translate(Language.ENGLISH)
    assert "onbruikbaar" in trouble.translate(Language.DUTCH)
    assert session.now.game.turns == ()
    assert session.now.proposal is not None


def test_the_camera_is_told_in_one_word(session):
    assert session.now.word is None
    session.saw(hand(1.0))
    assert session.now.word is TableWord.WAIT
    revision = session.now.revision
    session.saw(hand(1.5))
    assert session.now.revision == revision
    session.saw(quiet(2.0, 0.1))
    assert session.now.word is TableWord.WATCHING


def test_the_cameras_news_do_not_make_a_phones_move_stale(session):
    seen = session.now.revision
    session.saw(hand(1.0))
    session.saw(quiet(2.0, 0.1))
    assert session.now.revision > seen
    assert isinstance(session.do(Append(placed("Anna", OPENING)), seen), Done)


def test_another_camera_knows_nothing_yet(session):
    watch(session, still(OPENING, 10.0))
    session.look_with("camera 1")
    assert session.now.proposal is None
    assert session.now.camera == "camera 1"


def test_cards_are_told_by_hand_and_never_proposed(store):
    session = Session(store)
    begin(session, Rulebook.CARDS)
    watch(session, still(OPENING, 10.0), quiet(20.0, 10.0))
    assert session.now.proposal is None


def test_a_finished_game_is_no_longer_watched(session):
    lay(session, "Anna", OPENING)
    tell(session, Finished(End.AGREED))
    watch(session, still(f"{OPENING} {SECOND}", 10.0), quiet(20.0, 10.0))
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}


def test_renaming_a_player_keeps_the_watch_going(session):
    watch(session, still(OPENING, 10.0))
    tell(session, PlayerRenamed("Anna", "Hanna"))
    watch(session, quiet(20.0, 10.0))
    assert session.now.game.totals == {"Hanna": 3, "Chris": 0}


def test_who_follows_the_game_does_not_wait_for_the_disk(session, store, monkeypatch):
    writing, written = threading.Event(), threading.Event()

    def slow(number, *events, **more):
        writing.set()
        assert written.wait(30)

    monkeypatch.setattr(store, "append", slow)
    revision = session.now.revision
    phone = threading.Thread(
        target=session.do, args=(Append(placed("Anna", OPENING)), revision), daemon=True
    )
    phone.start()
    assert writing.wait(30)
    told = []
    watcher = threading.Thread(target=lambda: told.append(session.wait(revision, 0)), daemon=True)
    watcher.start()
    watcher.join(10)
    assert [moment.revision for moment in told] == [revision]
    written.set()
    phone.join(30)
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}


def test_what_the_camera_saw_is_worked_out_again_where_a_phone_was_quicker(session, monkeypatch):
    looks, saw = [], LiveWatch.saw

    def interrupted(self, *how):
        looks.append(how)
        if len(looks) == 1:
            session.do(Append(placed("Anna", OPENING)), session.now.revision)
        return saw(self, *how)

    monkeypatch.setattr(LiveWatch, "saw", interrupted)
    session.saw(still(OPENING, 10.0))
    assert len(looks) == 2
    assert session.now.game.totals == {"Anna": 3, "Chris": 0}
    assert session.now.proposal is None


def test_who_is_far_behind_is_shown_the_present_at_once(session):
    begin(session)
    first = session.now.revision
    for _ in range(KEPT_MOMENTS + 5):
        session.do(Trust(not session.now.by_itself), session.now.revision)
    assert session.wait(first, 0.0).revision == session.now.revision
    near = session.now.revision - 3
    assert session.wait(near, 0.0).revision == near + 1
