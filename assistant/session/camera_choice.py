"""The camera that watches the table: chosen, changed and let go of while the program runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from assistant.game.events import Rulebook
from assistant.session.camera_loop import CameraLoop, Eye, Seen
from assistant.session.photo_names import photos_between
from assistant.session.session import Session
from assistant.session.setup import Setup
from assistant.session.teaching import Teaching
from assistant.tiles import Palette
from vision.observation import Observation
from vision.pictures.load import PictureBgr
from vision.reading.inks import Inks
from vision.reading.readers import reader_for
from vision.sources import (
    Opened,
    Picture,
    PushedSource,
    Source,
    kind_of,
    list_webcams,
    locks_of,
    open_source,
)

NONE, DEMO, PHONE = "none", "demo", "phone"


class Cameras:
    """At most one camera at a time, telling the session what it sees."""

    def __init__(
        self,
        session: Session,
        demo: Callable[[], Source],
        setup: Setup | None = None,
        *,
        anywhere: bool = False,
    ) -> None:
        """Anywhere, phones may name cameras beyond the home network too."""
        self._session = session
        self._demo = demo
        self.setup = setup
        """What is known of camera and tile set; None where nobody asks."""
        if setup is not None:
            setup.plays_cubes = lambda: session.rules == Rulebook.CUBES.value
        troubles = session.troubles
        self._teaching = None if setup is None else Teaching(setup, troubles.of_worker("learning"))
        self._lock = threading.Lock()
        self._photos = threading.Lock()
        """One photo after the other: reading takes all of a core."""
        self._named: tuple[int | None, str] = (None, "")
        """Of which game the latest photo was, and its name."""
        self._loop: CameraLoop | None = None
        self.pushed: PushedSource | None = None
        """Where phones send stills, while one of them is the camera."""
        self._anywhere = anywhere
        self._count = 0
        self._addresses: dict[str, str] = {}
        """By the name that pages know them by: an address may hold a password."""
        self._trusted: set[str] = set()
        """The addresses that whoever started the program named."""
        self.chosen = NONE
        """What is watched, as pages know it."""

    def choose(self, spec: str, *, trusted: bool = False) -> None:
        """Watch with this camera from now on; SourceError if it cannot be, and nothing changes.

        What whoever started the program names is opened wherever it is.
        """
        if trusted:
            self._trusted.add(spec)
        with self._lock:
            if spec == NONE:
                self._let_go()
                self._session.look_with("")
                if self.setup is not None:
                    self.setup.look_with("")
            else:
                opened = self._opened(spec)
                spec = self._keep(spec)
                kind = kind_of(self._addresses.get(spec, spec))
                self._let_go()
                self._session.look_with(opened.source.name, opened.notice, kind)
                source = opened.source
                self.pushed = source if isinstance(source, PushedSource) else None
                if self.setup is not None:
                    self.setup.look_with(source.name, lambda: locks_of(opened.source), kind)
                    source = self.setup.straight(source)
                self._loop = CameraLoop(
                    source,
                    self._saw,
                    lambda: self._session.palette,
                    self._inks,
                    self._session.troubles.of_worker("watching"),
                    lambda: self._session.rules,
                    lambda: self._session.is_bare,
                    self._glimpsed,
                )
                self._loop.start()
                if opened.notice:
                    spec = DEMO
            self.chosen = spec

    def suit_the_game(self) -> None:
        """Let go of the simulated table where the game that is open is a real one."""
        game = self._session.now.game
        if self.chosen == DEMO and game is not None and not game.settings.simulated:
            self.choose(NONE)

    @property
    def is_lost(self) -> bool:
        """Whether the newest picture is no longer what the camera sees."""
        return self.chosen != NONE and self.setup is not None and self.setup.is_lost

    @property
    def idle(self) -> str:
        """Why the camera has nothing to do with the game on the table; nothing where it has."""
        if self.chosen == NONE or self._may_lay():
            return ""
        return "demo_beside_game" if self.chosen == DEMO else "camera_beside_demo"

    def look(self, picture_bgr: PictureBgr, name: str = "", taken_s: float | None = None) -> Seen:
        """A photo that somebody took: read as the camera's pictures are, and told like them.

        Its name may tell that some before it never came, and its own time how long ago they were.
        """
        eye = Eye(lambda: self._session.palette, self._inks, lambda: self._session.rules)
        with self._photos:
            taken_s = time.time() if taken_s is None else taken_s
            photo = Picture(picture_bgr, time.monotonic(), 1, name, is_photo=True, taken_s=taken_s)
            seen = replace(eye.see(photo), skipped=self._missing_before(name))
            self._saw(seen)
        return seen

    def _missing_before(self, name: str) -> int:
        """How many photos of this game are missing, by their names."""
        now, (known, before) = self._session.now, self._named
        self._named = (now.number, name)
        if known != now.number:
            before = ""
        has_begun = now.game is None or bool(now.game.turns)
        return 0 if has_begun and not before else photos_between(before, name)

    def read_apart(
        self, picture_bgr: PictureBgr, rules: str, palette: Palette | None
    ) -> Observation:
        """What is on a photo of something beside the game, as a hand: read, and told nobody."""
        with self._photos:
            return reader_for(rules)(picture_bgr, palette, self._inks())

    def peek(self, spec: str) -> Source:
        """Another camera, only to be looked through; the caller closes it."""
        return self._opened(spec).source

    def is_chosen(self, spec: str) -> bool:
        """Whether this is what is watched already, by its address or as pages know it."""
        return self.chosen in (spec, self._name_of(spec))

    def _name_of(self, address: str) -> str | None:
        return next((name for name, one in self._addresses.items() if one == address), None)

    def _keep(self, spec: str) -> str:
        """What pages know this by: a camera of the network by a name without its address."""
        if "://" not in spec:
            return spec
        if name := self._name_of(spec):
            return name
        self._count += 1
        name = f"network-{self._count}"
        # Only the one that is watched is offered again.
        self._addresses = {name: spec}
        return name

    def _opened(self, spec: str) -> Opened:
        spec = self._addresses.get(spec, spec)
        home_only = not self._anywhere and spec not in self._trusted
        return open_source(spec, self._demo, home_only=home_only)

    def close(self) -> None:
        """Let go of the camera."""
        with self._lock:
            self._let_go()
        if self._teaching is not None:
            self._teaching.close()

    def choices(self) -> tuple[tuple[str, str], ...]:
        """What can be chosen here: the words for it, and the camera's own name where it has one."""
        webcams = tuple((str(webcam.number), webcam.name) for webcam in list_webcams())
        fixed = ((PHONE, ""), (NONE, ""), (DEMO, ""))
        chosen = ((self.chosen, self._session.now.camera or self.chosen),)
        known = {spec for spec, _ in (*webcams, *fixed)}
        return (*(() if self.chosen in known else chosen), *webcams, *fixed)

    def _saw(self, seen: Seen) -> None:
        """Tell the game first; the camera's own checks and learning never hold it up."""
        if self._may_lay():
            self._session.saw(seen)
        if self.setup is not None and self._teaching is not None:
            self.setup.saw(seen)
            self._teaching.saw(seen, self._session.now)
            if seen.picture is None or not seen.picture.is_photo:
                self._advise(self.setup)

    def _glimpsed(self, picture: Picture) -> None:
        """A picture that is read later or never tells at least that the camera is well."""
        if self.setup is not None:
            self.setup.glimpsed(picture)

    def _advise(self, setup: Setup) -> None:
        """Tell every phone what to do where light or view have become bad."""
        game = self._session.now.game
        found = setup.advice(
            tiles_lie_there=game is not None and bool(game.board), is_drawn=self.chosen == DEMO
        )
        if found is not None:
            self._session.advise(found)

    def _may_lay(self) -> bool:
        """Whether what is seen belongs to the game: a simulated one is never laid by a camera."""
        game = self._session.now.game
        return game is None or game.settings.simulated == (self.chosen == DEMO)

    def _inks(self) -> Inks | None:
        return None if self.setup is None else self.setup.inks

    def _let_go(self) -> None:
        if self._loop is not None:
            self._loop.close()
            self._loop = None
            self.pushed = None
            self._session.troubles.report("watching", None)
