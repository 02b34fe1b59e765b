"""Rolls: what a hand of cubes tells about how it was rolled, drawn and laid from."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.board import Placement
from assistant.tiles import Colour, Shape, Tile
from assistant.watch.open_hands import Cube, OpenHand

SURELY = 0.95
"""A symbol came up anew when the pictures give it this much, and what was there before as much."""
STAYED_EDGES = 0.35
"""A cube that lies within this of where the same top lay was not rolled."""
ALIKE = {Shape.SQUARE, Shape.DIAMOND}
"""Only a cube's own edges tell these apart: where it did not move, it was misread and not rolled"""


@dataclass(frozen=True, slots=True)
class Roll:
    """Somebody rolled cubes again."""

    player: str
    count: int
    hand: tuple[Tile, ...]
    """The tops before."""


def rolled(hand: OpenHand, edge_px: float) -> Roll | None:
    """That the hand was rolled since its player's turn began: other tops, the same colours."""
    base = hand.base
    if not base or not hand.is_sure or not all(cube.is_sure for cube in base):
        return None
    if _colours(hand.cubes) != _colours(base):
        return None
    before, now = Counter(cube.tile for cube in base), Counter(hand.tiles)
    changed = sum((now - before).values())
    if not changed or not _surely_changed(base, hand.cubes, edge_px):
        return None
    stayed = _stayed(base, hand.cubes, edge_px)
    count = max(changed, len(hand.cubes) - stayed)
    return Roll(hand.player, count, tuple(cube.tile for cube in base))


def may_be_rolled(hand: OpenHand) -> bool:
    """Whether other tops in the same colours are seen, though not surely enough yet."""
    same = _colours(hand.cubes) == _colours(hand.base)
    return same and Counter(hand.tiles) != Counter(cube.tile for cube in hand.base)


def rolled_before_laying(hand: OpenHand, placement: Placement) -> int:
    """How many cubes were rolled in a turn of which only the end was seen; at least so many.

    What was laid and did not lie there so, and what lies there no more, came up anew. Cubes that
    were drawn since may lie among them, so that a top that still is there tells nothing.
    """
    laid = Counter(placed.tile for placed in placement)
    base = Counter(cube.tile for cube in hand.base)
    colours = Counter(tile.colour for tile in laid.elements())
    if not hand.base or not all(_is_clear(cube) for cube in hand.base):
        return 0
    if colours - _colours(hand.base):
        return 0  # a colour that was not there: the hand was misread, or is another's
    anew = sum((laid - base).values())
    if not (hand.is_sure and all(_is_clear(cube) for cube in hand.cubes)):
        return anew
    kept = base - laid
    for tile in (laid - base).elements():
        # Which cube of this colour came up otherwise does not matter: one of them did.
        same = [one for one in kept if one.colour is tile.colour]
        kept -= Counter(same[:1])
    return anew + sum((kept - Counter(hand.tiles)).values())


def laid_from(hand: OpenHand, placement: Placement) -> bool:
    """Whether all that was laid lay in the hand as it was when the turn began."""
    laid = Counter(placed.tile for placed in placement)
    return not laid - Counter(cube.tile for cube in hand.base)


def _colours(cubes: Sequence[Cube]) -> Counter[Colour]:
    return Counter(cube.tile.colour for cube in cubes)


def _is_clear(cube: Cube) -> bool:
    return cube.is_sure and cube.there.share(cube.tile) >= SURELY


def _surely_changed(base: Sequence[Cube], cubes: Sequence[Cube], edge_px: float) -> bool:
    """Whether a top is another one beyond what may be a misreading."""
    new = Counter(cube.tile for cube in cubes) - Counter(cube.tile for cube in base)
    gone = Counter(cube.tile for cube in base) - Counter(cube.tile for cube in cubes)
    clear = [cube for cube in cubes if cube.tile in new and _is_clear(cube)]
    if not clear or not any(_is_clear(cube) for cube in base if cube.tile in gone):
        return False
    return any(not _only_turned(cube, base, edge_px) for cube in clear)


def _only_turned(cube: Cube, base: Sequence[Cube], edge_px: float) -> bool:
    """Whether this is a square where a diamond lay, or the other way, and nothing moved."""
    return cube.tile.shape in ALIKE and any(
        one.tile.colour is cube.tile.colour
        and one.tile.shape in ALIKE
        and math.dist(one.at_px, cube.at_px) < STAYED_EDGES * edge_px
        for one in base
    )


def _stayed(base: Sequence[Cube], cubes: Sequence[Cube], edge_px: float) -> int:
    """How many cubes lie where the same top lay."""
    return sum(
        any(
            one.tile == cube.tile and math.dist(one.at_px, cube.at_px) < STAYED_EDGES * edge_px
            for one in base
        )
        for cube in cubes
    )
