"""Reading a picture of Qwirkle Cards: from pixels to rows of cards and how sure we are."""

from __future__ import annotations

import numpy as np

from assistant.tiles import PURPLE_SET, Colour
from vision.observation import Face, Group, GroupKind, Observation
from vision.pictures.load import PictureBgr
from vision.reading.card_colours import symbol_colours
from vision.reading.card_places import (
    CARD_RATIO,
    REACH_SHARE,
    SMALL,
    Card,
    Flat,
    find_cards,
    large_size,
)
from vision.reading.card_plane import (
    LIKE_PAPER,
    Edges,
    Plane,
    find_edges,
    find_plane,
    flat_moments,
    links_between,
    reaches_of,
    squeezes,
    turns_of,
)
from vision.reading.card_rows import find_rows
from vision.reading.card_shapes import silhouette_shapes, silhouettes
from vision.reading.card_symbols import Symbols, find_symbols
from vision.reading.complaints import about_nothing
from vision.reading.cut import resized
from vision.reading.prints import Floats
from vision.reading.shape import SHAPES

WORKING_PX = 1800
"""Longer side of the picture that is worked on: larger ones are shrunk."""
NEAR_EDGES = 1.6
"""Lines within about this many edges of a symbol tell how its card lies turned."""
LINK_EDGES = 2.3
"""Large symbols nearer than this are likely neighbours of one row."""


def read_cards(picture_bgr: PictureBgr) -> Observation:
    """All cards on an upright picture, uint8 (H, W, 3): rows, and open cards in no row."""
    high, wide = picture_bgr.shape[:2]
    scale = min(1.0, WORKING_PX / max(wide, high))
    working = resized(picture_bgr, scale)
    symbols = max((find_symbols(working, face) for face in (True, False)), key=_worth)
    if not len(symbols):
        return Observation(size_wh=(wide, high), complaints=about_nothing(picture_bgr))
    size = (working.shape[1], working.shape[0])
    plane = find_plane(symbols, size)
    colours = symbol_colours(symbols)
    flat, edge = _laid_flat(working, plane, symbols, colours)
    cards, width = find_cards(flat)
    shapes = _shapes(working, plane, symbols, flat, cards, edge)
    faces = [_face(card, colours, shapes, plane, edge, width, scale) for card in cards]
    rows = find_rows(cards, [face.tile for face in faces], width)
    return Observation(
        size_wh=(wide, high),
        rows=tuple(tuple(faces[k] for k in row) for row in rows if len(row) > 1),
        groups=tuple(Group(GroupKind.HEAP, (faces[row[0]],)) for row in rows if len(row) == 1),
        palette=PURPLE_SET,
        tile_px=float(
            edge / np.median(np.abs(np.linalg.det(plane.steps(symbols.centres_px))) ** 0.5)
        )
        / scale,
    )


def _worth(symbols: Symbols) -> float:
    """How much ink was found on a face: noise of the other face is small or little."""
    return float(np.sqrt(symbols.areas_px2).sum())


def _laid_flat(
    working: PictureBgr, plane: Plane, symbols: Symbols, colours: Floats
) -> tuple[Flat, float]:
    """The symbols as they lie on the table, and the edge of a large one's square there."""
    moments = flat_moments(plane, symbols)
    sizes, squeezed = reaches_of(symbols, plane) / REACH_SHARE, squeezes(moments)
    edge = large_size(sizes, squeezed)
    edges = find_edges(working, plane, symbols)
    places = plane.places(symbols.centres_px)
    large = places[(sizes > SMALL[1] * edge) & (sizes < 1.4 * edge)]
    lines = edges.with_more(links_between(large, LINK_EDGES * edge))
    turns, sure = turns_of(places, lines, NEAR_EDGES * edge)
    turns = _with_neighbours(places / edge, turns, sure)
    flat_edges = Edges(edges.starts / edge, edges.ends / edge)
    paper = _paper_reach(working, plane, symbols, turns, sizes, edge)
    flat = Flat(places / edge, sizes / edge, squeezed, turns, colours, paper, flat_edges)
    return flat, edge


