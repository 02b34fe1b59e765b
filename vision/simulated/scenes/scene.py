"""What lies on a simulated table, who reaches over it and how it is photographed."""

from __future__ import annotations

from dataclasses import dataclass, field

from assistant.board import Board, Cell
from assistant.tiles import Tile
from vision.simulated.optics.camera import CameraPose
from vision.simulated.optics.light import Light
from vision.simulated.optics.sensor import Sensor
from vision.simulated.pieces.cubes import CubeLook
from vision.simulated.pieces.inks import Inks
from vision.simulated.pieces.shapes import PrintStyle
from vision.simulated.things.surfaces import Surface


@dataclass(frozen=True, slots=True)
class SimTile:
    """One tile of the board."""

    cell: Cell
    tile: Tile
    offset: tuple[float, float] = (0.0, 0.0)
    """How far it lies from its cell's centre, in cells."""
    turn_deg: float = 0.0
    wear: float = 0.1
    """0 is new, 1 is played to the wood."""


@dataclass(frozen=True, slots=True)
class StrayTile:
    """A tile on the table that is not part of the board; places in tile edges."""

    place: tuple[float, float]
    turn_deg: float
    tile: Tile | None = None
    """None lies face down."""
    wear: float = 0.1
    lean_deg: float = 0.0
    """How far a cube leans over one of its edges."""
    base: float = 0.0
    """How high it is in the air, in tile edges."""
    scuff: float = 0.0
    """How grey years in a bag made its face: 0 is not at all, 1 all of it."""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing on the table that is no tile."""

    kind: str
    """One of `clutter.KINDS`."""
    place: tuple[float, float]
    turn_deg: float = 0.0
    size: float = 1.0
    """Times the kind's usual size."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class HandPose:
    """A forearm and hand over the table; places in tile edges."""

    place: tuple[float, float]
    """The fingertips."""
    heading_deg: float = 90.0
    """From the fingertips towards the elbow, clockwise from x."""
    height: float = 1.2
    size: float = 1.0
    skin: float = 0.5
    """0 is the palest skin, 1 the darkest."""
    sleeve_bgr: tuple[float, float, float] = (0.2, 0.1, 0.05)
    """Linear colour of the sleeve."""
    held: Tile | None = None
    """A tile between the fingertips."""


@dataclass(frozen=True, slots=True)
class Shade:
    """A soft shadow of somebody leaning over: everything beyond a line across the picture."""

    place: tuple[float, float] = (0.5, 0.5)
    """A point of its rim, in picture widths and heights."""
    turn_deg: float = 0.0
    softness: float = 0.1
    """Width of the rim in longer sides of the picture."""
    depth: float = 0.4
    """How much light it takes."""


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp mirrored in varnished tiles."""

    place: tuple[float, float] = (0.5, 0.5)
    """Its middle, in picture widths and heights."""
    reach: float = 0.2
    """Its radius in longer sides of the picture."""
    strength: float = 0.3
    """Linear light it adds."""


@dataclass(frozen=True, slots=True)
class TableScene:
    """A whole table, ready to be photographed."""

    tiles: tuple[SimTile, ...]
    inks: Inks
    style: PrintStyle = field(default_factory=PrintStyle)
    surface: Surface = Surface.WOOD
    surface_turn_deg: float = 0.0
    tile_gap: float = 0.02
    """Between two cells, in tile edges."""
    tile_thickness: float = 0.4
    """In tile edges."""
    cubes: CubeLook | None = None
    """Where the pieces are cubes, how these look."""
    pose: CameraPose = field(default_factory=CameraPose)
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)
    strays: tuple[StrayTile, ...] = ()
    clutter: tuple[Item, ...] = ()
    hands: tuple[HandPose, ...] = ()
    shades: tuple[Shade, ...] = ()
    glare: Glare | None = None
    table_edge: tuple[float, float] | None = None
    """Where the table ends: a direction in degrees and the distance from the board's middle."""
    size_wh: tuple[int, int] = (1280, 960)
    seed: int = 0
    """Of everything that has no field of its own: grain, scratches, noise."""
    conditions: dict[str, str] = field(default_factory=dict, compare=False)
    """What is special about this table, for tables of accuracy: {"light": "warm", ...}."""

    @property
    def board(self) -> Board:
        """The board the tiles make."""
        return Board({tile.cell: tile.tile for tile in self.tiles})

    @property
    def pitch(self) -> float:
        """From one cell to the next, in tile edges."""
        return 1.0 + self.tile_gap

    def place_of(self, tile: SimTile) -> tuple[float, float]:
        """A tile's centre on the table, in tile edges."""
        return (
            (tile.cell.x + tile.offset[0]) * self.pitch,
            (tile.cell.y + tile.offset[1]) * self.pitch,
        )
