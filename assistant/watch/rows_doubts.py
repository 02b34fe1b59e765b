"""Why a person is asked about a table of Cards: what else a picture may show, and how likely."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import NamedTuple

from assistant.rules.cards import QWIRKLE, SHORTEST_ROW
from assistant.watch.rows_faces import continues
from assistant.watch.rows_guess import (
    BROKEN,
    KINDS,
    NONE,
    Line,
    Sight,
    Weighed,
    broken,
    signature,
)

CLEAR = 0.95
"""A turn that is less likely than this against everything else it may be is asked about."""
OTHER_VERDICT = 0.02
"""From this share on guesses with another verdict are a question by themselves."""
OTHERWISE_LYING, STILL_OPEN = 0.15, 0.02
"""The same for guesses with the same turn, in which a row that it did not touch is another; and
where that row was counted in doubt, and nobody has said since."""
UNSEEN_AGAIN = 0.5
"""How often cards that one picture does not show, though they lie there, are not seen in the next
one either. Guessed from drawn games: light, blur and what covers them stay."""
LIKELIER = 0.5
"""A card from the hand that is read with less than this is asked about, however clear by the rules:
what was laid against them is never bent. What is read with more is weighed with all else."""
WORTH_NAMING = 0.01
"""A rival with at least this share says what the question is about."""

Rivals = list[tuple[Weighed, float]]
"""Other guesses, the likeliest first, with their shares."""


class Doubt(Enum):
    """Why a person is asked before a turn of Cards is accepted."""

    READING = "reading"
    """A card is read unsurely, or otherwise than what lay there."""
    HIDDEN = "hidden"
    """A card that lay on the table is not seen."""
    PARTED = "parted"
    """Where one row ends and the next begins is not sure."""
    BETWEEN_ROWS = "between_rows"
    """Cards lie between rows: somebody is still at it."""
    NOTHING_LAID = "nothing_laid"
    SEVERAL_TURNS = "several_turns"
    """It may be the work of more players than one."""

    @property
    def text(self) -> str:
        """The key of its sentence."""
        return f"page.question.rows.{self.value}"


class Gone(NamedTuple):
    """Cards that lay there and were counted as gone."""

    cards: Line
    unseen: float
    """How likely they lie there still and are not seen."""


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """What the pictures before left open."""

    missed: frozenset[tuple[Line, int]] = frozenset()
    """Cards that were not seen lately, with the rows they lie in."""
    unsettled: frozenset[Line] = frozenset()
    """Rows that were counted in doubt and have not been seen so since."""
    gone: frozenset[Gone] = frozenset()
    """Cards that lay there and were counted as gone, in doubt."""


def doubts_of(sight: Sight, best: Weighed, rivals: Rivals, left_open: LeftOpen) -> set[Doubt]:
    """All that a person is asked about."""
    doubts: set[Doubt] = set()
    if not best.laid:
        doubts.add(Doubt.NOTHING_LAID)
    unseen = best.gaps or best.guess.alike or any(map(_may_lack_one, best.made))
    # A row of five that is taken for a Qwirkle which still lies there may as well be none.
    unseen = unseen or len(best.guess.counted) % QWIRKLE
    if unseen or left_open.gone or _hides(best, left_open) or _still_lies(sight, best):
        doubts.add(Doubt.HIDDEN)
    if any(one.row not in left_open.unsettled for one in best.guess.revised):
        doubts.add(Doubt.READING)
    if _regrouped_anew(sight, best):
        doubts.add(Doubt.PARTED)
    if any(is_unsure(sight, best, k) for k in chain(*best.guess.rows)):
        doubts.add(Doubt.READING)
    if not _is_clear(best, rivals, left_open):
        doubts |= {_difference(best, one) for one, part in rivals if part >= WORTH_NAMING} or {
            Doubt.READING
        }
    unsettled = still_unsettled(sight, best, left_open)
    if unsettled - {*best.after} or any(map(broken, unsettled)):
        doubts.add(Doubt.READING)
    if between(sight, best):
        doubts.add(Doubt.BETWEEN_ROWS)
    return doubts


def in_doubt(sight: Sight, best: Weighed, rivals: Rivals, gone: frozenset[Line]) -> frozenset[Line]:
    """The rows of a doubtful turn that may be others; all of them where nothing tells which.

    Rows that take up cards of those that were doubtful before, and are `gone`, are doubtful too.
    """
    made = {*best.made}
    unsure = {*chain(*gone)}
    found = {line for line in made if broken(line) or unsure & {*line}}
    for line in made:
        others = (share for one, share in rivals if line not in (*one.after, *one.taken))
        found |= {line} if sum(others) >= OTHER_VERDICT else set()
    for numbers, row in zip(best.guess.rows, best.rows, strict=False):
        is_odd = len(numbers) < len(row) or any(is_unsure(sight, best, k) for k in numbers)
        found |= {signature(row)} if is_odd or numbers not in sight.shown else set()
    return frozenset(found & made) or frozenset(made)


def gone_in_doubt(best: Weighed, rivals: Rivals, left_open: LeftOpen) -> frozenset[Gone]:
    """Cards that lay there and are counted as gone, though they may lie there unseen.

    One picture without them settles that no more than the first: what overlooked them does so
    again. Their being laid anew does, and people.
    """
    laid = Counter(best.laid)
    known = (one._replace(unseen=one.unseen * UNSEEN_AGAIN) for one in left_open.gone)
    found = {one for one in known if Counter(one.cards) - laid and one.unseen >= OTHER_VERDICT}
    found |= {Gone((one.was,), 1.0) for one in best.guess.revised if one.now == NONE}
    left = Counter(chain(*best.before)) - Counter(chain(*best.after))
    for line in best.taken:
        others = sum(share for one, share in rivals if line not in one.taken)
        if others >= OTHER_VERDICT:
            found.add(Gone(tuple((left & Counter(line)).elements()), others))
    return frozenset(found)


def _is_clear(best: Weighed, rivals: Rivals, left_open: LeftOpen) -> bool:
    """Whether hardly anything else can be: the turn, its verdict, and what it did not touch."""
    own, legal = best.turn, best.is_legal
    revised = {*best.guess.revised}
    differing = ((share, revised ^ {*one.guess.revised}) for one, share in rivals)
    still_open = sum(
        share for share, rows in differing if {one.row for one in rows} & left_open.unsettled
    )
    if still_open >= STILL_OPEN:
        return False
    turns = sum(share for one, share in rivals if one.turn != own)
    verdicts = sum(share for one, share in rivals if one.is_legal != legal)
    lying = sum(share for one, share in rivals if one.turn == own)
    return turns <= 1 - CLEAR and verdicts < OTHER_VERDICT and lying < OTHERWISE_LYING


def _hides(best: Weighed, left_open: LeftOpen) -> bool:
    """Whether a card is not seen and may well be gone.

    One that was seen until now, of a row that else lies as it did, is only overlooked, unless other
    cards moved and it may be unseen in a row that was made of them.
    """
    missed, unsettled = left_open.missed, left_open.unsettled
    overlooked = 0
    for k, row in enumerate(best.rows):
        seen = len(best.guess.rows[k]) if k < len(best.guess.rows) else 0
        for card in row[seen:]:
            own = signature((*row[:seen], card))
            is_known = own in best.before and own not in unsettled
            overlooked += is_known and (own, card) not in missed and not _may_have_moved(best, card)
    return len(best.hidden) > max(overlooked, best.in_gaps)


def _may_have_moved(best: Weighed, card: int) -> bool:
    """Whether a card that is not seen may lie in a row that was made of others that moved."""
    left = [line for line in best.before if not any({*line} <= {*one} for one in best.after)]
    return bool(left) and any(broken(signature((*line, card))) == 0 for line in best.made)


def _still_lies(sight: Sight, best: Weighed) -> bool:
    """Whether cards of a Qwirkle that seems to be taken lie open: a pile shows one at most."""
    of_rows = {*chain(*best.guess.rows)}
    open_ = {one.best for k, one in enumerate(sight.faces) if k not in of_rows}
    return any(len(open_ & {*line}) > 1 for line in best.taken)


def _may_lack_one(line: Line) -> bool:
    """Whether a row would be legal with a card that is not seen: short, and nothing else."""
    return len(line) == SHORTEST_ROW - 1 and broken(line) <= BROKEN and len({*line}) == len(line)


def _difference(best: Weighed, rival: Weighed) -> Doubt:
    """What the question between two guesses is about."""
    one, other = best.guess, rival.guess
    if set(one.rows) != set(other.rows) and one.tiles == other.tiles:
        return Doubt.PARTED
    if one.tiles == other.tiles and best.hidden != rival.hidden:
        return Doubt.HIDDEN
    return Doubt.READING


def _regrouped_anew(sight: Sight, best: Weighed) -> bool:
    """Whether rows are others than the picture shows, and none that lay there before either."""
    if not best.guess.regrouped:
        return False
    shown = {frozenset(row) for row in sight.shown}
    changed = [row for row in best.guess.rows if frozenset(row) not in shown]
    return any(signature(best.guess.tiles[k] for k in row) not in best.before for row in changed)


def is_unsure(sight: Sight, best: Weighed, k: int) -> bool:
    """Whether a card from the hand is likelier another, but for what the rules make of it."""
    card = best.guess.tiles[k]
    if card not in best.laid or sight.faces[k].face.probability(KINDS[card]) >= LIKELIER:
        return False
    rows = zip(best.guess.rows, best.rows, strict=False)
    return any(k in numbers and signature(row) not in best.before for numbers, row in rows)


def between(sight: Sight, best: Weighed) -> Line:
    """The cards beside their rows; one that goes on in the line of its row is only read so."""
    found: list[int] = []
    for numbers in best.guess.rows:
        beside = [k for k in numbers if sight.faces[k].loose]
        own = [sight.faces[k] for k in numbers if k not in beside]
        near = (continues(own, [sight.faces[k]], sight.usual_px) for k in beside)
        beside = [k for k, is_near in zip(beside, near, strict=True) if not is_near]
        found += (best.guess.tiles[k] for k in beside)
    return tuple(found)


def still_unsettled(sight: Sight, best: Weighed, left_open: LeftOpen) -> frozenset[Line]:
    """The rows that were counted in doubt and that this picture does not show as counted.

    A row against the rules is only settled by people: what misled one picture misleads the next,
    and no row that stays on a table is one, also where a card that was counted as another makes it
    so.
    """
    revised = {one.row for one in best.guess.revised}
    rows = zip(best.guess.rows, best.rows, strict=False)
    seen = {
        signature(row)
        for numbers, row in rows
        if len(numbers) == len(row)
        and not broken(signature(row))
        and all(sight.faces[k].best == best.guess.tiles[k] for k in numbers)
    }
    made_odd = (line for line in best.before if line not in sight.before and broken(line))
    return frozenset(made_odd) | frozenset(
        line
        for line in left_open.unsettled - seen - revised
        if line in best.before
        and (line in best.after or broken(line) or not _is_settled(line, sight, best))
    )


def _is_settled(line: Line, sight: Sight, best: Weighed) -> bool:
    """Whether all cards of a row that was changed are seen again, and no new one among them."""
    lay = Counter(chain(*best.before))
    pairs = ((sight.faces[k].best, best.guess.tiles[k]) for k in chain(*best.guess.rows))
    clear = Counter(one for one, card in pairs if one == card)
    clear.update(sight.faces[k].best for k in best.guess.counted)
    return all(clear[card] >= lay[card] for card in line) and not _may_have_had(line, best)


def _may_have_had(line: Line, best: Weighed) -> bool:
    """Whether a card that seems new to a row may have been overlooked in the doubtful picture."""
    made = ({*row} for row in best.made)
    return any(len(row & {*line}) >= 2 and row & {*best.laid} for row in made)
