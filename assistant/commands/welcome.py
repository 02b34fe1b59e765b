"""What the terminal shows when the assistant runs: a code for phones, and the addresses."""

from __future__ import annotations

import io
import ipaddress
import shutil
import sys
from collections.abc import Iterable
from urllib.parse import urlsplit

import segno

from assistant.commands.terminal import can_show
from assistant.words import Language, say

BLOCKS = "█▀▄"
BORDER = 4
"""Light modules around the code, as its norm asks for."""


def welcome(
    language: Language, joining: str, here: str, watching: str, notices: Iterable[str] = ()
) -> str:
    """How everybody gets in, what is special this time, and how to end it."""
    wide = shutil.get_terminal_size((80, 24)).columns
    host = urlsplit(joining).hostname or ""
    alone = is_loopback(host)
    code = "" if alone else drawn_code(joining, wide)
    addresses = [
        (say(language, "play.scan" if code else "play.open"), joining),
        (say(language, "play.here"), here),
        (say(language, "play.watch"), watching),
    ]
    lines = (
        code,
        *_lined_up(addresses[1:] if alone else addresses, wide),
        say(language, "play.only_here", host=host) if alone else "",
        *(notice for notice in notices if notice),
        say(language, "play.how_to_end"),
    )
    return "\n".join(line for line in lines if line)


def is_loopback(host: str) -> bool:
    """Whether an address leads nowhere but to this computer itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def drawn_code(address: str, wide: int) -> str:
    """The address as a code to scan, as this terminal can show it; nothing where it cannot."""
    code = segno.make(address, error="l")
    size, _ = code.symbol_size(border=BORDER)
    drawn = io.StringIO()
    if can_show(BLOCKS, sys.stdout):
        if size > wide:
            return ""
        code.terminal(out=drawn, border=BORDER, compact=True)
    elif sys.stdout is not None and sys.stdout.isatty() and 2 * size <= wide:
        # Colours instead of characters; two columns make a square.
        code.terminal(out=drawn, border=BORDER)
    return drawn.getvalue()


def _lined_up(addresses: list[tuple[str, str]], wide: int) -> list[str]:
    """Addresses in one column; where that is too wide, each in a line of its own."""
    column = max(len(label) for label, _ in addresses) + 2
    if any(column + len(address) > wide for _, address in addresses):
        return [line for label, address in addresses for line in (label, f"  {address}")]
    return [f"{label:<{column}}{address}" for label, address in addresses]
