"""Telling the colours of cubes, whose inks nobody has measured: all lamps and sets are weighed.

Under each lamp that may burn the six inks follow the faces of the picture, as far as a set's inks
may differ. Faces that one ink drew together are then named together, and all such heaps at once: a
red that alone could as well be an orange is told by the orange beside it, and doubted where there
is none. How well all that explains the faces is the weight of each lamp and naming in the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from assistant.tiles import PURPLE_SET, Colour, Palette
from vision.reading.colour import Colours, classify_colours, doubted
from vision.reading.inks import Inks, any_inks, features
from vision.reading.lamps import CONTRASTS, TINT_BLUE, TINT_RED, gains, lamp_prior, tints_of
from vision.reading.print_light import PrintLight
from vision.reading.prints import Floats

ROUNDS = 6
"""Rounds in which inks follow the faces."""
STRANGE = 1e-6
"""Prior weight of a face whose colour no ink explains."""
SAY = 0.5
"""What the faces' word counts against the prior of lamps and editions: their spread is not known
so well that all of it could be believed."""
RULED_OUT = 20.0
"""Lamps that explain the faces so much worse than the best one before the inks follow them, in
nats, are not looked at further: a fifth is left, with all but a hundredth of the answer's weight
on 20 of 21 tables."""
SCATTER = 0.3
"""What the spread of a heap of faces says of its name, against where its middle lies."""
FEWEST = 0.3
"""A heap of fewer faces than this, each as likely as it is of it, is none."""
NAMINGS = np.array(list(permutations(range(6))))
"""(720, 6) every way to name six heaps with six inks."""
PURPLE_SHARE = 0.8
"""Sets of cubes that are printed with purple: the one that is sold is."""


def classify_cube_colours(
    light: PrintLight, palette: Palette | None = None, inks: Inks | None = None
) -> Colours:
    """The colours of all cubes of one picture; under a palette or learned inks where known."""
    if inks is not None or not len(light.inks):
        return classify_colours(light, palette, inks)
    editions = [one for one in any_inks() if palette in (None, one.palette)]
    blue, red = tints_of(TINT_BLUE, TINT_RED)
    tints = gains(blue, red)
    seen = np.concatenate([features(light.inks, tints[:, None], one) for one in CONTRASTS])
    lamps = np.concatenate([lamp_prior(blue, red, one, light.black, None) for one in CONTRASTS])
    prior = [PURPLE_SHARE if one.palette == PURPLE_SET else 1 - PURPLE_SHARE for one in editions]
    roughly = np.stack(
        [lamps + np.log(p) + SAY * _roughly(seen, e) for e, p in zip(editions, prior, strict=True)]
    )
    possible = roughly > roughly.max() - RULED_OUT
    answers = [_explain(seen[own], one) for one, own in zip(editions, possible, strict=True)]
    worth = [
        SAY * named + (lamps + np.log(p))[own, None]
        for (_, named, _), own, p in zip(answers, possible, prior, strict=True)
    ]
    best = int(np.argmax([one.max(initial=-np.inf) for one in worth]))
    lamp, naming = np.unravel_index(int(worth[best].argmax()), worth[best].shape)
    shares = [np.exp(one - worth[best][lamp, naming]) for one in worth]
    total = sum(float(one.sum()) for one in shares)
    told = [likely for likely, _, _ in answers]
    fits = answers[best][2][lamp]
    return Colours(
        doubted(_probabilities(editions, told, shares) / total, fits),
        editions[best].palette,
        float(shares[best].sum()) / total,
        np.asarray(tints[np.nonzero(possible[best])[0][lamp] % len(tints)], np.float64),
        float(answers[best][1][lamp, naming]),
        fits,
        fits,
    )


def _probabilities(
    editions: Sequence[Inks], told: Sequence[Floats], shares: Sequence[Floats]
) -> Floats:
    """(N, 7) over `Colour`, each edition's heaps (H, N, 6) weighed by their namings (H, 720)."""
    order = list(Colour)
    found = np.zeros((told[0].shape[1], len(order)))
    for edition, likely, share in zip(editions, told, shares, strict=True):
        columns = [order.index(colour) for colour in edition.palette.colours]
        named = (share @ _NAMES).reshape(-1, 6, 6)
        found[:, columns] += np.einsum("hng,hgk->nk", likely, named)
    return found


def _roughly(seen: Floats, inks: Inks) -> Floats:
    """(H,) log density of all faces under each lamp, before any ink follows them."""
    shape = (len(seen), *inks.means.shape)
    spread = np.broadcast_to(inks.between + inks.within, (*shape, shape[-1]))
    density = _density(seen, np.broadcast_to(inks.means, shape), spread)
    return np.asarray(_weigh(density)[1].sum(axis=1), np.float64)


