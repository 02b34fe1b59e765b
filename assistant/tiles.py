"""Tiles: six colours, six shapes, and the two-character notation everything else is written in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

MESSAGES = {
    "unknown_colour": "unknown colour {}",
    "unknown_shape": "unknown shape {}",
    "not_a_tile": "{} is not a tile: write it like 'red circle' or 'ro'",
    "not_a_cell": "{} is not a cell: write it like '3,-1'",
    "not_placed": "{} is not a placed tile: write it like 'ro@3,-1'",
    "sixth": "the sixth colour is purple or white, not {}",
}
"""What can be wrong with a text, in English; `words` has it in all languages."""


class NotationError(ValueError):
    """Text that is none of the notation: what is wrong with it, and the text itself."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(MESSAGES[kind].format(what))
        self.kind = kind
        self.what = what


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
            raise NotationError("sixth", self.sixth.value)

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


def palette_told_by(tiles: Iterable[Tile]) -> Palette | None:
    """The palette that has these tiles, where a purple or a white one tells; None where both do."""
    sixths = {tile.colour for tile in tiles} & {Colour.PURPLE, Colour.WHITE}
    return Palette(sixths.pop()) if len(sixths) == 1 else None


def parse_colour(text: str) -> Colour:
    """A colour from its name or its letter."""
    wanted = text.strip().lower()
    for colour in Colour:
        if wanted in (colour.value, colour.letter):
            return colour
    raise NotationError("unknown_colour", repr(text.strip()))


def parse_shape(text: str) -> Shape:
    """A shape from its name or its letter."""
    wanted = text.strip().lower()
    for shape in Shape:
        if wanted in (shape.value, shape.letter):
            return shape
    raise NotationError("unknown_shape", repr(text.strip()))


def parse_tile(text: str) -> Tile:
    """A tile from 'ro' or 'red circle'."""
    words = text.split()
    if len(words) == 1 and len(words[0]) == 2:
        words = list(words[0])
    if len(words) != 2:
        raise NotationError("not_a_tile", repr(text.strip()))
    return Tile(parse_colour(words[0]), parse_shape(words[1]))


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Several tiles: 'red circle, blue square' or 'ro bs'; empty text is no tiles."""
    parts = text.split(",") if "," in text else _single_tile_or_words(text)
    return tuple(parse_tile(part) for part in parts if part.strip())


def _single_tile_or_words(text: str) -> list[str]:
    words = text.split()
    return [text] if len(words) == 2 and any(len(word) > 2 for word in words) else words
