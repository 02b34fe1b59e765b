"""The session: the one owner of what goes on at the table now, asked and told by every phone."""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from assistant.board import Cell, Placement
from assistant.game.events import (
    CardsLaid,
    Event,
    Laid,
    Rerolled,
    StartCorrected,
    Started,
    TilesPlaced,
)
from assistant.game.history import Game, answer
from assistant.game.refusals import Refusal, Refused
from assistant.rules.opening import largest_set
from assistant.session.actions import (
    Accept,
    AcceptRows,
    Action,
    Adopt,
    Answer,
    Append,
    Begin,
    Countdown,
    Done,
    Gone,
    Illegal,
    Moment,
    Opens,
    OwnHand,
    Reject,
    RejectRows,
    Resume,
    Say,
    Settle,
    Stale,
    Trust,
)
from assistant.session.camera_loop import Seen
from assistant.session.troubles import Troubles
from assistant.storage.backups import Backups
from assistant.storage.listing import StoredGame
from assistant.storage.picture_memory import PictureMemory
from assistant.storage.store import KeptEvent, Store, StoreError
from assistant.storage.turn_pictures import EVIDENCE, TurnPictures
from assistant.tiles import Palette, Tile
from assistant.watch.balance import WayOut
from assistant.watch.live import LiveWatch
from assistant.watch.meaning import Meant, accepted_events, counted_with_last, taken_away
from assistant.words import Sentence
from calibration.checks.checks import Finding
from vision.pictures.jpeg import Corners
from vision.reading.readers import CLASSIC
from vision.scene.report import SceneState
from vision.sources import CameraKind

RESUME_WITHIN_S = 6 * 3600.0
"""An open game this fresh goes on by itself after a restart; an older one is only offered."""

CAMERA = "camera"
"""Who accepts moves by itself, as the history of a game names it."""
KEPT_MOMENTS = 32
"""A phone that is a few revisions behind still gets each of them."""


