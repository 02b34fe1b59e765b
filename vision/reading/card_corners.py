"""From symbols to cards: which large and which small symbols are of one card, covered or not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reading.card_places import (
    CARD_RATIO,
    SMALL,
    SURELY,
    Card,
    Flat,
    card_width,
    frame_of,
)
from vision.reading.prints import Floats

FARTHEST = 1.9
NEAREST = 0.55
"""A corner's symbol stands so far from the middle of its card at most and at least, in edges."""
SAME_KIND = 0.12
"""Least agreement of two symbols in colour and shape together to be of one card."""
SAME_INK = 0.4
"""The same in colour alone, where one of them is cut."""
SAME_SHAPE = 0.04
"""The same in shape: small symbols are easily mistaken, but not for just any other."""
INDEX_NEAR = 0.2
"""A corner's symbol lies this near to its place, in edges."""
OWN_NEAR = 0.26
"""And this near in the card of a large one."""
IN_CORNER = 0.14
"""What lies this near to it is that card's, and nothing is told of another by it."""
COVERED_NEAR = 0.3
"""And this near where the card is told by another corner: its turn is less sure."""
LEAST_PAIRS = 1.0
"""So much agreement of large symbols with small ones shows that cards have small ones."""
OTHER_CORNERS = 0.3
"""Two more corners have one where they are found this often against the first two."""
CUT_NEAR = 0.62
"""What is seen of a cut symbol lies this near to the middle of its card, in edges."""
IN_LINE = 0.3
"""A covered card lies this near to the line of its row, in card widths."""
FARTHEST_STEP = 1.25
"""And no farther from a card of its row, in cards along it."""
APART = 0.2
"""Two cards lie at least this share of a card apart."""
STRIP = 0.6
"""From a corner's symbol paper reaches at least so far along the strip of its card, in edges."""
AS_CLEAR = 0.35
"""Evidence within this of the best is as clear as it."""
BETWEEN = 0.65
"""What lies within so many card widths of two cards, left and right, lies between them."""
TWIN = 0.4
"""Agreement in colour and shape of two cards that are the same."""
WHOLE_PLAIN, CUT_PLAIN = 0.25, 0.1
"""Paper reaches so far on two sides of a large symbol, whole or cut, in its own sizes: 0.5 and more
on 150 cards with whole ones, 0 on 30 stripes and fans that looked like cut ones."""
CUT_KNOWN = 0.3
"""What is seen of a cut symbol is at least so likely one. Assumed: weak blobs lie below it."""
HALF_SQUEEZE = 0.8
"""Half a symbol is squeezed less than this (half a disc 0.64); wedges of fanned cards are more."""
LITTLE_CUT = 0.7
"""The same where cards have small symbols, of which one is nearly always seen: the table between
two cards is squeezed more."""
TILE_PLAIN = 0.2
"""Paper reaches no farther beside three quarters of the symbols on tiles: 0.03 to 0.13 on four
photographs of them, 0.28 and more on tables of cards."""
LEAST_WORTH = 0.85
"""Evidence for a covered card below which it is none; a place in a row is worth one."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the small symbols of one printing stand."""

    short: float
    long: float
    """From the card's middle along its short and its long side, in edges."""
    hands: tuple[int, ...]
    """1 for upper left and lower right, -1 for the other two corners."""

    @property
    def corners(self) -> Floats:
        """(2 or 4, 2) their places from the middle, the card upright."""
        return np.array(
            [
                (sign * hand * self.short, sign * self.long)
                for hand in self.hands
                for sign in (1, -1)
            ]
        )


def find_cards(flat: Flat) -> tuple[list[Card], float]:
    """The cards and their width, in edges."""
    width, turned = card_width(flat)
    kin = _kin(flat)
    layout = find_layout(flat, kin)
    if layout is not None:
        width = max(width, 2 * layout.short + SMALL[0])
    cards: list[Card] = []
    used: set[int] = set()
    for index in np.flatnonzero(flat.whole):
        turn, sure = turned.get(int(index), (float(flat.turns[index]), False))
        own, quarter = _own_corners(flat, kin, int(index), layout, used)
        if own:
            turn, sure = float(flat.turns[index]) + quarter, True
        used |= {int(index), *own}
        x, y = (float(v) for v in flat.places[index])
        cards.append(Card((int(index), *own), (x, y), turn, sure))
    cards = _on_paper(flat, cards, width)
    if layout is not None:
        used |= _in_corners(flat, cards, layout)
        cards = _with_corners(flat, cards, width)
        cards += _covered(flat, kin, layout, cards, used, width)
    return cards + _cut_cards(flat, cards, used, width, layout is not None), width


