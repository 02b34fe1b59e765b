"""The tiles of a scene as blocks with their faces drawn at the size the camera needs."""

from __future__ import annotations

import numpy as np

from assistant.tiles import Tile
from vision.simulated.optics.camera import View
from vision.simulated.optics.srgb import Linear
from vision.simulated.pieces.blocks import Block
from vision.simulated.pieces.tile_art import (
    SCUFF_LIGHT,
    black_wood,
    draw_face,
    edge_wear,
    print_alpha,
    scuffs,
)
from vision.simulated.scenes.scene import HandPose, TableScene

_SMALLEST_PX = 24
_LARGEST_PX = 320


def tile_blocks(rng: np.random.Generator, scene: TableScene, view: View) -> list[Block]:
    """The board's tiles, then the strays; labels count from one in that order."""
    size_px = face_size(view)
    blocks = []
    things: list[tuple[tuple[float, float], float, Tile | None, float, float]]
    things = [(scene.place_of(t), t.turn_deg, t.tile, t.wear, 0.0) for t in scene.tiles]
    things += [(s.place, s.turn_deg, s.tile, s.wear, s.scuff) for s in scene.strays]
    for label, (place, turn, tile, wear, scuff) in enumerate(things, start=1):
        face = face_of(rng, scene, tile, wear, size_px, scuff)
        blocks.append(tile_block(rng, scene, place, turn, face, label))
    return blocks


def face_size(view: View) -> int:
    """How large a face must be drawn to look sharp in this view, pixels."""
    return int(np.clip(1.15 * view.focal_px / view.pose.distance, _SMALLEST_PX, _LARGEST_PX))


def tile_block(
    rng: np.random.Generator,
    scene: TableScene,
    place: tuple[float, float],
    turn_deg: float,
    face: Linear,
    label: int,
) -> Block:
    """A tile lying on the table; tiles of one set differ a little in size and blackness."""
    edge = float(rng.uniform(0.985, 1.0))
    black = np.array(scene.inks.black, np.float32) * np.float32(rng.uniform(0.8, 1.4))
    return Block(place, turn_deg, (edge, edge), scene.tile_thickness, face, black, label=label)


def face_of(
    rng: np.random.Generator,
    scene: TableScene,
    tile: Tile | None,
    wear: float,
    size_px: int,
    scuff: float = 0.0,
) -> Linear:
    """The picture on a tile's top, linear BGR (size, size, 3); None is a tile face down."""
    black = np.array(scene.inks.black, np.float32)
    body = black_wood(rng, size_px, black)
    worn = edge_wear(rng, size_px, wear)
    ink, alpha = black, np.zeros(body.shape[:2], np.float32)
    if tile is not None:
        ink = scene.inks.linear(tile.colour)
        alpha = print_alpha(rng, tile.shape, scene.style, wear, size_px)
    face = draw_face(body, ink, alpha, worn)
    if scuff:
        dust = np.float32(scuff) * scuffs(rng, size_px, float(rng.uniform(0.02, 0.06)))
        # Paint takes less of it than wood.
        dust = dust * (1 - np.float32(rng.uniform(0, 0.5)) * alpha)
        face = (face + dust[..., None] * (SCUFF_LIGHT - face)).astype(np.float32)
    return face


def held_block(scene: TableScene, hand: HandPose, face: Linear) -> Block:
    """The tile between somebody's fingertips."""
    black = np.array(scene.inks.black, np.float32)
    thick, base = scene.tile_thickness, max(0.0, hand.height - scene.tile_thickness)
    return Block(hand.place, hand.heading_deg - 90, (1.0, 1.0), thick, face, black, base=base)
