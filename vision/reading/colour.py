"""Telling the colours of all faces of a picture together, whatever the light.

The light tints every print alike and a set's inks are the same on every tile, so the faces are
judged jointly: which tint, and which inks near the usual ones, explain all of them best? A red and
an orange that no fixed threshold could part are then told apart by each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from assistant.tiles import Colour, Palette
from vision.reading.inks import (
    STRANGE,
    Inks,
    Numbers,
    any_inks,
    features,
    log_density,
    scaled,
    usual_inks,
)
from vision.reading.lamps import (
    CONTRASTS,
    INKS_KEPT,
    LampGuess,
    coarse_tints,
    every_lamp,
    lamp_prior,
    lamps_worth,
    likely_lamps,
)
from vision.reading.medians import quantiles
from vision.reading.print_light import SCUFF_PRIOR, PrintLight, scuffed
from vision.reading.prints import Floats

WORN = np.diag([0.05, 0.05, 0.05, 0.03]) ** 2
"""What dust adds to how the tiles of one picture differ, in `features`."""
ANY_SHARE = 0.1
"""Sets that are printed in inks which nobody has measured: an orange as yellow as an orange may be
was a sure yellow on a whole table, so was every orange of it."""
WELL, WELL_PART = 25.0, 0.1
"""More than a few faces of which all but this part fit the measured inks by so many log odds are
printed in those: 26.9 and more on photographs of grids, 17 to 22 where orange is yellow. Others are
asked about any."""
RULED_OUT = 15.0
"""Log odds by which the other edition explains the faces better that rule out one in any inks."""
FEW_FACES, MOST_LAMPS = 8, 48
"""Up to so many faces do not tell the lamp: so many lamps are weighed then, each by all faces
together: on 300 simulated tables a log loss of 6.6, and of 38 where each face votes by itself."""
SAY = 0.5
"""What a few faces' word counts against the prior of lamps: the camera's errors are common to all
of them, and no ink's spread is known so well that all of it could be believed. With all of it two
reds beside a yellow and a purple were oranges at 0.997, by how saturated that one purple was. On
2,000 simulated tables of 2 to 9 tiles log loss fell with it from 128.6 to 118.9 nats; of 8,868
faces five and not six are surely wrong, and 186 and not 141 doubted and right."""
POOR_FIT = 24.0
"""A face that fits its learned ink worse than this, as one in a hundred does, is asked about."""
FAR_BETTER = 4.0
"""Log odds by which the usual inks must explain a face better before they are believed as much. On
simulated tables it is up to 3 where learned inks are right, and 4 to 10 where they are wrong."""
FIT_LEAST, FIT_SCALE = 3.0, 2.0
"""Log odds against something that is no tile at which a reading is half believed, and over which
it becomes so: a face of a known set has 15 to 30, a home-made or faded one about 0. What fits by
less than 12 is never told as 0.99 sure."""
VEILED_TRUST = 0.6
"""Exponent of what is said of faces under dust or glare: on 60 simulated tables of loose pieces
those called 0.95 sure and more were right in 97.7 %, with it in 98.7 %, as said."""
SHOWN = 0.5
"""So many faces of an ink, by all their probabilities, say that the picture shows it."""
ROUNDS = 3
"""Rounds in which the inks of this picture follow its faces."""


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a picture's faces."""

    probabilities: Floats
    """(N, 7) over `Colour` in its order; rows sum to one."""
    palette: Palette
    palette_certainty: float
    """Probability of that palette, 0.5 where the faces do not tell."""
    tint: Floats
    """(3,) the light's blue, green and red gain."""
    evidence: float
    """Log density of all faces under that palette's inks: larger where these inks fit."""
    fits: Floats
    """(N,) log odds of each face under its ink against something that is no tile at all."""
    known_fits: Floats
    """(N,) the same under inks that were measured or learned: any colour is somebody's ink."""


@dataclass(frozen=True, slots=True)
class Explained:
    """All faces of a picture under the inks of one edition."""

    palette: Palette
    likely: Floats
    """(N, 6) probabilities in the palette's order."""
    worth: float
    """Log evidence."""
    tint: Floats
    fits: Floats

    def rarer(self, share: float) -> Explained:
        """The same of an edition that only such a share of all sets is of."""
        return replace(self, worth=self.worth + float(np.log(share)))


def classify_colours(
    light: PrintLight, palette: Palette | None = None, inks: Inks | None = None
) -> Colours:
    """The colours of all faces of one picture; under a palette or learned inks where known."""
    known = [inks if inks and inks.palette == one.palette else one for one in usual_inks()]
    editions = [one for one in known if palette in (None, one.palette)]
    if not len(light.inks):
        nothing = np.zeros((0, len(Colour)))
        evenly = 1 / len(editions)
        return Colours(
            nothing, editions[0].palette, evenly, np.ones(3), 0.0, np.zeros(0), np.zeros(0)
        )
    explained = _explained(light, editions)
    known_fits = max(explained, key=lambda one: one.worth).fits
    if inks is None and not _fit_well(known_fits):
        best = max(one.worth for one in explained)
        possible = [one.palette for one in explained if one.worth > best - RULED_OUT]
        others = [one for one in any_inks() if one.palette in possible]
        explained = [
            *(one.rarer(1 - ANY_SHARE) for one in explained),
            *(one.rarer(ANY_SHARE) for one in _explained(light, others)),
        ]
    found = _together(explained, known_fits, light.veils is not None)
    if inks is None or not (found.fits < POOR_FIT).any():
        return found
    return _with_second_opinion(found, classify_colours(light, palette))