def are_tiles(flat: Flat) -> bool:
    """Whether the large symbols fill what they are printed on, as on tiles and cubes.

    A card has paper above and below its symbol, and few are covered on both sides.
    """
    if not flat.whole.any() or find_layout(flat, _kin(flat)) is not None:
        return False
    return float(np.quantile(_plain_sides(flat)[flat.whole, 1], 0.75)) < TILE_PLAIN


def _on_paper(flat: Flat, cards: list[Card], width: float) -> list[Card]:
    """Without what has no paper around it, if it lies beside no card: patterns, backs of cards."""
    plain = (_plain_sides(flat)[:, 1] > WHOLE_PLAIN) | (flat.known > SURELY)
    sure = [card for card in cards if len(card.symbols) > 1 or plain[card.symbols[0]]]
    return [
        card
        for card in cards
        if card in sure or _continues(np.array(card.place), card.turn, sure, width)
    ]


@dataclass(frozen=True, slots=True)
class _Kin:
    """How likely any two symbols have one ink, one shape, and both."""

    ink: Floats
    shape: Floats
    kind: Floats


def _kin(flat: Flat) -> _Kin:
    ink, shape = _likeness(flat.colours), _likeness(flat.shapes)
    return _Kin(ink, shape, ink * shape)


def _likeness(likely: Floats) -> Floats:
    """(N, N) 1 where two are doubted alike, too: both red or orange is one ink all the same."""
    long = np.linalg.norm(likely, axis=1, keepdims=True).clip(1e-9)
    return np.asarray((likely / long) @ (likely / long).T, np.float64)


def find_layout(flat: Flat, kin: _Kin) -> Layout | None:
    """Where small symbols stand that are of the large ones' kind; None where there are none."""
    found, weights = [], []
    smalls = np.flatnonzero(flat.small & ~flat.whole)
    for index in np.flatnonzero(flat.whole):
        for small in smalls:
            away = flat.places[small] - flat.places[index]
            if NEAREST < np.linalg.norm(away) < FARTHEST:
                alike = float(kin.kind[index, small])
                if alike > SAME_KIND:
                    found.append(frame_of(float(flat.turns[index])) @ away)
                    weights.append(alike)
    if not found:
        return None
    rel, weight = np.array(found), np.array(weights)
    # The long side is where the small symbol lies farther away.
    swapped = np.abs(rel[:, 0]) > np.abs(rel[:, 1])
    rel[swapped] = np.stack([rel[swapped, 1], -rel[swapped, 0]], axis=1)
    folded = np.abs(rel)
    near = np.linalg.norm(folded[:, None] - folded[None], axis=2) < INDEX_NEAR
    votes = near @ weight
    best = int(votes.argmax())
    if votes[best] < LEAST_PAIRS or near[best].sum() < 2:
        return None
    close = near[best]
    short, long = np.average(folded[close], axis=0, weights=weight[close])
    hand = np.sign(rel[close, 0] * rel[close, 1])
    counts = {one: float(weight[close][hand == one].sum()) for one in (1, -1)}
    most = max(counts.values())
    hands = tuple(one for one in (1, -1) if counts[one] >= OTHER_CORNERS * most)
    return Layout(float(short), float(long), hands)


def _own_corners(
    flat: Flat, kin: _Kin, index: int, layout: Layout | None, used: set[int]
) -> tuple[list[int], float]:
    """The small symbols of a whole card, and how its short side lies against its symbol's turn."""
    if layout is None:
        return [], 0.0
    best: tuple[float, list[int], float] = (0.0, [], 0.0)
    able = flat.small & ~flat.whole & (kin.ink[index] > SAME_INK) & (kin.shape[index] > SAME_SHAPE)
    smalls = [int(k) for k in np.flatnonzero(able) if int(k) not in used]
    for quarter in (0.0, np.pi / 2) if smalls else ():
        frame = frame_of(float(flat.turns[index]) + quarter)
        at = (flat.places[smalls] - flat.places[index]) @ frame.T
        away = np.linalg.norm(at[None] - layout.corners[:, None], axis=2)
        own = {smalls[k] for k in away.argmin(axis=1)[away.min(axis=1) < OWN_NEAR]}
        near = [1.3 - float(away[:, smalls.index(k)].min()) for k in own]
        worth = sum(n * float(kin.kind[index, k]) for n, k in zip(near, own, strict=True))
        if worth > best[0]:
            best = (worth, sorted(own), quarter)
    return best[1], best[2]


