"""Run the assistant: watch the table, rule on moves, and show the score on every phone."""

from __future__ import annotations

import errno
import signal
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

import click

from assistant.commands.options import (
    data_option,
    language_option,
    number_option,
    players_option,
    rules_option,
)
from assistant.commands.parser import Command, one_of
from assistant.commands.store_args import data_folder
from assistant.commands.terminal import say_aloud
from assistant.commands.welcome import welcome
from assistant.game.events import Rulebook, Settings, Started
from assistant.game.refusals import Refusal, Refused
from assistant.records.record import what_counts
from assistant.session.actions import Begin
from assistant.session.camera_choice import DEMO, NONE, Cameras
from assistant.session.demo import demo_source
from assistant.session.log import logged
from assistant.session.memory import MemoryKeeper
from assistant.session.sentences_pictures import source_error
from assistant.session.session import Session
from assistant.session.setup import Setup
from assistant.session.troubles import Troubles
from assistant.storage.daily_backup import DailyBackup
from assistant.storage.instance_lock import InstanceLock
from assistant.storage.record_files import load_record
from assistant.storage.settling import Settling
from assistant.storage.store import Store
from assistant.storage.turn_pictures import EVIDENCE, PICTURES, RECORDING, TurnPictures
from assistant.web.app import create_app
from assistant.web.certificates import Files
from assistant.web.guard import Door
from assistant.web.secure import PORT_ABOVE, Secure
from assistant.web.server import NEXT_PORTS, Serving, listen, own_address, own_names, table_key
from assistant.web.start_form import LONGEST_NAME
from assistant.words import Language, PlainError, Sentence, refusal_sentence, say
from calibration.inks.profile import Profiles
from vision.sources import SourceError

DEMO_PLAYERS = ("Anna", "Chris")
EVERYWHERE = ("0.0.0.0", "::", "")
LAST_PORT = 65535
FIRST_PICTURE_S = 2.0
"""How long a camera that was named may take before the terminal speaks of it."""
EXAMPLES = """examples:
  qwirkle play                                    the first camera that answers
  qwirkle play --players Anna,Chris,Sally         begin a new game
  qwirkle play --players Anna,Chris --rules cubes the same with cubes
  qwirkle play --source 1                         another camera
  qwirkle play --source http://192.168.1.7/video  a network camera, or a phone that acts as one
  qwirkle play --from evening.json                go on with a written game
  qwirkle play --source none                      no camera: moves are typed or photographed
  qwirkle play --record evening                   keep what `replay evening` needs

Without --players the game that was open goes on. Everything can also be chosen on the page.
"""


class Reach(Enum):
    """Where cameras may be that a phone names by their address."""

    HOME = "home"
    ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True)
class Call:
    """What the command takes."""

    source: str
    rules: Rulebook | None
    players: str | None
    port: int
    host: str
    record: Path | None
    no_pictures: bool
    language: Language
    data: Path | None
    verbose: bool = False
    certificate: Path | None = None
    key: Path | None = None
    continued: Path | None = None
    cameras: Reach | None = None


@click.command("play", cls=Command, help=__doc__, examples=EXAMPLES)
@click.option(
    "--source",
    default="auto",
    help="auto, phone, none, demo, a camera's number or name, a URL, a film, a photo or a folder",
)
@rules_option("of a new game: classic")
@players_option("begin a new game of these players")
@number_option("--port", "where pages are served: 8000", default="8000")
@click.option("--host", default="0.0.0.0", help="127.0.0.1 keeps phones out")
@click.option(
    "--from",
    "continued",
    metavar="RECORD.json",
    type=click.Path(path_type=Path),
    help="go on with a written game",
)
@click.option(
    "--record",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="keep full pictures, for `replay`",
)
@click.option(
    "--cameras",
    metavar="home|anywhere",
    callback=one_of(Reach),
    help="where cameras may be that a phone names by address: home",
)
@click.option("--no-pictures", is_flag=True, help="keep no picture of the table after each turn")
@click.option(
    "--certificate",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="a real certificate for https, as PEM; without it one is made",
)
@click.option("--key", metavar="FILE", type=click.Path(path_type=Path), help="its key, as PEM")
@click.option("--verbose", is_flag=True, help="print what goes wrong, as the log file has it")
@language_option
@data_option
def command(**given: object) -> int:
    """Serve until Ctrl-C, or until the system asks to end."""
    return run(Call(**given))  # type: ignore[arg-type]


