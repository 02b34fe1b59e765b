"""Games of Cards by photos through the session, and how each turn came out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from assistant.game.events import CardsLaid, Rulebook, Settings, Started, move_of
from assistant.rules.cards import Table, same_rows
from assistant.session.camera_loop import Seen
from assistant.session.photo_names import photos_between
from assistant.session.replay import Replay, ReplayedTurn
from assistant.session.robot import Robot
from tests.support.cards_games import CardsTurn
from tests.support.cards_people import People
from vision.observation import Observation
from vision.scene.report import SceneReport, SceneState
from vision.sources.source import Picture

BLANK = np.zeros((2, 2, 3), np.uint8)


@dataclass(frozen=True)
class Photographed:
    """One photo, and the turns that were played since the one before."""

    name: str
    turns: tuple[CardsTurn, ...]

    @property
    def shown(self) -> CardsTurn:
        """The turn after which it was taken."""
        return self.turns[-1]


def photographed(
    turns: Iterable[CardsTurn], forgotten: float = 0.0, seed: int = 0, numbered: bool = True
) -> Iterator[Photographed]:
    """The photos of a game of which some were forgotten; numbered by turns or by photos."""
    dice, waiting, photos = random.Random(seed), [], 0
    for number, turn in enumerate(turns, 1):
        waiting.append(turn)
        if turn.is_legal and len(waiting) < 3 and dice.random() < forgotten:
            continue
        photos += 1
        yield Photographed(f"{number if numbered else photos:03}.jpg", tuple(waiting))
        waiting = []


@dataclass(frozen=True)
class Outcome:
    """How the turns of one photo came out."""

    kind: str
    is_right: bool
    asked: bool
    reported: bool
    """Whether an illegal turn among them was told as one."""
    words: str = ""

    @property
    def verdict(self) -> str:
        """One of right, asked and silent, for the table."""
        return "asked" if self.asked else "right" if self.is_right else "silent"


def replayed(
    photos: Iterable[Photographed],
    read: Callable[[Photographed], Observation],
    players: tuple[str, ...] = ("A", "B"),
    answered: bool = False,
) -> Iterator[Outcome]:
    """Every photo through the session, and its turns held against the truth.

    Nobody answers what is asked, as in a replay, or people answer all of it with the truth.
    """
    replay = Replay(Started(Settings(Rulebook.CARDS), players), People if answered else Robot)
    before, name_before = (), ""
    for number, photo in enumerate(photos, 1):
        at_s = 10.0 * number
        picture = Picture(BLANK, at_s, number, name=photo.name, is_photo=True)
        seen = Seen(at_s, SceneReport(SceneState.STILL, at_s), picture, read(photo))
        if isinstance(replay.robot, People):
            replay.robot.truth = photo.turns
        skipped = photos_between(name_before, photo.name)
        told = replay.saw_photo(replace(seen, skipped=skipped))
        name_before = photo.name
        yield _outcome(photo, told, before)
        before = replay.game.rows


def _outcome(photo: Photographed, told: tuple[ReplayedTurn, ...], before: Table) -> Outcome:
    kind = photo.shown.kind if len(photo.turns) == 1 else "forgotten"
    right = len(told) == len(photo.turns) and all(
        is_right(turn, one) for turn, one in zip(photo.turns, told, strict=True)
    )
    illegal = any(not turn.is_legal for turn in photo.turns)
    reported = any(one.played.turn is not None and not one.played.turn.is_legal for one in told)
    asked = any(one.played.asked for one in told)
    words = "" if right else _words(photo, told, before)
    return Outcome(kind, right, asked, reported or not illegal, words)


def is_right(turn: CardsTurn, one: ReplayedTurn) -> bool:
    """Whether a turn was told as it was: cards, rows, verdict, Qwirkles and player."""
    own = one.played.turn
    move = None if own is None else move_of(own.event)
    if own is None or not isinstance(move, CardsLaid):
        return False
    return (
        Counter(move.laid) == Counter(turn.laid)
        and same_rows(move.rows, turn.rows)
        and own.is_legal == turn.is_legal
        and own.points == (turn.qwirkles if turn.is_legal else 0)
        and one.played.player == turn.player
    )


def _words(photo: Photographed, told: tuple[ReplayedTurn, ...], before: Table) -> str:
    lines = [f"{photo.name} before {written(before)}"]
    lines += [
        f"   true {one.player} {one.kind} +{written((one.laid,))} = {written(one.rows)}"
        for one in photo.turns
    ]
    for one in told:
        own = one.played.turn
        move = None if own is None else move_of(own.event)
        rows = move.rows if isinstance(move, CardsLaid) else ()
        laid = move.laid if isinstance(move, CardsLaid) else ()
        why = sorted(question.value for question in one.played.questions)
        legal = own is not None and own.is_legal
        lines.append(
            f"   told {one.played.player} {legal} +{written((laid,))} = {written(rows)} {why}"
        )
    return "\n".join(lines)


def written(rows: Table) -> str:
    """Rows in the short notation, in an order that can be compared."""
    return " / ".join(sorted(" ".join(sorted(map(str, row))) for row in rows))
