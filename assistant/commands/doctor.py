"""Tell what is there and what to do about each problem, for a bug report too: nothing private."""

from __future__ import annotations

import argparse
from pathlib import Path

from assistant.commands.stored import describe_store
from assistant.health import (
    Health,
    about_cameras,
    about_firewall,
    about_network,
    about_profiles,
    about_program,
    about_speed,
    about_store,
)
from assistant.store import default_folder


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--port", type=int, default=8000, help="where pages are to be served")
    parser.add_argument("--no-cameras", action="store_true", help="do not open the cameras")
    describe_store(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print every finding; the status is 1 where something needs doing."""
    folder: Path = arguments.data or default_folder()
    findings: list[Health] = [
        *about_program(),
        *about_cameras(open_them=not arguments.no_cameras),
        *about_speed(),
        *about_network(arguments.port),
        *about_firewall(arguments.port),
        *about_store(folder),
        *about_profiles(folder),
    ]
    for finding in findings:
        sign = "!!" if finding.advice else "ok"
        print(f"{sign}  {finding.about:<9} {finding.told}")
        if finding.advice:
            print(f"              {finding.advice}")
    return 1 if any(finding.advice for finding in findings) else 0
