"""From symbols to cards: which blobs are the large and the small symbols of which card."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading.card_plane import CUT_SQUEEZE, Edges
from vision.reading.prints import Floats

REACH_SHARE = 0.435
"""How far a whole symbol reaches from its middle over the edge of its square, about."""
SAME_SIZE = 0.3
"""Whole large symbols differ by at most this much in log size: by shape and by where they lie."""
WHOLE = (0.62, 1.35)
"""Size of a whole large symbol against the usual one: thin shapes look smaller when overexposed."""
WHOLE_SQUEEZE = 0.2
SMALL = (0.14, 0.48)
"""Size of a corner's symbol against the large one."""
LARGEST_SMALL = 0.58
"""Where it is sure to be a whole symbol."""
SURELY = 0.9
BESIDE = 1.5
"""A corner's symbol lies nearer to a large one than this, its own or the next card's, in edges."""
CARD_RATIO = 1.55
"""Height of a card over its width."""
WIDTHS = np.linspace(1.12, 1.9, 40)
"""Widths of a card to try, in edges of its large symbol's square."""
USUAL_WIDTH = 1.45
PAPER_PART = 25
"""Percentile of the nearest ends of paper that is taken for half a card's width."""
EDGE_NEAR = 0.05
"""A line is a card's side when it lies this near to it, in edges."""
INDEX_NEAR = 0.2
"""A corner's symbol lies this near to its place, in edges."""
STRIP = 0.75
"""From a corner's symbol paper reaches at least so far along the strip of its card."""
NEAREST = 0.2
"""Two cards of a row lie at least this share of a card apart."""
SAME_INK = 0.5
"""Least agreement of two symbols' colours to be of one card."""


@dataclass(frozen=True, slots=True)
class Flat:
    """Symbols as they lie on the table; lengths in edges of the large symbol's square."""

    places: Floats
    sizes: Floats
    """(N,) of a whole symbol's square, 1 for a large one."""
    squeezes: Floats
    turns: Floats
    """(N,) radians, mod a quarter."""
    colours: Floats
    """(N, colours) probabilities."""
    paper: Floats
    """(N, 4) how far plain paper reaches from each to the right, left, down and up as it lies."""
    edges: Edges
    known: Floats
    """(N,) how likely each looks like a whole symbol of any size."""

    @property
    def whole(self) -> NDArray[np.bool_]:
        """(N,) whether each is a whole large symbol."""
        same = (self.sizes > WHOLE[0]) & (self.sizes < WHOLE[1])
        return np.asarray(same & (self.squeezes < WHOLE_SQUEEZE), np.bool_)

    @property
    def small(self) -> NDArray[np.bool_]:
        """(N,) whether each may be a corner's symbol."""
        most = np.where(self.known > SURELY, LARGEST_SMALL, SMALL[1])
        sized = (self.sizes > SMALL[0]) & (self.sizes < most)
        return np.asarray(sized & (self.squeezes < CUT_SQUEEZE + 0.15), np.bool_)

    @property
    def cut(self) -> NDArray[np.bool_]:
        """(N,) whether each may be a large symbol that another card covers in part."""
        return np.asarray(~self.whole & (self.sizes < np.exp(SAME_SIZE)), np.bool_)


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its symbols and where it lies, in edges of the large symbol's square."""

    symbols: tuple[int, ...]
    """Large symbol first where it is seen."""
    place: tuple[float, float]
    turn: float
    """Radians: of its short side."""
    upright: bool
    """Whether the turn is sure to be that of the short side, not of the long one."""
    covered: bool = False
    """Whether only a corner of it is seen."""


