"""Openings: who starts, and with how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from assistant.rules.ruling import Fault
from assistant.tiles import Attribute, Tile


def wrong_size(laid: int, declared: int) -> Fault | None:
    """What is wrong with an opening of so many, which has to be the declared set (C2, U3, K2)."""
    if laid == declared:
        return None
    return Fault.OPENING_TOO_SMALL if laid < declared else Fault.OPENING_TOO_LARGE


def largest_set(hand: Iterable[Tile]) -> int:
    """How many pieces of a hand share one colour or one shape, each kind counted once (C2)."""
    kinds = set(hand)
    shared: Counter[Attribute] = Counter(
        attribute for kind in kinds for attribute in (kind.colour, kind.shape)
    )
    return max(shared.values(), default=0)


def tied_for_start(counts: Sequence[int]) -> tuple[int, ...]:
    """The seats that declared the largest number."""
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most)
