"""What the picture side of this installation is made of, and a picture to time it on."""

from __future__ import annotations

import re

import cv2

from vision.pictures.load import PictureBgr
from vision.simulated import render
from vision.simulated.people.playing import playing_scene
from vision.simulated.scenes.laid_out import in_play

SEED = 12


def opencv_build() -> str:
    """Version of OpenCV, and how it uses the processor."""
    found = re.search(r"Parallel framework:\s*(\S+)", cv2.getBuildInformation())
    parallel = found.group(1) if found else "none"
    return f"{cv2.__version__}, threads by {parallel}, {cv2.getNumThreads()} of them"


def video_backends() -> tuple[str, ...]:
    """The ways in which this OpenCV can open cameras."""
    backends = cv2.videoio_registry.getCameraBackends()
    return tuple(cv2.videoio_registry.getBackendName(backend) for backend in backends)


def drawn_table() -> PictureBgr:
    """A table in the middle of a game, as a camera of 1920 × 1080 shows it."""
    room = playing_scene(SEED, size_wh=(1920, 1080), tile_px=60.0)
    return render(in_play(room, SEED, 40)).picture_bgr
