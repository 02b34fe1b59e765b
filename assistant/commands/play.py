"""Run the assistant: watch the table, rule on moves, and show the score on every phone."""

from __future__ import annotations

import argparse
import io
import signal
from contextlib import closing

import segno

from assistant import words
from assistant.actions import Begin
from assistant.cameras import DEMO, Cameras
from assistant.commands import CommandError
from assistant.commands.stored import describe_store, opened_store
from assistant.demo import demo_source
from assistant.events import Rulebook, Settings, Started
from assistant.refusals import Refused
from assistant.session import Session
from assistant.setup import Setup
from assistant.store import default_folder
from assistant.web.app import create_app
from assistant.web.guard import Door
from assistant.web.serving import Serving, listen, own_address, own_names, table_key
from assistant.words import Language
from calibration.profile import Profiles
from vision.sources import SourceError

DEMO_PLAYERS = ("Anna", "Chris")
EVERYWHERE = ("0.0.0.0", "::", "")


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--source",
        default="auto",
        help="auto, none, demo, a camera's number or name, a URL, a film, a photo or a folder",
    )
    parser.add_argument("--rules", choices=[rules.value for rules in Rulebook])
    parser.add_argument("--players", help="names for a new game, like Anna,Chris")
    parser.add_argument("--port", type=int, default=8000, help="where pages are served")
    parser.add_argument("--host", default="0.0.0.0", help="127.0.0.1 keeps phones out")
    describe_store(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    if not 0 <= arguments.port <= 65535:
        raise CommandError(f"--port: {arguments.port} is no port (0 to 65535)")
    # A shell that starts it in the background has it ignore Ctrl-C otherwise.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    with opened_store(arguments) as store:
        session = Session(store)
        setup = Setup(Profiles(arguments.data or default_folder()))
        with closing(Cameras(session, lambda: demo_source(lambda: session.now), setup)) as cameras:
            _serve(session, cameras, arguments)
    return 0


def _begin(session: Session, cameras: Cameras, arguments: argparse.Namespace) -> None:
    """Start the game that the command line names; the simulated table gets one of its own."""
    simulated = cameras.chosen == DEMO
    players = tuple(name.strip() for name in (arguments.players or "").split(",") if name.strip())
    over = session.now.game is None or session.now.game.finished
    if players or (simulated and over):
        rules = Rulebook(arguments.rules or Rulebook.CLASSIC.value)
        settings = Settings(rules, up_to_six=len(players) > 4, simulated=simulated)
        started = Started(settings, players or DEMO_PLAYERS)
        match session.do(Begin(started), session.now.revision):
            case Refused() as refused:
                raise CommandError(words.refusal(Language.ENGLISH, refused))
    cameras.suit_the_game()


def _serve(session: Session, cameras: Cameras, arguments: argparse.Namespace) -> None:
    """Open the port and the camera, say where the pages are, and answer until stopped."""
    try:
        listener = listen(arguments.host, arguments.port)
    except (OSError, OverflowError) as error:
        raise CommandError(f"cannot listen on {arguments.host}: {error}") from None
    with closing(listener):
        port = listener.getsockname()[1]
        if arguments.port not in (0, port):
            print(f"Port {arguments.port} is taken, so this is port {port}.")
        try:
            cameras.choose(arguments.source)
        except SourceError as error:
            raise CommandError(f"--source: {error}") from None
        _begin(session, cameras, arguments)
        door = _door(arguments, port)
        serving = Serving(create_app(session, cameras, door), listener)
        try:
            print(_welcome(door, port, session.now.notice), flush=True)
            serving.start()
            serving.wait()
        except KeyboardInterrupt:
            print()
        finally:
            # Streams end with the session; the server would wait for them.
            session.close()
            serving.stop()


def _door(arguments: argparse.Namespace, port: int) -> Door:
    host = own_address() if arguments.host in EVERYWHERE else arguments.host
    shown = f"[{host}]" if ":" in host else host
    key = table_key(arguments.data or default_folder())
    return Door(key, f"http://{shown}:{port}", (*own_names(), host))


def _welcome(door: Door, port: int, notice: str) -> str:
    """What the terminal shows: the code for phones, and the addresses."""
    joining = f"{door.address}/join?key={door.key}"
    code = io.StringIO()
    segno.make(joining, error="l").terminal(out=code, compact=True)
    lines = (
        code.getvalue(),
        f"Players scan the code, or open  {joining}",
        f"On this computer                http://localhost:{port}/join?key={door.key}",
        f"Only watching                   {door.address}",
        notice,
        "Ctrl-C ends it; every turn is kept.",
    )
    return "\n".join(line for line in lines if line)
