"""The plane in which all tops of cubes lie, found from how their prints are squeezed.

Tops are squeezed by the camera's tilt alone, and far ones are smaller; sides are squeezed each in
its cube's own way. So the camera that makes most prints round again is the one that took the
picture: its tilt, its direction and its focal length.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.reading.prints import Floats, Prints

TILTS = np.radians(np.arange(0, 66, 5.0))
HEADINGS = np.radians(np.arange(0, 360, 15.0))
FOCALS = (1.4, 1.8, 2.4)
"""Cameras that are tried first; focal lengths in half longer sides of the picture."""
USUAL_FOCAL, FOCAL_SPREAD = np.log(1.75), 0.25
"""Log focal length of phones and webcams."""
UPRIGHT = 0.15
"""Share of the prints' word that speaks for a camera held upright: its far side is up."""
ROUND_NOISE, SIZE_NOISE = 0.09, 0.08
"""How far a top's print is from round, and its log size from the others'."""
LOOSELY = np.array([1.4, 1.4, 4.0])
"""Times that for a single print: sets draw their symbols large or small, and some are half lit."""
STEPS = 25
DAMPING = 1e-3


@dataclass(frozen=True, slots=True)
class TopPlane:
    """A camera over the plane of the tops; lengths along the plane in cube edges."""

    middle_px: tuple[float, float]
    focal_px: float
    normal: Floats
    """(3,) from the camera to the plane, in its frame: x right, y down, z forward."""
    height: float
    """Of the camera over the tops."""
    printed_edge: float = 1.0
    """The edge that the prints' sizes tell, as sets usually have them, in true edges."""

    @property
    def axes(self) -> Floats:
        """(2, 3) two directions along the plane."""
        return _axes(self.normal)

    @property
    def foot(self) -> Floats:
        """(2,) the place of the plane under the camera."""
        return np.asarray(self.axes @ (self.height * self.normal), np.float64)

    def on_plane(self, pixels: Floats) -> Floats:
        """(N, 2) places of the plane under pixels (N, 2)."""
        rays = self._rays(pixels)
        points = self.height * rays / (rays @ self.normal)[:, None]
        return np.asarray(points @ self.axes.T, np.float64)

    def pixels(self, places: Floats, below: Floats | float = 0.0) -> Floats:
        """(N, 2) where places (N, 2) are seen that lie so far below the plane."""
        depth = np.broadcast_to(np.asarray(below, np.float64), (len(places),))
        points = places @ self.axes + (self.height + depth)[:, None] * self.normal
        # `on_plane` counts from where the normal's own part was left out.
        seen = points[:, :2] / np.maximum(points[:, 2:], 1e-6) * self.focal_px
        return np.asarray(seen + np.array(self.middle_px), np.float64)

    def steps(self, pixels: Floats) -> Floats:
        """(N, 2, 2) columns: where a step of one edge along each axis of the plane leads, in px."""
        return np.asarray(np.linalg.inv(self.into(pixels)), np.float64)

    def into(self, pixels: Floats) -> Floats:
        """(N, 2, 2) from small ways in pixels to ways along the plane."""
        rays = self._rays(pixels)
        return _into(rays, self.normal, self.focal_px) * self.height

    def tan_slant(self, places: Floats) -> Floats:
        """(N, 2) away from the camera's foot, as long as the tangent of the slant there."""
        return np.asarray((places - self.foot) / self.height, np.float64)

    def _rays(self, pixels: Floats) -> Floats:
        away = (pixels - np.array(self.middle_px)) / self.focal_px
        return np.column_stack([away, np.ones(len(away))])


def _axes(normal: Floats) -> Floats:
    """Two directions across a normal: to the picture's right as far as it goes, then down."""
    x, y, z = (float(v) for v in normal)
    length = math.sqrt((1 - x * x) ** 2 + (x * y) ** 2 + (x * z) ** 2)
    right = ((1 - x * x) / length, -x * y / length, -x * z / length)
    down = (y * right[2] - z * right[1], z * right[0] - x * right[2], x * right[1] - y * right[0])
    return np.array([right, down])


def _into(rays: Floats, normal: Floats, focal: float) -> Floats:
    """(N, 2, 2) from pixels to a plane one away."""
    depth = rays @ normal
    ways = np.zeros((len(rays), 3, 2))
    for k in range(2):
        step = np.zeros(3)
        step[k] = 1 / focal
        ways[:, :, k] = step / depth[:, None] - rays * (step @ normal / depth**2)[:, None]
    return np.asarray(np.einsum("ij,njk->nik", _axes(normal), ways), np.float64)


def fit_top_plane(prints: Prints, size_wh: tuple[int, int]) -> tuple[TopPlane, Floats]:
    """The plane that explains most prints as tops, and (N,) how well each of them fits it."""
    unit = max(size_wh) / 2
    middle = ((size_wh[0] - 1) / 2, (size_wh[1] - 1) / 2)
    points = (prints.centres_px - np.array(middle)) / unit
    spreads = np.sqrt(np.sqrt(np.linalg.det(prints.moments_px2))) / prints.edges_px
    moments = prints.moments_px2 / (unit * spreads[:, None, None]) ** 2
    pose = _refined(points, moments, _start(points, moments))
    normal, focal, edge = _normal(pose), float(np.exp(pose[2])), float(np.exp(pose[3]))
    fits = np.exp(-((_misfits(points, moments, pose) / LOOSELY) ** 2).sum(axis=1) / 2)
    return TopPlane(middle, focal * unit, normal, 1 / edge), fits


