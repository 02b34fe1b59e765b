"""The simulated table: draws a board as a camera would see it, seeded, with exact truth."""

from vision.simulated.render import Rendered, TrueFace, render
from vision.simulated.scenes.empty import empty_pictures
from vision.simulated.scenes.sampling import random_scene
from vision.simulated.scenes.scene import HandPose, SimTile, StrayTile, TableScene

__all__ = [
    "HandPose",
    "Rendered",
    "SimTile",
    "StrayTile",
    "TableScene",
    "TrueFace",
    "empty_pictures",
    "random_scene",
    "render",
]
