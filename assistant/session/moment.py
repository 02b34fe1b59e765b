"""A moment: all that phones are shown, as it is at one revision."""

from __future__ import annotations

from dataclasses import dataclass, replace

from assistant.game.events import Laid
from assistant.game.state import Game
from assistant.tiles import Tile
from assistant.watch import Proposal
from assistant.watch.balance import EVEN, Balance
from assistant.watch.hands import NO_HANDS, Hands
from assistant.watch.live import LiveWatch
from assistant.watch.rows_proposal import RowsProposal
from assistant.watch.sequences import Explained
from assistant.words import Sentence
from calibration.checks.checks import Finding
from vision.scene.report import TableWord
from vision.sources import CameraKind


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


def watched(moment: Moment, live: LiveWatch) -> Moment:
    """A moment with what is known of the table."""
    watch = live.watch
    return replace(
        moment,
        proposal=live.proposal,
        rows_proposal=None if live.rows is None else live.rows.proposal,
        apart=() if live.rows is None else live.rows.apart,
        choices=live.choices,
        balance=live.balance,
        hands=live.hands,
        asking=live.asking,
        countdown=_countdown(moment, live),
        by_itself=live.by_itself,
        can_tell=watch is None or watch.can_tell,
        strange=live.strange,
        cleared=watch is not None and watch.is_cleared,
    )


def _countdown(moment: Moment, live: LiveWatch) -> Countdown | None:
    """What runs for the proposal: the same as before, as long as the proposal is the same."""
    seconds = live.countdown_s
    if seconds is None or not live.laid:
        return None
    before: Laid = ()
    if moment.proposal is not None:
        before = moment.proposal.placement
    elif moment.rows_proposal is not None:
        before = moment.rows_proposal.laid
    return (before == live.laid and moment.countdown) or Countdown(
        moment.revision + 1, round(seconds, 2)
    )
