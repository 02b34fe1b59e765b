"""Tables of Cubes without a picture: a grid, and open hands before the players."""

from dataclasses import replace

from tests.support.faces import face_at
from tests.support.seen_tables import EDGE_PX, observed
from vision.observation import Group, GroupKind

PLACES = {"below": (400.0, 620.0), "above": (400.0, 60.0)}
"""Where the middle of a hand is seen, in pixels."""


def hand_at(tiles, place, shift=(0.0, 0.0), spread=1.5):
    """A hand in a row; a cube that was rolled lies elsewhere: its place then stands behind a colon,
    in edges from where it lay."""
    x, y = PLACES.get(place, place)
    faces = []
    for k, text in enumerate(tiles.split()):
        name, _, moved = text.partition(":")
        aside = float(moved or 0)
        at_px = (
            x + shift[0] + (k - 2.5) * spread * EDGE_PX,
            y + shift[1] + aside * EDGE_PX,
        )
        faces.append(face_at(name, at_px, EDGE_PX))
    return Group(GroupKind.HEAP, tuple(faces))


def cubes_seen(grid="", **hands):
    """What a picture shows: the grid, and a hand at each named place."""
    groups = tuple(hand_at(tiles, place) for place, tiles in hands.items())
    return replace(observed(grid), groups=groups, tile_px=EDGE_PX)
