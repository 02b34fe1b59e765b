"""From the light on the sensor to the file: blur, noise, tone, sharpening and JPEG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulated.optics.srgb import Linear, PictureBgr, as_light, encode

_MIDDLE_LIGHT = 0.24
"""Mean linear light that automatic exposure aims at; a table by daylight on the photos has it."""
_GRAIN_PX = 640
"""Edge of the stored noise; a frame takes it at a random place."""

_BAND_PX = 32
"""Rows that go from light to bytes at a time: what fits the processor's cache takes a third."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """What one camera does to a picture."""

    exposure: float = 1.0
    saturation: float = 1.0
    contrast: float = 0.0
    """Strength of an S-shaped tone curve, -0.3 (flat) to 0.6 (punchy)."""
    haze: float = 0.0
    """Stray light that lifts the blacks, linear."""
    blur_px: float = 0.6
    """Defocus, standard deviation in pixels of the picture."""
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: float = 2.0
    """Standard deviation in sRGB steps."""
    sharpen: float = 0.3
    jpeg_quality: int = 90
    """0 leaves JPEG out."""


def random_sensor(rng: np.random.Generator, tile_px: float, dark: bool = False) -> Sensor:
    """One more camera at a distance that shows tiles this large."""
    sharp_limit = 0.045 * tile_px
    blur = min(rng.uniform(0.35, 1.1) if rng.random() < 0.7 else rng.uniform(1, 2.6), sharp_limit)
    moving = rng.random() < 0.15
    return Sensor(
        exposure=float(rng.uniform(0.22, 0.5) if dark else np.exp(rng.normal(-0.1, 0.28))),
        saturation=float(rng.uniform(0.8, 1.2)),
        contrast=round(float(rng.uniform(-0.1, 0.45)), 2),
        haze=max(0.0, float(rng.uniform(-0.02, 0.02))),
        blur_px=float(max(blur, 0.3)),
        motion_px=float(rng.uniform(1, max(1.1, 0.07 * tile_px))) if moving else 0.0,
        motion_deg=float(rng.uniform(0, 180)),
        noise=float(rng.uniform(3, 10) if dark else rng.gamma(2.0, 1.2)),
        sharpen=max(0.0, float(rng.uniform(-0.8, 0.9))),
        jpeg_quality=int(rng.integers(45, 97)),
    )


def metered(sensor: Sensor, light: Linear) -> Sensor:
    """The sensor with its exposure set for this light, as a camera's automatic does, by half."""
    mean = float(np.mean(light[::16, ::16]))
    gain = float(np.clip((_MIDDLE_LIGHT / max(mean, 1e-3)) ** 0.6, 0.7, 2.2))
    return replace(sensor, exposure=sensor.exposure * gain)


def develop(light: Linear, sensor: Sensor, rng: np.random.Generator) -> PictureBgr:
    """The picture a camera makes of the light that falls on it."""
    return finish(expose(blurred(light, sensor), sensor), sensor, rng)


def expose(light: Linear, sensor: Sensor) -> PictureBgr:
    """Exposure, colour and tone: from light to bytes, pixel by pixel."""
    matrix, curve = _colour_matrix(sensor), _tone_curve(sensor.contrast)
    picture = np.empty(light.shape, np.uint8)
    for top in range(0, len(light), _BAND_PX):
        band = slice(top, top + _BAND_PX)
        picture[band] = cv2.LUT(encode(as_light(cv2.transform(light[band], matrix))), curve)
    return picture


def finish(picture: PictureBgr, sensor: Sensor, rng: np.random.Generator) -> PictureBgr:
    """Noise, sharpening and JPEG: what differs from frame to frame."""
    if sensor.noise > 0:
        picture = _noisy(picture, sensor.noise, rng)
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
        sharper = cv2.addWeighted(picture, 1 + sensor.sharpen, soft, -sensor.sharpen, 0)
        picture = np.asarray(sharper, np.uint8)
    return _through_jpeg(picture, sensor.jpeg_quality)


