"""The pieces of one hand as a photo shows them: in a row, in a rack or in a heap."""

from __future__ import annotations

from vision.observation import Face, Observation


def hand_of(seen: Observation, most: int) -> tuple[Face, ...]:
    """What is read of a hand of at most so many pieces, from left to right.

    Where more is in the picture, as the board behind a rack, the hand is the largest group that can
    be one, and what lies beside a grid before the grid itself.
    """
    beside = [group.faces for group in seen.groups]
    together = [*seen.rows, *([seen.sightings] if seen.sightings else [])]
    everything = tuple(face for faces in (*together, *beside) for face in faces)
    if len(everything) <= most:
        return _from_left(everything)
    hands = [faces for faces in (*beside, *together) if len(faces) <= most]
    if hands:
        return _from_left(max(hands, key=len))
    surest = sorted(everything, key=lambda face: -face.confidence)
    return _from_left(tuple(surest[:most]))


def _from_left(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple(sorted(faces, key=lambda face: face.centre_px))