def _explain(seen: Floats, inks: Inks) -> tuple[Floats, Floats, Floats]:
    """For faces under each lamp (H, N, 4): shares of heaps (H, N, 6), log evidence, fits (H, N).

    The evidence (H, 720) is that of each of `NAMINGS`; the heap that an ink drew is first its own.
    """
    usual, own = np.linalg.inv(inks.between), np.linalg.inv(inks.within)
    pull = np.einsum("kij,kj->ki", usual, inks.means)
    means = np.broadcast_to(inks.means, (len(seen), *inks.means.shape))
    spread = np.broadcast_to(inks.between + inks.within, (len(seen), *inks.within.shape))
    after = np.broadcast_to(inks.between, spread.shape)
    for _ in range(ROUNDS):
        likely, _ = _weigh(_density(seen, means, spread))
        count = likely.sum(axis=1)[..., None, None]
        after = np.linalg.inv(usual + count * own)
        drawn = pull + np.einsum("kij,hkj->hki", own, np.einsum("hnk,hni->hki", likely, seen))
        means = np.einsum("hkij,hkj->hki", after, drawn)
        spread = after + inks.within
    density = _density(seen, means, spread)
    likely, _ = _weigh(density)
    own_spread = np.broadcast_to(inks.within, spread.shape)
    explained = _weigh(_density(seen, means, own_spread))[1].sum(axis=1)
    moved = means - inks.means
    cost = 0.5 * np.einsum("hki,kij,hkj->h", moved, usual, moved)
    left = np.linalg.slogdet(after)[1] - np.linalg.slogdet(inks.between)[1]
    fits = density.max(axis=2) - np.log(STRANGE)
    evidence = explained - cost + 0.5 * left.sum(axis=1)
    named = _namings(seen, likely / (1 + np.exp(-np.clip(fits, -30, 30)))[..., None], inks)
    return likely, np.asarray(evidence[:, None] + named - named[:, :1], np.float64), fits


def _namings(seen: Floats, shares: Floats, inks: Inks) -> Floats:
    """(H, 720) log density of heaps of faces under each of `NAMINGS`; `shares` (H, N, 6)."""
    count = shares.sum(axis=1)
    middle = shares.transpose(0, 2, 1) @ seen / np.maximum(count, 1e-6)[..., None]
    squares = (seen[..., None] * seen[..., None, :]).reshape(*seen.shape[:2], 16)
    spread = (shares.transpose(0, 2, 1) @ squares).reshape(*count.shape, 4, 4)
    spread -= count[..., None, None] * middle[..., None] * middle[..., None, :]
    # (H, heaps, inks, 4, 4): where the middle of so many faces of an ink may lie.
    each = np.maximum(count, FEWEST)[..., None, None, None]
    roots = np.linalg.cholesky(np.linalg.inv(inks.between + inks.within / each))
    off = ((middle[:, :, None] - inks.means)[..., None, :] @ roots)[..., 0, :]
    density = np.log(np.diagonal(roots, axis1=3, axis2=4)).sum(axis=3) - 0.5 * (off**2).sum(axis=3)
    own = np.linalg.inv(inks.within)
    scatter = np.einsum("hgij,kji->hgk", spread, own)
    scatter += np.maximum(count - 1, 0)[..., None] * np.linalg.slogdet(inks.within)[1]
    density -= 0.5 * SCATTER * scatter
    density *= np.where(count > FEWEST, np.minimum(count, 1), 0)[..., None]
    return np.asarray(density.reshape(len(seen), 36) @ _NAMES.T, np.float64)


def _density(seen: Floats, means: Floats, spread: Floats) -> Floats:
    """(H, N, 6) log density of each face under each ink, up to a constant."""
    roots = np.linalg.cholesky(np.linalg.inv(spread))
    sharp = np.log(np.diagonal(roots, axis1=2, axis2=3)).sum(axis=2)
    home = np.einsum("hki,hkij->hkj", means, roots)
    off = np.einsum("hni,hkij->hnkj", seen, roots, optimize=True) - home[:, None]
    return np.asarray(sharp[:, None] - 0.5 * (off**2).sum(axis=3), np.float64)


def _weigh(density: Floats) -> tuple[Floats, Floats]:
    """Probabilities over the inks, and log evidence with a strange face's share in it."""
    top = np.maximum(density.max(axis=2, keepdims=True), np.log(STRANGE))
    raw = np.exp(density - top) + 1e-12
    total = raw.sum(axis=2, keepdims=True)
    evidence = np.log(total[..., 0] + STRANGE * np.exp(-top[..., 0])) + top[..., 0]
    return raw / total, evidence


_NAMES = np.eye(6)[NAMINGS].reshape(len(NAMINGS), 36)
"""(720, 36) which ink each heap is given."""
