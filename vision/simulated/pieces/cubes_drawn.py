"""The cubes of a scene as solids, with the faces drawn that the camera sees."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from assistant.tiles import Shape, Tile
from vision.simulated.optics.camera import View
from vision.simulated.optics.srgb import Linear
from vision.simulated.pieces.cubes import TOP, Cube, CubeLook, Vectors
from vision.simulated.pieces.tiles_drawn import face_of, face_size
from vision.simulated.scenes.scene import HandPose, StrayTile, TableScene

SIDES = 4
"""Faces beside the top that a camera above the table may see of a cube that stands."""
Drawn = Callable[[Tile], Linear]
"""Draws a face."""


def scene_cubes(rng: np.random.Generator, scene: TableScene, view: View) -> list[Cube]:
    """The board's cubes, then the strays; labels count from one in that order, sides after them."""
    size_px = face_size(view)
    count = len(scene.tiles) + len(scene.strays)
    things = [(tile.tile, tile.wear, on_board(scene, k)) for k, tile in enumerate(scene.tiles)]
    things += [(stray.tile, stray.wear, stray) for stray in scene.strays if stray.tile]
    cubes = []
    for index, (tile, wear, lies) in enumerate(things):
        drawn = _painter(rng, scene, wear, size_px)
        order = int(rng.integers(1 << 30))
        cube = cube_of(scene, view, tile, lies, order, drawn)
        labels = (index + 1, count + SIDES * index + 1)
        cubes.append(_labelled(cube, *labels))
    return cubes


def on_board(scene: TableScene, index: int) -> StrayTile:
    """Where a cube of the board lies."""
    tile = scene.tiles[index]
    return StrayTile(scene.place_of(tile), tile.turn_deg, tile.tile, tile.wear)


def cube_of(
    scene: TableScene, view: View, tile: Tile, lies: StrayTile, order: int, drawn: Drawn
) -> Cube:
    """A cube with this face up; `order` seeds which symbols its other sides show."""
    look = scene.cubes or CubeLook()
    rng = np.random.default_rng(order)
    edge = float(rng.uniform(0.97, 1.0))
    others = [shape for shape in Shape if shape is not tile.shape]
    shapes = [tile.shape, *(others[k] for k in rng.permutation(5))]
    axes = _turned(lies.turn_deg, lies.lean_deg)
    lowest = 0.5 * edge * float(np.abs(axes[2]).sum())
    bare = Cube((*lies.place, lies.base + lowest), axes, edge, {}, look)
    seen = [face for face in range(6) if bare.faces_eye(face, view.eye)]
    faces = {face: drawn(Tile(tile.colour, shapes[face])) for face in seen}
    return Cube(bare.middle, axes, edge, faces, look)


def held_cube(scene: TableScene, view: View, hand: HandPose, drawn: Drawn) -> Cube:
    """The cube between somebody's fingertips."""
    if hand.held is None:
        raise ValueError("this hand holds nothing")
    base = max(0.0, hand.height - 1.0)
    lies = StrayTile(hand.place, hand.heading_deg - 90, hand.held, base=base)
    return cube_of(scene, view, hand.held, lies, 0, drawn)


def _painter(rng: np.random.Generator, scene: TableScene, wear: float, size_px: int) -> Drawn:
    return lambda tile: face_of(rng, scene, tile, wear, size_px)


def _labelled(cube: Cube, label: int, side_label: int) -> Cube:
    return Cube(cube.middle, cube.axes, cube.edge, cube.faces, cube.look, label, side_label)


def _turned(turn_deg: float, lean_deg: float) -> Vectors:
    """A cube's axes: leant over its edge towards its own +y, then turned on the table."""
    turn, lean = np.radians([turn_deg, lean_deg])
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    over = np.array([[1, 0, 0], [0, np.cos(lean), np.sin(lean)], [0, -np.sin(lean), np.cos(lean)]])
    return np.asarray(spin @ over)


__all__ = ["SIDES", "TOP", "cube_of", "held_cube", "on_board", "scene_cubes"]
