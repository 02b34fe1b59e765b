"""Rolls: what a hand of cubes tells about how it was rolled, drawn and laid from."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from assistant.board import Placement
from assistant.game.state import Game
from assistant.moves.open_cells import fitting
from assistant.tiles import Colour, Shape, Tile
from assistant.watch.open_hands import SURE, Cube, OpenHand, Pixel

SURELY = 0.95
"""A symbol came up anew when the pictures give it this much, and what was there before as much."""
STAYED_EDGES = 0.35
"""A cube that lies within this of where the same top lay was not rolled."""
ALIKE = {Shape.SQUARE, Shape.DIAMOND}
"""Only a cube's own edges tell these apart: where it did not move, it was misread and not rolled"""
UNMOVED_EDGES = 0.05
"""A cube within this of where it lay did not move: of 20,000 pairs of readings of a cube that lay
at rest 99 in 100 differ by less."""
OVERLOOKED_CUBES = 1
"""So many cubes of a hand may be overlooked while the others tell of a roll."""
MAY_BE = 0.02
"""A cube that the pictures give this much may be it: inks are asked about where they are unsure."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Somebody rolled cubes again."""

    player: str
    count: int
    """Cubes that show or lie otherwise."""
    of: int
    """Cubes of the hand."""
    hand: tuple[Tile, ...]
    """The tops before, where all of their colours were known."""


def rolled(hand: OpenHand, edge_px: float) -> Roll | None:
    """That the hand was rolled since its player's turn began: other tops, the same colours."""
    base = hand.base
    if not base or not hand.is_up or not all(cube.is_up for cube in base):
        return None
    before, now = _tops(base, hand), _tops(hand.cubes, hand)
    if not _may_be_same_cubes(before, now):
        return None
    changed = (Counter(top.tile for top in now) - Counter(top.tile for top in before)).total()
    if not changed or not _surely_changed(before, now, edge_px):
        return None
    count = max(changed, len(now) - _stayed(before, now, edge_px))
    known = all(cube.is_sure for cube in base)
    tiles = tuple(cube.tile for cube in base) if known else ()
    return Roll(hand.player, count, len(before), tiles)


def count_of_roll(game: Game, roll: Roll) -> int:
    """How many cubes were rolled: after the first roll of a turn, or if nothing fits, all (U5).

    One that shows its symbol again where it lay seems to have stayed; with half of the others it
    was thrown, too.
    """
    seat = game.seat(roll.player)
    fits_nowhere = bool(roll.hand) and not fitting(game.board, roll.hand)
    only_all = seat is not None and (seat.rolls or fits_nowhere)
    return roll.of if only_all and 2 * roll.count >= roll.of else roll.count


def may_be_rolled(hand: OpenHand) -> bool:
    """Whether other tops in the same colours are seen, though not surely enough yet."""
    before, now = _tops(hand.base, hand), _tops(hand.cubes, hand)
    new = Counter(top.tile for top in now) - Counter(top.tile for top in before)
    return _may_be_same_cubes(before, now) and bool(new)


def lies_as_before(hand: OpenHand) -> bool:
    """Whether nothing was taken from a hand, and nothing of it was rolled."""
    before, now = _tops(hand.base, hand), _tops(hand.cubes, hand)
    return Counter(top.tile for top in now) == Counter(top.tile for top in before)


def only_lacks_cubes(hand: OpenHand) -> bool:
    """Whether a hand lies as it did but for cubes that are not seen."""
    before, now = _tops(hand.base, hand), _tops(hand.cubes, hand)
    return Counter(top.tile for top in now) < Counter(top.tile for top in before)


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
    if colours - Counter(tile.colour for tile in base.elements()):
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


def may_be_laid_from(hand: OpenHand, placement: Placement) -> bool:
    """Whether all that was laid may have lain in the hand, each of it in a cube of its own."""
    laid = [placed.tile for placed in placement]
    return any(
        all(cube.there.share(tile) >= MAY_BE for cube, tile in zip(cubes, laid, strict=True))
        for cubes in permutations(hand.base, len(laid))
    )


def drawn(hand: OpenHand) -> int:
    """How many cubes of a hand, at least, did not lie there when the turn began."""
    before, now = (Counter(c.tile.colour for c in cubes) for cubes in (hand.base, hand.cubes))
    return (now - before).total()


def _is_clear(cube: Cube) -> bool:
    return cube.is_sure and cube.there.share(cube.tile) >= SURELY


@dataclass(frozen=True, slots=True)
class _Top:
    """A cube's top in a hand, by a colour that stands for all it is confused with there."""

    tile: Tile
    at_px: Pixel
    is_clear: bool


def _tops(cubes: Sequence[Cube], hand: OpenHand) -> list[_Top]:
    """The tops of cubes: what is red in one picture and orange in the next is no roll."""
    stands_for = _told_apart((*hand.base, *hand.cubes))
    return [
        _Top(
            Tile(stands_for[cube.tile.colour], cube.tile.shape),
            cube.at_px,
            cube.is_up and cube.there.shape_shares()[cube.tile.shape] >= SURELY,
        )
        for cube in cubes
    ]


def _told_apart(cubes: Sequence[Cube]) -> dict[Colour, Colour]:
    """Each colour, and that which stands for all that these cubes may be instead of it."""
    stands_for = {colour: colour for colour in Colour}
    for cube in cubes:
        shares = cube.there.colour_shares().items()
        likely = {stands_for[colour] for colour, share in shares if share > 1 - SURE}
        first = min(likely, key=list(Colour).index)
        stands_for = {own: first if one in likely else one for own, one in stands_for.items()}
    return stands_for


def _may_be_same_cubes(before: Sequence[_Top], now: Sequence[_Top]) -> bool:
    """Whether these are cubes of one hand, which keep their colours; one may be overlooked."""
    was, seen = (Counter(top.tile.colour for top in tops) for tops in (before, now))
    return seen <= was and len(before) - len(now) <= OVERLOOKED_CUBES


def _surely_changed(before: Sequence[_Top], now: Sequence[_Top], edge_px: float) -> bool:
    """Whether a top is another one beyond what may be a misreading."""
    new = Counter(top.tile for top in now) - Counter(top.tile for top in before)
    gone = Counter(top.tile for top in before) - Counter(top.tile for top in now)
    clear = [top for top in now if top.tile in new and top.is_clear]
    if not clear or not any(top.is_clear for top in before if top.tile in gone):
        return False
    return any(not _only_turned(top, before, edge_px) for top in clear)


def _only_turned(top: _Top, before: Sequence[_Top], edge_px: float) -> bool:
    """Whether this is a square where a diamond lay, or the other way, and nothing moved."""
    return top.tile.shape in ALIKE and any(
        one.tile.colour is top.tile.colour
        and one.tile.shape in ALIKE
        and math.dist(one.at_px, top.at_px) < UNMOVED_EDGES * edge_px
        for one in before
    )


def _stayed(before: Sequence[_Top], now: Sequence[_Top], edge_px: float) -> int:
    """How many cubes lie where the same top lay."""
    return sum(
        any(
            one.tile == top.tile and math.dist(one.at_px, top.at_px) < STAYED_EDGES * edge_px
            for one in before
        )
        for top in now
    )
