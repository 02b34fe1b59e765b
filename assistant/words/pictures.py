"""What is wrong with a picture, as a sentence a player can act on."""

from __future__ import annotations

from assistant.words import Language, say
from vision.observation import Complaint


def complaint_sentence(complaint: Complaint, language: Language) -> str:
    """One trouble of a picture with what was measured and what would be fine."""
    return say(
        language,
        f"complaint.{complaint.trouble.value}",
        measured=complaint.measured,
        wanted=complaint.wanted,
    )
