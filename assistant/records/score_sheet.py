"""The score sheet as text: every turn with its reckoning, then the table and the result."""

from __future__ import annotations

from collections.abc import Iterator

from assistant import words
from assistant.board import Board, Cell, Placed, format_board, format_placement
from assistant.game.events import (
    CardsLaid,
    Counted,
    Entry,
    LetStand,
    Passed,
    PlayerLeft,
    PointsAdjusted,
    Rerolled,
    Rulebook,
    TilesPlaced,
    Traded,
    move_of,
    placement_of,
)
from assistant.game.state import Game, Turn
from assistant.rules.book import Trade
from assistant.rules.books import book_of
from assistant.rules.cards import CardsRuling, Row
from assistant.rules.grid import shared_attribute
from assistant.rules.ruling import Ruling
from assistant.tiles import Attribute, Colour, Palette, Shape, Tile, palette_of
from assistant.words import Language, of_game, say

INDENT = "    "


def format_sheet(game: Game, language: Language = Language.ENGLISH) -> str:
    """The whole game, readable without the program that wrote it."""
    title = f"{words.name_of(language, game.settings.rules)}: {', '.join(game.players)}"
    legend = format_legend(palette_of(_tiles(game)), language, game.settings.rules)
    return "\n\n".join([title, *_turns(game, language), format_result(game, language), legend])


def format_turn(turn: Turn, board: Board, rules: Rulebook, language: Language) -> str:
    """One turn: who did what, each line's pay or each reason, and the totals after it."""
    head = say(language, "sheet.turn", number=turn.ordinal, player=turn.event.player)
    if isinstance(turn.event, Rerolled):
        head = turn.event.player  # its number is that of the move that follows
    text_lines = [f"{head}  {_deed(turn.event, rules, language)}"]
    reasons = list(_reasons(turn, language))
    if reasons:
        back = of_game("sheet.illegal", rules) if _lays(turn) else "sheet.refused"
        text_lines.append(INDENT + say(language, "sheet.stands" if turn.stands else back))
        text_lines += [f"{INDENT}- {reason}" for reason in reasons]
    else:
        text_lines += [INDENT + line for line in _reckoning(turn, board, rules, language)]
    text_lines += [f"{INDENT}({words.remark(language, remark)})" for remark in turn.remarks]
    totals = "  ".join(f"{name} {total}" for name, total in turn.totals.items())
    pay = words.counted(language, book_of(rules).unit, turn.points)
    return "\n".join([*text_lines, f"{INDENT}= {pay}   ({totals})"])


def format_result(game: Game, language: Language) -> str:
    """The table as it lies, what is left to draw, and who has won."""
    table = "\n".join(_cards(row) for row in game.rows) or format_board(game.board)
    unit = game.book.unit
    width = max(len(name) for name in game.players)
    totals = [
        f"{INDENT}{name:<{width}}  {words.counted(language, unit, total)}"
        for name, total in game.totals.items()
    ]
    text_lines = [table] if table else []
    text_lines.append("\n".join([say(language, "sheet.total"), *totals]))
    text_lines.append(say(language, "sheet.bag", count=game.bag) + "\n" + _end(game, language))
    return "\n\n".join(text_lines)


def format_legend(palette: Palette, language: Language, rules: Rulebook | None = None) -> str:
    """What the letters and signs of the notation stand for, and where a cell lies."""
    named = [
        ", ".join(f"{one.letter} {words.name_of(language, one)}" for one in kind)
        for kind in (palette.colours, Shape)
    ]
    example = Placed(Cell(3, -1), Tile(Colour.RED, Shape.STARBURST))
    tile = words.tile_name(language, example.tile)
    key = of_game("legend", rules)
    return say(language, key, letters=named[0], signs=named[1], example=example, tile=tile)


def _tiles(game: Game) -> Iterator[Tile]:
    yield from game.board.tiles.values()
    for row in game.rows:
        yield from row


