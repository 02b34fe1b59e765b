"""A watched game in which people answer: what is proposed, asked, and accepted by itself."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace

from assistant.board import Cell, Placed, Placement
from assistant.game.events import (
    Corrected,
    Event,
    Laid,
    LetStand,
    StartCorrected,
    TilesPlaced,
    placement_of,
)
from assistant.game.history import settled
from assistant.game.state import Game
from assistant.tiles import Tile
from assistant.watch import Proposal, Question, TurnEnd, Watch, turn_end
from assistant.watch.arms import Arm
from assistant.watch.balance import EVEN, Balance, WayOut, balance_of
from assistant.watch.hands import NO_HANDS, Hands
from assistant.watch.knowledge import Knowledge
from assistant.watch.live_rows import LiveRows
from assistant.watch.meaning import several_turns
from assistant.watch.opening import Alone
from assistant.watch.sequences import Explained
from assistant.watch.turn_end import accepted_in_s
from vision.observation import Observation

SLACK_S = 0.01
"""Rounding of times."""
LEAST_S = 0.001
"""A photo comes after every picture before it, also where another clock gave it its time."""


@dataclass(frozen=True, slots=True)
class LiveWatch:
    """The watch over the game on the table, at one moment; nothing is watched without a game."""

    watch: Watch | None = None
    end: TurnEnd = TurnEnd.WAIT
    by_itself: bool = True
    """Whether a sure and legal move is accepted after a quiet while."""
    by_tap: frozenset[frozenset[Placed]] = frozenset()
    """Moves that somebody undid: seen again, they wait for a tap."""
    quiet_since_s: float = math.inf
    """Since when it was quiet at the latest still picture; a picture sent anew does not count."""
    redrawn_s: float = math.inf
    """When that picture was sent anew, if one was."""
    quiet_for_s: float | None = None
    """In how many seconds the turn counts as over if nothing stirs; None where it does not."""
    rows: LiveRows | None = None
    """The watch over a game of Cards, in place of that over a grid."""
    hands: Hands = NO_HANDS
    """The open hands, where the game has them."""

    @property
    def proposal(self) -> Proposal | None:
        """The move to show, if there is anything to tell about it."""
        proposal = None if self.watch is None else self.watch.proposal
        if proposal is None or not (proposal.placement or proposal.missing or proposal.revised):
            return None
        return proposal

    @property
    def laid(self) -> Laid:
        """What lies there and is not part of the game yet; on a grid with its places."""
        if self.rows is not None:
            return () if self.rows.proposal is None else self.rows.proposal.laid
        return () if self.proposal is None else self.proposal.placement

    @property
    def choices(self) -> tuple[Explained, ...]:
        """The turns that the proposal's tiles may be, if not clear or waiting for a tap."""
        if self.watch is None:
            return ()
        is_several = self.end in (TurnEnd.NEXT_BEGAN, TurnEnd.SEVERAL)
        return self.watch.likely if is_several and not self.due else self.watch.choices

    @property
    def balance(self) -> Balance:
        """What lies there and is not counted, and what is counted and gone."""
        return EVEN if self.watch is None else balance_of(self.watch.known, self.proposal)

    @property
    def strange(self) -> int:
        """How many tiles lie on a table that has not fitted the known one for a while."""
        seen = None if self.watch is None else self.watch.strange
        return 0 if seen is None else len(seen.sightings)

    @property
    def asking(self) -> bool:
        """Whether play waits for somebody's answer."""
        if self.rows is not None:
            return self.rows.asking(self.by_itself)
        over = self.end in (TurnEnd.ACCEPT, TurnEnd.NEXT_BEGAN, TurnEnd.SEVERAL)
        return self.end is TurnEnd.ASK or (over and not self.due)

    @property
    def due_moves(self) -> tuple[Event, ...]:
        """The moves to accept now without a tap, as events."""
        if self.rows is not None:
            return (self.rows.due,) if self.by_itself and self.rows.due is not None else ()
        return () if self.watch is None else several_turns(self.watch.game, self.due)

    @property
    def due(self) -> tuple[Placement, ...]:
        """The tiles of those moves on a grid; several where a photo surely shows several turns."""
        if self.watch is None or not self.by_itself or self.balance.uncounted:
            return ()
        proposal = self.watch.proposal
        due: tuple[Placement, ...] = ()
        if self.end is TurnEnd.ACCEPT and proposal is not None:
            due = (proposal.placement,)
        elif self.end is TurnEnd.NEXT_BEGAN and self.watch.overtaken is not None:
            due = (self.watch.overtaken,)
        elif self.end is TurnEnd.SEVERAL:
            due = self.watch.sure_turns
        return () if any(frozenset(turn) in self.by_tap for turn in due) else due

    @property
    def countdown_s(self) -> float | None:
        """In how many seconds the proposal is accepted without a tap, if nothing stirs."""
        if self.rows is not None:
            return self.rows.quiet_for_s if self.by_itself else None
        proposal = self.proposal
        if proposal is None or not self.by_itself or self.balance.uncounted:
            return None
        return None if frozenset(proposal.placement) in self.by_tap else self.quiet_for_s

    def shown(self) -> tuple[object, ...]:
        """What phones can see of it; how sure exactly changes with every picture and is not."""
        watch, proposal = self.watch, self.proposal
        seen: tuple[object, ...] = (self.asking, self.by_itself, self.balance)
        seen += (self.countdown_s is not None, *self.hands.shown())
        if self.rows is not None:
            seen += self.rows.shown()
        if watch is not None:
            seen += (
                watch.can_tell,
                self.strange,
                watch.is_cleared,
                tuple(one.turns for one in self.choices),
            )
        if proposal is None:
            return seen
        doubts = tuple(
            (one.cell, tuple(tile for tile, _ in one.answers)) for one in proposal.doubts
        )
        return (
            *seen,
            proposal.placement,
            proposal.ruling,
            proposal.questions,
            proposal.missing,
            proposal.joins,
            tuple((one.cell, one.now) for one in proposal.revised),
            doubts,
        )

    def over(self, game: Game | None) -> LiveWatch:
        """The watch over another game, or with other eyes: nothing is known of the table yet."""
        watch = rows = None
        if game is not None and game.book.is_grid:
            watch = Watch.over(game)
        elif game is not None:
            rows = LiveRows(game)
        return LiveWatch(watch, by_itself=self.by_itself, rows=rows)

    def saw(
        self,
        seen: Observation | None,
        at_s: float,
        still_for_s: float | None,
        arms: tuple[Arm, ...] = (),
        lain: tuple[Alone, ...] = (),
    ) -> LiveWatch:
        """After one more picture of a camera, read or not; None is no stillness at all.

        With the arms in view, or for one that was read, those that were where the table changed;
        and with what of the opening lay there before while it could not be read.
        """
        if self.rows is not None:
            return replace(self, rows=self.rows.saw(seen, at_s, still_for_s))
        watch, hands = self.watch, self.hands
        if watch is not None and seen is not None:
            stirred, seen = watch.stirred_s is not None, hands.without_own(seen)
            watch = watch.reached_by(arms).look(seen, at_s, lain)
            hands = _looked_at(hands, watch, seen, stirred)
            watch = watch.told_by_hands(hands.only_mover_laid(watch.game))
            if watch.can_tell and hands.speak_against(watch.game, watch.proposal):
                watch = watch.doubted(Question.READING)
            if watch.can_tell and hands.lack_more(watch.game, watch.proposal):
                watch = watch.doubted(Question.UNREAD)
        elif watch is not None and still_for_s is None:
            watch = watch.stirred(at_s, *arms)
        quiet_since_s = math.inf if still_for_s is None else at_s - still_for_s
        live = self
        if still_for_s is not None:
            is_redrawn = abs(quiet_since_s - self.redrawn_s) < SLACK_S
            if seen is not None and self.watch is not None and watch is not None and not arms:
                is_redrawn |= _is_only_redrawn(self.watch, watch, quiet_since_s)
            redrawn_s = quiet_since_s if is_redrawn else math.inf
            quiet_since_s = min(quiet_since_s, self.quiet_since_s if is_redrawn else math.inf)
            live = replace(self, quiet_since_s=quiet_since_s, redrawn_s=redrawn_s)
        end = TurnEnd.WAIT if watch is None else turn_end(watch, at_s, quiet_since_s)
        quiet_for_s = None if watch is None else accepted_in_s(watch, at_s, quiet_since_s)
        return replace(live, watch=watch, end=end, quiet_for_s=quiet_for_s, hands=hands)

    def saw_photo(
        self, seen: Observation, at_s: float, skipped: int = 0, taken_s: float | None = None
    ) -> LiveWatch:
        """After a photo that somebody took because the turn is over: no need to wait for quiet.

        Some photos before it may be known to be missing, and when it was taken.
        """
        if self.rows is not None:
            return replace(self, rows=self.rows.saw_photo(seen, at_s, skipped, taken_s))
        if self.watch is None:
            return self
        known_s = self.watch.known.at_s
        at_s, seen = max(at_s, known_s + LEAST_S), self.hands.without_own(seen)
        watch = _without_the_taken_back(self.watch.photographed(seen, at_s, skipped, taken_s))
        hands = _looked_at(self.hands, watch, seen, stirred=True)
        watch = watch.told_by_hands(hands.only_mover_laid(watch.game))
        return replace(self, watch=watch, hands=hands).quiet(at_s)

    def quiet(self, since_s: float) -> LiveWatch:
        """As if the table had been quiet for ever, as it is around a photo."""
        if self.rows is not None:
            return replace(self, rows=self.rows.settled())
        if self.watch is None:
            return self
        return replace(self, end=turn_end(self.watch, math.inf, since_s), quiet_for_s=None)

    def follow(
        self, game: Game, entered: Event | None = None, by_itself: bool = False
    ) -> LiveWatch:
        """After the game changed; what a person told outranks every picture."""
        if self.rows is not None:
            return replace(self, rows=self.rows.follow(game, entered))
        if self.watch is None:
            return self
        before = self.watch.game
        others = {cell for cell, tile in before.board if game.board.tile_at(cell) != tile}
        watch = _unsaid(self.watch, others).follow(game, by_itself)
        let_stand = _let_stand(entered, before, self.watch.known)
        for cell, tile in _said(entered, before, game).items():
            if tile is not None and (cell, tile) in let_stand:
                watch = watch.stood(cell, tile)
            else:
                watch = watch.correct(cell, tile)
        by_tap = self.by_tap | (_moves(before) - _moves(game))
        hands = self.hands.followed(game, before)
        return LiveWatch(watch, by_itself=self.by_itself, by_tap=by_tap, hands=hands)

    def said(self, cell: Cell, tile: Tile | None) -> LiveWatch:
        """After somebody said what lies on a cell."""
        if self.rows is not None and tile is not None:
            return replace(self, rows=self.rows.said(cell, tile))
        return self if self.watch is None else replace(self, watch=self.watch.correct(cell, tile))

    def stood(self, cells: Collection[Cell]) -> LiveWatch:
        """After somebody said that tiles of the board still lie on some cells."""
        watch = self.watch
        for cell in cells:
            tile = None if watch is None else watch.game.board.tile_at(cell)
            watch = watch.stood(cell, tile) if watch is not None and tile is not None else watch
        return replace(self, watch=watch)

    def denied(self, cells: Collection[Cell]) -> LiveWatch:
        """After somebody said that the tiles on some cells do not count."""
        live = self
        for cell in cells:
            live = live.said(cell, None)
        return live

    def settled(self, cells: Collection[Cell], way: WayOut) -> LiveWatch:
        """After somebody said what tiles are that lie there and are not counted."""
        if self.watch is None:
            return self
        known = self.watch.known
        match way:
            case WayOut.LAST | WayOut.OWN:
                known = known.recounted(cells)
            case WayOut.ASIDE:
                known = known.set_aside(cells)
            case WayOut.AGAIN:
                known = known.looked_away(cells)
        watch = self.watch.recounted(known)
        shown = watch.proposal is not None and bool(watch.proposal.placement)
        end = TurnEnd.ASK if shown else TurnEnd.WAIT
        return replace(self, watch=watch, end=end, quiet_for_s=None)

    def adopted(self) -> LiveWatch:
        """After somebody said that the picture which fits nowhere is the table."""
        if self.watch is None:
            return self
        return replace(self, watch=self.watch.adopted(), end=TurnEnd.ASK)

    def confirmed(self) -> LiveWatch:
        """After somebody said that the table of Cards is right as it is counted."""
        return self if self.rows is None else replace(self, rows=self.rows.confirmed())

    def rejected(self) -> LiveWatch:
        """After somebody said that the proposal is wrong."""
        if self.rows is not None:
            return replace(self, rows=self.rows.rejected())
        if self.watch is None:
            return self
        off_board = self.watch.known.fixed.keys() - self.watch.game.board.tiles.keys()
        watch = _unsaid(self.watch.reject(), off_board)
        return replace(self, watch=watch.follow(watch.game), end=TurnEnd.WAIT, quiet_for_s=None)


