"""The guard over reading: 120 simulated tables of fixed seeds, and what was missed on them last."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.accuracy import read_table

BASELINE = Path(__file__).parents[1] / "vision" / "reading" / "guard.json"
BATCHES = {
    f"tables {first} to {first + 29}": range(first, first + 30) for first in range(9000, 9120, 30)
}
"""Four batches, so that two cores share them: about 0.3 s a table."""
COUNTED = ("faces", "missed", "wrong", "extra")


def counts(seeds: range) -> dict[str, int]:
    """What becomes of the faces on these tables."""
    tables = [read_table(seed).count for seed in seeds]
    return {what: sum(count[what] for count in tables) for what in COUNTED}


def baseline() -> dict[str, dict[str, int]]:
    """What became of them when the baseline was made."""
    kept: dict[str, dict[str, int]] = json.loads(BASELINE.read_text(encoding="utf-8"))
    return kept


def main() -> None:
    """Make the baseline anew."""
    made = {name: counts(seeds) for name, seeds in BATCHES.items()}
    BASELINE.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    print(BASELINE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
