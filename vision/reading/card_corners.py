"""From symbols to cards: which large and which small symbols are of one card, covered or not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from vision.reading.card_places import (
    CARD_RATIO,
    SURELY,
    Card,
    Flat,
    card_width,
    frame_of,
    like,
    short_side,
)
from vision.reading.prints import Floats

FARTHEST = 2.4
NEAREST = 0.55
"""A corner's symbol stands so far from the middle of its card at most and at least, in edges."""
SAME_KIND = 0.12
"""Least agreement of two symbols in colour and shape together to be of one card."""
SAME_INK = 0.4
"""The same in colour alone, where one of them is cut."""
OWN_NEAR = 0.26
"""A corner's symbol lies this near to its place in the card of a large one, in edges."""
OTHER_INK = 0.5
"""What another ink counts against it, where two symbols may be of one corner."""
ONE_CORNER = 0.8
"""Two corners' symbols of two inks that stand nearer to each other than this, in edges, are of two
cards."""
SURELY_SAME_INK = 0.8
INDEX_NEAR = 0.2
"""A corner's symbol lies this near to its place, in edges."""
LEAST_PAIRS = 1.0
"""So much agreement of large symbols with small ones shows that cards have small ones."""
OTHER_CORNERS = 0.3
"""Two more corners have one where they are found this often against the first two."""
TOLD_NEAR, TOLD_ROUGHLY = 0.6, 0.9
"""The net tells the middle of a card to within this, in edges, where it tells it at all; and where
it tells a symbol that looks like that card's own to within the second it may be of it."""
CUT_OFF = 0.5
"""The middle of a card whose large symbol is cut is told to within this by what is left of it."""
ONE_CARD, SURELY_ONE, ONE_KIND = 0.25, 0.55, 0.3
"""Two symbols of one ink are of one card where the middles that they tell are no farther apart, in
edges; or no farther than the second where they agree so much in colour and shape."""
UNDER_ANOTHER = (0.75, 0.72)
"""A card whose large symbol is hidden lies so near to another one, in widths and in heights."""
TOUCHING = 1.15
"""And one whose large symbol is cut no farther: as it is told, they touch."""
INSIDE = 0.97
"""What lies within so much of a card's outline lies on it or hides it: outlines are told by their
symbols to within a few hundredths."""
LEAST_LIKE = 0.3
"""A corner's symbol that alone tells of a card is so likely a symbol by its silhouette."""
NEIGHBOURS = 1.3
"""What covers a card lies no farther from it, middle from middle, in card widths."""
LEAST_STEP = 0.24
"""Nothing is seen of a card under another one that lies no farther from it, in card widths: covered
by two thirds it is a third."""
NO_CARDS, SURE_CARDS = 0.69, 0.8
"""Half of the whole large symbols stand less likely than the first on something with a long side
where pieces of other games lie (0.2 to 0.67 on 15 of 16 photographs of tiles, with more than the
second on none), and more than the second on tables of cards (99 of 107 drawn ones; 0.7 to 0.8 on
seven of the others)."""
TILE_PLAIN = 0.2
"""Paper reaches no farther beside three quarters of the symbols on tiles: 0.03 to 0.13 on four
photographs of them, 0.28 and more on tables of cards."""


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
    width = card_width(flat)
    kin = _kin(flat)
    layout = find_layout(flat, kin)
    if layout is not None:
        width = max(width, _least_width(flat, layout))
    cards: list[Card] = []
    for index in np.flatnonzero(flat.whole):
        x, y = (float(v) for v in flat.places[index])
        turn = short_side(flat, int(index))
        cards.append(Card((int(index),), (x, y), turn, bool(flat.headed[index])))
    for index in np.flatnonzero(flat.cut):
        cards = _with_cut(flat, kin, cards, int(index))
    # What is surest of a card's comes first: each of its corners shows one symbol.
    off = {k: _nearest(flat, kin, layout, cards, k) for k in np.flatnonzero(flat.small).tolist()}
    for small in sorted(off, key=lambda k: off[k].unlike):
        cards = _with_corner(flat, kin, layout, cards, small)
    return _lie_well(flat, _along_neighbours(flat, layout, cards, width), width), width


