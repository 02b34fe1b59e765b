"""The session: the one owner of what goes on at the table now, asked and told by every phone."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from assistant.board import Cell
from assistant.game.events import CardsLaid, Event, Rerolled, Started, TilesPlaced
from assistant.game.history import Game, answer
from assistant.game.refusals import Refusal, Refused
from assistant.session.actions import (
    Action,
    Answer,
    Begin,
    Done,
    Illegal,
    Resume,
    Say,
    Stale,
)
from assistant.session.camera_loop import Seen
from assistant.session.effects import Effect, effect
from assistant.session.kept_games import KeptGames
from assistant.session.moment import Moment, watched
from assistant.session.moments import Moments
from assistant.session.troubles import Troubles
from assistant.storage.errors import StoreError
from assistant.storage.store import Store
from assistant.storage.turn_pictures import TurnPictures
from assistant.tiles import Palette, Tile, palette_told_by
from assistant.watch.arms import Arm
from assistant.watch.live import LiveWatch
from assistant.watch.rolls import count_of_roll
from assistant.watch.rows_proposal import RowsProposal
from assistant.words import Sentence
from calibration.checks.checks import Finding
from vision.observation import Observation
from vision.pictures.jpeg import Corners
from vision.reading.readers import CLASSIC
from vision.scene.report import SceneState
from vision.sources import CameraKind

CAMERA = "camera"
"""Who accepts moves by itself, as the history of a game names it."""


class Session:
    """The game on the table behind a lock; every change is one revision, told to all who wait."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        turn_pictures: Sequence[TurnPictures] = (),
        troubles: Troubles | None = None,
    ) -> None:
        self.kept = KeptGames(store, turn_pictures)
        """All games, also those that are not on the table."""
        self._clock = clock
        self._deeds = threading.RLock()
        """Held by whoever changes the game: the disk is waited for in it, nobody reads in it."""
        self._live = LiveWatch()
        self._newest: Seen | None = None
        self._read: Seen | None = None
        self._who = ""
        moment = Moment(secrets.token_hex(4), 1, 1)
        if opened := self.kept.still_open(self._clock(), simulated=False):
            number, game = opened
            self._live = self._live.over(game)
            moment = replace(moment, number=number, game=game)
            self.kept.follow(number, game)
        self._moments = Moments(moment)
        self.troubles = troubles or Troubles()
        """What does not work at the moment; every phone is told."""
        self.troubles.listen(self._show_troubles)
        for lost in (*store.losses, *self.kept.unreadable):
            self.troubles.report(repr(lost), lost)

    def resume_simulated(self) -> None:
        """Go on with the game that the simulated table played last, if it is still fresh."""
        if opened := self.kept.still_open(self._clock(), simulated=True):
            self.do(Resume(opened[0]), self.now.revision)

    @property
    def now(self) -> Moment:
        """What phones are shown now."""
        return self._moments.now

    @property
    def closed(self) -> bool:
        """Whether the program is about to end."""
        return self._moments.closed

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
        """The tile set on the table, where it is known.

        No set has purple and white: of cubes, whose inks nobody has measured, the first one tells.
        """
        game = self.now.game
        if game is None:
            return None
        if game.settings.palette is None and game.book.rolls:
            return palette_told_by(game.board.tiles.values())
        return game.settings.palette

    @property
    def rules(self) -> str:
        """By which rules is played: they tell what lies on the table."""
        game = self.now.game
        return CLASSIC if game is None else game.settings.rules.value

    @property
    def is_bare(self) -> bool:
        """Whether a game of flat tiles is on of which nothing lies there yet."""
        game = self.now.game
        if game is None or not game.book.is_grid or game.book.rolls:
            return False
        return not game.turns and not game.board

    def do(self, action: Action, expected_revision: int, who: str = "") -> Answer:
        """Carry out what a phone asks that has seen this revision, or say why not."""
        with self._deeds:
            self._who = who
            if expected_revision < self.now.game_since:
                return Stale(self.now)
            match action:
                case Begin(started, events):
                    return self._begin(started, events)
                case Resume(number):
                    return self._open(number, self.kept.game(number))
                case Say(cell, tile):
                    return self._say(cell, tile)
                case _:
                    meant = effect(action, self.now.game, self._live)
                    return Stale(self.now) if meant is None else self._carry_out(meant)

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
            word = self.now.word if _is_photo(seen) else seen.report.state.word
            is_news = word is not self.now.word
            self._take_over(live, replace(self.now, word=word), force=is_news)
            if seen.picture is not None and seen.observation is not None:
                self.kept.memory.saw(seen.picture.picture_bgr, live.laid)
            self._accept_by_itself(seen.at_s if _is_photo(seen) else None)
            self._book_roll()
            return True

    def outlines(self, cells: Iterable[Cell]) -> tuple[Corners, ...]:
        """The corners of these cells' faces on the picture that was read last."""
        watch, rows = self._live.watch, self.now.rows_proposal
        known = {} if watch is None else watch.known.corners_px
        known = known if rows is None else rows.corners_px
        return tuple(known[cell] for cell in cells if cell in known)

    def rows_shown(self, game: Game, seen: Observation) -> RowsProposal | None:
        """The turn of Cards that a photo would show if the game stood otherwise."""
        rows = self._live.rows
        return None if rows is None else rows.follow(game).saw_photo(seen, 0.0).proposal

    def look_with(self, camera: str, notice: str = "", kind: CameraKind = CameraKind.OWN) -> None:
        """Another camera watches from now on; an empty name is none."""
        with self._deeds:
            self._newest = self._read = None
            self.kept.memory.forget()
            moment = replace(
                self.now, camera=camera, camera_kind=kind, notice=notice, advice=(), word=None
            )
            self._take_over(self._live.over(moment.game), moment, force=True)

    def advise(self, advice: tuple[Finding, ...]) -> None:
        """Show these camera checks as what should be mended, until others are."""
        with self._deeds:
            if advice != self.now.advice:
                self._moments.show(replace(self.now, advice=advice))

    def note_hint(self) -> None:
        """Somebody asks what a hand can play: every phone hears of it, and not of the hand."""
        with self._deeds:
            if self.now.game is not None and not self.now.hinted:
                self._moments.show(replace(self.now, hinted=True))

    def wait(self, after_revision: int, timeout_s: float) -> Moment:
        """The moment after this revision once there is one, or the present one in the end."""
        return self._moments.wait(after_revision, timeout_s)

    def recall(self, revision: int) -> Moment | None:
        """What phones were shown at a revision, if that was lately."""
        return self._moments.recall(revision)

    def close(self) -> None:
        """Send everybody who waits away."""
        self._moments.close()

    def restore(self, path: Path, who: str = "") -> tuple[Sentence, ...]:
        """Have the games of a backup instead of those kept now, and the latest on the table.

        What of it could not be read is the answer.
        """
        # Read before anybody has to wait: it may be a long one, or a stranger's.
        found = self.kept.store.backup(path)
        with self._deeds:
            self._who = who
            lost = self.kept.store.replace(found)
            latest = self.kept.games()[0].number
            self._open(latest, self.kept.game(latest))
            return lost

    def delete(self, number: int) -> bool:
        """Delete a kept game and its pictures for good; not the one that is on the table."""
        with self._deeds:
            if number == self.now.number:
                return False
            self.kept.delete(number)
            return True

    def _begin(self, started: Started, events: tuple[Event, ...]) -> Answer:
        answered = answer(None, started)
        for event in events:
            if isinstance(answered, Refused):
                return answered
            answered = answer(answered.game, event)
        if isinstance(answered, Refused):
            return answered
        number = self.kept.store.begin(started, self._who)
        if events:
            self.kept.store.append(number, *events, after=answered.game, who=self._who)
        return self._open(number, answered.game)

    def _open(self, number: int, game: Game) -> Done:
        self.kept.memory.forget()
        self._live = self._live.over(game)
        return self._show_game(number, game)

    def _carry_out(self, meant: Effect) -> Answer:
        """Tell the game what an action means, and look at the table as it says from then on."""
        answered: Answer = Done(self.now)
        if meant.events:
            answered = self._append(
                meant.events, by_hand=meant.by_hand, even_illegal=meant.even_illegal
            )
        if meant.then is None or not isinstance(answered, Done):
            return answered
        return self._take_over(meant.then(self._live))

    def _say(self, cell: Cell, tile: Tile | None) -> Done:
        """Take in what lies on a cell; the answered doubt of a photo was all that it waited for."""
        proposal, read = self.now.rows_proposal or self._live.proposal, self._read
        doubted = proposal is not None and any(doubt.cell == cell for doubt in proposal.doubts)
        done = self._take_over(self._live.said(cell, tile))
        if read is None or tile is None or not doubted or not _is_photo(read):
            return done
        self._live = self._live.quiet(read.at_s)
        self._accept_by_itself(read.at_s)
        return Done(self.now)

    def _accept_by_itself(self, photo_s: float | None) -> None:
        """Make the moves that are due part of the game; a photo says that they are over.

        What else it shows is then due as well, or asked about: nobody takes it again.
        """
        while self.now.game is not None and (due := self._live.due_moves):
            told = self._append_unasked(due, by_itself=photo_s is None)
            if photo_s is None or self._live.watch is None or not isinstance(told, Done):
                return
            self._take_over(self._live.quiet(photo_s))

    def _book_roll(self) -> None:
        """Make a roll that was seen part of the game, or say what speaks against it."""
        game = self.now.game
        roll = None if game is None else self._live.hands.roll_to_book(game)
        if game is None or roll is None:
            return
        event = Rerolled(roll.player, count_of_roll(game, roll), hand=roll.hand)
        answered = self._append_unasked((event,), by_itself=True)
        if isinstance(answered, Refused):
            self._say_fault(answered)

    def _append_unasked(self, events: tuple[Event, ...], *, by_itself: bool) -> Answer | None:
        """Tell events that nobody asked for: if they cannot be kept, every phone is told so."""
        try:
            return self._append(events, by_hand=False, by_itself=by_itself)
        except StoreError as error:
            self.troubles.report("store", error.sentence)
            return None

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
        game, number = self.now.game, self.now.number
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
        self.kept.store.append(number, *entered, after=game, who=self._who)
        self.troubles.report("store", None)
        self._live = self._live.follow(game, entered[-1] if by_hand else None, by_itself)
        done = self._show_game(number, game)
        if fault is not None:
            self._say_fault(fault)
        return done if fault is None else Done(self.now)

    def _take_over(
        self, live: LiveWatch, moment: Moment | None = None, *, force: bool = False
    ) -> Done:
        """Take over what is now known of the table; a revision if phones can see a difference."""
        before, self._live = self._live, live
        if force or live.shown() != before.shown():
            return Done(self._moments.show(watched(moment or self.now, live)))
        return Done(self.now)

    def _show_game(self, number: int, game: Game) -> Done:
        self.kept.follow(number, game)
        since_s = self._turn_since_s(number, game)
        seen = watched(self.now, self._live)
        moment = replace(seen, number=number, game=game, hinted=False, turn_since_s=since_s)
        return Done(self._moments.show(moment, is_game_new=True))

    def _turn_since_s(self, number: int, game: Game) -> float:
        """When the turn that is on began: now, unless it was already on."""
        before = self.now.game
        if before is None or self.now.number != number:
            return self._clock()
        same = len(before.turns) == len(game.turns) and before.next_player == game.next_player
        return self.now.turn_since_s if same else self._clock()

    def _show_troubles(self, troubles: tuple[Sentence, ...]) -> None:
        with self._deeds:
            self._moments.show(replace(self.now, troubles=troubles))


def _is_photo(seen: Seen) -> bool:
    """Whether a photo of the settled table was read."""
    return seen.picture is not None and seen.picture.is_photo and seen.observation is not None


def _after(live: LiveWatch, seen: Seen) -> LiveWatch:
    """What is known of the table after one more picture."""
    if seen.observation is not None and _is_photo(seen):
        taken_s = None if seen.picture is None else seen.picture.taken_s
        return live.saw_photo(seen.observation, seen.at_s, seen.skipped, taken_s)
    report = seen.report
    still_for_s = report.still_for_s if report.state is SceneState.STILL else None
    shown = report.reached if seen.observation is not None else (report.arm,)
    arms = tuple(
        Arm(one.share, one.rim, one.colour_bgr, one.at_s) for one in shown if one is not None
    )
    return live.saw(seen.observation, seen.at_s, still_for_s, arms, seen.lain)
