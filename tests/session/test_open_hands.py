"""Open hands of Cubes: found, given to players, rolled, drawn, and what is said about that."""

from dataclasses import replace

import pytest

from assistant.board import parse_placement
from assistant.game.events import (
    Corrected,
    Rerolled,
    Rulebook,
    Settings,
    StartCorrected,
    Started,
    Undone,
)
from assistant.game.refusals import Refusal
from assistant.session.actions import Append, Begin, Done, Opens, OwnHand
from assistant.session.replay import Replay
from assistant.session.robot import Robot
from assistant.session.session import Session
from assistant.storage.store import Store
from assistant.tiles import PURPLE_SET, Colour
from assistant.watch import Question
from tests.support.faces import face_at
from tests.support.open_hands import cubes_seen, hand_at
from tests.support.seen_tables import hand, looked_at, photographed
from vision.observation import Group, GroupKind

ANNA, CHRIS = "ro rs bx gc y* pd", "bs gs yc rx o* pd"
OPENING = "ro@0,0 rs@1,0"


class Table:
    """A game of Cubes that a camera watches."""

    def __init__(self, players=("Anna", "Chris"), **start):
        self.session = Session(Store(None))
        started = Started(Settings(Rulebook.CUBES), players, **start)
        self.do(Begin(started))
        self.at_s = 0.0

    def do(self, action):
        return self.session.do(action, self.session.now.revision)

    def sees(self, grid="", **hands):
        """Something moved, and then the table lies still like this, for long enough."""
        self.lies(cubes_seen(grid, **hands))

    def lies(self, seen):
        """The same with what is read from its pictures."""
        self.session.saw(hand(self.at_s + 0.5))
        for wait_s in (1.0, 2.0, 9.0):
            self.at_s += wait_s
            self.session.saw(looked_at(seen, self.at_s, wait_s))
        self.at_s += 10.0

    @property
    def game(self):
        return self.session.now.game

    @property
    def hands(self):
        return self.session.now.hands

    def lies_before(self, player):
        found = self.hands.of(player)
        return None if found is None else " ".join(map(str, found.tiles))

    def rolls(self):
        return [(t.event.player, t.event.count) for t in self.game.turns if is_roll(t)]


def is_roll(turn):
    return isinstance(turn.event, Rerolled)


@pytest.fixture
def table():
    """Anna has opened from below, Chris sits above; both were told apart by that."""
    table = Table()
    table.sees(below=ANNA, above=CHRIS)
    table.sees(OPENING, below="go gx bx gc y* pd", above=CHRIS)
    assert [turn.points for turn in table.game.turns] == [2]
    return table


def test_without_a_picture_there_is_no_hand():
    assert Table().hands.hands == ()


def test_whose_cubes_these_are_is_asked_once_and_the_seats_tell_the_rest():
    table = Table(("Anna", "Chris"))
    table.sees(below=ANNA, above=CHRIS)
    asked = table.hands.asked
    assert asked is not None
    below = next(h for h in table.hands.hands if h.middle_px[1] > 300)
    assert isinstance(table.do(OwnHand(below.number, "Anna")), Done)
    assert (table.lies_before("Anna"), table.lies_before("Chris")) == (ANNA, CHRIS)
    assert table.hands.asked is None


def test_whose_cubes_these_are_is_told_by_a_move_though_an_ink_is_in_doubt():
    table, red, orange = Table(), Colour.RED, Colour.ORANGE
    table.lies(vaguely(cubes_seen(above=CHRIS, below=ANNA), orange, red))
    table.sees(OPENING, below="go gx bx gc y* pd", above=CHRIS)
    assert table.lies_before("Anna") == "go gx bx gc y* pd"
    assert table.lies_before("Chris") == CHRIS


def test_a_purple_cube_tells_of_the_set():
    table = Table()
    assert table.session.palette is None
    table.sees("po@0,0 ps@1,0")
    assert table.session.palette == PURPLE_SET