def _paper_reach(
    working: PictureBgr, plane: Plane, symbols: Symbols, turns: Floats, sizes: Floats, edge: float
) -> Floats:
    """(N, 4) how far plain paper reaches to the four sides of each symbol, in edges."""
    steps = np.arange(0.05, 1.6, 0.05)
    found = np.zeros((len(symbols), 4))
    places = plane.places(symbols.centres_px)
    size = np.array((working.shape[1], working.shape[0])) - 1
    for side, (u, v) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        along = np.stack(
            [u * np.cos(turns) - v * np.sin(turns), u * np.sin(turns) + v * np.cos(turns)], 1
        )
        away = 0.55 * sizes[:, None] + steps * edge
        at = plane.pixels(places[:, None] + along[:, None] * away[..., None])
        x, y = np.moveaxis(np.rint(at).astype(int).clip(0, size), -1, 0)
        off = np.abs(working[y, x].astype(np.float64) - symbols.papers[:, None]).max(axis=2)
        plain = off < LIKE_PAPER * 255
        found[:, side] = np.where(plain.all(axis=1), len(steps), plain.argmin(axis=1)) * 0.05
    return found


def _with_neighbours(places: Floats, turns: Floats, sure: Floats) -> Floats:
    """Each turn with those around it: the lines of one card are few."""
    away = np.linalg.norm(places[:, None] - places[None], axis=2)
    off = np.abs(np.angle(np.exp(4j * (turns[:, None] - turns[None]))) / 4)
    weight = np.exp(-((away / 1.2) ** 2)) * np.minimum(sure, 3.0)[None] + 1e-9
    votes = weight[:, None, :] * (off < np.radians(8))[None, :, :]
    # Of the turns around, the one that most of them share.
    best = (votes.sum(axis=2) * (weight > 1e-3)).argmax(axis=1)
    close = np.angle(np.exp(4j * (turns[None] - turns[best][:, None]))) / 4
    good = weight * (np.abs(close) < np.radians(8))
    return np.asarray(turns[best] + (good * close).sum(axis=1) / good.sum(axis=1), np.float64)


def _shapes(
    working: PictureBgr, plane: Plane, symbols: Symbols, flat: Flat, cards: list[Card], edge: float
) -> Floats:
    """(N, 6) the shape of every symbol, seen upright at the size of its kind."""
    small = flat.small & ~flat.whole
    size = np.where(small, np.median(flat.sizes[small]) if small.any() else 1.0, 1.0)
    for card in cards:
        if not card.covered:
            size[card.symbols[0]] = 1.0
    inverse = np.linalg.inv(plane.steps(symbols.centres_px))
    cos, sin = np.cos(flat.turns), np.sin(flat.turns)
    axes = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], axis=1)
    frames = inverse @ axes * (size * edge)[:, None, None]
    return silhouette_shapes(silhouettes(working, symbols, frames))


def _face(
    card: Card,
    colours: Floats,
    shapes: Floats,
    plane: Plane,
    edge: float,
    width: float,
    scale: float,
) -> Face:
    """A card as a value without pixels: what its symbols say together."""
    members = list(card.symbols)
    colour, shape = _joined(colours[members]), _joined(shapes[members])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, CARD_RATIO * width / 2)
    cos, sin = np.cos(card.turn), np.sin(card.turn)
    around = half @ np.array([[cos, sin], [-sin, cos]]) + np.array(card.place)
    corners = (plane.pixels(around * edge) + 0.5) / scale - 0.5
    centre = (plane.pixels(np.array(card.place) * edge) + 0.5) / scale - 0.5
    return Face(
        dict(zip(Colour, colour.tolist(), strict=True)),
        dict(zip(SHAPES, shape.tolist(), strict=True)),
        (float(centre[0]), float(centre[1])),
        tuple((float(x), float(y)) for x, y in corners),
    )


def _joined(likely: Floats) -> Floats:
    """What several looks at one thing say together."""
    product = np.log(np.maximum(likely, 1e-4)).sum(axis=0)
    found = np.exp(product - product.max())
    return np.asarray(found / found.sum(), np.float64)
