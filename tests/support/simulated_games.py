"""Whole games of all three rulebooks by a player of its own: own bag, own hands, own ends.

Nothing here asks the product's rules: what is legal, what it pays and when it is over is worked out
again from the rulebook, so that the referee can be compared with it, out-of-turn and illegal tries
included.
"""

import random
import sys
from dataclasses import dataclass, field
from itertools import combinations

from assistant.game.history import fold
from assistant.records.record import read_record

COLOURS = "roygbp"
SHAPES = "osdc*x"
NAMES = ("Anna", "Chris", "Sally", "Dave")


@dataclass
class TruthSoFar:
    """A written game, and what every turn of it has to come to."""

    record: dict
    verdicts: list = field(default_factory=list)
    """Per turn: legal or not, and the points or Qwirkles."""
    totals: dict = field(default_factory=dict)
    winners: list = field(default_factory=list)
    finished: bool = False

    def add(self, turn, legal, points=0):
        self.record["turns"].append(turn)
        self.verdicts.append((legal, points))


def goes_together(faces):
    """Whether faces can be one line: all different, one colour or one shape."""
    if len(set(faces)) < len(faces) or len(faces) > 6:
        return False
    return len({f[0] for f in faces}) == 1 or len({f[1] for f in faces}) == 1


def run(board, cell, step):
    """The unbroken line through a cell."""
    x, y = cell
    while (x - step[0], y - step[1]) in board:
        x, y = x - step[0], y - step[1]
    cells = []
    while (x, y) in board:
        cells.append((x, y))
        x, y = x + step[0], y + step[1]
    return cells


