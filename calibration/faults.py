"""What can be wrong with a kept profile or lens, before it is known who reads of it."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

MOST_DETAIL = 120
"""Letters of what is said of a wrong part: it may quote a file of any length."""


class KeptFault(Enum):
    """Why something that was kept cannot be used; the value is the English for it."""

    CUT_SHORT = "it is cut short or damaged"
    NO_TEXT = "it is no text"
    OTHER_THING = "it is something else"
    VERSION = "it is of version {detail}, which this program does not read"
    PART = "a part of it is missing or wrong ({detail})"
    ALIKE = "two of its colours are the same"
    UNKNOWN = "there is none of this name"
    DISK = "the disk says: {detail}"


class ProfileError(ValueError):
    """A profile or a lens that cannot be read or kept: its fault, and the sentence as text."""

    def __init__(
        self,
        fault: KeptFault,
        detail: object = "",
        name: str = "",
        cause: OSError | None = None,
    ) -> None:
        self.fault = fault
        self.detail = str(detail)[:MOST_DETAIL].encode("ascii", "backslashreplace").decode()
        self.name = name
        self.cause = cause
        """What the system said, where it is the disk's fault."""
        why = fault.value.format(detail=self.detail)
        super().__init__(f"{name} is not used: {why}." if name else f"It is not used: {why}.")

    def of(self, name: str) -> ProfileError:
        """The same about a file of this name."""
        return ProfileError(self.fault, self.detail, name, self.cause)


def disk_error(error: OSError, name: str) -> ProfileError:
    """What the system says about a file of this name, its folder left out."""
    return ProfileError(KeptFault.DISK, error.strerror or "?", name, error)


def read_kept(text: str, version: int) -> dict[str, Any]:
    """What a kept file of this version tells; ProfileError says what is wrong with it."""
    try:
        encoded = json.loads(text)
    except (ValueError, RecursionError):  # no JSON, or numbers of thousands of digits
        raise ProfileError(KeptFault.CUT_SHORT) from None
    if not isinstance(encoded, dict) or "version" not in encoded:
        raise ProfileError(KeptFault.OTHER_THING)
    if encoded["version"] != version:
        raise ProfileError(KeptFault.VERSION, str(encoded["version"])[:20])
    return encoded
