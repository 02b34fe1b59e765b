"""How many simulated cards are read right and found in the right row: `make cards`."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from enum import Enum
from pathlib import Path
from time import perf_counter

import numpy as np

from vision.observation import Face, Observation
from vision.reading.cards import read_cards
from vision.simulated.render_cards import RenderedCards, TrueCard, render_cards
from vision.simulated.scenes.cards import CardsScene, random_cards_scene

PAGE = Path(__file__).parents[1] / "docs" / "cards.md"
FIRST_SEED = 46000
"""Nothing was tuned on scenes from here on."""
SCENES = 40
NEAR = 0.45
"""A card is found where it is told within this many card widths of its middle, or of the middle of
what is seen of it."""
COVERS = ((-1.0, "side by side"), (0.0, "up to 25 %"), (0.25, "25 to 45 %"), (0.45, "45 to 65 %"))
TILTS = ((0.0, "0 to 15°"), (15.0, "15 to 30°"), (30.0, "30 to 40°"))
SIZES = ((0.0, "below 50 px"), (50.0, "50 to 70 px"), (70.0, "70 px and more"))


class Outcome(Enum):
    """What became of one true card."""

    RIGHT = "right"
    OTHER_ROW = "in another row"
    COLOUR = "wrong colour"
    SHAPE = "wrong shape"
    MISSED = "not found"


def matched(truth: RenderedCards, seen: Observation) -> dict[int, tuple[Face, int | None]]:
    """The face and the row told for each true card, nearest first."""
    faces: list[tuple[Face, int | None]]
    faces = [(face, k) for k, row in enumerate(seen.rows) for face in row]
    faces += [(face, None) for face in seen.loose]
    pairs = []
    for number, card in enumerate(truth.cards):
        for k, (face, _) in enumerate(faces):
            away = min(
                float(np.hypot(*np.subtract(face.centre_px, place)))
                for place in (card.centre_px, card.visible_px)
            )
            if away < NEAR * card.width_px:
                pairs.append((away, number, k))
    found: dict[int, tuple[Face, int | None]] = {}
    used: set[int] = set()
    for _, number, k in sorted(pairs):
        if number not in found and k not in used:
            found[number] = faces[k]
            used.add(k)
    return found


def in_right_row(truth: RenderedCards, found: dict[int, tuple[Face, int | None]], n: int) -> bool:
    """Whether most of a card's row, and little else, was told as the row it is in."""
    card, (_, row) = truth.cards[n], found[n]
    if card.row is None or row is None:
        return card.row is None and row is None
    counts = [k for k, (_, other) in found.items() if other == row]
    own = [k for k in counts if truth.cards[k].row == card.row]
    size = sum(one.row == card.row for one in truth.cards)
    return 2 * len(own) > size and 2 * len(own) > len(counts)


def band(value: float, bands: tuple[tuple[float, str], ...]) -> str:
    """The name of the band a value lies in."""
    return [name for low, name in bands if value >= low][-1]


def bands_of(scene: CardsScene, card: TrueCard) -> list[tuple[str, str]]:
    """What a card counts for in the table."""
    assert scene.look is not None
    index = "with small symbols" if scene.style.index else "without small symbols"
    return [
        ("all", "all"),
        ("face", f"{scene.style.face.value}, {index}"),
        ("covered", band(scene.look.cover, COVERS)),
        ("direction", "along the long side" if scene.look.down else "along the short side"),
        ("seen from", band(scene.look.tilt_deg, TILTS)),
        ("table top", scene.table.surface.value),
        ("width of a card", band(card.width_px, SIZES)),
    ]


def outcomes(scene: CardsScene, truth: RenderedCards, seen: Observation) -> dict[int, Outcome]:
    """What became of every card that lies wholly in the picture."""
    found = matched(truth, seen)
    told = {}
    for number, card in enumerate(truth.cards):
        if (card.corners_px < 0).any() or (card.corners_px > scene.table.size_wh).any():
            continue
        told[number] = _outcome(truth, found, number)
    return told


def _outcome(
    truth: RenderedCards, found: dict[int, tuple[Face, int | None]], number: int
) -> Outcome:
    if number not in found:
        return Outcome.MISSED
    tile, read = truth.cards[number].tile, found[number][0].tile
    if read.colour is not tile.colour:
        return Outcome.COLOUR
    if read.shape is not tile.shape:
        return Outcome.SHAPE
    return Outcome.RIGHT if in_right_row(truth, found, number) else Outcome.OTHER_ROW


def main() -> None:
    """Measure `[SCENES [FIRST_SEED]]`, and write the page where the seeds are the usual ones."""
    scenes = int(sys.argv[1]) if len(sys.argv) > 1 else SCENES
    first = int(sys.argv[2]) if len(sys.argv) > 2 else FIRST_SEED
    counts: dict[tuple[str, str], Counter[Outcome]] = defaultdict(Counter)
    extra, took_s = 0, []
    for seed in range(first, first + scenes):
        scene = random_cards_scene(seed)
        truth = render_cards(scene)
        start = perf_counter()
        seen = read_cards(truth.picture_bgr)
        took_s.append(perf_counter() - start)
        told = outcomes(scene, truth, seen)
        cards = sum(map(len, seen.rows)) + len(seen.loose)
        extra += cards - len(matched(truth, seen))
        for number, outcome in told.items():
            for key in bands_of(scene, truth.cards[number]):
                counts[key][outcome] += 1
    rows = [_row(key, counts[key]) for key in sorted(counts)]
    if first == FIRST_SEED:
        PAGE.write_text(_page(scenes, rows, extra), encoding="utf-8")
    print("\n".join(rows))
    print(f"invented: {extra}; a picture took {np.median(took_s):.1f} s (median)")


def _row(key: tuple[str, str], told: Counter[Outcome]) -> str:
    n, right = told.total(), told[Outcome.RIGHT]
    read = right + told[Outcome.OTHER_ROW]
    wrong = (Outcome.MISSED, Outcome.COLOUR, Outcome.SHAPE, Outcome.OTHER_ROW)
    kinds = " | ".join(str(told[kind]) for kind in wrong)
    return f"| {key[0]} | {key[1]} | {n} | {read / n:.1%} | {right / n:.1%} | {kinds} |"


def _page(scenes: int, rows: list[str], extra: int) -> str:
    head = [
        "# Qwirkle Cards, read",
        "",
        f"Measured by `make cards` on {scenes} simulated tables (0 to 40 degrees, any light, table"
        " top and printing) on which nothing was tuned. No photograph of real cards was at hand."
        f" Cards told that are none: {extra}.",
        "",
        "| what | | cards | colour and shape right | and in the right row | not found"
        " | wrong colour | wrong shape | in another row |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, ""])


if __name__ == "__main__":
    main()
