"""A camera whose measured lens is taken out of its pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vision.lens import Lens
from vision.sources.source import Picture, Source, SourceState


class StraightSource:
    """A camera whose lens, once measured, is taken out of its pictures.

    Pictures of another size than the lens was measured for come as they are.
    """

    def __init__(self, source: Source, lens: Callable[[], Lens | None]) -> None:
        self._source = source
        self._lens = lens

    @property
    def name(self) -> str:
        """The camera's own name."""
        return self._source.name

    @property
    def state(self) -> SourceState:
        """How the camera is doing."""
        return self._source.state

    def newest(self, after: int = 0, timeout_s: float = 1.0) -> Picture | None:
        """The newest picture, made straight."""
        picture = self._source.newest(after, timeout_s)
        if picture is None:
            return None
        lens = self._lens()
        high, wide = picture.picture_bgr.shape[:2]
        if lens is None or (wide, high) != lens.size_wh:
            return picture
        return replace(picture, picture_bgr=lens.straighten(picture.picture_bgr))

    def close(self) -> None:
        """Let go of the camera."""
        self._source.close()