def _is_only_redrawn(before: Watch, after: Watch, quiet_since_s: float) -> bool:
    """Whether the picture changed once and at once, no arm in it, and no tile lies otherwise.

    A camera that spares bits sends a whole picture now and then; nobody lays anything so fast.
    """
    if before.stirred_s is None or before.stir.arms or not after.can_tell:
        return False
    return abs(quiet_since_s - before.stirred_s) < SLACK_S and after.since_s == before.since_s


def _looked_at(hands: Hands, watch: Watch, seen: Observation, stirred: bool) -> Hands:
    """The open hands after a picture, where the game has any and the picture could be placed."""
    if not watch.game.book.rolls or not watch.can_tell:
        return hands
    laying = {placed.cell for placed in watch.proposal.placement} if watch.proposal else set()
    return hands.looked(watch.known, seen, laying, stirred)


def _said(entered: Event | None, before: Game, after: Game) -> dict[Cell, Tile | None]:
    """What a person said about cells by what was told."""
    match entered:
        case TilesPlaced() | LetStand():
            return {placed.cell: placed.tile for placed in placement_of(entered)}
        case Corrected() | StartCorrected():
            was, now = before.board, after.board
            cells = {*was.tiles, *now.tiles}
            return {c: now.tile_at(c) for c in cells if was.tile_at(c) != now.tile_at(c)}
        case _:
            return {}


