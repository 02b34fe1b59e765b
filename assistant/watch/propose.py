"""Proposing: from what is known of the table to the likeliest move and all that is doubtful."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from assistant.board import Cell, Placement
from assistant.game.apply import rule_on
from assistant.game.events import TilesPlaced, placement_of
from assistant.rules import grid
from assistant.rules.book import Limit
from assistant.rules.ruling import Fault, Ruling
from assistant.watch.decode import (
    Answer,
    Decoded,
    answers_for,
    colour_supply_of,
    decode,
    marginals,
    supply_of,
)
from assistant.watch.difference import Difference, difference, groups_of, is_one_line
from assistant.watch.knowledge import Knowledge
from assistant.watch.opening import opening
from assistant.watch.proposal import Assumed, Doubt, Proposal, Question, Revised, Rival
from assistant.watch.revising import (
    doubtful_neighbours,
    is_contested,
    missing_cells,
    revised_tiles,
    unseen_cells,
)

SURE = 0.95
"""A legal placement at least this likely is accepted without a question."""
SURE_ILLEGAL = 0.8
"""The same for one against the rules, whose legal rivals the rules have already favoured."""
CLEAR = 0.9
"""An illegal placement is clear only if the pictures alone give each tile this much."""
CLEAR_LOOK = 0.97
"""And only if one of them by itself was this sure of it: something of a cloth that looks like a
tile does so in every picture, and all of them together are no surer of it than one."""
MOST_ANSWERS_SHOWN = 4
MOST_RIVALS = 6
MOST_NEW = 14
"""More new tiles than this are not weighed one against the other."""


def propose(known: Knowledge) -> Proposal | None:
    """The likeliest move; None where nothing is new, gone or read otherwise than before."""
    if not known.book.is_grid or known.game.finished:
        return None
    found = _difference(known)
    proposal = _likeliest(known, found) if found.added else None
    missing, revised = missing_cells(known), revised_tiles(known)
    if proposal is None:
        if not missing and not revised:
            return None
        proposal = Proposal((), _ruling(known, (), ()), 1.0)
    asked = {Question.TAKEN_AWAY} if missing else set()
    return replace(
        proposal,
        questions=proposal.questions | asked,
        revised=(*revised, *(one for one in proposal.revised if one not in revised)),
        missing=missing,
        joins=_joins(known, proposal.placement),
    )


def _difference(known: Knowledge) -> Difference:
    if not known.board:
        return opening(known)
    found = difference(known.board.tiles, known.new_cells, known.loose)
    return _with_the_next(known, found)


def _with_the_next(known: Knowledge, found: Difference) -> Difference:
    """Tiles that came after the others, and elsewhere, are a next move and no doubt about these."""
    groups = groups_of(found.apart)
    later = [group for group in groups if known.came_elsewhere(group, found.added)]
    added = found.added.union(*later)
    return replace(found, added=added, apart=found.apart - added)


def _likeliest(known: Knowledge, found: Difference) -> Proposal | None:
    """The best reading of the new cells that nobody has rejected."""
    old = doubtful_neighbours(known, found.added)
    answers = {cell: _answers(known, cell) for cell in found.added}
    if len(answers) > MOST_NEW:
        answers = {cell: options[:1] for cell, options in answers.items()}
    decoded = decode(answers | old, lambda tiles: _ruling(known, *_parted(known, tiles)))
    open_to_offer = [
        one for one in decoded if frozenset(_parted(known, one.placement)[0]) not in known.rejected
    ]
    if not open_to_offer:
        return None
    best = open_to_offer[0]
    proposal = _with_doubts(known, best, open_to_offer)
    if not proposal.placement:
        return None
    questions = set(_questions(known, found, proposal))
    if best is not decoded[0]:
        questions.add(Question.REJECTED)
    return replace(proposal, questions=frozenset(questions))


def _parted(known: Knowledge, tiles: Placement) -> tuple[Placement, Placement]:
    """New tiles, and old ones that would have to be others than was accepted."""
    new = tuple(placed for placed in tiles if placed.cell not in known.board)
    old = (placed for placed in tiles if placed.cell in known.board)
    return new, tuple(one for one in old if known.board.tiles[one.cell] != one.tile)


def _ruling(known: Knowledge, placement: Placement, otherwise: Placement) -> Ruling:
    """The referee's answer, if some old tiles were others than was accepted."""
    game = known.game
    if otherwise:
        game = replace(game, board=game.board.with_tiles(otherwise))
    ruling = rule_on(game, TilesPlaced(game.mover, placement))
    assert isinstance(ruling, Ruling)
    return ruling


def _answers(known: Knowledge, cell: Cell) -> Sequence[Answer]:
    """A new cell's likeliest readings; a person's word is the only one where given."""
    said = known.fixed.get(cell)
    if said is not None:
        return [(said, 1.0)]
    count = supply_of if known.book.limit is Limit.KIND else colour_supply_of
    supply = count(known.board, known.book.copies)
    return answers_for(known.evidence[cell], known.colours, supply)


