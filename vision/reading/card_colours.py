"""Telling the colours of all symbols on cards together: on white by the paper, on black by all."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant.tiles import PURPLE_SET, Colour
from vision.reading.inks import features, log_density
from vision.reading.lamps import gains, tints_of
from vision.reading.print_light import DARKEST
from vision.reading.prints import Floats

Members = NDArray[np.float64]
INKS_FILE = Path(__file__).with_name("card_inks.json")
"""How inks differ between printings and cameras; written by `vision.training.learn_card_inks`."""
WITHIN = np.diag([0.035, 0.03, 0.032, 0.02]) ** 2
"""How the symbols of one picture and one ink differ, as covariance of `features`."""
SAME_INK = (1.4, 2.8)
"""Symbols nearer than this, in standard deviations of `WITHIN`, are of one ink: the first in clear
pictures, the second where symbols of one ink scatter."""
SAME_AGAIN, AGAIN_SPREAD = 0.1, 3.5
"""How likely one more cluster is an ink that was seen already, and how far it then lies from it."""
SHADED = 0.15
"""How much darker the same ink is in shadow, as `features` tell it: half as bright, about."""
AGAIN = AGAIN_SPREAD**2 * WITHIN + np.diag([0, 0, 0, SHADED]) ** 2
NAMINGS = 160
"""As many ways to name all clusters are followed."""
VEILED, VEIL_SHARE = 0.85, 0.2
"""On white so much of an ink's palest channel may be the paper's, and how often it is."""
STRAY, STRAY_SPREAD = 0.03, 6.0
"""This share of symbols lies in glare, shadow or blur, and as much wider around its ink."""
STRAY_SHARE = 0.7
"""Share of the black's own light that is taken off the ink on it."""
TINT_RED = np.linspace(-0.7, 0.7, 9)
TINT_BLUE = np.linspace(-1.0, 0.6, 9)
"""Log gain of red and blue against green that a lamp may leave in a picture."""
WARM_SPREAD, GREEN_SPREAD = 0.4, 0.13
"""Standard deviations of those gains along the warm to cool line and across it."""
BLACK_SPREAD = 0.4
"""How far black paper may be from the lamp's tint, in log gain: black is rarely neutral."""
DEAREST_LAMP = 7.0
"""Lamps that are less likely than the likeliest by more than this, in logs, are not tried."""
LEAST = 2e-3
"""No colour is less likely than this, however sure it seems."""


def symbol_colours(
    inks_bgr: Floats, papers_bgr: Floats, on_white: bool, voices: Floats | None = None
) -> Floats:
    """(N, 7) probabilities over `Colour` of inks (N, 3) beside such papers; rows sum to one.

    `voices` (N,) tell how much each says about the inks of the others.
    """
    if not len(inks_bgr):
        return np.zeros((0, len(Colour)))
    inks, papers = _linear(inks_bgr), _linear(papers_bgr)
    voices = np.ones(len(inks)) if voices is None else voices
    if on_white:
        # The paper beside each symbol is white: what the ink throws back of it has no tint left.
        light = np.clip(inks / papers, DARKEST, 1.5)
        seen = features(light, np.ones(3))
        veil = VEILED * light.min(axis=1, keepdims=True)
        bare = features(np.maximum((light - veil) / (1 - veil), DARKEST), np.ones(3))
        members = _clusters(seen, voices)
        return _over_colours(_explained(seen, "white", voices, members, bare)[0])
    light = np.maximum(inks - STRAY_SHARE * papers, 0)
    full = float(np.sort(light.max(axis=1))[int(0.9 * (len(light) - 1))])
    light = np.maximum(light / max(full, 1e-6), DARKEST)
    return _over_colours(_under_all_lamps(light, papers, voices))


def _under_all_lamps(light: Floats, papers: Floats, voices: Floats) -> Floats:
    """(N, 6) probabilities with every tint weighed by how well it explains the symbols."""
    blue, red = tints_of(TINT_BLUE, TINT_RED)
    black = np.clip(np.median(np.log(papers / papers[:, 1:2]), axis=0), -1.2, 1.2)
    warm, green = (red - blue) / np.sqrt(2), (red + blue) / np.sqrt(2)
    cost = ((warm / WARM_SPREAD) ** 2 + (green / GREEN_SPREAD) ** 2) / 2
    cost += ((blue - black[0]) ** 2 + (red - black[2]) ** 2) / BLACK_SPREAD**2 / 2
    members = _clusters(features(light, np.exp(black)), voices)
    told, worth = [], []
    able = cost < cost.min() + DEAREST_LAMP
    for b, r, price in zip(blue[able], red[able], cost[able], strict=True):
        seen = features(light, gains(b, r))
        likely, evidence = _explained(seen, "black", voices, members)
        told.append(likely)
        worth.append(evidence - price)
    share = np.exp(np.array(worth) - max(worth))
    return np.asarray(np.einsum("t,tnk->nk", share / share.sum(), np.array(told)), np.float64)


