"""The open hands of a game: whose they are, what was rolled, and what is asked about them."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assistant.board import Cell, Placement
from assistant.game.events import TilesPlaced, move_of, placement_of
from assistant.game.refusals import Refused
from assistant.game.state import Game, Turn
from assistant.tiles import Tile
from assistant.watch.beside import beside_grid, without_hands
from assistant.watch.knowledge import Knowledge
from assistant.watch.open_hands import OpenHand, Pixel, followed, mean_px, moved_with
from assistant.watch.proposal import Proposal
from assistant.watch.rolls import (
    Roll,
    drawn,
    laid_from,
    lies_as_before,
    may_be_laid_from,
    may_be_rolled,
    only_lacks_cubes,
    rolled,
    rolled_before_laying,
)
from vision.observation import Observation


@dataclass(frozen=True, slots=True)
class Hands:
    """All that is known of the open hands at one moment."""

    hands: tuple[OpenHand, ...] = ()
    centres_px: Mapping[Cell, Pixel] = field(default_factory=dict)
    """Where the picture before showed the grid."""
    edge_px: float = 0.0
    rolled: Roll | None = None
    """What the player whose turn it is has rolled, until it is part of the game."""
    fault: Refused | None = None
    """What speaks against a roll that was seen, until the turn is over."""

    def of(self, player: str) -> OpenHand | None:
        """A player's hand, where it is known which it is."""
        return next((hand for hand in self.hands if player and hand.player == player), None)

    @property
    def asked(self) -> OpenHand | None:
        """A hand of which somebody should say whose it is; only as long as nobody is known."""
        if any(hand.player for hand in self.hands):
            return None
        return next(iter(self.hands), None)

    def whole(self, game: Game, player: str) -> tuple[Tile, ...]:
        """A player's cubes where all of them are seen and known; none where anything is not."""
        hand = self.of(player)
        known = hand is not None and hand.is_sure and self.has_all_of(game, player)
        return hand.tiles if hand is not None and known else ()

    def has_all_of(self, game: Game, player: str) -> bool:
        """Whether as many cubes lie before a player as the game says, their symbols known."""
        hand = self.of(player)
        return hand is not None and hand.is_up and len(hand.cubes) == _held(game, player)

    def roll_to_book(self, game: Game) -> Roll | None:
        """What was rolled, where the whole hand was known before."""
        roll = self.rolled
        return roll if roll is not None and roll.of == _held(game, roll.player) else None

    def only_mover_laid(self, game: Game) -> bool:
        """Whether every hand but that of the player whose turn it is lies whole as it did before.

        Then whatever came onto the grid is that player's.
        """
        players = {seat.name for seat in game.seats if not seat.has_left}
        if len(self.hands) != len(players) or {hand.player for hand in self.hands} != players:
            return False
        others = [hand for hand in self.hands if hand.player != game.mover]
        return all(self.has_all_of(game, hand.player) and lies_as_before(hand) for hand in others)

    def speak_against(self, game: Game, proposal: Proposal | None) -> bool:
        """Whether a move against the rules has cubes that its player's hand did not hold.

        It is sooner misread than made.
        """
        hand = self.of(game.mover)
        if proposal is None or proposal.is_legal or hand is None or not _was_sure(hand):
            return False
        return not laid_from(hand, proposal.placement)

    def lack_more(self, game: Game, proposal: Proposal | None) -> bool:
        """Whether more cubes of a whole hand were drawn than are seen laid: one is overlooked.

        By colours, which no roll changes.
        """
        if proposal is None or not proposal.placement:
            return False
        own = [hand for hand in self.hands if hand.player in ("", game.mover)]
        size = game.book.hand_size
        whole = [hand for hand in own if hand.base and hand.is_sure and len(hand.cubes) == size]
        return any(drawn(hand) > len(proposal.placement) for hand in whole)

    def shown(self) -> tuple[object, ...]:
        """What phones can see of it."""
        return (
            self.fault,
            *(
                (hand.number, hand.player, tuple((c.tile, c.missed > 0) for c in hand.cubes))
                for hand in self.hands
            ),
        )

    def without_own(self, seen: Observation) -> Observation:
        """A picture without those cubes on its grid that lie in one of the hands."""
        return without_hands(seen, self.hands, self.edge_px)

    def looked(
        self, known: Knowledge, seen: Observation, laying: Collection[Cell], stirred: bool
    ) -> Hands:
        """After a still picture; `laying` are the cells of a move that is not part of the game."""
        game = known.game
        centres_px = dict(known.view.centres_px) if known.view and seen.sightings else {}
        hands = moved_with(self.hands, self.centres_px, centres_px)
        faces = beside_grid(known, seen, laying)
        players = sum(not seat.has_left for seat in game.seats)
        edge_px = seen.tile_px or self.edge_px
        hands = followed(hands, faces, edge_px, known.at_s, stirred, players)
        after = replace(self, hands=hands, centres_px=centres_px or self.centres_px)
        return replace(after, edge_px=edge_px)._settled(game, bool(laying))

    def _settled(self, game: Game, laying: bool) -> Hands:
        """With the hands as they lie taken for how their players' turns began.

        Whoever's turn it is may have rolled instead. While a move is looked at nothing is taken so:
        its cubes came from one of the hands, and the next player may be rolling already.
        """
        if laying:
            return self
        roll, after = None, []
        for hand in self.hands:
            if hand.player == game.mover:
                roll = rolled(hand, self.edge_px)
            keeps = not hand.is_up or only_lacks_cubes(hand)
            keeps |= hand.player == game.mover and may_be_rolled(hand)
            after.append(hand if keeps else replace(hand, base=hand.cubes))
        return replace(self, hands=tuple(after), rolled=roll)

    def followed(self, game: Game, before: Game) -> Hands:
        """After the game changed: whose hand a move came from, and what counts as rolled now."""
        new = game.turns[len(before.turns) :]
        hands = _corrected(self.hands, game, before)
        for turn in new:
            hands = _given(hands, turn)
        hands = _in_order(hands, _seated(game))
        movers = {turn.event.player for turn in new}
        hands = tuple(
            replace(hand, base=hand.cubes if hand.is_up else ()) if hand.player in movers else hand
            for hand in hands
        )
        laid = any(placement_of(turn.event) for turn in new)
        after = replace(self, hands=hands, rolled=None, fault=None if laid else self.fault)
        return after._settled(game, laying=False) if laid else after

    def refused(self, refused: Refused) -> Hands:
        """A roll was seen that is against the rules: said, and not part of the game."""
        hands = tuple(
            replace(hand, base=hand.cubes) if hand.player == refused.player else hand
            for hand in self.hands
        )
        return replace(self, hands=hands, rolled=None, fault=refused)

    def given(self, number: int, player: str, game: Game) -> Hands:
        """After somebody said whose a hand is; of the others the order of the seats tells."""
        hands = _with_owner(self.hands, number, player, is_told=True)
        return replace(self, hands=_in_order(hands, _seated(game)))

    def with_roll(self, event: TilesPlaced) -> TilesPlaced:
        """A move that a picture showed, with the hand it was laid from and what was rolled."""
        hand = self.of(event.player) or _laid_from_alone(self.hands, event.placement)
        if hand is None or not hand.base:
            return event
        if laid_from(hand, event.placement) and _was_sure(hand):
            return replace(event, hand=tuple(cube.tile for cube in hand.base))
        return replace(event, rolled=rolled_before_laying(hand, event.placement))


