"""How this computer is set up for the assistant: each finding with what to do about it."""

from __future__ import annotations

import ipaddress
import os
import platform
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from assistant.session.log import failures
from assistant.session.sentences_setup import fault_reason
from assistant.storage.backups import Backups
from assistant.storage.errors import StoreError
from assistant.storage.store import FILE_NAME, Store, default_folder
from assistant.web.server import listen, own_address
from assistant.words import Language, name_of, say
from calibration.inks.profile import Profiles
from vision.opencv import drawn_table, opencv_build, video_backends
from vision.reading.read import read_picture
from vision.sources import LiveSource, list_webcams
from vision.sources.webcam import Wish, numbers_to_try, webcam_connector

ANSWER_S = 4.0
"""How long a camera may take to show its first picture."""
NEEDED_MS = 400.0
"""A reading that takes longer than this keeps the table waiting."""
READINGS = 5
LEAST_FREE_MB = 50.0
SMALLEST_PX = 480
"""Height of a picture below which tiles are too small on any table."""
UFW_FILE = Path("/etc/ufw/ufw.conf")
ASK_S = 3.0


@dataclass(frozen=True, slots=True)
class Health:
    """One finding; with advice it is a problem."""

    about: str
    text: str
    advice: str = ""


class Doctor:
    """Examines one part of this computer after the other, and tells of it in one language."""

    def __init__(self, language: Language = Language.ENGLISH) -> None:
        self._language = language

    def about_program(self) -> Iterator[Health]:
        """Versions of what takes part."""
        try:
            own = version("qwirkle-table")
        except PackageNotFoundError:
            own = self._say("from_source")
        yield self._found("program", f"qwirkle-table {own}")
        running = platform.python_version()
        yield self._found("python", self._say("python", version=running, system=platform.system()))
        yield self._found("opencv", opencv_build())
        backends = video_backends()
        text = ", ".join(backends) or self._say("none")
        yield self._found("video", text, "" if backends else "no_video")

    def about_cameras(self, *, open_them: bool = True) -> Iterator[Health]:
        """Every camera, and what it really gives."""
        names = {webcam.number: webcam.name for webcam in list_webcams()}
        numbers = numbers_to_try()
        if not numbers:
            yield self._found("camera", self._say("no_camera"), "no_camera")
        for number in numbers:
            name = names.get(number, self._say("unnamed", number=number))
            if not open_them:
                yield self._found("camera", self._say("camera", number=number, name=name))
                continue
            finding = self._about_camera(number, name)
            if finding is not None:
                yield finding

    def _about_camera(self, number: int, name: str) -> Health | None:
        source = LiveSource(name, webcam_connector(number, Wish()))
        try:
            picture = source.newest(timeout_s=ANSWER_S)
        finally:
            source.close()
        if picture is not None:
            high, wide = picture.picture_bgr.shape[:2]
            text = self._say("camera_size", number=number, name=name, wide=wide, high=high)
            return self._found("camera", text, "" if min(wide, high) >= SMALLEST_PX else "small")
        if sys.platform != "linux":
            return None  # the numbers there are guesses
        return self._found("camera", self._say("silent", number=number, name=name), "silent")

    def about_speed(self) -> Iterator[Health]:
        """How fast this computer reads a drawn table."""
        picture_bgr = drawn_table()
        times = []
        for _ in range(READINGS):
            began = time.perf_counter()
            tiles = len(read_picture(picture_bgr).sightings)
            times.append(1000 * (time.perf_counter() - began))
        took = median(times)
        text = self._say("speed", tiles=tiles, took=took, needed=NEEDED_MS)
        yield self._found("speed", text, "slow" if took > NEEDED_MS else "")
        yield self._found("cores", str(os.cpu_count() or 1))

    def about_network(self, port: int) -> Iterator[Health]:
        """The address that phones can use, and whether its port is free."""
        address = own_address()
        number = ipaddress.ip_address(address)
        if number.is_loopback:
            yield self._found("network", self._say("no_network"), "no_network")
        elif number.is_private:
            text = self._say("address", address=f"http://{address}:{port}")
            yield self._found("network", text)
        else:
            # A public address identifies the household: it is not for a bug report.
            yield self._found("network", self._say("public"), "public")
        try:
            with listen("0.0.0.0", port) as listener:
                got = listener.getsockname()[1]
        except (OSError, OverflowError):
            yield self._found("port", self._say("port_bad", port=port), "port_bad")
            return
        free = self._say("port_free", port=port)
        taken = self._say("port_taken", port=port, other=got)
        yield self._found("port", free if got == port else taken)
        yield from self._reached(address)

    def _reached(self, address: str) -> Iterator[Health]:
        """Whether this computer reaches itself by the address that phones use."""
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
            listener.bind(("0.0.0.0", 0))
            listener.listen(1)
            try:
                port = listener.getsockname()[1]
                with socket.create_connection((address, port), timeout=ASK_S):
                    yield self._found("reach", self._say("reached"))
            except OSError:
                yield self._found("reach", self._say("unreached"), "unreached")

    def about_firewall(self, port: int) -> Iterator[Health]:
        """Whether a firewall is on that phones may not get through."""
        match sys.platform:
            case "linux":
                on = "ENABLED=yes" in _read(UFW_FILE)
                how = f"sudo ufw allow {port}/tcp"
            case "darwin":
                state = _ask("/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate")
                on, how = "enabled" in state.lower(), self._say("allow_mac")
            case "win32":
                state = _ask("netsh", "advfirewall", "show", "currentprofile", "state")
                on, how = "ON" in state, self._say("allow_windows")
            case _:
                return
        if on:
            yield self._found("firewall", self._say("firewall"), "firewall", how=how)
        else:
            yield self._found("firewall", self._say("no_firewall"))

    def about_store(self, folder: Path) -> Iterator[Health]:
        """Whether games can be kept."""
        try:
            with Store(folder, mend=False) as store:
                count, losses = len(store.games()), store.losses
            newest = next(iter(Backups(folder).all()), None)
            free_mb = shutil.disk_usage(folder).free / 1e6
        except (StoreError, OSError) as error:
            text = error.translate(self._language) if isinstance(error, StoreError) else str(error)
            text = text.replace(str(folder), self._say("data_folder"))
            is_damaged = isinstance(error, StoreError) and error.sentence.key == "store.damaged"
            yield self._found("store", without_home(text), "damaged" if is_damaged else "no_store")
            return
        for lost in losses:
            text = lost.translate(self._language).replace(str(folder), self._say("data_folder"))
            yield self._found("store", without_home(text), "damaged")
        aside = sorted(folder.glob(f"{Path(FILE_NAME).stem}.damaged-*"))
        if aside:
            text = self._say("aside", path=aside[-1].name)
            yield self._found("store", text, "aside")
        text = self._say("store", count=count, free=free_mb / 1000)
        yield self._found("store", text, "" if free_mb >= LEAST_FREE_MB else "full")
        # A folder of one's own choice may be called after anybody: it is not for a bug report.
        usual = folder == default_folder()
        yield self._found("folder", without_home(str(folder)) if usual else self._say("own_folder"))
        made = newest and time.strftime("%Y-%m-%d %H:%M", time.localtime(newest.made_s))
        yield self._found("backup", made or self._say("none"))

    def about_log(self, folder: Path) -> Iterator[Health]:
        """What failed while the program ran, as far as the log goes back."""
        failed = failures(folder)
        if not failed:
            yield self._found("log", self._say("log_clean"))
            return
        text = self._say("log", count=len(failed), last=without_home(failed[-1]))
        yield self._found("log", text, "log")

    def about_profiles(self, folder: Path) -> Iterator[Health]:
        """What was learned; names that people gave stay out of it."""
        kept, troubled = Profiles(folder).all()
        if not kept:
            yield self._found("profile", self._say("no_profile"))
        for profile in kept:
            sixth = name_of(self._language, profile.inks.palette.sixth)
            text = self._say(
                "profile", sixth=sixth, edition=profile.edition, lessons=len(profile.lessons)
            )
            pairs = ", ".join(
                f"{name_of(self._language, one)}–{name_of(self._language, other)}"
                for one, other, _ in profile.close
            )
            close = ", " + self._say("close", pairs=pairs) if pairs else ""
            yield self._found("profile", text + close)
        for trouble in troubled:
            text = self._say("bad_profile", why=fault_reason(trouble, self._language))
            yield self._found("profile", text, "bad_profile")

    def _say(self, key: str, **parts: object) -> str:
        return say(self._language, f"doctor.{key}", **parts)

    def _found(self, about: str, text: str, problem: str = "", **parts: object) -> Health:
        """A finding in the doctor's language; what to do about the problem, if it is one."""
        advice = self._say(f"{problem}.do", **parts) if problem else ""
        return Health(self._say(f"about.{about}"), text, advice)


def without_home(text: str) -> str:
    """A text without the name of whoever uses this computer."""
    return text.replace(str(Path.home()), "~")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _ask(*words: str) -> str:
    try:
        asked = subprocess.run(words, capture_output=True, text=True, timeout=ASK_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout
