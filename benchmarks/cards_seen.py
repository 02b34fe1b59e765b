"""How many simulated cards are read right and found in the right row: `make cards`."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

from vision.observation import Face, Observation
from vision.reading.cards import read_cards
from vision.simulated.render_cards import RenderedCards, TrueCard, render_cards
from vision.simulated.scenes.cards import CardsScene, random_cards_scene

PAGE = Path(__file__).parents[1] / "docs" / "cards.md"
FIRST_SEED = 5000
"""Nothing was tuned on scenes from here on."""
SCENES = 40
NEAR = 0.45
"""A card is found where it is told within this many card widths of its middle, or of the middle of
what is seen of it."""
COVERS = ((-1.0, "side by side"), (0.0, "up to 25 %"), (0.25, "25 to 45 %"), (0.45, "45 to 65 %"))
SIZES = ((0.0, "below 50 px"), (50.0, "50 to 70 px"), (70.0, "70 px and more"))


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
        ("width of a card", band(card.width_px, SIZES)),
    ]


def main() -> None:
    """Measure and write the page."""
    scenes = int(sys.argv[1]) if len(sys.argv) > 1 else SCENES
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for seed in range(FIRST_SEED, FIRST_SEED + scenes):
        scene = random_cards_scene(seed)
        truth = render_cards(scene)
        found = matched(truth, read_cards(truth.picture_bgr))
        for number, card in enumerate(truth.cards):
            if (card.corners_px < 0).any() or (card.corners_px > scene.table.size_wh).any():
                continue
            right = number in found and found[number][0].tile == card.tile
            placed = right and in_right_row(truth, found, number)
            for key in bands_of(scene, card):
                counts[key] = [a + b for a, b in zip(counts[key], (1, right, placed), strict=True)]
    rows = [
        f"| {kind} | {name} | {n} | {right / n:.1%} | {placed / n:.1%} |"
        for (kind, name), (n, right, placed) in sorted(counts.items())
    ]
    PAGE.write_text(_page(scenes, rows), encoding="utf-8")
    print("\n".join(rows))


def _page(scenes: int, rows: list[str]) -> str:
    head = [
        "# Qwirkle Cards, read",
        "",
        f"Measured by `make cards` on {scenes} simulated tables (0 to 40 degrees, any light, table"
        " top and printing) on which nothing was tuned. No photograph of real cards was at hand.",
        "",
        "| what | | cards | colour and shape right | and in the right row |",
        "|---|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, ""])


if __name__ == "__main__":
    main()
