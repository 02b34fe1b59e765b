"""The likeliest guesses at a table of Cards: changed face by face and row by row while it pays."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations

from assistant.rules.cards import QWIRKLE
from assistant.watch.rows_faces import continues, is_even_at
from assistant.watch.rows_guess import (
    NONE,
    Guess,
    Line,
    Revision,
    Sight,
    Weighed,
    broken,
    goes_on,
    signature,
    weigh,
)

WIDTH = 7
"""So many of the best guesses are looked into further."""
ROUNDS = 14
MOST_WEIGHED = 1500
"""After so many guesses the best so far is taken: a phone waits."""
OTHERWISE = 9.0
"""A single card is tried as what is less likely than the best by no more than this, in nats."""
CLOSE = 4.5
"""The same where nothing speaks for it but the face itself."""
NOT_FOUND, TOO_MUCH = 4.0, 1.0
"""A card of an old row that a row of the picture has no face for, and a face too many."""
JOINED, JOINED_FAR, JOINED_NEAR = 3.5, 7.0, 1.2
"""Two rows that are one: where nothing tells how they lie, and where that speaks against or for."""
PARTED, PARTED_ODDLY = 3.0, 5.0
"""One row that is two, of which both may stay or not."""
PARTED_EVENLY = 3.5
"""More for that where the two lie on as one row does."""
ELSEWHERE = 6.0
"""A card that was read as of one row and is of another."""
STILL_LIES, LAY_BEFORE, UNSEEN_OF_IT = 0.3, 1.5, 1.5
"""A Qwirkle of the latest turn, of an earlier one, and each of its cards that is not seen."""


def best_guesses(
    sight: Sight, taken: tuple[Line, ...], latest: tuple[Line, ...], doubtful: tuple[Revision, ...]
) -> list[Weighed]:
    """Guesses with different outcomes, the likeliest first; `latest` of the taken may still lie."""
    starts = _starts(sight)
    found: dict[tuple[object, ...], Weighed] = {}
    seen: set[tuple[object, ...]] = set()
    open_: list[tuple[float, int, Weighed]] = []
    count = 0

    def consider(guess: Guess) -> None:
        nonlocal count
        if guess.key in seen:
            return
        seen.add(guess.key)
        count += 1
        one = weigh(sight, guess)
        known = found.get(one.outcome)
        if known is None or one.cost < known.cost:
            found[one.outcome] = one
        heapq.heappush(open_, (one.cost, count, one))

    for guess in starts:
        consider(guess)
    for _ in range(ROUNDS * WIDTH):
        if not open_ or count > MOST_WEIGHED:
            break
        cost, _, one = heapq.heappop(open_)
        best = min(known.cost for known in found.values())
        if cost > best + OTHERWISE:
            break
        for guess in _next(sight, one, taken, latest, doubtful):
            consider(guess)
    return sorted(found.values(), key=lambda one: one.cost)


def share_of_best(found: list[Weighed]) -> float:
    """How likely the first guess is right, among all of them."""
    return 1.0 / sum(math.exp(found[0].cost - one.cost) for one in found)


def _starts(sight: Sight) -> list[Guess]:
    """As the picture was read; and with rows read as those that lay there before."""
    raw = Guess(sight.shown, tuple(one.best for one in sight.faces))
    return [raw, _as_before(sight, raw)]


def _as_before(sight: Sight, guess: Guess) -> Guess:
    """The guess with faces read as the cards that lay there, row by row, best fit first."""
    fits = []
    for row in guess.rows:
        for number, old in enumerate(sight.before):
            cost, named = _read_as(sight, row, old)
            if named:
                fits.append((cost, row, number, named))
    tiles, rows, olds = list(guess.tiles), set(), set()
    for _, row, number, named in sorted(fits, key=lambda one: one[0]):
        if row not in rows and number not in olds:
            rows.add(row)
            olds.add(number)
            for k, tile in named.items():
                tiles[k] = tile
    return replace(guess, tiles=tuple(tiles))


def _read_as(sight: Sight, row: Line, old: Line) -> tuple[float, dict[int, int]]:
    """What it costs to read a row as an old one and more, and which face is which of its cards."""
    pairs = sorted((sight.faces[k].cost(tile), k, n) for k in row for n, tile in enumerate(old))
    named: dict[int, int] = {}
    used: set[int] = set()
    for one, k, n in pairs:
        if one <= OTHERWISE and k not in named and n not in used:
            named[k] = old[n]
            used.add(n)
    for a, b in combinations(sorted(named), 2):
        first, second = sight.faces[a], sight.faces[b]
        crossed = first.cost(named[b]) + second.cost(named[a])
        if crossed < first.cost(named[a]) + second.cost(named[b]):
            # Of two that look like one card, the one that is read less surely is the other.
            named[a], named[b] = named[b], named[a]
    cost = sum(sight.faces[k].cost(tile) for k, tile in named.items())
    cost += NOT_FOUND * (len(old) - len(used)) + TOO_MUCH * (len(row) - len(used))
    enough = sum(sight.faces[k].best == tile for k, tile in named.items()) * 2 >= len(old)
    return (cost, named) if enough else (cost, {})


def _next(
    sight: Sight,
    one: Weighed,
    taken: tuple[Line, ...],
    latest: tuple[Line, ...],
    doubtful: tuple[Revision, ...],
) -> Iterator[Guess]:
    """Guesses that differ from one in a single thing, where something is odd about it."""
    guess = one.guess
    old = Counter(one.before)
    rows: list[Line] = []
    same: list[Line] = []
    for row in guess.rows:
        tiles = signature(guess.tiles[k] for k in row)
        if old[tiles]:
            old[tiles] -= 1  # it lies as it did
            same.append(row)
        else:
            rows.append(row)
    yield from _read_otherwise(sight, one, rows)
    yield from _read_as_missing(sight, one, same)
    yield from _as_it_looks(sight, guess)
    yield from _regrouped(sight, guess, rows)
    yield from _counted_before(sight, guess, rows, taken, latest)
    if one.taken:
        yield replace(guess, none_taken=True)
    if not guess.alike:
        yield from _from_the_hand(one, rows)
    for revision in doubtful:
        if all(revision.row != known.row for known in guess.revised):
            told = replace(guess, revised=(*guess.revised, revision))
            yield told
            yield from _read_as_revised(told, revision)


def _read_as_revised(guess: Guess, revision: Revision) -> Iterator[Guess]:
    """With the face of a card that was counted as another as what it is, where its row lies."""
    for row in guess.rows:
        if signature(guess.tiles[k] for k in row) == revision.row and revision.now != NONE:
            at = next(k for k in row if guess.tiles[k] == revision.was)
            yield replace(guess, tiles=(*guess.tiles[:at], revision.now, *guess.tiles[at + 1 :]))


def _from_the_hand(one: Weighed, rows: list[Line]) -> Iterator[Guess]:
    """With a card that seems to have moved as one from the hand: its own is not seen."""
    tiles = one.guess.tiles
    lines = [{tiles[k] for k in row} for row in rows]
    for old, line in ((old, line) for old in one.before for line in lines):
        gone = {*old} - line
        if len(gone) == 1 and len(line) == len(old) - 1 and line < {*old}:
            (card,) = gone
            if any(card in other for other in lines):
                yield replace(one.guess, alike=(card,))


def _as_it_looks(sight: Sight, guess: Guess) -> Iterator[Guess]:
    """With one face that is taken for another card as what it looks like."""
    for k in chain(*guess.rows):
        if guess.tiles[k] != sight.faces[k].best:
            tiles = (*guess.tiles[:k], sight.faces[k].best, *guess.tiles[k + 1 :])
            yield replace(guess, tiles=tiles)


def _read_otherwise(sight: Sight, one: Weighed, rows: list[Line]) -> Iterator[Guess]:
    """With one face of a changed row read as another card."""
    guess, missing = one.guess, set(one.hidden)
    for row in rows:
        own = broken(signature(guess.tiles[k] for k in row))
        for k in row:
            rest = [guess.tiles[n] for n in row if n != k]
            for tile, cost in sight.faces[k].costs.items():
                if tile == guess.tiles[k] or cost > OTHERWISE:
                    continue
                mends = own > 0 and broken(signature((*rest, tile))) < own
                if cost <= CLOSE or tile in missing or mends:
                    tiles = (*guess.tiles[:k], tile, *guess.tiles[k + 1 :])
                    yield replace(guess, tiles=tiles)


def _read_as_missing(sight: Sight, one: Weighed, rows: list[Line]) -> Iterator[Guess]:
    """With one face of a row that seems to lie as it did as a card that is not seen elsewhere."""
    for k in chain(*rows) if one.hidden else ():
        for tile in {*one.hidden}:
            if sight.faces[k].cost(tile) <= CLOSE and tile != one.guess.tiles[k]:
                tiles = (*one.guess.tiles[:k], tile, *one.guess.tiles[k + 1 :])
                yield replace(one.guess, tiles=tiles)


def _regrouped(sight: Sight, guess: Guess, rows: list[Line]) -> Iterator[Guess]:
    """With a row parted, two rows joined, or a card put into a row or taken out of it."""
    for row in rows:
        others = tuple(one for one in guess.rows if one is not row)
        tiles = signature(guess.tiles[k] for k in row)
        if len(row) > 1 and broken(tiles) > 0:
            for cut in range(1, len(row)):
                parts = (row[:cut], row[cut:])
                whole = all(broken(signature(guess.tiles[k] for k in part)) == 0 for part in parts)
                cost = guess.regrouped + (PARTED if whole else PARTED_ODDLY)
                cost += PARTED_EVENLY if is_even_at([sight.faces[k] for k in row], cut) else 0.0
                yield replace(guess, rows=(*others, *parts), regrouped=cost)
            for k in (row[0], row[-1]) if len(row) > 2 else ():
                rest = tuple(n for n in row if n != k)
                yield replace(guess, rows=(*others, rest))
            if len(row) <= 2:
                yield replace(guess, rows=others)
    for row, other in combinations(rows, 2):
        tiles = signature(guess.tiles[k] for k in (*row, *other))
        if len(tiles) <= QWIRKLE and broken(tiles) == 0:
            yield _joined(sight, guess, row, other)
    for k in set(range(len(sight.faces))) - set(chain(*guess.rows)) - guess.counted:
        near = [row for row in guess.rows if goes_on(sight, row, k)]
        for row in (*near, *(row for row in rows if row not in near)):
            tiles = signature((*(guess.tiles[n] for n in row), guess.tiles[k]))
            if row in near or broken(tiles) == 0:
                others = tuple(one for one in guess.rows if one is not row)
                cost = guess.regrouped + (0.0 if sight.faces[k].loose else ELSEWHERE)
                yield replace(guess, rows=(*others, (*row, k)), regrouped=cost)
        yield replace(guess, rows=(*guess.rows, (k,)))
    for pair in sight.pairs:
        if not {*pair} & {*chain(*guess.rows)}:
            yield replace(guess, rows=(*guess.rows, pair))
    yield from _lying_still(sight, guess)


def _lying_still(sight: Sight, guess: Guess) -> Iterator[Guess]:
    """With cards that were read as lying alone as what is seen of a row that lay there."""
    used = {*chain(*guess.rows)} | guess.counted
    left = [k for k in range(len(sight.faces)) if k not in used]
    shown = {guess.tiles[k] for row in guess.rows for k in row}
    for old in sight.before:
        seen = [k for k in left if guess.tiles[k] in old]
        kinds = {guess.tiles[k] for k in seen}
        if len(kinds) == len(seen) > 1 and not shown.issuperset(old) and _is_near(sight, seen, old):
            yield replace(guess, rows=(*guess.rows, tuple(seen)))


def _is_near(sight: Sight, seen: list[int], old: Line) -> bool:
    """Whether cards lie no farther apart than those of a row do."""
    places = [sight.faces[k].face.centre_px for k in seen]
    farthest = max(math.dist(one, other) for one, other in combinations(places, 2))
    return farthest < len(old) * sight.usual_px


def _joined(sight: Sight, guess: Guess, row: Line, other: Line) -> Guess:
    """With two rows as one, in the order they lie in."""
    first, second = ([sight.faces[k] for k in one] for one in (row, other))
    near = continues(first, second, sight.usual_px)
    cost = JOINED if near is None else JOINED_NEAR if near else JOINED_FAR
    rest = tuple(one for one in guess.rows if one not in (row, other))
    return replace(guess, rows=(*rest, (*row, *other)), regrouped=guess.regrouped + cost)


def _counted_before(
    sight: Sight, guess: Guess, rows: list[Line], taken: tuple[Line, ...], latest: tuple[Line, ...]
) -> Iterator[Guess]:
    """With a row as a Qwirkle that was counted before and still lies there."""
    for row in rows:
        for six in taken:
            if len(row) != QWIRKLE and (len(row) != QWIRKLE - 1 or six not in latest):
                continue
            _, named = _read_as(sight, row, six)
            if len(named) < len(row):
                continue
            tiles = tuple(named.get(k, tile) for k, tile in enumerate(guess.tiles))
            cost = STILL_LIES if six in latest else LAY_BEFORE
            cost += UNSEEN_OF_IT * (QWIRKLE - len(row))
            yield replace(
                guess,
                rows=tuple(one for one in guess.rows if one is not row),
                tiles=tiles,
                counted=guess.counted | set(row),
                regrouped=guess.regrouped + cost,
            )
