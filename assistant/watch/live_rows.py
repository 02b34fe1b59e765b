"""A watched game of Cards in which people answer: what is proposed, asked, and accepted."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from assistant.board import Cell
from assistant.game.events import CardsLaid, Event, LetStand, move_of
from assistant.game.state import Game, Turn
from assistant.rules.cards import QWIRKLE, CardsRuling, Row, Table, row_violations, same_rows
from assistant.tiles import Colour, Shape, Tile
from assistant.watch.forgetting import NOTHING_FORGOTTEN, Forgetting
from assistant.watch.rows import explain_rows
from assistant.watch.rows_doubts import Doubt, Gone
from assistant.watch.rows_guess import Line, Revision, line_of, signature
from assistant.watch.rows_proposal import RowsProposal, proposal_of
from assistant.watch.rows_turns import (
    ASKED_FROM,
    PROBABLE,
    PartTurn,
    odds_of_two,
    split_turns,
    with_uncounted,
)
from assistant.watch.turn_end import TurnEnd
from vision.observation import Face, Observation

QUIET_S = 6.0
"""Nothing may move for this long before a legal table ends a turn: rows are laid anew in steps."""
UNFINISHED_S = 12.0
"""A table that is not legal is left alone for this long: players think in the middle of a turn."""
PAUSE_S, OVER_S = 2.5, 4.0
"""A legal table that rested for the first and then grew may be two turns, after the second it most
likely is: players pause for 3 s in a move."""
PERHAPS = 0.02
"""A face that is the card a person named with less than this is another card, laid there since."""
KEPT_TABLES = 3
SAME_PLACE = 0.5
"""A card within so many card widths of where one was named by a person is that card."""


class Named(NamedTuple):
    """What a person said a card is."""

    place: tuple[float, float]
    """Where it lay in the picture."""
    tile: Tile
    looks: Tile
    """What it was read as."""

    def away(self, face: Face) -> float:
        """How far a face lies from there, in pixels."""
        return math.dist(self.place, face.centre_px)

    def may_be(self, face: Face, near_px: float) -> bool:
        """Whether a face is that card: it lies there, and is not clearly another one by now."""
        if self.away(face) >= near_px:
            return False
        return face.tile == self.looks or face.probability(self.tile) >= PERHAPS


class Kept(NamedTuple):
    """A table, and what is doubtful of it."""

    table: Table
    memory: tuple[Revision, ...]
    unsettled: frozenset[Line]
    gone: frozenset[Gone]
    """Cards that it no longer has, in doubt."""


class Rested(NamedTuple):
    """A sure and legal table that lay there for a while before it changed."""

    laid: tuple[Tile, ...]
    rows: Table
    for_s: float


class Photo(NamedTuple):
    """When a photo was taken, and what is known to miss before it."""

    skipped: int
    taken_s: float | None
    gap_s: float | None
    """Since the photo before it."""
    turns: int
    """How many turns were counted before it."""
    uncounted: tuple[Tile, ...]
    """What the photo before showed beside the cards that were counted then."""


@dataclass(frozen=True, slots=True)
class LiveRows:
    """The watch over a game of Cards, at one moment; each change gives a new value."""

    game: Game
    seen: Observation | None = None
    """The latest picture that was read."""
    found: RowsProposal | None = None
    apart: tuple[Tile, ...] = ()
    """Cards that lie open beside the rows and are not counted."""
    aside: tuple[Tile, ...] = ()
    """Those that lay there when the latest turn was counted: nobody is asked about them again."""
    since_s: float = math.inf
    """Since when this very table has been seen."""
    last_s: float = math.inf
    """When it was seen last."""
    rested: Rested | None = None
    """A table that may have been a turn by itself before more was laid."""
    end: TurnEnd = TurnEnd.WAIT
    quiet_for_s: float | None = None
    """In how many seconds the turn is accepted if nothing stirs; None where it is not."""
    by_tap: frozenset[tuple[object, ...]] = frozenset()
    """Turns that somebody undid: seen again, they wait for a tap."""
    ignored: frozenset[tuple[object, ...]] = frozenset()
    """Tables that people said count for nothing; forgotten once another one lies there."""
    named: tuple[Named, ...] = ()
    """Where in the picture people said which card lies."""
    memory: tuple[Revision, ...] = ()
    """What the cards of the table may be instead, as long as nobody has said."""
    unsettled: frozenset[Line] = frozenset()
    """Rows that were counted in doubt, and that no picture has shown so again."""
    gone: frozenset[Gone] = frozenset()
    """Cards that were counted as gone in doubt, and that nobody has laid anew."""
    photo: Photo | None = None
    """The latest photo; None under a camera."""
    forgetting: Forgetting = NOTHING_FORGOTTEN
    recent: tuple[Kept, ...] = ()
    """What is doubtful of tables that were proposed lately: they may be counted, or let stand."""

    @property
    def proposal(self) -> RowsProposal | None:
        """The turn to show, if there is one."""
        return None if self.found is None or self.found.key in self.ignored else self.found

    def asking(self, by_itself: bool = True) -> bool:
        """Whether play waits for somebody's answer, where sure turns are accepted by themselves."""
        over = self.end is TurnEnd.ACCEPT and (self.due is None or not by_itself)
        return self.proposal is not None and (self.end is TurnEnd.ASK or over)

    @property
    def due(self) -> CardsLaid | None:
        """The turn to accept now without a tap."""
        proposal = self.proposal
        if proposal is None or self.end is not TurnEnd.ACCEPT or proposal.key in self.by_tap:
            return None
        return CardsLaid(self.game.mover, proposal.laid, proposal.rows)

    def shown(self) -> tuple[object, ...]:
        """What phones can see of it; how sure exactly changes with every picture and is not."""
        proposal = self.proposal
        if proposal is None:
            return (self.apart,)
        doubts = tuple(
            (one.cell, tuple(tile for tile, _ in one.answers)) for one in proposal.doubts
        )
        return (
            self.apart,
            proposal.rows,
            proposal.laid,
            proposal.ruling,
            proposal.questions,
            proposal.between,
            doubts,
        )

    def saw(self, seen: Observation | None, at_s: float, still_for_s: float | None) -> LiveRows:
        """After one more picture of a camera, read or not; None is no stillness at all."""
        live = self if seen is None else replace(self, photo=None)._looked(seen, at_s)
        quiet_since_s = math.inf if still_for_s is None else at_s - still_for_s
        end, quiet_s = live._turn_end(at_s, quiet_since_s), live._quiet_s(at_s, quiet_since_s)
        counts = end is TurnEnd.WAIT and quiet_s >= 0 and live._is_sure
        return replace(live, end=end, quiet_for_s=QUIET_S - quiet_s if counts else None)

    def saw_photo(
        self, seen: Observation, at_s: float, skipped: int = 0, taken_s: float | None = None
    ) -> LiveRows:
        """After a photo that somebody took because the turn is over: no need to wait for quiet.

        Some photos before it may be known to be missing, and when it was taken.
        """
        gap_s = None
        if self.photo is not None and self.photo.taken_s is not None and taken_s is not None:
            gap_s = taken_s - self.photo.taken_s
        faces = () if self.seen is None else (*self.seen.cards, *self.seen.loose)
        counted = Counter(chain(self.game.piles, *self.game.rows))
        uncounted = tuple((Counter(face.tile for face in faces) - counted).elements())
        photo = Photo(skipped, taken_s, gap_s, len(self.game.turns), uncounted)
        return replace(self, photo=photo)._looked(seen, at_s).settled()

    def settled(self) -> LiveRows:
        """As if the table had been quiet for ever, as it is around a photo."""
        return replace(self, end=self._turn_end(math.inf, 0.0), quiet_for_s=None)

    def follow(self, game: Game, told: Event | None = None) -> LiveRows:
        """After the game changed; what a person told outranks the picture that is known."""
        undone = _moves(self.game) - _moves(game)
        forgetting = self._forgetting_after(len(game.turns) - len(self.game.turns))
        by_tap = self.by_tap | undone
        recent = self._recent_tables()
        kept = _kept_of(
            game.rows, (*recent, Kept(self.game.rows, self.memory, self.unsettled, self.gone))
        )
        live = replace(
            self,
            game=game,
            end=TurnEnd.WAIT,
            by_tap=by_tap,
            quiet_for_s=None,
            aside=self.apart if len(game.turns) > len(self.game.turns) else self.aside,
            recent=recent,
            rested=None,
            forgetting=forgetting,
            memory=kept.memory,
            unsettled=kept.unsettled | self._split_rows(game),
            gone=kept.gone,
        )
        if told is not None and isinstance(told, CardsLaid | LetStand):
            live = live.confirmed()
        if self.seen is None:
            return live
        live = live._with_explained(self.seen)
        if told is not None and live.found is not None and not undone:
            live = replace(live, ignored=live.ignored | {live.found.key})
        return live

    def rejected(self) -> LiveRows:
        """After somebody said that this table counts for nothing."""
        if self.found is None:
            return self
        return replace(self, ignored=self.ignored | {self.found.key}, end=TurnEnd.WAIT)

    def said(self, cell: Cell, tile: Tile) -> LiveRows:
        """After somebody said which card lies at a place of a row."""
        if self.found is None or self.seen is None:
            return self
        corners = self.found.corners_px.get(cell)
        if not corners:
            return self
        middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
        looks = min(self.seen.cards, key=lambda face: math.dist(face.centre_px, middle)).tile
        own = Named(middle, tile, looks)
        live = replace(self, named=(*self._still_named(self.seen, but=middle), own))
        return live._with_explained(self.seen)

    def confirmed(self) -> LiveRows:
        """After somebody said that the table is right as it is counted."""
        return replace(self, memory=(), unsettled=frozenset(), gone=frozenset(), recent=())

    def _forgetting_after(self, turns: int) -> Forgetting:
        """What the turns of a photo tell about how often one is forgotten."""
        if self.photo is None or turns < 1 or self.photo.turns != len(self.game.turns):
            return self.forgetting
        return self.forgetting.with_photo(turns, self.photo.skipped, self.photo.gap_s)

    def _split_rows(self, game: Game) -> frozenset[Line]:
        """The rows after several turns of one photo that are not as before and as it shows them.

        Of doubtful cards and of those that go back to a hand it is open whose turn they were of.
        """
        new = game.turns[len(self.game.turns) :]
        if self.found is None or len(new) < 2:
            return frozenset()
        if all(turn.is_legal for turn in new) and self.found.questions <= {Doubt.SEVERAL_TURNS}:
            return frozenset()
        tables = (self.game.rows, self.found.rows, game.rows)
        before, shown, now = ({signature(line_of(row)) for row in one} for one in tables)
        return frozenset(now - (before & shown))

    def _recent_tables(self) -> tuple[Kept, ...]:
        """The tables that the latest proposals would leave, with what is doubtful of them."""
        if self.found is None:
            return self.recent
        found = self.found
        own = Kept(found.ruling.table, found.memory, found.unsettled, found.gone)
        return (own, *self.recent)[:KEPT_TABLES]

    def _looked(self, seen: Observation, at_s: float) -> LiveRows:
        live = replace(self, seen=seen, named=self._still_named(seen))
        live = live._with_explained(seen)
        key = None if live.found is None else live.found.key
        same = self.found is not None and key == self.found.key
        since_s = self.since_s if same else at_s
        ignored = frozenset(one for one in self.ignored if one == key)
        live = replace(live, since_s=since_s, last_s=at_s, ignored=ignored)
        live = live if same else live._after_rest(self)
        return replace(live, found=live._with_rested(live.found))

    def _still_named(
        self, seen: Observation, but: tuple[float, float] | None = None
    ) -> tuple[Named, ...]:
        """What people said about cards that still lie where they did and look as they did."""
        near_px = SAME_PLACE * max(seen.tile_px, 1.0)
        return tuple(
            one
            for one in self.named
            if any(one.may_be(face, near_px) for face in seen.cards)
            and (but is None or math.dist(one.place, but) >= near_px)
        )

    def _with_explained(self, seen: Observation) -> LiveRows:
        """With the turn that a picture shows; none where the table lies as it did."""
        game = self.game
        named = _with_named(seen, self.named)
        found = explain_rows(
            game.rows,
            game.piles,
            named,
            _just_taken(game),
            _taken(game),
            self.memory,
            self.unsettled,
            self.gone,
            self.aside,
        )
        same = not found.laid and not found.between
        same = same and (bool(found.revised) or same_rows(found.rows, game.rows))
        proposal = None if same else self._in_turns(proposal_of(game, found))
        # The pile's back, all by itself, may look like a card; beside rows it does not.
        apart = found.apart if game.rows or seen.rows else ()
        return replace(self, found=proposal, apart=apart)

    def _after_rest(self, before: LiveRows) -> LiveRows:
        """With the table that lay there until now in mind, if it may have been a turn."""
        own, rest_s = before.proposal, before.last_s - before.since_s
        longer = self.rested is None or rest_s > self.rested.for_s
        if own is None or own.needs_tap or rest_s < PAUSE_S or not longer:
            return self
        return replace(self, rested=Rested(own.laid, own.rows, rest_s))

    def _with_rested(self, found: RowsProposal | None) -> RowsProposal | None:
        """A proposal that may be two turns, since part of it lay there for a while."""
        rested = self.rested
        if found is None or rested is None or found.turns:
            return found
        laid = Counter(found.laid) - Counter(rested.laid)
        if not laid or Counter(rested.laid) - Counter(found.laid):
            return found
        gone = [row for row in rested.rows if len(row) == QWIRKLE and not row_violations(row)]
        rows = tuple(row for row in found.rows if not _is_among(row, gone))
        turns = (PartTurn(rested.laid, rested.rows), PartTurn(tuple(laid.elements()), rows))
        count = 2 if rested.for_s >= OVER_S else 1
        questions = found.questions | {Doubt.SEVERAL_TURNS}
        return replace(found, turns=turns, count=count, questions=questions)

    def _in_turns(self, proposal: RowsProposal) -> RowsProposal:
        """A photo's turn, or the several that it may show."""
        photo, before = self.photo, self.game.rows
        if photo is None or not proposal.laid or photo.turns != len(self.game.turns):
            return proposal
        count, several = 1 + photo.skipped, 0.0
        if not photo.skipped:
            # What the photo before showed already is of no turn that was forgotten since.
            uncounted = Counter(photo.uncounted) & Counter(proposal.laid)
            lay = with_uncounted(before, proposal.rows, uncounted)
            laid = len(proposal.laid) - uncounted.total()
            odds = odds_of_two(lay, proposal.rows, laid, self.forgetting, photo.gap_s)
            several = odds / (1 + odds)
            if several < ASKED_FROM:
                return replace(proposal, several=several)
            count = 2 if several > PROBABLE else 1
        whole = PartTurn(proposal.laid, proposal.rows)
        turns = split_turns(before, proposal.rows, max(count, 2)) or (whole,)
        return replace(
            proposal,
            turns=turns,
            count=count,
            several=several,
            questions=proposal.questions | {Doubt.SEVERAL_TURNS},
        )

    def _turn_end(self, at_s: float, quiet_since_s: float) -> TurnEnd:
        proposal = self.proposal
        if proposal is None:
            return TurnEnd.WAIT
        quiet_s = self._quiet_s(at_s, quiet_since_s)
        if not proposal.needs_tap:
            return TurnEnd.ACCEPT if quiet_s >= QUIET_S else TurnEnd.WAIT
        return TurnEnd.ASK if quiet_s >= UNFINISHED_S else TurnEnd.WAIT

    def _quiet_s(self, at_s: float, quiet_since_s: float) -> float:
        """For how long this very table has lain there in quiet."""
        return at_s - max(quiet_since_s, 0.0 if at_s == math.inf else self.since_s)

    @property
    def _is_sure(self) -> bool:
        """Whether the proposal is accepted once the table has been quiet for long enough."""
        proposal = self.proposal
        is_clear = proposal is not None and not proposal.needs_tap
        return is_clear and proposal is not None and proposal.key not in self.by_tap