def blurred(light: Linear, sensor: Sensor) -> Linear:
    """The light out of focus and smeared by a moving camera."""
    if sensor.blur_px > 0.25:
        light = as_light(cv2.GaussianBlur(light, (0, 0), sensor.blur_px))
    if sensor.motion_px > 1:
        light = as_light(cv2.filter2D(light, -1, _motion_kernel(sensor)))
    return light


def _motion_kernel(sensor: Sensor) -> Linear:
    reach = int(np.ceil(sensor.motion_px / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    turn = np.radians(sensor.motion_deg)
    half = sensor.motion_px / 2 * np.array([np.cos(turn), np.sin(turn)])
    ends = [tuple(round((reach + sign * float(v)) * 256) for v in half) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 8)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _colour_matrix(sensor: Sensor) -> Linear:
    """Exposure, saturation and haze as one 3 x 4 matrix on linear BGR."""
    grey = np.array([[0.0722, 0.7152, 0.2126]], np.float32).repeat(3, axis=0)
    colour = grey + sensor.saturation * (np.eye(3, dtype=np.float32) - grey)
    haze = np.full((3, 1), sensor.haze, np.float32)
    return np.asarray(np.hstack([sensor.exposure * colour, haze]), np.float32)


@lru_cache(maxsize=64)
def _tone_curve(contrast: float) -> PictureBgr:
    tone = np.linspace(0, 1, 256)
    curve = tone + contrast * (tone * tone * (3 - 2 * tone) - tone)
    return np.asarray(np.rint(255 * curve.clip(0, 1)), np.uint8)


@cache
def _grain() -> NDArray[np.int16]:
    """Noise of unit spread times 64: luminance and some colour, softened as demosaicing does."""
    rng = np.random.default_rng(7)
    shape = (_GRAIN_PX, _GRAIN_PX)
    luma = rng.standard_normal((*shape, 1), np.float32)
    colour = cv2.GaussianBlur(rng.standard_normal((*shape, 3), np.float32), (0, 0), 0.8)
    mixed = cv2.GaussianBlur(luma + 1.2 * colour, (0, 0), 0.45)
    return np.asarray(np.rint(64 * mixed / mixed.std()), np.int16)


@lru_cache(maxsize=2)
def _grain_steps(spread: float) -> tuple[PictureBgr, PictureBgr]:
    """The noise of one camera in whole steps, up and down: adding bytes is four times as fast."""
    steps = np.rint(_grain() * np.float32(spread / 64))
    brighter, darker = (np.asarray(np.clip(sign * steps, 0, 255), np.uint8) for sign in (1, -1))
    return brighter, darker


def _noisy(picture: PictureBgr, spread: float, rng: np.random.Generator) -> PictureBgr:
    height, width = picture.shape[:2]
    fits = height < _GRAIN_PX and width < _GRAIN_PX
    top = int(rng.integers(_GRAIN_PX - height if fits else _GRAIN_PX))
    left = int(rng.integers(_GRAIN_PX - width if fits else _GRAIN_PX))
    brighter, darker = _grain_steps(spread)
    noisy = np.empty_like(picture)
    for down, on_grain_y in _stretches(height, top):
        for across, on_grain_x in _stretches(width, left):
            part = cv2.add(picture[down, across], brighter[on_grain_y, on_grain_x])
            noisy[down, across] = cv2.subtract(part, darker[on_grain_y, on_grain_x])
    return noisy


def _stretches(length: int, start: int) -> Iterator[tuple[slice, slice]]:
    """Parts of a picture's side, each with the part of the repeated grain that falls on it."""
    at = 0
    while at < length:
        begin = (start + at) % _GRAIN_PX
        end = min(_GRAIN_PX, begin + length - at)
        yield slice(at, at + end - begin), slice(begin, end)
        at += end - begin


def _through_jpeg(picture: PictureBgr, quality: int) -> PictureBgr:
    if quality <= 0:
        return picture
    _, stored = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)
