"""The move: the most likely placement given pictures, rules and supply, and its rivals."""

from __future__ import annotations

import heapq
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from assistant.board import Board, Cell, Placed, Placement
from assistant.rules.ruling import Ruling
from assistant.tiles import Colour, Tile
from assistant.watch.evidence import Evidence

ILLEGAL = 0.02
"""How often players place what the rules forbid, against all that they may place."""
LEAST_SHARE = 1e-4
"""Readings less likely than this beside the best one are not considered."""
MOST_ANSWERS = 8
"""Readings of one cell that are considered."""
MOST_PLACEMENTS = 400
"""Placements that are ruled on, likeliest readings first."""

Answer = tuple[Tile | None, float]
"""A reading of one cell and its probability; None is no tile at all."""
Choice = tuple[Tile | None, ...]
"""One answer for each cell."""
RuleOn = Callable[[Placement], Ruling]


@dataclass(frozen=True, slots=True)
class Decoded:
    """One placement that the pictures allow, with the referee's answer and its probability."""

    placement: Placement
    ruling: Ruling
    probability: float


def answers_for(
    evidence: Evidence, colours: Sequence[Colour], supply: Callable[[Tile], float] | None = None
) -> list[Answer]:
    """The likeliest readings of a cell, best first: by the pictures and by what the set holds."""
    kinds = evidence.kinds(colours)
    if supply is not None:
        kinds = [(tile, share * supply(tile)) for tile, share in kinds]
    total = sum(share for _, share in kinds) or 1.0
    presence = evidence.presence
    answers: list[Answer] = [(tile, share * presence / total) for tile, share in kinds]
    answers.append((None, 1 - presence))
    answers.sort(key=lambda answer: -answer[1])
    least = answers[0][1] * LEAST_SHARE
    return [answer for answer in answers[:MOST_ANSWERS] if answer[1] > least]


def supply_of(board: Board, copies: int) -> Callable[[Tile], float]:
    """How likely a tile is to be drawn, by how many of its kind are not on the table yet.

    A kind that is used up keeps a little: then a reading of the past was wrong, or the turn is.
    """
    used = Counter(board.tiles.values())
    return lambda tile: max(copies - used[tile], 0.1) / copies


def colour_supply_of(board: Board, copies: int) -> Callable[[Tile], float]:
    """The same for cubes, of which a set has so many of a colour, whatever symbol is up."""
    used = Counter(tile.colour for tile in board.tiles.values())
    return lambda tile: max(copies - used[tile.colour], 0.1) / copies


def decode(answers: Mapping[Cell, Sequence[Answer]], rule_on: RuleOn) -> list[Decoded]:
    """Every placement worth naming, likeliest first; their probabilities sum to one."""
    cells = sorted(answers, key=lambda cell: (cell.y, cell.x))
    options = [answers[cell] for cell in cells]
    found: dict[Placement, tuple[Ruling, float]] = {}
    best = 0.0
    for choice in (*_recoloured(options), *_likeliest_first(options)):
        share = _share(options, choice)
        if share < best * LEAST_SHARE:
            continue
        placement = tuple(
            Placed(cell, tile) for cell, tile in zip(cells, choice, strict=True) if tile is not None
        )
        if placement in found:
            continue
        ruling = rule_on(placement)
        weight = share if ruling.is_legal else share * ILLEGAL
        found[placement] = (ruling, weight)
        best = max(best, weight)
    total = sum(weight for _, weight in found.values()) or 1.0
    decoded = [Decoded(placed, ruling, w / total) for placed, (ruling, w) in found.items()]
    return sorted(decoded, key=lambda one: -one.probability)


def marginals(decoded: Sequence[Decoded]) -> dict[Cell, dict[Tile, float]]:
    """For each cell the probability of each tile over all placements."""
    shares: dict[Cell, dict[Tile, float]] = defaultdict(lambda: defaultdict(float))
    for one in decoded:
        for cell, tile in one.placement:
            shares[cell][tile] += one.probability
    return shares


def _share(options: Sequence[Sequence[Answer]], choice: Choice) -> float:
    """The probability of a choice.

    Tiles of one colour under one lamp err alike: that all of them are of another colour costs as
    much as the surest of them says, not the product of all.
    """
    share = 1.0
    alike: dict[tuple[Colour, Colour], float] = {}
    for answers, tile in zip(options, choice, strict=True):
        likeliest, most = answers[0]
        probability = dict(answers)[tile]
        if tile and likeliest and tile.shape is likeliest.shape and tile != likeliest:
            pair = (likeliest.colour, tile.colour)
            alike[pair] = min(alike.get(pair, 1.0), probability / most)
            share *= most
        else:
            share *= probability
    return share * math.prod(alike.values())


def _recoloured(options: Sequence[Sequence[Answer]]) -> Iterator[Choice]:
    """The likeliest choice, and the same with all tiles of one colour in another."""
    likeliest = tuple(answers[0][0] for answers in options)
    yield likeliest
    colours = {tile.colour for tile in likeliest if tile}
    for was in sorted(colours, key=list(Colour).index):
        for now in Colour:
            choice = tuple(
                Tile(now, tile.shape) if tile and tile.colour is was else tile for tile in likeliest
            )
            named = all(tile in dict(one) for tile, one in zip(choice, options, strict=True))
            if now is not was and named:
                yield choice


def _likeliest_first(options: Sequence[Sequence[Answer]]) -> Iterator[Choice]:
    """Every choice of one answer for each cell, in falling order of their product."""

    def share(ranks: tuple[int, ...]) -> float:
        return math.prod(answers[rank][1] for answers, rank in zip(options, ranks, strict=True))

    first = (0,) * len(options)
    waiting, met = [(-share(first), first)], {first}
    for _ in range(MOST_PLACEMENTS):
        if not waiting or -waiting[0][0] < LEAST_SHARE * share(first):
            return
        _, ranks = heapq.heappop(waiting)
        yield tuple(answers[rank][0] for answers, rank in zip(options, ranks, strict=True))
        for place, answers in enumerate(options):
            further = (*ranks[:place], ranks[place] + 1, *ranks[place + 1 :])
            if further[place] < len(answers) and further not in met:
                met.add(further)
                heapq.heappush(waiting, (-share(further), further))
