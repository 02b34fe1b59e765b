"""Watching: the proposal that still pictures lead to, and what people do to it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.board import Cell, Placed, Placement
from assistant.game.events import placement_of
from assistant.game.state import Game
from assistant.rules import grid
from assistant.tiles import Tile
from assistant.watch.arms import NO_ARMS, Arm, Arms, Reached, arms_apart, arms_left_s, came_s
from assistant.watch.difference import is_one_line
from assistant.watch.forgetting import NOTHING_FORGOTTEN, Forgetting
from assistant.watch.knowledge import Knowledge
from assistant.watch.opening import Alone
from assistant.watch.proposal import Proposal, Question
from assistant.watch.propose import SURE, propose
from assistant.watch.rhythm import UNKNOWN, Rhythm
from assistant.watch.sequences import (
    HARDLY,
    IN_ONE,
    LIKELY,
    MOST_SHOWN,
    PERHAPS,
    PROBABLY,
    TWO_ARMS,
    UNSEEN_S,
    Explained,
    Rest,
    explanations,
)
from assistant.watch.update import looked, taken_as_table
from vision.observation import Observation

STRANGE_S = 2.5
"""Pictures that fit nowhere for this long are told; a table at rest is read again after 1 s and
3 s, so that everybody knows within four."""
SETTLED_S = 0.8
"""After an arm was last where it laid tiles the table is still and read, where nothing else moves:
0.6 s of stillness and a picture of five a second."""
MOST_ARMS = 200
"""Arms over the table that are kept in mind until it is still."""
LONGEST_S = 60.0
"""A longer rest tells no more than one of this length."""
ONLY_WHOSE = {Question.TWO_TURNS, Question.GOES_ON, Question.TOO_MANY}
"""Questions about whose tiles lie there, not about what lies there."""
ON_THE_WAY = {Question.APART, Question.UNREAD}
"""Questions about something beside the tiles, that are settled once it is laid."""
SURE_OF_A_PHOTO = 0.995
"""So sure must one turn be where only photos show the table: nobody saw it lie between them, and
a turn too few gives every later one to the wrong player."""


@dataclass(frozen=True, slots=True)
class Photo:
    """When a photo was taken, where that is known, and what is known of the time before it."""

    taken_s: float | None = None
    gap_s: float | None = None
    """The time since the photo before."""
    skipped: int = 0
    """How many photos are known to be missing before it."""
    is_told: bool = False
    """Whether it is known by now what it shows."""


@dataclass(frozen=True, slots=True)
class Watch:
    """A game being watched, at one moment; each change gives a new value."""

    known: Knowledge
    proposal: Proposal | None = None
    """The likeliest move that is not part of the game yet."""
    since_s: float = math.inf
    """Since when the proposal has named these very tiles."""
    stirred_s: float | None = None
    """When something first moved after the latest picture; None while all is quiet."""
    left_s: float = math.inf
    """When the arm that brought them had left, and the table would have been still."""
    quiet_s: float = 0.0
    """The longest time without an arm since then, but for the latest."""
    rests: tuple[Rest, ...] = ()
    """Parts of the proposal that lay there in quiet before the others came."""
    unseen: float = HARDLY
    """The odds that a turn among the proposal's tiles was never seen at rest."""
    skipped: int = 0
    """How many photos are known to be missing before these tiles were seen."""
    explained: tuple[Explained, ...] = ()
    """The turns that the proposal's tiles may be, likeliest first."""
    rhythm: Rhythm = UNKNOWN
    forgetting: Forgetting = NOTHING_FORGOTTEN
    photo: Photo | None = None
    """The latest photo; None where a camera looked since."""
    laid_s: float | None = None
    """Since when the tiles of a turn lay there that was accepted by itself."""
    paused_s: float | None = None
    """How long they had lain there when the proposal's tiles came."""
    arms: Arms = NO_ARMS
    reaching: tuple[Arm, ...] = ()
    """The arms that were over the table since the latest picture."""
    came_s: float = -math.inf
    """When the arm of those came into view that laid tiles, where that is known."""
    brought: tuple[Arm | None, ...] = ()
    """The arms that brought the proposal's tiles: the first ones, then after each rest."""
    alone: Alone | None = None
    """What lay by itself before the first move, too little to be a grid."""
    of_mover: bool = False
    """Whether open hands tell that the proposal's tiles are the mover's, all of them."""

    @classmethod
    def over(cls, game: Game) -> Watch:
        """The watch over a game, before its first picture."""
        return cls(Knowledge(game))

    @property
    def game(self) -> Game:
        """The game as it was accepted so far."""
        return self.known.game

    @property
    def can_tell(self) -> bool:
        """Whether the latest picture could be laid onto the known board."""
        return self.known.can_tell

    @property
    def strange(self) -> Observation | None:
        """What was read of a table that has not fitted the known one for a while."""
        unlaid = self.known.unlaid
        if unlaid is None:
            return None
        has_lasted = self.known.at_s - unlaid.since_s >= STRANGE_S
        return unlaid.seen if has_lasted or self.photo is not None else None

    @property
    def is_cleared(self) -> bool:
        """Whether the table has been cleared of all its tiles."""
        return self.known.is_cleared

    @property
    def overtaken(self) -> Placement | None:
        """A legal move that surely was over before the others of these tiles came.

        Tiles in one line may become one move by what is on its way between or beside them.
        """
        if self.proposal is None:
            return None
        in_line = is_one_line(placed.cell for placed in self.proposal.placement)
        if in_line and self.proposal.questions & ON_THE_WAY:
            return None
        firsts: dict[Placement, float] = {}
        for one in self.explained:
            firsts[one.turns[0]] = firsts.get(one.turns[0], 0.0) + one.probability
        for rest in self.rests:
            first = next((turn for turn in firsts if rest.placement == set(turn)), None)
            if first is None or not rest.is_sure or firsts[first] < SURE:
                continue
            if grid.rule_on(self.known.board, first, self.known.book).is_legal:
                return first
        return None

    @property
    def sure_turns(self) -> tuple[Placement, ...]:
        """The turns, more than one, that a photo's tiles surely are; empty where that is not sure.

        Tiles that can be parted in one way only need nobody's answer.
        """
        proposal, likeliest = self.proposal, next(iter(self.explained), None)
        if self.photo is None or proposal is None or likeliest is None or not self.can_tell:
            return ()
        if proposal.questions - {Question.TOO_MANY} or proposal.missing or proposal.revised:
            return ()
        sure = len(likeliest.turns) > 1 and likeliest.probability >= SURE_OF_A_PHOTO
        return likeliest.turns if sure else ()

    @property
    def likely(self) -> tuple[Explained, ...]:
        """The turns that the proposal's tiles may well be, clear or not; likeliest first."""
        most = max((one.probability for one in self.explained), default=0.0)
        least = LIKELY if self.photo is None else 1 - SURE_OF_A_PHOTO
        likely = [
            one for one in self.explained if one.is_allowed and one.probability >= least * most
        ]
        return tuple(likely[:MOST_SHOWN])

    @property
    def choices(self) -> tuple[Explained, ...]:
        """What the proposal's tiles may be, where that is not clear; likeliest first."""
        likely, sure = self.likely, SURE if self.photo is None else SURE_OF_A_PHOTO
        is_clear = not likely or (len(likely[0].turns) == 1 and likely[0].probability >= sure)
        is_clear |= bool(self.sure_turns) or [len(one.turns) for one in likely] == [1]
        if self.overtaken is not None:
            return ()
        return self._broken_off if is_clear else likely

    @property
    def _broken_off(self) -> tuple[Explained, ...]:
        """Turns that may have been over before tiles came that the rules forbid; those wait."""
        if not self._may_be_broken_off:
            return ()
        firsts = [
            replace(one, turns=one.turns[:1], points=one.points[:1], is_allowed=True)
            for one in self.explained
            if not one.is_allowed
        ]
        board, book = self.known.board, self.known.book
        return tuple(one for one in firsts if grid.rule_on(board, one.turns[0], book).is_legal)

    @property
    def _may_be_broken_off(self) -> bool:
        """Whether a turn may have been over before the tiles came that the rules forbid."""
        return sum(one.probability for one in self.explained if not one.is_allowed) > 1 - SURE

    def stirred(self, at_s: float, arm: Arm | None = None) -> Watch:
        """Something moves at the table: a hand, the camera, the light."""
        after = self
        if arm is not None:
            after = replace(self, reaching=(*self.reaching, arm)[-MOST_ARMS:])
        return after if after.stirred_s is not None else replace(after, stirred_s=at_s)

    def reached_by(self, arms: Sequence[Arm]) -> Watch:
        """With the arms that were where the table changed, where that is known."""
        if not arms or self.stirred_s is None:
            return self
        return replace(self, reaching=tuple(arms), came_s=came_s(self.reaching, arms))

    @property
    def _until_s(self) -> float:
        """Until when the table lay as the latest picture showed it, as far as is known."""
        return self.known.at_s if self.stirred_s is None else max(self.stirred_s, self.came_s)

    @property
    def _longest_s(self) -> float:
        """The longest time without an arm while the tiles lay there."""
        return max(self.quiet_s, self._until_s - self.left_s)

    def _arms_left_s(self, known: Knowledge) -> float:
        """When the arms since the latest picture had left, and the table would have been still."""
        return min(known.at_s, arms_left_s(self.reaching, known.at_s) + SETTLED_S)

    def look(self, seen: Observation, at_s: float, lain: Sequence[Alone] = ()) -> Watch:
        """The watch after one more still picture.

        With what of it lay there already at rests of which nothing was read.
        """
        unseen_s = 0.0 if self.stirred_s is None else at_s - self.stirred_s
        watch = self if self.photo is None else replace(self, photo=None)
        unseen = PERHAPS if unseen_s > UNSEEN_S else HARDLY
        return watch._looked(seen, at_s, unseen, lain=lain)

    def photographed(
        self, seen: Observation, at_s: float, skipped: int = 0, taken_s: float | None = None
    ) -> Watch:
        """The watch after a photo of the settled table; some before it may be known to miss."""
        before, gap_s = self.photo, None
        if before is not None and before.taken_s is not None and taken_s is not None:
            gap_s = taken_s - before.taken_s
        unseen = PROBABLY if skipped else self.forgetting.odds(gap_s)
        watch = replace(self, photo=Photo(taken_s, gap_s, skipped))
        return watch.stirred(at_s)._looked(seen, at_s, unseen, skipped)

    def _looked(
        self,
        seen: Observation,
        at_s: float,
        unseen: float,
        skipped: int = 0,
        lain: Sequence[Alone] = (),
    ) -> Watch:
        known = looked(self.known, seen, at_s, self.stirred_s is not None)
        begun = lain if self.alone is None else (*lain, self.alone)
        after = self._with(known, unseen, skipped)._begun_by(begun)
        alone = Alone.after(self.alone, seen, at_s) if not known.board else None
        if not known.can_tell:
            # Nobody has seen yet what was laid: a turn may be over before the next picture tells.
            return replace(after, alone=alone)
        return replace(after, stirred_s=None, reaching=(), came_s=-math.inf, alone=alone)

    def _begun_by(self, begun: Sequence[Alone]) -> Watch:
        """With the rests before the others came, where tiles of the opening lay there alone."""
        tiles = _tiles(self.proposal)
        if self.rests or self.game.board:
            return self
        until_s = self.known.at_s if self.stirred_s is None else self.stirred_s
        pauses: dict[frozenset[Placed], float] = {}
        for alone in begun:
            lay = alone.among(tiles, self.known)
            if lay and lay < tiles:
                pause_s = min(alone.until_s, until_s) - alone.since_s
                pauses[lay] = max(0.0, pause_s, pauses.get(lay, 0.0))
        if not pauses:
            return self
        lain = sorted(pauses.items(), key=lambda one: len(one[0]))
        rests = tuple(Rest(lay, pause_s) for lay, pause_s in lain)
        brought = (*(None for _ in rests), *self.brought)
        return replace(self, rests=rests, brought=brought)._asking(is_same=False)

    def follow(self, game: Game, by_itself: bool = False) -> Watch:
        """The same watch over the game as it now is: accepted, corrected, undone or traded."""
        new = tuple(placement_of(turn.event) for turn in game.turns[len(self.game.turns) :])
        is_whole = self.proposal is not None and new == (self.proposal.placement,)
        laid_s = self.since_s if by_itself and is_whole else None
        if not new:
            laid_s = self.laid_s
        before = replace(self, rhythm=self._learned(game, new), laid_s=laid_s, paused_s=None)
        before = replace(before, arms=self._known_arms(game))
        if self.photo is not None and not self.photo.is_told and any(new):
            photo, turns = self.photo, sum(map(bool, new))
            told = self.forgetting.with_photo(turns, photo.skipped, photo.gap_s)
            before = replace(before, forgetting=told, photo=replace(photo, is_told=True))
        return before._with(self.known.following(game))

    def correct(self, cell: Cell, tile: Tile | None) -> Watch:
        """What a person says lies on a cell; None is nothing at all."""
        return self._with(self.known.corrected(cell, tile))

    def stood(self, cell: Cell, tile: Tile) -> Watch:
        """What a person says still lies on a cell as it is counted."""
        return self._with(self.known.stood(cell, tile))

    def told_by_hands(self, of_mover: bool) -> Watch:
        """The watch with what open hands tell of whose the proposal's tiles are."""
        if of_mover == self.of_mover:
            return self
        after, proposal = replace(self, of_mover=of_mover), self.proposal
        if proposal is not None:
            left = proposal.questions - {Question.TWO_TURNS, Question.GOES_ON}
            after = replace(after, proposal=replace(proposal, questions=left))
        return after._asking(is_same=False)

    def doubted(self, why: Question) -> Watch:
        """The watch with one more question about the proposal's tiles."""
        if self.proposal is None:
            return self
        asked = self.proposal.questions | {why}
        return replace(self, proposal=replace(self.proposal, questions=asked))

    def recounted(self, known: Knowledge) -> Watch:
        """The watch after people said what tiles count; nobody saw which of them came first."""
        return self._with(known, PERHAPS)

    def adopted(self) -> Watch:
        """The picture that fits nowhere is the table: what is otherwise there is asked about."""
        return self._with(taken_as_table(self.known), PERHAPS)

    def reject(self) -> Watch:
        """The proposal is wrong and not to be offered again."""
        if self.proposal is None:
            return self
        refused = frozenset(self.proposal.placement)
        return self._with(replace(self.known, rejected=self.known.rejected | {refused}))

    def _with(self, known: Knowledge, unseen: float = HARDLY, skipped: int = 0) -> Watch:
        """The watch with this knowledge and the proposal it leads to."""
        proposal = propose(known) if known.can_tell else self.proposal
        tiles, before = _tiles(proposal), _tiles(self.proposal)
        after = replace(self, known=known, proposal=proposal)
        if tiles and tiles < before and len(known.game.turns) > len(self.game.turns):
            after = after._left(tiles, before)
        elif tiles and tiles < before:
            after = after._shrunk(tiles, before)
            after = replace(after, since_s=known.at_s, left_s=self._arms_left_s(known), quiet_s=0.0)
        elif tiles != before:
            grown = bool(before) and before < tiles
            arm, other = (
                _from_tiles(one, tiles - before, known) for one in arms_apart(self.reaching)
            )
            brought = (*self.brought, arm) if grown else (arm,)
            rests = self._rests(tiles, before)
            if grown and known.game is not self.game:
                rests, brought = self._as_first_seen(tiles), ()
            after = replace(after, since_s=known.at_s, rests=rests, brought=brought)
            after = replace(after, left_s=self._arms_left_s(known), quiet_s=0.0)
            if arm is not None and other is not None:
                of_two = self._of_two(arm, other)
                unseen = max(unseen, min(of_two, PERHAPS) if self._is_taken(known) else of_two)
            if grown:
                unseen, skipped = max(unseen, self.unseen), max(skipped, self.skipped)
            after = replace(after, unseen=unseen, skipped=skipped)
            if tiles and not before and self.laid_s is not None:
                until_s = known.at_s if self.stirred_s is None else self._until_s
                after = replace(after, paused_s=until_s - self.laid_s)
        elif self.reaching:
            # Somebody was at the table and laid nothing: whoever is busy has not ended a turn.
            after = replace(after, left_s=self._arms_left_s(known), quiet_s=self._longest_s)
        return after._asking(is_same=tiles == before and known.board == self.known.board)

    def _of_two(self, *arms: Arm) -> float:
        """The odds of a turn that was not seen where arms reached in from two places.

        They are one player's if none of them is any likelier another one's.
        """
        mover = self.game.mover
        others = [player for player in self.game.players if player != mover]
        return TWO_ARMS * min(
            1.0, max(self.arms.of_somebody_else(arm, mover, others) for arm in arms)
        )

    def _is_taken(self, known: Knowledge) -> bool:
        """Whether uncounted tiles that no proposal named are gone: one of two arms took them."""
        named = {placed.cell for placed in _tiles(self.proposal)} | known.board.tiles.keys()
        return any(
            there.present > 0 and (cell not in known.evidence or known.evidence[cell].missed)
            for cell, there in self.known.evidence.items()
            if cell not in named
        )

    def _left(self, tiles: frozenset[Placed], before: frozenset[Placed]) -> Watch:
        """With what is known of the tiles that are left, after some turns of them were over."""
        gone = before - tiles
        rests = [
            replace(rest, placement=rest.placement - gone)
            for rest in self.rests
            if gone < rest.placement
        ]
        came = [frozenset[Placed](), *(rest.placement for rest in self.rests), before]
        brought = tuple(
            arm
            for arm, lay, lies in zip(self.brought, came, came[1:], strict=False)
            if (lies - lay) & tiles
        )
        return replace(self, rests=tuple(rests), brought=brought or (None,))

    def _shrunk(self, tiles: frozenset[Placed], before: frozenset[Placed]) -> Watch:
        """With arms and rests of the tiles that lie there still, after others were taken back."""
        rests: dict[frozenset[Placed], Rest] = {}
        brought: list[Arm | None] = []
        lay = frozenset[Placed]()
        came = [*(rest.placement for rest in self.rests), before]
        for arm, lies in zip(self.brought, came, strict=False):
            if (lies & tiles) - lay:
                brought.append(arm)
            lay = lies & tiles
        for rest in self.rests:
            left = rest.placement & tiles
            if left and left < tiles:
                rests[left] = replace(rest, placement=left)
        return replace(self, rests=tuple(rests.values()), brought=tuple(brought) or (None,))

    def _as_first_seen(self, tiles: frozenset[Placed]) -> tuple[Rest, ...]:
        """The rests of tiles that people's word brought back, as pictures showed them first.

        Tiles of a turn that is undone came before those that lie there since.
        """
        seen_s = {
            one: there.since_s if (there := self.known.evidence.get(one.cell)) else -math.inf
            for one in tiles
        }
        times = sorted(set(seen_s.values()))
        return tuple(
            Rest(
                frozenset(one for one in tiles if seen_s[one] <= before_s),
                min(after_s - before_s, LONGEST_S),
                is_sure=False,
            )
            for before_s, after_s in itertools.pairwise(times)
        )

    def _rests(self, tiles: frozenset[Placed], before: frozenset[Placed]) -> tuple[Rest, ...]:
        rests = self.rests
        if before and before < tiles and self.proposal is not None:
            is_sure = not self.proposal.questions - ONLY_WHOSE - ON_THE_WAY
            # Whoever has a tile lie beside its cell has not ended a turn.
            waited = (tiles - before) & self.known.waiting
            pause_s = self.quiet_s if waited else self._longest_s
            rests = (*rests, Rest(before, pause_s, is_sure))
        return tuple(rest for rest in rests if rest.placement < tiles)

    def _asking(self, is_same: bool) -> Watch:
        """With what the tiles may be, and the questions that follow from it."""
        proposal, known = self.proposal, self.known
        if proposal is None:
            return replace(self, explained=())
        explained = self.explained
        if not is_same or not explained:
            came = self.photo is not None or self.rests
            lay_before = Question.UNDER_WAY in proposal.questions and not came
            is_one = lay_before or self.of_mover or len(proposal.placement) < 2
            explained = () if is_one else self._explained()
        after = replace(self, explained=explained)
        asked = set()
        if after.choices or (after._may_be_broken_off and after.overtaken is None):
            asked.add(Question.TWO_TURNS)
        if self._may_hide_turns:
            asked.add(Question.TWO_TURNS)
        if proposal.joins and self.paused_s is not None and not self.of_mover:
            odds = IN_ONE * self.rhythm.odds_of_next(self.paused_s) * self._of_the_next()
            if odds / (1 + odds) < SURE:
                asked.add(Question.GOES_ON)
        if not known.can_tell:
            return after
        return replace(after, proposal=replace(proposal, questions=proposal.questions | asked))

    @property
    def _may_hide_turns(self) -> bool:
        """Whether an illegal move may be turns that came while nobody saw the table still."""
        proposal = self.proposal
        if proposal is None or proposal.is_legal or self.photo is not None or self.of_mover:
            return False
        return self.unseen >= PERHAPS and not is_one_line(one.cell for one in proposal.placement)

    def _explained(self) -> tuple[Explained, ...]:
        proposal, known, players = self.proposal, self.known, self.game.players
        assert proposal is not None
        at = players.index(self.game.mover)
        reached = Reached(self.arms, self.brought, (*players[at:], *players[:at]))
        return explanations(
            known.board,
            proposal.placement,
            known.book,
            self.rests,
            self.rhythm,
            self.unseen,
            self.skipped,
            reached.odds,
        )

    def _of_the_next(self) -> float:
        """How much likelier the arm that brought the tiles is the mover's than the last one's."""
        if not self.brought or self.arms.last is None:
            return 1.0
        player, before = self.arms.last
        return self.arms.odds(self.brought[0], (player, self.game.mover), before)[1]

    def _known_arms(self, game: Game) -> Arms:
        """The arms of turns that are part of the game by now."""
        arms = self.arms
        laid = [(turn.event.player, set(placement_of(turn.event))) for turn in game.turns]
        came = [
            frozenset[Placed](),
            *(rest.placement for rest in self.rests),
            _tiles(self.proposal),
        ]
        for arm, lay, lies in zip(self.brought, came, came[1:], strict=False):
            fresh = lies - lay
            own = [player for player, tiles in laid[len(self.game.turns) :] if fresh <= tiles]
            arms = arms.with_arm(own[0], arm) if own and fresh else arms
        return arms

    def _learned(self, game: Game, new: Sequence[Placement]) -> Rhythm:
        """The rhythm with the pauses of which this change of the game says what they were."""
        rhythm, proposal = self.rhythm, self.proposal
        if proposal is None:
            return rhythm
        was_asked = Question.TWO_TURNS in proposal.questions
        for rest in self.rests:
            lay: frozenset[Placed] = frozenset()
            for turn in new:
                if rest.placement == (lay := lay | set(turn)) and lay < _tiles(proposal):
                    rhythm = rhythm.with_between(rest.pause_s)
            if new and was_asked and rest.placement < set(new[0]):
                rhythm = rhythm.with_within(rest.pause_s)
        if self.paused_s is not None:
            joined = len(game.turns) == len(self.game.turns) and game.board != self.game.board
            if joined and proposal.joins and set(proposal.placement) <= set(game.board):
                rhythm = rhythm.with_within(self.paused_s)
            elif new and (not proposal.joins or Question.GOES_ON in proposal.questions):
                rhythm = rhythm.with_between(self.paused_s)
        return rhythm


def look(watch: Watch, seen: Observation, at_s: float) -> Watch:
    """The watch after one more still picture."""
    return watch.look(seen, at_s)


def _from_tiles(arm: Arm | None, tiles: frozenset[Placed], known: Knowledge) -> Arm | None:
    """An arm with the way it came from, as it laid these tiles."""
    view = known.view
    if arm is None or view is None:
        return arm
    places_px = [view.centres_px[one.cell] for one in tiles if one.cell in view.centres_px]
    if not places_px:
        return arm
    middle_px = (sum(along) / len(places_px) for along in zip(*places_px, strict=True))
    across, down = (px / size for px, size in zip(middle_px, view.size_wh, strict=True))
    return arm.from_tiles((across, down), view.size_wh, view.pose.turns)


def _tiles(proposal: Proposal | None) -> frozenset[Placed]:
    return frozenset(proposal.placement if proposal else ())
