"""Measure the speed of this machine, as ratios within one run."""

from __future__ import annotations

from importlib import import_module

import click

from assistant.commands.options import argument
from assistant.commands.parser import Command
from assistant.words import PlainError

BENCHMARKS = ("reading", "quiet", "moves", "cards")
"""Each is a module of `benchmarks` with a `main()` that prints its ratios."""


@click.command("bench", cls=Command, help=__doc__)
@argument("names", "[NAME]...", ", ".join(BENCHMARKS), nargs=-1)
def command(names: tuple[str, ...]) -> int:
    """Run the named benchmarks, or all of them."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        raise PlainError("bench.unknown", name=unknown[0], known=", ".join(BENCHMARKS))
    for name in names or BENCHMARKS:
        print(f"{name}:", flush=True)
        import_module(f"benchmarks.{name}").main()
    return 0
