"""Drawn games of Cards with their truth: turns as families play them, half of them rearranged."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from assistant.moves.cards_hints import opening_plays
from assistant.moves.cards_rows import arrange
from assistant.rules.cards import QWIRKLE, SHORTEST_ROW, Row, Table, row_violations, rule_on
from assistant.tiles import PURPLE_SET, Tile

REARRANGED, ILLEGAL = 0.65, 0.1
"""Shares of the turns that are wished for; the others lay cards at rows, or rows of their own.
Where little lies, nothing can be rearranged yet: about half of all turns are in the end."""
TAKEN_AT_ONCE = 0.5
"""How often a completed Qwirkle is gone when the photo is taken."""
MOST_ROWS = 16
NEW_HANDS = 12
"""So often a hand that finds nothing is drawn anew."""


@dataclass(frozen=True)
class CardsTurn:
    """One turn as it really was."""

    player: str
    kind: str
    laid: tuple[Tile, ...]
    rows: Table
    """The table as the turn leaves it, completed Qwirkles in it."""
    is_legal: bool
    qwirkles: int
    shown: Table
    """The rows that lie there when the photo is taken."""
    tops: tuple[Tile, ...] = ()
    """The open cards on the players' piles."""


def drawn_game(seed: int, turns: int, players: tuple[str, ...] = ("A", "B")) -> list[CardsTurn]:
    """One more game; illegal turns are taken back before the next."""
    return list(_turns(random.Random(seed), turns, players))


def _turns(dice: random.Random, turns: int, players: tuple[str, ...]) -> Iterator[CardsTurn]:
    pile = [tile for tile in PURPLE_SET.kinds for _ in range(3)]
    dice.shuffle(pile)
    hands = {name: [pile.pop() for _ in range(9)] for name in players}
    table: Table = ()
    taken: tuple[Tile, ...] = ()
    tops: dict[str, Tile] = {}
    lying: Table = ()
    open_piles = dice.random() < 0.6
    for number in range(turns):
        player = players[number % len(players)]
        for _ in range(NEW_HANDS):
            if found := _played(dice, table, hands[player]):
                break
            # Nothing fits: the hand goes under the pile, and a new one is drawn (K6).
            pile = [*hands[player], *pile]
            hands[player] = [pile.pop() for _ in range(min(9, len(pile)))]
        else:
            return
        kind, rows = found
        laid = tuple((Counter(chain(*rows)) - Counter(chain(*table))).elements())
        ruling = rule_on(table, laid, rows, taken)
        turn = CardsTurn(player, kind, laid, rows, ruling.is_legal, ruling.qwirkles, rows)
        lying = tuple(row for row in lying if dice.random() < 0.4)
        if not ruling.is_legal:
            # What was refused shows as it lies; qwirkles of it are not taken.
            yield replace(turn, qwirkles=ruling.qwirkles, shown=rows + lying, tops=_tops(tops))
            continue
        six = [row for row in rows if len(row) == QWIRKLE]
        stay = tuple(row for row in six if dice.random() > TAKEN_AT_ONCE)
        for row in six:
            taken += row
            tops |= {player: dice.choice(row)} if open_piles and row not in stay else {}
        shown = tuple(row for row in rows if len(row) < QWIRKLE) + stay + lying
        lying = stay
        yield replace(turn, shown=shown, tops=_tops(tops))
        table = ruling.table
        held = list((Counter(hands[player]) - Counter(laid)).elements())
        while len(held) < 9 and pile:
            held.append(pile.pop())
        hands[player] = held


def _tops(tops: dict[str, Tile]) -> tuple[Tile, ...]:
    return tuple(tops.values())


def _played(dice: random.Random, table: Table, hand: list[Tile]) -> tuple[str, Table] | None:
    """The kind of a turn and the rows it leaves; None where the hand finds nothing."""
    if not table:
        plays = opening_plays(hand)
        return ("laid", dice.choice(plays).rows) if plays else None
    wish = dice.random()
    for _ in range(40):
        if wish < ILLEGAL:
            rows = _forbidden(dice, table, hand)
            if rows and _is_forbidden(table, rows):
                return "illegal", rows
        elif wish < ILLEGAL + REARRANGED and len(table) > 1:
            rows = _rearranged(dice, table, hand)
            if rows and _moves(table, rows) and len(rows) <= MOST_ROWS:
                return "rearranged", rows
        else:
            rows = _laid(dice, table, hand)
            if rows and len(rows) <= MOST_ROWS:
                return "laid", rows
    return None


def _is_forbidden(table: Table, rows: Table) -> bool:
    laid = tuple((Counter(chain(*rows)) - Counter(chain(*table))).elements())
    return not rule_on(table, laid, rows).is_legal


def _moves(before: Table, after: Table) -> bool:
    """Whether a row was taken apart."""
    now = [Counter(row) for row in after]
    return not all(any(Counter(row) <= one for one in now) for row in before)


def _laid(dice: random.Random, table: Table, hand: list[Tile]) -> Table:
    """Cards at the ends of rows, and rows of cards from the hand."""
    rows, held = [list(row) for row in table], list(hand)
    dice.shuffle(held)
    laid, most = 0, dice.choice((1, 1, 2, 2, 3, 3, 4, 6))
    if dice.random() < 0.5:
        plays = [play for play in opening_plays(held) if len(play.laid) <= most + 2]
        if plays:
            row = dice.choice(plays).laid
            rows.append(list(row))
            held = list((Counter(held) - Counter(row)).elements())
            laid += len(row)
    for tile in held:
        order = dice.sample(range(len(table)), len(table))
        for k in order:
            if laid < most and _may_stay((*rows[k], tile)):
                rows[k].insert(dice.choice((0, len(rows[k]))), tile)
                laid += 1
                break
    return tuple(tuple(row) for row in rows) if laid else ()


def _rearranged(dice: random.Random, table: Table, hand: list[Tile]) -> Table:
    """Some rows taken up and laid anew with cards of the hand."""
    count = dice.randint(2, min(5, len(table)))
    up = dice.sample(range(len(table)), count)
    cards = Counter(chain(*(table[k] for k in up)))
    mine = Counter(dice.sample(hand, min(len(hand), dice.randint(1, 9))))
    found = arrange(cards, mine)
    if not found:
        return ()
    rest = [row for k, row in enumerate(table) if k not in up]
    rows = [*rest, *(tuple(dice.sample(row, len(row))) for row in found)]
    return tuple(rows)


def _forbidden(dice: random.Random, table: Table, hand: list[Tile]) -> Table:
    """A turn against the rules: a card that does not fit, one twice, a short row, a torn one."""
    rows, tile = list(table), dice.choice(hand)
    k = dice.randrange(len(rows))
    match dice.choice(("foreign", "short", "torn", "foreign")):
        case "foreign":
            rows[k] = (*rows[k], tile)
        case "short":
            rows.append(tuple(dice.sample(hand, 2)))
        case "torn":
            if len(rows[k]) != SHORTEST_ROW or len(rows) < 2:
                return ()
            other = dice.choice([one for one in range(len(rows)) if one != k])
            if not _may_stay((*rows[other], rows[k][0])):
                return ()
            rows[other] = (*rows[other], rows[k][0])
            rows[k] = rows[k][1:]
            laid = [n for n in range(len(rows)) if n != k and _may_stay((*rows[n], tile))]
            if not laid:
                return ()
            rows[laid[0]] = (*rows[laid[0]], tile)
    return tuple(rows)


def _may_stay(row: Row) -> bool:
    return not row_violations(row)