def _in_corners(flat: Flat, cards: list[Card], layout: Layout) -> set[int]:
    """Small symbols just where cards that are seen whole have theirs, whatever they look like."""
    found: set[int] = set()
    smalls = np.flatnonzero(flat.small & ~flat.whole)
    for card in cards:
        if len(smalls) and card.upright:
            at = (flat.places[smalls] - np.array(card.place)) @ frame_of(card.turn).T
            away = np.linalg.norm(at[None] - layout.corners[:, None], axis=2).min(axis=0)
            found |= {int(k) for k in smalls[away < IN_CORNER]}
    return found


def _with_corners(flat: Flat, cards: list[Card], width: float) -> list[Card]:
    """Without doubtful large symbols that have no small ones and lie beside no card that has."""
    marked = [card for card in cards if len(card.symbols) > 1]
    clear = (_plain_sides(flat)[:, 1] > WHOLE_PLAIN) & (flat.known > SURELY)
    if 2 * len(marked) < len(cards):
        return cards
    return [
        card
        for card in cards
        if len(card.symbols) > 1
        or clear[card.symbols[0]]
        or _continues(np.array(card.place), card.turn, marked, width)
    ]


def _beside(place: Floats, turn: float, card: Card, width: float) -> float | None:
    """How well a card at a place continues a row of another: 1 at best, None where it does not."""
    if abs(np.angle(np.exp(4j * (turn - card.turn))) / 4) > 0.35:
        return None
    x, y = np.abs(frame_of(card.turn) @ (place - np.array(card.place))) / width
    best = None
    for lateral, step in ((y, x), (x, y / CARD_RATIO)):
        if lateral < IN_LINE and APART < step < FARTHEST_STEP:
            worth = 1.0 - lateral - 0.25 * step
            best = worth if best is None else max(best, worth)
    return best


def _covered(
    flat: Flat, kin: _Kin, layout: Layout, cards: list[Card], used: set[int], width: float
) -> list[Card]:
    """Cards of which a corner is seen and the large symbol in part or not at all."""
    found: list[Card] = []
    while True:
        known = [*cards, *found]
        smalls = [int(k) for k in np.flatnonzero(flat.small & ~flat.whole) if int(k) not in used]
        weighed = [
            one
            for small in smalls
            for turn, centre in _places_of(flat, small, layout)
            if (one := _weighed(flat, kin, layout, small, turn, centre, known, used, width))
        ]
        weighed = [one for one in weighed if one[0] >= LEAST_WORTH]
        if not weighed:
            return found
        # The clearest ones first: they tell where the next ones may lie.
        clearest = max(one[0] for one in weighed) - AS_CLEAR
        for worth, card in sorted(weighed, key=lambda one: -one[0]):
            clash = any(_same_place(np.array(card.place), card.turn, c, width) for c in found)
            if worth >= clearest and not clash and not used & set(card.symbols):
                found.append(card)
                used |= set(card.symbols)


def _places_of(flat: Flat, small: int, layout: Layout) -> list[tuple[float, Floats]]:
    """How the card of a small symbol may lie: its turn and its middle."""
    found = []
    for quarter in (0.0, np.pi / 2):
        turn = float(flat.turns[small]) + quarter
        for corner in layout.corners:
            found.append((turn, flat.places[small] - corner @ frame_of(turn)))
    return found


def _weighed(
    flat: Flat,
    kin: _Kin,
    layout: Layout,
    small: int,
    turn: float,
    centre: Floats,
    cards: list[Card],
    used: set[int],
    width: float,
) -> tuple[float, Card] | None:
    """The evidence for a covered card, and the card with all its symbols."""
    frame = frame_of(turn)
    if any(_same_place(centre, turn, card, width) for card in cards):
        return None
    twins = [card for card in cards if kin.kind[small, card.symbols[0]] > TWIN]
    if any(_lies_over(centre, card, 2 * width) for card in twins):
        # The other corner of a card that is known: no row has a card twice.
        return None
    members, worth = [small], 0.0
    at = (flat.places - centre) @ frame.T
    inward = frame @ (centre - flat.places[small])
    sides = _paper_along(flat, small, turn, inward)
    worth += 0.3 if sides.max() > STRIP else -0.15
    for k in np.flatnonzero(flat.small & ~flat.whole & (kin.kind[small] > SAME_KIND)):
        if int(k) in used or int(k) == small:
            continue
        if np.linalg.norm(layout.corners - at[k], axis=1).min() < COVERED_NEAR:
            members.append(int(k))
            worth += 0.7
    cut = _cut_symbol(flat, kin, small, at, used)
    if cut is not None:
        members.insert(0, cut)
        worth += 0.9 - 0.5 * float(np.linalg.norm(at[cut]))
    elif not any(_lies_over(centre, card, width) for card in cards):
        # A large symbol that is not seen lies under another card.
        return None
    row = max((b for c in cards if (b := _beside(centre, turn, c, width)) is not None), default=0.0)
    card = Card(tuple(members), (float(centre[0]), float(centre[1])), turn, True, cut is None)
    return worth + row, card


