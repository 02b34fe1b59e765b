"""What cards that lie on the table may be instead, as all pictures so far have told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from assistant.rules.cards import BOOK, QWIRKLE
from assistant.watch.rows_faces import CardFace
from assistant.watch.rows_guess import (
    FOURTH,
    HIDDEN,
    NONE,
    Line,
    Revision,
    Sight,
    Weighed,
    broken,
    signature,
)

FORGOTTEN = 9.0
"""What is less likely than this, in nats, is not kept in mind."""
AGAIN, SURER, OTHERWISE_NOW = 0.3, 0.7, 0.7
"""One more picture of the same card tells less than the first: errors come again, and what is told
with no more doubt than before least; what is told more surely, or otherwise, tells more."""
NEVER_THERE = 7.0
"""What speaks against a card that was counted never having lain there, before it was missed."""
DOUBTFUL = 4.5
"""A card that may be another with no more than this against it is looked at again."""


def remembered(sight: Sight, found: Weighed, memory: tuple[Revision, ...]) -> tuple[Revision, ...]:
    """What every card of the table may be instead once a turn is accepted as found."""
    laid = list(found.laid)
    kept: list[Revision] = []
    for numbers, cards in zip(found.guess.rows, found.rows, strict=False):
        row = signature(cards)
        if len(row) == QWIRKLE:
            continue
        for place, card in enumerate(cards):
            before = _known(memory, found, card, row)
            if place >= len(numbers):
                never = before.pop(NONE, NEVER_THERE) - OTHERWISE_NOW * HIDDEN
                kept += [Revision(row, card, now, cost) for now, cost in before.items()]
                kept.append(Revision(row, card, NONE, max(never, 0.5)))
                continue
            before.pop(NONE, None)
            face = sight.faces[numbers[place]]
            is_new = card in laid
            if is_new:
                laid.remove(card)
                before = {}
            costs = {n: told + _weighed(_says(face, n, card), told) for n, told in before.items()}
            if is_new or any(one.now == card for one in found.guess.revised):
                # Taken for this card for the first time, it may be all that it looks like.
                looks = _by_the_rules(sight, row, card, face)
                costs = {n: told + _says(face, n, card) for n, told in looks.items()} | costs
            kept += [
                Revision(row, card, now, cost)
                for now, cost in costs.items()
                if now != card and cost < FORGOTTEN
            ]
    return tuple(kept)


def _says(face: CardFace, now: int, card: int) -> float:
    """What a look at a card says against its being another."""
    return face.cost(now) - face.cost(card)


def _weighed(says: float, told: float) -> float:
    """What one more look at a card counts, for what it was taken for or against it."""
    if says < 0:
        return says * OTHERWISE_NOW
    alike = min(says, max(told, 0.0))
    return AGAIN * alike + SURER * (says - alike)


def _by_the_rules(sight: Sight, row: Line, card: int, face: CardFace) -> dict[int, float]:
    """What speaks against other readings of a new card, but for how it looks."""
    left = list(row)
    left.remove(card)
    own = broken(row)
    return {
        now: max(0.0, broken(signature((*left, now))) - own)
        + (FOURTH if sight.elsewhere[now] >= BOOK.copies else 0.0)
        for now in face.costs
    }


def confirmed(
    memory: tuple[Revision, ...], row: Line, faces: Sequence[CardFace]
) -> Iterator[Revision]:
    """What is known of a row that lies as it did, after one more look at it."""
    looks = {face.best: face for face in faces}
    for one in memory:
        if one.row == row and one.now != NONE:
            cost = one.cost + _weighed(looks[one.was].cost(one.now), one.cost)
            if cost < FORGOTTEN:
                yield one._replace(cost=cost)


def _known(memory: tuple[Revision, ...], found: Weighed, card: int, row: Line) -> dict[int, float]:
    """What was known of a card: of its own row, else of the most doubtful one of its kind."""
    own = [one for one in memory if one.was == card]
    for one in found.guess.revised:
        if one.now == card:
            # It was taken for another until now, and may still be that: as much speaks for it.
            own = [Revision(one.row, card, one.was, -one.cost)]
    same = [one for one in own if set(one.row) <= set(row)]
    costs: dict[int, float] = {}
    for one in same or own:
        costs[one.now] = min(one.cost, costs.get(one.now, one.cost))
    return costs


def worth_trying(memory: tuple[Revision, ...], sight: Sight) -> tuple[Revision, ...]:
    """What may well be: doubtful from the beginning, or as the picture shows it now."""
    lay = list(chain(*sight.before))
    surprising = set()
    for face in sight.faces:
        if face.best in lay:
            lay.remove(face.best)
        else:
            surprising.add(face.best)
    return tuple(
        one
        for one in memory
        if one.row in sight.before and (one.cost <= DOUBTFUL or one.now in surprising)
    )