def large_size(places: Floats, sizes: Floats, squeezes: Floats) -> float:
    """The size of the picture's large symbols: the largest that others share and lie beside."""
    whole = squeezes < WHOLE_SQUEEZE
    for size in sorted(sizes[whole], reverse=True):
        near = np.abs(np.log(sizes / size)) < SAME_SIZE
        smaller = (sizes > SMALL[0] * size) & (sizes < SMALL[1] * size) & whole
        kin = int((near & whole).sum())
        cut = (sizes < size) & (sizes > SMALL[1] * size)
        if smaller.any():
            away = np.linalg.norm(places[smaller][:, None] - places[None], axis=2)
            large = (sizes > SMALL[1] * size) & (sizes < 1.4 * size)
            if (away[:, large].min(axis=1, initial=np.inf) < BESIDE * size).mean() < 0.5:
                continue
        if kin >= max(2, 0.1 * len(sizes)) or kin + cut.sum() >= 2 <= smaller.sum():
            same = sizes[near & whole]
            return float(np.median(same))
    return float(sizes[whole].max()) if whole.any() else float(sizes.max(initial=1.0))


def find_cards(flat: Flat) -> tuple[list[Card], float]:
    """The cards and their width, in edges."""
    width, turned = _card_width(flat)
    corner = _corner(flat)
    cards = []
    used: set[int] = set()
    for index in np.flatnonzero(flat.whole):
        own = _corners_of(flat, int(index), corner, used)
        turn, sure = turned.get(int(index), (float(flat.turns[index]), False))
        if own:
            turn, sure = _turn_by_corner(flat, int(index), own[0]), True
        used |= {int(index), *own}
        x, y = (float(v) for v in flat.places[index])
        cards.append(Card((int(index), *own), (x, y), turn, sure))
    cards += _cut_cards(flat, corner, used)
    if corner is not None:
        cards += _corner_cards(flat, cards, corner, used, width)
    return cards, width


def _frame(turn: float) -> Floats:
    """Rows: along the short side and along the long one."""
    return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def _card_width(flat: Flat) -> tuple[float, dict[int, tuple[float, bool]]]:
    """The width whose sides lie on most lines, and how each whole card stands by them."""
    wholes = np.flatnonzero(flat.whole)
    if not len(wholes):
        return USUAL_WIDTH, {}
    reach = 0.55 * flat.sizes[wholes, None] + flat.paper[wholes]
    by_paper = 2 * float(np.percentile(reach.min(axis=1), PAPER_PART))
    prior = 0.35 + np.exp(-(((WIDTHS - USUAL_WIDTH) / 0.22) ** 2))
    if WIDTHS[0] < by_paper < WIDTHS[-1]:
        prior = prior * (0.4 + np.exp(-(((WIDTHS - by_paper) / 0.1) ** 2)))
    scores = np.zeros((len(wholes), 2, len(WIDTHS)))
    for k, index in enumerate(wholes):
        for quarter in (0, 1):
            turn = float(flat.turns[index] + quarter * np.pi / 2)
            scores[k, quarter] = 0.02 + _side_scores(flat, int(index), turn)
            scores[k, quarter] += _paper_scores(reach[k] if not quarter else reach[k, [2, 3, 0, 1]])
    best = int((scores.max(axis=1).sum(axis=0) * prior).argmax())
    near = np.linalg.norm(flat.places[wholes][:, None] - flat.places[wholes][None], axis=2)
    alike = np.abs(np.angle(np.exp(4j * (flat.turns[wholes][:, None] - flat.turns[wholes])))) < 0.7
    # Neighbours stand alike: a card whose own sides are hidden follows them.
    voices = np.exp(-((near / 2.4) ** 2)) * alike
    turned = {}
    for k, index in enumerate(wholes):
        own = float(flat.turns[index])
        odds = 0.0
        for other in range(len(wholes)):
            one, two = scores[other, :, best]
            off = np.angle(np.exp(2j * (flat.turns[wholes[other]] - own))) / 2
            odds += voices[k, other] * (one - two) * (1 if abs(off) < np.pi / 4 else -1)
        turned[int(index)] = (own + (0.0 if odds >= 0 else np.pi / 2), abs(odds) > 0.4)
    return float(WIDTHS[best]), turned


def _paper_scores(reach: Floats) -> Floats:
    """(len(WIDTHS),) how well paper ends at the short sides and goes on to the long ones."""
    half = WIDTHS / 2
    short = sum(np.exp(-(((reach[side] - half) / 0.07) ** 2)) for side in (0, 1))
    long = sum(
        (reach[side] > 1.2 * half) * 0.5 - (reach[side] < 0.85 * half) * 0.5 for side in (2, 3)
    )
    return np.asarray(short + long, np.float64)