def test_three_players_sit_clockwise():
    table = Table(("Anna", "Bob", "Chris"))
    right = (1100.0, 300.0)
    seen = cubes_seen("", below=ANNA, above=CHRIS)
    seen = replace(seen, groups=(*seen.groups, hand_at("bo bs bd bc bx b*", right)))
    table.session.saw(looked_at(seen, 1.0))
    below = next(h for h in table.hands.hands if h.middle_px[1] > 500)
    table.do(OwnHand(below.number, "Anna"))
    # Below, then to the left or on to above, then the right: clockwise as seen from over the table.
    assert table.lies_before("Bob") == CHRIS
    assert table.lies_before("Chris") == "bo bs bd bc bx b*"


def test_whose_cubes_these_are_is_told_by_the_first_move(table):
    assert table.lies_before("Anna") == "go gx bx gc y* pd"
    assert table.lies_before("Chris") == CHRIS


FOUR = {
    "below": "ro rs bx gc y* pd",
    "above": "bs gs yc rx o* pd",
    "left": "go gd ys yx os px",
    "right": "bd b* rd rc oc po",
}
SIDES = {"left": (-500.0, 340.0), "right": (1300.0, 340.0)}


def four_seen(grid="", **changed):
    """A table of four: below, left, above and right of the grid, which is clockwise."""
    groups = tuple(
        hand_at(tiles, SIDES.get(side, side)) for side, tiles in (FOUR | changed).items()
    )
    return replace(cubes_seen(grid), groups=groups)


def number_of(table, tiles):
    return next(h.number for h in table.hands.hands if " ".join(map(str, h.tiles)) == tiles)


def owners(table):
    return {" ".join(map(str, hand.tiles)): hand.player for hand in table.hands.hands}


def test_who_corrects_a_seat_keeps_the_others_from_being_guessed_wrongly():
    table = Table(("Anna", "Bob", "Chris", "Dora"))
    table.lies(four_seen())
    table.do(OwnHand(number_of(table, FOUR["below"]), "Anna"))
    assert owners(table)[FOUR["left"]] == "Bob"
    # They do not sit in the order in which they were entered: nobody knows the others then.
    table.do(OwnHand(number_of(table, FOUR["left"]), "Chris"))
    assert sorted(owners(table).values()) == ["", "", "Anna", "Chris"]
    table.do(OwnHand(number_of(table, FOUR["above"]), "Bob"))
    assert owners(table)[FOUR["right"]] == "Dora"


def test_a_move_from_another_seat_leaves_those_who_moved_before_where_they_sit():
    table = Table(("Anna", "Bob", "Chris", "Dora"))
    table.lies(four_seen())
    anna, bob = "go gx bx gc y* pd", "os gs yc rx o* pd"
    table.lies(four_seen(OPENING, below=anna))
    assert owners(table)[anna] == "Anna"
    assert owners(table)[FOUR["left"]] == "Bob"
    table.lies(four_seen(OPENING + " bs@1,1", below=anna, above=bob))
    assert [turn.event.player for turn in table.game.turns] == ["Anna", "Bob"]
    assert (owners(table)[anna], owners(table)[bob]) == ("Anna", "Bob")
    assert (owners(table)[FOUR["left"]], owners(table)[FOUR["right"]]) == ("", "")


def test_a_turn_that_was_another_players_gives_its_hand_to_that_one():
    table = Table(("Anna", "Bob", "Chris", "Dora"))
    table.lies(four_seen())
    anna = "go gx bx gc y* pd"
    table.lies(four_seen(OPENING, below=anna))
    really = replace(table.game.turns[0].event, player="Chris")
    assert isinstance(table.do(Append(Corrected(1, (really,)))), Done)
    assert owners(table)[anna] == "Chris"
    assert owners(table)[FOUR["left"]] == "Dora"


def test_a_move_remembers_the_hand_it_was_laid_from(table):
    assert " ".join(map(str, table.game.turns[0].event.hand)) == ANNA


def test_new_cubes_from_the_bag_are_no_roll(table):
    assert table.rolls() == []


def test_a_hand_whose_tops_changed_was_rolled(table):
    table.sees(OPENING, below="go gx bx gc y* pd", above="bs:1 gd:1 yc rx o* pd")
    assert table.rolls() == [("Chris", 2)]
    assert " ".join(map(str, table.game.turns[-1].event.hand)) == CHRIS
    assert table.game.next_player == "Chris"


