"""Filmed games of Cubes: open hands, rolls, hands over hands, and cubes that are knocked."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from assistant.board import EMPTY_BOARD, Board, Placed, Placement
from assistant.moves.search import legal_moves
from assistant.rules import grid
from assistant.rules.cubes import BOOK
from assistant.session.demo_hands import APART, SEATS
from assistant.tiles import PURPLE_SET, Shape, Tile
from vision.pictures.load import PictureBgr
from vision.simulated.film import LiveTable
from vision.simulated.optics.light import LightKind, random_light
from vision.simulated.people.playing import Reach, laid_by_hand, playing_scene
from vision.simulated.pieces.cubes import random_cube_look
from vision.simulated.pieces.inks import any_inks, random_inks
from vision.simulated.scenes.scene import HandPose, StrayTile
from vision.simulated.things.surfaces import Surface

FPS = 5.0
REST_S = (5.4, 9.0)
"""How long the table rests after a turn, and after a roll."""
ROLLING = 0.3
"""How often a player rolls a few cubes although something fits."""
FARTHEST = (6, 3)
"""Cells that are played on, across and down: beyond lie the hands."""
SURFACES = (Surface.WOOD, Surface.PARQUET, Surface.CLOTH, Surface.LAMINATE, Surface.DARK_WOOD)


class Case(Enum):
    """What is special about a turn."""

    PLAIN = "nothing special"
    PAUSE = "a pause inside the move"
    CROSSED = "another hand over the table meanwhile"
    HAND_KNOCKED = "a cube of a hand is knocked"
    GRID_KNOCKED = "a cube of the grid is knocked"
    BUMP = "the camera is knocked"


HOW_OFTEN = (4, 2, 2, 2, 1, 1)


@dataclass(frozen=True)
class TrueTurn:
    """What really happened, and when the last hand had left."""

    case: Case
    player: int
    rolled: tuple[tuple[int, int], ...]
    """Roll by roll: how many cubes show another symbol, and how many were thrown."""
    placement: Placement
    points: int
    complete_s: float


@dataclass
class FilmedCubes:
    """One game before the camera; `frames` gives its film and fills `turns` on the way."""

    seed: int
    most_turns: int = 8
    turns: list[TrueTurn] = field(default_factory=list)
    at_s: float = 0.0

    def __post_init__(self) -> None:
        self.dice, self.rng = random.Random(self.seed), np.random.default_rng(self.seed)
        self.players = self.dice.choice((2, 2, 3, 4))
        kind = self.dice.choice([k for k in LightKind if k is not LightKind.DUSK])
        scene = playing_scene(
            self.seed,
            size_wh=(1280, 720),
            tile_px=self.dice.uniform(40, 46),
            tilt_deg=self.dice.uniform(0, 40),
            surface=self.dice.choice(SURFACES),
            light=random_light(self.rng, kind),
        )
        draw = self.dice.choice((random_inks, any_inks))
        look = random_cube_look(self.rng)
        inks = draw(self.rng, PURPLE_SET)
        self.table = LiveTable(replace(scene, cubes=look, inks=inks, tile_thickness=1.0))
        self.skins = [self.dice.random() for _ in range(self.players)]
        self.board: Board = EMPTY_BOARD
        self.bag = [c for c in PURPLE_SET.colours for _ in range(BOOK.copies)]
        self.dice.shuffle(self.bag)
        self.hands: list[dict[int, StrayTile]] = [{} for _ in range(self.players)]
        for player in range(self.players):
            self.fill(player)
        self.seat_who_has_most()
        self.show()

    def frames(self) -> Iterator[tuple[float, PictureBgr]]:
        """The film: times in seconds, and pictures."""
        yield from self.rest(2.0)
        while len(self.turns) < self.most_turns:
            player = len(self.turns) % self.players
            rolled: list[tuple[int, int]] = []
            while not (moves := self.moves(player)) and len(rolled) < 6:
                yield from self.roll(player, len(self.hands[player]), rolled)
            if not moves:
                return
            if not rolled and self.board and self.dice.random() < ROLLING:
                yield from self.roll(player, self.dice.randint(1, 4), rolled)
                if not (moves := self.moves(player)):
                    return
            case = (
                self.dice.choices(list(Case), HOW_OFTEN)[0] if len(self.board) > 3 else Case.PLAIN
            )
            if not self.board:
                moves = [move for move in moves if len(move.placement) == self.most(player)]
            move = self.dice.choice(moves[:8]).placement
            yield from self.turn(case, player, move, tuple(rolled))

    def seat_who_has_most(self) -> None:
        """Whoever has most matching cubes sits where the first player does and starts (U3)."""
        best = max(range(self.players), key=self.most)
        for slot, own in self.hands[0].items():
            other = self.hands[best][slot]
            self.hands[0][slot] = replace(own, tile=other.tile)
            self.hands[best][slot] = replace(other, tile=own.tile)

    def most(self, player: int) -> int:
        """How many cubes a player can open with."""
        return max(len(move.placement) for move in self.moves(player))

    def moves(self, player: int) -> list:
        hand = [cube.tile for cube in self.hands[player].values()]
        wide, high = FARTHEST
        found = legal_moves(self.board, hand, replace(BOOK, palette=PURPLE_SET))
        return [
            move
            for move in found
            if all(abs(p.cell.x) <= wide and abs(p.cell.y) <= high for p in move.placement)
        ]

    def turn(
        self, case: Case, player: int, placement: Placement, rolled: tuple[tuple[int, int], ...]
    ) -> Iterator[tuple[float, PictureBgr]]:
        points = grid.rule_on(self.board, placement, BOOK).points
        yield from self.disturb(case, player)
        for number, placed in enumerate(placement):
            if case is Case.PAUSE and number:
                yield from self.rest(self.dice.uniform(0.8, 1.6))
            other = (player + 1) % self.players if case is Case.CROSSED else None
            yield from self.lay(player, placed, other)
        self.board = self.board.with_tiles(placement)
        yield from self.reach(player, lambda: self.fill(player))
        self.turns.append(TrueTurn(case, player, rolled, placement, points, self.at_s))
        yield from self.rest(self.dice.uniform(*REST_S))

    def roll(
        self, player: int, count: int, rolled: list[tuple[int, int]]
    ) -> Iterator[tuple[float, PictureBgr]]:
        """Some cubes of a hand come to rest elsewhere, with other symbols up."""
        slots = self.dice.sample(sorted(self.hands[player]), min(count, len(self.hands[player])))
        before = [self.hands[player][slot].tile for slot in slots]

        def throw() -> None:
            while True:
                for slot, tile in zip(slots, before, strict=True):
                    up = Tile(tile.colour, self.dice.choice(list(Shape)))
                    self.hands[player][slot] = self.lying(player, slot, up)
                # A roll that brings the same again is none that anybody could see.
                if sorted(map(str, before)) != sorted(
                    str(self.hands[player][slot].tile) for slot in slots
                ):
                    return

        yield from self.reach(player, throw, stay_s=1.2)
        after = Counter(self.hands[player][slot].tile for slot in slots)
        rolled.append(((after - Counter(before)).total(), len(slots)))
        yield from self.rest(self.dice.uniform(*REST_S))

    def disturb(self, case: Case, player: int) -> Iterator[tuple[float, PictureBgr]]:
        """What happens before the move."""
        match case:
            case Case.HAND_KNOCKED:
                yield from self.reach((player + 1) % self.players, self.knock_hand)
            case Case.GRID_KNOCKED:
                yield from self.reach(player, self.knock_grid, at=(0.0, 1.5))
            case Case.BUMP:
                pose = self.table.scene.pose
                x, y = pose.look_at
                dx, dy = self.rng.normal(0, 0.3, 2)
                yaw = pose.yaw_deg + float(self.rng.normal(0, 2))
                self.table.move_camera(replace(pose, look_at=(x + dx, y + dy), yaw_deg=yaw))
        yield from self.rest(self.dice.uniform(0.4, 1.5))

    def knock_hand(self) -> None:
        hand = self.dice.choice(self.hands)
        slot = self.dice.choice(sorted(hand))
        x, y = hand[slot].place
        dx, dy = (self.dice.uniform(-0.12, 0.12) for _ in "xy")
        turn = hand[slot].turn_deg + self.dice.uniform(-40, 40)
        hand[slot] = replace(hand[slot], place=(x + dx, y + dy), turn_deg=turn)

    def knock_grid(self) -> None:
        tile = self.dice.choice(self.table.scene.tiles)
        off = (self.dice.uniform(-0.05, 0.05), self.dice.uniform(-0.05, 0.05))
        self.table.lay([replace(tile, offset=off, turn_deg=self.dice.uniform(-4, 4))])

    def lay(
        self, player: int, placed: Placed, other: int | None
    ) -> Iterator[tuple[float, PictureBgr]]:
        hand = self.hands[player]
        slot = next(slot for slot, cube in hand.items() if cube.tile == placed.tile)

        def down() -> None:
            hand.pop(slot)
            self.table.lay([laid_by_hand(self.rng, placed, 0.7)])

        pitch = self.table.scene.pitch
        at = (placed.cell.x * pitch, placed.cell.y * pitch)
        yield from self.reach(player, down, at, other=other)

    def reach(
        self,
        player: int,
        deed: Callable[[], None],
        at: tuple[float, float] | None = None,
        stay_s: float = 0.6,
        other: int | None = None,
    ) -> Iterator[tuple[float, PictureBgr]]:
        """A hand comes in from its player's side, does something and leaves."""
        (x, y), _ = SEATS[self.players][player]
        pose = HandPose(at or (x, y), math.degrees(math.atan2(y, x)), skin=self.skins[player])
        reaches = [Reach(pose, self.at_s, stay_s=stay_s)]
        if other is not None:
            (x, y), _ = SEATS[self.players][other]
            over = HandPose(
                (0.6 * x, 0.6 * y), math.degrees(math.atan2(y, x)), skin=self.skins[other]
            )
            reaches.append(Reach(over, self.at_s + 0.2, stay_s=stay_s + 0.6))
        done = False
        while self.at_s < max(one.end_s for one in reaches):
            if not done and self.at_s >= reaches[0].laid_s:
                deed()
                self.show()
                done = True
            yield self.frame([one.at(self.at_s) for one in reaches])
        if not done:
            deed()
            self.show()

    def rest(self, seconds: float) -> Iterator[tuple[float, PictureBgr]]:
        end_s = self.at_s + seconds
        while self.at_s < end_s:
            yield self.frame([])

    def frame(self, hands: list[HandPose | None]) -> tuple[float, PictureBgr]:
        self.at_s += 1 / FPS
        return self.at_s, self.table.frame(self.at_s, [one for one in hands if one])

    def show(self) -> None:
        self.table.lay_beside(cube for hand in self.hands for cube in hand.values())

    def fill(self, player: int) -> None:
        hand = self.hands[player]
        for slot in range(BOOK.hand_size):
            if slot not in hand and self.bag:
                tile = Tile(self.bag.pop(), self.dice.choice(list(Shape)))
                hand[slot] = self.lying(player, slot, tile)

    def lying(self, player: int, slot: int, tile: Tile) -> StrayTile:
        (x, y), along_deg = SEATS[self.players][player]
        way = math.radians(along_deg)
        along = (slot - 2.5) * APART + self.dice.uniform(-0.03, 0.03)
        across = self.dice.uniform(-0.3, 0.3)
        place = (
            x + along * math.cos(way) - across * math.sin(way),
            y + along * math.sin(way) + across * math.cos(way),
        )
        return StrayTile(place, self.dice.uniform(0, 360), tile)
