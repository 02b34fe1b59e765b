"""Telling the colours of all symbols on cards together: on white by the paper, on black by all."""

from __future__ import annotations

import numpy as np

from assistant.tiles import PURPLE_SET, Colour
from vision.reading.card_symbols import Symbols
from vision.reading.colour import (
    DARKEST,
    Colours,
    PrintLight,
    classify_colours,
    features,
    log_density,
    usual_inks,
)
from vision.reading.prints import Floats

USUAL = {
    Colour.RED: (0.233, 0.205, 0.941, -0.052),
    Colour.ORANGE: (0.185, 0.438, 0.870, 0.028),
    Colour.YELLOW: (0.202, 0.656, 0.716, 0.117),
    Colour.GREEN: (0.385, 0.867, 0.263, -0.154),
    Colour.BLUE: (0.877, 0.421, 0.197, -0.061),
    Colour.PURPLE: (0.777, 0.277, 0.555, -0.124),
}
"""Features of inks on white paper, the paper's light taken as white; measured on 752 symbols of
35 simulated pictures."""
BETWEEN = np.diag([0.09, 0.06, 0.06, 0.045]) ** 2
"""How printings and cameras differ, as covariance of `features`; measured there."""
WITHIN = np.diag([0.03, 0.025, 0.03, 0.014]) ** 2
"""How the symbols of one picture differ; measured there."""
ROUNDS = 4
NO_IDEA = 0.35
"""Below this the inks of tiles explain none of a symbol's light."""
WIDER = 6.0
"""How much wider than tiles' inks those of cards may lie."""
STRAY_SHARE = 0.7
"""Share of the black's own light that is taken off the ink on it."""


def symbol_colours(symbols: Symbols) -> Floats:
    """(N, 7) probabilities over `Colour`; rows sum to one."""
    if not len(symbols):
        return np.zeros((0, len(Colour)))
    inks, papers = _linear(symbols.inks), _linear(symbols.papers)
    if not symbols.on_white:
        light = np.maximum(inks - STRAY_SHARE * papers, 0)
        full = np.sort(light.max(axis=1))[int(0.9 * (len(light) - 1))]
        black = np.clip(np.median(np.log(papers / papers[:, 1:2]), axis=0), -1.2, 1.2)
        seen = PrintLight(np.maximum(light / max(float(full), 1e-6), DARKEST), black)
        classified = classify_colours(seen, PURPLE_SET)
        return _nearest_where_strange(classified, seen)
    # The paper beside each symbol is white: what the ink throws back of it has no tint left.
    return _explained(features(np.clip(inks / papers, DARKEST, 1.5), np.ones(3)))


def _nearest_where_strange(classified: Colours, seen: PrintLight) -> Floats:
    """Inks that are like no tile's are told by the nearest of them."""
    strange = classified.probabilities.max(axis=1) < NO_IDEA
    if not strange.any():
        return classified.probabilities
    inks = next(one for one in usual_inks() if one.palette == PURPLE_SET)
    spread = WIDER * (inks.between + inks.within)
    density = log_density(features(seen.inks[strange], classified.tint), inks.means, spread)
    found = classified.probabilities.copy()
    found[strange] = _over_colours(density)
    return found


def _over_colours(density: Floats) -> Floats:
    """(N, 7) probabilities over `Colour` from log densities (N, 6) over the purple set."""
    likely = np.exp(density - density.max(axis=1, keepdims=True)) + 1e-9
    found = np.zeros((len(density), len(Colour)))
    order = list(Colour)
    for k, colour in enumerate(PURPLE_SET.colours):
        found[:, order.index(colour)] = likely[:, k]
    return np.asarray(found / found.sum(axis=1, keepdims=True), np.float64)


def _linear(bgr: Floats) -> Floats:
    return np.asarray(np.maximum(bgr / 255.0, 1e-3) ** 2.2, np.float64)


def _explained(seen: Floats) -> Floats:
    """Probabilities under the usual inks, drawn towards those of this picture."""
    usual = np.array([USUAL[colour] for colour in PURPLE_SET.colours])
    means, spread = usual, np.repeat((BETWEEN + WITHIN)[None], len(usual), axis=0)
    pull, own = np.linalg.inv(BETWEEN), np.linalg.inv(WITHIN)
    for _ in range(ROUNDS):
        density = log_density(seen, means, spread)
        likely = np.exp(density - density.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        # Many symbols of one ink are one witness more than one, not many.
        weight = np.minimum(likely.sum(axis=0), 6.0)
        mean = likely.T @ seen / np.maximum(likely.sum(axis=0), 1e-9)[:, None]
        after = np.linalg.inv(pull + weight[:, None, None] * own)
        means = np.einsum("kij,kj->ki", after, usual @ pull + weight[:, None] * (mean @ own))
        spread = after + WITHIN
    return _over_colours(log_density(seen, means, spread))
