"""What phones can ask of the session, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.board import Cell, Placement
from assistant.game.events import Event, Started
from assistant.game.refusals import Refused
from assistant.game.state import Turn
from assistant.rules.cards import Table
from assistant.session.moment import Moment
from assistant.tiles import Tile
from assistant.watch.balance import WayOut
from assistant.watch.meaning import Meant


@dataclass(frozen=True, slots=True)
class Begin:
    """Start a new game; one that is still open is kept and can be resumed."""

    started: Started
    events: tuple[Event, ...] = ()
    """What was played before, where a written game goes on."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a kept game."""

    number: int


@dataclass(frozen=True, slots=True)
class Append:
    """Add an event to the game on the table."""

    event: Event


@dataclass(frozen=True, slots=True)
class Accept:
    """What the camera proposes is right."""

    placement: Placement
    """The tiles the phone was shown; others by now make the answer stale."""
    meant: Meant = Meant.MOVE
    player: str = ""
    """Whose move the phone was shown; another one's by now makes the answer stale."""
    turns: tuple[Placement, ...] = ()
    """Which turns they were, where they are several."""


@dataclass(frozen=True, slots=True)
class Reject:
    """What the camera proposes is wrong."""

    placement: Placement


@dataclass(frozen=True, slots=True)
class AcceptRows:
    """The table of Cards that the camera proposes is right."""

    laid: tuple[Tile, ...]
    rows: Table
    """The table the phone was shown; another one by now makes the answer stale."""
    player: str = ""
    """Whose turn the phone was shown; another one's by now makes the answer stale."""
    even_illegal: bool = False
    """Whether an illegal turn is written down, and paid nothing."""
    several: bool = False
    """Whether it is several turns, as proposed."""
    is_guess: bool = False
    """Whether nobody looked at the table: what is doubtful stays so."""


@dataclass(frozen=True, slots=True)
class RejectRows:
    """The table of Cards that the camera proposes counts for nothing: it is laid as it was."""

    rows: Table


@dataclass(frozen=True, slots=True)
class Say:
    """This tile, or none, lies on a cell, whatever the camera makes of it.

    In Cards a cell is the place in a row and the number of the row, as they were shown.
    """

    cell: Cell
    tile: Tile | None


@dataclass(frozen=True, slots=True)
class Gone:
    """Whether tiles that the camera misses were really taken away."""

    cells: tuple[Cell, ...]
    really: bool


@dataclass(frozen=True, slots=True)
class Trust:
    """Whether sure and legal moves are accepted without a tap."""

    by_itself: bool


@dataclass(frozen=True, slots=True)
class Settle:
    """What tiles are that lie there and are not counted."""

    tiles: Placement
    """As the phone was shown them."""
    way: WayOut


@dataclass(frozen=True, slots=True)
class OwnHand:
    """Whose an open hand is."""

    number: int
    player: str


@dataclass(frozen=True, slots=True)
class Opens:
    """Who starts, with as many matching cubes as the hand shows."""

    player: str


@dataclass(frozen=True, slots=True)
class Adopt:
    """The picture that cannot be laid onto the known table is the table."""


Action = (
    Begin
    | Resume
    | Append
    | Accept
    | Reject
    | AcceptRows
    | RejectRows
    | Say
    | Gone
    | Trust
    | Settle
    | OwnHand
    | Opens
    | Adopt
)


@dataclass(frozen=True, slots=True)
class Done:
    """The action was carried out, and is on the disk."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class Stale:
    """Somebody else was quicker: nothing was changed, look at this first."""

    moment: Moment


@dataclass(frozen=True, slots=True)
class Illegal:
    """The rules speak against the move: take it back, mend it, or let it stand."""

    turn: Turn


Answer = Done | Stale | Illegal | Refused
