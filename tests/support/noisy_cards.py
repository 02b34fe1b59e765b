"""A reader of Cards that errs as told: cards missed and misread, rows split and joined."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from assistant.rules.cards import Table
from assistant.tiles import PURPLE_SET, Colour, Shape, Tile
from vision.observation import Face, Group, GroupKind, Observation

T = TypeVar("T", Colour, Shape)
CARD_PX = 90.0
LIKE = {
    Colour.RED: Colour.ORANGE,
    Colour.ORANGE: Colour.RED,
    Colour.YELLOW: Colour.ORANGE,
    Colour.GREEN: Colour.BLUE,
    Colour.BLUE: Colour.PURPLE,
    Colour.PURPLE: Colour.BLUE,
}
ALIKE = {
    Shape.CIRCLE: Shape.CLOVER,
    Shape.SQUARE: Shape.DIAMOND,
    Shape.DIAMOND: Shape.SQUARE,
    Shape.CLOVER: Shape.CIRCLE,
    Shape.STARBURST: Shape.CRISSCROSS,
    Shape.CRISSCROSS: Shape.STARBURST,
}
"""What a kind is confused with most."""
MOSTLY = 0.7
STUBBORN = 0.35
"""How often a card that was misread is misread alike on the next photo."""


@dataclass(frozen=True)
class Rates:
    """How often a reader errs."""

    unsure: tuple[tuple[float, float], ...]
    """How often colour or shape is read with how much doubt, and then wrong so often."""
    missed: float
    split: float
    joined: float
    loosened: float
    """A card at the end of a row that is told as lying by itself."""
    invented: float
    """Open cards beside the rows that are none, a photo."""
    proud: float = 1.0
    """The doubt that is told, against the true one."""

    def times(self, factor: float) -> Rates:
        """A reader that errs so much more often, as honest as before."""
        (first, doubt), *rest = self.unsure
        more = tuple((share * factor, unsure) for share, unsure in rest)
        sure = 1.0 - sum(share for share, _ in more)
        grown = {
            name: getattr(self, name) * factor
            for name in ("missed", "split", "joined", "loosened", "invented")
        }
        assert sure > 0 < first
        return replace(self, unsure=((sure, doubt * factor), *more), **grown)


PERFECT = Rates(((1.0, 0.0),), 0.0, 0.0, 0.0, 0.0, 0.0)
MEASURED = Rates(
    ((0.92, 0.002), (0.05, 0.05), (0.03, 0.35)), 0.015, 0.01, 0.01, 0.005, 0.02, proud=0.7
)


class NoisyReader:
    """Reads the tables of one game, with errors that stick to cards."""

    def __init__(self, seed: int, rates: Rates) -> None:
        self._dice = random.Random(seed)
        self._rates = rates
        self._misread: dict[Tile, tuple[Face, Tile]] = {}

    def read(self, shown: Table, tops: Sequence[Tile] = ()) -> Observation:
        """What it says of rows and of the open cards on piles."""
        dice, rates = self._dice, self._rates
        rows: list[list[Face]] = []
        loose: list[Face] = []
        order = dice.sample(shown, len(shown))
        for number, tiles in enumerate(order):
            cards = list(tiles) if dice.random() < 0.5 else list(tiles)[::-1]
            faces = [
                self._face(tile, (CARD_PX * (k + 1), 160.0 * (number + 1)))
                for k, tile in enumerate(cards)
                if dice.random() >= rates.missed
            ]
            if len(faces) > 1 and dice.random() < rates.loosened:
                loose.append(faces.pop())
            if len(faces) > 2 and dice.random() < rates.split:
                cut = dice.randrange(1, len(faces))
                rows += [faces[:cut], faces[cut:]]
            elif rows and dice.random() < rates.joined:
                rows[-1] += faces
            else:
                rows.append(faces)
        loose += [row[0] for row in rows if len(row) == 1]
        loose += [self._face(tile, (20.0, 50.0 * k)) for k, tile in enumerate(tops)]
        if dice.random() < rates.invented:
            loose.append(self._face(dice.choice(PURPLE_SET.kinds), (900.0, 900.0)))
        groups = tuple(Group(GroupKind.HEAP, (face,)) for face in loose)
        kept = tuple(tuple(row) for row in rows if len(row) > 1)
        return Observation((2000, 2000), rows=kept, groups=groups, tile_px=CARD_PX)

    def _face(self, tile: Tile, at_px: tuple[float, float]) -> Face:
        x, y = at_px
        w, h = CARD_PX * 0.45, CARD_PX * 0.7
        corners = ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))
        if tile in self._misread and self._dice.random() < STUBBORN:
            face, _ = self._misread[tile]
            return replace(face, centre_px=at_px, corners_px=corners)
        colours = self._axis(tile.colour, LIKE, tuple(LIKE))
        shapes = self._axis(tile.shape, ALIKE, tuple(Shape))
        face = Face(colours, shapes, at_px, corners)
        if face.tile != tile:
            self._misread[tile] = (face, tile)
        return face

    def _axis(self, true: T, like: dict[T, T], kinds: tuple[T, ...]) -> dict[T, float]:
        """Colour or shape as probabilities, wrong about as often as they say."""
        dice = self._dice
        shares = [share for share, _ in self._rates.unsure]
        doubt = dice.choices([unsure for _, unsure in self._rates.unsure], shares)[0]
        rival = like[true] if dice.random() < MOSTLY else dice.choice(kinds)
        first, second = (rival, true) if dice.random() < doubt else (true, rival)
        told = doubt * self._rates.proud * dice.uniform(0.5, 1.5)
        told = min(max(told, 1e-5), 0.5)
        found = dict.fromkeys(kinds, 0.1 * told / 5)
        found[second] = max(0.9 * told, found[second])
        found[first] = 1.0 - sum(p for k, p in found.items() if k is not first)
        return found
