"""Trains the nets of `vision.reading.shape` on simulated faces: `make train`, with its extra."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.pictures.load import PictureBgr
from vision.reading.prints import FACE_PX
from vision.reading.shape import (
    ANSWERS,
    BACK,
    NO_FACE,
    PIECE_WEIGHTS,
    SHAPES,
    WEIGHTS,
    piece_planes,
    plain_faces,
)
from vision.training.faces import random_face_patch
from vision.training.negatives import Negative, random_negative_patch
from vision.training.trainer import (
    convolutions,
    folded_first,
    in_any_hue,
    normed_convolutions,
    train,
    turned,
    write_weights,
)

SEED = 7
SHARDS = (200, 201)
"""Seeds of the examples."""
KEPT_BACK = 1_500
"""Faces of the first shard and negatives of the last that are not trained on."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a net is trained on."""

    weights: Path
    wide: bool
    """Any printing, heaps and other games' pieces; or the usual tiles of a grid."""
    faces: int
    negatives: int
    """Examples of each shard."""
    epochs: int


COURSES = (
    Course(WEIGHTS, False, 36_000, 24_000, 10),
    Course(PIECE_WEIGHTS, True, 44_000, 32_000, 10),
)


def shape_net() -> nn.Module:
    """A million multiplications a face."""
    return convolutions(1, (12, 24, 32, 48), ANSWERS)


def piece_net() -> nn.Module:
    """Three million for three channels: it knows more."""
    return normed_convolutions(3, (24, 40, 56, 80), ANSWERS)


def draw_examples(seed: int, course: Course) -> tuple[PictureBgr, NDArray[np.int64]]:
    """Faces and negatives with the answers wanted."""
    rng = np.random.default_rng(seed)
    patches, answers = [], []
    for _ in range(course.faces):
        patch, _, shape = random_face_patch(rng, wide=course.wide)
        patches.append(patch)
        answers.append(SHAPES.index(shape))
    for _ in range(course.negatives):
        patch, kind = random_negative_patch(rng, wide=course.wide)
        patches.append(patch)
        answers.append(BACK if kind is Negative.BACK else NO_FACE)
    return np.stack(patches), np.array(answers, np.int64)


def draw_shards(course: Course) -> tuple[PictureBgr, NDArray[np.int64]]:
    """All examples, drawn by one process a shard."""
    with ProcessPoolExecutor(len(SHARDS)) as pool:
        drawn = pool.map(draw_examples, SHARDS, [course] * len(SHARDS))
        patches, answers = zip(*drawn, strict=True)
    return np.concatenate(patches), np.concatenate(answers)


def main() -> None:
    """Train both nets."""
    # One thread gives the same weights every time, and is quicker for so small a net.
    torch.set_num_threads(1)
    for course in COURSES:
        take(course)


def take(course: Course) -> None:
    """Draw, train, tell the accuracy on examples kept back, write the weights."""
    patches, answers = draw_shards(course)
    print(f"{len(patches)} examples drawn")
    prepare = piece_planes if course.wide else plain_faces
    faces, wanted = torch.from_numpy(prepare(patches)), torch.from_numpy(answers)
    some = slice(KEPT_BACK, -KEPT_BACK)
    make, varied = (piece_net, in_any_hue) if course.wide else (shape_net, turned)
    net = train(make, faces[some], wanted[some], course.epochs, SEED, varied)
    kept = np.r_[0:KEPT_BACK, len(faces) - KEPT_BACK : len(faces)]
    with torch.no_grad():
        given = net(faces[kept]).argmax(1).numpy()
    for name, rows in (("faces", answers[kept] < BACK), ("negatives", answers[kept] >= BACK)):
        print(f"{name} kept back: {np.mean((given == answers[kept])[rows]):.4f} right")
    folded_px, planes = FACE_PX // 2, 4 * faces.shape[1]
    write_weights(folded_first(net), folded_px, "faces", course.weights, planes)


if __name__ == "__main__":
    main()
