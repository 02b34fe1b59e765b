"""Pictures written as files: whole, or made small for phones."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures.load import PictureBgr

Corners = tuple[tuple[float, float], ...]

VIEW_PX = 900
"""Longest side of the camera's view: sharp on a phone, well under 100 kB."""
VIEW_QUALITY = 70
CROP_PX = 320
REACH = 0.75
"""How much of a face's neighbourhood a cut-out shows, in tile edges on each side."""


def encoded_picture(picture_bgr: PictureBgr, ending: str, quality: int = 95) -> bytes:
    """The whole picture as a file of the kind that names with this ending are."""
    how = [] if ending.lower() == ".png" else [cv2.IMWRITE_JPEG_QUALITY, quality]
    _, encoded = cv2.imencode(ending, picture_bgr, how)
    return encoded.tobytes()


def small_jpeg(
    picture_bgr: PictureBgr, longest_px: int = VIEW_PX, quality: int = VIEW_QUALITY
) -> bytes:
    """A picture as JPEG with its longest side at most this long."""
    high, wide = picture_bgr.shape[:2]
    scale = min(1.0, longest_px / max(high, wide))
    if scale < 1.0:
        size_wh = (max(1, round(wide * scale)), max(1, round(high * scale)))
        picture_bgr = cv2.resize(picture_bgr, size_wh, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return encoded_picture(picture_bgr, ".jpg", quality)


def face_jpeg(picture_bgr: PictureBgr, corners_px: Corners) -> bytes | None:
    """One face and what lies around it, as a square JPEG; None where it is outside."""
    corners = np.array(corners_px, np.float64)
    if corners.shape != (4, 2):
        return None
    edge_px = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    reach_px = (0.5 + REACH) * max(edge_px, 4.0)
    (left, top), (right, bottom) = corners.mean(axis=0) - reach_px, corners.mean(axis=0) + reach_px
    high, wide = picture_bgr.shape[:2]
    box = picture_bgr[
        max(0, round(top)) : min(high, round(bottom)), max(0, round(left)) : min(wide, round(right))
    ]
    if not box.size:
        return None
    scale = CROP_PX / max(box.shape[:2])
    size_wh = (max(1, round(box.shape[1] * scale)), max(1, round(box.shape[0] * scale)))
    shown = cv2.resize(box, size_wh, interpolation=cv2.INTER_CUBIC)
    return small_jpeg(shown, CROP_PX, 80)  # type: ignore[arg-type]
