"""Films of simulated games through the whole chain, and how each turn came out."""

from collections import Counter
from dataclasses import dataclass, replace

from assistant.game.events import Settings, Started
from assistant.session.replay import Replay, ReplayedTurn, film_moments
from assistant.watch import Question
from tests.support.filmed_games import Case, FilmedGame, TrueTurn
from vision.sources.shown import ShownSource

MOST_LATE = 3
"""Turns after a turn that may be complete before it is told: nobody waits for the camera."""


@dataclass(frozen=True)
class Outcome:
    """How the watcher did in one film."""

    seed: int
    fps: float
    seconds: float
    counts: Counter
    """(case, 'right', 'asked', 'silent', 'missed' or 'due') and how often."""
    wrong: tuple[str, ...]
    """Everything that was not right, in words."""
    waits_s: tuple[float, ...]
    """From the hand's leaving to the proposal, in film time."""
    reading_s: tuple[float, ...]
    """The time that reading took, for each of them."""


def judge_film(game: FilmedGame) -> Outcome:
    """Watch one film to its end."""
    source = ShownSource(f"game {game.seed}", game.shots(), paced=False)
    replay = Replay(Started(Settings(), ("Anna", "Chris")))
    heard: list[ReplayedTurn] = []
    waits_s: list[float] = []
    reading_s: list[float] = []
    waiting = 0
    for seen, told in film_moments(source, replay):
        heard += told
        if len(game.turns) > waiting and seen.observation and replay.session.now.proposal:
            waiting = len(game.turns)
            if game.turns[-1].case is Case.PLAIN:
                waits_s.append(seen.at_s - game.turns[-1].complete_s)
                reading_s.append(seen.read_ms / 1000)
    heard += replay.settle(game.at_s)
    counts, wrong = compare(game.turns, heard)
    named = tuple(f"game {game.seed}, {line}" for line in wrong)
    return Outcome(game.seed, game.fps, game.at_s, counts, named, tuple(waits_s), tuple(reading_s))


def compare(turns: list[TrueTurn], heard: list[ReplayedTurn]) -> tuple[Counter, list[str]]:
    """Every true turn with what was told before the next one was complete."""
    counts, wrong = Counter(), []
    shift = _shift(turns, heard)
    before = [one for one in heard if not turns or one.at_s < turns[0].complete_s]
    wrong += [f"{_said(one)} before the first turn" for one in before]
    counts["extra", "silent"] += len(before)
    told_of_turns = _by_turn(turns, [one for one in heard if one not in before], shift)
    _date_missing(turns, told_of_turns)
    for number, (turn, told) in enumerate(zip(turns, told_of_turns, strict=True), 1):
        verdict = _verdict(turn, told, shift)
        counts[turn.case, verdict] += 1
        if verdict not in ("right", "due"):
            truth = " ".join(map(str, turn.placement))
            told_of = "; ".join(map(_said, told)) or "nothing"
            wrong.append(
                f"turn {number} at {turn.complete_s:.1f} s ({turn.case.value}) {verdict}: "
                f"{truth} {'legal' if turn.ruling.is_legal else 'illegal'}, told {told_of}"
            )
    return counts, wrong


def _by_turn(
    turns: list[TrueTurn], heard: list[ReplayedTurn], shift: tuple[int, int]
) -> list[list[ReplayedTurn]]:
    """What was told about each turn: before the next was complete, or as later ones were seen."""
    told: list[list[ReplayedTurn]] = [[] for _ in turns]
    for one in heard:
        number = max(k for k, turn in enumerate(turns) if turn.complete_s <= one.at_s)
        late = [
            k
            for k in range(max(0, number - MOST_LATE), number)
            if not told[k] and _placed(one, shift) == _truth(turns[k])
        ]
        told[late[0] if late and not told[number] else number].append(one)
    return told


def _date_missing(turns: list[TrueTurn], told: list[list[ReplayedTurn]]) -> None:
    """A tile that is taken away before a turn may be asked about while the one before is open."""
    gone = {Question.TAKEN_AWAY}
    for number, turn in enumerate(turns):
        early = [one for one in told[number - 1] if gone & one.played.questions] if number else []
        if turn.due and early and not turns[number - 1].due:
            told[number - 1] = [_asking(one, one.played.questions - gone) for one in early]
            told[number] = [_asking(one, one.played.questions | gone) for one in told[number]]


def _asking(one: ReplayedTurn, questions: frozenset) -> ReplayedTurn:
    return replace(one, played=replace(one.played, questions=questions))


def _placed(one: ReplayedTurn, shift: tuple[int, int]) -> set:
    return {(cell.x + shift[0], cell.y + shift[1], tile) for cell, tile in one.played.placement}


def _truth(turn: TrueTurn) -> set:
    return {(cell.x, cell.y, tile) for cell, tile in turn.placement}


def _verdict(turn: TrueTurn, told: list[ReplayedTurn], shift: tuple[int, int]) -> str:
    if not told:
        return "missed"
    if any(one.played.asked for one in told):
        return "due" if turn.due else "asked"
    if turn.due or len(told) > 1:
        return "silent"
    entry = told[0].played.turn
    same = entry is not None and _placed(told[0], shift) == _truth(turn)
    same = same and entry.is_legal == turn.ruling.is_legal and entry.points == turn.ruling.points
    return "right" if same else "silent"


def _shift(turns: list[TrueTurn], heard: list[ReplayedTurn]) -> tuple[int, int]:
    """From the cells of the watched game to the true ones, as most tiles tell."""
    votes: Counter = Counter()
    for turn in turns:
        for one in heard:
            for cell, tile in one.played.placement:
                for other, same in turn.placement:
                    votes[other.x - cell.x, other.y - cell.y] += tile == same
    return votes.most_common(1)[0][0] if votes else (0, 0)


def _said(one: ReplayedTurn) -> str:
    placed = " ".join(map(str, one.played.placement))
    legal = "legal" if one.played.turn and one.played.turn.is_legal else "illegal"
    asked = ",".join(sorted(question.value for question in one.played.questions))
    return f"{placed} {legal} at {one.at_s:.1f} s{' asked: ' + asked if asked else ''}"
