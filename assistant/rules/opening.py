"""Who starts: the largest set in a hand, and the tie-break between equals."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.rules.grid import TieBreak
from assistant.tiles import Colour, Shape, Tile


def largest_set(hand: Sequence[Tile]) -> tuple[Tile, ...]:
    """The most different tiles of a hand that share one attribute, in the order they are held."""
    kinds = tuple(dict.fromkeys(hand))
    sets = [
        tuple(tile for tile in kinds if attribute in (tile.colour, tile.shape))
        for attribute in (*Colour, *Shape)
    ]
    return max(sets, key=len)


def tied_for_start(counts: Sequence[int]) -> tuple[int, ...]:
    """The seats that declared the largest number."""
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most)


def starter_by_count(
    counts: Sequence[int], tie_break: TieBreak, ages: Sequence[float] | None = None
) -> int:
    """The seat that starts; without ages, or between equally old players, the first tied seat."""
    if not counts:
        raise ValueError("nobody declared a number, so nobody can start")
    if ages is not None and len(ages) != len(counts):
        raise ValueError(f"{len(counts)} numbers were declared but {len(ages)} ages were given")
    tied = tied_for_start(counts)
    if ages is None:
        return tied[0]
    chosen = max if tie_break is TieBreak.OLDEST else min
    return chosen(tied, key=lambda seat: ages[seat])
