"""Accepted turns as lessons: what the game says lies there teaches the colours of the set."""

from __future__ import annotations

import queue
from collections.abc import Callable
from dataclasses import replace

from assistant.board import Board
from assistant.session.camera_loop import Seen
from assistant.session.moment import Moment
from assistant.session.setup import Setup
from assistant.watch.registration import register
from assistant.worker import Worker
from calibration.faults import ProfileError
from vision.observation import Observation, Sighting
from vision.pictures.load import PictureBgr

SURE = 0.999
"""A picture teaches only where it is this clear how it lies on the board."""


def agreed(seen: Observation, board: Board) -> Observation | None:
    """What was seen, each tile as the game says it is; None where that cannot be told."""
    registered = register(seen, board.tiles, None)
    if registered is None or registered.sureness < SURE:
        return None
    known = []
    for sighting in seen.sightings:
        tile = board.tile_at(registered.pose.cell(sighting.cell))
        if tile is not None:
            known.append(_as(sighting, tile.colour, tile.shape))
    return replace(seen, sightings=tuple(known)) if known else None


def _as(sighting: Sighting, colour: object, shape: object) -> Sighting:
    return replace(
        sighting,
        colours={one: float(one is colour) for one in sighting.colours},
        shapes={one: float(one is shape) for one in sighting.shapes},
    )


class Teaching:
    """A worker that learns from one accepted table at a time, while the camera watches on."""

    def __init__(
        self, setup: Setup, on_trouble: Callable[[bool], None] = lambda _failing: None
    ) -> None:
        self._setup = setup
        self._taught: tuple[int | None, int] = (None, 0)
        self._waiting: queue.Queue[tuple[PictureBgr, Observation] | None] = queue.Queue(1)
        self._worker = Worker("learning", self._learn, on_trouble)
        self._worker.start()

    def saw(self, seen: Seen, moment: Moment) -> None:
        """Take this picture for a lesson if it shows a turn that was accepted since the last."""
        game = moment.game
        if game is None or seen.observation is None or seen.picture is None:
            return
        turn = (moment.number, len(game.turns))
        if turn == self._taught or moment.proposal is not None or not game.turns:
            return
        lesson = agreed(seen.observation, game.board)
        if lesson is None:
            return
        self._taught = turn
        try:
            self._waiting.put_nowait((seen.picture.picture_bgr, lesson))
        except queue.Full:
            return  # it is still at the turn before; the next one will do

    def close(self) -> None:
        """Learn no more."""
        self._worker.close()
        while self._worker.is_alive:
            try:
                self._waiting.put(None, timeout=0.5)
            except queue.Full:
                continue
            self._worker.join()

    def _learn(self) -> None:
        while (lesson := self._waiting.get()) is not None:
            try:
                self._setup.accepted(*lesson)
            except ProfileError as error:
                self._setup.notice(error)
            self._worker.well()
