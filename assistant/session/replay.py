"""Replaying: recorded pictures through the whole chain, turn by turn, nobody answering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.game.state import Game
from assistant.session.camera_loop import Eye, Seen
from assistant.watch.robot import Told, Unattended
from vision.reading.read import read_picture
from vision.scene.report import SceneState
from vision.sources.source import Source

PHOTO_S = 10.0
"""Photos of a folder count as taken this far apart: each errs by itself."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One turn as it came out: when it was told, and the game after it."""

    told: Told
    game: Game
    at_s: float
    photo: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """What one picture of a film led to."""

    seen: Seen
    unattended: Unattended
    heard: tuple[Heard, ...]


def folder_turns(photos: Source, unattended: Unattended) -> Iterator[Heard]:
    """Every photo is the settled table after one turn."""
    number = 0
    while (picture := photos.newest(number)) is not None:
        number = picture.number
        seen = read_picture(picture.picture_bgr)
        if not seen.sightings and not unattended.game.turns:
            continue  # the table before the first tile
        at_s = PHOTO_S * number
        unattended = unattended.stirred(at_s - PHOTO_S / 2).look(seen, at_s)
        if unattended.proposal is None and unattended.refused:
            unattended = unattended.let_stand()
        unattended, told = unattended.close_turn()
        yield Heard(told, unattended.game, at_s, picture.name)


def film_turns(film: Source, unattended: Unattended) -> Iterator[Heard]:
    """Turns end as they do at a table: by quiet, or when the next player begins."""
    for moment in film_moments(film, unattended):
        yield from moment.heard
        unattended = moment.unattended
    if unattended.proposal is not None:
        unattended, told = unattended.close_turn()
        yield Heard(told, unattended.game, unattended.watch.known.at_s)


def film_moments(film: Source, unattended: Unattended) -> Iterator[Moment]:
    """Every picture of a film and the turns that were over with it."""
    eye, number = Eye(), 0
    while (picture := film.newest(number)) is not None:
        number = picture.number
        seen = eye.see(picture)
        heard = []
        if seen.report.state is not SceneState.STILL:
            unattended = unattended.stirred(seen.at_s)
        else:
            if seen.observation is not None:
                unattended = unattended.look(seen.observation, seen.at_s)
            while unattended.turn_is_over(seen.at_s, seen.at_s - seen.report.still_for_s):
                unattended, told = unattended.close_turn()
                heard.append(Heard(told, unattended.game, seen.at_s))
        yield Moment(seen, unattended, tuple(heard))
