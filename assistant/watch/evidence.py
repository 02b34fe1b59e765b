"""Evidence: what all still pictures together say about one cell."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from assistant.tiles import Colour, Shape, Tile
from vision.observation import Face

SLIP = 0.002
"""How often even a reading that calls itself certain is wrong; no picture says more than this."""
FLOOR = -8.0
"""Log-odds below which no kind sinks, so that a run of equal errors can still be overturned."""
PRESENT_MOST = 7.0
"""Log-odds of a tile being there or not, at most."""
SEEN_GAIN = (1.0, 5.0)
"""Log-odds that a sighting adds for a tile being there: always, and by its confidence."""
ABSENT_LOSS = 10.0
"""Log-odds that a clear look without a sighting takes."""
CALM_LOSS = 4.0
"""The same where it was seen and nothing has moved since: it was rather overlooked."""
CALM_START = -4.0
"""Log-odds of a tile where none was seen before and nothing has moved since: it was rather
imagined, so that one look is never sure of it and two can be."""
ALIKE_S = 10.0
"""Pictures of the same table this far apart err independently; closer ones err alike."""
ALIKE_WEIGHT = 0.25
"""What a second picture right after the first still adds."""
JOINT_MOST = 2.0
"""Colours that were told from all faces of a picture err alike in every picture: their mean counts,
in which what came before has at most this many pictures' weight, so that a new ink soon tells."""

Kind = TypeVar("Kind", Colour, Shape)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Log-probabilities of colour and shape, the likeliest at zero, and of a tile at all."""

    colours: Mapping[Colour, float] = field(default_factory=dict)
    shapes: Mapping[Shape, float] = field(default_factory=dict)
    present: float = 0.0
    """Log-odds that a tile lies here."""
    joint: float = 0.0
    """How many pictures' colours the mean is of, where they err alike."""
    looks: int = 0
    """How many pictures showed it."""
    surest: float = 0.0
    """The confidence of the surest of them."""
    since_s: float = math.inf
    """When the first of them was taken."""
    at_s: float = -math.inf
    """When it was last looked for and either seen or clearly not."""
    missed: bool = False
    """Whether that last look showed nothing there."""
    here: bool = False
    """Whether a look has shown it since something last moved."""

    def seen(self, sighting: Face, at_s: float) -> Evidence:
        """The evidence with one more sighting."""
        weight = self._weight(at_s)
        always, by_confidence = SEEN_GAIN
        gain = always + by_confidence * sighting.confidence
        if sighting.joint_colour:
            share = weight / (self.joint + weight)
            before = {colour: (1 - share) * log for colour, log in self.colours.items()}
            colours = _summed(Colour, before, sighting.colours, share, (1 - share) * FLOOR)
        else:
            colours = _summed(Colour, self.colours, sighting.colours, weight)
        return Evidence(
            colours,
            _summed(Shape, self.shapes, sighting.shapes, weight),
            min(PRESENT_MOST, self.present + gain * weight),
            min(JOINT_MOST, self.joint + weight) if sighting.joint_colour else 0.0,
            self.looks + 1,
            max(self.surest, sighting.confidence),
            min(self.since_s, at_s),
            at_s,
            here=True,
        )

    def not_seen(self, at_s: float, calm: bool = False) -> Evidence:
        """The evidence after a clear look in which nothing lay here; `calm` if nothing moved."""
        here = calm and self.here
        loss = (CALM_LOSS if here else ABSENT_LOSS) * self._weight(at_s)
        present = max(-PRESENT_MOST, self.present - loss)
        return replace(self, present=present, at_s=at_s, missed=True, here=here)

    def is_shown(self, at_s: float) -> bool:
        """Whether the picture of this time showed the tile."""
        return self.at_s == at_s and not self.missed

    @property
    def presence(self) -> float:
        """The probability that a tile lies here."""
        return 1 / (1 + math.exp(-self.present))

    def colour_shares(self, among: Iterable[Colour] = tuple(Colour)) -> dict[Colour, float]:
        """The probability of each colour of a set."""
        return _shares({colour: self.colours.get(colour, FLOOR) for colour in among})

    def shape_shares(self) -> dict[Shape, float]:
        """The probability of each shape."""
        return _shares({shape: self.shapes.get(shape, FLOOR) for shape in Shape})

    def kinds(self, among: Iterable[Colour] = tuple(Colour)) -> list[tuple[Tile, float]]:
        """Every tile with its probability, likeliest first."""
        shapes = self.shape_shares().items()
        kinds = [
            (Tile(colour, shape), by_colour * by_shape)
            for colour, by_colour in self.colour_shares(among).items()
            for shape, by_shape in shapes
        ]
        return sorted(kinds, key=lambda kind: -kind[1])

    def likely(self, least: float) -> list[tuple[Tile, float]]:
        """The tiles whose colour and shape are at least this likely."""
        shapes = [(shape, share) for shape, share in self.shape_shares().items() if share > least]
        return [
            (Tile(colour, shape), by_colour * by_shape)
            for colour, by_colour in self.colour_shares().items()
            if by_colour > least
            for shape, by_shape in shapes
        ]

    def best(self, among: Collection[Colour] = tuple(Colour)) -> Tile:
        """The likeliest tile."""
        colours = {colour: self.colours.get(colour, FLOOR) for colour in among}
        return Tile(
            max(colours, key=colours.__getitem__), max(self.shapes, key=self.shapes.__getitem__)
        )

    def share(self, tile: Tile, among: Iterable[Colour] = tuple(Colour)) -> float:
        """The probability of one tile, if there is one."""
        return self.colour_shares(among).get(tile.colour, 0.0) * self.shape_shares()[tile.shape]

    def log_odds(self, tile: Tile, other: Tile) -> float:
        """How much likelier one tile is than another."""
        return (
            self.colours.get(tile.colour, FLOOR)
            + self.shapes.get(tile.shape, FLOOR)
            - self.colours.get(other.colour, FLOOR)
            - self.shapes.get(other.shape, FLOOR)
        )

    def _weight(self, at_s: float) -> float:
        """How much a picture adds: all of it at first and after a while, less in between."""
        passed = min(1.0, (at_s - self.at_s) / ALIKE_S)
        return ALIKE_WEIGHT + (1 - ALIKE_WEIGHT) * max(0.0, passed)


def agreement(sighting: Face, there: Tile | Evidence) -> float:
    """The probability that a sighting and what is known of a cell are the same tile."""
    if isinstance(there, Tile):
        return sighting.probability(there)
    colours, shapes = there.colour_shares(), there.shape_shares()
    by_colour = sum(share * sighting.colours.get(colour, 0.0) for colour, share in colours.items())
    return by_colour * sum(
        share * sighting.shapes.get(shape, 0.0) for shape, share in shapes.items()
    )


def _summed(
    every: type[Kind],
    before: Mapping[Kind, float],
    seen: Mapping[Kind, float],
    weight: float,
    unseen: float = FLOOR,
) -> dict[Kind, float]:
    kinds = tuple(every)
    logs = {
        kind: before.get(kind, unseen if before else 0.0)
        + weight * math.log((1 - SLIP) * seen.get(kind, 0.0) + SLIP / len(kinds))
        for kind in kinds
    }
    top = max(logs.values())
    return {kind: max(FLOOR, log - top) for kind, log in logs.items()}


def _shares(logs: Mapping[Kind, float]) -> dict[Kind, float]:
    weights = {kind: math.exp(log) for kind, log in logs.items()}
    total = sum(weights.values())
    return {kind: weight / total for kind, weight in weights.items()}
