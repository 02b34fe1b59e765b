"""Open hands: the cubes before each player, followed from picture to picture as they lie."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.board import Cell
from assistant.tiles import Tile
from assistant.watch.evidence import Evidence, agreement
from vision.observation import Face

HAND = 6
"""Cubes of a hand, at most (U2)."""
NEAR_EDGES = 3.2
"""Cubes of one hand lie within this of each other, in edges; two hands lie farther apart."""
REACH_EDGES = 4.5
"""Cubes that were rolled lie within this of where the hand lay."""
SAME_EDGES = 0.45
"""A cube within this of where one lay is that one, unless it shows another face by now."""
FEWEST = 3
"""Fewer cubes are no hand that is seen for the first time: one that fell there, or a misreading."""
OTHER = 0.05
"""A cube that agrees less than this with what lay there is another one, or was rolled."""
SURE = 0.9
"""A top is known when the pictures give it this much."""
OVERLOOKED = 2
"""A cube that so many pictures after another did not show is gone."""

Pixel = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Cube:
    """One cube of a hand, with what all pictures since it came there say about its top."""

    at_px: Pixel
    there: Evidence
    missed: int = 0
    """How many pictures after another did not show it."""

    @property
    def tile(self) -> Tile:
        """Its colour and the symbol that is up."""
        return self.there.best()

    @property
    def is_sure(self) -> bool:
        """Whether its top is known."""
        return not self.missed and self.there.share(self.tile) >= SURE

    @property
    def is_up(self) -> bool:
        """Whether the symbol that is up is known; its colour may be in doubt."""
        return not self.missed and self.there.shape_shares()[self.tile.shape] >= SURE


@dataclass(frozen=True, slots=True)
class OpenHand:
    """The cubes that lie together before one player."""

    number: int
    """By which phones name it."""
    cubes: tuple[Cube, ...]
    player: str = ""
    """Whose it is; nobody's while that is not known."""
    is_told: bool = False
    """Whether a person said whose it is."""
    told_by: int = 0
    """The number of the turn whose cubes can only have come from it; 0 where only the order of the
    seats says whose it is."""
    base: tuple[Cube, ...] = ()
    """How it lay when its player's turn began."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tops, from left to right as they lie in the picture."""
        return tuple(cube.tile for cube in self.cubes)

    @property
    def is_sure(self) -> bool:
        """Whether every cube of it is seen and known."""
        return bool(self.cubes) and all(cube.is_sure for cube in self.cubes)

    @property
    def is_up(self) -> bool:
        """Whether every cube of it is seen, and the symbol that is up is known."""
        return bool(self.cubes) and all(cube.is_up for cube in self.cubes)

    @property
    def middle_px(self) -> Pixel:
        """Where it lies."""
        return mean_px(cube.at_px for cube in self.cubes)

    @property
    def is_guess(self) -> bool:
        """Whether neither a person nor a move says whose it is."""
        return not self.is_told and not self.told_by

    def of_player(self, player: str, is_told: bool = False, told_by: int = 0) -> OpenHand:
        """The same hand as this player's; as nobody's where no name is given."""
        return replace(self, player=player, is_told=is_told, told_by=told_by)

    def away_px(self, at_px: Pixel) -> float:
        """How far pixels are from its nearest cube."""
        return min(math.dist(cube.at_px, at_px) for cube in self.cubes)


