"""Tell what is there and what to do about each problem, for a bug report too: nothing private."""

from __future__ import annotations

import argparse
from pathlib import Path

from assistant.commands.record_args import describe_language
from assistant.commands.store_args import describe_store
from assistant.doctor.checks import Doctor, Health
from assistant.storage.store import default_folder
from assistant.words import Language


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--port", type=int, default=8000, help="where pages are to be served")
    parser.add_argument("--no-cameras", action="store_true", help="do not open the cameras")
    describe_language(parser)
    describe_store(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print every finding; the status is 1 where something needs doing."""
    folder: Path = arguments.data or default_folder()
    doctor = Doctor(Language(arguments.language))
    findings: list[Health] = [
        *doctor.about_program(),
        *doctor.about_cameras(open_them=not arguments.no_cameras),
        *doctor.about_speed(),
        *doctor.about_network(arguments.port),
        *doctor.about_firewall(arguments.port),
        *doctor.about_store(folder),
        *doctor.about_profiles(folder),
    ]
    widest = max(len(finding.about) for finding in findings)
    for finding in findings:
        sign = "!!" if finding.advice else "ok"
        print(f"{sign}  {finding.about:<{widest}}  {finding.told}")
        if finding.advice:
            print(f"    {'':<{widest}}  {finding.advice}")
    return 1 if any(finding.advice for finding in findings) else 0
