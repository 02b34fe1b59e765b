"""Whole games through a reader that errs and says how often: no jam, no silent surprise."""

import math
import random
from dataclasses import dataclass, field

import pytest

from assistant.board import Cell
from assistant.game.events import LetStand, TilesPlaced
from assistant.session.actions import Append, Done, Say, Trust
from assistant.session.replay import Replay
from tests.support.breadth import in_every_run
from tests.support.pictured import Camera, NoisyReader
from tests.support.seen_tables import looked_at
from tests.support.whole_games import classic_game

TURN_S = 12.0


@dataclass
class Tally:
    turns: int = 0
    right: int = 0
    asked: int = 0
    asked_and_right: int = 0
    silent: list = field(default_factory=list)
    predicted: float = 0.0
    """Silent errors to expect by the watcher's own sureness."""
    left_wrong: int = 0
    """Tiles that are wrong on the board when the game is over."""
    tiles: int = 0


def shift_between(seen, true):
    first = min(placed.cell for placed in seen)
    other = min(placed.cell for placed in true)
    return other.x - first.x, other.y - first.y


def moved(placement, shift):
    return {(cell.x + shift[0], cell.y + shift[1], tile) for cell, tile in placement}


def watch_game(seed, tally, looks, wrong=0.1, turning=False, answered=False):
    """Play one game before the noisy reader; nobody answers, or somebody answers every question."""
    game, dice = classic_game(seed), random.Random(1000 + seed)
    reader = NoisyReader(wrong, seed)
    replay = Replay(game.started)
    do(replay, Trust(False))
    at_s, shift = 0.0, None
    for moment in game.moments:
        at_s += TURN_S
        if not isinstance(moment.entry, TilesPlaced):
            do(replay, Append(moment.entry))
            continue
        turns = dice.randrange(4) if turning and len(moment.board) > 12 else 0
        camera = Camera(turns, Cell(dice.randint(-5, 5), dice.randint(-5, 5)))
        for _ in range(looks):
            seen = looked_at(reader.read(moment.board, camera), at_s)
            assert replay.saw(seen) == ()
            at_s += 1.0
        proposal = replay.session.now.proposal
        if answered and proposal is not None and proposal.asked and shift is not None:
            correct(replay, moment.entry.placement, shift)
        (told,) = (heard.played for heard in replay.answered(seen))
        if shift is None and told.placement:
            shift = shift_between(told.placement, moment.entry.placement)
        where = shift or (0, 0)
        is_right = moved(told.placement, where) == moved(moment.entry.placement, (0, 0))
        is_right = is_right and told.turn is not None and told.turn.is_legal
        count(tally, told, proposal, is_right, (seed, str(moment.entry)))
    lying = {(c.x + shift[0], c.y + shift[1]): t for c, t in replay.game.board.tiles.items()}
    tally.left_wrong += sum(lying.get((c.x, c.y)) != t for c, t in moment.board)
    tally.tiles += len(moment.board)
    return replay.game


def do(replay, action):
    assert isinstance(replay.session.do(action, replay.session.now.revision), Done)


def correct(replay, placement, shift):
    for cell, tile in placement:
        do(replay, Say(Cell(cell.x - shift[0], cell.y - shift[1]), tile))


def count(tally, told, proposal, is_right, where):
    tally.turns += 1
    if told.asked:
        tally.asked += 1
        tally.asked_and_right += is_right
        return
    tally.predicted += 1 - proposal.sureness
    if is_right:
        tally.right += 1
    else:
        tally.silent.append(where)


def as_predicted(tally):
    """No more silent errors than the sureness announced, three standard deviations allowed."""
    return len(tally.silent) <= tally.predicted + 3 * math.sqrt(tally.predicted) + 1


def test_with_a_perfect_reader_every_turn_is_right_and_nothing_is_asked():
    tally = Tally()
    for seed in range(3):
        game = watch_game(seed, tally, looks=1, wrong=0.0)
        assert game.totals == classic_game(seed).totals
    assert (tally.right, tally.asked, tally.silent) == (tally.turns, 0, [])


@pytest.mark.parametrize("games", in_every_run((2,), (2, 4)))
@pytest.mark.parametrize("turning", [False, True], ids=["steady", "from all sides"])
def test_one_look_at_a_tenth_misread_jams_nothing_and_hides_no_more_than_announced(turning, games):
    tally = Tally()
    for seed in range(games):
        watch_game(seed, tally, looks=1, turning=turning)
    assert as_predicted(tally), tally
    assert tally.right > 0.5 * tally.turns
    assert tally.asked_and_right > 0.7 * tally.asked
    # Later pictures mend what the first ones got wrong.
    assert tally.left_wrong <= 0.02 * tally.tiles


@pytest.mark.parametrize("games", in_every_run((2,), (2, 3)))
def test_three_looks_settle_almost_everything(games):
    tally = Tally()
    for seed in range(games):
        watch_game(seed, tally, looks=3)
    assert as_predicted(tally), tally
    assert tally.right > 0.93 * tally.turns


def test_with_every_question_answered_the_score_is_that_of_the_game():
    tally = Tally()
    for seed in (5, 6):
        game = watch_game(seed, tally, looks=2, answered=True)
        assert not tally.silent
        assert game.totals == classic_game(seed).totals


def test_hardly_legible_tiles_jam_nothing():
    tally = Tally()
    game = watch_game(7, tally, looks=1, wrong=0.35)
    assert as_predicted(tally), tally
    assert tally.turns > 40
    counted = [t for t in game.turns if isinstance(t.event, TilesPlaced | LetStand)]
    assert len(counted) >= 0.9 * tally.turns
