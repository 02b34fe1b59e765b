"""What the camera sees and proposes, as the JSON that phones are shown."""

from __future__ import annotations

from assistant.board import Placement
from assistant.game.events import placement_of
from assistant.game.history import Accepted, answer
from assistant.game.state import Game, Turn
from assistant.session.moment import Moment
from assistant.session.sentences_setup import check_advice
from assistant.watch import Proposal, Question
from assistant.watch.balance import WayOut
from assistant.watch.meaning import Meant, accepted_events, several_turns
from assistant.web.turn_json import Written, write_turn
from assistant.words import Language, say, tile_name


def write_proposal(moment: Moment, game: Game, proposal: Proposal, language: Language) -> Written:
    """What the camera believes was placed, with its reckoning and every question about it."""
    turn = _turn_of(game, proposal)
    return {
        "placed": [str(placed) for placed in proposal.placement],
        "turn": turn and write_turn(turn, game.settings.rules, language),
        "stands_for": sum(line.points for line in proposal.ruling.lines),
        "sure": round(proposal.sureness, 3),
        "asking": moment.asking,
        "countdown": write_countdown(moment),
        "questions": [
            say(language, question.text)
            for question in Question
            # A doubt shows what to check; telling so again would only hide it.
            if question in proposal.questions
            and not (question is Question.READING and proposal.doubts)
        ],
        "doubts": [
            {
                "cell": list(doubt.cell),
                "answers": [[str(tile), round(share, 2)] for tile, share in doubt.answers],
            }
            for doubt in proposal.doubts
        ],
        "revised": [
            {
                "cell": list(one.cell),
                "tile": str(one.now),
                "text": say(
                    language,
                    "page.revised",
                    was=tile_name(language, one.was),
                    now=tile_name(language, one.now),
                ),
            }
            for one in proposal.revised
        ],
        "assumed": [
            say(
                language,
                "page.assumed",
                looked=tile_name(language, one.looked),
                taken=tile_name(language, one.taken),
            )
            for one in proposal.assumed
        ],
        "missing": [list(cell) for cell in proposal.missing],
        "meant": [meant.value for meant in Meant if _can_mean(meant, game, proposal)],
        "choices": [_choice(game, one.turns) for one in moment.choices],
    }


def write_countdown(moment: Moment) -> Written | None:
    """How long until the proposal counts by itself; None where it does not."""
    countdown = moment.countdown
    if countdown is None:
        return None
    return {"number": countdown.number, "seconds": countdown.seconds}


def write_balance(moment: Moment, language: Language) -> Written | None:
    """What lies on the table and is not counted, and what people can say of it; None if nothing."""
    game, balance = moment.game, moment.balance
    if game is None or not (balance.uncounted or balance.aside or moment.apart):
        return None
    ways = [way.value for way in WayOut if way is not WayOut.LAST or _has_last(game)]
    count = len(balance.uncounted) + len(moment.apart)
    text = say(language, "page.uncounted", count=count) if count else ""
    return {
        "uncounted": [str(placed) for placed in balance.uncounted],
        "cards": [str(card) for card in moment.apart],
        "aside": [str(placed) for placed in balance.aside],
        "text": text,
        "ways": ways if balance.uncounted else [],
        "last": game.turns[-1].event.player if _has_last(game) else "",
        "next": game.mover,
    }


def write_strange(moment: Moment, language: Language) -> Written | None:
    """What was read of a table that does not fit the known one; None where it fits."""
    if not moment.strange or moment.game is None or moment.game.finished:
        return None
    return {"tiles": moment.strange, "text": say(language, "page.strange", count=moment.strange)}


def _has_last(game: Game) -> bool:
    return bool(game.turns) and bool(placement_of(game.turns[-1].event))


def write_camera(moment: Moment, language: Language) -> Written | None:
    """What the camera is doing, in one word; None without one."""
    if not moment.camera:
        return None
    word = moment.word.value if moment.word else "wait"
    if word == "watching" and not moment.can_tell:
        word = "unclear"
    return {
        "name": moment.camera,
        "word": word,
        "text": say(language, f"page.camera.{word}"),
        "lost_place": not moment.can_tell,
        "cleared": moment.cleared,
        "notice": moment.notice,
        "advice": [
            {
                "check": finding.check.value,
                "text": check_advice(finding, language, moment.camera_kind),
            }
            for finding in moment.advice
        ],
    }


def _turn_of(game: Game, proposal: Proposal) -> Turn | None:
    """The entry that accepting would write; None where nothing was placed."""
    if not proposal.placement:
        return None
    for event in accepted_events(game, proposal, Meant.MOVE):
        answered = answer(game, event)
        if isinstance(answered, Accepted):
            game = answered.game
    return game.turns[-1] if game.turns else None


def _can_mean(meant: Meant, game: Game, proposal: Proposal) -> bool:
    """Whether players should be offered this meaning of the tiles."""
    # Several turns are offered with the points of each, as choices.
    if meant is Meant.TWO_TURNS or not proposal.placement:
        return False
    return bool(accepted_events(game, proposal, meant))


def _choice(game: Game, turns: tuple[Placement, ...]) -> Written:
    """Turns that the tiles may be, with what each of them pays."""
    after = game
    for event in several_turns(game, turns):
        answered = answer(after, event)
        if isinstance(answered, Accepted):
            after = answered.game
    new = after.turns[len(game.turns) :]
    pays = [f"{turn.event.player} {turn.points}" for turn in new]
    return {
        "turns": [[str(placed) for placed in turn] for turn in turns],
        "players": [turn.event.player for turn in new],
        "points": [turn.points for turn in new],
        "text": ", ".join(pays),
    }
