"""How far a loose piece is believed to be one: by its edges, or by a sign that nothing else has."""

from __future__ import annotations

import numpy as np

from assistant.tiles import Shape
from vision.reading.faces import face_share
from vision.reading.prints import Floats
from vision.reading.shape import NO_FACE, SHAPES, SIGNS

PLAIN = 1.0
"""Edges this clear leave no doubt that there is a piece."""
CLEAR = 1.5
"""Edges this clear tell a piece's size and turn: 1.8 and more on a bright table."""
SEEN, DOUBTED = 0.4, 0.4
"""Edges less clear than this are no edges: a piece between others may show only two. What a piece
is worth whose edges show no better."""
SURELY = 0.8
"""A loose piece this sure is one."""
PROVEN, AMONG_PIECES = 4, 0.6
"""So many pieces with a sure shape, and with clear edges or a sign for it, prove that tiles lie
there; and what another one is then worth whose edges show no better."""
SIGN_SURE, UNSEEN_SIGN, FAINT_STAR = 0.9, 0.78, 0.5
"""A clover, a starburst or a crisscross that the net is so sure of is one, and what it is worth
without any edges: of 1,200 on photographs and drawn tables all were, however their edges showed,
and of as many other things three were taken for one. Less than what speaks for the others.
And what a starburst with hardly any edges is worth: a blurred disc looks like a blurred star."""
CIRCLE, STARBURST = (SHAPES.index(one) for one in (Shape.CIRCLE, Shape.STARBURST))
UNSEEN_CIRCLE = 0.55
"""What a circle without any edges is worth where tiles are proven. Whether it is a square or a
diamond cannot be told without edges: of 20 such a third were wrong."""


def doubted_by_edges(shapes: Floats, seen: Floats, beside_tiles: bool = False) -> Floats:
    """The net's answers, with doubt whether it is a piece at all where its edges hardly show.

    Less of it among pieces beyond doubt: they lie edge to edge, and hide what tells of each other.
    More where no tile is known and none of the pieces bears a sign.
    """
    trust = edge_trust(shapes, seen, beside_tiles)[:, None]
    doubted = shapes * trust
    doubted[:, NO_FACE] += 1 - trust[:, 0]
    return np.asarray(doubted, np.float64)


def edge_trust(shapes: Floats, seen: Floats, beside_tiles: bool) -> Floats:
    """(N,) how far what the net says of each piece is believed, by how clearly its edges show."""
    signs = shapes[:, SIGNS].max(axis=1, initial=0.0) >= SIGN_SURE
    signs &= (shapes[:, STARBURST] < SIGN_SURE) | (seen >= SEEN)
    beyond_doubt = signs | ((seen >= CLEAR) & (face_share(shapes) >= SURELY))
    proven = int(beyond_doubt.sum()) >= PROVEN
    trust = np.interp(seen, (SEEN, PLAIN), (AMONG_PIECES if proven else DOUBTED, 1.0))
    if not (beside_tiles or signs.any()):
        # Icons, keys and the insides of letters have some edges, too.
        trust = np.interp(seen, (PLAIN, CLEAR), (DOUBTED, 1.0))
    circles = shapes[:, : len(SHAPES)].argmax(axis=1) == CIRCLE
    trust = np.where(seen < SEEN, UNSEEN_CIRCLE * (circles & proven), trust)
    least = np.where(shapes[:, STARBURST] >= SIGN_SURE, FAINT_STAR, UNSEEN_SIGN)
    by_sign = least + (1 - least) * np.interp(seen, (SEEN, PLAIN), (0.0, 1.0))
    return np.asarray(np.where(signs, by_sign, trust), np.float64)
