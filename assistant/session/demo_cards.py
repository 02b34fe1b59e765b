"""The simulated table of Cards: rows laid, laid anew and taken by hands under a drawn camera."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

from assistant.game.events import CardsLaid, Entry, move_of
from assistant.game.state import Game
from assistant.moves.cards_hints import opening_plays
from assistant.moves.cards_play import CardsPlay, find_best_play
from assistant.rules.cards import Row, Table, row_violations, same_rows
from assistant.rules.supply import unseen
from assistant.session.moment import Moment
from assistant.tiles import Tile
from vision.pictures.load import PictureBgr
from vision.simulated.film_cards import TAKEN_AT, LiveCards, cards_playing_scene, lying_cards
from vision.simulated.people.playing import Reach
from vision.simulated.scenes.cards import CardsScene, SimCard
from vision.simulated.scenes.scene import HandPose

THINK_S = 3.0
"""Between an accepted turn and the next hand."""
A_CARD_S = 1.2
"""From one card of a turn to the next: before the hand is out of the picture again."""
PATIENCE_S = 24.0
"""A turn that nobody accepts for this long is taken back."""
SLOWLY_S = 40.0
"""So much longer it may lie there while nobody is asked anything: the computer is slow."""
FORBIDDEN, ROUND = 4, 6
"""Of each round of turns, the fourth is against the rules."""
TRIES = 12
"""So many hands are tried until one can play."""
HELD = 5
"""Cards of the hand that the player looks at: more would make turns too long to watch."""
MOST_ROWS = 17
"""More rows do not fit under the camera."""
TAKEN_BELOW = 3.2

Slots = list[Row]
"""The rows by where they lie; an empty one is a free place."""


class DemoCards:
    """A drawn table on which the players of a real game of Cards play by themselves."""

    def __init__(
        self, now: Callable[[], Moment], seed: int = 7, scene: CardsScene | None = None
    ) -> None:
        self._now = now
        self._seed = seed
        self._dice = random.Random(seed)
        self._table = LiveCards(scene or cards_playing_scene(seed))
        self._slots: Slots = []
        self._shown: tuple[object, ...] = ()
        self._steps: list[tuple[Reach, Slots]] = []
        self._turn: Table | None = None
        """The rows that the turn under way leaves, while nobody has accepted it."""
        self._turns = 0
        self._next_s = THINK_S

    @property
    def turn(self) -> Table | None:
        """The rows that the turn under way leaves; None between turns."""
        return self._turn

    @property
    def is_moving(self) -> bool:
        """Whether a hand is over the table."""
        return bool(self._steps)

    @property
    def rows(self) -> Table:
        """The rows as they lie."""
        return tuple(row for row in self._slots if row)

    def draw(self, at_s: float) -> PictureBgr:
        """The camera's picture at a time."""
        for reach, after in self._steps:
            if reach.laid_s <= at_s:
                self._slots = after
        self._steps = [one for one in self._steps if one[0].end_s > at_s]
        if not self._steps:
            self._go_on(at_s)
        self._lay_out()
        hands = [hand for reach, _ in self._steps if (hand := reach.at(at_s)) is not None]
        return self._table.frame(at_s, hands)

    def _lay_out(self) -> None:
        """Show the rows as they lie, and the top card of what each player took."""
        game = self._now().game
        tops = [seat.pile[-1] for seat in game.seats if seat.pile] if game else []
        shown = (*self._slots, tuple(tops))
        if shown == self._shown:
            return
        self._shown = shown
        x, y = TAKEN_AT
        taken = [
            SimCard((x, y + k * TAKEN_BELOW), 90.0 + 3.0 * k, tile) for k, tile in enumerate(tops)
        ]
        self._table.lay_out((*lying_cards(self._slots, self._seed), *taken))

    def _go_on(self, at_s: float) -> None:
        """With no hand over the table: wait, put the table right, or take the next turn."""
        moment = self._now()
        game = moment.game
        if game is None or game.book.is_grid:
            self._slots, self._turn = [], None
            return
        if self._turn is not None and _alike(
            game.turns[-1].event if game.turns else None, self._turn
        ):
            self._turn, self._next_s = None, at_s + THINK_S
        laying = self._turn is not None and not moment.asking
        if at_s < self._next_s + (SLOWLY_S if laying else 0.0):
            return
        if self._turn is not None or not same_rows(self.rows, game.rows):
            self._slots = _moved_to(self._slots, game.rows)
            self._turn, self._next_s = None, at_s + THINK_S
        elif not game.finished and moment.rows_proposal is None:
            self._begin_turn(game, at_s)

    def _begin_turn(self, game: Game, at_s: float) -> None:
        rows = self._chosen(game)
        self._next_s = at_s + THINK_S
        if not rows:
            return
        self._turns += 1
        self._turn = rows
        heading = self._dice.choice((60.0, 90.0, 120.0))
        self._steps = []
        for order, (slots, slot) in enumerate(_card_by_card(self._slots, rows)):
            card = lying_cards(slots, self._seed)
            place = [one.place for one in card if one.row == slot][-1]
            reach = Reach(HandPose(place, heading), at_s + order * A_CARD_S)
            self._steps.append((reach, slots))
        if self._steps:
            self._next_s = self._steps[-1][0].end_s + PATIENCE_S

    def _chosen(self, game: Game) -> Table:
        """The rows that the next player leaves; none where nothing can be laid."""
        for _ in range(TRIES):
            hand = self._hand(game)
            if not game.has_opened:
                openings = [play for play in opening_plays(hand) if len(play.laid) == 3]
                if openings:
                    return self._dice.choice(openings).rows
                continue
            if (self._turns + 1) % ROUND == FORBIDDEN and (wrong := _forbidden(game.rows, hand)):
                return wrong
            play: CardsPlay | None = find_best_play(game.rows, hand[:HELD])
            if play is not None and len(play.rows) <= MOST_ROWS:
                return play.rows
        return ()

    def _hand(self, game: Game) -> list[Tile]:
        """Cards that the player may well hold."""
        seen = [*chain(*game.rows), *game.piles]
        pile = [
            what
            for what, count in unseen(seen, game.book).items()
            for _ in range(count)
            if isinstance(what, Tile)
        ]
        return self._dice.sample(pile, min(len(pile), game.book.hand_size))


