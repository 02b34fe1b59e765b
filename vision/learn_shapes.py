"""Trains the net of `vision.shape` on simulated faces: `make train` (needs the train extra)."""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from vision.faces import Picture
from vision.shape import ANSWERS, BACK, NO_FACE, SHAPES, WEIGHTS, plain_faces
from vision.simulated.faces import random_face_patch
from vision.simulated.negatives import Negative, random_negative_patch

SEED = 7
FACES, NEGATIVES = 72_000, 48_000
EPOCHS = 10
BATCH = 256


def shape_net() -> nn.Module:
    """Four convolutions and one full layer; a million multiplications a face."""
    return nn.Sequential(
        nn.Conv2d(1, 12, 5, stride=2, padding=2),
        nn.ReLU(),
        nn.Conv2d(12, 24, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.Conv2d(24, 32, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(32, 48, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(48 * 16, ANSWERS),
    )


def draw_examples(seed: int, faces: int, negatives: int) -> tuple[Picture, NDArray[np.int64]]:
    """Faces and negatives with the answers wanted."""
    rng = np.random.default_rng(seed)
    patches, answers = [], []
    for _ in range(faces):
        patch, _, shape = random_face_patch(rng)
        patches.append(patch)
        answers.append(SHAPES.index(shape))
    for _ in range(negatives):
        patch, kind = random_negative_patch(rng)
        patches.append(patch)
        answers.append(BACK if kind is Negative.BACK else NO_FACE)
    return np.stack(patches), np.array(answers, np.int64)


def turned(faces: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """The same faces after a random quarter turn and mirror: no shape changes by it."""
    faces = torch.rot90(faces, int(rng.integers(4)), (2, 3))
    return torch.flip(faces, (3,)) if rng.random() < 0.5 else faces


def train(faces: torch.Tensor, answers: torch.Tensor) -> nn.Module:
    """A net trained on all examples, learning rate falling to nothing."""
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    net = shape_net()
    steps = EPOCHS * (len(faces) // BATCH + 1)
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-4)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.005)
    for epoch in range(EPOCHS):
        order = torch.from_numpy(rng.permutation(len(faces)))
        total = 0.0
        for batch in order.split(BATCH):
            loss = loss_of(net(turned(faces[batch], rng)), answers[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rate.step()
            total += float(loss.detach()) * len(batch)
        print(f"epoch {epoch + 1}: loss {total / len(faces):.4f}")
    return net


def main() -> None:
    """Draw, train, tell the accuracy on fresh examples, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=int, default=FACES)
    parser.add_argument("--negatives", type=int, default=NEGATIVES)
    options = parser.parse_args()
    began = time.perf_counter()
    patches, answers = draw_examples(SEED, options.faces, options.negatives)
    print(f"{len(patches)} examples in {time.perf_counter() - began:.0f} s")
    net = train(torch.from_numpy(plain_faces(patches)), torch.from_numpy(answers))
    net.eval()
    patches, answers = draw_examples(SEED + 1, options.faces // 10, options.negatives // 10)
    with torch.no_grad():
        given = net(torch.from_numpy(plain_faces(patches))).argmax(1).numpy()
    for name, rows in (("faces", answers < BACK), ("negatives", answers >= BACK)):
        print(f"fresh {name}: {np.mean(given[rows] == answers[rows]):.4f} right")
    example = torch.zeros(1, 1, *patches.shape[1:3])
    axes = {"faces": {0: "n"}, "scores": {0: "n"}}
    torch.onnx.export(
        net,
        (example,),
        str(WEIGHTS),
        input_names=["faces"],
        output_names=["scores"],
        dynamic_axes=axes,
        dynamo=False,
    )
    print(f"{WEIGHTS.name}: {WEIGHTS.stat().st_size // 1024} kB, seed {SEED}")


if __name__ == "__main__":
    main()
