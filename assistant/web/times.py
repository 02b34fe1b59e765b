"""Times for pages: written by this computer's clock, shown by each phone its own way."""

from __future__ import annotations

from datetime import datetime


def iso_time(at_s: float) -> str:
    """A time as pages take it; nothing where it is not known, or no calendar has it."""
    if not at_s:
        return ""
    try:
        return datetime.fromtimestamp(at_s).astimezone().isoformat(timespec="minutes")
    except (OverflowError, ValueError, OSError):
        return ""