def mean_px(places: Iterable[Pixel]) -> Pixel:
    """The middle of some pixels."""
    xs, ys = zip(*places, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def followed(
    hands: Sequence[OpenHand],
    faces: Sequence[Face],
    edge_px: float,
    at_s: float,
    stirred: bool,
    players: int,
) -> tuple[OpenHand, ...]:
    """The hands after a picture that shows these faces beside the grid.

    A hand of which no cube is seen stays as it was: somebody leans over it.
    """
    own, others = _shared_out(hands, faces, edge_px)
    after = [
        replace(hand, cubes=_looked(hand.cubes, own[hand.number], edge_px, at_s, stirred))
        for hand in hands
    ]
    after = [hand for hand in after if hand.cubes]
    number = max((hand.number for hand in hands), default=0)
    for group in _groups(others, edge_px):
        if len(group) >= FEWEST and len(after) < players:
            number += 1
            cubes = tuple(Cube(face.centre_px, Evidence().seen(face, at_s)) for face in group)
            cubes = tuple(sorted(cubes, key=lambda cube: cube.at_px))
            after.append(OpenHand(number, cubes, base=cubes))
    return tuple(after)


def _shared_out(
    hands: Sequence[OpenHand], faces: Sequence[Face], edge_px: float
) -> tuple[dict[int, list[Face]], list[Face]]:
    """The faces by the hand that they belong to, nearest first, and those of none."""
    pairs = sorted(
        (hand.away_px(face.centre_px), hand.number, k)
        for hand in hands
        for k, face in enumerate(faces)
    )
    own: dict[int, list[Face]] = {hand.number: [] for hand in hands}
    taken: set[int] = set()
    for away_px, number, k in pairs:
        if away_px < REACH_EDGES * edge_px and k not in taken and len(own[number]) < HAND:
            own[number].append(faces[k])
            taken.add(k)
    return own, [face for k, face in enumerate(faces) if k not in taken]


def _looked(
    cubes: Sequence[Cube], faces: Sequence[Face], edge_px: float, at_s: float, stirred: bool
) -> tuple[Cube, ...]:
    """A hand's cubes after one more picture of them."""
    if not faces:
        return tuple(replace(cube, missed=cube.missed + 1) for cube in cubes)
    left, after = list(cubes), []
    for face in faces:
        near = [cube for cube in left if _lies_at(cube, face, edge_px)]
        cube = min(near, key=lambda one: math.dist(one.at_px, face.centre_px), default=None)
        there = Evidence()
        if cube is not None:
            left.remove(cube)
            if not stirred or agreement(face, cube.there) >= OTHER:
                there = cube.there
        after.append(Cube(face.centre_px, there.seen(face, at_s)))
    # With all of a hand in view there is no cube that only was overlooked.
    for cube in left if len(after) < HAND else ():
        if cube.missed + 1 < OVERLOOKED:
            after.append(replace(cube, missed=cube.missed + 1))
    return tuple(sorted(after, key=lambda cube: cube.at_px))


def _lies_at(cube: Cube, face: Face, edge_px: float) -> bool:
    return math.dist(cube.at_px, face.centre_px) < SAME_EDGES * edge_px


def _groups(faces: Sequence[Face], edge_px: float) -> list[list[Face]]:
    """Faces that lie together, nearest pairs first, never more than a hand; largest first."""
    group_of = {k: [k] for k in range(len(faces))}
    pairs = sorted(
        (math.dist(faces[i].centre_px, faces[j].centre_px), i, j)
        for i in range(len(faces))
        for j in range(i)
    )
    for apart_px, i, j in pairs:
        one, other = group_of[i], group_of[j]
        fits = len(one) + len(other) <= HAND
        if apart_px < NEAR_EDGES * edge_px and one is not other and fits:
            one.extend(other)
            group_of |= dict.fromkeys(other, one)
    found = {id(group): group for group in group_of.values()}
    return sorted(([faces[k] for k in group] for group in found.values()), key=len, reverse=True)


def moved_with(
    hands: Sequence[OpenHand], before: Mapping[Cell, Pixel], now: Mapping[Cell, Pixel]
) -> tuple[OpenHand, ...]:
    """The hands where the camera that moved sees them, as the tiles of the grid tell."""
    cells = [cell for cell in before if cell in now]
    if len(cells) < 2:
        return tuple(hands)
    was = [complex(*before[cell]) for cell in cells]
    seen = [complex(*now[cell]) for cell in cells]
    middle, after = sum(was) / len(was), sum(seen) / len(seen)
    spread = sum(abs(one - middle) ** 2 for one in was)
    if not spread:
        return tuple(hands)
    turn = sum(
        (there - after) * (one - middle).conjugate() for one, there in zip(was, seen, strict=True)
    )

    def moved(cube: Cube) -> Cube:
        place = after + turn / spread * (complex(*cube.at_px) - middle)
        return replace(cube, at_px=(place.real, place.imag))

    return tuple(
        replace(hand, cubes=tuple(map(moved, hand.cubes)), base=tuple(map(moved, hand.base)))
        for hand in hands
    )
