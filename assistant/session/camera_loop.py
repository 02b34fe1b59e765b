"""The camera at work: which pictures are read, and the thread that tells what was seen."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from assistant.session.meanwhile import Meanwhile
from assistant.tiles import Palette
from assistant.watch.opening import Alone
from assistant.worker import Worker
from vision.observation import Observation
from vision.pictures.load import PictureBgr
from vision.reading.inks import Inks
from vision.reading.prints import print_places
from vision.reading.readers import CLASSIC, reader_for
from vision.scene.furniture import Corners, Furniture
from vision.scene.gate import SceneGate
from vision.scene.report import SceneReport, SceneState
from vision.scene.unread import UnreadRests
from vision.sources.source import Picture, Source, Stage

FIRST_AGAIN_S = 1.0
"""A table that stays still is read again after this time, to be surer of it."""
LONGEST_AGAIN_S = 30.0
"""Each further reading waits twice as long, up to this: a quiet table costs next to nothing."""
FIDGETING_AGAIN_S = 4.0
"""The same while something beside the game moves all the time, and could hide what is laid."""
BROUGHT_SURE = 0.8
"""A face this sure that was not there before something moved was brought by a hand, seen or not."""
SURE_ON_CLOTH = 0.97
"""On a cloth with a pattern a face must be this sure to have lain there: lace looks like a tile
with 0.95 at most."""
NEWS_S = 0.5
"""How long to wait for a picture before asking how the camera is doing."""
GLIMPSE_S = 0.25
"""The same while a picture is read: slow cameras send five a second."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one more picture brought; no picture where the camera is lost."""

    at_s: float
    report: SceneReport
    picture: Picture | None = None
    observation: Observation | None = None
    """What was read, where the picture was worth reading."""
    read_ms: float = 0.0
    skipped: int = 0
    """How many photos are known to be missing before this one."""
    lain: tuple[Alone, ...] = ()
    """What of an opening lay there already at rests of which nothing was read."""
    is_late: bool = False
    """Whether the picture came while another one was read."""


class Eye:
    """Looks at every picture of one source and reads those that are worth it."""

    def __init__(
        self,
        palette: Callable[[], Palette | None] = lambda: None,
        inks: Callable[[], Inks | None] = lambda: None,
        rules: Callable[[], str] = lambda: CLASSIC,
        is_bare: Callable[[], bool] = lambda: False,
        reading: Callable[[Callable[[], Observation]], Observation] = lambda look: look(),
    ) -> None:
        self._gate = SceneGate()
        self._reading = reading
        self._is_bare = is_bare
        self._was_bare = False
        self._furniture = Furniture()
        self._unread = UnreadRests()
        self._hand_came = False
        """Whether somebody was at the table since the game began."""
        self._looked_at_bare = False
        """Whether the table was read before anybody was."""
        self._moved = False
        """Whether anything moved since the table was last read."""
        self._plays_beside = False
        """Whether the game was begun beside what lay there before."""
        self._rules = rules
        self._palette = palette
        self._inks = inks
        self._was_still = False
        self._wait_s = FIRST_AGAIN_S
        self._read_s = 0.0
        self._last_s = 0.0

    def see(self, picture: Picture, *, is_newest: bool = True) -> Seen:
        """One more picture; a photo that somebody took is always worth reading.

        Of pictures that come late only the newest is: reading all of them would be later still.
        """
        self._last_s = picture.at_s
        if picture.is_photo:
            return self._read(picture, SceneReport(SceneState.STILL, picture.at_s))
        report = self._gate.see(picture.picture_bgr, picture.at_s)
        self._mind_beginning(report.state)
        if not is_newest:
            self._was_still &= report.state is SceneState.STILL
        elif self._is_worth_reading(report):
            return self._read(picture, report)
        return Seen(picture.at_s, report, picture)

    def lose(self, waited_s: float) -> Seen:
        """No picture came for this long."""
        self._was_still = False
        self._last_s += waited_s
        return Seen(self._last_s, self._gate.lose(self._last_s))

    def _is_worth_reading(self, report: SceneReport) -> bool:
        """A table just come to rest; then again, ever more rarely."""
        was_still, self._was_still = self._was_still, report.state is SceneState.STILL
        if not self._was_still:
            return False
        if not was_still:
            self._wait_s = FIRST_AGAIN_S
            return True
        longest_s = FIDGETING_AGAIN_S if report.fidgeting else LONGEST_AGAIN_S
        if report.at_s - self._read_s < min(self._wait_s, longest_s):
            return False
        self._wait_s = min(2 * self._wait_s, LONGEST_AGAIN_S)
        return True

    def _read(self, picture: Picture, report: SceneReport) -> Seen:
        began = time.perf_counter()
        look = self._look if picture.is_photo else self._look_beside
        observation = self._reading(lambda: look(picture.picture_bgr))
        read_ms = 1000 * (time.perf_counter() - began)
        lain = () if picture.is_photo else self._lain(picture, observation)
        self._read_s, self._moved = picture.at_s, False
        faces = (*observation.sightings, *observation.cards)
        places_px = [face.centre_px for face in faces]
        self._gate.lay_out(places_px, observation.tile_px)
        return Seen(picture.at_s, report, picture, observation, read_ms, lain=lain)

    def _lain(self, picture: Picture, seen: Observation) -> tuple[Alone, ...]:
        """What of an opening lay there already when nothing of it was read."""
        if not self._is_bare():
            return ()
        if not seen.sightings:
            self._unread.note(picture.picture_bgr, picture.at_s, stirred=self._moved)
            return ()
        places_px = {face.corners_px: face.centre_px for face in seen.sightings}
        return tuple(
            Alone(tuple(places_px[tuple(one)] for one in lay), rest.since_s, rest.until_s)
            for rest, lay in self._unread.with_any(picture.picture_bgr, places_px)
        )

    def _look(self, picture_bgr: PictureBgr) -> Observation:
        return reader_for(self._rules())(picture_bgr, self._palette(), self._inks())

    def _mind_beginning(self, state: SceneState) -> None:
        """Furniture is what lay there, for this camera, before the first hand of a game came."""
        was_bare, self._was_bare = self._was_bare, self._is_bare()
        begins = self._was_bare and not was_bare
        is_over = not self._was_bare and not self._plays_beside
        moved = state is SceneState.CAMERA_MOVED and not self._plays_beside
        if begins or is_over or moved:
            self._furniture.forget()
            self._unread.forget()
            self._hand_came = self._plays_beside = self._looked_at_bare = False
        self._moved |= state is not SceneState.STILL
        if not self._moved:
            self._unread.lasts(self._last_s)
        if state is SceneState.HAND:
            self._hand_came = True

    def _look_beside(self, picture_bgr: PictureBgr) -> Observation:
        """Read the table without what lay there before, if a game was begun beside that."""
        if self._is_bare() and not self._hand_came and self._moved and self._looked_at_bare:
            seen = self._look(picture_bgr)
            self._hand_came = any(
                face.confidence >= BROUGHT_SURE and not self._furniture.knows(face.corners_px)
                for face in (*seen.sightings, *seen.loose)
            )
        if self._hand_came and self._furniture:
            seen = self._look(self._furniture.covered(picture_bgr))
            came = _corners_of(seen)
            if self._furniture.is_on_cloth and came and not self._plays_beside:
                # Tiles that lay there may be read only now that others lie beside them.
                sure = _faces_of(self._look(picture_bgr), SURE_ON_CLOTH)
                self._furniture.overlooked(picture_bgr, sure, came)
            is_apart = not self._furniture.adjoins(came)
            self._plays_beside |= bool(seen.sightings) and is_apart
            if self._is_told_by(seen, is_apart):
                return seen
        seen = self._look(picture_bgr)
        if self._is_bare() and not self._hand_came:
            sure, marks = _faces_of(seen, SURE_ON_CLOTH), print_places(picture_bgr)
            self._furniture.note(picture_bgr, _corners_of(seen), marks, sure)
            self._looked_at_bare = True
        return seen

    def _is_told_by(self, seen: Observation, is_apart: bool) -> bool:
        """Whether what was read without the furniture is all there is to tell."""
        if self._furniture.is_on_cloth:
            return self._plays_beside or is_apart
        return bool(seen.sightings) if self._furniture.is_marks_only else self._plays_beside


