"""A process that ends amid a test holds up no run: the others do what it had left."""

import subprocess
import sys

from tests.support.hanging import ENDED

MANY = """
import os, pathlib, pytest

@pytest.mark.parametrize("number", range(40))
def test_one_of_many(number, tmp_path_factory):
    once = pathlib.Path(__file__).with_name("once")
    if number == 20 and not once.exists():
        once.touch()
        os._exit({ended})
"""


def test_a_run_goes_on_after_a_process_ended_amid_a_test(tmp_path):
    (tmp_path / "test_many.py").write_text(MANY.format(ended=ENDED))
    shared = ["-n", "2", "--dist", "loadgroup", "--max-worker-restart=2"]
    ours = ["-p", "tests.support.shared_out", "-c", "/dev/null", "--rootdir", tmp_path]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *shared, *ours, tmp_path],
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert "1 failed" in run.stdout, run.stdout + run.stderr
    assert "40 passed" in run.stdout
