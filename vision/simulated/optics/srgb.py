"""Light as numbers: all drawing happens in linear BGR, pictures are sRGB bytes."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Linear = NDArray[np.float32]
"""Light, linear BGR, 1.0 is a white page in full light; shape (h, w, 3) or (3,)."""
PictureBgr = NDArray[np.uint8]
"""What a camera delivers: sRGB bytes, BGR, shape (h, w, 3)."""
Plane = NDArray[np.float32]
"""One number a pixel, shape (h, w)."""
Points = NDArray[np.float32]
"""Places, x then y, shape (n, 2)."""


def decode(srgb: Any) -> Linear:
    """Linear light of sRGB numbers 0..255."""
    value = np.asarray(srgb, np.float32) / np.float32(255)
    low = value / 12.92
    high = ((np.maximum(value, 0.04) + 0.055) / 1.055) ** 2.4
    return np.where(value <= 0.04045, low, high).astype(np.float32)


@cache
def _from_root() -> NDArray[np.uint8]:
    """Bytes by the square root of light in 255ths: finer than sRGB itself in the dark tones."""
    light = (np.arange(256) / 255) ** 2
    low = light * 12.92
    high = 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055
    return np.asarray(np.rint(255 * np.where(light <= 0.0031308, low, high)), np.uint8)


def encode(light: Linear) -> PictureBgr:
    """The sRGB bytes of linear light; what is brighter than white is cut."""
    root = cv2.sqrt(np.maximum(light, np.float32(0)))
    return np.asarray(cv2.LUT(cv2.convertScaleAbs(root, alpha=255.0), _from_root()), np.uint8)


def as_light(image: Any) -> Linear:
    """An image as single precision numbers; OpenCV's own types do not say which it returns."""
    return np.asarray(image, np.float32)


def from_rgb(red: float, green: float, blue: float) -> Linear:
    """Linear BGR of a colour written the usual way, sRGB 0..255."""
    return decode((blue, green, red))


def thrice(plane: Plane) -> Linear:
    """One number a pixel as three equal channels; much faster than broadcasting."""
    return as_light(cv2.merge([plane, plane, plane]))
