"""Reading a picture of Qwirkle Cards: from pixels to rows of cards and how sure we are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Colour, palette_of
from vision.observation import Face, Group, GroupKind, Observation
from vision.pictures.load import PictureBgr
from vision.reading.card_colours import symbol_colours
from vision.reading.card_corners import are_tiles, find_cards
from vision.reading.card_faint import faint_in_rows
from vision.reading.card_paper import are_paper
from vision.reading.card_places import (
    CARD_RATIO,
    REACH_SHARE,
    SMALL,
    SURELY,
    Card,
    Flat,
    large_size,
    weighted_middle,
)
from vision.reading.card_plane import (
    LIKE_PAPER,
    Edges,
    Plane,
    Told,
    edges_on,
    find_plane,
    flat_moments,
    lines_beside_paper,
    links_between,
    off_paper,
    reaches_of,
    squeezes,
    straight_lines,
    turns_of,
    without_noise,
)
from vision.reading.card_rows import find_rows
from vision.reading.card_shapes import silhouette_shapes, silhouettes
from vision.reading.card_symbols import Symbols, find_symbols
from vision.reading.card_together import read_together
from vision.reading.card_whites import white_belongs, with_white
from vision.reading.complaints import about_nothing
from vision.reading.cut import resized
from vision.reading.prints import Floats, levels_at
from vision.reading.shape import SHAPES

WORKING_PX = 1800
"""Longer side of the picture that is worked on: larger ones are shrunk."""
NEAR_EDGES = 1.6
"""Lines within about this many edges of a symbol tell how its card lies turned."""
STRANGE = 0.5
"""Blobs less likely to be one of the six shapes by their silhouette are none. Chosen on 84 drawn
tables against 0.02: as many cards right, 41 instead of 49 invented."""
LIKELIEST, TOLD_INK, HARDLY_INK = 3, 0.78, 0.7
"""But the second share of what the net that finds ink is sure of these likeliest symbols of the
picture is enough, and less than the third is not, by itself: on a printed cloth it was sure of
symbols by 0.82 to 0.94 and of leaves and dots by 0.52 to 0.75, in dim rooms it is less sure of all,
and of a dark crisscross by 0.61."""
OTHER_PAPER = 0.22
"""Largest difference in chroma, over brightness, between the papers of one set of cards."""
FEWEST, LIKE_TABLE = 3, 14
"""So many symbols that surely stand on cards show what is printed on the table, if its ground
differs by more than this from their paper, in 255ths."""
LIKE_TINT, LIKE_SIZE, USUAL_SIZE, SAME_PRINTS = 0.09, 0.12, 0.12, 0.6
"""Where more than the last share of what stands on the table's ground has nearly the paper's tint
and, within the second in log size, the size of as many of those on cards as the third says, it is
cards all the same."""
VARIED = 5
"""And so is what shows so many of the six shapes: patterns of cloths repeat a few."""
DARKER_PAPER = 0.5
"""White paper is at least so bright against most of it: shadows and lamps leave more, prints on the
backs of cards 0.35."""
USUAL_PAPER = 0.18
"""The same for a card that lies alone: the backs of others may be printed with signs."""
BRIGHTER_BLACK = (2.2, 12)
"""Black paper is no brighter than so many times the usual and so much more, in 255ths: gaps between
cards, in which the table is seen, are."""
RAYS = (-0.16, 0.0, 0.16)
"""Paper is followed along rays so far beside a symbol's middle, in its sizes: scratches are not."""
COPIES, MOST_MORE = 3, 0.25
"""Of cards a larger share than this is never read as a fourth or further copy."""
LONE = 0.2
"""Doubt in colour and in shape of cards where none lies in a row, and of those that may be none."""
CLEAR = 0.85
"""What lies alone and is less surely ink than so much of the likeliest is doubted: nothing covers a
card that lies alone, so its symbol is clear."""
SMALL_SAYS = 0.4
"""Weight of what a corner's symbol says beside a larger one: it is blurred into its paper."""
INK_SAYS = 1.5
"""Inks are told surer than they seem: of 271 cards whose colour was told with 0.5 to 0.95, on drawn
tables of two programs, 263 were right."""
SMALL_NAMES = 0.15
"""Weight of a corner's symbol when inks are named, and beside a large one of its card."""
BLURRED = 2
"""So many steps of a ray beside a symbol may be neither ink nor paper."""
LEAST_HEADED = 0.5
"""The net tells how a card lies with a vector of length 1 where it is sure, 0.86 to 1.1 on drawn
tables, and with none at all where it cannot tell."""
LINK_EDGES = 2.3
"""Large symbols nearer than this are likely neighbours of one row."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """The cards of a picture."""

    cards: list[Card]
    faces: list[Face]
    width: float
    """Of a card, in edges of its large symbol."""
    edge_px: float
    clear: list[bool]
    """Whether each card is sure to be one though none lies beside it."""
    tiles: bool = False
    """Whether they are pieces of the other games."""


def read_cards(picture_bgr: PictureBgr) -> Observation:
    """All cards on an upright picture, uint8 (H, W, 3): rows, and open cards in no row."""
    high, wide = picture_bgr.shape[:2]
    scale = min(1.0, WORKING_PX / max(wide, high))
    working = resized(picture_bgr, scale)
    lines = straight_lines(working)
    best = _read_symbols(find_symbols(working), lines, scale)
    if not best.cards or best.tiles:
        return Observation(size_wh=(wide, high), complaints=about_nothing(picture_bgr))
    rows = find_rows(best.cards, best.faces, best.width)
    together = [row for row in rows if len(row) > 1]
    if _too_many_alike([best.faces[k] for row in together for k in row]):
        together = []
    kinds = Counter(face.tile for face in best.faces)
    lone = [row[0] for row in rows if len(row) == 1]
    lone = [k for k in lone if kinds[best.faces[k].tile] <= COPIES]
    surely = [bool(together) and best.clear[k] for k in lone]
    alone = [
        best.faces[k] if sure else _doubted(best.faces[k])
        for k, sure in zip(lone, surely, strict=True)
    ]
    return Observation(
        size_wh=(wide, high),
        rows=tuple(tuple(read_together([best.faces[k] for k in row])) for row in together),
        groups=tuple(Group(GroupKind.HEAP, (face,)) for face in alone),
        palette=palette_of(face.tile for face in best.faces),
        tile_px=best.edge_px / scale,
    )


def _too_many_alike(faces: list[Face]) -> bool:
    """Whether far more are alike than a set of cards has: keys, letters, buttons of a phone."""
    kinds = Counter(face.tile for face in faces)
    more = sum(count - COPIES for count in kinds.values() if count > COPIES)
    return more > MOST_MORE * len(faces)


def _doubted(face: Face) -> Face:
    """A face of a picture on which no row is seen: any coin or sweet may look like one."""
    return replace(
        face,
        colours={k: (1 - LONE) * p + LONE / len(face.colours) for k, p in face.colours.items()},
        shapes={k: (1 - LONE) * p + LONE / len(face.shapes) for k, p in face.shapes.items()},
    )


def _read_symbols(symbols: Symbols, lines: Floats, scale: float) -> _Reading:
    """The cards that symbols make; faint ones are among them where they lie in rows of others."""
    if not len(symbols):
        return _Reading([], [], 1.0, 1.0, [])
    kept, faint = _chosen(symbols, lines)
    if not (kept.any() and faint.any()):
        return _read_face(symbols.subset(kept) if kept.any() else symbols, lines, scale)
    tried = symbols.subset(kept | faint)
    found = _read_face(tried, lines, scale)
    rows = find_rows(found.cards, found.faces, found.width)
    believed = np.zeros(len(symbols), bool)
    believed[kept | faint] = faint_in_rows(found.cards, found.faces, rows, faint[kept | faint])
    return _read_face(symbols.subset(kept | believed), lines, scale)


def _chosen(symbols: Symbols, lines: Floats) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(N,) which are symbols of cards, and which may be where they lie in a row of others."""
    beside = lines_beside_paper(symbols, lines)
    plane = find_plane(symbols, beside)
    shapes, known = _known(plane, symbols, edges_on(plane, beside))
    likeliest = np.sort(symbols.likely)[-LIKELIEST:].mean()
    told = symbols.likely / likeliest
    on_paper = (known > STRANGE) & _on_one_paper(symbols, known)
    kept = (on_paper & (told > HARDLY_INK)) | (told > TOLD_INK)
    on_cards = _on_cards(symbols, known, shapes, plane)
    faint = on_paper & ~kept & ~symbols.on_table & (symbols.large > 0.5)
    if symbols.white.any():
        colours = _colours(symbols, np.ones(len(symbols), bool))
        told_sure = known * (kept & on_cards)
        on_cards &= white_belongs(symbols, reaches_of(symbols, plane), told_sure, colours)
    return kept & on_cards, faint & on_cards


