"""Cubes as the net sees them: each looked at under every turn that it may have."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import Shape
from vision.pictures.load import PictureBgr
from vision.reading.cube_turns import TURNS, edge_votes, likely_turns, outline_votes
from vision.reading.cut import cut_at_size
from vision.reading.faces import face_share
from vision.reading.lattice import turn_matrix
from vision.reading.prints import Floats, brightest_channel
from vision.reading.shape import ANSWERS, SHAPES, shape_probabilities
from vision.reading.top_plane import TopPlane

LOOKS = 6
"""Turns, of a quarter, at which the net looks at each cube."""
OUTLINE_VOTES = 2.0
"""What the outline of a whole cube says of its turn, against the edges of its top. Of 336 cubes in
hands the edges alone are off by more than 20 degrees for 18 %, both together for 0.6 %."""
TURN_SURE = 0.6
"""A cube's turn is known when so much of its probability lies within ten degrees."""
SIDE_SURE = 0.3
"""A side that fits its cube this well tells the cube's turn."""
ALONE = 1.35
"""A cube with no other this near shows its edges, in edges."""
TURNED = [SHAPES.index(Shape.SQUARE), SHAPES.index(Shape.DIAMOND)]
"""One symbol but for the cube's turn."""
LEAST = 1e-3
"""What either net leaves to every symbol."""


@dataclass(frozen=True, slots=True)
class Cubes:
    """The cubes of a picture, in pixels of the working picture; one row each."""

    centres_px: Floats
    places: Floats
    """(N, 2) on the plane of the tops, in edges."""
    turns: Floats
    """(N, turns) probability of each of `TURNS`."""
    side_turns: Floats
    """(N,) the turn that a side tells, NaN where none does."""
    looks: Floats
    """(N, LOOKS, ANSWERS) what the net says at each of so many turns."""
    cuts_bgr: PictureBgr
    """(N, FACE_PX, FACE_PX, 3) at the likeliest turn."""

    @property
    def sureness(self) -> Floats:
        """(N,) how sure the net is of a face, at the turn at which it is surest."""
        share = face_share(self.looks.reshape(-1, ANSWERS)).reshape(-1, LOOKS)
        return np.asarray(share.max(axis=1, initial=0), np.float64)

    def subset(self, rows: NDArray[np.bool_]) -> Cubes:
        """The cubes of the chosen rows."""
        return Cubes(*(getattr(self, name)[rows] for name in self.__slots__))

    def with_more(self, more: Cubes) -> Cubes:
        """These cubes and then those."""
        names = self.__slots__
        return Cubes(*(np.concatenate([getattr(self, n), getattr(more, n)]) for n in names))


def looked_at(
    working: PictureBgr, plane: TopPlane, centres_px: Floats, side_turns: Floats, weight: Floats
) -> Cubes:
    """Cubes with tops at these pixels; their sides tell turns (N, M), so surely."""
    bright = brightest_channel(working)
    votes = edge_votes(bright, centres_px, plane)
    votes = votes + OUTLINE_VOTES * outline_votes(bright, centres_px, plane)
    turns = likely_turns(votes, side_turns, weight)
    looks = _looks(working, centres_px, plane)
    cuts = cuts_of(working, plane, centres_px, TURNS[turns.argmax(axis=1)])
    sure = np.where(weight[:, 0] > SIDE_SURE, side_turns[:, 0], np.nan)
    return Cubes(centres_px, plane.on_plane(centres_px), turns, sure, looks, cuts)


def frames_of(plane: TopPlane, centres_px: Floats, turns: Floats) -> Floats:
    """(N, 2, 2) of cubes that are turned so."""
    spins = np.array([turn_matrix(float(turn)) for turn in turns]).reshape(-1, 2, 2)
    return np.asarray(plane.steps(centres_px) @ spins, np.float64)


def cuts_of(working: PictureBgr, plane: TopPlane, centres_px: Floats, turns: Floats) -> PictureBgr:
    """Faces with prints as large as on most sets, however large this set prints them."""
    return cut_at_size(
        working, centres_px, frames_of(plane, centres_px, turns) * plane.printed_edge
    )


def _looks(working: PictureBgr, centres_px: Floats, plane: TopPlane) -> Floats:
    """(N, LOOKS, ANSWERS) what the net says of each cube at turns over a quarter."""
    seen = []
    for k in range(LOOKS):
        turns = np.full(len(centres_px), k * np.pi / 2 / LOOKS)
        seen.append(shape_probabilities(cuts_of(working, plane, centres_px, turns)))
    return np.stack(seen, axis=1)


def shapes_of(looks: Floats, turns: Floats) -> Floats:
    """(N, shapes) what the looks say, each as likely as its turn is; rows sum to one."""
    which = np.rint(TURNS / (np.pi / 2 / LOOKS)).astype(int) % LOOKS
    weights = np.stack([turns[:, which == k].sum(axis=1) for k in range(LOOKS)], axis=1)
    side_turns = (looks[:, :, : len(SHAPES)] * weights[..., None]).sum(axis=1) + 1e-3
    return np.asarray(side_turns / side_turns.sum(axis=1, keepdims=True), np.float64)


def named_by_both(shapes: Floats, second: Floats) -> Floats:
    """(N, shapes) what both nets say of symbols, the second of upright cuts; rows sum to one.

    Each knows printings that the other takes for something else: round clovers for diamonds. How
    square and diamond share what is theirs follows from the turn and stays as it is.
    """
    own, other = (one[:, : len(SHAPES)] + LEAST for one in (shapes, second))
    other[:, TURNED] = other[:, TURNED].sum(axis=1, keepdims=True)
    alike = own[:, TURNED].sum(axis=1, keepdims=True)
    split = own[:, TURNED] / alike
    own[:, TURNED] = alike
    both = np.sqrt(own * other)
    both[:, TURNED] *= split
    return np.asarray(both / both.sum(axis=1, keepdims=True), np.float64)


def known_turns(cubes: Cubes) -> Floats:
    """(N,) the turn of each cube, NaN where it is in doubt.

    Among touching cubes the edges of one are not seen, and those of others are.
    """
    best = TURNS[cubes.turns.argmax(axis=1)]
    apart = np.abs((best[:, None] - TURNS[None] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    sure = (cubes.turns * (apart < np.radians(10))).sum(axis=1) > TURN_SURE
    far = np.hypot(*(cubes.places[None] - cubes.places[:, None]).transpose(2, 0, 1))
    alone = ((far > 0) & (far < ALONE)).sum(axis=1) == 0
    return np.where(np.isnan(cubes.side_turns) & alone & sure, best, cubes.side_turns)
