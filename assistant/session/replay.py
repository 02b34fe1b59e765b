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

    def __init__(self, started: Started, player: type[Robot] = Robot) -> None:
        self.session = Session(Store(None))
        self.robot = player(self.session)
        self._gridless = 0
        """How many photos showed no grid before the first turn: maybe turns that were not told."""
        self._bare: Seen | None = None
        """The first photo, if it showed nothing at all."""
        self._unread = False
        """Whether a later photo before the first turn showed nothing at all."""
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
        return self._replayed(self.robot.saw(seen), seen.at_s)

    def saw_photo(self, seen: Seen) -> tuple[ReplayedTurn, ...]:
        """The turns that a photo of the settled table shows."""
        shown = seen.observation
        is_bare = shown is None or not (shown.sightings or shown.rows)
        # A table of Cards always shows the cards of its first turn: those that cannot be read as
        # rows are a turn of which nothing is seen, and the next photo is the next player's.
        if is_bare and self.game.book.is_grid and not (self.game.turns or self.game.board.tiles):
            return self._without_grid(seen)
        unseen, self._gridless = self._gridless, 0
        in_line = shown is None or is_one_line(one.cell for one in shown.sightings)
        if unseen and not in_line:
            seen = replace(seen, skipped=max(seen.skipped, unseen))
        self.robot.see(seen)
        if unseen and (self._unread or not in_line):
            self.robot.leave_open_whose()
        told = self.answered(seen)
        if unseen and not self.game.turns:
            self.robot.leave_unseen(unseen + 1)
        return told

    def _without_grid(self, photo: Seen) -> tuple[ReplayedTurn, ...]:
        """A photo without a grid: before the first turn, or its pieces were not told apart.

        Nothing is part of the game yet; the next photo tells. Only the first one may be the bare
        table: one that shows nothing after it is a turn that nobody read, and asked about.
        """
        self._gridless += 1
        if photo.observation is None or not photo.observation.loose:
            if self._gridless == 1:
                self._bare = photo
                return ()
            self._unread = True
        return self._nothing_placed(photo, self._gridless - bool(self._bare))

    def _nothing_placed(self, photo: Seen, turn: int) -> tuple[ReplayedTurn, ...]:
        """That nothing is seen of a turn before the first one of the game, which is asked about."""
        players, asked = self.game.players, frozenset({Question.NOTHING_PLACED})
        player = players[(players.index(self.game.mover) + turn - 1) % len(players)]
        name = photo.picture.name if photo.picture else ""
        return self._replayed((PlayedTurn(player, (), None, asked),), photo.at_s, name)

    def nothing_read(self) -> tuple[ReplayedTurn, ...]:
        """What is told of the only photo of a folder where nothing was seen on it."""
        if self._bare is None or self._gridless != 1:
            return ()
        return self._nothing_placed(self._bare, 1)

    def answered(self, photo: Seen) -> tuple[ReplayedTurn, ...]:
        """The turns that a photo shows which the session has seen."""
        name = photo.picture.name if photo.picture else ""
        return self._replayed(self.robot.answer_photo(), photo.at_s, name)

    def settle(self, at_s: float) -> tuple[ReplayedTurn, ...]:
        """The turns that are still open at the end."""
        return self._replayed(self.robot.settle(), at_s)

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
    yield from replay.nothing_read()


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