def vaguely(seen, best, other):
    """The same picture, but in its last hand red and orange are hardly told apart."""
    shares = {best: 0.52, other: 0.48}
    (*hands, last) = seen.groups
    faces = tuple(
        replace(face, colours=shares) if face.tile.colour in shares else face for face in last.faces
    )
    return replace(seen, groups=(*hands, replace(last, faces=faces)))


def test_a_roll_is_seen_though_red_and_orange_are_not_told_apart():
    table, red, orange = Table(), Colour.RED, Colour.ORANGE
    table.lies(vaguely(cubes_seen(below=ANNA, above=CHRIS), red, orange))
    own = {"grid": OPENING, "below": "go gx bx gc y* pd"}
    table.lies(vaguely(cubes_seen(**own, above=CHRIS), red, orange))
    table.lies(vaguely(cubes_seen(**own, above=CHRIS), orange, red))
    assert table.rolls() == []
    table.lies(vaguely(cubes_seen(**own, above="bs:1 gd:1 yc rx o* pd"), red, orange))
    assert table.rolls() == [("Chris", 2)]
    assert table.game.turns[-1].event.hand == ()


def test_a_roll_is_booked_though_one_cube_is_overlooked_after_it(table):
    table.sees(OPENING, below="go gx bx gc y* pd", above="bs:1 gd:1 yc rx o*")
    assert table.rolls() == [("Chris", 2)]


def test_cubes_that_are_overlooked_are_no_roll_and_are_known_when_they_are_seen_again(table):
    own = {"grid": OPENING, "below": "go gx bx gc y* pd"}
    table.sees(**own, above="bs gs yc rx o*")
    table.sees(**own, above="bs gs yc rx o* pd")
    assert table.rolls() == []
    table.sees(**own, above="bs gs yc rx o* px:1")
    assert table.rolls() == [("Chris", 1)]


@pytest.mark.parametrize(("moved", "booked"), [("0.03", []), ("0.1", [("Chris", 1)])])
def test_a_diamond_where_a_square_lay_was_rolled_if_it_moved(table, moved, booked):
    above = f"bs gd:{moved} yc rx o* pd"
    table.sees(OPENING, below="go gx bx gc y* pd", above=above)
    assert table.rolls() == booked


def test_a_cube_of_a_hand_in_line_with_the_grid_is_no_part_of_it(table):
    rest = "bs gs yc rx pd"
    lying = face_at("o*", (500.0, 200.0))
    seen = cubes_seen(OPENING, below="go gx bx gc y* pd", above=rest)
    table.lies(replace(seen, groups=(*seen.groups, Group(GroupKind.HEAP, (lying,)))))
    taken_for_grid = cubes_seen(OPENING + " o*@2,-2", below="go gx bx gc y* pd", above=rest)
    table.lies(taken_for_grid)
    assert table.session.now.proposal is None
    assert len(table.hands.of("Chris").cubes) == 6


def test_a_roll_that_is_undone_stays_undone(table):
    rolled = "bs:1 gd:1 yc rx o* pd"
    table.sees(OPENING, below="go gx bx gc y* pd", above=rolled)
    table.do(Append(Undone()))
    table.sees(OPENING, below="go gx bx gc y* pd", above=rolled)
    assert table.rolls() == []


def test_cubes_that_were_only_pushed_are_no_roll(table):
    table.sees(OPENING, below="go gx bx gc y* pd", above="bs:1 gs:1 yc:1 rx o* pd")
    assert table.rolls() == []


def test_somebody_else_who_touches_the_own_cubes_rolls_nothing(table):
    table.sees(OPENING, below="go:1 gs:1 bx gc y* pd", above=CHRIS)
    assert table.rolls() == []


def test_a_hand_that_somebody_leans_over_stays_as_it_was(table):
    table.sees(OPENING, below="go gx bx gc y* pd")
    assert table.lies_before("Chris") == CHRIS
    assert table.hands.whole(table.game, "Chris") == ()
    assert table.rolls() == []