def are_tiles(flat: Flat) -> bool:
    """Whether the large symbols are those of other pieces: tiles, cubes, dice, letters.

    A card has a long side. Where that is doubtful: it has paper above and below its symbol, and few
    are covered on both sides; tiles and cubes are filled by theirs.
    """
    some = flat.whole if flat.whole.any() else flat.large
    likely = float(np.median(flat.lengthwise[some])) if some.any() else 1.0
    if not NO_CARDS < likely < SURE_CARDS:
        return likely <= NO_CARDS
    if not flat.whole.any() or find_layout(flat, _kin(flat)) is not None:
        return False
    return float(np.quantile(_plain_sides(flat)[flat.whole, 1], 0.75)) < TILE_PLAIN


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
            alike = float(kin.kind[index, small])
            if NEAREST < np.linalg.norm(away) < FARTHEST and alike > SAME_KIND:
                told = np.linalg.norm(flat.middles[small] - flat.places[index])
                if told < (TOLD_ROUGHLY if alike > ONE_KIND else TOLD_NEAR):
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


def _least_width(flat: Flat, layout: Layout) -> float:
    """How wide a card is at least: its small symbols stand within its sides."""
    small = float(np.median(flat.sizes[flat.small & ~flat.whole]))
    return max(2 * layout.short + small, (2 * layout.long + small) / CARD_RATIO)


def _with_corner(
    flat: Flat, kin: _Kin, layout: Layout | None, cards: list[Card], small: int
) -> list[Card]:
    """The cards with a corner's symbol: one of them has it, or one more that is covered."""
    turn, middle = _told_by_corner(flat, layout, small)
    k = _owner(flat, kin, layout, cards, small)
    if k is None:
        k = _card_at(kin, cards, small, middle, covered=True)
    if k is None:
        found = Card((small,), (float(middle[0]), float(middle[1])), turn, True, True)
        return [*cards, found]
    card = replace(cards[k], symbols=(*cards[k].symbols, small))
    if card.covered:
        # Each tells the middle by itself.
        place = np.array(card.place) + (middle - np.array(card.place)) / len(card.symbols)
        card = replace(card, place=(float(place[0]), float(place[1])))
    elif not card.upright or len(card.symbols) == 2:
        turn = _turned_as_printed(flat, layout, card, small, turn)
        card = replace(card, turn=like(card.turn, turn), upright=True)
    if not card.covered and layout is not None and not flat.whole[card.symbols[0]]:
        card = replace(card, place=_place_by_corner(flat, layout, card, small))
    return [*cards[:k], card, *cards[k + 1 :]]


def _place_by_corner(flat: Flat, layout: Layout, card: Card, small: int) -> tuple[float, float]:
    """The middle of a cut card by where its corner's symbol stands.

    That tells more than what is left of the large one, if the two do not tell too different things.
    """
    able = flat.places[small] - layout.corners @ frame_of(card.turn)
    away = np.linalg.norm(able - np.array(card.place), axis=1)
    best = int(away.argmin())
    x, y = able[best] if away[best] < CUT_OFF else card.place
    return float(x), float(y)


def _turned_as_printed(
    flat: Flat, layout: Layout | None, card: Card, small: int, turn: float
) -> float:
    """How a card lies whose corner's symbol is seen: where it stands tells more than the net."""
    if layout is None:
        return turn
    as_it_is, quarter = _off_corners(flat, layout, card, small)
    if min(as_it_is, quarter) < OWN_NEAR < max(as_it_is, quarter):
        return card.turn if as_it_is < quarter else card.turn + np.pi / 2
    return turn


def _off_corners(flat: Flat, layout: Layout, card: Card, small: int) -> tuple[float, float]:
    """How far a symbol stands from where a card has one, as it lies and a quarter turned."""
    x, y = frame_of(card.turn) @ (flat.places[small] - np.array(card.place))
    as_it_is, quarter = (
        float(np.linalg.norm(layout.corners - at, axis=1).min()) for at in ((x, y), (y, -x))
    )
    return as_it_is, quarter


class _Owner(NamedTuple):
    """A card that a corner's symbol may be of."""

    card: int
    off: float
    """How far the symbol is from being one of its corners, less than 1 where it may be."""
    unlike: float
    """The same, and how little its ink is like the card's."""


