"""The records of the house, counted by hand here."""

from assistant.game.events import Rulebook
from assistant.game.house import Feat, House, Pair, Streak, house_of
from assistant.game.summary import SeatSummary, Summary


def played(anna, chris, *, turns=20, best=(0, 0), qwirkles=(0, 0), **more):
    most = max(anna, chris)
    seats = (
        SeatSummary("Anna", anna, anna == most, best[0], qwirkles[0]),
        SeatSummary("Chris", chris, chris == most, best[1], qwirkles[1]),
    )
    return Summary(more.pop("rules", Rulebook.CLASSIC), seats, turns, **{"finished": True} | more)


def numbered(*games):
    return list(enumerate(games, start=1))


def test_a_house_without_games_has_no_records():
    assert house_of([]) == House()


def test_the_first_to_reach_the_most_holds_the_record():
    games = numbered(
        played(150, 120, best=(14, 20), qwirkles=(1, 2)),
        played(150, 170, best=(20, 9), qwirkles=(2, 0)),
    )
    records = {one.feat: one for one in house_of(games).records}
    assert (records[Feat.TOTAL].player, records[Feat.TOTAL].value) == ("Chris", 170)
    assert records[Feat.TOTAL].number == 2
    assert (records[Feat.TURN].player, records[Feat.TURN].number) == ("Chris", 1)
    assert (records[Feat.QWIRKLES].player, records[Feat.QWIRKLES].number) == ("Chris", 1)


def test_games_that_are_open_simulated_or_broken_off_hold_no_record():
    games = (played(9, 8, finished=False), played(9, 8, simulated=True), played(9, 8, turns=5))
    assert house_of(numbered(*games)) == House()


def test_cards_have_records_of_qwirkles_only_and_each_rulebook_its_own():
    cards = played(3, 2, rules=Rulebook.CARDS, qwirkles=(3, 2))
    records = house_of(numbered(cards, played(90, 80, best=(9, 8)))).records
    assert {(one.rules, one.feat) for one in records} == {
        (Rulebook.CARDS, Feat.QWIRKLES),
        (Rulebook.CLASSIC, Feat.TOTAL),
        (Rulebook.CLASSIC, Feat.TURN),
    }


def test_head_to_head_counts_who_was_ahead_and_leaves_ties_out():
    games = numbered(played(9, 8), played(7, 8), played(8, 8), played(10, 1))
    assert house_of(games).pairs == (Pair("Anna", "Chris", 4, (2, 1)),)
    assert house_of(games[:1]).pairs == ()


def test_streaks_are_wins_in_a_row_and_say_whether_they_go_on():
    games = numbered(played(1, 9), played(9, 1), played(9, 1), played(9, 1))
    assert house_of(games).streaks == (Streak("Anna", 3, goes_on=True),)
    assert house_of([*games, (5, played(1, 9))]).streaks == (Streak("Anna", 3, goes_on=False),)