def _read_face(symbols: Symbols, lines: Floats, scale: float) -> _Reading:
    """The cards that symbols on one face make."""
    beside = lines_beside_paper(symbols, lines)
    plane = find_plane(symbols, beside)
    shapes, known = _known(plane, symbols, edges_on(plane, beside))
    likeliest = np.sort(symbols.likely)[-LIKELIEST:].mean()
    colours = _colours(symbols, np.ones(len(symbols), bool))
    flat, edge = _laid_flat(plane, symbols, edges_on(plane, beside), colours, shapes, known)
    # Seen upright and at the size of its kind a small symbol is told better.
    flat = replace(flat, shapes=_shapes(plane, symbols, flat, [], edge)[0])
    cards, width = find_cards(flat)
    paper = are_paper(symbols, plane, flat, cards, width, edge)
    cards = [card for card, is_paper in zip(cards, paper, strict=True) if is_paper]
    used = sorted({k for card in cards for k in card.symbols})
    colours = colours.copy()
    # Once more without all that is no symbol: its inks would be taken for the cards'.
    colours[used] = _colours(symbols, np.isin(np.arange(len(symbols)), used))
    shapes, known = _shapes(plane, symbols, flat, cards, edge)
    faces = [_face(card, colours, shapes, plane, edge, width, scale) for card in cards]
    steps = np.abs(np.linalg.det(plane.steps(symbols.centres_px))) ** 0.5
    surely = symbols.likely > CLEAR * likeliest
    on_paper = _on_usual_paper(symbols, cards)
    clear = [
        usual and bool(surely[list(card.symbols)].any())
        for card, usual in zip(cards, on_paper, strict=True)
    ]
    return _Reading(cards, faces, width, float(edge / np.median(steps)), clear, are_tiles(flat))


