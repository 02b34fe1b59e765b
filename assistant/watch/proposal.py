"""Proposals: what the watcher believes a player has placed, and how far it would swear to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from assistant.board import Cell, Placement
from assistant.rules.ruling import Ruling
from assistant.tiles import Tile

Corners = tuple[tuple[float, float], ...]
"""A face's four corners in pixels of the picture it was last seen in."""


class Question(Enum):
    """Why a person should be asked before a proposal is accepted."""

    READING = "reading"
    """A tile could be another one."""
    ALIGNMENT = "alignment"
    """The picture could lie otherwise on the known board."""
    TAKEN_AWAY = "taken_away"
    """Tiles of earlier turns are clearly gone."""
    NOTHING_PLACED = "nothing_placed"
    """A turn is over and nothing new lies there: traded, passed?"""
    UNDER_WAY = "under_way"
    """The first picture shows more than an opening: the tiles lay there at the start?"""
    TOO_MANY = "too_many"
    """More new tiles than a hand holds: several turns at once?"""
    UNREAD = "unread"
    """Something like a tile lies where one could have been placed, and cannot be read."""
    OUT_OF_VIEW = "out_of_view"
    """The line of new tiles ends where the picture does, and may go on."""
    APART = "apart"
    """A tile lies near the grid without touching it: played, or only put down?"""
    TWO_TURNS = "two_turns"
    """These tiles may be more than one turn: did the next player begin, or the last one go on?"""
    GOES_ON = "goes_on"
    """These tiles may belong to the turn before, which was accepted by itself."""
    UNCOUNTED = "uncounted"
    """Other tiles lie there that are not counted."""
    REJECTED = "rejected"
    """The players rejected what looked likelier."""

    @property
    def text(self) -> str:
        """The key of its sentence."""
        return f"page.question.{self.value}"


ONLY_WHOSE = {Question.TWO_TURNS, Question.GOES_ON, Question.TOO_MANY}
"""Questions about whose tiles lie there, not about what lies there."""
ON_THE_WAY = {Question.APART, Question.UNREAD}
"""Questions about something beside the tiles, that are settled once it is laid."""


@dataclass(frozen=True, slots=True)
class Rival:
    """Another placement that the pictures allow."""

    placement: Placement
    probability: float


@dataclass(frozen=True, slots=True)
class Doubt:
    """A tile that could be another one, with the likeliest answers first."""

    cell: Cell
    answers: tuple[tuple[Tile, float], ...]
    corners_px: Corners = ()


@dataclass(frozen=True, slots=True)
class Assumed:
    """A doubtful tile that rules or supply made another one than it looked."""

    cell: Cell
    looked: Tile
    taken: Tile


@dataclass(frozen=True, slots=True)
class Revised:
    """A tile of an earlier turn that later pictures read otherwise."""

    cell: Cell
    was: Tile
    now: Tile
    sureness: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """The likeliest move on the table, its ruling, its rivals and its doubts."""

    placement: Placement
    ruling: Ruling
    sureness: float
    """How likely it is that exactly these tiles were placed, 0 to 1."""
    rivals: tuple[Rival, ...] = ()
    """Likeliest first."""
    doubts: tuple[Doubt, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    questions: frozenset[Question] = frozenset()
    revised: tuple[Revised, ...] = ()
    missing: tuple[Cell, ...] = ()
    """Cells of the board whose tiles are believed taken away."""
    joins: bool = False
    """Whether these tiles and the turn before would be legal as one turn of that player."""

    def asking(self, why: Iterable[Question]) -> Proposal:
        """The same with more questions."""
        return replace(self, questions=self.questions.union(why))

    @property
    def asked(self) -> bool:
        """Whether a person should be asked what lies there before it is accepted."""
        return bool(self.questions)

    @property
    def is_surely_read(self) -> bool:
        """Whether nothing is asked about what these tiles are."""
        return not self.questions - ONLY_WHOSE - ON_THE_WAY

    @property
    def is_legal(self) -> bool:
        """Whether the rules allow it."""
        return self.ruling.is_legal

    @property
    def needs_tap(self) -> bool:
        """Whether it is never accepted by itself: doubtful, or clear and against the rules."""
        return self.asked or not self.ruling.is_legal