def _corners_of(seen: Observation) -> list[Corners]:
    """Where anything lies that looks like a tile."""
    return [*_faces_of(seen, 0.0), *(stray.corners_px for stray in seen.strays)]


def _faces_of(seen: Observation, least: float) -> list[Corners]:
    """Where the faces lie that are at least this sure."""
    faces = (*seen.sightings, *seen.loose)
    return [face.corners_px for face in faces if face.confidence >= least]


class CameraLoop:
    """A worker that shows every newest picture to an eye and passes on what it saw.

    A picture that makes it fail is passed over, and a fresh eye looks at the next one. What comes
    while a picture is read is looked at afterwards, in its order.
    """

    def __init__(
        self,
        source: Source,
        on_seen: Callable[[Seen], None],
        palette: Callable[[], Palette | None] = lambda: None,
        inks: Callable[[], Inks | None] = lambda: None,
        on_trouble: Callable[[bool], None] = lambda _failing: None,
        rules: Callable[[], str] = lambda: CLASSIC,
        is_bare: Callable[[], bool] = lambda: False,
        on_late: Callable[[Picture], None] = lambda _picture: None,
    ) -> None:
        """`on_late` hears at once of pictures that come while another one is read."""
        self._source = source
        self._is_bare = is_bare
        self._on_late = on_late
        self._on_seen = on_seen
        self._palette = palette
        self._inks = inks
        self._rules = rules
        self._number = 0
        self._meanwhile = Meanwhile(self._glimpse)
        self._worker = Worker("watching", self._watch, on_trouble)

    def start(self) -> None:
        """Begin watching."""
        self._worker.start()

    def close(self) -> None:
        """Stop watching and let go of the source."""
        self._worker.close()
        self._source.close()
        self._worker.join()
        self._meanwhile.close()

    def join(self, timeout_s: float | None = None) -> bool:
        """Wait for the source's own end; whether it has come."""
        self._worker.join(timeout_s)
        return not self._worker.is_alive

    def _watch(self) -> None:
        late = self._meanwhile
        eye = Eye(self._palette, self._inks, self._rules, self._is_bare, late.reading)
        while not self._worker.is_closing:
            is_late = bool(late)
            picture = late.take() if is_late else self._next(NEWS_S)
            if picture is not None:
                self._on_seen(replace(eye.see(picture, is_newest=not late), is_late=is_late))
                self._worker.well()
                continue
            match self._source.state.stage:
                case Stage.ENDED:
                    return
                case Stage.LOST:
                    self._on_seen(eye.lose(NEWS_S))
                case Stage.OPENING | Stage.LIVE:
                    pass

    def _glimpse(self) -> Picture | None:
        picture = self._next(GLIMPSE_S)
        if picture is not None:
            self._on_late(picture)
        return picture

    def _next(self, timeout_s: float) -> Picture | None:
        picture = self._source.newest(self._number, timeout_s)
        if picture is not None:
            self._number = picture.number
        return picture
