"""From a scene to the picture a camera takes of it, with the truth about every tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from assistant.board import Cell
from assistant.tiles import Tile
from vision.simulated.optics.camera import View
from vision.simulated.optics.light import Light
from vision.simulated.optics.over import glare_over, light_over
from vision.simulated.optics.sensor import develop, metered
from vision.simulated.optics.srgb import Linear, PictureBgr, Plane, Points, as_light, thrice
from vision.simulated.people.hands import draw_hand, shadow_of_hand
from vision.simulated.pieces.blocks import Block, at_height, draw_block, shadow_outlines
from vision.simulated.pieces.cubes import TOP, Cube, cube_shadow_outlines, draw_cube
from vision.simulated.pieces.cubes_drawn import SIDES, Drawn, held_cube, scene_cubes
from vision.simulated.pieces.tiles_drawn import face_of, face_size, held_block, tile_blocks
from vision.simulated.scenes.scene import HandPose, TableScene
from vision.simulated.things.clutter import TRAY, blocks_of, draw_round, rounds_of
from vision.simulated.things.tabletop import make_tabletop

_GLARE_COUNTS = 0.12
"""Linear light added to a face from which on it counts as glare: twice the darkest inks."""


@dataclass(frozen=True)
class TrueFace:
    """One tile as it really lies in the picture; `cell` is None off the board."""

    cell: Cell | None
    tile: Tile | None
    """None for a tile face down."""
    corners_px: Points
    """Its top face, (4, 2), clockwise from the top left of its cell."""
    centre_px: tuple[float, float]
    visible: float
    """The share of the face that nothing hides and the picture's edge does not cut."""
    glare: float
    """The share of the face that glare washes out."""


@dataclass(frozen=True)
class Rendered:
    """A picture and what is on it."""

    picture_bgr: PictureBgr
    truth: tuple[TrueFace, ...]
    """The tiles of the board that lie wholly in the picture."""
    blanks: tuple[TrueFace, ...] = ()
    loose: tuple[TrueFace, ...] = ()
    """Printed tiles beside the board."""
    cut: tuple[TrueFace, ...] = ()
    """Tiles of the board that the picture's edge cuts."""
    sides: tuple[TrueFace, ...] = ()
    """The sides of cubes that are turned to the camera, those of the board first; each with the
    tile on its cube's top."""

    @property
    def upright(self) -> dict[Cell, TrueFace]:
        """The truth by cells as the picture shows them: x to the right, y down."""
        if not self.truth:
            return {}
        along = sum(face.corners_px[1] - face.corners_px[0] for face in self.truth)
        turns = round(float(np.degrees(np.arctan2(along[1], along[0]))) / 90) % 4
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turns]
        cells = [(face.cell, face) for face in self.truth if face.cell is not None]
        return {Cell(c.x * cos - c.y * sin, c.x * sin + c.y * cos): face for c, face in cells}


def render(scene: TableScene) -> Rendered:
    """Photographs a scene; the same scene gives the same picture."""
    rng = np.random.default_rng(scene.seed)
    view = View(scene.pose, scene.size_wh)
    wide = view.wider(view.margin_px)
    canvas = make_tabletop(rng, scene, wide).seen_by(wide)
    tiles: Sequence[Block | Cube] = pieces_of(rng, scene, wide)
    labels = draw_things(canvas, scene, tiles, wide)
    for hand in scene.hands:
        _reach_over(rng, canvas, labels, scene, hand, wide)
    shine = glare_over(rng, scene, wide, labels)
    cv2.multiply(canvas, light_over(rng, scene, wide), dst=canvas)
    if scene.glare is not None:
        cv2.add(canvas, thrice(shine), dst=canvas)
    sensor = metered(scene.sensor, canvas)
    picture = develop(view.bend(canvas), sensor, rng)
    return _with_truth(scene, view, wide, tiles, labels, shine, picture)


def pieces_of(rng: np.random.Generator, scene: TableScene, view: View) -> Sequence[Block | Cube]:
    """The scene's tiles or cubes, those of the board first; labels count from one in that order."""
    if scene.cubes is not None:
        return scene_cubes(rng, scene, view)
    return tile_blocks(rng, scene, view)


def draw_things(
    canvas: Linear, scene: TableScene, tiles: Sequence[Block | Cube], view: View
) -> NDArray[np.int16]:
    """Paints tiles and clutter over the table; returns which tile each pixel shows."""
    labels = np.zeros(canvas.shape[:2], np.int16)
    trays = [item for item in scene.clutter if item.kind == TRAY]
    for tray in (block for item in trays for block in blocks_of(item, scene)):
        draw_block(canvas, labels, tray, view, scene.light)
    others = [item for item in scene.clutter if item.kind != TRAY]
    blocks = [*tiles, *(block for item in others for block in blocks_of(item, scene))]
    cast_shadows(canvas, blocks, view, scene.light)
    eye = view.eye[:2]
    rounds = [cylinder for item in scene.clutter for cylinder in rounds_of(item)]
    for cylinder in rounds:
        draw_round(canvas, labels, cylinder, view)
    for block in sorted(blocks, key=lambda b: -float(np.linalg.norm(np.array(b.place) - eye))):
        draw_piece(canvas, labels, block, view, scene.light)
    return labels