def _let_stand(entered: Event | None, before: Game, known: Knowledge) -> Collection[Placed]:
    """The tiles that whoever told this need not have looked at: as pictures or entries had them.

    A move that is typed names its tiles.
    """
    shown = {Placed(cell, tile) for cell in known.evidence if (tile := known.looks_like(cell))}
    match entered:
        case LetStand():
            return shown
        case Corrected():
            return shown.union(*(placement_of(turn.event) for turn in before.turns))
        case _:
            return ()


def _unsaid(watch: Watch, cells: Collection[Cell]) -> Watch:
    """The watch without what was said about some cells."""
    return replace(watch, known=watch.known.unsaid(cells))


def _without_the_taken_back(after: Watch) -> Watch:
    """Forget tiles of no turn yet where the latest picture clearly shows none.

    A photo is taken because the table lies as it shall: nobody's hand hides anything, and no
    second look will come.
    """
    known = after.known
    taken_back = {
        cell
        for cell, there in known.evidence.items()
        if cell not in known.game.board and there.missed and there.at_s == known.at_s
    }
    if not taken_back:
        return after
    kept = {cell: there for cell, there in known.evidence.items() if cell not in taken_back}
    return replace(after, known=replace(known, evidence=kept)).follow(known.game)


def _moves(game: Game) -> frozenset[frozenset[Placed]]:
    """The placements that are part of the game."""
    _, entries = settled(game.past)
    placements = (placement_of(entry) for entry in entries)
    return frozenset(frozenset(placement) for placement in placements if placement)