def test_rolling_twice_is_said_and_not_counted(table):
    table.sees(OPENING, below="go gx bx gc y* pd", above="bs:1 gd:1 yc rx o* pd")
    table.sees(OPENING, below="go gx bx gc y* pd", above="bx:2 gd:1 yc rx o* pd")
    assert table.rolls() == [("Chris", 2)]
    assert table.hands.fault.reason is Refusal.ROLL_ONCE


def test_a_cube_that_shows_the_same_where_it_lay_was_rolled_with_all_others():
    table, own, chris = Table(), "go gx bx gc y* pd", "bs gs yc ox o* pd"
    table.sees(below=ANNA, above=chris)
    table.sees(OPENING, below=own, above=chris)
    table.sees(OPENING, below=own, above="bd:1 gx:1 y*:1 oc:1 od:1 px:1")
    table.sees(OPENING, below=own, above="bx:2 gx:1 yd:2 o*:2 ox:2 pd:2")
    assert table.rolls() == [("Chris", 6), ("Chris", 6)]
    assert table.hands.fault is None


def test_where_nothing_fits_all_were_rolled_though_some_lie_as_before():
    table, own, chris = Table(), "go gx bx gc y* pd", "bd gx yc ox o* pd"
    table.sees(below=ANNA, above=chris)
    table.sees(OPENING, below=own, above=chris)
    table.sees(OPENING, below=own, above="bs:1 gd:1 y*:1 ox o* pd")
    assert table.rolls() == [("Chris", 6)]


def test_rolling_all_though_something_fits_is_said(table):
    table.sees(OPENING, below="go gx bx gc y* pd", above="bs:1 gd:1 yc rx o* pd")
    table.sees(OPENING, below="go gx bx gc y* pd", above="bo:3 gx:3 yx:2 rd:2 oo:2 px:2")
    assert table.rolls() == [("Chris", 2)]
    assert table.hands.fault.reason is Refusal.ROLL_STILL_FITS


def test_rolling_before_the_opening_is_said():
    table = Table()
    table.sees(below=ANNA, above=CHRIS)
    below = next(h for h in table.hands.hands if h.middle_px[1] > 300)
    table.do(OwnHand(below.number, "Anna"))
    table.sees(below="ro rx:1 bx gc y* pd", above=CHRIS)
    assert table.rolls() == []
    assert table.hands.fault.reason is Refusal.OPENS_FIRST


def test_a_roll_of_which_only_the_end_was_photographed_is_told_with_the_move(table):
    # Chris had no red circle; one of the cubes came up so, and a new one was drawn.
    after = "bs gs yc go:1 o* pd"
    seen = cubes_seen(OPENING + " rd@2,0", below="go gx bx gc y* pd", above=after)
    table.session.saw(photographed(seen, table.at_s + 5))
    last = table.game.turns[-1]
    assert last.is_legal
    assert (last.event.rolled, last.event.hand) == (1, ())
    assert last.event.placement == parse_placement("rd@2,0")


def test_who_starts_is_counted_from_the_hands():
    table = Table()
    table.sees(below=ANNA, above="bs bo bx rx o* pd")
    below = next(h for h in table.hands.hands if h.middle_px[1] > 300)
    table.do(OwnHand(below.number, "Anna"))
    assert isinstance(table.do(Opens("Chris")), Done)
    assert (table.game.next_player, table.game.declared) == ("Chris", 3)
    assert isinstance(table.game.past[-1], StartCorrected)


def laid_after_a_moment(table, below, above):
    """Chris lays a cube; after a moment another one lies there that could be the same move's."""
    table.session.saw(hand(table.at_s + 0.5))
    one = cubes_seen(OPENING + " bs@1,1", below="go gx bx gc y* pd", above="gs yc rx o* pd")
    table.session.saw(looked_at(one, table.at_s + 1.5))
    table.session.saw(hand(table.at_s + 4.0))
    both = cubes_seen(OPENING + " bs@1,1 gs@1,2", below=below, above=above)
    table.session.saw(looked_at(both, table.at_s + 5.5))
    return table.session.now.proposal.questions


