"""Names where room is short: cut so that nobody is taken for somebody else."""

from __future__ import annotations

from collections.abc import Sequence

ELLIPSIS = "…"


def short_names(names: Sequence[str], most: int) -> dict[str, str]:
    """Each name in so many letters at most; alike ones keep the letters in which they differ."""
    return {name: _short(name, [one for one in names if one != name], most) for name in names}


def _short(name: str, others: Sequence[str], most: int) -> str:
    if len(name) <= most:
        return name
    alike = max((_alike(name, other) for other in others), default=0)
    if alike < most - 1:
        return name[: most - 1].rstrip() + ELLIPSIS
    room = most // 2
    tail = name[-room:] if alike == len(name) else name[alike:].strip()[:room]
    return name[: most - 1 - len(tail)] + ELLIPSIS + tail


def _alike(one: str, other: str) -> int:
    """With how many equal letters two names begin."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
