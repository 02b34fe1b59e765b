"""Cards: what a turn laid, moved and took, from the rows a picture shows and the rows before."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import chain, combinations

from assistant.rules.cards import Table, row_violations
from assistant.tiles import Tile, palette_of
from assistant.watch.rows_doubts import (
    Doubt,
    Gone,
    LeftOpen,
    between,
    doubts_of,
    gone_in_doubt,
    in_doubt,
    is_unsure,
    still_unsettled,
)
from assistant.watch.rows_faces import (
    CardFace,
    card_face,
    continues,
    lie_as_in_a_row,
    usual_step_px,
)
from assistant.watch.rows_guess import (
    KINDS,
    NONE,
    SURE,
    Line,
    Revision,
    Sight,
    Weighed,
    broken,
    line_of,
    signature,
)
from assistant.watch.rows_lying import Card, as_they_lie
from assistant.watch.rows_memory import DOUBTFUL, confirmed, remembered, worth_trying
from assistant.watch.rows_search import CLOSE, best_guesses
from vision.observation import Observation

LEAST_SHARE = 0.001
IN_QUESTION = 0.02
"""A card that is another with at least this likelihood is shown for a tap."""


@dataclass(frozen=True, slots=True)
class RowsSeen:
    """The table of Cards as one picture shows it, explained by the table before."""

    laid: tuple[Tile, ...]
    cards: tuple[tuple[Card, ...], ...]
    """The rows as the turn leaves them, completed Qwirkles in it, also those already taken."""
    taken: Table = ()
    """The completed Qwirkles that the picture no longer shows."""
    between: tuple[Tile, ...] = ()
    """Cards that lie between rows."""
    apart: tuple[Tile, ...] = ()
    """Cards that surely lie open in no row, and are neither of the table nor a taken Qwirkle's."""
    hidden: tuple[Tile, ...] = ()
    """Cards that lay on the table and are not seen."""
    doubts: frozenset[Doubt] = frozenset()
    cost: float = 0.0
    """How odd it is, in nats."""
    revised: tuple[Revision, ...] = ()
    """Cards of the table before that were counted as others."""
    memory: tuple[Revision, ...] = ()
    """What the cards of these rows may be instead."""
    unsettled: frozenset[Line] = frozenset()
    """Rows that stay doubtful until a picture shows them as they are counted."""
    gone: frozenset[Gone] = frozenset()
    """Cards that are counted as gone and may lie there unseen."""
    answers: tuple[tuple[Card, tuple[tuple[Tile, float], ...]], ...] = ()
    """Cards that may be others, with what they may be and how likely."""

    @property
    def rows(self) -> Table:
        """The rows without their faces."""
        return tuple(tuple(card.tile for card in row) for row in self.cards)

    @property
    def is_legal(self) -> bool:
        """Whether every row may stay as it lies."""
        return bool(self.laid) and not any(row_violations(row) for row in self.rows)


def explain_rows(
    before: Table,
    piles: tuple[Tile, ...],
    seen: Observation,
    just_taken: Table = (),
    taken: Table = (),
    memory: tuple[Revision, ...] = (),
    unsettled: frozenset[Line] = frozenset(),
    gone: frozenset[Gone] = frozenset(),
    aside: tuple[Tile, ...] = (),
) -> RowsSeen:
    """The likeliest explanation of a picture: old cards still there, rows legal, three of each.

    Qwirkles that earlier turns completed may still lie there; they count no second time. Rows that
    were doubtful stay so until a picture shows them as they were counted, and cards that were
    counted as `gone` in doubt until they are laid anew. Cards that lie open in no
    row are asked about, but for those that lay `aside` before.
    """
    rows = [tuple(card_face(face) for face in row) for row in seen.rows]
    loose = [card_face(face, loose=True) for face in seen.loose]
    untouched = _untouched(before, rows, memory, loose)
    latest = tuple(signature(line_of(row)) for row in just_taken)
    sixes = tuple(dict.fromkeys((*latest, *(signature(line_of(row)) for row in taken))))

    def explained(untouched: Untouched) -> tuple[Sight, list[Weighed]]:
        sight = _sight(before, piles, rows, loose, untouched)
        return sight, best_guesses(sight, sixes, latest, worth_trying(memory, sight))

    sight, found = explained(untouched)
    closed = [one for one in untouched if not _may_hide(one[0], found[0])]
    if len(closed) < len(untouched):
        untouched = closed
        sight, found = explained(untouched)
    missed = frozenset((one.row, one.was) for one in memory if one.now == NONE)
    left_open = LeftOpen(missed, unsettled.difference(line for line, _ in untouched), gone)
    return _told(sight, found, untouched, memory, left_open, aside)