def test_hands_that_lie_as_before_tell_that_one_player_laid_it_all(table):
    asked = laid_after_a_moment(table, below="go gx bx gc y* pd", above="yc rx o* pd")
    assert Question.TWO_TURNS not in asked


def test_a_cube_gone_from_the_next_players_hand_may_be_a_turn_of_its_own(table):
    asked = laid_after_a_moment(table, below="go gx bx gc y*", above="gs yc rx o* pd")
    assert Question.TWO_TURNS in asked


def test_an_illegal_move_that_the_hand_did_not_hold_is_asked_about(table):
    above = "bs gs yc rx o*"
    table.session.saw(hand(table.at_s + 0.5))
    own = cubes_seen(OPENING + " pd@2,0", below="go gx bx gc y* pd", above=above)
    table.session.saw(looked_at(own, table.at_s + 1.5))
    assert Question.READING not in table.session.now.proposal.questions
    table.session.saw(hand(table.at_s + 2.5))
    side = cubes_seen(OPENING + " g*@2,0", below="go gx bx gc y* pd", above=above)
    table.session.saw(looked_at(side, table.at_s + 3.5))
    table.session.saw(looked_at(side, table.at_s + 4.5, 1.0))
    proposal = table.session.now.proposal
    assert not proposal.is_legal
    assert Question.READING in proposal.questions


def test_more_cubes_that_were_drawn_than_are_seen_laid_are_asked_about():
    table = Table()
    table.sees(below="ro rs gc y* pd", above=CHRIS)  # one is not read, here and on the grid
    table.sees(OPENING, below="go bx bs gc y* pd", above=CHRIS)
    assert table.game.turns == ()
    assert Question.UNREAD in table.session.now.proposal.questions


def test_after_cubes_that_may_be_two_turns_the_robot_leaves_open_whose_the_next_ones_are():
    replay, told = Replay(Started(Settings(Rulebook.CUBES), ("Anna", "Chris"))), []
    anna, both = "go gx bx gc y* pd", OPENING + " bs@1,1 gs@1,2"
    for at_s, grid, below, above in (
        (0, "", ANNA, CHRIS),
        (30, OPENING, anna, CHRIS),
        (60, OPENING + " bs@1,1", anna, "gs yc rx o* pd"),
        (64, both, "go gx bx gc y*", "gs yc rx o* pd"),
        (90, both + " bo@0,1", "go gx bx gc y* pd", "gs yc rx o* pd bd"),
    ):
        replay.saw(hand(at_s + 0.5))
        seen = cubes_seen(grid, below=below, above=above)
        for wait_s in (1.5, 2.5, 12.0) if at_s != 60 else (1.5, 2.5):
            told += replay.saw(looked_at(seen, at_s + wait_s, wait_s - 1))
    first, *others = told
    assert not first.played.asked
    assert len(others) >= 2
    assert all(one.played.asked for one in others)


def seen_by(robot, at_s, seen):
    """What a robot tells of a table that comes to rest like this."""
    told = [*robot.saw(hand(at_s + 0.5))]
    for wait_s in (1.5, 2.5, 12.0):
        told += robot.saw(looked_at(seen, at_s + wait_s, wait_s - 1))
    return told


@pytest.mark.parametrize(("laid", "is_asked"), [("rx@2,0", False), ("rd@2,0", True)])
def test_hands_tell_the_robot_whose_turn_it_is_after_a_doubtful_one(laid, is_asked):
    robot, own = Robot(Table().session), "go gx bx gc y* pd"
    seen_by(robot, 0, cubes_seen(below=ANNA, above=CHRIS))
    seen_by(robot, 30, cubes_seen(OPENING, below=own, above=CHRIS))
    seen_by(robot, 60, cubes_seen(OPENING, below=own, above=CHRIS))
    robot.leave_open_whose()
    after = cubes_seen(f"{OPENING} {laid}", below=own, above="bs gs yc o* pd")
    (told,) = seen_by(robot, 90, after)
    assert (told.player, told.asked) == ("Chris", is_asked)
