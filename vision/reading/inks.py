"""Inks of editions and sets, as features that are free of the light they are seen in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import PURPLE_SET, WHITE_SET, Palette
from vision.reading.print_light import DARKEST
from vision.reading.prints import Floats

INKS_FILE = Path(__file__).with_name("inks.json")
"""Fitted on the simulated table by `vision.training.learn_inks`."""
ANY_INKS_FILE = Path(__file__).with_name("cube_inks.json")
"""Fitted by the same on sets in any ink: of cubes, which nobody has measured, and of other
printings."""
BRIGHTNESS = 0.2
"""What one unit of log brightness is worth against the channels' shares."""
STRANGE = 1e-6
"""Prior weight of a face whose colour no ink explains, so that one such bends nothing."""
Numbers = NDArray[np.floating[Any]]
"""Of single or double precision."""
_SUMS = np.kron(np.eye(6), np.ones((4, 1)))
"""(24, 6) adds up what belongs to each of six inks."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """The light in which a set was learned."""

    blue: float
    red: float
    """Log gains against green."""
    contrast: float
    black: Floats
    """(3,) as in `PrintLight`, under this lamp."""


@dataclass(frozen=True, slots=True, eq=False)
class Inks:
    """The inks of one edition or of one set, as light-free features of `features`.

    Told apart by what they are, not by their numbers, so that what was reckoned for them is kept.
    """

    palette: Palette
    means: Floats
    """(6, 4) in the palette's order."""
    between: Floats
    """(6, 4, 4) how sets and cameras differ."""
    within: Floats
    """(6, 4, 4) how the tiles of one picture differ."""
    lamp: Lamp | None = None
    """Where this set was learned in a known light."""


def features(light: Numbers, tint: Numbers, contrast: float | Numbers = 1.0) -> Floats:
    """Root of each channel's share and the brightness, free of tint and of a camera's contrast.

    (..., 4) for light (..., 3); broadcasts over leading axes.
    """
    white = np.maximum(light / tint, DARKEST)
    if np.any(contrast != 1.0):
        white = white ** (1 / contrast)
    total = white[..., :1] + white[..., 1:2] + white[..., 2:]
    found = np.empty((*white.shape[:-1], 4), white.dtype)
    np.sqrt(white / total, out=found[..., :3])
    np.multiply(np.log(total), BRIGHTNESS, out=found[..., 3:])
    return found


def scaled(scale: float) -> Floats:
    """What a log scale of all light adds to `features`."""
    return np.array([0.0, 0.0, 0.0, BRIGHTNESS * scale])


def log_density(seen: Floats, means: Floats, spread: Floats) -> Floats:
    """(..., N, 6) log density of each face (..., N, 4) under each ink, up to a constant.

    Where there are several sets of inks, (E, 6, 4) and (E, 6, 4, 4), the faces' first axis is E.
    """
    across, home, sharp = whitened(means, spread)
    flat = seen.reshape(*means.shape[:-2], -1, seen.shape[-1])
    off = flat @ across - home[..., None, :]
    found = sharp[..., None, :] - 0.5 * (off * off) @ _SUMS
    return np.asarray(found.reshape(*seen.shape[:-1], sharp.shape[-1]), np.float64)


def whitened(means: Floats, spread: Floats) -> tuple[Floats, Floats, Floats]:
    """What makes every ink's spread one, its means after that, and its log density there."""
    roots = np.linalg.cholesky(np.linalg.inv(spread))
    # One product for all inks: (..., 4) times (4, 24), less the means' own.
    across = roots.swapaxes(-3, -2).reshape(*roots.shape[:-3], roots.shape[-2], -1)
    home = (means[..., None, :] @ roots).reshape(*means.shape[:-2], -1)
    sharp = np.log(np.diagonal(roots, axis1=-2, axis2=-1)).sum(axis=-1)
    return across, home, sharp


@cache
def usual_inks() -> tuple[Inks, ...]:
    """The inks of the two editions, white first."""
    return load_editions(INKS_FILE)


@cache
def any_inks() -> tuple[Inks, ...]:
    """Inks of both editions as anybody may print them, white first."""
    return load_editions(ANY_INKS_FILE)


def load_editions(file: Path) -> tuple[Inks, ...]:
    """The inks of both editions as a file has them, white first."""
    stored = json.loads(file.read_text(encoding="utf-8"))
    editions = []
    for name, palette in (("white", WHITE_SET), ("purple", PURPLE_SET)):
        means, between, within = (
            np.array(stored[name][key]) for key in ("means", "between", "within")
        )
        editions.append(Inks(palette, means, between, within))
    return tuple(editions)
