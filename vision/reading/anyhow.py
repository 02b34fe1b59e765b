"""Anyhow: prints whose pieces lie in all directions, told by their edges before nets are asked."""

from __future__ import annotations

import numpy as np

from vision.pictures.load import PictureBgr
from vision.reading.edges import DARK_TABLE, find_edges
from vision.reading.expected import FIRST_SIZES, own_frames
from vision.reading.faces import edges_px
from vision.reading.lattice import Lattice
from vision.reading.medians import median
from vision.reading.prints import Floats, Prints
from vision.reading.trust import PLAIN

TOUCHING = 0.6
"""Where so many of the prints touch one another, they lie on a lattice."""
MOST, FEWEST = 40, 8
"""So many prints, those on the darkest ground, are asked; and so many edges tell."""
OFF_DEG, OFF_SHARE = 12.0, 0.34
"""How far from the lattice a piece lies otherwise, and what part of those that seem to lie on it
does where there is none."""
ALIKE_DEG, ALIKE_SHARE = 10.0, 0.6
"""Nor do so many lie in any one direction, within this: of 198 drawn grids a quarter of the pieces
seemed to lie otherwise at most, and three in four in one direction."""
SMALLEST_PX = 36.0
"""Smaller pieces seem to lie in all directions on a noisy picture: those of a grid had 25 px."""


def edge_of_those_that_lie_anyhow(soft: PictureBgr, prints: Prints, lattice: Lattice) -> float:
    """The edge of pieces in pixels where they lie on no lattice; 0 where they may lie on one."""
    if lattice.touching >= TOUCHING * len(prints) or lattice.belongs.sum() < FEWEST:
        return 0.0
    some = lattice.belongs.copy()
    some[some] = prints.subset(some).are_darkest(MOST)
    own = own_frames(prints.subset(some))
    edges = find_edges(soft, prints.centres_px[some], own, FIRST_SIZES, DARK_TABLE)
    clear = edges.seen >= PLAIN
    if clear.sum() < FEWEST:
        return 0.0
    along = np.linalg.inv(own) @ lattice.frames_px[some]
    turns = np.arctan2(along[:, 1, 0] - along[:, 0, 1], along[:, 0, 0] + along[:, 1, 1])
    off = clear & (_apart_deg(edges.turns, turns) > OFF_DEG)
    if off.sum() <= OFF_SHARE * len(off):
        return 0.0
    told = edges.turns[clear]
    alike = _apart_deg(told[:, None], told) <= ALIKE_DEG
    if alike.mean(axis=1).max() >= ALIKE_SHARE:
        return 0.0
    edge = median((edges_px(own) * edges.sizes)[clear])
    return edge if edge >= SMALLEST_PX else 0.0


def _apart_deg(first: Floats, second: Floats) -> Floats:
    """How far two turns are apart, in degrees: a quarter turn is none."""
    return np.asarray(np.abs((np.degrees(first - second) + 45) % 90 - 45), np.float64)
