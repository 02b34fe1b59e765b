"""Checks, layouts and lessons as sentences that people at the table can act on."""

from __future__ import annotations

from assistant.tiles import Tile
from assistant.words import Language, name_of, say, tile_name
from assistant.words.files import file_sentence
from calibration.checks.checks import Check, Finding, Standing
from calibration.faults import KeptFault, ProfileError
from calibration.inks.layout import LayoutFault
from calibration.inks.learning import Learned
from calibration.inks.profile import Profile
from calibration.lens.measuring import WANTED, SheetOutcome
from vision.sources import CameraKind, Hold, Locks


def check_name(finding: Finding, language: Language) -> str:
    """What a check is about, as a line of the list."""
    return say(language, f"check.{finding.check.value}")


def check_advice(finding: Finding, language: Language, kind: CameraKind = CameraKind.OWN) -> str:
    """What to do about a red check, or where tiles are waited for; nothing about the others."""
    if finding.check is Check.ANSWERS and finding.standing is Standing.RED:
        return say(language, f"check.answers.{kind.value}")
    lacks_tiles = finding.check is Check.TILES and finding.standing is Standing.WAITING
    if finding.standing is not Standing.RED and not lacks_tiles:
        return ""
    gone = finding.check is Check.TILES and not lacks_tiles
    key = f"check.{finding.check.value}.{'gone' if gone else 'red'}"
    return say(language, key, measured=finding.measured, wanted=finding.wanted)


def locks_sentence(locks: Locks | None, language: Language) -> str:
    """What is held still of the camera; nothing where that is not for us to say."""
    match locks:
        case None:
            return ""
        case Locks(Hold.LOCKED, Hold.LOCKED):
            return say(language, "locks.both")
        case Locks(Hold.LOCKED, _):
            return say(language, "locks.exposure")
        case Locks(_, Hold.LOCKED):
            return say(language, "locks.white_balance")
        case Locks(Hold.AUTOMATIC, _) | Locks(_, Hold.AUTOMATIC):
            return say(language, "locks.waiting")
        case _:
            return say(language, "locks.refused")


def sheet_sentence(text: SheetOutcome, language: Language) -> str:
    """What one more picture of the printed sheet brought."""
    if text.verdict is not None:
        return say(language, f"lens.{text.verdict.value}")
    return say(language, f"lens.{text.step.value}", count=text.count, wanted=WANTED)


def profile_sentence(error: ProfileError, language: Language) -> str:
    """Why a profile or a lens is not used."""
    if error.fault is KeptFault.UNKNOWN:
        return say(language, "profile.unknown", name=error.name)
    if error.cause is not None:
        return file_sentence(error.cause, error.name).translate(language)
    why = fault_reason(error, language)
    return say(language, "profile.not_used", name=error.name or "?", why=why)


def fault_reason(error: ProfileError, language: Language) -> str:
    """Only why, without the name that somebody gave it."""
    return say(language, f"profile.{error.fault.name.lower()}", detail=error.detail)


def fault_sentence(fault: LayoutFault, language: Language) -> str:
    """One mistake of a layout."""
    what = ""
    if fault.colour and fault.shape:
        what = tile_name(language, Tile(fault.colour, fault.shape))
    elif fault.colour:
        what = name_of(language, fault.colour)
    key = f"layout.{fault.mistake.value}"
    text = say(language, key, what=what, count=fault.count)
    return text[:1].upper() + text[1:]


def learned_sentence(learned: Learned, language: Language) -> str:
    """What became of learning."""
    text = say(language, f"learned.{learned.outcome.value}")
    close = learned.profile and close_sentence(learned.profile, language)
    return f"{text} {close}" if close else text


def close_sentence(profile: Profile, language: Language) -> str:
    """Which colours are close to each other in this light, if any."""
    if not profile.close:
        return ""
    pairs = ", ".join(
        f"{name_of(language, one)} – {name_of(language, other)}" for one, other, _ in profile.close
    )
    return say(language, "learned.close", pairs=pairs)
