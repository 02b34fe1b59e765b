"""How the six inks of cards look on white and on black, over printings and cameras."""

from __future__ import annotations

import json

import cv2
import numpy as np

from assistant.tiles import PURPLE_SET, Colour
from vision.reading.card_colours import INKS_FILE
from vision.reading.inks import features
from vision.reading.print_light import DARKEST

PRINTINGS = 20000
HUES_DEG = {
    Colour.RED: (357.0, 5.5),
    Colour.ORANGE: (25.0, 4.5),
    Colour.YELLOW: (49.0, 4.5),
    Colour.GREEN: (135.0, 18.0),
    Colour.BLUE: (213.0, 10.0),
    Colour.PURPLE: (279.0, 12.0),
}
"""Mean and spread of what people call these colours: wider than any one printer's."""
VALUES = {
    "white": ((0.80, 0.10), (0.93, 0.06), (0.95, 0.05), (0.58, 0.12), (0.68, 0.13), (0.52, 0.13)),
    "black": ((0.83, 0.10), (0.92, 0.07), (0.95, 0.05), (0.66, 0.12), (0.82, 0.12), (0.68, 0.13)),
}
"""Mean and spread of their brightness (HSV value) on each face, in the palette's order."""
SATURATION = (0.83, 0.12)


def light_of(rng: np.random.Generator, colour: Colour, value: tuple[float, float]) -> np.ndarray:
    """(PRINTINGS, 3) linear BGR of one ink in many printings, through many cameras."""
    hue = (HUES_DEG[colour][0] + rng.normal(0, HUES_DEG[colour][1], PRINTINGS)) % 360
    saturation = np.clip(rng.normal(*SATURATION, PRINTINGS), 0.5, 1)
    bright = np.clip(rng.normal(*value, PRINTINGS), 0.25, 1)
    hsv = np.stack([hue, saturation, bright], axis=1).astype(np.float32)[None]
    linear = np.maximum(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0].astype(np.float64), 1e-3) ** 2.2
    grey = (linear @ [0.0722, 0.7152, 0.2126])[:, None]
    vivid = np.clip(grey + rng.uniform(0.8, 1.2, (PRINTINGS, 1)) * (linear - grey), 1e-3, 1)
    return np.asarray(vivid ** np.exp(rng.normal(0, 0.15, (PRINTINGS, 1))))


def main() -> None:
    """Means and covariances of `features` of every ink on both faces."""
    rng = np.random.default_rng(16)
    stored: dict[str, dict[str, list[object]]] = {}
    for face, values in VALUES.items():
        lights = [light_of(rng, *pair) for pair in zip(PURPLE_SET.colours, values, strict=True)]
        # On black the brightest inks of a picture are its measure, on white the paper is.
        full = np.quantile(np.concatenate(lights).max(axis=1), 0.9) if face == "black" else 1.0
        seen = [features(np.maximum(light / full, DARKEST), np.ones(3)) for light in lights]
        stored[face] = {
            "means": [np.round(one.mean(axis=0), 4).tolist() for one in seen],
            "between": [np.round(np.cov(one.T), 6).tolist() for one in seen],
        }
    INKS_FILE.write_text(json.dumps(stored) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