def pay(board, placed):
    """What a placement pays; None where it is not legal."""
    after = board | placed
    if len(after) < len(board) + len(placed) or not placed:
        return None
    if len(placed) > 1 and not goes_together(list(placed.values())):
        return None
    xs, ys = {x for x, _ in placed}, {y for _, y in placed}
    if len(xs) > 1 and len(ys) > 1:
        return None
    step = (1, 0) if len(ys) == 1 else (0, 1)
    first = min(placed)
    if not set(placed) <= set(run(after, first, step)):
        return None
    near = {(x + dx, y + dy) for x, y in placed for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    if board and not near & set(board):
        return None
    lines = {tuple(run(after, cell, way)) for cell in placed for way in ((1, 0), (0, 1))}
    lines = {line for line in lines if len(line) > 1}
    if not all(goes_together([after[cell] for cell in line]) for line in lines):
        return None
    return sum(len(line) + 6 * (len(line) == 6) for line in lines) or 1


def largest_sets(hand):
    """The largest choices of different faces that share a colour or a shape."""
    kinds = sorted(set(hand))
    alike = [[f for f in kinds if f[0] == colour] for colour in COLOURS]
    alike += [[f for f in kinds if f[1] == shape] for shape in SHAPES]
    most = max(len(one) for one in alike)
    return most, [one for one in alike if len(one) == most]


def in_a_line(board, hand):
    """Legal placements of one and of two tiles, each with its pay."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    spots = {(x + dx, y + dy) for x, y in board for dx, dy in steps} - set(board)
    found = []
    for cell in sorted(spots):
        for face in sorted(set(hand)):
            if (points := pay(board, {cell: face})) is None:
                continue
            found.append(({cell: face}, points))
            for other in sorted(set(hand) - {face}):
                for dx, dy in steps:
                    both = {cell: face, (cell[0] + dx, cell[1] + dy): other}
                    if len(both) == 2 and (more := pay(board, both)) is not None:
                        found.append((both, more))
    return found


def fits(board, faces):
    """Whether any of these faces can be laid alone."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    spots = {(x + dx, y + dy) for x, y in board for dx, dy in steps} - set(board)
    return any(pay(board, {cell: face}) is not None for cell in spots for face in set(faces))


def any_face(colours):
    return [colour + shape for colour in set(colours) for shape in SHAPES]


def write(placed):
    return " ".join(f"{face}@{x},{y}" for (x, y), face in placed.items())


class Simulation:
    """What all three games share: seats, order, tries out of turn, and the written record."""

    def __init__(self, seed, rules, hand_size):
        self.dice = random.Random(f"{rules} {seed}")
        self.names = NAMES[: self.dice.randint(2, 4)]
        self.hand_size = hand_size
        self.at, self.retry = 0, None
        self.record = {"rules": rules, "players": list(self.names), "turns": []}
        self.outcome = TruthSoFar(self.record, totals=dict.fromkeys(self.names, 0))

    @property
    def mover(self):
        return self.names[self.at]

    def out_of_turn(self, turn):
        """Somebody else tries; refused, and nothing changes."""
        others = [name for name in self.names if name not in (self.mover, self.retry)]
        if others and self.dice.random() < 0.1:
            self.outcome.add({"player": self.dice.choice(others)} | turn, False)

    def illegal_try(self, turn):
        """Now and then the mover tries something wrong; whether the turn is given up."""
        if self.dice.random() >= 0.12:
            return False
        self.outcome.add({"player": self.mover} | turn, False)
        return self.dice.random() < 0.5

    def next(self, *, gave_up=False):
        self.retry = self.mover if gave_up else None
        self.at = (self.at + 1) % len(self.names)

    def pays(self, turn, points):
        self.outcome.add({"player": self.mover} | turn, True, points)
        self.outcome.totals[self.mover] += points

    def over(self):
        self.outcome.finished = True
        most = max(self.outcome.totals.values())
        self.outcome.winners = [name for name in self.names if self.outcome.totals[name] == most]
        return self.outcome


def grid_game(seed, rules):
    """A game of Classic or Cubes."""
    game = Simulation(seed, rules, 6)
    dice, cubes = game.dice, rules == "cubes"
    bag = [c + s for c in COLOURS for s in SHAPES for _ in range(3)]
    if cubes:
        bag = [c + dice.choice(SHAPES) for c in COLOURS for _ in range(15)]
    dice.shuffle(bag)
    hands = {name: [bag.pop() for _ in range(6)] for name in game.names}
    declared, sets = largest_sets(hands[game.mover])
    game.record["declared"] = declared
    board = {(x, 0): face for x, face in enumerate(dice.choice(sets))}
    placed, points, passes = dict(board), pay({}, dict(board)), 0
    board = {}
    while True:
        name, hand = game.mover, hands[game.mover]
        if board:
            game.out_of_turn({"placed": "ro@90,90"})
            if game.illegal_try({"placed": f"{hand[0]}@90,90"}):
                game.next(gave_up=True)
                continue
            game.retry = None
            if cubes and dice.random() < 0.2:
                count = dice.randint(1, len(hand))
                hand[:count] = [face[0] + dice.choice(SHAPES) for face in hand[:count]]
                game.outcome.add({"player": name, "rerolled": count}, True)
            while cubes and fits(board, any_face(f[0] for f in hand)) and not fits(board, hand):
                hand[:] = [face[0] + dice.choice(SHAPES) for face in hand]
                game.outcome.add({"player": name, "rerolled": len(hand)}, True)
            found = in_a_line(board, hand)
            if not found:
                if cubes or not bag:
                    game.outcome.add({"player": name, "passed": True}, True)
                    passes += 1
                    if passes == len(game.names):
                        return game.over()
                else:
                    count = min(len(bag), len(hand))
                    game.outcome.add({"player": name, "traded": count}, True)
                    drawn = [bag.pop() for _ in range(count)]
                    bag += hand[:count]
                    hand[:count] = drawn
                    dice.shuffle(bag)
                game.next()
                continue
            placed, points = dice.choice(sorted(found, key=lambda one: -one[1])[:6])
        passes = 0
        board |= placed
        for face in placed.values():
            hand.remove(face)
        while bag and len(hand) < 6:
            hand.append(bag.pop())
        out = not bag and not hand
        game.pays({"placed": write(placed)}, points + 6 * out)
        left = [face for one in hands.values() for face in one] + (bag if cubes else [])
        stuck = (cubes or not bag) and not fits(
            board, any_face(f[0] for f in left) if cubes else left
        )
        if out or stuck:
            return game.over()
        game.next()


def cards_game(seed):
    """A game of Cards, rows begun and added to, new hands, the last round."""
    game = Simulation(seed, "cards", 9)
    dice = game.dice
    pile = [c + s for c in COLOURS for s in SHAPES for _ in range(3)]
    while True:
        dice.shuffle(pile)
        if largest_sets(pile[-9:])[0] >= 3:
            break
    hands = {name: [pile.pop() for _ in range(9)] for name in game.names}
    declared, sets = largest_sets(hands[game.mover])
    game.record["declared"] = declared
    rows, laid, left = [], list(dice.choice(sets)), None
    new_rows = [laid]
    while True:
        name, hand = game.mover, hands[game.mover]
        if rows or left is not None or game.outcome.verdicts:
            lying = " / ".join(" ".join(row) for row in rows)
            wrong = {
                "laid": hand[0] if hand else "ro",
                "rows": f"{lying} / {hand[0] if hand else 'ro'}",
            }
            game.out_of_turn(wrong)
            if game.illegal_try(wrong):
                if left is not None and len(left) > 1:
                    left.remove(name)
                    gone = name
                    game.next(gave_up=True)
                    while game.mover not in left:
                        game.at = (game.at + 1) % len(game.names)
                    game.retry = gone
                    continue
                if left is None:
                    game.next(gave_up=True)
                    continue
            game.retry = None
            options = [
                ([card], [*rows[:i], [*row, card], *rows[i + 1 :]])
                for i, row in enumerate(rows)
                for card in sorted(set(hand))
                if goes_together([*row, card])
            ]
            options += [
                (list(three), [*rows, list(three)])
                for three in combinations(sorted(set(hand)), 3)
                if goes_together(three)
            ]
            if not options and pile:
                count = len(hand)
                game.outcome.add({"player": name, "traded": count}, True)
                if len(pile) >= count:
                    hands[name] = [pile.pop() for _ in range(count)]
                    pile += hand
                    dice.shuffle(pile)
                else:
                    fresh = len(pile)
                    hands[name] = hand[fresh:] + [pile.pop() for _ in range(fresh)]
                    left = list(game.names)
                continue
            if not options:
                game.outcome.add({"player": name, "passed": True}, True)
                left.remove(name)
                if not left:
                    return game.over()
                game.next()
                while game.mover not in left:
                    game.at = (game.at + 1) % len(game.names)
                continue
            laid, new_rows = dice.choice(options)
        for card in laid:
            hand.remove(card)
        qwirkles = sum(len(row) == 6 for row in new_rows)
        rows = [row for row in new_rows if len(row) < 6]
        written = " / ".join(" ".join(row) for row in new_rows)
        game.pays({"laid": " ".join(laid), "rows": written}, qwirkles)
        drew = False
        while pile and len(hand) < 9:
            hand.append(pile.pop())
            drew = True
        if drew and not pile:
            left = list(game.names)
        elif left is not None:
            left.remove(name)
            if not left:
                return game.over()
        game.next()
        while left is not None and game.mover not in left:
            game.at = (game.at + 1) % len(game.names)


def difference(told):
    """Where the referee judges otherwise; empty where it agrees in everything."""
    record = read_record(told.record)
    game = fold(record.events, in_order=True)
    found = [(turn.is_legal, turn.points) for turn in game.turns]
    for number, (ours, theirs) in enumerate(zip(told.verdicts, found, strict=True), 1):
        if ours != theirs:
            turn = game.turns[number - 1]
            return f"turn {number}: {ours} here, {theirs} there: {turn.event} {turn.refused}"
    here = (told.totals, told.winners, told.finished)
    there = (game.totals, list(game.winners), game.finished)
    return "" if here == there else f"the end: {here} here, {there} there ({game.end})"


def simulated(rules, seed):
    return cards_game(seed) if rules == "cards" else grid_game(seed, rules)


if __name__ == "__main__":
    games = int(sys.argv[1])
    for rules in ("classic", "cubes", "cards"):
        wrong = [
            f"{rules} {n}: {d}" for n in range(games) if (d := difference(simulated(rules, n)))
        ]
        print(f"{rules}: {games} games, {len(wrong)} differ", *wrong[:3], sep="\n", flush=True)