def _is_among(row: Row, rows: list[Row]) -> bool:
    return any(Counter(row) == Counter(one) for one in rows)


def _kept_of(rows: Table, tables: tuple[Kept, ...]) -> Kept:
    """What is doubtful of a table: as it was proposed, else of those rows that are still there.

    Rows that the latest proposal set right are not those of the table before any more.
    """
    for kept in tables:
        if same_rows(kept.table, rows):
            return kept
    lying = {signature(line_of(row)) for row in rows}
    newest, last = tables[0], tables[-1]
    new = lying - {signature(line_of(row)) for row in last.table}
    memory = [one for one in last.memory if one.row in lying]
    memory += [one for one in newest.memory if one.row in new]
    unsettled = last.unsettled & lying | newest.unsettled & new
    return Kept(rows, tuple(memory), unsettled, last.gone)


def _with_named(seen: Observation, named: tuple[Named, ...]) -> Observation:
    """The picture with the cards that people named as they said."""
    if not named:
        return seen
    near_px = SAME_PLACE * max(seen.tile_px, 1.0)
    said = {}
    for one in named:
        near = [face for face in seen.cards if one.may_be(face, near_px)]
        for face in sorted(near, key=one.away)[:1]:
            said[face.centre_px] = one.tile
    rows = tuple(
        tuple(
            _surely(face, said[face.centre_px]) if face.centre_px in said else face for face in row
        )
        for row in seen.rows
    )
    return replace(seen, rows=rows)


def _surely(face: Face, tile: Tile) -> Face:
    colours = {colour: float(colour is tile.colour) for colour in Colour}
    shapes = {shape: float(shape is tile.shape) for shape in Shape}
    return replace(face, colours=colours, shapes=shapes)


def _just_taken(game: Game) -> Table:
    """The Qwirkles that the latest turn completed: they may still lie there for a while."""
    return _completed(game.turns[-1]) if game.turns else ()


def _taken(game: Game) -> Table:
    """The Qwirkles of all turns."""
    return tuple(row for turn in game.turns for row in _completed(turn))


def _completed(turn: Turn) -> Table:
    ruling = turn.ruling
    if not isinstance(ruling, CardsRuling) or not turn.is_legal:
        return ()
    return tuple(row for row in ruling.rows if len(row) == QWIRKLE and not row_violations(row))


def _moves(game: Game) -> frozenset[tuple[object, ...]]:
    """The keys of the turns that are part of the game."""
    keys = set()
    for turn in game.turns:
        move = move_of(turn.event)
        if isinstance(move, CardsLaid) and isinstance(turn.ruling, CardsRuling):
            keys.add(RowsProposal(move.laid, move.rows, turn.ruling).key)
    return frozenset(keys)