def _normal(pose: Floats) -> Floats:
    normal = np.array([pose[0], pose[1], 1.0])
    return np.asarray(normal / np.linalg.norm(normal), np.float64)


def _shapes(points: Floats, moments: Floats, normal: Floats, focal: float) -> Floats:
    """(N, 3) how far each print is from round on the plane, two ways, and its log edge there."""
    (shapes,) = _shapes_under(points, moments, normal[None], np.array([focal]))
    return np.asarray(shapes, np.float64)


def _shapes_under(points: Floats, moments: Floats, normals: Floats, focals: Floats) -> Floats:
    """(P, N, 3) the same under each of P cameras: their normals (P, 3) and focal lengths (P,)."""
    x, y = (points[None, :, k] / focals[:, None] for k in range(2))
    normal = normals[:, None]
    depth = x * normal[..., 0] + y * normal[..., 1] + normal[..., 2]
    scale = 1 / (focals[:, None] * depth**2)
    # A step to the right and one down in the picture, along the plane in the camera's frame.
    right = np.stack([depth - x * normal[..., 0], -y * normal[..., 0], -normal[..., 0] + 0 * x])
    down = np.stack([-x * normal[..., 1], depth - y * normal[..., 1], -normal[..., 1] + 0 * x])
    axes = np.stack([_axes(one) for one in normals])
    into = np.stack([[_dot(axes[:, k], way) * scale for way in (right, down)] for k in range(2)])
    xx, xy, yy = moments[:, 0, 0], moments[:, 0, 1], moments[:, 1, 1]
    (a, b), (c, d) = into
    wide = a * a * xx + 2 * a * b * xy + b * b * yy
    high = c * c * xx + 2 * c * d * xy + d * d * yy
    askew = a * c * xx + (a * d + b * c) * xy + b * d * yy
    trace = wide + high
    det = np.maximum(wide * high - askew**2, 1e-18)
    shapes = np.stack([(wide - high) / trace, 2 * askew / trace, np.log(det) / 4], axis=-1)
    return np.asarray(np.where((depth < 0.05)[..., None], 9.0, shapes), np.float64)


def _dot(axes: Floats, ways: Floats) -> Floats:
    """(P, N) ways (3, P, N) along an axis (P, 3) of each camera."""
    return np.asarray((axes.T[:, :, None] * ways).sum(axis=0), np.float64)


def _misfits(points: Floats, moments: Floats, pose: Floats) -> Floats:
    """(N, 3) in standard deviations."""
    shapes = _shapes(points, moments, _normal(pose), float(np.exp(pose[2])))
    shapes[:, 2] -= pose[3]
    return np.asarray(shapes / np.array([ROUND_NOISE, ROUND_NOISE, SIZE_NOISE]), np.float64)


def _start(points: Floats, moments: Floats) -> Floats:
    """The camera to begin with: the one that makes most prints round and of one size."""
    tried = [
        (f, t, h) for f in FOCALS for t in TILTS for h in (HEADINGS if t > 0 else HEADINGS[:1])
    ]
    focals, tilts, headings = np.array(tried).T
    leans = np.tan(tilts)[:, None] * np.stack([np.cos(headings), np.sin(headings)], axis=1)
    shapes = _shapes_under(points, moments, np.array([_normal(one) for one in leans]), focals)
    off = (shapes[..., :2] / (1.5 * ROUND_NOISE)) ** 2
    round_ones = np.exp(-off.sum(axis=2) / 2)
    # Far things are up in a picture that is held upright: there the plane recedes.
    upright = 1 + UPRIGHT * np.sin(tilts) * np.sin(headings)
    most = round_ones.sum(axis=1) * upright
    best, start = -1.0, np.zeros(4)
    for k in np.argsort(-most, kind="stable"):
        if most[k] <= best:
            break  # even if all its round prints were of one size
        edge, worth = _commonest(shapes[k, :, 2], round_ones[k])
        if worth * upright[k] > best:
            best, start = worth * upright[k], np.array([*leans[k], np.log(focals[k]), edge])
    return start


def _commonest(values: Floats, weights: Floats) -> tuple[float, float]:
    """The value that most of the weight lies near, and that weight."""
    some = values[np.argsort(-weights)[:40]]
    near = np.exp(-(((values[None] - some[:, None]) / (1.5 * SIZE_NOISE)) ** 2) / 2) @ weights
    best = int(np.argmax(near))
    return float(some[best]), float(near[best])


def _refined(points: Floats, moments: Floats, pose: Floats) -> Floats:
    """The camera after least squares in which prints that are no tops soon have no say."""
    damping = DAMPING
    for step in range(STEPS):
        width = 2.0 if step < 6 else 1.2
        here = _misfits(points, moments, pose)
        trust = np.exp(-(here**2).sum(axis=1) / (2 * width**2))
        slopes = np.zeros((*here.shape, 4))
        for k in range(4):
            moved = pose.copy()
            moved[k] += 1e-4
            slopes[..., k] = (_misfits(points, moments, moved) - here) / 1e-4
        flat = slopes.reshape(-1, 4)
        weighted = (slopes * trust[:, None, None]).reshape(-1, 4)
        matrix = weighted.T @ flat + np.diag([0, 0, 1 / FOCAL_SPREAD**2, 0])
        miss = weighted.T @ here.ravel()
        miss[2] += (pose[2] - USUAL_FOCAL) / FOCAL_SPREAD**2
        pose = pose - np.linalg.solve(matrix + damping * np.diag(np.diag(matrix) + 1e-6), miss)
    return pose