def _owner(
    flat: Flat, kin: _Kin, layout: Layout | None, cards: list[Card], small: int
) -> int | None:
    """The card whose large symbol is seen and whose corner's symbol this is, None for none."""
    able = [k for k, card in enumerate(cards) if not _shows_another(flat, kin, card, small)]
    found = _nearest(flat, kin, layout, [cards[k] for k in able], small)
    return able[found.card] if found.off < 1.0 else None


def _nearest(flat: Flat, kin: _Kin, layout: Layout | None, cards: list[Card], small: int) -> _Owner:
    """The card whose corner's symbol this is likeliest."""
    found = [_Owner(0, 1.0, 1.0 + OTHER_INK)]
    for k, card in enumerate(cards):
        off = _off_card(flat, kin, layout, card, small)
        unlike = OTHER_INK * (1 - float(kin.ink[small, card.symbols[0]]))
        found.append(_Owner(k, off, off + unlike))
    return min(found, key=lambda one: (one.off >= 1.0, one.unlike))


def _shows_another(flat: Flat, kin: _Kin, card: Card, small: int) -> bool:
    """Whether a card shows a corner's symbol of another ink so near by that this one is not its."""
    corners = [k for k in card.symbols if flat.small[k] and kin.ink[small, k] < SURELY_SAME_INK]
    away = np.linalg.norm(flat.places[corners] - flat.places[small], axis=1)
    return bool((away < ONE_CORNER).any())


def _off_card(flat: Flat, kin: _Kin, layout: Layout | None, card: Card, small: int) -> float:
    """How far a symbol is from being one of a card's corner, less than 1 where it may be.

    It stands where the printing has one, though blur may have left nothing of its ink; or it has
    that card's ink, and the net tells that card's middle.
    """
    told = float(np.linalg.norm(flat.middles[small] - np.array(card.place)))
    first = card.symbols[0]
    same_ink = kin.ink[small, first] > SAME_INK
    alike = same_ink or kin.shape[small, first] > SAME_INK
    if card.covered or not alike or told > 2 * TOLD_NEAR:
        return 1.0
    off = told / (SURELY_ONE if kin.kind[small, first] > ONE_KIND else ONE_CARD)
    off = off if same_ink else 1.0
    if layout is not None:
        as_it_is, quarter = _off_corners(flat, layout, card, small)
        turned = not card.upright or kin.kind[small, first] > ONE_KIND
        off = min(off, (min(as_it_is, quarter) if turned else as_it_is) / OWN_NEAR)
    return min(off, 1.0)


def _told_by_corner(flat: Flat, layout: Layout | None, small: int) -> tuple[float, Floats]:
    """How the card of a small symbol lies turned, and its middle."""
    turn = short_side(flat, small)
    return turn, _middle_by_corner(flat, layout, small, turn)


def _middle_by_corner(flat: Flat, layout: Layout | None, small: int, turn: float) -> Floats:
    """The middle of a small symbol's card that lies so turned.

    By where the printing has such symbols, as the net tells it roughly.
    """
    told: Floats = flat.middles[small]
    if layout is None:
        return told
    able = flat.places[small] - layout.corners @ frame_of(turn)
    away = np.linalg.norm(able - told, axis=1)
    best = int(away.argmin())
    return np.asarray(able[best] if away[best] < TOLD_ROUGHLY else told, np.float64)


def _along_neighbours(
    flat: Flat, layout: Layout | None, cards: list[Card], width: float
) -> list[Card]:
    """The cards, those of which little is seen turned as the ones beside them, nearest first.

    What is covered lies in one row with what covers it: that tells more than a corner's symbol.
    """
    found = list(cards)
    whole = [not card.covered and bool(flat.whole[card.symbols[0]]) for card in cards]
    known = [k for k, card in enumerate(cards) if whole[k] and card.upright]
    waiting = [k for k in range(len(cards)) if not whole[k]]
    places = np.array([card.place for card in cards]).reshape(-1, 2)
    while known and waiting:
        away = np.linalg.norm(places[waiting][:, None] - places[known][None], axis=2)
        one, other = np.unravel_index(int(away.argmin()), away.shape)
        if away[one, other] > NEIGHBOURS * width:
            break
        k = waiting.pop(int(one))
        found[k] = _turned_along(flat, layout, found[k], found[known[int(other)]].turn)
        known.append(k)
    return found


