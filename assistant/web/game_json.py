"""The table as the JSON that phones are shown, in each phone's language."""

from __future__ import annotations

from assistant.game.events import End, Entry, Finished, Passed, Rerolled, Traded
from assistant.game.objections import finish_objection, objection
from assistant.game.state import Game, Seat, Turn
from assistant.rules.book import Trade
from assistant.rules.cards import QWIRKLE
from assistant.rules.supply import unseen
from assistant.session.moment import Moment
from assistant.tiles import Colour, Palette, Tile, palette_of
from assistant.web.hands_json import write_hands
from assistant.web.names import short_names
from assistant.web.proposal_json import write_balance, write_camera, write_proposal, write_strange
from assistant.web.rows_json import write_rows_proposal
from assistant.web.turn_json import Written, write_cards, write_turn
from assistant.words import Language, end_sentence, refusal, remark, say

SHORT_NAME = 7
"""Letters of a name that fit a third of 320 px above a total."""


def write_moment(moment: Moment, language: Language, known: KnownTurns | None = None) -> Written:
    """Everything a phone draws."""
    game = proposal = None
    if moment.game is not None:
        game = {"number": moment.number} | write_game(moment.game, language, known)
        if moment.proposal is not None:
            proposal = write_proposal(moment, moment.game, moment.proposal, language)
        elif moment.rows_proposal is not None:
            seen = moment.rows_proposal
            proposal = write_rows_proposal(moment, moment.game, seen, language)
    return {
        "run": moment.run,
        "revision": moment.revision,
        "language": language.value,
        "game": game,
        "proposal": proposal,
        "balance": write_balance(moment, language),
        "hands": write_hands(moment, language),
        "strange": write_strange(moment, language),
        "camera": write_camera(moment, language),
        "by_itself": moment.by_itself,
        "hinted": moment.hinted,
        "turn_since_s": moment.turn_since_s,
        "trouble": " ".join(trouble.translate(language) for trouble in moment.troubles),
    }


class KnownTurns:
    """The turns of the game as they were written last: those of the past seldom change."""

    def __init__(self) -> None:
        self._known: list[tuple[Turn, Written]] = []

    def write(self, game: Game, language: Language) -> list[Written]:
        """The turns as JSON; what was written before is the same object again."""
        rules, before = game.settings.rules, self._known
        self._known = [
            before[place]
            if place < len(before) and before[place][0] is turn
            else (turn, write_turn(turn, rules, language))
            for place, turn in enumerate(game.turns)
        ]
        return [written for _, written in self._known]


def write_game(game: Game, language: Language, known: KnownTurns | None = None) -> Written:
    """One game as it stands."""
    rules = game.settings.rules
    return {
        "rules": rules.value,
        "simulated": game.settings.simulated,
        "players": _seats(game, language),
        "next": game.next_player,
        "board": [str(placed) for placed in game.board],
        "rows": [write_cards(row) for row in game.rows],
        "turns": (known or KnownTurns()).write(game, language),
        "bag": game.bag,
        "hand_size": game.book.hand_size,
        "turn_s": game.settings.turn_s,
        "unseen": _unseen(game),
        "colours": [colour.letter for colour in _palette(game).colours],
        "sixth": _palette(game).sixth.value,
        "other_sixth": _other_sixth(game),
        "can": _possible(game),
        "end": game.end.value if game.end else None,
        "won": winner_sentence(game, language),
        "result": result_sentence(game, language),
        "end_refused": refusal(language, game.end_refused) if game.end_refused else "",
    }


def result_sentence(game: Game, language: Language) -> str:
    """Who won and how the game ended; nothing while it goes on."""
    if game.end is None:
        return ""
    return f"{winner_sentence(game, language)} {ended_sentence(game, language)}"


def ended_sentence(game: Game, language: Language) -> str:
    """How the game ended, and what the count says where it says otherwise."""
    if game.end is None:
        return ""
    ended = end_sentence(language, game.end, game.settings.rules)
    return f"{ended} {remark(language, game.end_remark)}" if game.end_remark else ended


def winner_sentence(game: Game, language: Language) -> str:
    """Who won; nothing while the game goes on."""
    if game.end is None:
        return ""
    *others, last = game.winners
    names = say(language, "sheet.and").join(([", ".join(others)] if others else []) + [last])
    return say(language, "sheet.winners" if others else "sheet.winner", names=names)


def _seats(game: Game, language: Language) -> list[Written]:
    """Everybody, in order: the place in it is also the player's colour."""
    short = short_names(game.players, SHORT_NAME)
    return [_seat(game, seat, short[seat.name], language) for seat in game.seats]


def team_text(game: Game, seat: Seat, language: Language) -> str:
    """What a player's team has together; nothing for those who play alone."""
    teams = game.started.teams
    own = teams[game.players.index(seat.name)] if teams else 0
    if teams.count(own) < 2:
        return ""
    total = game.team_total(seat.name)
    return say(language, "page.team_total", number=own, total=total)


def _seat(game: Game, seat: Seat, short: str, language: Language) -> Written:
    return {
        "name": seat.name,
        "short": short,
        "total": seat.total,
        "hand": seat.hand,
        "left": seat.has_left,
        "leads": seat.total > 0 and seat.name in game.leaders,
        "team": team_text(game, seat, language),
        "pile": [
            write_cards(seat.pile[at : at + QWIRKLE]) for at in range(0, len(seat.pile), QWIRKLE)
        ],
        "last_turn": seat.turns_left is not None and seat.turns_left > 0,
    }


def _possible(game: Game) -> Written:
    """Which buttons make sense now."""
    book, going = game.book, not game.finished
    return {
        "undo": len(game.past) > 1,
        "redo": bool(game.undone),
        "trade": _can_trade(game),
        "roll": going and book.rolls and _may(game, Rerolled(game.next_player or "", 1)),
        "pass": _may(game, Passed(game.next_player or "")),
        "went_out": going and book.going_out_bonus is not None,
        "blocked": going and finish_objection(game, Finished(End.BLOCKED)) is None,
        "watch": going,
    }


def _can_trade(game: Game) -> bool:
    """Whether the next player may trade: never before the opening, which can always be laid.

    Whoever starts opens with the matching tiles (C2, K2).
    """
    opened = bool(game.board or game.rows or game.piles)
    seat = game.seat(game.next_player or "")
    if not opened or seat is None:
        return False
    hand = game.book.hand_size if seat.hand is None else seat.hand
    whole = game.book.trade is Trade.WHOLE_HAND
    return _may(game, Traded(seat.name, hand if whole else 1))


def _may(game: Game, event: Entry) -> bool:
    return objection(game, event) is None


def _unseen(game: Game) -> dict[str, int]:
    """How many of each kind nobody has seen yet; for Cubes, of each colour."""
    return {
        what.letter if isinstance(what, Colour) else str(what): count
        for what, count in unseen(shown_tiles(game), game.book).items()
    }


def shown_tiles(game: Game) -> list[Tile]:
    """Every tile that lies on the table or was taken from it."""
    on_board = [placed.tile for placed in game.board]
    return [*on_board, *(card for row in game.rows for card in row), *game.piles]


def _palette(game: Game) -> Palette:
    return game.settings.palette or palette_of(shown_tiles(game))


def _other_sixth(game: Game) -> str | None:
    """The other sixth colour, as long as no tile on the table speaks against it."""
    sixth = _palette(game).sixth
    if any(tile.colour is sixth for tile in shown_tiles(game)):
        return None
    return "white" if sixth is Colour.PURPLE else "purple"
