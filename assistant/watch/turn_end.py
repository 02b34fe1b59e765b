"""The end of a turn: when a proposal is accepted by itself, and when somebody must tap."""

from __future__ import annotations

from enum import Enum

from assistant.watch.watcher import Watch

QUIET_S = 4.2
"""Nothing may move for this long before a turn counts as over; players pause for 3 s in a move."""

STABLE_S = 1.0
"""A reading that changed while nothing moved must last this long before it counts."""


class TurnEnd(Enum):
    """What to do with the proposal at this moment."""

    WAIT = "wait"
    """Nothing is proposed, or the player may still be placing."""
    ACCEPT = "accept"
    """Legal, sure and quiet: the turn is over."""
    NEXT_BEGAN = "next_began"
    """The next player's tiles lie there already: `overtaken` is a turn that is over."""
    SEVERAL = "several"
    """A photo shows several turns that can be told apart in one way only."""
    ASK = "ask"
    """Quiet, but doubtful or against the rules: a person decides."""


def accepted_in_s(watch: Watch, at_s: float, quiet_since_s: float) -> float | None:
    """How long until the turn counts as over, if nothing stirs; None where a person is needed."""
    proposal = watch.proposal
    if proposal is None or not watch.can_tell or not proposal.placement or proposal.needs_tap:
        return None
    if watch.overtaken is not None or quiet_since_s > at_s:
        return None
    over_s = max(quiet_since_s + QUIET_S, watch.since_s + STABLE_S)
    return max(0.0, over_s - at_s)


def turn_end(watch: Watch, at_s: float, quiet_since_s: float, quiet_s: float = QUIET_S) -> TurnEnd:
    """Whether the turn is over, when nothing has moved at the table since a time."""
    proposal = watch.proposal
    if proposal is None or not watch.can_tell:
        return TurnEnd.WAIT
    if not proposal.placement and not proposal.missing:
        return TurnEnd.WAIT
    if watch.overtaken is not None:
        return TurnEnd.NEXT_BEGAN
    if at_s - quiet_since_s < quiet_s or at_s - watch.since_s < STABLE_S:
        return TurnEnd.WAIT
    if watch.sure_turns:
        return TurnEnd.SEVERAL
    return TurnEnd.ASK if proposal.needs_tap else TurnEnd.ACCEPT