def _colours(symbols: Symbols, chosen: NDArray[np.bool_]) -> Floats:
    """(chosen, colours) probabilities of the colours of some symbols, told together."""
    if not chosen.any():
        return np.zeros((0, len(Colour)))
    reach, white = reaches_of(symbols)[chosen], symbols.white[chosen]
    voices = np.where(reach > SMALL[1] * np.quantile(reach, 0.9), 1.0, SMALL_NAMES)
    inks, papers = symbols.inks[chosen], symbols.beside[chosen]
    found = np.full((len(inks), len(Colour)), 1 / len(Colour))
    inked = ~white
    found[inked] = symbol_colours(inks[inked], papers[inked], symbols.on_white, voices[inked])
    return with_white(found, white)


def _on_one_paper(symbols: Symbols, known: Floats) -> NDArray[np.bool_]:
    """(N,) whether each stands on the same white or black as most."""
    # Most of the paper by what is printed on it: specks on backs and flowers may be many.
    weight = symbols.areas_px2**0.5 * known * _apart(symbols, known) + 1e-9
    bright = symbols.papers.max(axis=1)
    if symbols.on_white:
        weight *= (bright / 255) ** 2
    usual = weighted_middle(bright, weight)
    if not symbols.on_white:
        return np.asarray(bright < BRIGHTER_BLACK[0] * usual + BRIGHTER_BLACK[1], np.bool_)
    tints = symbols.papers / bright[:, None]
    usual_tint = np.array([weighted_middle(tint, weight) for tint in tints.T])
    one_tint = np.abs(tints - usual_tint).max(axis=1) < OTHER_PAPER
    return np.asarray(one_tint & (bright > DARKER_PAPER * usual), np.bool_)


def _on_usual_paper(symbols: Symbols, cards: list[Card]) -> list[bool]:
    """Whether each card's paper has the tint of most cards' paper: backs have another."""
    if not cards:
        return []
    papers = symbols.papers[[card.symbols[0] for card in cards]]
    tints = papers / papers.max(axis=1, keepdims=True).clip(1)
    off = np.abs(tints - np.median(tints, axis=0)).max(axis=1)
    return [bool(one) for one in off < USUAL_PAPER]


