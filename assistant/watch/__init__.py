"""Watching a game: still pictures laid onto the known board, and the move they show."""

from assistant.watch.proposal import Assumed, Doubt, Proposal, Question, Revised, Rival
from assistant.watch.turn_end import QUIET_S, TurnEnd, turn_end
from assistant.watch.watcher import Watch, look

__all__ = [
    "QUIET_S",
    "Assumed",
    "Doubt",
    "Proposal",
    "Question",
    "Revised",
    "Rival",
    "TurnEnd",
    "Watch",
    "look",
    "turn_end",
]
