"""The open hands of the simulated table: six cubes before each player, laid, drawn and rolled."""

from __future__ import annotations

import math
import random
from collections import Counter

from assistant.game.state import Game
from assistant.tiles import PURPLE_SET, Colour, Shape, Tile
from vision.simulated.scenes.scene import StrayTile

Place = tuple[float, float]

SEATS: dict[int, tuple[tuple[Place, float], ...]] = {
    2: (((0.0, 5.4), 0.0), ((0.0, -5.6), 0.0)),
    3: (((0.0, 5.4), 0.0), ((-9.8, 0.0), 90.0), ((9.8, 0.0), 90.0)),
    4: (((0.0, 5.4), 0.0), ((-9.8, 0.0), 90.0), ((0.0, -5.6), 0.0), ((9.8, 0.0), 90.0)),
}
"""Where the middle of each hand lies and along which way, clockwise: edges from the board's middle,
outside of the cells that are played on."""
APART, SCATTER = 1.45, 0.12
"""Between the cubes of a hand, and how untidily they lie, in edges."""
ROLLED_OFF = 0.55
"""How far from its place a cube comes to rest when it is rolled, in edges, along and across."""


class DemoHands:
    """Every player's open hand, from one bag of ninety cubes."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._lying: dict[str, dict[int, StrayTile]] = {}
        self._lent: list[tuple[str, int, StrayTile]] = []
        """The cubes of the move that is being laid, with the places they came from."""

    @property
    def strays(self) -> tuple[StrayTile, ...]:
        """All cubes as they lie."""
        return tuple(cube for hand in self._lying.values() for cube in hand.values())

    def tiles(self, player: str) -> list[Tile]:
        """The tops before a player."""
        return [cube.tile for cube in self._lying.get(player, {}).values() if cube.tile]

    def seat(self, game: Game, player: str) -> Place:
        """Where a hand reaches that rolls or draws."""
        return _seats(game)[game.players.index(player)][0]

    def deal(self, game: Game) -> bool:
        """Let everybody have as many cubes as the game says they hold; whether any came new."""
        if set(self._lying) != set(game.players):
            self._lying = {name: {} for name in game.players}
        before = self.strays
        for seat in game.seats:
            self._fill(game, seat.name, 6 if seat.hand is None else seat.hand)
        return self.strays != before

    def lend(self, player: str, tile: Tile) -> None:
        """A cube goes from the hand to the grid."""
        hand = self._lying.get(player, {})
        slot = next((slot for slot, cube in hand.items() if cube.tile == tile), None)
        if slot is not None:
            self._lent.append((player, slot, hand.pop(slot)))

    def keep(self) -> None:
        """The move counts: its cubes stay on the grid."""
        self._lent.clear()

    def take_back(self) -> None:
        """The move is taken back: its cubes go where they came from."""
        for player, slot, cube in self._lent:
            self._lying[player][slot] = cube
        self._lent.clear()

    def roll(self, game: Game, player: str, count: int) -> None:
        """So many cubes of a hand come to rest elsewhere, each with any of its symbols up."""
        hand = self._lying[player]
        for slot in self._dice.sample(sorted(hand), min(count, len(hand))):
            tile = hand[slot].tile
            assert tile is not None
            up = self._dice.choice(list(Shape))
            hand[slot] = self._laid(game, player, slot, Tile(tile.colour, up), ROLLED_OFF)

    def _fill(self, game: Game, player: str, count: int) -> None:
        hand = self._lying[player]
        while len(hand) > count:
            hand.pop(max(hand))
        while len(hand) < count and (bag := self._bag(game)):
            slot = next(slot for slot in range(6) if slot not in hand)
            tile = Tile(self._dice.choice(bag), self._dice.choice(list(Shape)))
            hand[slot] = self._laid(game, player, slot, tile, SCATTER)

    def _bag(self, game: Game) -> list[Colour]:
        """A colour for every cube that lies nowhere."""
        lying = Counter(placed.tile.colour for placed in game.board)
        lying += Counter(tile.colour for name in self._lying for tile in self.tiles(name))
        lying += Counter(cube.tile.colour for _, _, cube in self._lent if cube.tile)
        colours = (game.settings.palette or PURPLE_SET).colours
        return [c for c in colours for _ in range(max(0, game.book.copies - lying[c]))]

    def _laid(self, game: Game, player: str, slot: int, tile: Tile, off: float) -> StrayTile:
        (x, y), along_deg = _seats(game)[game.players.index(player)]
        way = math.radians(along_deg)
        along = (slot - 2.5) * APART + self._dice.uniform(-off, off) / 4
        across = self._dice.uniform(-off, off)
        place = (
            x + along * math.cos(way) - across * math.sin(way),
            y + along * math.sin(way) + across * math.cos(way),
        )
        return StrayTile(place, self._dice.uniform(0, 360), tile)


def _seats(game: Game) -> tuple[tuple[Place, float], ...]:
    return SEATS[min(max(len(game.players), 2), 4)]
