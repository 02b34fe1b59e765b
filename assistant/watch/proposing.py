"""Proposing: from what is known of the table to the likeliest move and all that is doubtful."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.board import Cell, Placement
from assistant.events import LetStand, Rulebook, TilesPlaced
from assistant.rules import grid
from assistant.rules.grid_game import GridGame, Limit
from assistant.rules.ruling import Fault, Ruling
from assistant.table import GRID_GAMES, Game
from assistant.tiles import Colour, Tile
from assistant.turns import rule_on
from assistant.watch.decode import (
    MOST_RIVALS,
    Answer,
    Decoded,
    answers_for,
    decode,
    marginals,
    supply_of,
)
from assistant.watch.difference import Difference, difference, is_one_line
from assistant.watch.evidence import Evidence
from assistant.watch.proposal import Assumed, Doubt, Proposal, Question, Revised, Rival

if TYPE_CHECKING:
    from assistant.watch.watching import Watch

SURE = 0.95
"""A legal placement at least this likely is accepted without a question."""
SURE_ILLEGAL = 0.8
"""The same for one against the rules, whose legal rivals the rules have already favoured."""
CLEAR = 0.97
"""An illegal placement is clear only if the pictures alone give its tiles this much."""
MOST_ANSWERS_SHOWN = 4
REVISE_ODDS = 4.0
"""Log-odds against an accepted reading above which it is revised."""
REVISE_LOOKS = 2
ABSENT_LOOKS, ABSENT_S = 2, 1.5
"""A tile of the board is gone when so many clear looks, over this time, did not show it."""
MOST_NEW = 14
"""More new tiles than this are not decoded one against the other."""


def propose(watch: Watch) -> Proposal | None:
    """The likeliest move; None where nothing is new, gone or revised."""
    if watch.game.settings.rules is Rulebook.CARDS or watch.game.finished:
        return None
    found = difference(watch.game.board.tiles, _new_cells(watch), watch.middle)
    missing = _missing(watch)
    revised = _revised(watch)
    if not found.added:
        if not missing and not revised:
            return None
        nothing = _ruling(watch.game, ())
        gone = frozenset({Question.TAKEN_AWAY} if missing else set())
        return Proposal((), nothing, 1.0, questions=gone, revised=revised, missing=missing)
    answers = _answers(watch, sorted(found.added))
    decoded = _decoded(watch, answers)
    best, rejected = _first_not_rejected(watch, decoded)
    if best is None:
        return None
    proposal = _with_doubts(watch, best, decoded)
    questions = set(_questions(watch, found, proposal))
    if rejected:
        questions.add(Question.REJECTED)
    if missing:
        questions.add(Question.TAKEN_AWAY)
    return replace(
        proposal,
        questions=frozenset(questions),
        revised=revised,
        missing=missing,
        joins=_joins(watch.game, best.placement),
    )


def book_of(game: Game) -> GridGame:
    """The rulebook of the game on the table, with its colours."""
    return replace(GRID_GAMES[game.settings.rules], palette=game.settings.palette)


def _new_cells(watch: Watch) -> set[Cell]:
    seen = {cell for cell, there in watch.evidence.items() if there.present > 0}
    said = {cell for cell, tile in watch.fixed.items() if tile is not None}
    denied = {cell for cell, tile in watch.fixed.items() if tile is None}
    return (seen - denied - watch.loose | said) - watch.game.board.tiles.keys()


def _ruling(game: Game, placement: Placement) -> Ruling:
    player = game.next_player or game.players[0]
    ruling = rule_on(game, TilesPlaced(player, placement))
    assert isinstance(ruling, Ruling)
    return ruling


def _answers(watch: Watch, cells: Sequence[Cell]) -> dict[Cell, list[Answer]]:
    """For each new cell its likeliest readings; a person's word is the only one where given."""
    book = book_of(watch.game)
    copies = book.copies if book.limit is Limit.KIND else 10**6
    supply = supply_of(watch.game.board, copies)
    colours = _colours(watch)
    answers: dict[Cell, list[Answer]] = {}
    for cell in cells:
        said = watch.fixed.get(cell)
        if said is not None:
            answers[cell] = [(said, 1.0)]
        else:
            answers[cell] = answers_for(watch.evidence[cell], colours, supply)
    if len(cells) > MOST_NEW:
        return {cell: options[:1] for cell, options in answers.items()}
    return answers


def _colours(watch: Watch) -> tuple[Colour, ...]:
    palette = watch.game.settings.palette
    return tuple(Colour) if palette is None else palette.colours