Faces = tuple[CardFace, ...]
Untouched = list[tuple[Line, Faces]]
"""Rows that lie as they did, in order of number, with their faces."""


def _untouched(
    before: Table, rows: list[Faces], memory: tuple[Revision, ...], loose: list[CardFace]
) -> Untouched:
    """The rows of the picture that are surely rows of the table before."""
    doubtful = {one.row for one in memory if one.cost <= DOUBTFUL}
    left = [signature(line_of(row)) for row in before]
    seen = Counter(one.best for one in chain(loose, *rows))
    missed = {*(Counter(chain(*left)) - seen)}
    usual_px, found = usual_step_px(rows), []
    for row in rows:
        line = signature(one.best for one in row)
        if any(continues(row, [one], usual_px) for one in loose):
            continue  # it may be one more card of it
        may_be = {n for one in row for n, cost in one.costs.items() if cost <= CLOSE}
        if line in left and line not in doubtful and not broken(line) and not may_be & missed:
            left.remove(line)
            found.append((line, row))
    return found


def _may_hide(line: Line, found: Weighed) -> bool:
    """Whether a card that left its row and is not seen may lie in a row that seems untouched."""
    roaming = {
        card
        for k, row in enumerate(found.rows)
        for card in row[len(found.guess.rows[k]) if k < len(found.guess.rows) else 0 :]
        if signature(row) not in found.before
    }
    return any(not broken(signature((*line, card))) for card in roaming)


def _sight(
    before: Table,
    piles: tuple[Tile, ...],
    rows: list[Faces],
    loose: list[CardFace],
    untouched: Untouched,
) -> Sight:
    """The picture without the rows that lie as they did."""
    same = {id(row) for _, row in untouched}
    changed = [row for row in rows if id(row) not in same]
    lay = [line_of(row) for row in before]
    for line, _ in untouched:
        lay.remove(next(row for row in lay if signature(row) == line))
    counts = Counter(chain(line_of(piles), *(line for line, _ in untouched)))
    numbers = iter(range(sum(map(len, changed))))
    tiles = chain(piles, *before, (KINDS[one.best] for row in rows for one in row))
    of_piles = frozenset(line_of(piles))
    return Sight(
        (*chain(*changed), *loose),
        tuple(signature(row) for row in lay),
        of_piles,
        [counts[n] for n in range(len(KINDS))],
        tuple(lay),
        tuple(tuple(next(numbers) for _ in row) for row in changed),
        usual_step_px(rows),
        _pairs(loose, rows, of_piles, sum(map(len, changed))),
        palette_of(tiles).sixth,
    )


def _pairs(
    loose: list[CardFace], rows: list[Faces], piles: frozenset[int], first: int
) -> tuple[Line, ...]:
    """Cards of no row and no pile that lie as two of a row do, each in one pair at most."""
    able = [k for k, one in enumerate(loose) if one.best not in piles and _is_sure(one)]
    near = sorted(
        (math.dist(loose[a].face.centre_px, loose[b].face.centre_px), a, b)
        for a, b in combinations(able, 2)
        if lie_as_in_a_row(loose[a], loose[b], rows)
    )
    found: list[Line] = []
    for _, a, b in near:
        if not {first + a, first + b} & {*chain(*found)}:
            found.append((first + a, first + b))
    return tuple(found)


