"""The table between two turns: what lies there, who holds how much, and what each turn came to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from assistant.board import EMPTY_BOARD, Board
from assistant.game.events import CardRows, End, Entry, Event, Rulebook, Settings, Started
from assistant.game.refusals import Refused
from assistant.rules import cards, classic, cubes
from assistant.rules.cards import CardsRuling
from assistant.rules.grid_game import GridGame
from assistant.rules.ruling import Ruling
from assistant.tiles import Tile

GRID_GAMES = {Rulebook.CLASSIC: classic.GAME, Rulebook.CUBES: cubes.GAME}
HAND_SIZE = {
    Rulebook.CLASSIC: classic.HAND_SIZE,
    Rulebook.CUBES: cubes.HAND_SIZE,
    Rulebook.CARDS: cards.HAND_SIZE,
}
TILE_COUNT = {
    Rulebook.CLASSIC: classic.TILE_COUNT,
    Rulebook.CUBES: cubes.TILE_COUNT,
    Rulebook.CARDS: 36 * cards.COPIES,
}


@dataclass(frozen=True, slots=True)
class Seat:
    """One player as the score sheet knows them."""

    name: str
    total: int = 0
    """Points; in Cards, Qwirkles."""
    hand: int | None = None
    """How many tiles are held; None where the tiles on the table at the start leave it open."""
    rolls: int = 0
    """How often the cubes were rolled again since the last placement."""
    turns_left: int | None = None
    """Turns in the last round of Cards (K7); None before it."""
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """One entry of the score sheet with the referee's answer."""

    number: int
    """Counted from one."""
    event: Entry
    ruling: Ruling | CardsRuling | None
    """None for what is not a move: trades, passes, adjustments."""
    refused: Refused | None
    """Why the entry counts for nothing, where the game and not the move is the reason."""
    points: int
    """What the total grew by, the bonus included; in Cards, Qwirkles."""
    bonus: int
    """The part of the points that was paid for going out (C11, U7)."""
    totals: dict[str, int]
    """Everybody's total after this entry."""
    stands: bool = False
    """Whether the table let it stand, whatever the ruling."""

    @property
    def is_legal(self) -> bool:
        """Whether neither the game nor the rules object."""
        return self.refused is None and (self.ruling is None or self.ruling.is_legal)


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment; two games are equal when the same was played, however it was told."""

    started: Started
    seats: tuple[Seat, ...]
    bag: int
    """Tiles, cubes or cards left to draw."""
    board: Board = EMPTY_BOARD
    rows: CardRows = ()
    """The table of Cards."""
    piles: tuple[Tile, ...] = ()
    """The cards that players took from the table with their Qwirkles."""
    turns: tuple[Turn, ...] = ()
    next_player: str | None = None
    end: End | None = None
    past: tuple[Event, ...] = field(default=(), compare=False)
    """The events that count, as they were told: corrections are still beside what they correct."""
    undone: tuple[Event, ...] = field(default=(), compare=False)
    """The events that can be brought back, the next one last."""

    @property
    def settings(self) -> Settings:
        """What the table agreed on."""
        return self.started.settings

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who sat down, in clockwise order."""
        return self.started.players

    @property
    def book(self) -> GridGame:
        """The rulebook of a game on a grid, with the colours of its set."""
        return replace(GRID_GAMES[self.settings.rules], palette=self.settings.palette)

    @property
    def mover(self) -> str:
        """Whose move anything laid now is; after the end, the first player's."""
        return self.next_player or self.players[0]

    @property
    def totals(self) -> dict[str, int]:
        """Everybody's total, in clockwise order."""
        return {seat.name: seat.total for seat in self.seats}

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.end is not None

    @property
    def leaders(self) -> tuple[str, ...]:
        """Everybody who is in front, equals together (C13, K8)."""
        most = max(seat.total for seat in self.seats)
        return tuple(seat.name for seat in self.seats if seat.total == most)

    @property
    def winners(self) -> tuple[str, ...]:
        """The leaders of a game that is over; nobody before that."""
        return self.leaders if self.finished else ()

    def seat(self, name: str) -> Seat | None:
        """A player's seat, if there is such a player."""
        return next((seat for seat in self.seats if seat.name == name), None)

    def with_seat(self, name: str, change: Callable[[Seat], Seat]) -> Game:
        """The game with one seat changed."""
        return replace(
            self, seats=tuple(change(seat) if seat.name == name else seat for seat in self.seats)
        )


def laid_out(started: Started) -> Game:
    """The table before the first turn."""
    rules = started.settings.rules
    lying = len(started.start) + sum(len(row) for row in started.rows)
    dealt = HAND_SIZE[rules] * len(started.players)
    left = TILE_COUNT[rules] - lying - dealt
    hand = HAND_SIZE[rules] if left >= 0 else None
    return Game(
        started,
        tuple(Seat(name, hand=hand) for name in started.players),
        bag=max(left, 0),
        board=EMPTY_BOARD.with_tiles(started.start),
        rows=started.rows,
        next_player=started.first or started.players[0],
    )
