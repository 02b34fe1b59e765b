"""Where pictures come from: one protocol for cameras, recordings, phones and the drawn table."""

from vision.sources.exposure import Hold, Locks
from vision.sources.files import PhotosSource, film_source, folder_source, list_photos
from vision.sources.live import CameraLostError, Feed, LiveSource, Unasked, locks_of
from vision.sources.opening import CameraKind, Opened, kind_of, open_source, without_password
from vision.sources.pushed import PushedSource
from vision.sources.shown import Shot, ShownSource, drawn_source
from vision.sources.source import Picture, Source, SourceError, SourceState, Stage
from vision.sources.webcam import Webcam, Wish, list_webcams

__all__ = [
    "CameraKind",
    "CameraLostError",
    "Feed",
    "Hold",
    "LiveSource",
    "Locks",
    "Opened",
    "PhotosSource",
    "Picture",
    "PushedSource",
    "Shot",
    "ShownSource",
    "Source",
    "SourceError",
    "SourceState",
    "Stage",
    "Unasked",
    "Webcam",
    "Wish",
    "drawn_source",
    "film_source",
    "folder_source",
    "kind_of",
    "list_photos",
    "list_webcams",
    "locks_of",
    "open_source",
    "without_password",
]
