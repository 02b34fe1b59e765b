"""Observations made from diagrams, as a perfect or an erring reader would make them of a table."""

import random
from dataclasses import dataclass, field

from assistant.board import Board, Cell, parse_board
from assistant.tiles import PURPLE_SET, Colour, Palette, Shape, Tile
from vision.observation import Observation, Sighting

ORIGIN = Cell(0, 0)
TILE_PX = 40.0
SIZE_WH = (5120, 2880)
MIDDLE_PX = (2560.0, 1440.0)
PAIRS = (
    (Colour.RED, Colour.ORANGE),
    (Colour.YELLOW, Colour.GREEN),
    (Colour.BLUE, Colour.PURPLE),
    (Shape.CIRCLE, Shape.SQUARE),
    (Shape.DIAMOND, Shape.CLOVER),
    (Shape.STARBURST, Shape.CRISSCROSS),
)
LOOKS_LIKE = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}


@dataclass(frozen=True)
class Camera:
    """Where the camera stands: the quarter turns and the cell that its lattice starts from."""

    turns: int = 0
    origin: Cell = ORIGIN
    centre_px: tuple[float, float] = MIDDLE_PX
    size_wh: tuple[int, int] = SIZE_WH

    def cell(self, cell: Cell) -> Cell:
        x, y = cell.x - self.origin.x, cell.y - self.origin.y
        for _ in range(self.turns % 4):
            x, y = y, -x
        return Cell(x, y)


UPRIGHT = Camera()


def sighting_of(
    cell: Cell,
    tile: Tile,
    sure: float = 0.98,
    rival: Tile | None = None,
    at_px: tuple[float, float] | None = None,
    palette: Palette = PURPLE_SET,
) -> Sighting:
    """A face read as a tile with this confidence; the rest is the rival's, or everybody's."""
    colours, shapes = dict.fromkeys(palette.colours, 0.0), dict.fromkeys(Shape, 0.0)
    if rival is None or rival.colour is tile.colour:
        _share(colours, tile.colour, sure**0.5)
    else:
        _share(colours, tile.colour, sure, rival.colour)
    if rival is None or rival.shape is tile.shape:
        _share(shapes, tile.shape, 1.0 if rival is not None else sure**0.5)
    else:
        _share(shapes, tile.shape, sure, rival.shape)
    x, y = at_px or (0.0, 0.0)
    half = TILE_PX / 2
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = tuple((x + half * right, y + half * down) for right, down in signs)
    return Sighting(colours, shapes, (x, y), corners, cell)


def _share(shares, first, sure, second=None):
    others = [kind for kind in shares if kind is not first]
    for kind in others:
        shares[kind] = 0.0 if second is not None else (1 - sure) / len(others)
    if second is not None:
        shares[second] = 1 - sure
    shares[first] = sure


def pictured(table, camera: Camera = UPRIGHT, sure: float = 0.98, **more) -> Observation:
    """What a camera sees of a table, told as a board or as its diagram."""
    board = parse_board(table) if isinstance(table, str) else table
    return Observation(
        camera.size_wh,
        tuple(_seen(placed.cell, placed.tile, camera, sure) for placed in board),
        tile_px=TILE_PX,
        **more,
    )


def _seen(cell, tile, camera, sure=0.98, rival=None):
    at = camera.cell(cell)
    x = camera.centre_px[0] + TILE_PX * at.x
    y = camera.centre_px[1] + TILE_PX * at.y
    return sighting_of(at, tile, sure, rival, (x, y))


@dataclass
class NoisyReader:
    """Reads every tile wrong that often, and says honestly how sure it is.

    Each reading names two tiles, the true one and one that looks alike, with a confidence that
    is drawn so that the named one is right just as often as it says.
    """

    wrong: float = 0.1
    seed: int = 0
    hidden: float = 0.0
    dice: random.Random = field(init=False)

    def __post_init__(self):
        self.dice = random.Random(self.seed)

    def read(self, board: Board, camera: Camera = UPRIGHT) -> Observation:
        sightings = []
        for cell, tile in board:
            if self.dice.random() < self.hidden:
                continue
            sightings.append(self._read(cell, tile, camera))
        return Observation(camera.size_wh, tuple(sightings), tile_px=TILE_PX)

    def _read(self, cell, tile, camera):
        # Half of the readings are sure of themselves; the others err, and say how often.
        sure = 0.999 if self.dice.random() < 0.5 else 1 - 2 * self.wrong
        other = self._look_alike(tile)
        read, rival = (tile, other) if self.dice.random() < sure else (other, tile)
        return _seen(cell, read, camera, sure, rival)

    def _look_alike(self, tile):
        # As likely one way as the other, or the confidence would not be honest.
        if self.dice.random() < 0.5:
            return Tile(LOOKS_LIKE[tile.colour], tile.shape)
        return Tile(tile.colour, LOOKS_LIKE[tile.shape])