def _apart(symbols: Symbols, known: Floats) -> NDArray[np.bool_]:
    """(N,) which stand on something that ends, as cards do; all where too few surely do."""
    apart = ~symbols.on_table
    if (apart & (known > SURELY)).sum() < FEWEST:
        return np.ones(len(symbols), bool)
    return apart


def _on_cards(symbols: Symbols, known: Floats, shapes: Floats, plane: Plane) -> NDArray[np.bool_]:
    """(N,) whether each stands on a card, or on what looks like one: not on a cloth's ground."""
    apart, sure = _apart(symbols, known), known > SURELY
    if apart.all():
        return apart
    usual = np.median(symbols.papers[apart & sure], axis=0)
    alike = np.abs(symbols.papers - usual).max(axis=1) < LIKE_TABLE
    tints = symbols.papers / symbols.papers.max(axis=1, keepdims=True).clip(1)
    same_tint = np.abs(tints - usual / max(usual.max(), 1)).max(axis=1) < LIKE_TINT
    sizes = np.log(reaches_of(symbols, plane))
    near = np.abs(sizes[:, None] - sizes[apart & sure][None]) < LIKE_SIZE
    same_print = near.mean(axis=1) > USUAL_SIZE
    table = ~apart & sure
    varied = len(set(shapes[table].argmax(axis=1).tolist())) >= VARIED
    if varied or (table.any() and (same_print & same_tint)[table].mean() > SAME_PRINTS):
        # White cards on a white table run into it, and are printed like those that do not.
        return np.ones(len(symbols), bool)
    return np.asarray(apart | alike, np.bool_)


def _known(plane: Plane, symbols: Symbols, edges: Edges) -> tuple[Floats, Floats]:
    """(N, 6) the shape of each blob at its own size, and (N,) how likely it is a symbol at all."""
    sizes = reaches_of(symbols, plane) / REACH_SHARE
    told = _told_turned(plane, symbols)
    turns, _ = turns_of(plane.places(symbols.centres_px), edges, NEAR_EDGES * sizes, told)
    return silhouette_shapes(silhouettes(symbols, _frames(plane, symbols, turns, sizes)))


def _frames(plane: Plane, symbols: Symbols, turns: Floats, sizes: Floats) -> Floats:
    """(N, 2, 2) edges in pixels of squares of such sizes around symbols, so turned."""
    inverse = np.linalg.inv(plane.steps(symbols.centres_px))
    cos, sin = np.cos(turns), np.sin(turns)
    axes = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], axis=1)
    return np.asarray(inverse @ axes * sizes[:, None, None], np.float64)


def _laid_flat(
    plane: Plane,
    symbols: Symbols,
    edges: Edges,
    colours: Floats,
    shapes: Floats,
    known: Floats,
) -> tuple[Flat, float]:
    """The symbols as they lie on the table, and the edge of a large one's square there."""
    moments = flat_moments(plane, symbols)
    sizes, squeezed = reaches_of(symbols, plane) / REACH_SHARE, squeezes(moments)
    places = plane.places(symbols.centres_px)
    large = symbols.large > 0.5
    off = np.linalg.norm(places - plane.places(symbols.cards_px), axis=1) / sizes
    edge = large_size(sizes, squeezed, off, large)
    lines = edges.with_more(links_between(places[large], LINK_EDGES * edge))
    told = _told_turned(plane, symbols)
    turns, sure = turns_of(places, lines, NEAR_EDGES * edge, told)
    turns = _with_neighbours(places / edge, turns, sure, told)
    flat_edges = Edges(edges.starts / edge, edges.ends / edge)
    paper = _paper_reach(plane, symbols, turns, sizes, edge)
    middles = plane.places(symbols.cards_px) / edge
    flat = Flat(
        places / edge,
        sizes / edge,
        squeezed,
        turns,
        colours,
        paper,
        flat_edges,
        known,
        shapes,
        large,
        middles,
        told.headings,
        symbols.lengthwise,
        told.sure,
    )
    return flat, edge


