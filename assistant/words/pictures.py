"""What is wrong with a picture, as a sentence a player can act on."""

from __future__ import annotations

from assistant.words import Language, say
from vision.observation import Complaint, Observation, Rejection


def complaint_sentence(complaint: Complaint, language: Language) -> str:
    """One trouble of a picture with what was measured and what would be fine."""
    return say(
        language,
        f"complaint.{complaint.trouble.value}",
        measured=complaint.measured,
        wanted=complaint.wanted,
    )


def rejection_sentences(seen: Observation, language: Language) -> list[str]:
    """What looked like tiles and was not taken for any, counted by its reason."""
    counts = {why: sum(one.why is why for one in seen.rejected) for why in Rejection}
    return [
        say(language, f"read.rejected.{why.value}", count=count)
        for why, count in counts.items()
        if count
    ]