def _fit_well(fits: Floats) -> bool:
    """Whether the faces are many and nearly all of them in measured inks."""
    return len(fits) > FEW_FACES and bool(quantiles(fits, WELL_PART, axis=0) >= WELL)


def _together(explained: Sequence[Explained], known_fits: Floats, veiled: bool) -> Colours:
    """The colours by all editions, each as far as it explains the faces."""
    share = _shares(np.array([one.worth for one in explained]))
    probabilities = np.zeros((len(known_fits), len(Colour)))
    order = list(Colour)
    for one, weight in zip(explained, share, strict=True):
        columns = [order.index(colour) for colour in one.palette.colours]
        probabilities[:, columns] += weight * one.likely
    best = explained[int(np.argmax(share))]
    if veiled:
        probabilities = probabilities**VEILED_TRUST
        probabilities /= probabilities.sum(axis=1, keepdims=True)
    probabilities = doubted(probabilities, best.fits)
    alike = np.array([one.palette == best.palette for one in explained])
    certainty = float(share[alike].sum())
    return Colours(
        probabilities, best.palette, certainty, best.tint, best.worth, best.fits, known_fits
    )


@lru_cache(INKS_KEPT)
def _worn(inks: Inks) -> Inks:
    """The inks under dust."""
    return replace(inks, within=inks.within + WORN)


def doubted(probabilities: Floats, fits: Floats) -> Floats:
    """Probabilities (N, 7), evened out over the set's colours where no ink explains the face."""
    better = np.clip((fits - FIT_LEAST) / FIT_SCALE, -30, 30)
    trust = np.maximum(1 / (1 + np.exp(-better)), 0.1)[:, None]
    possible = probabilities.max(axis=0, initial=0.0) > 0
    evenly = possible / max(possible.sum(), 1)
    return np.asarray(trust * probabilities + (1 - trust) * evenly, np.float64)


def _with_second_opinion(learned: Colours, usual: Colours) -> Colours:
    """Learned inks, but the usual ones for a face that these explain far better.

    A face in a shadow or a mirror is like none of the learned inks, and the nearest of them would
    be told with a certainty that it does not deserve.
    """
    odds = np.clip(usual.fits - learned.fits - FAR_BETTER, -50, 50)
    share = (1 / (1 + np.exp(-odds)))[:, None]
    mixed = (1 - share) * learned.probabilities + share * usual.probabilities
    return replace(learned, probabilities=mixed)


def _explained(light: PrintLight, editions: Sequence[Inks]) -> list[Explained]:
    """The faces under each edition; where dust may lie over them, under its inks with dust."""
    if light.veils is not None:
        editions = [_worn(one) for one in editions]
    lamps = likely_lamps(light, editions)
    explained = _under_lamps(light, lamps)
    found = []
    for edition in editions:
        own = [told for (of, _), told in zip(lamps, explained, strict=True) if of is edition]
        likely, worth, tint, fits = max(own, key=lambda one: one[1])
        if edition.lamp is None and len(light.inks) <= FEW_FACES:
            likely = _under_all_lamps(light, edition)
        found.append(Explained(edition.palette, likely, worth, tint, fits))
    return found


def _under_lamps(
    light: PrintLight, lamps: Sequence[tuple[Inks, LampGuess]]
) -> list[tuple[Floats, float, Floats, Floats]]:
    """The same for each edition under a lamp of its own; inks may have other names, too."""
    prints = scuffed(light)
    # All of them in one go: what takes time is the number of steps.
    tints, powers, scales = (
        np.array(each) for each in zip(*(lamp for _, lamp in lamps), strict=True)
    )
    worn = features(prints, tints[:, None, None], powers[:, None, None, None])
    worn += np.array([scaled(scale) for scale in scales])[:, None, None]
    usual_means, between, within = (
        np.stack([getattr(one, name) for one, _ in lamps])
        for name in ("means", "between", "within")
    )
    means, spread = usual_means, between + within
    usual, own = np.linalg.inv(between), np.linalg.inv(within)
    pull = _times(usual, usual_means)
    for _ in range(ROUNDS):
        density = log_density(worn, means, spread)
        likely, _ = _weigh(_by_ink(density))
        seen = _likeliest_scuff(worn, density)
        # This picture's own inks: the usual ones drawn towards the faces.
        after = np.linalg.inv(usual + likely.sum(axis=1)[..., None, None] * own)
        drawn = pull + _times(own, likely.transpose(0, 2, 1) @ seen)
        means, spread = _times(after, drawn), after + within
    densities = _by_ink(log_density(worn, means, spread))
    likelies, _ = _weigh(densities)
    likelies = _by_other_names(likelies, seen, usual_means, between, within)
    evidence = _weigh(log_density(seen, means, within))[1].sum(axis=1)
    evidence -= _following_cost(means - usual_means, usual, spread - within)
    fits = densities.max(axis=2) - np.log(STRANGE)
    found = []
    for k, (edition, (tint, contrast, _)) in enumerate(lamps):
        blue, _, red = np.log(tint)
        worth = float(evidence[k] + lamp_prior(blue, red, contrast, light.black, edition.lamp))
        found.append((likelies[k], worth, tint, fits[k]))
    return found


