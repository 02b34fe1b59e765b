"""Tell what is there and what to do about each problem, for a bug report too: nothing private."""

from __future__ import annotations

from pathlib import Path

import click

from assistant.commands.options import data_option, language_option, number_option
from assistant.commands.parser import Command
from assistant.doctor.checks import Doctor, Health, without_home
from assistant.session.log import log_text
from assistant.storage.store import default_folder
from assistant.words import Language


@click.command("doctor", cls=Command, help=__doc__)
@number_option("--port", "where pages are to be served", default="8000")
@click.option("--no-cameras", is_flag=True, help="do not open the cameras")
@click.option("--verbose", is_flag=True, help="print the whole log as well")
@language_option
@data_option
def command(
    port: int, no_cameras: bool, verbose: bool, language: Language, data: Path | None
) -> int:
    """Print every finding; the status is 1 where something needs doing."""
    folder = data or default_folder()
    doctor = Doctor(language)
    findings: list[Health] = [
        *doctor.about_program(),
        *doctor.about_cameras(open_them=not no_cameras),
        *doctor.about_speed(),
        *doctor.about_network(port),
        *doctor.about_firewall(port),
        *doctor.about_store(folder),
        *doctor.about_profiles(folder),
        *doctor.about_log(folder),
    ]
    widest = max(len(finding.about) for finding in findings)
    for finding in findings:
        sign = "!!" if finding.advice else "ok"
        print(f"{sign}  {finding.about:<{widest}}  {finding.text}")
        if finding.advice:
            print(f"    {'':<{widest}}  {finding.advice}")
    if verbose:
        print(without_home(log_text(folder)), end="")
    return 1 if any(finding.advice for finding in findings) else 0
