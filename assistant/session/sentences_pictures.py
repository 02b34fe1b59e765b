"""Photos, films and cameras that cannot be used, told in sentences of any language."""

from __future__ import annotations

from assistant.words import PlainError
from vision.pictures.load import PictureError
from vision.sources import SourceError


def picture_error(error: PictureError) -> PlainError:
    """Why a file is not a photo that can be read."""
    return PlainError(f"picture.{error.fault.name.lower()}", path=error.name)


def source_error(error: SourceError) -> PlainError:
    """Why pictures cannot be had from there."""
    key = f"source.{error.fault.name.lower()}"
    return PlainError(key, name=error.name, known=error.known)
