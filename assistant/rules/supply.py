"""What remains: tiles nobody has seen, the bag, and how many each hand holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from assistant.rules.grid_game import GridGame, Limit
from assistant.tiles import Colour, Palette, Tile, palette_of


def unseen_tiles(
    seen: Iterable[Tile], game: GridGame, palette: Palette | None = None
) -> dict[Tile, int]:
    """How many of each kind are neither on the table nor shown, in rulebook order (C1, K1)."""
    if game.limit is not Limit.KIND:
        raise ValueError(f"{game.name} has no fixed number of each kind, only of each colour")
    seen = tuple(seen)
    counts = Counter(seen)
    kinds = (palette or game.palette or palette_of(seen)).kinds
    return {tile: max(0, game.copies - counts[tile]) for tile in kinds}


def unseen_colours(
    seen: Iterable[Tile], game: GridGame, palette: Palette | None = None
) -> dict[Colour, int]:
    """How many tiles of each colour are neither on the table nor shown (C1, U1)."""
    seen = tuple(seen)
    counts = Counter(tile.colour for tile in seen)
    colours = (palette or game.palette or palette_of(seen)).colours
    each = game.tile_count // len(colours)
    return {colour: max(0, each - counts[colour]) for colour in colours}


@dataclass(frozen=True, slots=True)
class Supply:
    """How many tiles are in the bag and in each hand; which ones is nobody's knowledge."""

    bag: int
    hands: tuple[int, ...]
    """By seat."""
    hand_size: int = 6

    def after_placing(self, seat: int, count: int) -> Supply:
        """The player lays tiles and draws back up to a full hand, as far as the bag goes."""
        if not 1 <= count <= self.hands[seat]:
            raise ValueError(f"a hand of {self.hands[seat]} cannot place {count}")
        kept = self.hands[seat] - count
        drawn = min(self.bag, self.hand_size - kept)
        hands = (*self.hands[:seat], kept + drawn, *self.hands[seat + 1 :])
        return replace(self, bag=self.bag - drawn, hands=hands)

    def can_trade(self, seat: int, count: int) -> bool:
        """Whether the hand has so many tiles to trade and the bag so many to give (C7)."""
        return 1 <= count <= min(self.hands[seat], self.bag)

    def is_out(self, seat: int) -> bool:
        """Whether a player has laid the last tile with the bag empty (C11, U7)."""
        return self.bag == 0 and self.hands[seat] == 0


def deal(players: int, game: GridGame) -> Supply:
    """The supply after every player has drawn a first hand."""
    if players < 1 or players * game.hand_size > game.tile_count:
        raise ValueError(f"{game.tile_count} tiles are not enough for {players} players")
    hands = (game.hand_size,) * players
    return Supply(game.tile_count - sum(hands), hands, game.hand_size)
