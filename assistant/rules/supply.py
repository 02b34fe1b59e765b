"""What remains: the pieces of a set that nobody has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from assistant.rules.book import Book, Limit
from assistant.tiles import Colour, Tile, palette_of


def unseen(seen: Iterable[Tile], book: Book) -> dict[Tile | Colour, int]:
    """How many of each kind, or of each colour, are neither on the table nor shown (C1, U1, K1)."""
    seen = tuple(seen)
    palette = book.palette or palette_of(seen)
    counts = Counter(map(book.limited, seen))
    limited: tuple[Tile | Colour, ...] = palette.kinds
    if book.limit is Limit.COLOUR:
        limited = palette.colours
    return {what: max(0, book.copies - counts[what]) for what in limited}
