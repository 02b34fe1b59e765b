"""Tiles: six colours, six shapes, and the two-character notation everything else is written in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    """A print colour; a set has six of these seven (purple or white)."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    WHITE = "white"

    # Members are single objects; the identity hash is far quicker than Enum's by name.
    __hash__ = object.__hash__

    @property
    def letter(self) -> str:
        """The colour's character in the notation."""
        return self.value[0]


class Shape(Enum):
    """A printed shape, read relative to the tile's edges."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    CLOVER = "clover"
    STARBURST = "starburst"
    CRISSCROSS = "crisscross"

    __hash__ = object.__hash__

    @property
    def letter(self) -> str:
        """The shape's character in the notation: it looks like the shape where a key does."""
        return SHAPE_LETTERS[self]


SHAPE_LETTERS = {
    Shape.CIRCLE: "o",
    Shape.SQUARE: "s",
    Shape.DIAMOND: "d",
    Shape.CLOVER: "c",
    Shape.STARBURST: "*",
    Shape.CRISSCROSS: "x",
}

Attribute = Colour | Shape
"""What the tiles of a line can share."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One face: a colour and a shape."""

    colour: Colour
    shape: Shape

    def __str__(self) -> str:
        return self.colour.letter + self.shape.letter

    @property
    def name(self) -> str:
        """The tile in words, as records and commands spell it: 'red circle'."""
        return f"{self.colour.value} {self.shape.value}"

    def shares(self, other: Tile) -> bool:
        """Whether the two agree in colour or in shape."""
        return self.colour is other.colour or self.shape is other.shape


@dataclass(frozen=True, slots=True)
class Palette:
    """The six colours of one tile set, in rulebook order."""

    sixth: Colour = Colour.PURPLE

    def __post_init__(self) -> None:
        if self.sixth not in (Colour.PURPLE, Colour.WHITE):
            raise ValueError(f"the sixth colour is purple or white, not {self.sixth.value}")

    @property
    def colours(self) -> tuple[Colour, ...]:
        """All six colours."""
        return (Colour.RED, Colour.ORANGE, Colour.YELLOW, Colour.GREEN, Colour.BLUE, self.sixth)

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """The 36 different tiles of the set."""
        return tuple(Tile(colour, shape) for colour in self.colours for shape in Shape)


PURPLE_SET = Palette(Colour.PURPLE)
WHITE_SET = Palette(Colour.WHITE)


def palette_of(tiles: Iterable[Tile]) -> Palette:
    """The palette these tiles belong to: white when a white one is among them, else purple."""
    return WHITE_SET if any(tile.colour is Colour.WHITE for tile in tiles) else PURPLE_SET


def parse_colour(text: str) -> Colour:
    """A colour from its name or its letter."""
    wanted = text.strip().lower()
    for colour in Colour:
        if wanted in (colour.value, colour.letter):
            return colour
    raise ValueError(f"unknown colour {text.strip()!r}")


def parse_shape(text: str) -> Shape:
    """A shape from its name or its letter."""
    wanted = text.strip().lower()
    for shape in Shape:
        if wanted in (shape.value, shape.letter):
            return shape
    raise ValueError(f"unknown shape {text.strip()!r}")


def parse_tile(text: str) -> Tile:
    """A tile from 'ro' or 'red circle'."""
    words = text.split()
    if len(words) == 1 and len(words[0]) == 2:
        words = list(words[0])
    if len(words) != 2:
        raise ValueError(f"{text.strip()!r} is not a tile: write it like 'red circle' or 'ro'")
    return Tile(parse_colour(words[0]), parse_shape(words[1]))


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Several tiles: 'red circle, blue square' or 'ro bs'; empty text is no tiles."""
    parts = text.split(",") if "," in text else _single_tile_or_words(text)
    return tuple(parse_tile(part) for part in parts if part.strip())


def _single_tile_or_words(text: str) -> list[str]:
    words = text.split()
    return [text] if len(words) == 2 and any(len(word) > 2 for word in words) else words