def _decoded(watch: Watch, answers: Mapping[Cell, Sequence[Answer]]) -> list[Decoded]:
    return decode(answers, lambda placement: _ruling(watch.game, placement))


def _first_not_rejected(
    watch: Watch, decoded: Sequence[Decoded]
) -> tuple[Decoded | None, list[Decoded]]:
    rejected: list[Decoded] = []
    for one in decoded:
        if frozenset(one.placement) not in watch.rejected:
            return (one if one.placement else None), rejected
        rejected.append(one)
    return None, rejected


def _with_doubts(
    watch: Watch,
    best: Decoded,
    decoded: Sequence[Decoded],
) -> Proposal:
    shares = marginals(decoded)
    doubts, assumed = [], []
    for cell, tile in best.placement:
        ranked = sorted(shares[cell].items(), key=lambda kind: -kind[1])
        if shares[cell][tile] < SURE:
            shown = tuple(ranked[:MOST_ANSWERS_SHOWN])
            doubts.append(Doubt(cell, shown, watch.corners_px.get(cell, ())))
        looked = _looked(watch, cell)
        if looked is not None and looked != tile and watch.fixed.get(cell) is None:
            assumed.append(Assumed(cell, looked, tile))
    sureness = best.probability * (watch.view.sureness if watch.view else 1.0)
    rivals = tuple(Rival(one.placement, one.probability) for one in decoded if one is not best)[
        :MOST_RIVALS
    ]
    return Proposal(best.placement, best.ruling, sureness, rivals, tuple(doubts), tuple(assumed))


def _looked(watch: Watch, cell: Cell) -> Tile | None:
    """What the pictures alone make of a cell."""
    there = watch.evidence.get(cell)
    return None if there is None or not there.colours else there.kinds(_colours(watch))[0][0]


def _questions(watch: Watch, found: Difference, proposal: Proposal) -> list[Question]:
    questions = []
    game, placement = watch.game, proposal.placement
    cells = {placed.cell for placed in placement}
    sure = SURE if proposal.is_legal else SURE_ILLEGAL
    if proposal.sureness < sure or not (proposal.is_legal or _is_clear(watch, placement)):
        questions.append(Question.READING)
    if watch.view is not None and watch.view.sureness < SURE:
        questions.append(Question.ALIGNMENT)
    if not game.board and (len(cells) > book_of(game).hand_size or not is_one_line(cells)):
        questions.append(Question.UNDER_WAY)
    elif len(cells) > book_of(game).hand_size:
        questions.append(Question.TOO_MANY)
    if found.apart or (not game.board and found.choices > 1):
        questions.append(Question.APART)
    gap = {c for v in proposal.ruling.violations if v.fault is Fault.GAP for c in v.cells}
    beside = {near for cell in cells for near in cell.neighbours}
    if watch.unread & (gap | beside) - game.board.tiles.keys() - cells:
        questions.append(Question.UNREAD)
    return questions


def _is_clear(watch: Watch, placement: Placement) -> bool:
    """Whether the pictures alone leave no doubt about any of these tiles."""
    for cell, tile in placement:
        there = watch.evidence.get(cell)
        if watch.fixed.get(cell) is None and there is not None:
            share = dict(there.kinds(_colours(watch))).get(tile, 0.0)
            if share * there.presence < CLEAR:
                return False
    return True


def _missing(watch: Watch) -> tuple[Cell, ...]:
    return tuple(
        sorted(
            cell
            for cell, absence in watch.absences.items()
            if absence.looks >= ABSENT_LOOKS and watch.at_s - absence.since_s >= ABSENT_S
        )
    )


def _revised(watch: Watch) -> tuple[Revised, ...]:
    """Tiles of the board that the pictures by now read otherwise."""
    revised = []
    colours = _colours(watch)
    for cell, was in watch.game.board.tiles.items():
        there = watch.evidence.get(cell)
        if there is None or there.looks < REVISE_LOOKS or cell in watch.fixed:
            continue
        now, share = there.kinds(colours)[0]
        if now != was and there.log_odds(now, was) >= REVISE_ODDS:
            revised.append(Revised(cell, was, now, share))
    return tuple(sorted(revised, key=lambda one: one.cell))


def _joins(game: Game, placement: Placement) -> bool:
    """Whether the turn before could have gone on with these tiles."""
    last = game.turns[-1] if game.turns else None
    match last and last.event:
        case TilesPlaced(_, earlier) | LetStand(TilesPlaced(_, earlier)) if last and last.is_legal:
            before = game.board.without(placed.cell for placed in earlier)
            return grid.rule_on(before, (*earlier, *placement), book_of(game)).is_legal
        case _:
            return False


__all__ = ["Evidence", "book_of", "propose"]
