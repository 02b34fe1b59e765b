"""Tiles laid out to be learned from: which colour each face has, and what is wrong with them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import PURPLE_SET, WHITE_SET, Colour, Palette, Shape
from calibration.inks.fitting import fit_inks, lamps_to_try, usual
from calibration.inks.lesson import Lesson, Spread
from vision.reading.inks import Inks, features, log_density
from vision.reading.print_light import PrintLight
from vision.reading.prints import Floats

MOST_OF_EACH_COLOUR = 9
"""Up to so many faces are one of each colour, more are meant as the 36 different tiles."""
LIKELIEST_LAMPS = 40
"""Lamps under which every order of the colours is weighed."""
MOST_MISSING = 6
"""With so many of the 36 tiles missing, the others still teach."""
PLAINLY = 4.0
"""Log odds by which a face must be another colour before the layout is called wrong."""


class Mistake(Enum):
    """What can be wrong with a layout."""

    NO_TILES = "no_tiles"
    FACE_DOWN = "face_down"
    TWICE = "twice"
    MISSING = "missing"
    TOO_MANY = "too_many"
    TOO_FEW = "too_few"


class Way(Enum):
    """How tiles are laid out."""

    EACH_COLOUR = "each_colour"
    ALL_KINDS = "all_kinds"


@dataclass(frozen=True, slots=True)
class LayoutFault:
    """One mistake in a layout, with the tile or colour it is about."""

    mistake: Mistake
    colour: Colour | None = None
    shape: Shape | None = None
    count: int = 0
    """How many lie there; how many face down."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What a layout says."""

    way: Way
    palette: Palette
    lesson: Lesson | None
    """None where there are mistakes that would teach something wrong."""
    faults: tuple[LayoutFault, ...] = ()


def read_layout(spread: Spread, palette: Palette | None = None) -> Layout:
    """The colours of the tiles that lie there, each told by the others; or what is wrong."""
    count = len(spread.shapes)
    few = count <= MOST_OF_EACH_COLOUR or spread.cubes
    way = Way.EACH_COLOUR if few else Way.ALL_KINDS
    known = palette or PURPLE_SET
    if not count and not spread.face_down:
        return Layout(way, known, None, (LayoutFault(Mistake.NO_TILES),))
    faults = []
    if spread.face_down:
        faults.append(LayoutFault(Mistake.FACE_DOWN, count=spread.face_down))
    if way is Way.EACH_COLOUR and count != 6:
        mistake = Mistake.TOO_MANY if count > 6 else Mistake.TOO_FEW
        return Layout(way, known, None, (*faults, LayoutFault(mistake, count=count)))
    groups = _groups(spread, way)
    editions = [palette] if palette else [PURPLE_SET, WHITE_SET]
    orders = [
        _best_order(spread.light, groups, usual(edition, spread.cubes)) for edition in editions
    ]
    best = int(np.argmax([one.worth for one in orders]))
    order, palette = orders[best], editions[best]
    labels = order.labels
    if way is Way.EACH_COLOUR:
        wrong = _twins(order, usual(palette, spread.cubes))
        sound = not wrong
    else:
        labels = _classified_by_others(spread, groups, order, palette)
        wrong = _against_all_kinds(spread, labels, palette)
        sound = _teaches(wrong)
    all_faults = (*faults, *_without_hidden(wrong, spread.face_down))
    if not sound:
        return Layout(way, palette, None, all_faults)
    colours = tuple(palette.colours[label] for label in labels)
    return Layout(way, palette, Lesson(spread.light, colours, spread.cubes), all_faults)


def _teaches(wrong: tuple[LayoutFault, ...]) -> bool:
    """Whether the colours of a layout can be believed all the same.

    Some tiles that are not there do not spoil what the others teach; nor does a tile that lies
    there twice instead of another of its colour, which may as well be a shape that was misread.
    """
    missing = Counter(fault.colour for fault in wrong if fault.mistake is Mistake.MISSING)
    twice = Counter(fault.colour for fault in wrong if fault.mistake is Mistake.TWICE)
    return missing.total() <= MOST_MISSING and twice <= missing


def _without_hidden(wrong: tuple[LayoutFault, ...], face_down: int) -> tuple[LayoutFault, ...]:
    """The mistakes without tiles that are missing only because they lie face down."""
    missing = [fault for fault in wrong if fault.mistake is Mistake.MISSING]
    return wrong if len(missing) > face_down else tuple(f for f in wrong if f not in missing)


def _groups(spread: Spread, way: Way) -> list[list[int]]:
    """Faces among which every colour may be once: all of them, or those of one shape."""
    if way is Way.EACH_COLOUR:
        return [list(range(len(spread.shapes)))]
    by_shape: dict[Shape, list[int]] = defaultdict(list)
    for row, shape in enumerate(spread.shapes):
        by_shape[shape].append(row)
    return list(by_shape.values())


@dataclass(frozen=True, slots=True)
class _Order:
    """The likeliest colours of all faces, as numbers in the palette, under the likeliest lamp."""

    labels: NDArray[np.int64]
    worth: float
    seen: Floats
    """(N, 4) features under that lamp."""


