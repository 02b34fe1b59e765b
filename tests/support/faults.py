"""All faults, one by one, against the running program: `make faults` writes docs/faults.md.

python -m tests.support.faults [NAME...] [--page docs/faults.md]
"""

import argparse
import re
import tempfile
import time
import traceback
from dataclasses import replace
from pathlib import Path

from tests.support import fault_cases as here
from tests.support import fault_cases_network as network
from tests.support.fault_cases import Outcome
from tests.support.running import PROJECT

CASES = (
    here.kills,
    here.disk_full,
    here.store_locked,
    here.store_damaged,
    here.store_deleted,
    here.log_deleted,
    here.folder_deleted,
    *network.CAMERAS,
    here.clock_jumps,
    here.clock_wrong_at_start,
    network.upload_vanishes,
    network.slow_readers,
    network.slow_senders,
    network.thousand_connections,
    here.program_frozen,
    network.ended_in_the_middle,
    here.two_programs,
    here.port_taken,
    here.ports_taken,
    here.secure_port_taken,
    here.key_unreadable,
    here.no_network,
)


def fault(case):
    """What one fault came to, whatever it came to."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            outcome = case(Path(folder))
            return replace(outcome, seen=_bare(outcome.seen, folder))
        except Exception:  # the other faults are still to be seen
            traceback.print_exc()
            return Outcome("the test itself failed", "?", "?", is_well=False)


def _bare(text, folder):
    """Without what is different each time."""
    text = re.sub(r"key=[\w-]+", "key=…", text.replace(folder, "…"))
    return re.sub(r"localhost:\d+", "localhost:8000", text)


def row(case, outcome):
    name = (case.__doc__ or case.__name__).splitlines()[0].rstrip(".")
    peak = f"{outcome.peak_mb:.0f}" if outcome.peak_mb else "–"
    mark = "" if outcome.is_well else "**not as it should be** · "
    told = (mark + outcome.seen, outcome.lost, outcome.recovers, peak)
    return f"| {name} | " + " | ".join(one.replace("|", "/") for one in told) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="parts of what the faults are called")
    parser.add_argument("--page", type=Path)
    words = parser.parse_args()
    rows, bad, began_s = [], 0, time.monotonic()
    for case in CASES:
        text = f"{case.__name__} {case.__doc__}".lower()
        if words.names and not any(name.lower() in text for name in words.names):
            continue
        outcome = fault(case)
        bad += not outcome.is_well
        rows.append(row(case, outcome))
        print(rows[-1], flush=True)
    page = words.page or (None if words.names else PROJECT / "docs" / "faults.md")
    if page:
        page.write_text(written(rows, time.monotonic() - began_s), encoding="utf-8")
    return 1 if bad else 0


def written(rows, took_s):
    """The page as Markdown."""
    lines = (
        "# Faults",
        "",
        "Made by `make faults`: each is done to the program as people start it, in a process and a",
        "folder of its own, on loopback. Wherever something was acknowledged, a new start over the",
        f"same folder is asked whether it is there. All of them take {took_s / 60:.0f} minutes.",
        "",
        "| fault | what players see | what is lost | how it recovers | most memory, MB |",
        "|---|---|---|---|---|",
        *rows,
    )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
