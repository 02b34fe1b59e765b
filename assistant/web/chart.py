"""The chart of a game: everybody's total after each turn, as lines to draw."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.game.state import Game
from assistant.web.names import short_names

WIDTH, HEIGHT = 420, 260
LEFT, TOP, BOTTOM = 40, 14, 32
"""Room for the scale, and for the numbers of the turns."""
LONGEST_NAME, LETTER, DOT = 12, 9.2, 16
"""Names at the lines' ends have so many letters, each so wide: a bold m is no wider at 15 px."""
MOST_STEPS = 5
LABEL_APART = 20
"""Names at the ends of lines are kept this far apart, so that equal totals stay readable."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player's way through the game."""

    name: str
    label: str
    """The name, as much of it as fits."""
    total: int
    points: str
    """For an SVG polyline."""
    end: tuple[float, float]
    label_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines and scales, in the units of the drawing."""

    lines: tuple[Line, ...]
    heights: tuple[tuple[float, int], ...]
    """Where which total is."""
    turns: tuple[tuple[float, int], ...]
    """Where which turn is."""
    inner: tuple[int, int, int, int]
    size: tuple[int, int] = (WIDTH, HEIGHT)


def chart_of(game: Game) -> Chart:
    """The chart of all turns so far."""
    totals = [dict.fromkeys(game.players, 0), *(turn.totals for turn in game.turns)]
    # The bonus that an end brings is in no turn's totals when the table called it.
    totals[-1] = game.totals
    lowest = min(0, *(min(each.values()) for each in totals))
    highest = max(1, *(max(each.values()) for each in totals))
    names = short_names(game.players, LONGEST_NAME)
    right = WIDTH - DOT - round(LETTER * max(len(name) for name in names.values()))
    across = (right - LEFT) / max(1, len(totals) - 1)

    def x(turn: int) -> float:
        return round(LEFT + turn * across, 1)

    def y(total: int) -> float:
        share = (total - lowest) / (highest - lowest)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    last = len(totals) - 1
    labels = _spread({name: y(totals[-1][name]) for name in game.players})
    lines = tuple(
        Line(
            name,
            names[name],
            totals[-1][name],
            " ".join(f"{x(turn)},{y(each[name])}" for turn, each in enumerate(totals)),
            (x(last), y(totals[-1][name])),
            labels[name],
        )
        for name in game.players
    )
    heights = tuple((y(value), value) for value in _steps(lowest, highest))
    # Rolls and corrections of points are entries, but no turns.
    entries = {turn.ordinal: entry for entry, turn in enumerate(game.turns, 1) if turn.ordinal}
    steps = _steps(0, max(entries, default=0))
    turns = tuple((x(entries[turn]), turn) for turn in steps if turn in entries)
    return Chart(lines, heights, turns, (LEFT, TOP, right, HEIGHT - BOTTOM))


def _steps(low: int, high: int) -> range:
    """A few round numbers over a range."""
    size = 1
    for candidate in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000):
        size = candidate
        if (high - low) / candidate <= MOST_STEPS:
            break
    return range(-(-low // size) * size, high + 1, size)


def _spread(wanted: dict[str, float]) -> dict[str, float]:
    """Heights near the wanted ones, inside the drawing, that do not cover each other."""
    order = sorted(wanted, key=lambda one: wanted[one])
    placed: dict[str, float] = {}
    above = float("-inf")
    for name in order:
        above = placed[name] = max(wanted[name], above + LABEL_APART)
    below = float(HEIGHT)
    for name in reversed(order):
        below = placed[name] = min(placed[name], below - LABEL_APART)
    return placed