def _alike(event: Entry | None, rows: Table) -> bool:
    """Whether an entry of the score sheet left these rows."""
    move = None if event is None else move_of(event)
    return isinstance(move, CardsLaid) and same_rows(move.rows, rows)


def _forbidden(rows: Table, hand: list[Tile]) -> Table:
    """A card of the hand at the end of a row that it has nothing to do with."""
    for number, row in enumerate(rows):
        for tile in hand:
            if row_violations((*row, tile)):
                return (*rows[:number], (*row, tile), *rows[number + 1 :])
    return ()


def _moved_to(slots: Slots, rows: Table) -> Slots:
    """The rows at their places: where most of their cards lie already, else where room is."""
    after: Slots = [() for _ in range(len(slots) + len(rows))]
    free = set(range(len(after)))
    for row in sorted(rows, key=lambda row: -max((_shared(row, old) for old in slots), default=0)):
        lying = {k: _shared(row, slots[k]) if k < len(slots) else 0 for k in free}
        empty = [k for k in free if k >= len(slots) or not slots[k]]
        most = max(lying, key=lambda k: (lying[k], -k))
        place = most if lying[most] else min(empty)
        free.discard(place)
        stay = _staying(slots[place] if place < len(slots) else (), row)
        after[place] = (*stay, *(Counter(row) - Counter(stay)).elements())
    while after and not after[-1]:
        after.pop()
    return after


def _staying(lying: Row, row: Row) -> Row:
    """The cards of a place that a row still has, in their order; one that lies twice once."""
    wanted, stay = Counter(row), []
    for tile in lying:
        if wanted[tile] > 0:
            wanted[tile] -= 1
            stay.append(tile)
    return tuple(stay)


def _shared(one: Row, other: Row) -> int:
    return (Counter(one) & Counter(other)).total()


def _card_by_card(slots: Slots, rows: Table) -> Iterator[tuple[Slots, int]]:
    """The table after each card that a hand lays or moves, and where it put it."""
    goal = _moved_to(slots, rows)
    now = [*slots, *([()] * (len(goal) - len(slots)))]
    for slot, row in enumerate(goal):
        for tile in (Counter(row) - Counter(now[slot])).elements():
            for other, lying in enumerate(now):
                target = goal[other] if other < len(goal) else ()
                if other != slot and (Counter(lying) - Counter(target))[tile] > 0:
                    at = lying.index(tile)
                    now[other] = (*lying[:at], *lying[at + 1 :])
                    break
            now[slot] = (*now[slot], tile)
            yield list(now), slot
