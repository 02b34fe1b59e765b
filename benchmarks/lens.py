"""What a measured lens is worth: tables read through a fish-eye as it comes and straightened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from assistant.board import Cell, Placed
from assistant.tiles import Tile
from calibration.lens.sheet import sheet_picture
from calibration.lens.views import read_sheet
from vision.lens import Lens
from vision.observation import Sighting
from vision.pictures.load import PictureBgr
from vision.reading.prints import Floats
from vision.reading.read import read_picture
from vision.simulated.optics.fish_eye import FishEye
from vision.simulated.people.playing import laid_by_hand, playing_scene
from vision.simulated.pieces.growth import grow_board
from vision.simulated.scenes.laid_out import laid_out
from vision.simulated.scenes.scene import TableScene

ANGLES_DEG = (45.0, 54.0, 64.0)
"""From the middle to the edge: the picture sees twice as much."""
TILE_PX = (30.0, 40.0)
TILES = 108
"""A whole set: the board fills the picture."""
FILLS = 0.9
"""Of the picture's width and height that the board may fill."""
HELD = (
    ((0.0, 0.0, 0.75), (0.0, 0.0, 0.1)),
    ((0.5, 0.2, 0.8), (0.1, 0.4, 0.1)),
    ((-0.5, -0.2, 0.8), (0.1, -0.4, 0.1)),
    ((0.3, -0.3, 0.8), (-0.4, 0.2, 0.1)),
    ((-0.35, 0.3, 0.8), (0.4, -0.2, 0.1)),
)
"""How the sheet is held before the camera, five times."""
NEAR = 0.45


@dataclass(frozen=True, slots=True)
class LensTally:
    """How many tiles there were, and how many were read right on their cell, both ways."""

    tiles: int = 0
    before: int = 0
    after: int = 0

    def __add__(self, other: LensTally) -> LensTally:
        return LensTally(
            self.tiles + other.tiles, self.before + other.before, self.after + other.after
        )


def photographed_lens(eye: FishEye) -> Lens:
    """The lens as five photos of the sheet tell it."""
    drawn = cv2.cvtColor(sheet_picture(4.0), cv2.COLOR_GRAY2BGR).astype(np.uint8)
    photos = [eye.photograph_sheet(drawn, place, np.array(turned)) for place, turned in HELD]
    lens = read_sheet(photos)
    assert lens is not None
    return lens


def wide_table(eye: FishEye, tile_px: float, seed: int, tiles: int = TILES) -> TableScene:
    """A game that has spread over most of what this lens sees."""
    room = playing_scene(seed, size_wh=eye.size_wh, tile_px=tile_px)
    room = replace(room, pose=replace(room.pose, distance=eye.focal_px / tile_px))
    fit = (int(FILLS * eye.size_wh[0] / tile_px), int(FILLS * eye.size_wh[1] / tile_px))
    rng = np.random.default_rng(seed)
    board = grow_board(rng, room.inks.palette, tiles, fit)
    middle = [round((min(v) + max(v)) / 2) for v in zip(*board.tiles, strict=True)]
    placed = [Placed(Cell(c.x - middle[0], c.y - middle[1]), tile) for c, tile in board]
    laid = tuple(laid_by_hand(rng, one) for one in placed)
    return replace(laid_out(room, [], seed), tiles=laid)


def tally(eye: FishEye, lens: Lens, tile_px: float, seed: int) -> LensTally:
    """One table, read as it comes and straightened."""
    scene = wide_table(eye, tile_px, seed)
    picture_bgr, centres_px = eye.photograph(scene)
    wide, high = eye.size_wh
    seen = [k for k, (x, y) in enumerate(centres_px) if 0 < x < wide and 0 < y < high]
    truth = [(scene.tiles[k].cell, scene.tiles[k].tile) for k in seen]
    before = _right(picture_bgr, truth, centres_px[seen])
    after = _right(lens.straighten(picture_bgr), truth, lens.seen_at(centres_px[seen]))
    return LensTally(len(truth), before, after)


def _right(picture_bgr: PictureBgr, truth: Sequence[tuple[Cell, Tile]], centres_px: Floats) -> int:
    """How many tiles were read right and on the right cell, whichever way up the lattice lies."""
    read = read_picture(picture_bgr)
    pairs = [
        (near, cell)
        for (cell, tile), place in zip(truth, centres_px, strict=True)
        if (near := _nearest(read.sightings, place, NEAR * read.tile_px)) is not None
        and near.tile == tile
    ]
    best = 0
    for turn in range(4):
        shifts: Counter[tuple[int, int]] = Counter()
        for near, cell in pairs:
            x, y = near.cell
            for _ in range(turn):
                x, y = -y, x
            shifts[cell.x - x, cell.y - y] += 1
        best = max(best, max(shifts.values(), default=0))
    return best


def _nearest(sightings: Sequence[Sighting], place: Floats, within_px: float) -> Sighting | None:
    found = min(
        sightings,
        key=lambda one: float(np.hypot(*np.subtract(one.centre_px, place))),
        default=None,
    )
    if found is None or np.hypot(*np.subtract(found.centre_px, place)) > within_px:
        return None
    return found


def lens_section(tables: int) -> list[str]:
    """The lines of the page on cameras."""
    lines = [
        f"Tables of {TILES} tiles that fill the picture of a fish-eye lens (1280 × 960), {tables} "
        "for each row; the lens is measured from five photos of the sheet. A tile counts where "
        "colour, shape and cell are right.",
        "",
        "| lens sees | pixels a tile in the middle | tiles | right as it comes | straightened |",
        "|---|---|---|---|---|",
    ]
    for half_deg in ANGLES_DEG:
        eye = FishEye(half_deg)
        lens = photographed_lens(eye)
        for tile_px in TILE_PX:
            tallies = (tally(eye, lens, tile_px, seed) for seed in range(tables))
            total = sum(tallies, LensTally())
            lines.append(
                f"| {2 * half_deg:.0f}° | {tile_px:.0f} | {total.tiles} "
                f"| {total.before / total.tiles:.1%} | {total.after / total.tiles:.1%} |"
            )
    return lines


if __name__ == "__main__":
    print("\n".join(lens_section(2)))