def _with_doubts(known: Knowledge, best: Decoded, decoded: Sequence[Decoded]) -> Proposal:
    """The best reading with its doubtful tiles, its rivals, and what the rules made of it."""
    total = sum(one.probability for one in decoded)
    placement, otherwise = _parted(known, best.placement)
    rivals = [Rival(_parted(known, one.placement)[0], one.probability / total) for one in decoded]
    return Proposal(
        placement,
        best.ruling,
        best.probability / total * (known.view.sureness if known.view else 1.0),
        tuple(rival for rival in rivals if rival.placement != placement)[:MOST_RIVALS],
        tuple(_doubts(known, placement, decoded)),
        tuple(_assumed(known, (*placement, *otherwise))),
        revised=tuple(_revised_by_rules(known, otherwise)),
    )


def _doubts(known: Knowledge, placement: Placement, decoded: Sequence[Decoded]) -> Iterator[Doubt]:
    shares = marginals(decoded)
    for cell, tile in placement:
        total = sum(shares[cell].values())
        if shares[cell][tile] < SURE * total:
            ranked = sorted(shares[cell].items(), key=lambda kind: -kind[1])
            answers = tuple((kind, share / total) for kind, share in ranked[:MOST_ANSWERS_SHOWN])
            yield Doubt(cell, answers, known.corners_px.get(cell, ()))


def _assumed(known: Knowledge, placement: Placement) -> Iterator[Assumed]:
    """The tiles that rules or supply made others than they look."""
    for cell, tile in placement:
        looks = known.looks_like(cell)
        if looks is not None and looks != tile:
            yield Assumed(cell, looks, tile)


def _revised_by_rules(known: Knowledge, otherwise: Placement) -> Iterator[Revised]:
    for cell, now in otherwise:
        yield Revised(cell, known.board.tiles[cell], now, known.share(cell, now))


def _questions(known: Knowledge, found: Difference, proposal: Proposal) -> Iterator[Question]:
    cells = {placed.cell for placed in proposal.placement}
    many = len(cells) > known.book.hand_size
    sure = SURE if proposal.is_legal else SURE_ILLEGAL
    is_clear = all(
        known.share(cell, tile) >= CLEAR and known.surest_look(cell) >= CLEAR_LOOK
        for cell, tile in proposal.placement
    )
    clear = (proposal.is_legal or is_clear) and not is_contested(known)
    clear &= all(known.is_shown(cell) for cell in cells)
    clear &= not _is_illegal_by_the_unseen(known, proposal)
    if proposal.sureness < sure or proposal.revised or not clear:
        yield Question.READING
    if known.view is not None and known.view.sureness < SURE:
        yield Question.ALIGNMENT
    if not known.board and (many or not is_one_line(cells)):
        yield Question.UNDER_WAY
    elif many:
        yield Question.TOO_MANY
    if found.apart or found.choices > 1:
        yield Question.APART
    if not proposal.is_legal and not is_one_line(cells) and _goes_back(known, proposal.placement):
        yield Question.TWO_TURNS
    gap = {c for v in proposal.ruling.violations if v.fault is Fault.GAP for c in v.cells}
    beside = {near for cell in cells for near in cell.neighbours}
    if known.unread & (gap | beside) - known.board.tiles.keys() - cells:
        yield Question.UNREAD
    if any(is_one_line({*cells, near}) for near in (known.out_of_view & beside) - cells):
        yield Question.OUT_OF_VIEW


def _is_illegal_by_the_unseen(known: Knowledge, proposal: Proposal) -> bool:
    """Whether the rules forbid it only beside tiles that pictures clearly do not show."""
    unseen = unseen_cells(known)
    if proposal.is_legal or not unseen:
        return False
    game = replace(known.game, board=known.board.without(unseen))
    ruling = rule_on(game, TilesPlaced(game.mover, proposal.placement))
    return isinstance(ruling, Ruling) and ruling.is_legal


def _goes_back(known: Knowledge, placement: Placement) -> bool:
    """Whether some of the tiles would be legal as part of the turn before, and then the others."""
    for group in _parts(known, {placed.cell for placed in placement}):
        part = tuple(placed for placed in placement if placed.cell in group)
        rest = tuple(placed for placed in placement if placed.cell not in group)
        board = known.board.with_tiles(part)
        if _joins(known, part) and grid.rule_on(board, rest, known.book).is_legal:
            return True
    return False


def _parts(known: Knowledge, cells: set[Cell]) -> Iterable[Collection[Cell]]:
    """What of the cells may be one turn: tiles of the next one may touch them."""
    if len(cells) > known.book.hand_size:
        return groups_of(cells)
    ordered = sorted(cells)
    sizes = range(1, len(ordered))
    return itertools.chain.from_iterable(itertools.combinations(ordered, size) for size in sizes)


def _joins(known: Knowledge, placement: Placement) -> bool:
    """Whether the turn before could have gone on with these tiles."""
    game = known.game
    if not placement or not game.turns or not game.turns[-1].is_legal:
        return False
    if not (earlier := placement_of(game.turns[-1].event)):
        return False
    before = game.board.without(placed.cell for placed in earlier)
    return grid.rule_on(before, (*earlier, *placement), known.book).is_legal
