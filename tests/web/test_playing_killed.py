"""The whole program killed in mid-game: whatever a phone had been shown is there again."""

import subprocess
import sys
from pathlib import Path


def test_a_killed_assistant_goes_on_with_all_that_phones_had_been_shown(tmp_path):
    program = Path(__file__).parents[1] / "support" / "kill_while_playing.py"
    done = subprocess.run(
        [sys.executable, program, tmp_path, "3", "1"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3 kills")
