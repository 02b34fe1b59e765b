"""Movements for films: how a hand reaches in and leaves, and a table set for a game."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from assistant.board import Placed
from assistant.tiles import PURPLE_SET, Palette, Tile
from vision.simulated.optics.camera import CameraPose
from vision.simulated.optics.light import Light, random_light
from vision.simulated.optics.sensor import Sensor
from vision.simulated.pieces.inks import random_inks
from vision.simulated.pieces.shapes import random_style
from vision.simulated.scenes.scene import HandPose, SimTile, TableScene
from vision.simulated.things.surfaces import Surface


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand that comes in, stays and leaves the way it came; times in seconds."""

    hand: HandPose
    """Where it stays."""
    begin_s: float
    move_s: float = 0.5
    stay_s: float = 0.4
    far: float = 16.0
    """How far out it starts, in tile edges."""
    carries: Tile | None = None
    """A tile it brings along and leaves there."""

    @property
    def laid_s(self) -> float:
        """When what it brings lies on the table."""
        return self.begin_s + self.move_s + self.stay_s / 2

    @property
    def end_s(self) -> float:
        """When it is out of the picture again."""
        return self.begin_s + 2 * self.move_s + self.stay_s

    def at(self, time_s: float) -> HandPose | None:
        """The hand at a time, None while it is away."""
        if not self.begin_s <= time_s < self.end_s:
            return None
        into = min(1.0, (time_s - self.begin_s) / self.move_s)
        out = max(0.0, (time_s - self.end_s + self.move_s) / self.move_s)
        share = into if out <= 0 else 1 - out
        # Hands speed up and slow down.
        away = self.far * (1 - share * share * (3 - 2 * share))
        heading = np.radians(self.hand.heading_deg)
        x, y = self.hand.place
        place = (x + away * float(np.cos(heading)), y + away * float(np.sin(heading)))
        held = self.carries if time_s < self.laid_s else self.hand.held
        return replace(self.hand, place=place, held=held)


def laid_by_hand(rng: np.random.Generator, placed: Placed, untidy: float = 1.0) -> SimTile:
    """A tile as a player puts it down: a little off and a little turned."""
    dx, dy = (float(v) for v in np.clip(rng.normal(0, 0.015 * untidy, 2), -0.1, 0.1))
    turn = float(np.clip(rng.normal(0, 1.2 * untidy), -8, 8))
    return SimTile(placed.cell, placed.tile, (dx, dy), turn, float(rng.beta(1, 8)))


def playing_scene(
    seed: int,
    palette: Palette = PURPLE_SET,
    size_wh: tuple[int, int] = (1280, 720),
    tile_px: float = 48.0,
    tilt_deg: float = 12.0,
    surface: Surface = Surface.WOOD,
    light: Light | None = None,
) -> TableScene:
    """An empty table under a steady camera, the middle of the picture at the board's origin."""
    rng = np.random.default_rng(seed)
    focal = 0.9
    pose = CameraPose(
        (0.0, 0.0), focal * max(size_wh) / tile_px, tilt_deg, float(rng.normal(0, 3)), 0.0, focal
    )
    return TableScene(
        (),
        random_inks(rng, palette),
        random_style(rng),
        surface,
        surface_turn_deg=float(rng.uniform(-20, 20)),
        tile_gap=0.02,
        pose=pose,
        light=light or random_light(rng),
        sensor=Sensor(blur_px=0.7, noise=2.5, sharpen=0.2, jpeg_quality=88),
        size_wh=size_wh,
        seed=seed,
    )
