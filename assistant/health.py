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

from assistant.store import Store, StoreError
from assistant.web.serving import listen, own_address
from calibration.profile import Profiles
from vision.about import drawn_table, opencv_build, video_backends
from vision.read import read_picture
from vision.sources import LiveSource, list_webcams
from vision.sources.webcam import Wish, numbers_to_try, webcam_connector

ANSWER_S = 4.0
"""How long a camera may take to show its first picture."""
NEEDED_MS = 400.0
"""A reading that takes longer than this keeps the table waiting."""
READINGS = 5
LEAST_FREE_MB = 50.0
UFW_FILE = Path("/etc/ufw/ufw.conf")
ASK_S = 3.0


@dataclass(frozen=True, slots=True)
class Health:
    """One finding; with advice it is a problem."""

    about: str
    told: str
    advice: str = ""


def about_program() -> Iterator[Health]:
    """Versions of what takes part."""
    try:
        own = version("qwirkle-table")
    except PackageNotFoundError:
        own = "from source"
    yield Health("program", f"qwirkle-table {own}")
    yield Health("python", f"{platform.python_version()} on {platform.system()}")
    advice = "" if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed."
    if advice:
        yield Health("python", "too old", advice)
    yield Health("opencv", opencv_build())
    backends = video_backends()
    missing = "" if backends else "This OpenCV cannot open cameras: install opencv-python anew."
    yield Health("video", ", ".join(backends) or "none", missing)


def about_cameras(*, open_them: bool = True) -> Iterator[Health]:
    """Every camera, and what it really gives."""
    names = {webcam.number: webcam.name for webcam in list_webcams()}
    numbers = numbers_to_try()
    if not numbers:
        yield Health(
            "camera",
            "none is plugged in",
            "Plug one in, or use a phone: its photos, or a camera app's address with --source.",
        )
    for number in numbers:
        name = names.get(number, f"camera {number}")
        if not open_them:
            yield Health("camera", f"{number}: {name}")
            continue
        finding = _about_camera(number, name)
        if finding is not None:
            yield finding


def _about_camera(number: int, name: str) -> Health | None:
    source = LiveSource(name, webcam_connector(number, Wish()))
    try:
        picture = source.newest(timeout_s=ANSWER_S)
        if picture is not None:
            high, wide = picture.picture_bgr.shape[:2]
            small = "" if min(wide, high) >= 480 else "Its pictures are small; choose another."
            return Health("camera", f"{number}: {name}, {wide} × {high}", small)
        if sys.platform != "linux":
            return None  # the numbers there are guesses
        reason = source.state.reason or "it gives no picture"
        told = f"{number}: {name}: {reason}"
        return Health("camera", told, "Close other programs that use it, or plug it in again.")
    finally:
        source.close()


def about_speed() -> Iterator[Health]:
    """How fast this computer reads a drawn table."""
    picture_bgr = drawn_table()
    times = []
    for _ in range(READINGS):
        began = time.perf_counter()
        tiles = len(read_picture(picture_bgr).sightings)
        times.append(1000 * (time.perf_counter() - began))
    told = f"{tiles} tiles are read in {median(times):.0f} ms, up to {NEEDED_MS:.0f} ms is fine"
    slow = "Close other programs, or ask the camera for a smaller picture: --source 0@1280x720."
    yield Health("speed", told, slow if median(times) > NEEDED_MS else "")
    yield Health("cores", str(os.cpu_count() or 1))


def about_network(port: int) -> Iterator[Health]:
    """The address that phones can use, and whether its port is free."""
    address = own_address()
    number = ipaddress.ip_address(address)
    if number.is_loopback:
        yield Health("network", "no network", "Join the Wi-Fi that the phones are in.")
    elif number.is_private:
        yield Health("network", f"phones open http://{address}:{port}")
    else:
        # A public address identifies the household: it is not for a bug report.
        advice = "Use a network of your own, or --host 127.0.0.1."
        yield Health("network", "this computer has a public address", advice)
    try:
        with listen("0.0.0.0", port) as listener:
            got = listener.getsockname()[1]
    except (OSError, OverflowError):
        yield Health("port", f"{port} cannot be used", "Choose another with --port.")
        return
    told = f"{port} is free" if got == port else f"{port} is taken, {got} would be used"
    yield Health("port", told)
    yield from _reached(address)


def _reached(address: str) -> Iterator[Health]:
    """Whether this computer reaches itself by the address that phones use."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.bind(("0.0.0.0", 0))
        listener.listen(1)
        try:
            port = listener.getsockname()[1]
            with socket.create_connection((address, port), timeout=ASK_S):
                yield Health("reach", "the address answers from here")
        except OSError:
            advice = "A firewall or a VPN seems to block it: allow it, or switch the VPN off."
            yield Health("reach", "the address does not answer even from here", advice)


def about_firewall(port: int) -> Iterator[Health]:
    """Whether a firewall is on that phones may not get through."""
    match sys.platform:
        case "linux":
            state = _read(UFW_FILE)
            on = "ENABLED=yes" in state
            allow = f"sudo ufw allow {port}/tcp"
        case "darwin":
            state = _ask("/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate")
            on = "enabled" in state.lower()
            allow = "allow incoming connections for Python in System Settings, Network, Firewall"
        case "win32":
            state = _ask("netsh", "advfirewall", "show", "currentprofile", "state")
            on = "ON" in state
            allow = "allow Python on private networks when Windows asks"
        case _:
            return
    if on:
        yield Health("firewall", "is on", f"If phones cannot open the page: {allow}.")
    else:
        yield Health("firewall", "none was found")


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


def about_store(folder: Path) -> Iterator[Health]:
    """Whether games can be kept."""
    try:
        with Store(folder) as store:
            count = len(store.games())
        free_mb = shutil.disk_usage(folder).free / 1e6
    except (StoreError, OSError) as error:
        told = str(error).replace(str(folder), "the data folder").replace(str(Path.home()), "~")
        yield Health("store", told, "Choose another folder with --data.")
        return
    full = "" if free_mb >= LEAST_FREE_MB else "The disk is almost full: make room."
    yield Health("store", f"{count} games are kept, {free_mb / 1000:.1f} GB are free", full)


def about_profiles(folder: Path) -> Iterator[Health]:
    """What was learned; names that people gave stay out of it."""
    kept, troubled = Profiles(folder).all()
    if not kept:
        yield Health("profile", "none: the usual colours are used")
    for profile in kept:
        close = ", ".join(f"{one.value}–{other.value}" for one, other, _ in profile.close)
        sixth = profile.inks.palette.sixth.value
        told = f"{sixth} set, edition {profile.edition}, {len(profile.lessons)} lessons"
        yield Health("profile", told + (f", close: {close}" if close else ""))
    for trouble in troubled:
        told = f"a file is not used: {trouble.fault.value.format(detail=trouble.detail)}"
        yield Health("profile", told, "Learn the set again, or remove the file.")