def _turned_along(flat: Flat, layout: Layout | None, card: Card, along: float) -> Card:
    """A card turned by a quarter where it then lies along with another one."""
    turn = like(card.turn, along)
    if turn == card.turn or not card.covered:
        return replace(card, turn=turn, upright=True)
    x, y = (float(v) for v in _middle_by_corner(flat, layout, card.symbols[0], turn))
    return replace(card, turn=turn, place=(x, y), upright=True)


def _with_cut(flat: Flat, kin: _Kin, cards: list[Card], cut: int) -> list[Card]:
    """The cards with what is seen of a large symbol: a piece of one that is known, or one more."""
    middle = flat.middles[cut]
    k = _card_at(kin, cards, cut, middle, covered=False)
    if k is not None:
        card = replace(cards[k], symbols=(*cards[k].symbols, cut))
        return [*cards[:k], card, *cards[k + 1 :]]
    turn = short_side(flat, cut)
    return [*cards, Card((cut,), (float(middle[0]), float(middle[1])), turn, True)]


def _card_at(
    kin: _Kin, cards: list[Card], index: int, middle: Floats, *, covered: bool
) -> int | None:
    """The card, covered or not, of which a symbol tells the middle; None where it is none."""
    best, least = None, SURELY_ONE
    for k, card in enumerate(cards):
        if card.covered is not covered:
            continue
        away = float(np.linalg.norm(middle - np.array(card.place)))
        alike = kin.ink[index, card.symbols[0]] > SAME_INK
        same = kin.kind[index, card.symbols[0]] > ONE_KIND
        if away < least and ((alike and away < ONE_CARD) or same):
            best, least = k, away
    return best


def _lie_well(flat: Flat, cards: list[Card], width: float) -> list[Card]:
    """Without those whose large symbol is hidden or cut though nothing lies on it.

    What hides it has a symbol of its own, or lies in turn under a card that has.
    """
    whole = flat.whole | (flat.large & (flat.known > SURELY))
    known = [card for card in cards if not card.covered and whole[card.symbols[0]]]
    waiting = [
        card
        for card in cards
        if card not in known and (not card.covered or _is_seen(flat, card, known, width))
    ]
    while True:
        more = [card for card in waiting if any(_lies_under(card, one, width) for one in known)]
        if not more:
            return known
        known += more
        waiting = [card for card in waiting if card not in more]


def _is_seen(flat: Flat, card: Card, known: list[Card], width: float) -> bool:
    """Whether a card of which only corners are seen is one: like symbols, and not on another.

    A speck on a card is no corner of a second one: that would lie on the first and hide it.
    """
    likely = float(flat.known[list(card.symbols)].max()) > LEAST_LIKE
    return likely and not any(
        _is_on(card, other, width)
        or (_shows_within(flat, card, other, width) and _shows_within(flat, other, card, width))
        for other in known
    )


def _is_on(card: Card, other: Card, width: float) -> bool:
    """Whether two cards lie so much on each other that the lower one shows nothing."""
    return float(np.hypot(*np.subtract(card.place, other.place))) < LEAST_STEP * width


def _shows_within(flat: Flat, card: Card, other: Card, width: float) -> bool:
    """Whether a symbol of a card is seen within another's outline: there the card is not below."""
    away = flat.places[list(card.symbols)] - np.array(other.place)
    x, y = np.abs(frame_of(other.turn) @ away.T) / (INSIDE * width / 2)
    longest = CARD_RATIO if other.upright else 1.0
    return bool(((x < 1) & (y < longest)).any())


def _lies_under(card: Card, other: Card, width: float) -> bool:
    """Whether another covers the middle of a card, or of one that shows a large symbol any part."""
    x, y = np.abs(frame_of(other.turn) @ (np.array(card.place) - np.array(other.place)))
    across, along = UNDER_ANOTHER if card.covered else (TOUCHING, TOUCHING)
    return bool(x < across * width and y < along * CARD_RATIO * width)


def _plain_sides(flat: Flat) -> Floats:
    """(N, 4) how far paper reaches to the sides of each symbol, farthest first, in its sizes."""
    return np.asarray(-np.sort(-flat.paper, axis=1) / flat.sizes[:, None], np.float64)
