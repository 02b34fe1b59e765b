"""The lens that photos of the printed sheet tell, and whether they tell enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from calibration.lens.sheet import sheet_board
from vision.lens import Lens
from vision.pictures.load import PictureBgr
from vision.reading.prints import Floats

FEWEST_CORNERS = 12
"""Of the sheet that a photo must show to count."""
ENOUGH = 3
"""Views by which a lens is told: one alone mixes up its bend and its tilt."""
ELSEWHERE, TURNED = 0.05, 0.1
"""Two views differ where the sheet moved by this share of the picture, or its sides turned so."""
WORST_MISFIT = 0.0015
"""Of the picture's longer side: corners of a sheet that is not flat lie farther off."""
FEWEST_REACH = 0.6
"""Half diagonals that the sheet must reach outwards in some view: the bend is out there."""
LEAST_BEND = 0.03
"""Of the picture's longer side: a lens that moves its edge by less needs no help. Reading stays
whole up to 0.1 and more (`docs/camera.md`)."""


class LensVerdict(Enum):
    """What came of measuring a lens."""

    BENT = "bent"
    """It is worth straightening."""
    STRAIGHT = "straight"
    """It bends too little to matter."""
    MIDDLE_ONLY = "middle_only"
    """The sheet was only seen in the middle of the pictures."""
    DISAGREE = "disagree"
    """The views do not fit one lens: the sheet was not flat, or another camera was used."""


@dataclass(frozen=True, slots=True)
class SheetView:
    """The sheet as one photo shows it."""

    size_wh: tuple[int, int]
    on_sheet: Floats
    """(N, 3) corners on the sheet, in millimetres."""
    in_photo: Floats
    """(N, 2) the same in pixels."""

    @property
    def reach(self) -> float:
        """How far out the sheet is seen, in half diagonals of the picture."""
        away = self.in_photo - (np.array(self.size_wh) - 1) / 2
        return float(np.linalg.norm(away, axis=1).max() / (np.hypot(*self.size_wh) / 2))

    def is_like(self, other: SheetView) -> bool:
        """Whether the sheet lies as in another view, which would tell nothing new."""
        ours, theirs = (np.median(view.in_photo, axis=0) for view in (self, other))
        lies, lay = _turn(self), _turn(other)
        turned = float(np.linalg.norm(lies - lay) / np.linalg.norm(lay))
        moved = float(np.hypot(*(ours - theirs))) / max(self.size_wh)
        return moved < ELSEWHERE and turned < TURNED


def find_sheet(photo_bgr: PictureBgr) -> SheetView | None:
    """The sheet in a photo; None where too little of it is seen."""
    finder = cv2.aruco.CharucoDetector(sheet_board())
    found, numbers, _, _ = finder.detectBoard(cv2.cvtColor(photo_bgr, cv2.COLOR_BGR2GRAY))
    if numbers is None or len(numbers) < FEWEST_CORNERS:
        return None
    on_sheet, in_photo = sheet_board().matchImagePoints([*found], numbers)
    size_wh = (photo_bgr.shape[1], photo_bgr.shape[0])
    return SheetView(
        size_wh,
        np.asarray(on_sheet, np.float64).reshape(-1, 3),
        np.asarray(in_photo, np.float64).reshape(-1, 2),
    )


def read_sheet(photos_bgr: Sequence[PictureBgr]) -> Lens | None:
    """The lens by photos of the sheet, all of one size; None where too little of it was seen."""
    views = [view for photo in photos_bgr if (view := find_sheet(photo)) is not None]
    return measure_lens(views) if views else None


def measure_lens(views: Sequence[SheetView]) -> Lens:
    """The lens that these views of the sheet agree on; views of another size than the last go."""
    size_wh = views[-1].size_wh
    kept = [view for view in views if view.size_wh == size_wh]
    wide, high = size_wh
    guess = np.array(
        [[max(size_wh), 0, (wide - 1) / 2], [0, max(size_wh), (high - 1) / 2], [0, 0, 1.0]]
    )
    flags = (
        cv2.CALIB_USE_INTRINSIC_GUESS
        | cv2.CALIB_FIX_PRINCIPAL_POINT
        | cv2.CALIB_ZERO_TANGENT_DIST
        | cv2.CALIB_FIX_ASPECT_RATIO
    )
    if len(kept) < ENOUGH:
        flags |= cv2.CALIB_FIX_K3
    misfit, matrix, distortion, _, _ = cv2.calibrateCamera(
        [view.on_sheet.astype(np.float32) for view in kept],
        [view.in_photo.astype(np.float32) for view in kept],
        size_wh,
        guess,
        np.zeros(5),
        flags=flags,
    )
    bent = np.asarray(distortion, np.float64).ravel()
    return Lens(size_wh, np.asarray(matrix, np.float64), bent[:5], float(misfit))


def judge_lens(views: Sequence[SheetView], lens: Lens) -> LensVerdict:
    """Whether this lens is worth straightening, and whether the views tell enough for it."""
    if lens.misfit_px > WORST_MISFIT * max(lens.size_wh):
        return LensVerdict.DISAGREE
    if max(view.reach for view in views) < FEWEST_REACH:
        return LensVerdict.MIDDLE_ONLY
    if lens.bend_px < LEAST_BEND * max(lens.size_wh):
        return LensVerdict.STRAIGHT
    return LensVerdict.BENT


def _turn(view: SheetView) -> Floats:
    """(2, 2) how the sheet's two sides lie in the photo, in pixels a millimetre."""
    lying, _, _, _ = np.linalg.lstsq(
        np.column_stack([view.on_sheet[:, :2], np.ones(len(view.on_sheet))]),
        view.in_photo,
        rcond=None,
    )
    return np.asarray(lying[:2], np.float64)
