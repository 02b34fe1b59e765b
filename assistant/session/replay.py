"""Replaying: recorded pictures through the session that phones drive, a robot answering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from assistant.game.events import Started
from assistant.game.refusals import Refused
from assistant.game.state import Game
from assistant.session.actions import Begin
from assistant.session.camera_loop import Eye, Seen
from assistant.session.photo_names import photos_between
from assistant.session.robot import PlayedTurn, Robot
from assistant.session.session import Session
from assistant.storage.store import Store
from assistant.watch import Question
from assistant.watch.difference import is_one_line
from vision.sources.source import Source

PHOTO_S = 10.0
"""Photos of a folder count as taken this far apart: each errs by itself."""


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """One turn as it came out: when it was told, and the game after it."""

    played: PlayedTurn
    game: Game
    at_s: float
    photo: str = ""


class Replay:
    """One recorded game through a session of its own, of which nothing is kept."""

    def __init__(self, started: Started) -> None:
        self.session = Session(Store(None))
        self._robot = Robot(self.session)
        self._hands_only = 0
        """How many photos showed pieces of players and no grid: maybe turns that were not told."""
        begun = self.session.do(Begin(started), self.session.now.revision)
        assert not isinstance(begun, Refused), begun

    def eye(self) -> Eye:
        """What reads the pictures of this game."""
        return Eye(
            lambda: self.session.palette,
            rules=lambda: self.session.rules,
            is_bare=lambda: self.session.is_bare,
        )

    @property
    def game(self) -> Game:
        """The game so far."""
        assert self.session.now.game is not None
        return self.session.now.game

    def saw(self, seen: Seen) -> tuple[ReplayedTurn, ...]:
        """The turns that were over with one more picture of a camera."""
        return self._replayed(self._robot.saw(seen), seen.at_s)

    def saw_photo(self, seen: Seen) -> tuple[ReplayedTurn, ...]:
        """The turns that a photo of the settled table shows."""
        shown = seen.observation
        is_bare = shown is None or not (shown.sightings or shown.rows)
        # A table of Cards always shows the cards of its first turn: those that cannot be read as
        # rows are a turn of which nothing is seen, and the next photo is the next player's.
        if is_bare and not self.game.turns and self.game.book.is_grid:
            if shown is None or not shown.loose:
                return ()  # the table before the first tile
            self._hands_only += 1
            return self._unseen_opening(seen)
        if self._hands_only and seen.observation is not None:
            in_line = is_one_line(sighting.cell for sighting in seen.observation.sightings)
            skipped = max(seen.skipped, self._hands_only)
            seen = seen if in_line else replace(seen, skipped=skipped)
            self._hands_only = 0
        self._robot.see(seen)
        return self.answered(seen)

    def _unseen_opening(self, photo: Seen) -> tuple[ReplayedTurn, ...]:
        """A photo with hands and no grid: before the first turn, or its pieces were not told apart.

        Nothing is part of the game yet; the next photo tells.
        """
        asked = frozenset({Question.NOTHING_PLACED})
        name = photo.picture.name if photo.picture else ""
        return self._replayed((PlayedTurn(self.game.mover, (), None, asked),), photo.at_s, name)

    def answered(self, photo: Seen) -> tuple[ReplayedTurn, ...]:
        """The turns that a photo shows which the session has seen."""
        name = photo.picture.name if photo.picture else ""
        return self._replayed(self._robot.answer_photo(), photo.at_s, name)

    def settle(self, at_s: float) -> tuple[ReplayedTurn, ...]:
        """The turns that are still open at the end."""
        return self._replayed(self._robot.settle(), at_s)

    def _replayed(
        self, played: tuple[PlayedTurn, ...], at_s: float, photo: str = ""
    ) -> tuple[ReplayedTurn, ...]:
        return tuple(ReplayedTurn(one, self.game, at_s, photo) for one in played)


def folder_turns(photos: Source, replay: Replay) -> Iterator[ReplayedTurn]:
    """Every photo is the settled table after one turn."""
    eye, number, before = replay.eye(), 0, ""
    while (picture := photos.newest(number)) is not None:
        number = picture.number
        seen = eye.see(replace(picture, at_s=PHOTO_S * number))
        yield from replay.saw_photo(replace(seen, skipped=photos_between(before, picture.name)))
        before = picture.name


def film_turns(film: Source, replay: Replay) -> Iterator[ReplayedTurn]:
    """Turns end as they do at a table: by quiet, or when the next player begins."""
    at_s = 0.0
    for seen, replayed in film_moments(film, replay):
        yield from replayed
        at_s = seen.at_s
    yield from replay.settle(at_s)


def film_moments(film: Source, replay: Replay) -> Iterator[tuple[Seen, tuple[ReplayedTurn, ...]]]:
    """Every picture of a film and the turns that were over with it."""
    eye, number = replay.eye(), 0
    while (picture := film.newest(number)) is not None:
        number = picture.number
        seen = eye.see(picture)
        yield seen, replay.saw(seen)
