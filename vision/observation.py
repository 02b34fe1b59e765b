"""What one picture says about the table: the seam between pixels and game, no pixel in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from assistant.board import Board, Cell
from assistant.tiles import Colour, Palette, Shape, Tile


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a tile, cube or card, wherever it lies."""

    colours: Mapping[Colour, float]
    """Probability of each colour; sums to one."""
    shapes: Mapping[Shape, float]
    """Probability of each shape; sums to one."""
    centre_px: tuple[float, float]
    """The face's centre in pixels of the picture, x right, y down."""
    corners_px: tuple[tuple[float, float], ...]
    """The face's four corners in pixels, clockwise; of a tile on the grid from its cell's top
    left."""
    joint_colour: bool = field(default=False, kw_only=True)
    """Whether its colour was told from the inks of all faces together: what is wrong about them is
    as wrong in the next picture."""

    @property
    def tile(self) -> Tile:
        """The likeliest reading."""
        return Tile(
            max(self.colours, key=self.colours.__getitem__),
            max(self.shapes, key=self.shapes.__getitem__),
        )

    @property
    def confidence(self) -> float:
        """The probability of the likeliest reading, colour and shape together."""
        return max(self.colours.values()) * max(self.shapes.values())

    def probability(self, tile: Tile) -> float:
        """How likely this face is that tile."""
        return self.colours.get(tile.colour, 0.0) * self.shapes.get(tile.shape, 0.0)


@dataclass(frozen=True, slots=True)
class Sighting(Face):
    """A face on a cell of the picture's own lattice."""

    cell: Cell
    """Where it lies on the lattice; the origin is arbitrary but fixed within one observation."""


class GroupKind(Enum):
    """What faces beside the game's grid form together."""

    ROW = "row"
    """An open row, as tiles or cubes before a player."""
    RACK = "rack"
    """Tiles standing in a rack."""
    HEAP = "heap"
    """Pieces that lie about without order, one alone included."""


@dataclass(frozen=True, slots=True)
class Group:
    """Faces that lie together beside the game's grid, nearest neighbours after each other."""

    kind: GroupKind
    faces: tuple[Face, ...]


class Stray(Enum):
    """Why something tile-like was not read as a tile of the grid."""

    BLANK = "blank"
    """A tile lying face down."""
    CUT = "cut"
    """A tile that the picture's edge cuts off."""
    LOOSE = "loose"
    """A readable tile that does not belong to the grid, as in a player's reach."""


@dataclass(frozen=True, slots=True)
class StraySighting:
    """A tile that is in the picture but not in the game."""

    why: Stray
    centre_px: tuple[float, float]
    corners_px: tuple[tuple[float, float], ...]
    sighting: Sighting | None = None
    """The reading of a loose tile, on the cell it would lie on."""


class Rejection(Enum):
    """Why something that looks like a face was not taken for one."""

    NO_EDGES = "no_edges"
    """No straight dark edges of its own show around it."""
    NO_SHAPE = "no_shape"
    """A piece, but what is on it is none of the six shapes: a letter, pips, a worn-off print."""
    NO_INK = "no_ink"
    """Its colour is none of a set's."""
    NO_BLACK = "no_black"
    """What it stands on is no tile's black."""
    HOLE = "hole"
    """The table in a hole of the grid."""
    PATTERN = "pattern"
    """One of many alike that break every rule: a cloth, a mesh, another game."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """Something that looks like a face and was not taken for one."""

    why: Rejection
    centre_px: tuple[float, float]
    corners_px: tuple[tuple[float, float], ...]


class Trouble(Enum):
    """What is wrong with a picture, as a player can act on it."""

    TOO_DARK = "too_dark"
    BLURRED = "blurred"
    GLARE = "glare"
    TOO_SMALL = "too_small"
    TOO_OBLIQUE = "too_oblique"
    STRANGE_INKS = "strange_inks"
    """The colours are of no known set: home-made, faded, another print."""
    NO_TILES = "no_tiles"


@dataclass(frozen=True, slots=True)
class Complaint:
    """One trouble with a picture, with its measure and the cells it touches."""

    trouble: Trouble
    measured: float = 0.0
    """What was measured, in the trouble's own unit (px a tile, degrees, grey level)."""
    wanted: float = 0.0
    """What would be fine, in the same unit."""
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """All that was read from one picture."""

    size_wh: tuple[int, int]
    """Width and height of the upright picture, in pixels."""
    sightings: tuple[Sighting, ...] = ()
    """The game's grid."""
    groups: tuple[Group, ...] = ()
    """What lies beside the grid and can be read."""
    rows: tuple[tuple[Face, ...], ...] = ()
    """The rows of Cards, in place of a grid."""
    strays: tuple[StraySighting, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    """What was looked at and not taken for a face."""
    complaints: tuple[Complaint, ...] = ()
    palette: Palette | None = None
    """The tile set, where the picture or the profile tells."""
    tile_px: float = 0.0
    """The median edge of a tile in the picture; 0 when there is none."""

    @property
    def loose(self) -> tuple[Face, ...]:
        """Every face beside the grid."""
        return tuple(face for group in self.groups for face in group.faces)

    @property
    def cards(self) -> tuple[Face, ...]:
        """Every card of the rows."""
        return tuple(face for row in self.rows for face in row)

    @property
    def board(self) -> Board:
        """The likeliest reading of every cell."""
        return Board({sighting.cell: sighting.tile for sighting in self.sightings})