def _clusters(seen: Floats, voices: Floats) -> Members:
    """(clusters, N) which symbols are of one ink, whatever it is called; rows of 0 and 1."""
    white = seen / np.sqrt(np.diag(WITHIN))
    away = np.linalg.norm(white[:, None] - white[None], axis=2) + 99 * np.eye(len(seen))
    near = float(np.median(away.min(axis=1))) if len(seen) > 1 else 0.0
    reach = float(np.clip(4 * near, *SAME_INK))
    members = np.eye(len(seen))
    while len(members) > 1:
        weight = members * voices
        middle = weight @ white / weight.sum(axis=1, keepdims=True)
        away = np.linalg.norm(middle[:, None] - middle[None], axis=2) + 99 * np.eye(len(middle))
        one, other = np.unravel_index(int(away.argmin()), away.shape)
        if away[one, other] > reach:
            break
        members[one] += members[other]
        members = np.delete(members, other, axis=0)
    return np.asarray(members, np.float64)


def _explained(
    seen: Floats, face: str, voices: Floats, members: Members, bare: Floats | None = None
) -> tuple[Floats, float]:
    """(N, 6) probabilities of the inks' names, told of all clusters together; log evidence.

    Two clusters are two inks, unless one is the other's in shadow or blur: so a red that is
    nearly orange is told by the orange beside it.
    """
    usual, between = _usual(face)
    weight = members * voices
    total = weight.sum(axis=1)
    # Small symbols that are blurred into their paper have no say in what large ones are.
    heard = weight.max(axis=1) >= weight.max()
    order = np.lexsort((-total, ~heard))
    middle = (weight @ seen / total[:, None])[order]
    alone = _density(middle, usual, between + WITHIN)
    again = _again(middle)
    if bare is not None:
        # Glare and blur lay the paper's white over an ink.
        bared = (weight @ bare / total[:, None])[order]
        without = _density(bared, usual, between + WITHIN)
        alone = np.logaddexp(np.log(1 - VEIL_SHARE) + alone, np.log(VEIL_SHARE) + without)
        again = np.logaddexp(np.log(1 - VEIL_SHARE) + again, np.log(VEIL_SHARE) + _again(bared))
    says = np.minimum(total[order], 1.0)[:, None]
    named, score = _namings(says * alone, says * again, int(heard.sum()))
    share = np.exp(score - score.max())
    likely = np.zeros((len(members), len(usual)))
    for cluster in range(len(members)):
        np.add.at(likely[order[cluster]], named[:, cluster], share / share.sum())
    evidence = float(np.log(share.sum()) + score.max())
    return np.asarray(members.T @ likely, np.float64), evidence


def _again(middle: Floats) -> Floats:
    """(clusters, clusters) log density of each as another look of the other's ink."""
    apart = middle[:, None] - middle[None]
    far = np.einsum("abi,ij,abj->ab", apart, np.linalg.inv(AGAIN), apart)
    spread = np.linalg.slogdet(AGAIN)[1]
    return np.asarray(np.log(SAME_AGAIN) - far / 2 - 0.5 * spread, np.float64)


def _namings(alone: Floats, again: Floats, heard: int) -> tuple[NDArray[np.intp], Floats]:
    """(B, clusters) the likeliest ways to name all clusters, and their log probabilities.

    `alone` (clusters, 6) is that of a cluster as the first of its name, `again` (clusters,
    clusters) that of one as another look of an earlier one. All after the first `heard` ones are
    named by these, and do not tell which of their names are likely.
    """
    clusters, kinds = alone.shape
    named = np.zeros((1, 0), np.intp)
    first = np.full((1, kinds), -1)
    score = np.zeros(1)
    for cluster in range(clusters):
        worth = np.where(first >= 0, again[cluster][first], alone[cluster])
        if cluster >= heard:
            worth = worth - np.logaddexp.reduce(worth, axis=1, keepdims=True)
        worth = worth + score[:, None]
        best = np.argsort(-worth.ravel())[:NAMINGS]
        state, kind = np.divmod(best, kinds)
        named = np.concatenate([named[state], kind[:, None]], axis=1)
        first = first[state]
        new = first[np.arange(len(kind)), kind] < 0
        first[np.flatnonzero(new), kind[new]] = cluster
        score = worth.ravel()[best]
    return named, score


def _density(seen: Floats, means: Floats, spread: Floats) -> Floats:
    """(N, 6) log density, strays included."""
    usual = log_density(seen, means, spread)
    wide = log_density(seen, means, STRAY_SPREAD**2 * spread)
    return np.asarray(np.logaddexp(np.log(1 - STRAY) + usual, np.log(STRAY) + wide), np.float64)


def _over_colours(likely: Floats) -> Floats:
    """(N, 7) probabilities over `Colour` from those over the purple set's six."""
    found = np.zeros((len(likely), len(Colour)))
    order = list(Colour)
    for k, colour in enumerate(PURPLE_SET.colours):
        found[:, order.index(colour)] = likely[:, k] + LEAST
    return np.asarray(found / found.sum(axis=1, keepdims=True), np.float64)


def _linear(bgr: Floats) -> Floats:
    return np.asarray(np.maximum(bgr / 255.0, 1e-3) ** 2.2, np.float64)


@cache
def _usual(face: str) -> tuple[Floats, Floats]:
    """(6, 4) means and (6, 4, 4) covariances of the inks' `features` on a face."""
    stored = json.loads(INKS_FILE.read_text(encoding="utf-8"))[face]
    return np.array(stored["means"]), np.array(stored["between"]) + 1e-5 * np.eye(4)