def run(call: Call) -> int:
    """Serve until Ctrl-C, or until the system asks to end."""
    language = call.language
    if not 0 <= call.port <= LAST_PORT:
        raise PlainError("play.port_range", port=call.port)
    turn_pictures: list[TurnPictures] = []
    troubles = Troubles()
    troubles.listen(_announcer(language))
    try:
        _end_by_signals()
        with ExitStack() as stack:
            lock = stack.enter_context(InstanceLock(data_folder(call.data)))
            stack.enter_context(logged(data_folder(call.data), aloud=call.verbose))
            stack.enter_context(closing(MemoryKeeper()))
            store = stack.enter_context(Store(data_folder(call.data)))
            stack.enter_context(closing(Settling(store)))
            for pictures in turn_pictures_of(call, troubles):
                turn_pictures.append(stack.enter_context(closing(pictures)))
            session = Session(store, turn_pictures=turn_pictures, troubles=troubles)
            stack.enter_context(closing(DailyBackup(store, troubles.of_worker("backup"))))
            setup = Setup(Profiles(data_folder(call.data)))
            cameras = stack.enter_context(
                closing(
                    Cameras(
                        session,
                        lambda: demo_source(lambda: session.now),
                        setup,
                        anywhere=call.cameras is Reach.ANYWHERE,
                    )
                )
            )
            _serve(session, cameras, lock, call)
    except KeyboardInterrupt:
        say_aloud("\n" + say(language, "play.ended"))
    for pictures in turn_pictures:
        if pictures.purpose is RECORDING and pictures.home.exists():
            say_aloud(say(language, "play.recorded", path=pictures.home))
    return 0


