"""A second referee for the tests: every rule as it is printed, tried on everything, no cleverness.

It shares no code with the referee under test: a board is a dict of (x, y) to (colour, shape).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

Spot = tuple[int, int]
Face = tuple[str, str]
Table = dict[Spot, Face]
Turn = tuple[tuple[Spot, Face], ...]
Moves = dict[frozenset[tuple[Spot, Face]], int]
"""Points by the tiles that a turn lays."""

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple")
SHAPES = ("circle", "square", "diamond", "clover", "starburst", "crisscross")
FACES = tuple((colour, shape) for colour in COLOURS for shape in SHAPES)
FOUR_WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def beside(spot: Spot) -> list[Spot]:
    return [(spot[0] + dx, spot[1] + dy) for dx, dy in FOUR_WAYS]


def agree(faces: Sequence[Face]) -> bool:
    return len({colour for colour, _ in faces}) == 1 or len({shape for _, shape in faces}) == 1


def is_good_line(faces: Sequence[Face]) -> bool:
    return agree(faces) and len(set(faces)) == len(faces) and len(faces) <= 6


def run_through(table: Table, spot: Spot, dx: int, dy: int) -> tuple[Spot, ...]:
    x, y = spot
    while (x - dx, y - dy) in table:
        x, y = x - dx, y - dy
    run = []
    while (x, y) in table:
        run.append((x, y))
        x, y = x + dx, y + dy
    return tuple(run)


def lines_with(table: Table, new: Sequence[Spot]) -> set[tuple[Spot, ...]]:
    runs = {run_through(table, spot, *way) for spot in new for way in ((1, 0), (0, 1))}
    return {run for run in runs if len(run) > 1}


def pay(lines: set[tuple[Spot, ...]]) -> int:
    return sum(12 if len(line) == 6 else len(line) for line in lines) or 1


def own_spots(table: Table, turn: Turn) -> list[Spot]:
    """The cells that one tile of the turn has to itself."""
    spots = [spot for spot, _ in turn]
    return [spot for spot in spots if spot not in table and spots.count(spot) == 1]


def faults(table: Table, turn: Turn, game: str = "classic") -> set[str]:
    """The name of everything that is wrong."""
    if not turn:
        return {"nothing_placed"}
    new = own_spots(table, turn)
    after = table | {spot: face for spot, face in turn if spot in new}
    lines = [[after[spot] for spot in line] for line in lines_with(after, new)]
    wrong = {
        "occupied": len(new) < len(turn),
        "mixed_line": any(not agree(line) for line in lines),
        "twice_in_line": any(len(set(line)) < len(line) for line in lines),
        "too_long": any(len(line) > 6 for line in lines),
        "shares_nothing": not agree([face for _, face in turn]),
        "too_many_tiles": len(turn) > 6,
        "too_many_copies": _has_too_many(table, turn, game),
    } | _misplaced(table, {spot for spot, _ in turn})
    return {name for name, is_so in wrong.items() if is_so}


def _has_too_many(table: Table, turn: Turn, game: str) -> bool:
    everything = [*table.values(), *(face for _, face in turn)]
    laid = [face for _, face in turn]
    if game == "classic":
        return any(everything.count(face) > 3 for face in laid)
    return any(sum(other[0] == face[0] for other in everything) > 15 for face in laid)


def _misplaced(table: Table, spots: set[Spot]) -> dict[str, bool]:
    xs, ys = sorted({x for x, _ in spots}), sorted({y for _, y in spots})
    one_line = len(xs) == 1 or len(ys) == 1
    taken = spots | set(table)
    gap = one_line and any(
        (x, y) not in taken for x in range(xs[0], xs[-1] + 1) for y in range(ys[0], ys[-1] + 1)
    )
    reached, waiting = set(table), list(table)
    while waiting:
        for spot in beside(waiting.pop()):
            if spot in taken and spot not in reached:
                reached.add(spot)
                waiting.append(spot)
    loose = spots - reached
    floating = loose == spots if one_line else bool(loose)
    return {
        "not_one_line": not one_line,
        "gap": gap,
        "touches_nothing": bool(table) and floating,
    }


def all_moves(table: Table, hand: Sequence[Face]) -> Moves:
    """Every legal turn with its points: all orders of all tiles in all cells of all lines."""
    orders = {n: _orders(hand, n) for n in range(1, len(hand) + 1)}
    found: Moves = {}
    for spots in set(fillable(table, len(hand))):
        for order in orders[len(spots)]:
            after = table | dict(zip(spots, order, strict=True))
            lines = lines_with(after, spots)
            if all(is_good_line([after[spot] for spot in line]) for line in lines):
                found[frozenset(zip(spots, order, strict=True))] = pay(lines)
    return found


def _orders(hand: Sequence[Face], n: int) -> set[tuple[Face, ...]]:
    return {order for order in permutations(hand, n) if agree(order)}


def fillable(table: Table, most: int) -> Iterator[tuple[Spot, ...]]:
    """Every choice of empty cells of one row or column that fills it from end to end."""
    near = {spot for taken in table for spot in beside(taken)} or {(0, 0)}
    xs, ys = [x for x, _ in near], [y for _, y in near]
    for x in range(min(xs) - 5, max(xs) + 1):
        for y in range(min(ys) - 5, max(ys) + 1):
            if (x, y) not in table:
                yield from _fillable_from(table, near, (x, y), most)


def _fillable_from(
    table: Table, near: set[Spot], start: Spot, most: int
) -> Iterator[tuple[Spot, ...]]:
    for dx, dy in ((1, 0), (0, 1)):
        spots: list[Spot] = []
        touched = False
        for step in range(6):
            spot = (start[0] + step * dx, start[1] + step * dy)
            if spot not in table and len(spots) < most:
                spots.append(spot)
                touched = touched or spot in near
                if touched:
                    yield tuple(spots)


def random_turn(
    chance: random.Random, table: Table, moves: Sequence[frozenset[tuple[Spot, Face]]]
) -> Turn:
    """A turn to argue about: legal, legal but for one change, or absurd."""
    kind = chance.choice(("legal", "nearly", "nearly", "absurd"))
    if kind == "absurd" or not moves:
        near = [*table, (0, 0)]
        spots = [_jump(chance, chance.choice(near), 2) for _ in range(chance.randint(0, 7))]
        return tuple((spot, chance.choice(FACES)) for spot in spots)
    turn = sorted(chance.choice(moves))
    if kind == "nearly":
        _spoil(chance, table, turn)
    chance.shuffle(turn)
    return tuple(turn)


def _jump(chance: random.Random, spot: Spot, most: int) -> Spot:
    return spot[0] + chance.randint(-most, most), spot[1] + chance.randint(-most, most)


def _spoil(chance: random.Random, table: Table, turn: list[tuple[Spot, Face]]) -> None:
    index = chance.randrange(len(turn))
    spot, face = turn[index]
    match chance.choice(("face", "twin", "shift", "more", "far")):
        case "face":
            turn[index] = (spot, chance.choice(FACES))
        case "twin":
            turn[index] = (spot, chance.choice([*table.values(), face]))
        case "shift":
            turn[index] = (_jump(chance, spot, 1), face)
        case "more":
            turn.append((_jump(chance, spot, 1), chance.choice(FACES)))
        case "far":
            dx, dy = chance.choice(FOUR_WAYS)
            turn[:] = [((x + dx, y + dy), f) for (x, y), f in turn]


def random_positions(
    seed: int,
    count: int,
    hand_sizes: Sequence[int] = (1, 2, 3, 3, 4, 4, 6),
    fewest: int = 6,
    most: int = 40,
) -> Iterator[tuple[Table, list[Face], Moves]]:
    """Positions of random games with all their moves; most are small, some have full hands."""
    chance = random.Random(seed)
    while True:
        bag = [face for face in FACES for _ in range(3)]
        chance.shuffle(bag)
        table: Table = {}
        size = chance.choice(hand_sizes)
        until = chance.randint(fewest, most)
        while len(table) < until and len(bag) > 6:
            hand = bag[:size]
            moves = all_moves(table, hand)
            yield table, hand, moves
            count -= 1
            if count == 0:
                return
            if moves:
                move = chance.choice(sorted(sorted(move) for move in moves))
                table = table | dict(move)
                left = Counter(hand) - Counter(face for _, face in move)
                bag = [*left.elements(), *bag[size:]]
            else:
                chance.shuffle(bag)
