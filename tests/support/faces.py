"""Faces as values, for tests of what is made of them."""

from __future__ import annotations

from assistant.tiles import parse_tile
from vision.observation import Face


def face_at(name: str, centre_px: tuple[float, float], edge_px: float = 48.0) -> Face:
    """A sure reading of that tile at that place."""
    tile, half = parse_tile(name), edge_px / 2
    x, y = centre_px
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    return Face({tile.colour: 1.0}, {tile.shape: 1.0}, centre_px, corners)
