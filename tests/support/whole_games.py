"""Whole games played with a real, shuffled bag, so that the referee's counting can be checked."""

import random
from dataclasses import dataclass, replace
from functools import cache

from assistant.board import EMPTY_BOARD, Board
from assistant.game.events import Entry, Passed, Rulebook, Settings, Started, TilesPlaced, Traded
from assistant.moves.search import legal_moves
from assistant.rules import classic
from assistant.tiles import PURPLE_SET, Tile

PLAYERS = ("Anna", "Chris", "Sally", "Dave")


@dataclass(frozen=True)
class AfterEntry:
    """What really lay in bag and hands after one entry."""

    entry: Entry
    bag: int
    hands: dict[str, int]
    points: int
    board: Board


@dataclass(frozen=True)
class WholeGame:
    started: Started
    moments: tuple[AfterEntry, ...]
    totals: dict[str, int]
    went_out: str | None

    @property
    def events(self):
        return (self.started, *(moment.entry for moment in self.moments))


@cache
def classic_game(seed: int, players: int = 2, timid: float = 0.0) -> WholeGame:
    """A game of classic; timid players take a small move that often, and so play for longer."""
    dice = random.Random(seed)
    names = PLAYERS[:players]
    bag = [kind for kind in PURPLE_SET.kinds for _ in range(classic.BOOK.copies)]
    dice.shuffle(bag)
    hands = {name: [bag.pop() for _ in range(classic.BOOK.hand_size)] for name in names}
    board, totals, moments = EMPTY_BOARD, dict.fromkeys(names, 0), []
    turn = 0
    while bag or any(legal_moves(board, hand, classic.BOOK) for hand in hands.values()):
        name = names[turn % players]
        turn += 1
        hand, points = hands[name], 0
        moves = legal_moves(board, hand, classic.BOOK)
        if moves:
            move = dice.choice(moves[-8:]) if dice.random() < timid else moves[0]
            entry: Entry = TilesPlaced(name, move.placement)
            board, points = board.with_tiles(move.placement), move.points
            for placed in move.placement:
                hand.remove(placed.tile)
            while bag and len(hand) < classic.BOOK.hand_size:
                hand.append(bag.pop())
        elif bag:
            count = min(len(bag), len(hand))
            entry = Traded(name, count)
            hands[name] = _traded(hand, count, bag, dice)
        else:
            entry = Passed(name)
        out = not hands[name] and not bag
        points += 6 if out else 0
        totals[name] += points
        counts = {name: len(hand) for name, hand in hands.items()}
        moments.append(AfterEntry(entry, len(bag), counts, points, board))
        if out:
            return WholeGame(_started(names), tuple(moments), totals, name)
    return WholeGame(_started(names), tuple(moments), totals, None)


def _traded(hand: list[Tile], count: int, bag: list[Tile], dice: random.Random) -> list[Tile]:
    drawn = [bag.pop() for _ in range(count)]
    bag.extend(hand[:count])
    dice.shuffle(bag)
    return hand[count:] + drawn


def _started(names: tuple[str, ...]) -> Started:
    return Started(replace(Settings(), rules=Rulebook.CLASSIC), names)
