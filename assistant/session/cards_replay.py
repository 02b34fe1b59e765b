"""Replaying a folder of photos of Cards: each is the settled table after one turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from assistant.game.events import CardsLaid, Corrected, LetStand, Started
from assistant.game.history import Accepted, answer, fold
from assistant.game.state import Game, Turn
from assistant.watch.rows import Doubt, RowsSeen, explain_rows
from vision.observation import Observation
from vision.reading.cards import read_cards
from vision.sources.source import Source


@dataclass(frozen=True, slots=True)
class ReplayedCards:
    """One turn of Cards as it came out, and the game after it."""

    turn: Turn
    move: CardsLaid
    doubts: frozenset[Doubt]
    game: Game
    photo: str

    @property
    def asked(self) -> bool:
        """Whether a person would have been asked before it was accepted."""
        return bool(self.doubts)


class CardsReplay:
    """One photographed game; the best reading is kept, an illegal turn counts for nothing."""

    def __init__(self, started: Started) -> None:
        self.game = fold([started])
        self._illegal: CardsLaid | None = None
        """The latest turn if it was illegal: its cards may still lie there."""

    def saw_photo(self, seen: Observation, photo: str) -> ReplayedCards | None:
        """The turn that one more photo shows; None before the first card is laid."""
        if not self.game.turns and not seen.rows:
            return None
        found = self._explained(seen)
        move = CardsLaid(self.game.mover, found.laid, found.rows)
        accepted = answer(self.game, move)
        if not isinstance(accepted, Accepted):
            return None
        self.game = accepted.game
        turn = self.game.turns[-1]
        self._illegal = None if turn.is_legal else move
        doubts = found.doubts if turn.is_legal or found.doubts else frozenset()
        return ReplayedCards(turn, move, doubts, self.game, photo)

    def _explained(self, seen: Observation) -> RowsSeen:
        """The photo by the table before; by the illegal one where that explains it better."""
        taken_back = explain_rows(self.game.rows, self.game.piles, seen)
        if self._illegal is None:
            return taken_back
        number = self.game.turns[-1].number
        stood = answer(self.game, Corrected(number, (LetStand(self._illegal, 0),)))
        if not isinstance(stood, Accepted):
            return taken_back
        left_lying = explain_rows(stood.game.rows, stood.game.piles, seen)
        if _oddness(left_lying) >= _oddness(taken_back):
            return taken_back
        self.game = stood.game
        return left_lying


def _oddness(found: RowsSeen) -> tuple[int, int, int]:
    """How badly a table is explained: broken rows and cards that went, then doubts, then cards."""
    return (not found.is_legal) + (Doubt.HIDDEN in found.doubts), len(found.doubts), len(found.laid)


def cards_turns(photos: Source, replay: CardsReplay) -> Iterator[ReplayedCards]:
    """The turns of a folder of photos, in the order of their names."""
    number = 0
    while (picture := photos.newest(number)) is not None:
        number = picture.number
        heard = replay.saw_photo(read_cards(picture.picture_bgr), picture.name)
        if heard is not None:
            yield heard
