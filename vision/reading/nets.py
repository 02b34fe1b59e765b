"""The small nets that tell shapes: read once, and asked by one thread at a time."""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

TOGETHER = 4
"""So many cuts are asked about in one go: what a net makes of them stays in the processor's cache.
A cut takes 0.16 ms so, 0.19 ms among 16 and 0.20 ms by itself."""


class Net:
    """A net of a file. Asked by two threads at once it would end the whole program."""

    def __init__(self, weights: Path) -> None:
        self._weights = weights
        self._nets: dict[int, cv2.dnn.Net] = {}
        self._asked = threading.Lock()

    def answers(self, cuts: NDArray[np.float32]) -> NDArray[np.float64]:
        """(N, answers) as probabilities, for cuts (N, planes, high, wide)."""
        with self._asked:
            parts = [self._scores(cuts[k : k + TOGETHER]) for k in range(0, len(cuts), TOGETHER)]
        scores = np.concatenate(parts).astype(np.float64)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.asarray(likely / likely.sum(axis=1, keepdims=True), np.float64)

    def maps(self, pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        """(N, planes, high, wide) what is told of every place of pictures (N, 3, high, wide)."""
        with self._asked:
            return self._scores(pictures)

    def _scores(self, cuts: NDArray[np.float32]) -> NDArray[np.float32]:
        net = self._net_for(len(cuts))
        net.setInput(cuts)
        # A copy: the net writes its next answers over these.
        return np.array(net.forward(), np.float32)

    def _net_for(self, count: int) -> cv2.dnn.Net:
        """A net that is asked about so many at a time: for another number it is laid out anew."""
        if count not in self._nets:
            # The classic engine runs so small a net twice as fast as the newer one.
            read = cv2.dnn.readNetFromONNX(str(self._weights), cv2.dnn.ENGINE_CLASSIC)
            self._nets[count] = read
        return self._nets[count]


def folded(cuts: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 4 planes, half as high, half as wide): each 2 × 2 pixels of a plane in four planes.

    A layer that looks at every second place of cuts then looks at every place, which takes less
    than half the time.
    """
    count, planes, high, wide = cuts.shape
    pairs = cuts.reshape(count, planes, high // 2, 2, wide // 2, 2).transpose(0, 1, 3, 5, 2, 4)
    return np.ascontiguousarray(pairs).reshape(count, 4 * planes, high // 2, wide // 2)


@cache
def net_of(weights: Path) -> Net:
    """The net that lies in this file."""
    return Net(weights)