class Session:
    """The game on the table behind a lock; every change is one revision, told to all who wait."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        turn_pictures: Sequence[TurnPictures] = (),
        troubles: Troubles | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._turn_pictures = turn_pictures
        self._picture_memory = PictureMemory()
        self._deeds = threading.RLock()
        """Held by whoever changes the game: the disk is waited for in it, nobody reads in it."""
        self._changed = threading.Condition()
        """Held for a moment by whoever shows a new moment, and by all who wait for one."""
        self._closed = False
        self._live = LiveWatch()
        self._newest: Seen | None = None
        self._read: Seen | None = None
        self._moment = Moment(secrets.token_hex(4), 1, 1)
        self._who = ""
        if opened := self._still_open(simulated=False):
            number, game = opened
            self._live = self._live.over(game)
            self._moment = replace(self._moment, number=number, game=game)
            self._keep_pictures(number, game)
        self._recent = deque([self._moment], maxlen=KEPT_MOMENTS)
        self.troubles = troubles or Troubles()
        """What does not work at the moment; every phone is told."""
        self.troubles.listen(self._show_troubles)
        for lost in store.losses:
            self.troubles.report(repr(lost), lost)

    def resume_simulated(self) -> None:
        """Go on with the game that the simulated table played last, if it is still fresh."""
        if opened := self._still_open(simulated=True):
            self.do(Resume(opened[0]), self._moment.revision)

    def _still_open(self, *, simulated: bool) -> tuple[int, Game] | None:
        """The game that was played last, if it is still open and fresh.

        A simulated one goes on with the simulated table only, and a real one without it.
        """
        earliest_s = self._clock() - RESUME_WITHIN_S
        for stored in self._store.games():
            if stored.last_s < earliest_s:
                return None
            if not stored.summary.finished and stored.summary.simulated == simulated:
                return stored.number, self._store.game(stored.number)
        return None

    @property
    def now(self) -> Moment:
        """What phones are shown now."""
        return self._moment

    @property
    def closed(self) -> bool:
        """Whether the program is about to end."""
        return self._closed

    @property
    def newest(self) -> Seen | None:
        """The newest picture of the camera or of a phone."""
        return self._newest

    @property
    def read(self) -> Seen | None:
        """The newest picture that was worth reading, with what was read."""
        return self._read

    @property
    def palette(self) -> Palette | None:
        """The tile set on the table, where it is known."""
        game = self._moment.game
        return None if game is None else game.settings.palette

    @property
    def rules(self) -> str:
        """By which rules is played: they tell what lies on the table."""
        game = self._moment.game
        return CLASSIC if game is None else game.settings.rules.value

    def do(self, action: Action, expected_revision: int, who: str = "") -> Answer:
        """Carry out what a phone asks that has seen this revision, or say why not."""
        with self._deeds:
            self._who = who
            if expected_revision < self._moment.game_since:
                return Stale(self._moment)
            match action:
                case Begin(started, events):
                    return self._begin(started, events)
                case Resume(number):
                    return self._open(number, self._store.game(number))
                case Append(event):
                    return self._append((event,), by_hand=True)
                case Accept() | Reject() | Gone():
                    return self._answer_proposal(action)
                case AcceptRows() | RejectRows():
                    return self._answer_rows(action)
                case Say(cell, tile):
                    return self._say(cell, tile)
                case Settle(tiles, way):
                    return self._settle(tiles, way)
                case Adopt():
                    if not self._live.strange:
                        return Stale(self._moment)
                    return self._take_over(self._live.adopted())
                case Trust(by_itself):
                    return self._take_over(replace(self._live, by_itself=by_itself))
                case OwnHand(number, player):
                    return self._own_hand(number, player)
                case Opens(player):
                    return self._opens(player)

    def saw(self, seen: Seen) -> None:
        """Take in what the camera saw, or the photo that somebody took.

        What it means is worked out before anybody has to wait; if a phone was quicker with a
        change, it is worked out again.
        """
        while not self._take_in(seen, before := self._live, _after(before, seen)):
            pass

    def _take_in(self, seen: Seen, before: LiveWatch, live: LiveWatch) -> bool:
        """Make what was worked out the present, if what it was worked out from still is."""
        with self._deeds:
            if self._live is not before:
                return False
            self._who = CAMERA
            if seen.picture is not None:
                self._newest = seen
            if seen.observation is not None:
                self._read = seen
            word = self._moment.word if _is_photo(seen) else seen.report.state.word
            is_news = word is not self._moment.word
            self._moment = replace(self._moment, word=word)
            self._take_over(live, force=is_news)
            if seen.picture is not None and seen.observation is not None:
                self._picture_memory.saw(seen.picture.picture_bgr, live.laid)
            self._accept_by_itself(_is_photo(seen))
            self._book_roll()
            return True

    def outlines(self, cells: Iterable[Cell]) -> tuple[Corners, ...]:
        """The corners of these cells' faces on the picture that was read last."""
        watch, rows = self._live.watch, self._moment.rows_proposal
        known = {} if watch is None else watch.known.corners_px
        known = known if rows is None else rows.corners_px
        return tuple(known[cell] for cell in cells if cell in known)

    def look_with(self, camera: str, notice: str = "", kind: CameraKind = CameraKind.OWN) -> None:
        """Another camera watches from now on; an empty name is none."""
        with self._deeds:
            self._newest = self._read = None
            self._picture_memory.forget()
            self._moment = replace(
                self._moment, camera=camera, camera_kind=kind, notice=notice, advice=(), word=None
            )
            self._take_over(self._live.over(self._moment.game), force=True)

    def advise(self, advice: tuple[Finding, ...]) -> None:
        """Show these camera checks as what should be mended, until others are."""
        with self._deeds:
            if advice != self._moment.advice:
                revision = self._moment.revision + 1
                self._show(replace(self._moment, revision=revision, advice=advice))

    def note_hint(self) -> None:
        """Somebody asks what a hand can play: every phone hears of it, and not of the hand."""
        with self._deeds:
            if self._moment.game is not None and not self._moment.hinted:
                revision = self._moment.revision + 1
                self._show(replace(self._moment, revision=revision, hinted=True))

    def wait(self, after_revision: int, timeout_s: float) -> Moment:
        """The moment after this revision once there is one, or the present one in the end.

        Who falls far behind is shown the present one at once.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or self._moment.revision > after_revision, timeout_s
            )
            if after_revision + 1 < self._recent[0].revision:
                return self._moment
            later = (moment for moment in self._recent if moment.revision > after_revision)
            return next(later, self._moment)

    def recall(self, revision: int) -> Moment | None:
        """What phones were shown at a revision, if that was lately."""
        with self._changed:
            return next((one for one in self._recent if one.revision == revision), None)

    def close(self) -> None:
        """Send everybody who waits away."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def games(self) -> tuple[StoredGame, ...]:
        """Every kept game, the one that was played last first."""
        return self._store.games()

    def game(self, number: int) -> Game:
        """A kept game."""
        return self._store.game(number)

    def deeds(self, number: int) -> tuple[KeptEvent, ...]:
        """Everything that was told of a kept game, with when and by which phone."""
        return self._store.kept_events(number)

    @property
    def backups(self) -> Backups | None:
        """The backups of the kept games; None where games are not kept."""
        return self._store.backups

    def copy_games(self, to: Path) -> Path:
        """A copy of all games as they are now, in one file."""
        return self._store.copy(to)

    def restore(self, path: Path, who: str = "") -> tuple[Sentence, ...]:
        """Have the games of a backup instead of those kept now, and the latest on the table.

        What of it could not be read is the answer.
        """
        with self._deeds:
            self._who = who
            lost = self._store.restore(path)
            latest = self._store.games()[0].number
            self._open(latest, self._store.game(latest))
            return lost

    def delete(self, number: int) -> bool:
        """Delete a kept game and its pictures for good; not the one that is on the table."""
        with self._deeds:
            if number == self._moment.number:
                return False
            self._store.delete(number)
            for pictures in self._turn_pictures:
                if pictures.purpose is EVIDENCE:
                    pictures.delete(number)
            return True

    def picture(self, number: int, turn: int) -> bytes | None:
        """The table after a turn as JPEG, where a picture of it was kept."""
        kept = (
            pictures.picture(number, turn)
            for pictures in self._turn_pictures
            if pictures.purpose is EVIDENCE
        )
        return next(kept, None)

    def _begin(self, started: Started, events: tuple[Event, ...]) -> Answer:
        answered = answer(None, started)
        for event in events:
            if isinstance(answered, Refused):
                return answered
            answered = answer(answered.game, event)
        if isinstance(answered, Refused):
            return answered
        number = self._store.begin(started, self._who)
        if events:
            self._store.append(number, *events, after=answered.game, who=self._who)
        return self._open(number, answered.game)

    def _open(self, number: int, game: Game) -> Done:
        self._picture_memory.forget()
        self._live = self._live.over(game)
        return self._show_game(number, game)

    def _answer_proposal(self, action: Accept | Reject | Gone) -> Answer:
        """Act on the proposal, if it is still the one that the phone was shown."""
        game, proposal = self._moment.game, self._live.proposal
        shown = action.cells if isinstance(action, Gone) else action.placement
        if game is None or proposal is None:
            return Stale(self._moment)
        if shown != (proposal.missing if isinstance(action, Gone) else proposal.placement):
            return Stale(self._moment)
        match action:
            case Accept(_, _, player) if player not in ("", game.mover):
                return Stale(self._moment)
            case Accept(_, meant, _, turns):
                events = accepted_events(game, proposal, meant, turns)
                offered = [one.turns for one in self._live.choices]
                if not events or (meant is Meant.TWO_TURNS and turns not in offered):
                    return Stale(self._moment)
                answer = self._append(events, by_hand=False, even_illegal=meant is Meant.NOTHING)
                if meant is Meant.NOTHING and isinstance(answer, Done):
                    cells = [placed.cell for placed in proposal.placement]
                    self._take_over(self._live.denied(cells))
                return answer
            case Reject():
                return self._take_over(self._live.rejected())
            case Gone(really=True):
                return self._append(taken_away(game, proposal), by_hand=True)
            case Gone(cells):
                live = self._live
                for cell in cells:
                    live = live.said(cell, game.board.tile_at(cell))
                return self._take_over(live)

    def _answer_rows(self, action: AcceptRows | RejectRows) -> Answer:
        """Act on the table of Cards, if it is still the one that the phone was shown."""
        game, proposal = self._moment.game, self._moment.rows_proposal
        if game is None or proposal is None or action.rows != proposal.rows:
            return Stale(self._moment)
        match action:
            case AcceptRows(player=player) if player not in ("", game.mover):
                return Stale(self._moment)
            case AcceptRows(laid, rows, _, even_illegal):
                move = CardsLaid(game.mover, laid, rows)
                answer = self._append((move,), by_hand=False, even_illegal=even_illegal)
                if even_illegal and isinstance(answer, Done):
                    self._take_over(self._live.rejected())
                return answer
            case RejectRows():
                return self._take_over(self._live.rejected())

    def _say(self, cell: Cell, tile: Tile | None) -> Done:
        """Take in what lies on a cell; the answered doubt of a photo was all that it waited for."""
        proposal, read = self._moment.rows_proposal or self._live.proposal, self._read
        doubted = proposal is not None and any(doubt.cell == cell for doubt in proposal.doubts)
        done = self._take_over(self._live.said(cell, tile))
        if read is None or tile is None or not doubted or not _is_photo(read):
            return done
        self._live = self._live.quiet(read.at_s)
        self._accept_by_itself(is_photo=True)
        return Done(self._moment)

    def _settle(self, tiles: Placement, way: WayOut) -> Answer:
        """Take what people say of tiles that are not counted, if those still are the ones."""
        game, balance = self._moment.game, self._live.balance
        cells = [placed.cell for placed in tiles]
        shown = {*balance.uncounted, *balance.aside}
        if game is None or not tiles or not set(tiles) <= shown:
            return Stale(self._moment)
        if way is WayOut.LAST:
            events = counted_with_last(game, tiles)
            return self._append(events, by_hand=True) if events else Stale(self._moment)
        return self._take_over(self._live.settled(cells, way))

    def _accept_by_itself(self, is_photo: bool) -> None:
        """Make the move that is due part of the game, if one is; a photo says that it is over."""
        due = self._live.due_move
        if self._moment.game is None or due is None:
            return
        try:
            self._append((due,), by_hand=False, by_itself=not is_photo)
        except StoreError as error:
            # Nobody asked, so nobody gets the answer; every phone is told instead.
            self.troubles.report("store", error.sentence)

    def _own_hand(self, number: int, player: str) -> Answer:
        """Take in whose an open hand is, if both are still there."""
        game, hands = self._moment.game, self._live.hands
        known = any(hand.number == number for hand in hands.hands)
        if game is None or not known or player not in game.players:
            return Stale(self._moment)
        given = hands.given(number, player, game)
        return self._take_over(replace(self._live, hands=given))

    def _opens(self, player: str) -> Answer:
        """Let a player start with the matching cubes that their open hand shows (U3)."""
        game = self._moment.game
        if game is None or game.turns:
            return Stale(self._moment)
        hand = self._live.hands.whole(game, player)
        if not hand:
            return Stale(self._moment)
        started = replace(game.started, first=player, declared=largest_set(hand))
        return self._append((StartCorrected(started),), by_hand=True)

    def _book_roll(self) -> None:
        """Make a roll that was seen part of the game, or say what speaks against it."""
        game, roll = self._moment.game, self._live.hands.rolled
        if game is None or roll is None or not self._live.hands.whole(game, roll.player):
            return
        event = Rerolled(roll.player, roll.count, hand=roll.hand)
        try:
            answered = self._append((event,), by_hand=False, by_itself=True)
        except StoreError as error:
            self.troubles.report("store", error.sentence)
            return
        if isinstance(answered, Refused):
            self._say_fault(answered)

    def _say_fault(self, refused: Refused) -> None:
        hands = self._live.hands.refused(refused)
        self._take_over(replace(self._live, hands=hands))

    def _as_it_was_laid(self, game: Game, event: Event) -> tuple[Event, Refused | None]:
        """A move that a camera saw, with what its open hand tells, and what was wrong about that.

        However the cubes were rolled, the move itself is what lies there.
        """
        if not isinstance(event, TilesPlaced):
            return event, None
        seen = self._live.hands.with_roll(event)
        answered = answer(game, seen)
        if seen.rolled and isinstance(answered, Refused):
            return replace(seen, rolled=0), answered
        return seen, None

    def _append(
        self,
        events: tuple[Event, ...],
        *,
        by_hand: bool,
        by_itself: bool = False,
        even_illegal: bool = False,
    ) -> Answer:
        """Tell events one after the other; if any cannot be told, none is."""
        game, number = self._moment.game, self._moment.number
        if game is None or number is None:
            return Refused(Refusal.NOT_STARTED)
        entered: list[Event] = []
        fault: Refused | None = None
        for event in events:
            if not by_hand:
                event, fault = self._as_it_was_laid(game, event)
            answered = answer(game, event)
            if isinstance(answered, Refused):
                return answered
            game = answered.game
            entered.append(event)
            is_move = isinstance(event, TilesPlaced | CardsLaid)
            if is_move and not game.turns[-1].is_legal and not even_illegal:
                # The tiles go back to the hand and the same player tries again.
                return Illegal(game.turns[-1])
        self._store.append(number, *entered, after=game, who=self._who)
        self.troubles.report("store", None)
        self._live = self._live.follow(game, entered[-1] if by_hand else None, by_itself)
        done = self._show_game(number, game)
        if fault is not None:
            self._say_fault(fault)
        return done if fault is None else Done(self._moment)

    def _take_over(self, live: LiveWatch, *, force: bool = False) -> Done:
        """Take over what is now known of the table; a revision if phones can see a difference."""
        before, self._live = self._live, live
        if force or live.shown() != before.shown():
            revision = self._moment.revision + 1
            self._show(replace(_watched(self._moment, live), revision=revision))
        return Done(self._moment)

    def _show_game(self, number: int, game: Game) -> Done:
        self._keep_pictures(number, game)
        revision = self._moment.revision + 1
        seen = _watched(self._moment, self._live)
        return self._show(
            replace(
                seen,
                revision=revision,
                game_since=revision,
                number=number,
                game=game,
                hinted=False,
                turn_since_s=self._turn_since_s(number, game),
            )
        )

    def _turn_since_s(self, number: int, game: Game) -> float:
        """When the turn that is on began: now, unless it was already on."""
        before = self._moment.game
        if before is None or self._moment.number != number:
            return self._clock()
        same = len(before.turns) == len(game.turns) and before.next_player == game.next_player
        return self._moment.turn_since_s if same else self._clock()

    def _keep_pictures(self, number: int, game: Game) -> None:
        for pictures in self._turn_pictures:
            pictures.follow(number, game, self._picture_memory)

    def _show_troubles(self, troubles: tuple[Sentence, ...]) -> None:
        with self._deeds:
            revision = self._moment.revision + 1
            self._show(replace(self._moment, revision=revision, troubles=troubles))

    def _show(self, moment: Moment) -> Done:
        """Make this the present moment, and tell everybody who waits."""
        with self._changed:
            self._moment = moment
            self._recent.append(moment)
            self._changed.notify_all()
        return Done(moment)


def _is_photo(seen: Seen) -> bool:
    """Whether a photo of the settled table was read."""
    return seen.picture is not None and seen.picture.is_photo and seen.observation is not None


def _after(live: LiveWatch, seen: Seen) -> LiveWatch:
    """What is known of the table after one more picture."""
    if seen.observation is not None and _is_photo(seen):
        taken_s = None if seen.picture is None else seen.picture.taken_s
        return live.saw_photo(seen.observation, seen.at_s, seen.skipped, taken_s)
    still = seen.report.state is SceneState.STILL
    return live.saw(seen.observation, seen.at_s, seen.report.still_for_s if still else None)


def _watched(moment: Moment, live: LiveWatch) -> Moment:
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