def _turns(game: Game, language: Language) -> Iterator[str]:
    board = Board({}).with_tiles(game.started.start)
    for turn in game.turns:
        if turn.is_legal or turn.stands:
            board = board.with_tiles(placement_of(turn.event))
        yield format_turn(turn, board, game.settings.rules, language)


def _lays(turn: Turn) -> bool:
    """Whether there is anything on the table that goes back."""
    return isinstance(move_of(turn.event), TilesPlaced | CardsLaid)


def _deed(event: Entry, rules: Rulebook, language: Language) -> str:
    match move_of(event):
        case TilesPlaced(_, placement, rolled):
            first = f"{say(language, 'sheet.rerolled', count=rolled)}, " if rolled else ""
            return first + format_placement(placement)
        case CardsLaid(_, laid):
            return _cards(laid)
        case other:
            return deed_beside_moves(other, rules, language)


def deed_beside_moves(event: Entry, rules: Rulebook, language: Language) -> str:
    """What a player did who laid nothing, in a few words."""
    match event:
        case Traded() if book_of(rules).trade is Trade.WHOLE_HAND:
            return say(language, "sheet.new_hand")
        case Traded(_, count):
            return say(language, "sheet.traded", count=count)
        case Rerolled(_, count):
            return say(language, "sheet.rerolled", count=count)
        case Passed():
            return say(language, "sheet.passed")
        case PointsAdjusted(_, _, reason):
            return say(language, "sheet.adjusted", reason=reason)
        case PlayerLeft():
            return say(language, "sheet.left")
        case Counted(_, hand, bag):
            counts = {"sheet.counted_hand": hand, "sheet.counted_bag": bag}
            text_lines = [say(language, key, count=n) for key, n in counts.items() if n is not None]
            return ", ".join(text_lines)
        case TilesPlaced() | CardsLaid() | LetStand():
            raise ValueError("a move is told by its tiles")


def _reasons(turn: Turn, language: Language) -> Iterator[str]:
    if turn.refused is not None:
        yield words.refusal(language, turn.refused)
    if turn.ruling is not None:
        for violation in turn.ruling.violations:
            yield words.sentence(language, violation)


def _reckoning(turn: Turn, board: Board, rules: Rulebook, language: Language) -> Iterator[str]:
    match turn.ruling:
        case Ruling(_, lines):
            for line in lines:
                tiles = " ".join(str(board.tiles[cell]) for cell in line.cells)
                pay = words.counted(language, "points", line.points)
                yield f"{shared_name(line.shares, rules, language):<12}{tiles:<19}{pay}"
        case CardsRuling(_, rows):
            for row in rows:
                name = shared_name(shared_attribute(row), rules, language)
                yield f"{name:<12}{_cards(row)}"
    if turn.bonus:
        pay = words.counted(language, "points", turn.bonus)
        yield f"{say(language, of_game('sheet.bonus', rules)):<31}{pay}"


def shared_name(shared: Attribute | None, rules: Rulebook, language: Language) -> str:
    """What a line has in common, in words."""
    if shared is None:
        return say(language, of_game("sheet.lone", rules))
    return words.name_of(language, shared)


def _cards(row: Row) -> str:
    return " ".join(str(card) for card in row)


def _end(game: Game, language: Language) -> str:
    if game.end is None and game.end_refused is not None:
        return words.refusal(language, game.end_refused) + " " + say(language, "sheet.unfinished")
    if game.end is None:
        return say(language, "sheet.unfinished")
    *others, last = game.winners
    names = say(language, "sheet.and").join(([", ".join(others)] if others else []) + [last])
    key = "sheet.winners" if others else "sheet.winner"
    text_lines = [words.end_sentence(language, game.end, game.settings.rules)]
    if game.end_remark is not None:
        text_lines.append(words.remark(language, game.end_remark))
    return " ".join([*text_lines, say(language, key, names=names)])