def _paper_along(flat: Flat, small: int, turn: float, inward: Floats) -> Floats:
    """(2,) how far paper reaches from a small symbol towards the middle, across and along."""
    quarter = round((turn - float(flat.turns[small])) / (np.pi / 2)) % 2
    x, y = (inward[0], inward[1]) if not quarter else (-inward[1], inward[0])
    return np.asarray(flat.paper[small, [0 if x > 0 else 1, 2 if y > 0 else 3]], np.float64)


def _cut_symbol(flat: Flat, kin: _Kin, small: int, at: Floats, used: set[int]) -> int | None:
    """What is seen of the large symbol of a covered card."""
    best, least = None, CUT_NEAR
    able = flat.cut & (kin.ink[small] > SAME_INK) & (flat.sizes > 1.1 * flat.sizes[small])
    for k in np.flatnonzero(able):
        away = float(np.linalg.norm(at[k]))
        if away < least and int(k) not in used and int(k) != small:
            best, least = int(k), away
    return best


def _same_place(centre: Floats, turn: float, card: Card, width: float) -> bool:
    x, y = np.abs(frame_of(turn) @ (centre - np.array(card.place)))
    return bool(x < APART * width and y < APART * CARD_RATIO * width)


def _lies_near(place: Floats, card: Card, width: float) -> bool:
    """Whether a card in that place would lie on another or be covered by it."""
    x, y = np.abs(frame_of(card.turn) @ (place - np.array(card.place)))
    return bool(x < 0.9 * width and y < 0.9 * CARD_RATIO * width)


def _lies_between(place: Floats, whole: list[Card], width: float) -> bool:
    """Whether it lies just between two cards that are seen whole: no third one is seen there."""
    sides = set()
    for card in whole:
        x, y = frame_of(card.turn) @ (place - np.array(card.place)) / width
        if abs(y) < 0.5 * CARD_RATIO and abs(x) < BETWEEN:
            sides.add(x > 0)
    return len(sides) > 1


def _lies_over(centre: Floats, card: Card, width: float) -> bool:
    """Whether a card covers a place, or nearly."""
    x, y = np.abs(frame_of(card.turn) @ (centre - np.array(card.place)))
    return bool(x < 0.62 * width and y < 0.58 * CARD_RATIO * width)


def _cut_cards(
    flat: Flat, cards: list[Card], used: set[int], width: float, with_corners: bool
) -> list[Card]:
    """Cards that are told only by what is seen of their large symbol: the next of a row."""
    found: list[Card] = []
    least = LITTLE_CUT if with_corners else HALF_SQUEEZE
    plain = (_plain_sides(flat)[:, 1] > CUT_PLAIN) | (flat.squeezes < least)
    able = flat.cut & ~flat.small & (flat.sizes > SMALL[1]) & plain & (flat.known > CUT_KNOWN)
    whole = [card for card in cards if flat.whole[card.symbols[0]]]
    waiting = [
        int(k)
        for k in np.flatnonzero(able)
        if int(k) not in used
        # Between two whole cards the table is seen.
        and not _lies_between(flat.places[k], whole, width)
        and (flat.known[k] > SURELY or sum(_lies_near(flat.places[k], c, width) for c in whole) < 2)
    ]
    while True:
        known = [*cards, *found]
        new = [k for k in waiting if _continues(flat.places[k], float(flat.turns[k]), known, width)]
        if not new:
            return found
        for k in new:
            x, y = (float(v) for v in flat.places[k])
            found.append(Card((k,), (x, y), float(flat.turns[k]), False))
            used.add(k)
        waiting = [k for k in waiting if k not in used]


def _continues(place: Floats, turn: float, cards: list[Card], width: float) -> bool:
    return any(_beside(place, turn, card, width) is not None for card in cards)


def _plain_sides(flat: Flat) -> Floats:
    """(N, 4) how far paper reaches to the sides of each symbol, farthest first, in its sizes."""
    return np.asarray(-np.sort(-flat.paper, axis=1) / flat.sizes[:, None], np.float64)
