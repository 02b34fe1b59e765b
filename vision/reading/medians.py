"""Medians of small arrays: what numpy's own spends on other cases is most of its time."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]


def median(values: Numbers) -> float:
    """The median of all values; no number where there is none."""
    ordered = np.sort(values, axis=None)
    if not len(ordered):
        return float("nan")
    low, high = (len(ordered) - 1) // 2, len(ordered) // 2
    return (float(ordered[low]) + float(ordered[high])) / 2


def medians(values: Numbers, axis: int) -> NDArray[np.float64]:
    """The median along an axis that has at least one value."""
    middle = (values.shape[axis] - 1) // 2, values.shape[axis] // 2
    ordered = np.partition(values, middle, axis=axis)
    low, high = (ordered.take(k, axis=axis) for k in middle)
    return np.asarray((low.astype(np.float64) + high) / 2, np.float64)
