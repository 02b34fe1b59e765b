"""Everything on a table that is no tile, by name: how large it is and who draws it."""

from __future__ import annotations

from dataclasses import dataclass

from vision.simulated.things import other_pieces as pieces
from vision.simulated.things import patterns
from vision.simulated.things.other_pieces import BLACK, CREAM, GAUDY, WHITE, Bgr, Draw

SHEET = (22.0, 16.0, 0.01)
"""A cloth, a mat or a board that fills most of the picture, in tile edges."""
UNIT_PX = 30
"""Pixels of a texture for one tile edge."""
METAL = ((80, 150, 190), (170, 175, 180), (60, 105, 150))


@dataclass(frozen=True, slots=True)
class Other:
    """One kind of thing."""

    draw: Draw
    size: tuple[float, float, float]
    """Width, depth and height in tile edges."""
    count: int = 1
    """How many lie there."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A round thing that lies flat."""

    tones: tuple[Bgr, ...]
    radius: float
    height: float
    count: int


DISCS = {
    "coins": Disc(METAL, 0.45, 0.06, 12),
    "poker chips": Disc(GAUDY, 0.65, 0.15, 10),
    "stones of a board game": Disc((BLACK, WHITE), 0.4, 0.2, 14),
    "bottle caps": Disc((*METAL, *GAUDY), 0.5, 0.15, 9),
}
OTHERS: dict[str, Other] = {
    "white letters on black tiles": Other(pieces.white_letter, (1.0, 1.0, 0.3), 14),
    "black letters on cream tiles": Other(pieces.black_letter, (1.0, 1.0, 0.2), 14),
    "twisty cubes": Other(pieces.twisty_cube, (3.0, 3.0, 3.0), 3),
    "small twisty cubes": Other(pieces.twisty_cube, (1.6, 1.6, 1.6), 4),
    "white dice": Other(pieces.die(WHITE, BLACK), (0.8, 0.8, 0.8), 9),
    "black dice": Other(pieces.die(BLACK, WHITE), (0.8, 0.8, 0.8), 9),
    "red dice": Other(pieces.die((40, 30, 170), WHITE), (0.8, 0.8, 0.8), 9),
    "black dominoes": Other(pieces.domino(BLACK, WHITE), (1.0, 2.0, 0.3), 9),
    "white dominoes": Other(pieces.domino(CREAM, BLACK), (1.0, 2.0, 0.3), 9),
    "cards with ovals and waves": Other(pieces.triple_card, (2.2, 3.4, 0.02), 9),
    "cards with numbers": Other(pieces.number_card, (2.2, 3.4, 0.02), 8),
    "playing cards": Other(pieces.playing_card, (2.4, 3.4, 0.02), 8),
    "toy bricks": Other(pieces.brick, (1.2, 2.4, 0.8), 9),
    "glazed tiles": Other(pieces.stone_tile, (1.0, 1.0, 0.2), 12),
    "sweets on a black plate": Other(patterns.dots(GAUDY, BLACK, 22, 0.6), (6.0, 6.0, 0.2)),
    "colour chart": Other(patterns.squares(GAUDY, BLACK, 30, 0.78), (6.0, 4.0, 0.1)),
    "keyboard": Other(patterns.keys((60, 60, 60), (30, 30, 30), WHITE), (14.0, 5.0, 0.3)),
    "pale keyboard": Other(
        patterns.keys((150, 150, 150), (225, 225, 225), BLACK), (14.0, 5.0, 0.3)
    ),
    "remote control": Other(patterns.keys(BLACK, (70, 70, 70), WHITE), (2.2, 7.0, 0.4), 2),
    "a book's cover": Other(patterns.headline, (6.0, 8.0, 0.6), 2),
    "a tablet's screen": Other(patterns.screen, (8.0, 11.0, 0.2)),
    "crossword": Other(patterns.puzzle, (9.0, 9.0, 0.01)),
    "square codes": Other(patterns.code, (3.0, 3.0, 0.01), 4),
    "letter game's board": Other(patterns.board_of_fields, (15.0, 15.0, 0.1)),
    "chess board": Other(patterns.checks(False), (10.0, 10.0, 0.3)),
    "draughts on their board": Other(patterns.checks(True), (10.0, 10.0, 0.3)),
    "mesh over white": Other(patterns.lines(BLACK, WHITE, 20, 6), SHEET),
    "mesh of bright squares": Other(patterns.squares((WHITE,), BLACK, 24, 0.62), SHEET),
    "printed grid": Other(patterns.lines((40, 40, 40), (240, 240, 240), 34, 1), SHEET),
    "dotted cloth": Other(patterns.dots((WHITE,), (90, 40, 30), 26, 0.5), SHEET),
    "bright dots on black": Other(patterns.dots(GAUDY, BLACK, 30, 0.62), SHEET),
    "mosaic": Other(patterns.squares(GAUDY, (200, 200, 200), 24, 0.85), SHEET),
    "windows at night": Other(patterns.squares(((90, 200, 240), BLACK), BLACK, 30, 0.6), SHEET),
    "carpet of diamonds": Other(patterns.lozenges, SHEET),
    "paper with stars": Other(patterns.stars, SHEET),
    "stripes": Other(patterns.stripes, SHEET),
}
