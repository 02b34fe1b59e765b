"""Filmed games of Cubes through the whole chain, turns and rolls: `make cubes-films`."""

import sys
from collections import Counter
from pathlib import Path

from assistant.game.events import Rerolled, Rulebook, Settings, Started
from assistant.session.replay import Replay
from tests.support.filmed_cubes import Case, FilmedCubes, TrueTurn
from vision.sources.source import Picture

PAGE = Path(__file__).parents[2] / "docs" / "cubes_films.md"
FIRST_SEED = 25_000
"""Nothing was tuned on games from here on."""
NAMES = ("Anna", "Bob", "Chris", "Dora")
VERDICTS = ("right", "asked", "missed", "silent")


def film_game(seed: int, turns: int = 8) -> tuple[Counter, Counter, list[str]]:
    """One filmed game: turns by case and verdict, rolls by verdict, and all that was not right."""
    film = FilmedCubes(seed, turns)
    names = NAMES[: film.players]
    replay = Replay(Started(Settings(Rulebook.CUBES), names))
    eye, told, rolls = replay.eye(), [], []
    for number, (at_s, picture_bgr) in enumerate(film.frames(), start=1):
        before = len(replay.game.turns)
        told += replay.saw(eye.see(Picture(picture_bgr, at_s, number)))
        for turn in replay.game.turns[before:]:
            if isinstance(turn.event, Rerolled):
                rolls.append((at_s, turn.event))
    counts, wrong = Counter(), []
    for number, turn in enumerate(film.turns):
        ended = film.turns[number - 1].complete_s if number else 0.0
        later = film.turns[number + 1].complete_s if number + 1 < len(film.turns) else 1e9
        own = [one for one in told if turn.complete_s - 4 < one.at_s < later - 4]
        verdict = _verdict(turn, own, names)
        counts[turn.case.value, verdict] += 1
        if verdict != "right":
            said = [(one.played.player, str(one.played.placement)) for one in own]
            wrong.append(f"game {seed}, turn {number + 1} ({turn.case.value}) {verdict}: {said}")
        booked = [event for at_s, event in rolls if ended < at_s <= turn.complete_s]
        _count_rolls(turn, booked, names, counts, wrong, seed)
    booked_counts = Counter({key: n for key, n in counts.items() if key[0] == "roll"})
    return counts - booked_counts, booked_counts, wrong


def _verdict(turn: TrueTurn, own: list, names: tuple[str, ...]) -> str:
    """How a turn came out by what was told of it until the next one was complete."""
    if not own:
        return "missed"
    if any(one.played.asked for one in own):
        return "asked"
    (first, *more) = own
    played = first.played
    tiles = Counter(placed.tile for placed in played.placement)
    right = (
        not more
        and played.turn is not None
        and played.player == names[turn.player]
        and tiles == Counter(placed.tile for placed in turn.placement)
        and played.turn.points == turn.points
    )
    return "right" if right else "silent"


def _count_rolls(
    turn: TrueTurn,
    booked: list[Rerolled],
    names: tuple[str, ...],
    counts: Counter,
    wrong: list[str],
    seed: int,
) -> None:
    """Rolls one by one: booked for the right player with the right count, or not.

    Nobody sees that a cube was thrown which shows the same symbol again at its place.
    """
    for (changed, thrown), event in zip(turn.rolled, booked, strict=False):
        right = event.player == names[turn.player] and changed <= event.count <= thrown
        counts["roll", "booked right" if right else "booked wrong"] += 1
        if not right:
            wrong.append(
                f"game {seed}: {changed} to {thrown} rolled by {names[turn.player]}, booked {event}"
            )
    missed = len(turn.rolled) - len(booked)
    counts["roll", "not booked"] += max(0, missed)
    counts["roll", "invented"] += max(0, -missed)
    if missed:
        wrong.append(f"game {seed}: {turn.rolled} rolled, {len(booked)} booked")


def table(games: int, counts: Counter, rolls: Counter, wrong: list[str]) -> str:
    """What the page of the docs tells of so many games."""
    rows = [
        f"| {case.value} | "
        + " | ".join(str(counts[case.value, verdict]) for verdict in VERDICTS)
        + " |"
        for case in Case
    ]
    total = " | ".join(str(sum(counts[c.value, v] for c in Case)) for v in VERDICTS)
    return "\n".join(
        [
            f"| turns of {games} games with | " + " | ".join(VERDICTS) + " |",
            "|---|" + "---|" * len(VERDICTS),
            *rows,
            f"| **all {sum(counts.values())}** | {total} |",
            "",
            "Rolls: " + ", ".join(f"{n} {verdict}" for (_, verdict), n in sorted(rolls.items())),
            "",
            "What was not right:",
            "",
            *(f"- {line}" for line in wrong or ["nothing"]),
        ]
    )


def main(seeds: range) -> None:
    """Film games and write what came out."""
    counts, rolls, wrong = Counter(), Counter(), []
    for done, seed in enumerate(seeds, start=1):
        found, booked, not_right = film_game(seed)
        counts += found
        rolls += booked
        wrong += not_right
        print(seed, dict(found), dict(booked), *not_right, sep="\n  ", flush=True)
        head, _, tail = PAGE.read_text(encoding="utf-8").partition("<!-- table -->")
        _, _, tail = tail.partition("<!-- /table -->")
        told = f"<!-- table -->\n{table(done, counts, rolls, wrong)}\n<!-- /table -->"
        PAGE.write_text(f"{head}{told}{tail}", encoding="utf-8")


if __name__ == "__main__":
    first, count = (int(word) for word in (sys.argv[1:] or (FIRST_SEED, 50)))
    main(range(first, first + count))
