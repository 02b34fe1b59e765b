"""The open hands of Cubes as the JSON that phones are shown, and what they make possible."""

from __future__ import annotations

from assistant.game.options import options
from assistant.game.state import Game
from assistant.moves.cards_play import CardsPlay
from assistant.moves.open_cells import fitting, fitting_colours
from assistant.moves.rolling import chance_to_fit
from assistant.moves.search import Move
from assistant.rules.opening import largest_set, tied_for_start
from assistant.session.moment import Moment
from assistant.tiles import Tile
from assistant.watch.hands import Hands
from assistant.watch.open_hands import OpenHand
from assistant.web.turn_json import Written, unit_of
from assistant.words import Language, counted, refusal, say

SHOWN_MOVES = 3


def write_hands(moment: Moment, language: Language) -> Written | None:
    """Every hand as it lies, and what is to be said or asked about them; None without any."""
    game, hands = moment.game, moment.hands
    if game is None or game.finished or not hands.hands:
        return None
    asked = hands.asked
    return {
        "players": {hand.player: _cubes(hand) for hand in hands.hands if hand.player},
        "numbers": {hand.player: hand.number for hand in hands.hands if hand.player},
        "whose": None if asked is None else {"number": asked.number, "cubes": _cubes(asked)},
        "fault": refusal(language, hands.fault) if hands.fault else "",
        "advice": _advice(game, hands, language) if moment.proposal is None else "",
        "starts": _starts(game, hands, language),
    }


def write_chances(game: Game, hands: Hands, player: str, language: Language) -> Written:
    """The best moves of an open hand, and how likely rolling all of it brings one."""
    tiles = hands.whole(game, player)
    best: dict[tuple[Tile, ...], Move] = {}
    for move in options(game, tiles):
        if not isinstance(move, CardsPlay):
            laid = tuple(sorted((placed.tile for placed in move.placement), key=str))
            best.setdefault(laid, move)
    moves = list(best.values())[:SHOWN_MOVES]
    unit = unit_of(game.settings.rules)
    return {
        "cubes": [str(tile) for tile in tiles],
        "moves": [
            {
                "placed": [str(placed) for placed in move.placement],
                "text": counted(language, unit, move.points),
            }
            for move in moves
        ],
        "text": _chance_text(game, tiles, bool(moves), language),
    }


def _cubes(hand: OpenHand) -> list[Written]:
    return [{"tile": str(cube.tile), "seen": not cube.missed} for cube in hand.cubes]


def _chance_text(game: Game, tiles: tuple[Tile, ...], can_lay: bool, language: Language) -> str:
    if not tiles:
        return say(language, "page.open_unknown")
    sentences = [] if can_lay else [say(language, "page.hand_nothing")]
    if game.has_opened:
        sentences.append(say(language, "page.roll_chance", percent=_percent(game, tiles)))
    return " ".join(sentences)


def _advice(game: Game, hands: Hands, language: Language) -> str:
    """What the player whose turn it is has to do, where nothing of the hand fits (U5)."""
    player = game.mover
    tiles = hands.whole(game, player)
    if not tiles or not game.has_opened or fitting(game.board, tiles):
        return ""
    if not fitting_colours(game.board, {tile.colour for tile in tiles}):
        return say(language, "page.dead_end", player=player)
    return say(language, "page.nothing_fits", player=player, percent=_percent(game, tiles))


def _percent(game: Game, tiles: tuple[Tile, ...]) -> str:
    """The chance that something fits after all cubes were rolled; certainty only where it is."""
    chance = chance_to_fit(game.board, (tile.colour for tile in tiles))
    percent = round(100 * chance)
    if 0 < chance < 1:
        percent = min(max(percent, 1), 99)
    return str(percent)


def _starts(game: Game, hands: Hands, language: Language) -> Written | None:
    """Who starts by the open hands, where all of them are seen and nobody said it yet (U3)."""
    if game.turns or game.has_opened or game.started.declared:
        return None
    held = {name: hands.whole(game, name) for name in game.players}
    if not all(held.values()):
        return None
    counts = [largest_set(tiles) for tiles in held.values()]
    first = [game.players[seat] for seat in tied_for_start(counts)]
    key = "page.hand_first" if len(first) == 1 else "page.hand_tied"
    text = say(language, key, names=", ".join(first), count=max(counts))
    return {"players": first, "count": max(counts), "text": text}
