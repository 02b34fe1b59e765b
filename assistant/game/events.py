"""Events: everything that can happen in a game, as values that never change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from assistant.board import Placement
from assistant.rules.book import Rulebook as Rulebook
from assistant.rules.book import TieBreak
from assistant.tiles import Colour, Palette, Tile

CardRow = tuple[Tile, ...]
CardRows = tuple[CardRow, ...]


class End(Enum):
    """How a game came to its end."""

    WENT_OUT = "went_out"
    """A player placed the last tile of the hand with the bag empty (C11, U7)."""
    LAST_ROUND = "last_round"
    """Everybody had the one turn that follows the pile's last card (K7)."""
    BLOCKED = "blocked"
    """The bag is empty and nobody can place (C12)."""
    AGREED = "agreed"
    """The table stopped playing."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the table agreed on before the first tile."""

    rules: Rulebook = Rulebook.CLASSIC
    sixth: Colour | None = None
    """Purple or white; None while no tile has told."""
    tie_break: TieBreak | None = None
    """Who starts among equals; None leaves it to the game's own rulebook."""
    blocked_end: bool = True
    """Whether the game ends when the bag is empty and nobody can place (C12)."""
    up_to_six: bool = False
    """The house rule that lets five or six play."""
    no_bonus: bool = False
    """The house rule that going out pays nothing."""
    no_opening_set: bool = False
    """The house rule that the first turn is a turn like any other."""
    lone_tile_free: bool = False
    """The house rule that a lone first tile pays nothing (C10)."""
    turn_s: int = 0
    """How long a turn should take, in seconds; nobody loses one for taking longer. 0: no limit."""
    simulated: bool = False
    """Whether the simulated table plays it; into any other game it never lays a tile."""

    @property
    def palette(self) -> Palette | None:
        """The tile set, once known."""
        return None if self.sixth is None else Palette(self.sixth)


@dataclass(frozen=True, slots=True)
class Started:
    """The players sat down, in clockwise order."""

    settings: Settings
    players: tuple[str, ...]
    first: str | None = None
    """Who opens; None means the first of the players."""
    declared: int = 0
    """The matching tiles the opener declared, and therefore must open with (C2); 0 if not told."""
    start: Placement = ()
    """Tiles that already lay on the table when the telling began."""
    rows: CardRows = ()
    """The same for Cards: the rows on the table."""
    handicap: tuple[int, ...] = ()
    """What each seat has before the first turn; empty where nobody was given anything."""
    teams: tuple[int, ...] = ()
    """The team of each seat; empty where everybody plays alone."""

    @property
    def opener(self) -> str:
        """Who opens, and to whom the declaration belongs."""
        return self.first or self.players[0]


@dataclass(frozen=True, slots=True)
class TilesPlaced:
    """A player laid tiles or cubes on the grid."""

    player: str
    placement: Placement
    rolled: int = 0
    """Cubes that were rolled again before placing (U4), where that was not told as an event."""
    traded: int = 0
    """Tiles that were traded as well, which no turn allows (C3)."""
    out_of_turn: bool = False
    """The table agreed that it was this player's move, whoever's turn it seemed to be."""
    hand: tuple[Tile, ...] = ()
    """The open hand it was laid from (U2), where a camera saw all of it."""


@dataclass(frozen=True, slots=True)
class CardsLaid:
    """A player laid cards and left the table in these rows, completed Qwirkles still in it."""

    player: str
    laid: tuple[Tile, ...]
    rows: CardRows
    traded: int = 0
    """A new hand that was taken after laying, which no turn allows (K6)."""
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class Traded:
    """A player swapped that many tiles with the bag (C7), or in Cards the whole hand (K6)."""

    player: str
    count: int
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class Rerolled:
    """A player rolled that many of their cubes again (U4, U5); the turn goes on."""

    player: str
    count: int
    out_of_turn: bool = False
    hand: tuple[Tile, ...] = ()
    """The open hand before, where a camera saw all of it."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A player could do nothing."""

    player: str
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class LetStand:
    """The table insists on a move as it lies and agrees on what it pays, whatever the rules say."""

    move: TilesPlaced | CardsLaid | Passed
    points: int
    """The agreed points; in Cards the agreed Qwirkles."""

    @property
    def player(self) -> str:
        """Whose move stands."""
        return self.move.player


@dataclass(frozen=True, slots=True)
class PointsAdjusted:
    """The table gave or took points, and said why."""

    player: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player went home; the hand goes back into the bag and the total stays on the sheet."""

    player: str


@dataclass(frozen=True, slots=True)
class Counted:
    """The table counted what a player holds, or what is left to draw: that is believed."""

    player: str
    hand: int | None = None
    bag: int | None = None


Play = TilesPlaced | CardsLaid | Traded | Rerolled | Passed
"""What a player does in a turn."""
Entry = Play | LetStand | PointsAdjusted | PlayerLeft | Counted
"""What stands on the score sheet as one entry, and can be corrected later."""


def move_of(entry: Entry) -> Entry:
    """The move itself, also where the table let it stand."""
    return entry.move if isinstance(entry, LetStand) else entry


def placement_of(event: Event) -> Placement:
    """The tiles that an entry laid on the grid, let stand or not; none for any other event."""
    move = event.move if isinstance(event, LetStand) else event
    return move.placement if isinstance(move, TilesPlaced) else ()


Laid = Placement | tuple[Tile, ...]
"""What a turn lays: on a grid with places, in Cards without."""


def laid_by(entry: Entry) -> Laid:
    """What an entry laid, of whatever game; nothing for what is no move."""
    move = move_of(entry)
    return move.laid if isinstance(move, CardsLaid) else placement_of(move)


def with_changes(entry: Entry, **fields: Any) -> Entry:
    """The same entry with other fields of its move; what was let stand still stands."""
    if isinstance(entry, LetStand):
        return replace(entry, move=replace(entry.move, **fields))
    return replace(entry, **fields)


@dataclass(frozen=True, slots=True)
class Corrected:
    """An entry of the past was really this: changed, taken out (nothing) or split (several)."""

    turn: int
    """The entry's number, counted from one."""
    really: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class StartCorrected:
    """The start was really this: other settings, or other tiles that already lay there."""

    started: Started


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player is called otherwise, from the first turn on."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest event that still counts no longer does."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The latest undone event counts again."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The table says that the game is over."""

    end: End
    player: str | None = None
    """Who went out, where the count of hands could not tell."""


Event = Started | Entry | Corrected | StartCorrected | PlayerRenamed | Undone | Redone | Finished
