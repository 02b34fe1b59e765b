"""The nets may be asked from any thread: the camera's, a photo's, the one that learns."""

import subprocess
import sys

ASKING = """
import threading
import numpy as np
from vision.reading.prints import FACE_PX
from vision.reading.shape import WEIGHTS, answers_to

cuts = np.random.default_rng(1).normal(size=(40, 1, FACE_PX, FACE_PX)).astype(np.float32)
right, wrong = answers_to(cuts, WEIGHTS), []

def ask(seed):
    chance = np.random.default_rng(seed)
    for _ in range(60):
        count = int(chance.integers(1, 40))
        answers, wanted = answers_to(cuts[:count], WEIGHTS), right[:count]
        if answers.shape != wanted.shape or not np.allclose(answers, wanted, atol=1e-4):
            wrong.append(count)

threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(3)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(len(wrong))
"""


def test_threads_that_ask_at_once_get_their_own_answers():
    """In a process of its own: without the lock it is not a wrong answer but the end of all."""
    asked = subprocess.run(
        [sys.executable, "-c", ASKING], capture_output=True, text=True, check=False
    )
    assert (asked.returncode, asked.stdout.strip()) == (0, "0"), asked.stderr[-500:]
