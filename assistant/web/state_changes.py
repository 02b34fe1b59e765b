"""What changed between two states that phones are shown: most of a state is turns of the past."""

from __future__ import annotations

from assistant.web.turn_json import Written

LISTS = ("board", "rows", "turns")
"""Lists of a game of which only the part that changed is sent."""


def changes_since(before: Written, after: Written) -> Written:
    """The later state as what a phone that shows the earlier one has to change.

    `changed` are keys of the state; `game` keys of the game; `lists` by their key the place, how
    many are taken out there, and what is put in instead. Another game comes as a whole.
    """
    written = {"run": after["run"], "revision": after["revision"], "since": before["revision"]}
    was, now = before["game"], after["game"]
    same_game = was is not None and now is not None and was["number"] == now["number"]
    known = (*written, "game") if same_game else tuple(written)
    changed = _different(before, after, known)
    if not same_game:
        return written | {"changed": changed}
    lists = {key: splice for key in LISTS if (splice := _splice(was[key], now[key]))}
    return written | {"changed": changed, "game": _different(was, now, LISTS), "lists": lists}


def _different(before: Written, after: Written, beside: tuple[str, ...]) -> Written:
    return {
        key: value
        for key, value in after.items()
        if key not in beside and (key not in before or before[key] != value)
    }


def _splice(before: list[object], after: list[object]) -> list[object] | None:
    """Where two lists differ: from which place, how many less, what instead; None nowhere."""
    if before == after:
        return None
    shorter = min(len(before), len(after))
    front = next((k for k in range(shorter) if before[k] != after[k]), shorter)
    most = shorter - front
    back = next((k for k in range(most) if before[-1 - k] != after[-1 - k]), most)
    return [front, len(before) - front - back, after[front : len(after) - back]]