def _side_scores(flat: Flat, index: int, turn: float) -> Floats:
    """(len(WIDTHS),) how much of a card's four sides lies on lines, for each width."""
    frame = _frame(turn)
    starts = (flat.edges.starts - flat.places[index]) @ frame.T
    ends = (flat.edges.ends - flat.places[index]) @ frame.T
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    middle = (starts + ends) / 2
    flat_on = np.ptp(np.stack([starts, ends]), axis=0)
    total = np.zeros(len(WIDTHS))
    for axis, ratio in ((0, 1.0), (1, CARD_RATIO)):
        along = 1 - axis
        straight = flat_on[:, axis] < 0.12 * flat_on[:, along] + 0.02
        for sign in (-1, 1):
            side = sign * WIDTHS * ratio / 2
            span = WIDTHS / 2 * (CARD_RATIO if axis == 0 else 1.0)
            near = np.exp(-(((middle[:, axis, None] - side) / EDGE_NEAR) ** 2)) * straight[:, None]
            seen = np.minimum(high[:, along, None], span) - np.maximum(low[:, along, None], -span)
            total += np.minimum((near * seen.clip(0)).sum(axis=0) / (2 * span), 1)
    return total


def _alike(flat: Flat, one: int, other: int) -> float:
    return float(flat.colours[one] @ flat.colours[other])


def _corner(flat: Flat) -> tuple[float, float] | None:
    """Where the small symbols stand against the large one: short side, long side, signed."""
    wholes, smalls = np.flatnonzero(flat.whole), np.flatnonzero(flat.small)
    found, owners = [], []
    for index in wholes:
        for small in smalls:
            away = flat.places[small] - flat.places[index]
            far = float(np.linalg.norm(away))
            if not 0.7 < far < 1.5 or _alike(flat, int(index), int(small)) < SAME_INK:
                continue
            x, y = _frame(flat.turns[index]) @ away
            # The long side is where the small symbol lies farther away.
            found.append((x, y) if abs(x) < abs(y) else (y, -x))
            owners.append(int(index))
    if not found:
        return None
    rel, owner = np.array(found), np.array(owners)
    same = np.linalg.norm(rel[:, None] - rel[None], axis=2) < INDEX_NEAR
    facing = np.linalg.norm(rel[:, None] + rel[None], axis=2) < INDEX_NEAR
    paired = (facing & (owner[:, None] == owner[None])).any(axis=1)
    # A card shows two, opposite each other; those of its neighbours have no such twin.
    worth = ((same | facing) * np.where(paired, 2.0, 0.4)[None]).sum(axis=1)
    best = int(worth.argmax())
    if worth[best] < min(2.0, 0.5 * len(wholes)):
        return None
    close = (same | facing)[best]
    signed = np.where(facing[best][:, None], -rel, rel)[close]
    x, y = np.median(signed, axis=0)
    return (float(x), float(y)) if y > 0 else (float(-x), float(-y))


def _corners_of(
    flat: Flat, index: int, corner: tuple[float, float] | None, used: set[int]
) -> list[int]:
    """The small symbols in the corners of a whole card."""
    if corner is None:
        return []
    wanted = [np.array(corner), -np.array(corner)]
    wanted += [np.array((-w[1], w[0])) for w in wanted]
    own = []
    for small in np.flatnonzero(flat.small):
        if int(small) in used or _alike(flat, index, int(small)) < SAME_INK:
            continue
        at = _frame(flat.turns[index]) @ (flat.places[small] - flat.places[index])
        if min(np.linalg.norm(at - w) for w in wanted) < INDEX_NEAR:
            own.append(int(small))
    return own


def _turn_by_corner(flat: Flat, index: int, small: int) -> float:
    x, y = _frame(flat.turns[index]) @ (flat.places[small] - flat.places[index])
    return float(flat.turns[index] + (0.0 if abs(x) < abs(y) else np.pi / 2))