def _is_sure(one: CardFace) -> bool:
    return one.face.confidence >= SURE


def _told(
    sight: Sight,
    found: list[Weighed],
    untouched: Untouched,
    memory: tuple[Revision, ...],
    left_open: LeftOpen,
    aside: tuple[Tile, ...],
) -> RowsSeen:
    """The best guess with all that is doubtful about it."""
    best = found[0]
    shares = [math.exp(best.cost - one.cost) for one in found]
    total = sum(shares)
    rivals = [(one, share / total) for one, share in zip(found[1:], shares[1:], strict=True)]
    doubts = doubts_of(sight, best, rivals, left_open)
    apart = _apart(sight, best)
    if Counter(apart) - Counter(aside):
        doubts.add(Doubt.BETWEEN_ROWS)
    unsettled = still_unsettled(sight, best, left_open)
    if doubts:
        unsettled |= in_doubt(sight, best, rivals, unsettled - {*best.after})
    kept = chain(*(confirmed(memory, line, row) for line, row in untouched))
    memory = (*remembered(sight, best, memory), *kept)
    return RowsSeen(
        tuple(KINDS[n] for n in best.laid),
        _cards(sight, best, untouched),
        tuple(tuple(KINDS[n] for n in row) for row in best.taken),
        tuple(KINDS[n] for n in between(sight, best)),
        apart,
        tuple(KINDS[n] for n in best.hidden),
        frozenset(doubts),
        best.cost,
        best.guess.revised,
        memory,
        frozenset(unsettled & {*best.after}),
        gone_in_doubt(best, rivals, left_open),
        _answers(sight, best, rivals),
    )


def _cards(sight: Sight, best: Weighed, untouched: Untouched) -> tuple[tuple[Card, ...], ...]:
    """The rows as the turn leaves them, with their faces."""
    lying = [tuple(Card(KINDS[one.best], one.face) for one in faces) for _, faces in untouched]
    for k, row in enumerate(best.rows):
        numbers = best.guess.rows[k] if k < len(best.guess.rows) else ()
        faces = [sight.faces[n].face for n in numbers]
        shown = [*faces, *([None] * (len(row) - len(faces)))]
        lying.append(tuple(Card(KINDS[n], face) for n, face in zip(row, shown, strict=True)))
    gone = (tuple(Card(KINDS[n]) for n in row) for row in best.taken)
    return (*as_they_lie(row for row in lying if row), *gone)


def _apart(sight: Sight, best: Weighed) -> tuple[Tile, ...]:
    """The open cards that nothing accounts for."""
    used = set(chain(*best.guess.rows)) | best.guess.counted
    gone = {*sight.piles, *chain(*best.taken)}
    return tuple(
        KINDS[one.best]
        for k, one in enumerate(sight.faces)
        if k not in used and _is_sure(one) and one.best not in gone
    )


def _answers(
    sight: Sight, best: Weighed, rivals: list[tuple[Weighed, float]]
) -> tuple[tuple[Card, tuple[tuple[Tile, float], ...]], ...]:
    """Cards that may be others, by what the rivals make of them and by how they look."""
    found = []
    near = [(rival.guess.tiles, share) for rival, share in rivals if share > LEAST_SHARE]
    for k in chain(*best.guess.rows):
        one, card = sight.faces[k], best.guess.tiles[k]
        shares: defaultdict[int, float] = defaultdict(float)
        for tiles, share in near:
            if tiles[k] != card:
                shares[tiles[k]] += share
        if sum(shares.values()) < IN_QUESTION and not is_unsure(sight, best, k):
            continue
        others = {n: max(shares[n], LEAST_SHARE * math.exp(-cost)) for n, cost in one.costs.items()}
        likely = sorted((n for n in others if n != card), key=lambda n: -others[n])
        rest = 1.0 - min(0.9, sum(shares.values()))
        answers = ((KINDS[card], rest), *((KINDS[n], others[n]) for n in likely))
        found.append((Card(KINDS[card], one.face), answers))
    return tuple(found)
