"""Measure the speed of this machine, as ratios within one run."""

from __future__ import annotations

import argparse
from importlib import import_module

from assistant.words import PlainError

BENCHMARKS = ("reading", "quiet", "moves", "cards")
"""Each is a module of `benchmarks` with a `main()` that prints its ratios."""


def describe(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))


def run(arguments: argparse.Namespace) -> int:
    """Run the named benchmarks, or all of them."""
    unknown = [name for name in arguments.names if name not in BENCHMARKS]
    if unknown:
        raise PlainError("bench.unknown", name=unknown[0], known=", ".join(BENCHMARKS))
    for name in arguments.names or BENCHMARKS:
        print(f"{name}:", flush=True)
        import_module(f"benchmarks.{name}").main()
    return 0