def _told_turned(plane: Plane, symbols: Symbols) -> Told:
    """How the long sides of the symbols' cards lie on the table, where the net tells it."""
    heading = np.arctan2(symbols.along[:, 1], symbols.along[:, 0]) / 2
    along = np.stack([np.cos(heading), np.sin(heading)], axis=1)
    on_table = np.einsum("nij,nj->ni", plane.steps(symbols.centres_px), along)
    headings = np.arctan2(on_table[:, 1], on_table[:, 0])
    return Told(np.asarray(headings, np.float64), symbols.headed > LEAST_HEADED)


def _paper_reach(
    plane: Plane, symbols: Symbols, turns: Floats, sizes: Floats, edge: float
) -> Floats:
    """(N, 4) how far plain paper reaches to the four sides of each symbol, in edges."""
    steps = np.arange(0.05, 1.6, 0.05)
    found = np.zeros((len(symbols), 4))
    places = plane.places(symbols.centres_px)
    smooth = without_noise(symbols.picture_bgr)
    papers = symbols.papers[:, None]
    for side, (u, v) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        along = np.stack(
            [u * np.cos(turns) - v * np.sin(turns), u * np.sin(turns) + v * np.cos(turns)], 1
        )
        away = 0.55 * sizes[:, None] + steps * edge
        beside = np.stack([-along[:, 1], along[:, 0]], axis=1)
        rays = []
        for aside in RAYS:
            starts = places + aside * sizes[:, None] * beside
            at = plane.pixels(starts[:, None] + along[:, None] * away[..., None])
            rays.append(off_paper(levels_at(smooth, at), papers, symbols.on_white))
        plain = np.median(rays, axis=0) < LIKE_PAPER * 255
        # The first steps may lie in the blur of the ink.
        plain[:, :BLURRED] |= plain[:, BLURRED, None]
        found[:, side] = np.where(plain.all(axis=1), len(steps), plain.argmin(axis=1)) * 0.05
    return found


def _with_neighbours(places: Floats, turns: Floats, sure: Floats, told: Told) -> Floats:
    """Each turn with those around it: the lines of one card are few, and may be others'."""
    away = np.linalg.norm(places[:, None] - places[None], axis=2)
    off = np.abs(np.angle(np.exp(4j * (turns[:, None] - turns[None]))) / 4)
    weight = np.exp(-((away / 1.2) ** 2)) * np.minimum(sure, 3.0)[None] + 1e-9
    votes = weight[:, None, :] * (off < np.radians(8))[None, :, :]
    # Of the turns around, the one that most of them share.
    best = (votes.sum(axis=2) * (weight > 1e-3) * told.agreeing(turns)).argmax(axis=1)
    close = np.angle(np.exp(4j * (turns[None] - turns[best][:, None]))) / 4
    good = weight * (np.abs(close) < np.radians(8))
    return np.asarray(turns[best] + (good * close).sum(axis=1) / good.sum(axis=1), np.float64)


def _shapes(
    plane: Plane, symbols: Symbols, flat: Flat, cards: list[Card], edge: float
) -> tuple[Floats, Floats]:
    """(N, 6) the shape of every symbol, seen upright at the size of its kind, and if it is one."""
    small = flat.small & ~flat.whole
    size = np.where(small, np.median(flat.sizes[small]) if small.any() else 1.0, 1.0)
    for card in cards:
        if not card.covered:
            size[card.symbols[0]] = 1.0
    return silhouette_shapes(silhouettes(symbols, _frames(plane, symbols, flat.turns, size * edge)))


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
    says = np.array([1.0] + [SMALL_SAYS] * (len(members) - 1))
    inks = says if card.covered else np.array([1.0] + [SMALL_NAMES] * (len(members) - 1))
    # One ink is named once for all symbols of a picture: small ones that say the same add nothing.
    colour = _joined(colours[members], INK_SAYS * inks / inks.sum())
    shape = _joined(shapes[members], says)
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


def _joined(likely: Floats, says: Floats) -> Floats:
    """What several looks at one thing say together, each with its weight."""
    product = (says[:, None] * np.log(np.maximum(likely, 1e-4))).sum(axis=0)
    found = np.exp(product - product.max())
    return np.asarray(found / found.sum(), np.float64)