NO_HANDS = Hands()


def _given(hands: Sequence[OpenHand], turn: Turn) -> tuple[OpenHand, ...]:
    """The hands after a turn whose cubes can only have come from one of them."""
    move = move_of(turn.event)
    if not isinstance(move, TilesPlaced) or not (turn.is_legal or turn.stands):
        return tuple(hands)
    possible = _laid_from_alone(hands, move.placement)
    if possible is None or possible.is_told:
        return tuple(hands)
    own = next((hand for hand in hands if hand.player == move.player), possible)
    if own is not possible and (own.is_told or not lies_as_before(own)):
        return tuple(hands)
    return _with_owner(hands, possible.number, move.player, told_by=turn.number)


def _with_owner(
    hands: Sequence[OpenHand], number: int, player: str, is_told: bool = False, told_by: int = 0
) -> tuple[OpenHand, ...]:
    """The hands with one of them given to a player.

    Who sits where was believed wrongly, if it was: only what people said and what moves told of
    the others still holds.
    """
    return tuple(
        hand.of_player(player, is_told, told_by)
        if hand.number == number
        else (hand.of_player("") if hand.is_guess or hand.player == player else hand)
        for hand in hands
    )


def _corrected(hands: Sequence[OpenHand], game: Game, before: Game) -> tuple[OpenHand, ...]:
    """The hands after turns of the past turned out to be other players'."""
    hands = tuple(hands)
    for was, turn in zip(before.turns, game.turns, strict=False):
        player, laid = turn.event.player, placement_of(turn.event)
        if player == was.event.player or laid != placement_of(was.event):
            continue
        told = next((hand for hand in hands if hand.told_by == turn.number), None)
        if told is not None:
            hands = _with_owner(hands, told.number, player, told_by=turn.number)
    return hands


def _held(game: Game, player: str) -> int | None:
    """How many cubes a player has, as the game says."""
    seat = game.seat(player)
    return None if seat is None else game.book.hand_size if seat.hand is None else seat.hand


def _seated(game: Game) -> tuple[str, ...]:
    """Who still plays, clockwise."""
    return tuple(seat.name for seat in game.seats if not seat.has_left)


def _laid_from_alone(hands: Sequence[OpenHand], placement: Placement) -> OpenHand | None:
    """The only hand from which these cubes can have come, if it is not as it was."""
    possible = [
        hand for hand in hands if may_be_laid_from(hand, placement) and not lies_as_before(hand)
    ]
    return possible[0] if len(possible) == 1 else None


def _was_sure(hand: OpenHand) -> bool:
    """Whether it is known how all of a hand lay when its player's turn began."""
    return bool(hand.base) and all(cube.is_sure for cube in hand.base)


def _in_order(hands: Sequence[OpenHand], players: Sequence[str]) -> tuple[OpenHand, ...]:
    """Whose all hands are, from those that are known: players sit clockwise around the table.

    Where they do not, the last hand is the last player's, and of the others nothing is assumed.
    """
    free = [hand for hand in hands if not hand.player]
    if len(hands) != len(players) or not free or len(free) == len(hands):
        return tuple(hands)
    x, y = mean_px(hand.middle_px for hand in hands)
    around = sorted(
        hands, key=lambda hand: math.atan2(hand.middle_px[1] - y, hand.middle_px[0] - x)
    )
    for shift in range(len(players)):
        seated = {hand.number: players[(k + shift) % len(players)] for k, hand in enumerate(around)}
        if all(hand.player in ("", seated[hand.number]) for hand in hands):
            break
    else:
        left = [player for player in players if all(hand.player != player for hand in hands)]
        seated = {free[0].number: left[0]} if len(free) == len(left) == 1 else {}
    return tuple(
        hand if hand.player else replace(hand, player=seated.get(hand.number, "")) for hand in hands
    )