def _by_other_names(
    likely: Floats, seen: Floats, means: Floats, between: Floats, within: Floats
) -> Floats:
    """Probabilities (E, N, 6) in which the faces of one ink may all be of one that nobody shows.

    An ink that was drawn to its faces explains them best: a lone red would be a sure orange.
    """
    count = likely.sum(axis=1)
    lamp, ink = shown = np.nonzero(count > SHOWN)
    faces = count[shown][:, None]
    centres = np.einsum("mn,mni->mi", likely[lamp, :, ink], seen[lamp]) / faces
    spread = between[lamp] + within[lamp] / np.maximum(faces, 1)[..., None, None]
    off = (centres[:, None] - means[lamp])[..., None]
    far = (off * np.linalg.solve(spread, off)).sum(axis=(-2, -1))
    worth = -0.5 * (far + np.linalg.slogdet(spread)[1])
    itself = np.eye(count.shape[1], dtype=np.bool_)
    possible = itself | ~(count > SHOWN)[:, None]
    share = np.broadcast_to(itself.astype(np.float64), possible.shape).copy()
    share[shown] = _shares(np.where(possible[shown], worth, -np.inf))
    return np.asarray(likely @ share, np.float64)


def _times(matrices: Floats, vectors: Floats) -> Floats:
    """(..., i) each matrix (..., i, j) by its vector (..., j)."""
    return np.asarray((matrices @ vectors[..., None])[..., 0], np.float64)


def _following_cost(moved: Floats, usual: Floats, left: Floats) -> Floats:
    """(E,) log evidence that it costs the inks of each edition to follow the faces.

    Without that cost a purple that was drawn to the whites of a picture explains them best.
    """
    way = (moved * _times(usual, moved)).sum(axis=(1, 2))
    narrowed = np.linalg.slogdet(left)[1] + np.linalg.slogdet(usual)[1]
    return np.asarray(0.5 * (way - narrowed.sum(axis=1)), np.float64)


def _under_all_lamps(light: PrintLight, inks: Inks) -> Floats:
    """(N, 6) probabilities with every likely lamp weighed by how well it explains all faces.

    A few faces do not tell the lamp, and the best guess would call a lone red a sure orange.
    """
    every = every_lamp(coarse_tints(), CONTRASTS)
    worth = lamps_worth(scuffed(light), light.black, every, [inks])[0]
    likeliest = np.argsort(-worth)[:MOST_LAMPS]
    lamps = [(inks, every.guess(row)) for row in likeliest.tolist()]
    explained = _under_lamps(light, lamps)
    blue, red, contrasts = (one[likeliest] for one in (every.blue, every.red, every.contrast))
    prior = lamp_prior(blue, red, contrasts, light.black, None)
    share = _shares(prior + SAY * (np.array([one[1] for one in explained]) - prior))
    likely = np.array([one[0] for one in explained])
    return np.asarray(np.einsum("l,lnk->nk", share, likely), np.float64)


def _shares(worth: Floats) -> Floats:
    """Probabilities by their logarithms along the last axis, up to a constant."""
    share = np.exp(worth - worth.max(axis=-1, keepdims=True))
    return np.asarray(share / share.sum(axis=-1, keepdims=True), np.float64)


def _weigh(log_density: Floats) -> tuple[Floats, Floats]:
    """Probabilities over the inks, and log evidence with the strange face's share in it."""
    top = np.maximum(log_density.max(axis=-1, keepdims=True), np.log(STRANGE))
    raw = np.exp(log_density - top)
    total, flat = raw.sum(axis=-1, keepdims=True), 1e-12
    evidence = np.log(total + STRANGE * np.exp(-top)) + top
    return (raw + flat) / (total + raw.shape[-1] * flat), evidence[..., 0]


def _by_ink(density: Numbers) -> Floats:
    """(..., N, inks) log density over all shares of the veil, from (..., N, K, inks)."""
    if density.shape[-2] == 1:
        return np.asarray(density[..., 0, :])
    density = density + SCUFF_PRIOR.astype(density.dtype)[:, None]
    top = density.max(axis=-2, keepdims=True)
    return np.asarray(np.log(np.exp(density - top).sum(axis=-2)) + top[..., 0, :])


def _likeliest_scuff(seen: Floats, density: Floats) -> Floats:
    """(..., N, 4) each face's features at the shares of its veil that explain it best."""
    if seen.shape[-2] == 1:
        return seen[..., 0, :]
    worth = (density + SCUFF_PRIOR[:, None]).max(axis=-1)
    share = _shares(worth)
    return np.asarray((share[..., None] * seen).sum(axis=-2), np.float64)
