"""Cubes of wood, printed on all six sides, standing, leaning or in the air."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.camera import View
from vision.simulated.optics.light import Light
from vision.simulated.optics.paint import mark, paint, paint_texture
from vision.simulated.optics.srgb import Linear, Points, as_light, from_rgb
from vision.simulated.pieces.blocks import at_height, onto

Vectors = NDArray[np.float64]

TOP = 0
"""Which of a cube's faces lies upwards while it stands."""
NORMALS = np.array([(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0), (0, 0, -1)], float)
"""Of each face in the cube's own frame, which is the table's before it is turned."""
RIGHTS = np.array([(1, 0, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0), (0, 1, 0), (1, 0, 0)], float)
DOWNS = np.array([(0, 1, 0), (0, 0, -1), (0, 0, -1), (0, 0, -1), (0, 0, -1), (0, -1, 0)], float)
"""The way its print's right and lower edges lie."""


@dataclass(frozen=True, slots=True)
class CubeLook:
    """What makes one set of cubes another: its rims and how much light its sides get."""

    rim: tuple[float, float, float] = (0.01, 0.01, 0.01)
    """Linear BGR of the rounded edges, which catch more light than the faces."""
    rim_width: float = 0.03
    """How far the rounding reaches into a face, in cube edges."""
    rounding: float = 0.08
    """Radius of a face's corners, in cube edges."""
    side_light: float = 0.7
    """Light on an upright side in the shade, against that on the top."""


def random_cube_look(rng: np.random.Generator) -> CubeLook:
    """The look of one more set in one more room."""
    blue, green, red = (float(v) for v in from_rgb(*(rng.uniform(22, 105) + rng.uniform(-4, 4, 3))))
    return CubeLook(
        (blue, green, red),
        rim_width=float(rng.uniform(0.01, 0.05)),
        rounding=float(rng.uniform(0.02, 0.16)),
        side_light=float(rng.uniform(0.3, 0.95)),
    )


@dataclass(frozen=True)
class Cube:
    """One cube somewhere over the table; lengths in cube edges."""

    middle: tuple[float, float, float]
    axes: Vectors
    """(3, 3) columns: where the cube's own x, y and z point."""
    edge: float
    faces: Mapping[int, Linear]
    """The pictures on its faces, by their number; those turned away may be missing."""
    look: CubeLook
    label: int = 0
    """What the label image says where its top is seen; 0 for nothing to find."""
    side_label: int = 0
    """The same for its first side, the others count on; 0 for nothing to find."""

    @property
    def place(self) -> tuple[float, float]:
        """Over which place of the table it is."""
        return self.middle[:2]

    def corners(self, face: int) -> Vectors:
        """A face's corners (4, 3), clockwise from its print's top left."""
        return self._on(face, np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2)

    def centre(self, face: int) -> Vectors:
        """A face's middle (3,)."""
        return np.asarray(self._on(face, np.zeros((1, 2)))[0])

    def outline(self, face: int) -> Vectors:
        """A face's rim where the rounding begins, (n, 3)."""
        half = 0.5 - self.look.rim_width
        soft = min(self.look.rounding, half)
        angle = np.linspace(0, np.pi / 2, 5)
        corner = (half - soft) + soft * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        turns = [np.array([[c, s], [-s, c]]) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
        return self._on(face, np.concatenate([corner @ turn for turn in turns]))

    def faces_eye(self, face: int, eye: Vectors) -> bool:
        """Whether a face is turned towards a place."""
        normal = self.axes @ NORMALS[face]
        return bool(normal @ (eye - self.centre(face)) > 0)

    def body(self) -> Vectors:
        """Points whose hull is the rounded cube, (n, 3)."""
        inner = self.edge * (0.5 - 0.6 * self.look.rounding)
        signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        grown = [signs * inner + (0.5 * self.edge - inner) * signs * axis for axis in np.eye(3)]
        return np.asarray(np.array(self.middle) + np.concatenate(grown) @ self.axes.T)

    def _on(self, face: int, places: Vectors) -> Vectors:
        """Places of a face (n, 2), in edges from its middle, as places over the table (n, 3)."""
        own = 0.5 * NORMALS[face] + places[:, :1] * RIGHTS[face] + places[:, 1:] * DOWNS[face]
        return np.asarray(np.array(self.middle) + self.edge * own @ self.axes.T)


def draw_cube(
    canvas: Linear, labels: NDArray[np.int16], cube: Cube, view: View, light: Light
) -> None:
    """Paints a cube over whatever is already there; farther ones go first."""
    hull = as_light(cv2.convexHull(view.project(cube.body()))[:, 0])
    rim = np.array(cube.look.rim, np.float32)
    paint(canvas, hull, as_light(rim * (0.6 + 0.4 * cube.look.side_light)))
    mark(labels, hull, 0)
    for face in sorted(range(6), key=lambda face: face == TOP):
        if not cube.faces_eye(face, view.eye) or face not in cube.faces:
            continue
        texture = cube.faces[face]
        quad = view.project(cube.corners(face))
        outline = view.project(cube.outline(face))
        lit = as_light(_shade(cube, face, light) * texture)
        paint_texture(canvas, outline, lit, onto(texture, quad))
        mark(labels, outline, cube.label if face == TOP else _side_label(cube, face))


def _side_label(cube: Cube, face: int) -> int:
    return cube.side_label + face - 1 if cube.side_label else 0


def _shade(cube: Cube, face: int, light: Light) -> float:
    """The light on a face against that on the table: the lamp stands high, its side is known."""
    normal = cube.axes @ NORMALS[face]
    lamp = np.radians(light.azimuth_deg)
    facing = max(0.0, float(normal[:2] @ np.array([np.cos(lamp), np.sin(lamp)])))
    side = cube.look.side_light + 0.5 * (1 - light.ambient) * facing
    up = max(0.0, float(normal[2]))
    return up + (1 - up) * min(side, 1.1)


def cube_shadow_outlines(cube: Cube, view: View, light: Light) -> list[Points]:
    """The pieces of table a cube keeps the light from, in canvas pixels; its foot comes first."""
    body = cube.body()
    lamp = np.radians(light.azimuth_deg)
    longer = body[:, 2:] / np.tan(np.radians(max(light.elevation_deg, 15.0)))
    cast = body[:, :2] - longer * np.array([np.cos(lamp), np.sin(lamp)])
    lowest = body[:, 2] < body[:, 2].min() + 0.3 * cube.edge
    outlines = []
    for places in (body[lowest][:, :2], np.concatenate([cast, body[lowest][:, :2]])):
        hull = cv2.convexHull(as_light(places))[:, 0].astype(np.float64)
        outlines.append(view.project(at_height(hull, 0.0)))
    return outlines