def _end_by_signals() -> None:
    """Whatever a system sends to end a program ends this one as Ctrl-C does."""
    for name in ("SIGINT", "SIGTERM", "SIGBREAK", "SIGHUP"):
        number = getattr(signal, name, None)  # no system knows all of them
        # A shell that starts it in the background has it ignore Ctrl-C otherwise; but what was
        # started with nohup is meant to outlive its terminal.
        if number is None or (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            continue
        signal.signal(number, signal.default_int_handler)


def _announcer(language: Language) -> Callable[[tuple[Sentence, ...]], None]:
    """Says each trouble at the terminal when it comes up."""
    said: tuple[Sentence, ...] = ()

    def announce(troubles: tuple[Sentence, ...]) -> None:
        nonlocal said
        for trouble in troubles:
            if trouble not in said:
                say_aloud(trouble.translate(language))
        said = troubles

    return announce


def turn_pictures_of(call: Call, troubles: Troubles) -> Iterator[TurnPictures]:
    """Where pictures of turns are kept; what goes wrong with them is told and stops nothing."""
    if not call.no_pictures:
        folder = data_folder(call.data) / PICTURES
        yield TurnPictures(folder, EVIDENCE, lambda trouble: troubles.report("pictures", trouble))
    if call.record is not None:
        call.record.mkdir(parents=True, exist_ok=True)
        yield TurnPictures(
            call.record, RECORDING, lambda trouble: troubles.report("recording", trouble)
        )


def _serve(session: Session, cameras: Cameras, lock: InstanceLock, call: Call) -> None:
    """Open the port and the camera, say where the pages are, and answer until stopped."""
    language = call.language
    with ExitStack() as stack:
        listener = stack.enter_context(closing(_listener(call.host, call.port)))
        port = listener.getsockname()[1]
        try:
            cameras.choose(call.source, trusted=True)
        except SourceError as error:
            raise source_error(error) from None
        notices = [*_begun(session, cameras, call), _about_camera(session, cameras, call)]
        if call.port not in (0, port):
            taken = say(language, "play.port_taken", port=call.port, other=port)
            notices.insert(0, taken)
        here = f"http://localhost:{port}/join?key="
        door = replace(_door(call, port), on_new_key=lambda key: lock.write_address(here + key))
        joining = f"/join?key={door.key}"
        door, secure = _secured(stack, call, door, port, notices)
        serving = Serving(create_app(session, cameras, door), listener, secure)
        try:
            serving.start()
            lock.write_address(here + door.key)
            joined = (door.address + joining, here + door.key, door.address)
            say_aloud(welcome(language, *joined, notices))
            serving.wait()
        finally:
            # Streams end with the session; the server would wait for them.
            session.close()
            serving.stop()


def _secured(
    stack: ExitStack, call: Call, door: Door, port: int, notices: list[str]
) -> tuple[Door, tuple[socket.socket, ssl.SSLContext] | None]:
    """The second port with https; where it cannot be, a sentence says why and all else works."""
    try:
        secure = stack.enter_context(
            closing(Secure(data_folder(call.data), given_files(call.certificate, call.key)))
        )
        wanted = min(port + PORT_ABOVE, LAST_PORT - NEXT_PORTS) if call.port else 0
        listener = stack.enter_context(closing(_listener(call.host, wanted)))
    except PlainError as error:
        notices.append(say(call.language, "play.no_https", reason=error.translate(call.language)))
        return door, None
    host = door.address.removeprefix("http://").rpartition(":")[0]
    address = f"https://{host}:{listener.getsockname()[1]}"
    own = data_folder(call.data) if secure.is_own else None
    return replace(door, secure=address, data=own), (listener, secure.context)


def given_files(certificate: Path | None, key: Path | None) -> Files | None:
    """The certificate that somebody gave; one file may hold both it and its key."""
    either = certificate or key
    return None if either is None else Files(certificate or either, key or either)


def _listener(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except OSError as error:
        match error.errno:
            case errno.EADDRINUSE:
                last = min(port + NEXT_PORTS - 1, LAST_PORT)
                raise PlainError("play.ports_taken", port=port, last=last) from None
            case errno.EACCES | errno.EPERM:
                raise PlainError("play.port_forbidden", port=port) from None
        raise PlainError("play.no_host", host=host) from None
    except (OverflowError, UnicodeError):
        # Past the last port, or a name that no computer can have.
        if port + NEXT_PORTS > LAST_PORT:
            raise PlainError("play.ports_taken", port=port, last=LAST_PORT) from None
        raise PlainError("play.no_host", host=host) from None


def _begun(session: Session, cameras: Cameras, call: Call) -> list[str]:
    """Start the game that the call names, or tell which one goes on."""
    simulated = cameras.chosen == DEMO
    if simulated and session.now.game is None:
        session.resume_simulated()
    language, game = call.language, session.now.game
    is_open = game is not None and not game.finished
    rules = call.rules or Rulebook.CLASSIC
    other_rules = bool(call.rules) and not (is_open and game and game.settings.rules is rules)
    if call.continued is not None:
        record = what_counts(load_record(call.continued))
        match session.do(Begin(record.started, record.events[1:]), session.now.revision):
            case Refused() as refused:
                raise PlainError(refusal_sentence(refused))
        cameras.suit_the_game()
        return []
    players = _players(call)
    if not players and simulated and (other_rules or not is_open):
        # The simulated table gets a game of its own.
        players = DEMO_PLAYERS
    if players:
        settings = Settings(rules, up_to_six=len(players) > 4, simulated=simulated)
        match session.do(Begin(Started(settings, players)), session.now.revision):
            case Refused() as refused:
                raise PlainError(refusal_sentence(refused))
    cameras.suit_the_game()
    if players:
        return []
    notices = [say(language, "play.rules_later")] if other_rules else []
    if game is not None and is_open:
        notices.append(say(language, "play.goes_on", players=", ".join(game.players)))
    return notices


def _players(call: Call) -> tuple[str, ...]:
    if call.players is None:
        return ()
    names = (" ".join(name.split())[:LONGEST_NAME] for name in call.players.split(","))
    players = tuple(name.encode(errors="replace").decode() for name in names if name)
    if not players:
        raise PlainError(refusal_sentence(Refused(Refusal.NAME_EMPTY)))
    return players


def _about_camera(session: Session, cameras: Cameras, call: Call) -> str:
    """What to do where no camera was found, or the one that was named is silent."""
    if call.source.isdigit():
        end_s = time.monotonic() + FIRST_PICTURE_S
        while session.newest is None and time.monotonic() < end_s:
            time.sleep(0.05)
        silent = session.newest is None or session.newest.picture is None
        return say(call.language, "play.camera_silent", name=call.source) if silent else ""
    if call.source != "auto" or cameras.chosen not in (DEMO, NONE):
        return ""
    key = "play.no_camera" if cameras.chosen == DEMO else "play.by_hand"
    return say(call.language, key)


def _door(call: Call, port: int) -> Door:
    host = own_address() if call.host in EVERYWHERE else call.host
    shown = f"[{host}]" if ":" in host else host
    key = table_key(data_folder(call.data))
    folder = data_folder(call.data)
    return Door(key, f"http://{shown}:{port}", (*own_names(), host), kept=folder)
