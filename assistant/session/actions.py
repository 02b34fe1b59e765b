"""What phones can ask of the session, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.board import Cell, Placement
from assistant.game.events import Event, Started
from assistant.game.refusals import Refused
from assistant.game.state import Game, Turn
from assistant.rules.cards import Table
from assistant.tiles import Tile
from assistant.watch import Proposal
from assistant.watch.balance import EVEN, Balance, WayOut
from assistant.watch.hands import NO_HANDS, Hands
from assistant.watch.meaning import Meant
from assistant.watch.rows_proposal import RowsProposal
from assistant.watch.sequences import Explained
from assistant.words import Sentence
from calibration.checks.checks import Finding
from vision.scene.report import TableWord
from vision.sources import CameraKind


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
class Countdown:
    """A move is accepted without a tap when it has run out; whatever stirs ends it."""

    number: int
    """Tells this one from those before it."""
    seconds: float
    """From the moment that brought it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """All that phones are shown, as it is at one revision."""

    run: str
    """Names this run of the program: after a restart revisions may begin anew."""
    revision: int
    """Grows with everything that can be seen to change."""
    game_since: int
    """The revision that brought the game to what it is; the check against overwriting unseen."""
    number: int | None = None
    """The game's number in the store."""
    game: Game | None = None
    proposal: Proposal | None = None
    rows_proposal: RowsProposal | None = None
    """The table of Cards as the camera believes the turn leaves it."""
    apart: tuple[Tile, ...] = ()
    """Cards that lie open beside the rows and are not counted."""
    choices: tuple[Explained, ...] = ()
    """The turns that the proposal's tiles may be, likeliest first, where that is not clear."""
    balance: Balance = EVEN
    """What lies there and is not counted, and what is counted and gone."""
    turn_since_s: float = 0.0
    """When the turn began, by this computer's clock, in seconds since 1970."""
    hinted: bool = False
    """Whether somebody asked in this turn what a hand can play; which hand, nobody is told."""
    hands: Hands = NO_HANDS
    """The open hands of Cubes, as they lie."""
    asking: bool = False
    """Whether play waits for an answer about the proposal."""
    countdown: Countdown | None = None
    by_itself: bool = True
    word: TableWord | None = None
    """What the camera is doing; None without a camera."""
    can_tell: bool = True
    """Whether the latest picture could be laid onto the known board."""
    strange: int = 0
    """How many tiles the picture shows that has not fitted the known table for a while."""
    cleared: bool = False
    """Whether the table was cleared in the middle of a game."""
    troubles: tuple[Sentence, ...] = ()
    """What does not work at the moment: games that cannot be kept, watching that failed."""
    camera: str = ""
    """The camera's name."""
    camera_kind: CameraKind = CameraKind.OWN
    notice: str = ""
    """A sentence about the camera, where it is not the one expected."""
    advice: tuple[Finding, ...] = ()
    """Camera checks that have been bad for a while."""


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
