"""Choosing the profile that fits a picture best, or none where the usual inks fit better."""

from __future__ import annotations

from collections.abc import Iterable

from calibration.inks.profile import Profile
from vision.reading.colour import classify_colours
from vision.reading.cube_colours import classify_cube_colours
from vision.reading.print_light import PrintLight

FEWEST_FACES = 2
"""Fewer faces fit many lights."""
BETTER = 1.0
"""By so much log density a face, capped at six faces, a profile must beat having none."""


def choose_profile(
    light: PrintLight, profiles: Iterable[Profile], camera: str = "", cubes: bool = False
) -> Profile | None:
    """The profile under which a picture's faces are likeliest; those of its camera first.

    Tiles are read with sets of tiles, cubes with sets of cubes.
    """
    profiles = [profile for profile in profiles if profile.cubes == cubes]
    classify = classify_cube_colours if cubes else classify_colours
    if len(light.inks) < FEWEST_FACES:
        return _only_one(profiles, camera)
    voices = min(1.0, 6 / len(light.inks))
    best, worth = None, voices * classify(light).evidence + BETTER
    for profile in profiles:
        fits = voices * classify(light, profile.inks.palette, profile.inks).evidence
        fits += BETTER * (bool(camera) and profile.camera == camera)
        if fits > worth:
            best, worth = profile, fits
    return best


def _only_one(profiles: Iterable[Profile], camera: str) -> Profile | None:
    """On an empty table: the one profile of this camera, if it has just one."""
    own = [profile for profile in profiles if camera and profile.camera == camera]
    return own[0] if len(own) == 1 else None
