"""The table between two turns: what lies there, who holds how much, and what each turn came to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from assistant.board import EMPTY_BOARD, Board
from assistant.game.events import CardRows, End, Entry, Event, Settings, Started
from assistant.game.refusals import Refused, Remarked
from assistant.rules.book import Book
from assistant.rules.books import book_of
from assistant.rules.cards import CardsRuling
from assistant.rules.ruling import Ruling
from assistant.tiles import Tile


@dataclass(frozen=True, slots=True)
class Seat:
    """One player as the score sheet knows them."""

    name: str
    total: int = 0
    """Points; in Cards, Qwirkles."""
    hand: int | None = None
    """How many tiles are held; None where the tiles on the table at the start leave it open."""
    rolls: int = 0
    """How often the cubes were rolled again in this turn (U4)."""
    turns_left: int | None = None
    """Turns in the last round of Cards (K7); None before it."""
    has_left: bool = False
    pile: tuple[Tile, ...] = ()
    """The cards that the player took from the table with Qwirkles, for all to look through (K9)."""


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
    remarks: tuple[Remarked, ...] = ()
    ordinal: int = 0
    """Its number as players count turns: a roll is part of the turn that follows it."""

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
    turns: tuple[Turn, ...] = ()
    next_player: str | None = None
    retry: str | None = None
    """Who tried something illegal last, and may still try again before the next player plays."""
    passes: int = 0
    """How many passed one after the other."""
    end: End | None = None
    end_refused: Refused | None = None
    """Why the table's own word that the game is over was not taken."""
    end_remark: Remarked | None = None
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
    def book(self) -> Book:
        """The rulebook of this game, with the colours of its set and the rules of the house."""
        book = book_of(self.settings.rules, self.settings.palette)
        return replace(book, lone_tile_points=0) if self.settings.lone_tile_free else book

    @property
    def piles(self) -> tuple[Tile, ...]:
        """The cards that all players took from the table."""
        return tuple(card for seat in self.seats for card in seat.pile)

    @property
    def has_opened(self) -> bool:
        """Whether anything lies on the table, or has."""
        return bool(self.board or self.rows or self.piles)

    @property
    def declared(self) -> int:
        """How many the next move has to open with; 0 where it need not, or nobody told (C2)."""
        is_due = not self.has_opened and not self.settings.no_opening_set
        return self.started.declared if is_due and self.mover == self.started.opener else 0

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
        """Everybody who is in front, equals together (C13, K8); of teams, everybody in them."""
        standing = [self.team_total(seat.name) for seat in self.seats]
        return tuple(
            seat.name
            for seat, total in zip(self.seats, standing, strict=True)
            if total == max(standing)
        )

    def team_total(self, name: str) -> int:
        """What a player's team has together; without teams, what the player has."""
        teams = self.started.teams or tuple(range(len(self.seats)))
        own = teams[self.players.index(name)]
        return sum(s.total for s, team in zip(self.seats, teams, strict=True) if team == own)

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


def initial_game(started: Started) -> Game:
    """The table before the first turn."""
    book = book_of(started.settings.rules)
    lying = len(started.start) + sum(len(row) for row in started.rows)
    dealt = book.hand_size * len(started.players)
    left = book.tile_count - lying - dealt
    hand = book.hand_size if left >= 0 else None
    # Cards that were taken up with an empty pile are in their last round (K7).
    turns_left = 1 if book.last_round and lying and left <= 0 else None
    handicap = started.handicap or (0,) * len(started.players)
    seats = zip(started.players, handicap, strict=True)
    return Game(
        started,
        tuple(Seat(name, total, hand, turns_left=turns_left) for name, total in seats),
        bag=max(left, 0),
        board=EMPTY_BOARD.with_tiles(started.start),
        rows=started.rows,
        next_player=started.opener,
    )
