"""Cards: what a turn laid, moved and took, from the rows a picture shows and the rows before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain, combinations
from typing import NamedTuple

from assistant.rules.cards import BOOK, SHORTEST_ROW, Row, Table, row_violations
from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Shape, Tile
from vision.observation import Face, Observation

SURE = 0.8
"""A card read with less than this is asked about."""
PLAUSIBLE = 0.004
"""A reading at least this likely against the best one may be the true one."""
MOST_MISREAD = 3
"""More cards of one picture are not taken for misread: then the table really changed so."""


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

    @property
    def text(self) -> str:
        """The key of its sentence."""
        return f"page.question.rows.{self.value}"


class Card(NamedTuple):
    """A card of a row, with the face that was read for it; None where none was seen."""

    tile: Tile
    face: Face | None = None


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

    @property
    def rows(self) -> Table:
        """The rows without their faces."""
        return tuple(_tiles_of(row) for row in self.cards)

    @property
    def is_legal(self) -> bool:
        """Whether every row may stay as it lies."""
        return bool(self.laid) and not any(row_violations(row) for row in self.rows)


def explain_rows(
    before: Table, piles: tuple[Tile, ...], seen: Observation, just_taken: Table = ()
) -> RowsSeen:
    """The likeliest explanation of a picture: old cards still there, rows legal, three of each.

    Qwirkles that the latest turn completed may still lie there; they count no second time.
    """
    faces = _without_counted([list(row) for row in seen.rows], just_taken)
    tiles = [[face.tile for face in row] for row in faces]
    between, doubts = _between_rows(before, piles, tiles, seen.loose)
    tiles += [[face.tile] for face in between]
    faces += [[face] for face in between]
    doubts |= _reread(before, piles, tiles, faces)
    cards = [
        [Card(*one) for one in zip(row, shown, strict=True)]
        for row, shown in zip(tiles, faces, strict=True)
    ]
    missing = Counter(chain(*before)) - Counter(card.tile for row in cards for card in row)
    taken = _taken_qwirkles(missing, Counter(chain(piles, *tiles)))
    for row in taken:
        missing -= Counter(row)
    if missing:
        doubts |= {Doubt.HIDDEN}
        _keep_hidden(before, cards, missing)
    rows, parted = _parted([tuple(row) for row in cards if row])
    doubts |= {Doubt.PARTED} if parted else set()
    rows += [tuple(Card(tile) for tile in row) for row in taken]
    laid = Counter(card.tile for row in rows for card in row) - Counter(chain(*before))
    if not laid:
        doubts |= {Doubt.NOTHING_LAID}
    if any(face.confidence < SURE for row in faces for face in row):
        doubts |= {Doubt.READING}
    return RowsSeen(
        tuple(laid.elements()),
        tuple(rows),
        taken,
        tuple(face.tile for face in between),
        _apart(seen.loose, between, piles),
        tuple(missing.elements()),
        frozenset(doubts),
    )


def _apart(
    loose: tuple[Face, ...], between: tuple[Face, ...], piles: tuple[Tile, ...]
) -> tuple[Tile, ...]:
    """The open cards that nothing accounts for."""
    return tuple(
        face.tile
        for face in loose
        if face.confidence >= SURE
        and face.tile not in piles
        and all(face is not one for one in between)
    )


def _tiles_of(row: Iterable[Card]) -> Row:
    return tuple(card.tile for card in row)


def _without_counted(rows: list[list[Face]], just_taken: Table) -> list[list[Face]]:
    """The rows but for Qwirkles that were counted with the turn before and still lie there."""
    left = [frozenset(row) for row in just_taken]
    kept = []
    for row in rows:
        tiles = frozenset(face.tile for face in row)
        if len(row) == len(tiles) and tiles in left:
            left.remove(tiles)
        else:
            kept.append(row)
    return kept


def _between_rows(
    before: Table, piles: tuple[Tile, ...], tiles: list[list[Tile]], loose: tuple[Face, ...]
) -> tuple[tuple[Face, ...], set[Doubt]]:
    """The single cards that lay on the table before; others are taken Qwirkles of players."""
    missing = Counter(chain(*before)) - Counter(chain(*tiles))
    found = []
    if _taken_qwirkles(missing, Counter(chain(piles, *tiles))):
        return (), set()
    for face in loose:
        if missing[face.tile] > 0 and face.tile not in piles:
            missing[face.tile] -= 1
            found.append(face)
    return tuple(found), ({Doubt.BETWEEN_ROWS} if found else set())


def _reread(
    before: Table, piles: tuple[Tile, ...], tiles: list[list[Tile]], faces: list[list[Face]]
) -> set[Doubt]:
    """Cards read anew where an old card is missing, a fourth copy would lie or a row is broken."""
    doubts: set[Doubt] = set()
    for _ in range(MOST_MISREAD):
        change = _best_change(before, piles, tiles, faces)
        if change is None:
            break
        row, place, tile = change
        tiles[row][place] = tile
        doubts.add(Doubt.READING)
    return doubts


def _best_change(
    before: Table, piles: tuple[Tile, ...], tiles: list[list[Tile]], faces: list[list[Face]]
) -> tuple[int, int, Tile] | None:
    """The likeliest other reading of one card that mends more than it costs."""
    now = _faults(before, piles, tiles)
    if not now:
        return None
    best, most = None, PLAUSIBLE
    for r, row in enumerate(faces):
        for c, face in enumerate(row):
            for tile, ratio in _rivals(face, tiles[r][c]):
                if ratio <= most:
                    continue
                tried = [list(one) for one in tiles]
                tried[r][c] = tile
                if _faults(before, piles, tried) < now:
                    best, most = (r, c, tile), ratio
    return best


def _rivals(face: Face, current: Tile) -> Iterator[tuple[Tile, float]]:
    """Other readings of a face, with their probability against the best."""
    top = face.probability(face.tile)
    for colour, p in face.colours.items():
        for shape, q in face.shapes.items():
            tile = Tile(colour, shape)
            if p * q > PLAUSIBLE * top and tile != current:
                yield tile, p * q / top


def _faults(before: Table, piles: tuple[Tile, ...], tiles: list[list[Tile]]) -> int:
    """How much of a table is odd: old cards gone, fourth copies, broken rows."""
    seen = Counter(chain(*tiles))
    missing = Counter(chain(*before)) - seen
    for row in _taken_qwirkles(missing, seen + Counter(piles)):
        missing -= Counter(row)
    copies = seen + Counter(piles)
    fourth = sum(max(0, copies[tile] - BOOK.copies) for tile in seen)
    broken = sum(len(row_violations(tuple(row))) for row in tiles)
    return 2 * missing.total() + 2 * fourth + broken


def _taken_qwirkles(missing: Counter[Tile], elsewhere: Counter[Tile]) -> Table:
    """The Qwirkles that explain missing cards: all six of a colour or shape, the rest from hand."""
    taken: list[Row] = []
    left = Counter(missing)
    for row in sorted(_qwirkles(left), key=lambda row: -sum(left[t] > 0 for t in row)):
        gone = [tile for tile in row if left[tile] > 0]
        from_hand = [tile for tile in row if left[tile] <= 0]
        supply = all(elsewhere[t] + left[t] < BOOK.copies for t in from_hand)
        if len(gone) >= SHORTEST_ROW - 1 and supply:
            taken.append(row)
            left -= Counter(gone)
    return tuple(taken) if not left else ()


def _qwirkles(missing: Counter[Tile]) -> list[Row]:
    """Every full row of six to which a missing card may belong."""
    colours = {tile.colour for tile in missing}
    palette = WHITE_SET if Colour.WHITE in colours else PURPLE_SET
    same_colour = [tuple(Tile(colour, shape) for shape in Shape) for colour in colours]
    shapes = {tile.shape for tile in missing}
    return same_colour + [tuple(Tile(c, shape) for c in palette.colours) for shape in shapes]


def _keep_hidden(before: Table, cards: list[list[Card]], missing: Counter[Tile]) -> None:
    """Cards that are not seen lie where most of their old row lies."""
    for tile in missing.elements():
        homes = [set(row) for row in before if tile in row]
        best = max(
            range(len(cards)),
            key=lambda k: max(len(set(_tiles_of(cards[k])) & home) for home in homes),
            default=None,
        )
        if best is not None and any(set(_tiles_of(cards[best])) & home for home in homes):
            cards[best].append(Card(tile))
        else:
            cards.append([Card(tile)])


def _parted(rows: list[tuple[Card, ...]]) -> tuple[list[tuple[Card, ...]], bool]:
    """Rows that only make sense in two or together, where they were read otherwise."""
    found: list[tuple[Card, ...]] = []
    for row in rows:
        halves = next(
            (
                (row[:k], row[k:])
                for k in range(SHORTEST_ROW, len(row) - SHORTEST_ROW + 1)
                if _may_stay(row[:k]) and _may_stay(row[k:])
            ),
            None,
        )
        found += halves if halves is not None and not _may_stay(row) else (row,)
    for one, other in combinations([row for row in found if len(row) < SHORTEST_ROW], 2):
        if one in found and other in found and _may_stay(one + other):
            found.remove(one)
            found.remove(other)
            found.append(one + other)
    return found, found != rows


def _may_stay(row: Iterable[Card]) -> bool:
    return not row_violations(_tiles_of(row))
