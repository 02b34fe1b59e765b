"""A small picture for every rule, drawn from the notation: what is laid, wrong or lacking."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.board import parse_cell

CELL = 100
"""A tile's edge in the picture's own unit."""
MARKS = {"+": "draft", "!": "wrong", "?": "lacks"}
"""Before a tile that was just laid, before one that may not lie there, before an empty place."""
PICTURES = {
    "C1": "ro@0,0 rs@1,0 rd@2,0 rc@3,0 r*@4,0 rx@5,0 ro@0,1 oo@1,1 yo@2,1 go@3,1 bo@4,1 po@5,1",
    "C2": "+bs@0,0 +bo@1,0 +bx@2,0",
    "C3": "bs@0,0 bo@1,0 +bd@2,0",
    "C4": "+bd@0,0 bs@1,0 bo@2,0 +bx@3,0 !gs@5,0 ?@6,0 !ys@7,0",
    "C5": "bs@0,0 bo@1,0 !rd@3,0",
    "C6": "go@0,0 gs@1,0 gd@2,0 ro@0,1 yo@1,1 bo@2,1 rs@4,0 !rs@5,0 rd@6,0 bc@4,1 gc@5,1 !yx@6,1",
    "C7": "ro@0,0 bs@1,0 g*@2,0 ?@4,0 ?@5,0 ?@6,0",
    "C8": "ro@0,0 rs@1,0 +rd@2,0 bd@2,1 yd@2,2",
    "C9": "yo@0,0 ys@1,0 yd@2,0 yc@3,0 y*@4,0 +yx@5,0",
    "C10": "+po@0,0",
    "C11": "gs@0,0 gc@1,0 +g*@2,0 ?@4,0",
    "C12": "go@0,0 gs@1,0 gd@0,1 gc@1,1 !ro@3,0 !bx@3,1",
    "C13": "y*@0,0 y*@1,0",
    "C14": "rx@0,0 rs@1,0 rd@2,0 rc@3,0 r*@4,0 ?@5,0",
    "U1": "ro@0,0 rs@1,0 rd@2,0 rc@3,0 r*@4,0 rx@5,0",
    "U2": "go@0,0 bs@1,0 rx@2,0 pd@3,0 yo@4,0 g*@5,0",
    "U3": "+bs@0,0 +bo@1,0 +bx@2,0",
    "U4": "ro@0,0 ?@1,0 rx@2,0 bs@4,0 +gs@5,0",
    "U5": "go@0,0 gs@1,0 gd@0,1 gc@1,1 !ro@3,0 !bx@3,1",
    "U6": "ro@0,0 rs@1,0 +rd@2,0 bd@2,1 yd@2,2",
    "U7": "gs@0,0 gc@1,0 +g*@2,0 ?@4,0",
    "U8": "rs@0,0 !rs@1,0 rd@2,0 bc@4,0 gc@5,0 !yx@6,0 bo@0,1 ?@1,1 !bd@2,1",
    "K1": "ro@0,0 rs@1,0 rd@2,0 rc@3,0 r*@4,0 rx@5,0",
    "K2": "+bs@0,0 +bo@1,0 +bx@2,0 +bd@3,0",
    "K3": "bs@0,0 bo@1,0 bd@2,0 +bc@3,0 +ro@0,1 +go@1,1 +yo@2,1",
    "K4": "gs@0,0 gd@1,0 gc@2,0 !ro@4,0 !rs@5,0 yo@0,1 ys@1,1 !ys@2,1",
    "K5": "yo@0,0 ys@1,0 yd@2,0 yc@3,0 y*@4,0 +yx@5,0",
    "K6": "ro@0,0 bs@1,0 g*@2,0 yx@3,0 pd@4,0 ?@6,0 ?@7,0",
    "K7": "bo@0,0 bs@1,0 bd@2,0 +bx@3,0 ?@5,0",
    "K8": "y*@0,0 y*@1,0",
    "K9": "ro@0,0 rs@1,0 rd@2,0 rc@3,0 r*@4,0 rx@5,0",
}
"""By the number of the rule; cells far apart are two pictures beside each other."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One tile or empty place of a picture."""

    x: int
    y: int
    tile: str
    """In the notation; nothing for an empty place."""
    kind: str


@dataclass(frozen=True, slots=True)
class RulePicture:
    """What a template draws."""

    tiles: tuple[Drawn, ...]
    size_wh: tuple[int, int]


def picture_of(rule: str) -> RulePicture:
    """The picture of a rule."""
    tiles = tuple(_drawn(word) for word in PICTURES[rule].split())
    wide, high = (CELL + max(getattr(one, axis) for one in tiles) for axis in ("x", "y"))
    return RulePicture(tiles, (wide, high))


def _drawn(word: str) -> Drawn:
    kind = MARKS.get(word[0], "")
    tile, _, cell = (word[1:] if kind else word).partition("@")
    x, y = parse_cell(cell)
    return Drawn(x * CELL, y * CELL, tile, kind)