def _best_order(light: PrintLight, groups: list[list[int]], inks: Inks) -> _Order:
    """Every lamp with, for each group, the best way to give its faces different colours."""
    spread = inks.between + inks.within
    tints, contrasts, prior = lamps_to_try(light.black)
    seen = features(light.inks, tints[:, None], contrasts[:, None, None])
    density = log_density(seen, inks.means, spread)
    likeliest = np.argsort(-(density.max(axis=2).mean(axis=1) * 6 + prior))[:LIKELIEST_LAMPS]
    density = density[likeliest]
    worth = prior[likeliest].copy()
    labels = np.zeros((len(likeliest), len(light.inks)), np.int64)
    voices = 6 / max(len(light.inks), 1)
    for rows in groups:
        if len(rows) > 6:
            labels[:, rows] = density[:, rows].argmax(axis=2)
            worth += voices * density[:, rows].max(axis=2).sum(axis=1)
            continue
        orders = _orders(len(rows))
        total = sum(density[:, row][:, orders[:, k]] for k, row in enumerate(rows))
        best = np.asarray(total).argmax(axis=1)
        labels[:, rows] = orders[best]
        worth += voices * np.asarray(total).max(axis=1)
    top = int(worth.argmax())
    return _Order(labels[top], float(worth[top]), seen[likeliest[top]])


@cache
def _orders(count: int) -> NDArray[np.int64]:
    """(P, count) every way to give so many faces different colours."""
    return np.array(list(permutations(range(6), count)), np.int64)


def _twins(order: _Order, inks: Inks) -> tuple[LayoutFault, ...]:
    """Two faces of one colour among six that should all differ, and what is missing for it.

    Two of a colour lie as close together as one print; two colours never do.
    """
    own = np.linalg.inv(2 * inks.within.mean(axis=0))
    away = order.seen[:, None] - order.seen[None]
    distance = np.einsum("abi,ij,abj->ab", away, own, away) + 1e9 * np.eye(6)
    one, other = divmod(int(distance.argmin()), 6)
    density = log_density(order.seen, inks.means, inks.between + inks.within)
    apart = density[np.arange(6), order.labels].sum()
    best, twice, missing = -np.inf, 0, 0
    for gone in range(6):
        for colours in permutations([k for k in range(6) if k != gone]):
            rest = [row for row in range(6) if row != other]
            total = density[rest, colours].sum()
            if total > best:
                best, missing = total, gone
                twice = colours[rest.index(one)]
    # The twin's own density: one more print of the same ink.
    sharp = np.linalg.slogdet(own)[1] / 2
    together = best + sharp - distance[one, other] / 2
    if together - apart < PLAINLY:
        return ()
    colours_of = inks.palette.colours
    return (
        LayoutFault(Mistake.TWICE, colours_of[twice], count=2),
        LayoutFault(Mistake.MISSING, colours_of[missing]),
    )


def _classified_by_others(
    spread: Spread, groups: Sequence[list[int]], order: _Order, palette: Palette
) -> NDArray[np.int64]:
    """The labels, after the complete shapes have told what the inks are."""
    sound = [row for rows in groups if len(rows) == 6 for row in rows]
    if len(sound) < 12:
        return order.labels
    return _freely_classified(spread.light, order.labels, sound, palette)


def _against_all_kinds(
    spread: Spread, labels: NDArray[np.int64], palette: Palette
) -> tuple[LayoutFault, ...]:
    """What lies there twice and what is missing of the 36 different tiles."""
    kinds = Counter(
        (palette.colours[label], shape)
        for label, shape in zip(labels.tolist(), spread.shapes, strict=True)
    )
    wanted = [(tile.colour, tile.shape) for tile in palette.kinds]
    return (*_faults(Mistake.TWICE, wanted, kinds), *_faults(Mistake.MISSING, wanted, kinds))


def _faults(
    mistake: Mistake,
    wanted: Iterable[tuple[Colour, Shape]],
    kinds: Counter[tuple[Colour, Shape]],
) -> tuple[LayoutFault, ...]:
    return tuple(
        LayoutFault(mistake, *kind, count=kinds[kind])
        for kind in wanted
        if (kinds[kind] > 1 if mistake is Mistake.TWICE else kinds[kind] == 0)
    )


def _freely_classified(
    light: PrintLight, labels: NDArray[np.int64], sound: list[int], palette: Palette
) -> NDArray[np.int64]:
    """The labels, changed where a face is plainly another colour by the inks of the others."""
    colours = tuple(palette.colours[label] for label in labels[sound])
    inks = fit_inks([Lesson(PrintLight(light.inks[sound], light.black), colours)], palette)
    assert inks.lamp is not None
    lamp = inks.lamp
    seen = features(light.inks, np.exp([lamp.blue, 0.0, lamp.red]), lamp.contrast)
    density = log_density(seen, inks.means, inks.between + inks.within)
    free = density.argmax(axis=1)
    rows = np.arange(len(labels))
    plainly = density[rows, free] - density[rows, labels] > PLAINLY
    unsound = np.ones(len(labels), np.bool_)
    unsound[sound] = False
    return np.asarray(np.where(plainly | unsound, free, labels), np.int64)
