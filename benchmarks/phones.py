"""How soon a hundred phones are told of a move: `python -m benchmarks.phones`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.support.many_phones import PHONES, follow


def main() -> None:
    """Print the delay of the slowest phones against the first, and against one phone alone."""
    late_s = {}
    for phones in (1, PHONES):
        with tempfile.TemporaryDirectory() as folder:
            made, followers = follow(Path(folder), phones)
        after_move = sorted(one.heard_s[k] - made[k] for one in followers for k in made)
        first = {k: min(one.heard_s[k] for one in followers) for k in made}
        after_first = sorted(one.heard_s[k] - first[k] for one in followers for k in made)
        late_s[phones] = after_move[int(0.95 * len(after_move))]
        print(
            f"{phones:4} phones, {len(made)} moves: 95 in 100 are told within "
            f"{1000 * late_s[phones]:.0f} ms of the move, "
            f"{1000 * after_first[int(0.95 * len(after_first))]:.0f} ms of the first phone"
        )
    print(f"a hundred phones take {late_s[PHONES] / late_s[1]:.1f} times as long as one")


if __name__ == "__main__":
    main()
