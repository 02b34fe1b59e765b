"""Setting up: the camera judged while it watches, the set learned, the profile in use."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from assistant.session.advice import Advising, without_tiles
from assistant.session.camera_loop import Seen
from assistant.tiles import PURPLE_SET, palette_of
from calibration.checks.checks import Check, Finding, check_camera, is_lost
from calibration.checks.looks import Looks
from calibration.faults import KeptFault, ProfileError
from calibration.inks.choosing import choose_profile
from calibration.inks.layout import Layout, read_layout
from calibration.inks.learning import Learned, learn, learn_layout, learn_more, lesson_of_turn
from calibration.inks.lesson import Lesson, spread_of
from calibration.inks.profile import Profile, Profiles, read_profile
from calibration.lens.kept import Lenses
from calibration.lens.measuring import LensMeasuring, SheetOutcome
from vision.lens import Lens
from vision.observation import Observation
from vision.pictures.load import PictureBgr
from vision.reading.inks import Inks
from vision.scene.report import SceneState
from vision.sources import CameraKind, Locks, Picture, Source
from vision.sources.straight import StraightSource

LAST_TURNS = 4
"""Accepted tables that are kept to compare profiles on."""
FEWEST_TURNS = 3
"""Accepted tables after which a set is learned that nobody laid out."""
USUAL_NAME = "My table"
CUBES_NAME = " (Cubes)"
"""Added to the name of a set of cubes that nobody laid out: tiles on the same table keep theirs."""


@dataclass(frozen=True, slots=True)
class Lessoned:
    """What came of an attempt to learn from a picture: the layout, and the profile if any."""

    layout: Layout
    learned: Learned | None = None


class Setup:
    """What is known of the camera and the set, told by the camera's thread and asked by pages."""

    def __init__(self, profiles: Profiles, clock: Callable[[], float] = time.monotonic) -> None:
        self.profiles = profiles
        self._lenses = Lenses(profiles.data_folder)
        self.lens: Lens | None = None
        """The lens that is taken out of the camera's pictures."""
        self._measuring = LensMeasuring()
        self.plays_cubes: Callable[[], bool] = lambda: False
        """Whether cubes lie on the table, and no tiles."""
        self._clock = clock
        self._lock = threading.Lock()
        self._looks = Looks()
        self._camera = ""
        self.kind = CameraKind.OWN
        """What the camera hangs on."""
        self._locks: Callable[[], Locks | None] = lambda: None
        self._read: Seen | None = None
        self._advising = Advising()
        self._turns: deque[Lesson] = deque(maxlen=LAST_TURNS)
        self._profile: Profile | None = None
        self._chosen = False
        self._by_hand = False
        """Whether somebody chose the profile, so that no other light changes it."""
        self._lens_notice: tuple[ProfileError, ...] = ()
        self._notices: tuple[ProfileError, ...] = ()

    @property
    def inks(self) -> Inks | None:
        """What pictures are to be read with; None is the usual."""
        profile = self._profile
        if profile is None or profile.cubes != self.plays_cubes():
            return None
        return profile.inks

    @property
    def profile(self) -> Profile | None:
        """The profile in use."""
        return self._profile

    @property
    def camera(self) -> str:
        """The camera that is watched with."""
        return self._camera

    @property
    def notices(self) -> tuple[ProfileError, ...]:
        """What is wrong with kept profiles and lenses."""
        return (*self._notices, *self._lens_notice)

    def notice(self, error: ProfileError) -> None:
        """Tell of a profile that could not be read or kept."""
        self._notices = (error,)

    @property
    def locks(self) -> Locks | None:
        """What is held still of the camera; None for one that has nothing to hold."""
        return self._locks()

    def look_with(
        self,
        camera: str,
        locks: Callable[[], Locks | None] = lambda: None,
        kind: CameraKind = CameraKind.OWN,
    ) -> None:
        """Another camera; which profile fits it is found when it shows tiles."""
        with self._lock:
            self._camera, self._locks, self.kind = camera, locks, kind
            self._looks.forget()
            self._advising.forget()
            self._measuring.forget()
            self._read, self._profile, self._chosen, self._by_hand = None, None, False, False
            self._turns.clear()

    def straight(self, source: Source) -> Source:
        """The source with its camera's lens taken out, where that was measured."""
        try:
            self.lens, self._lens_notice = self._lenses.of(source.name), ()
        except ProfileError as error:
            self.lens, self._lens_notice = None, (error,)
        return StraightSource(source, lambda: self.lens)

    def see_sheet(self, picture_bgr: PictureBgr) -> SheetOutcome:
        """One more picture of the printed sheet; a lens that is worth it is kept and used."""
        outcome = self._measuring.see(picture_bgr)
        if outcome.lens is not None:
            self._lenses.save(self._camera, outcome.lens)
            self.lens = outcome.lens
        return outcome

    def forget_lens(self) -> None:
        """Use the camera's pictures as they come."""
        self._lenses.forget(self._camera)
        self.lens, self._lens_notice = None, ()

    def saw(self, seen: Seen) -> None:
        """One more picture of the camera, or its absence."""
        if seen.picture is None:
            return
        if not seen.is_late:
            self.glimpsed(seen.picture)
        with self._lock:
            if seen.observation is not None:
                self._read = seen
            if SceneState.LIGHT_JUMPED in seen.report.happened and not self._by_hand:
                self._chosen = False  # another profile, or none, may fit the new light better
        if seen.observation is not None and seen.observation.sightings and not self._chosen:
            self._choose_by(seen.picture.picture_bgr)

    def glimpsed(self, picture: Picture) -> None:
        """A picture as it comes, whenever it is read."""
        with self._lock:
            self._looks.see(picture.picture_bgr, self._clock())

    def findings(self) -> tuple[Finding, ...]:
        """How every check stands now."""
        with self._lock:
            observation = self._read.observation if self._read else None
            return check_camera(self._looks, self._clock(), observation)

    @property
    def is_lost(self) -> bool:
        """Whether the camera has shown something and falls silent."""
        with self._lock:
            return is_lost(self._looks, self._clock())

    def advice(
        self, *, tiles_lie_there: bool, is_drawn: bool = False
    ) -> tuple[Finding, ...] | None:
        """What to tell players while a game is watched; None where it is too early to say anew.

        How often pictures come says nothing about a table that is drawn.
        """
        with self._lock:
            now_s = self._clock()
            if not self._advising.is_due(now_s):
                return None
            read = None if self._read is None else self._read.observation
            found = check_camera(self._looks, now_s, read)
            if is_drawn:
                found = tuple(finding for finding in found if finding.check is not Check.RATE)
            if tiles_lie_there and read is not None and not read.sightings:
                found = without_tiles(found)
            return self._advising.judge(found, now_s)

    def learn(self, picture_bgr: PictureBgr, name: str) -> Lessoned:
        """Learn the set from tiles laid out on this picture, keep it and use it."""
        cubes = self.plays_cubes()
        # Cubes are sold with purple only.
        layout = read_layout(spread_of(picture_bgr, cubes), PURPLE_SET if cubes else None)
        if layout.lesson is None:
            return Lessoned(layout)
        turns = tuple(self._turns)
        learned = learn_layout(name, layout, self._camera, turns)
        if learned.profile is not None:
            self.profiles.save(learned.profile)
            self._use(learned.profile)
        return Lessoned(layout, learned)

    def accepted(self, picture_bgr: PictureBgr, agreed: Observation) -> Learned | None:
        """Let a table that people agreed on teach: it is kept to compare by, and learned from."""
        lesson = lesson_of_turn(spread_of(picture_bgr, self.plays_cubes()), agreed)
        if lesson is None:
            return None
        turns, profile = tuple(self._turns), self._profile
        self._turns.append(lesson)
        turns = tuple(turn for turn in turns if turn.cubes == lesson.cubes)
        if profile is not None and profile.cubes == lesson.cubes:
            learned = learn_more(profile, lesson, turns)
        elif len(turns) + 1 < FEWEST_TURNS:
            return None
        else:
            palette = agreed.palette or palette_of(s.tile for s in agreed.sightings)
            name = (self._camera or USUAL_NAME) + (CUBES_NAME if lesson.cubes else "")
            learned = learn(name, (*turns, lesson), palette, self._camera)
        if learned.profile is not None:
            self.profiles.save(learned.profile)
            self._use(learned.profile)
        return learned

    def take(self, content: bytes, file_name: str) -> Profile:
        """Keep a profile that somebody brings in a file, and use it."""
        try:
            profile = read_profile(content.decode("utf-8"))
        except UnicodeDecodeError:
            raise ProfileError(KeptFault.NO_TEXT, name=file_name) from None
        except ProfileError as error:
            raise error.of(file_name) from None
        profile = self.profiles.add(profile)
        self._use(profile)
        return profile

    def use(self, name: str) -> None:
        """Read with this profile from now on; an empty name is the usual inks."""
        self._use(self.profiles.load(name) if name else None)
        self._by_hand = True

    def undo(self, name: str) -> None:
        """Go back to what was known before the last learning."""
        before = self.profiles.undo(name)
        if self._profile is not None and self._profile.name == name:
            self._use(before)

    def _use(self, profile: Profile | None) -> None:
        with self._lock:
            self._profile, self._chosen, self._by_hand = profile, True, False

    def _choose_by(self, picture_bgr: PictureBgr) -> None:
        """The kept profile that fits this picture best, if any does better than none."""
        try:
            kept, self._notices = self.profiles.all()
        except ProfileError as error:
            kept, self._notices = (), (error,)
        cubes, fitting = self.plays_cubes(), None
        if any(profile.cubes == cubes for profile in kept):
            seen = spread_of(picture_bgr, cubes).light
            fitting = choose_profile(seen, kept, self._camera, cubes)
        with self._lock:
            if not self._chosen:
                self._profile, self._chosen = fitting, True