def draw_piece(
    canvas: Linear, labels: NDArray[np.int16], piece: Block | Cube, view: View, light: Light
) -> None:
    """Paints a tile, a cube or a thing made of blocks."""
    match piece:
        case Cube():
            draw_cube(canvas, labels, piece, view, light)
        case Block():
            draw_block(canvas, labels, piece, view, light)


def _reach_over(
    rng: np.random.Generator,
    canvas: Linear,
    labels: NDArray[np.int16],
    scene: TableScene,
    hand: HandPose,
    view: View,
) -> None:
    """Paints a hand, its shadow and the tile it holds."""
    shadow_of_hand(canvas, hand, view, scene.light)
    if hand.held is not None:
        held = held_piece(
            scene, view, hand, lambda tile: face_of(rng, scene, tile, 0.1, face_size(view))
        )
        draw_piece(canvas, labels, held, view, scene.light)
    hidden = draw_hand(canvas, hand, view)
    if hidden is not None:
        box, alpha = hidden
        labels[box][alpha > 0.5] = 0


def held_piece(scene: TableScene, view: View, hand: HandPose, drawn: Drawn) -> Block | Cube:
    """The tile or cube between somebody's fingertips."""
    if scene.cubes is not None:
        return held_cube(scene, view, hand, drawn)
    if hand.held is None:
        raise ValueError("this hand holds nothing")
    return held_block(scene, hand, drawn(hand.held))


def cast_shadows(canvas: Linear, blocks: Sequence[Block | Cube], view: View, light: Light) -> None:
    """Darkens the table where blocks keep the light off, and closely around their feet."""
    if not blocks:
        return
    half = (canvas.shape[1] // 2, canvas.shape[0] // 2)
    cast = np.zeros((half[1], half[0]), np.uint8)
    feet = np.zeros((half[1], half[0]), np.uint8)
    for block in blocks:
        outlines = (
            cube_shadow_outlines(block, view, light)
            if isinstance(block, Cube)
            else shadow_outlines(block, view, light)
        )
        for target, pieces in ((cast, outlines), (feet, outlines[:1])):
            for piece in pieces:
                cv2.fillPoly(target, [np.rint(piece * 8).astype(np.int32)], 255, cv2.LINE_AA, 4)
    tile_px = view.focal_px / view.pose.distance / 2
    lost = (1 - light.ambient) * soft(cast, 0.5 * light.softness * tile_px)
    lost = np.maximum(lost, 0.45 * soft(feet, 0.09 * tile_px))
    full = as_light(cv2.resize(lost, (canvas.shape[1], canvas.shape[0])))
    cv2.multiply(canvas, thrice(1 - full), dst=canvas)


def soft(mask: NDArray[np.uint8], spread_px: float) -> Plane:
    """A mask with a soft rim, 0..1."""
    blurred = cv2.GaussianBlur(mask, (0, 0), max(0.5, spread_px))
    return as_light(blurred) / np.float32(255)


def _with_truth(
    scene: TableScene,
    view: View,
    wide: View,
    pieces: Sequence[Block | Cube],
    labels: NDArray[np.int16],
    shine: Plane,
    picture: PictureBgr,
) -> Rendered:
    margin = view.margin_px
    inner = (slice(margin, -margin), slice(margin, -margin))
    most = int(labels.max()) + (1 + SIDES) * (len(pieces) + 1)
    counts = np.bincount(labels[inner].ravel(), minlength=most)
    washed = np.bincount(labels[inner][shine[inner] > _GLARE_COUNTS], minlength=most)

    def true_face(
        corners: NDArray[np.float64], cell: Cell | None, tile: Tile | None, label: int
    ) -> TrueFace:
        flat = wide.project(corners)
        area = max(1.0, float(cv2.contourArea(flat)))
        x, y = view.through_lens(wide.project(corners.mean(axis=0)[None]) - margin)[0]
        return TrueFace(
            cell,
            tile,
            view.through_lens(flat - margin),
            (float(x), float(y)),
            min(1.0, float(counts[label]) / area),
            min(1.0, float(washed[label]) / area),
        )

    board: list[TrueFace] = []
    beside: list[TrueFace] = []
    sides: list[TrueFace] = []
    for index, piece in enumerate(pieces):
        on_board = index < len(scene.tiles)
        tile = (scene.tiles[index] if on_board else scene.strays[index - len(scene.tiles)]).tile
        cell = scene.tiles[index].cell if on_board else None
        (board if on_board else beside).append(true_face(_top(piece), cell, tile, piece.label))
        if isinstance(piece, Cube):
            sides += [
                true_face(piece.corners(face), cell, tile, piece.side_label + face - 1)
                for face in piece.faces
                if 0 < face <= SIDES
            ]
    inside = [face for face in board if _inside(face, scene.size_wh)]
    return Rendered(
        picture,
        tuple(inside),
        tuple(face for face in beside if face.tile is None),
        tuple(face for face in beside if face.tile is not None),
        tuple(face for face in board if not _inside(face, scene.size_wh)),
        tuple(sides),
    )


def _top(piece: Block | Cube) -> NDArray[np.float64]:
    """The corners of its top, (4, 3)."""
    match piece:
        case Cube():
            return piece.corners(TOP)
        case Block():
            return at_height(piece.corners, piece.height)


def _inside(face: TrueFace, size_wh: tuple[int, int]) -> bool:
    low, high = face.corners_px.min(axis=0), face.corners_px.max(axis=0)
    return bool((low >= 0).all() and (high <= np.array(size_wh) - 1).all())