def _cut_cards(flat: Flat, corner: tuple[float, float] | None, used: set[int]) -> list[Card]:
    """Cards whose large symbol is partly covered, with the small one that is seen beside it."""
    found = []
    for index in np.flatnonzero(
        flat.cut & ~flat.small | flat.cut & (flat.squeezes > WHOLE_SQUEEZE)
    ):
        if int(index) in used:
            continue
        own = _corner_beside(flat, int(index), corner, used)
        if own is None and flat.sizes[index] < SMALL[1]:
            continue
        x, y = (float(v) for v in flat.places[index])
        turn, sure = float(flat.turns[index]), False
        used.add(int(index))
        members: tuple[int, ...] = (int(index),)
        if own is not None and corner is not None:
            small, number = own
            used.add(small)
            members = (int(index), small)
            x, y = (float(v) for v in _centres(flat, small, corner)[number])
            turn, sure = float(flat.turns[small]) + (0.0 if number < 2 else np.pi / 2), True
        found.append(Card(members, (x, y), turn, sure))
    return found


def _corner_beside(
    flat: Flat, index: int, corner: tuple[float, float] | None, used: set[int]
) -> tuple[int, int] | None:
    """The small symbol of a cut one's card, and which of its four places is the card's middle."""
    if corner is None:
        return None
    best, least = None, 0.6
    for small in np.flatnonzero(flat.small):
        if int(small) in used or int(small) == index or _alike(flat, index, int(small)) < SAME_INK:
            continue
        for number, centre in enumerate(_centres(flat, int(small), corner)):
            away = float(np.linalg.norm(centre - flat.places[index]))
            if away < least:
                best, least = (int(small), number), away
    return best


def _centres(flat: Flat, small: int, corner: tuple[float, float]) -> list[Floats]:
    """The four places where the card of a small symbol may have its middle."""
    frame = _frame(float(flat.turns[small]))
    first = np.array(corner)
    second = np.array((-first[1], first[0]))
    return [flat.places[small] + w @ frame for w in (first, -first, second, -second)]


def _corner_cards(
    flat: Flat, cards: list[Card], corner: tuple[float, float], used: set[int], width: float
) -> list[Card]:
    """Cards of which only a corner is seen: they lie in a row with a card that is seen better."""
    found: list[Card] = []
    waiting = [int(k) for k in np.flatnonzero(flat.small) if int(k) not in used]
    progress = True
    while progress and waiting:
        progress = False
        for small in list(waiting):
            card = _in_row_with(flat, small, corner, [*cards, *found], width)
            if card is not None:
                found.append(card)
                waiting.remove(small)
                progress = True
    return found


def _in_row_with(
    flat: Flat, small: int, corner: tuple[float, float], cards: list[Card], width: float
) -> Card | None:
    """The card of a small symbol where one of its four places lies in a row with a known card."""
    best, least = None, 0.3
    frame = _frame(float(flat.turns[small]))
    for number, centre in enumerate(_centres(flat, small, corner)):
        turn = float(flat.turns[small]) + (0.0 if number < 2 else np.pi / 2)
        inward = frame @ (centre - flat.places[small])
        sides = flat.paper[small, [0 if inward[0] > 0 else 1, 2 if inward[1] > 0 else 3]]
        if sides.max() < STRIP or _taken(centre, turn, cards, width):
            continue
        for card in cards:
            x, y = _frame(card.turn) @ (centre - np.array(card.place))
            if card.upright and abs(np.angle(np.exp(2j * (turn - card.turn))) / 2) > 0.3:
                continue
            short, long = abs(x) / width, abs(y) / (CARD_RATIO * width)
            for lateral, step in ((long, short), (short, long)):
                if step < 1.2 and lateral + 0.1 * step < least:
                    best = Card((small,), (float(centre[0]), float(centre[1])), turn, True, True)
                    least = lateral + 0.1 * step
    return best


def _taken(centre: Floats, turn: float, cards: list[Card], width: float) -> bool:
    """Whether a card lies already where another would have its middle."""
    for card in cards:
        x, y = _frame(turn) @ (centre - np.array(card.place))
        if abs(x) < NEAREST * width and abs(y) < NEAREST * CARD_RATIO * width:
            return True
    return False
