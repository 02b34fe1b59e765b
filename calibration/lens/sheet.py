"""The printed sheet for fish-eye lenses: a ChArUco board drawn as a PDF."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import cv2
import numpy as np

from vision.pictures.load import PictureBgr

SQUARES_XY = (7, 10)
SQUARE_MM, MARKER_MM = 26.0, 19.0
"""Fits both A4 and Letter with a margin."""
DOTS_MM = 8.0
"""Dots of the drawing to a millimetre: 200 to the inch."""
PAGE_MM = (210.0, 297.0)
POINTS_MM = 72 / 25.4


def sheet_picture(dots_mm: float = DOTS_MM) -> PictureBgr:
    """The sheet's pattern alone, grey (H, W)."""
    across, down = (round(n * SQUARE_MM * dots_mm) for n in SQUARES_XY)
    return np.asarray(sheet_board().generateImage((across, down)), np.uint8)


def sheet_pdf() -> bytes:
    """One page to print at its real size; keep it flat when photographing it."""
    drawn = sheet_picture()
    high, wide = drawn.shape
    width_pt, height_pt = (mm * POINTS_MM for mm in PAGE_MM)
    shown_w, shown_h = wide / DOTS_MM * POINTS_MM, high / DOTS_MM * POINTS_MM
    left, low = (width_pt - shown_w) / 2, (height_pt - shown_h) / 2
    place = f"q {shown_w:.2f} 0 0 {shown_h:.2f} {left:.2f} {low:.2f} cm /Sheet Do Q".encode()
    image = (
        f"/Type /XObject /Subtype /Image /Width {wide} /Height {high} "
        "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode"
    )
    return _pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width_pt:.2f} {height_pt:.2f}] "
            "/Resources << /XObject << /Sheet 5 0 R >> >> /Contents 4 0 R >>".encode(),
            _stream("", place),
            _stream(image, zlib.compress(drawn.tobytes(), 9)),
        ]
    )


def sheet_board() -> cv2.aruco.CharucoBoard:
    """The pattern on the sheet."""
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard(SQUARES_XY, SQUARE_MM, MARKER_MM, book)


def _stream(head: str, content: bytes) -> bytes:
    start = f"<< {head} /Length {len(content)} >>\nstream\n".encode()
    return start + content + b"\nendstream"


def _pdf(objects: Sequence[bytes]) -> bytes:
    """The smallest file that readers take: numbered objects and where each begins."""
    out = bytearray(b"%PDF-1.4\n")
    begins = []
    for number, content in enumerate(objects, 1):
        begins.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{begin:010d} 00000 n \n".encode() for begin in begins)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n".encode()
    return bytes(out + b"%%EOF\n")
