"""The nets may be asked from any thread: the camera's, a photo's, the one that learns."""

import subprocess
import sys

import numpy as np

from vision.reading.nets import folded

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


def test_the_four_pixels_of_each_two_by_two_lie_in_planes_of_their_own():
    cuts = np.arange(2 * 2 * 4 * 6, dtype=np.float32).reshape(2, 2, 4, 6)
    found = folded(cuts)
    assert found.shape == (2, 8, 2, 3)
    for plane in range(8):
        of, down, right = plane // 4, plane // 2 % 2, plane % 2
        assert np.array_equal(found[:, plane], cuts[:, of, down::2, right::2])
