"""One way to train a small net on drawn examples, and to write it as a file that OpenCV reads."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

BATCH = 256


def convolutions(planes: int, widths: tuple[int, int, int, int], answers: int) -> nn.Module:
    """Four convolutions, so many wide, that shrink a square of 32 px to 4, and one full layer."""
    first, second, third, fourth = widths
    return nn.Sequential(
        nn.Conv2d(planes, first, 5, stride=2, padding=2),
        nn.ReLU(),
        nn.Conv2d(first, second, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.Conv2d(second, third, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(third, fourth, 3, stride=2, padding=1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(fourth * 16, answers),
    )


def normed_convolutions(planes: int, widths: tuple[int, int, int, int], answers: int) -> nn.Module:
    """The same, each convolution normed over its batch: learns more in as many epochs.

    The file holds plain convolutions: norms are folded into them when it is written.
    """
    plain = convolutions(planes, widths, answers)
    layers: list[nn.Module] = []
    for layer in plain.children():
        layers.append(layer)
        if isinstance(layer, nn.Conv2d):
            layers.append(nn.BatchNorm2d(layer.out_channels))
    return nn.Sequential(*layers)


def folded_first(net: nn.Module) -> nn.Module:
    """The same net for `folded` pictures: its first layer of 5 × 5 is one of 3 × 3 on these."""
    first, *others = net.children()
    assert isinstance(first, nn.Conv2d)
    # A sixth row and column, worth nothing, make three pairs of each.
    kernel = nn.functional.pad(first.weight.detach(), (0, 1, 0, 1))
    wide, planes = kernel.shape[:2]
    pairs = kernel.reshape(wide, planes, 3, 2, 3, 2).permute(0, 1, 3, 5, 2, 4)
    layer = nn.Conv2d(4 * planes, wide, 3, padding=1)
    layer.weight = nn.Parameter(pairs.reshape(wide, 4 * planes, 3, 3))
    layer.bias = first.bias
    return nn.Sequential(layer, *others).eval()


def turned(pictures: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """The same pictures after a random quarter turn and mirror: no shape changes by it."""
    pictures = torch.rot90(pictures, int(rng.integers(4)), (2, 3))
    return torch.flip(pictures, (3,)) if rng.random() < 0.5 else pictures


def in_any_hue(pictures: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """The same with their channels in any order: no shape changes by its colour."""
    order = rng.permutation(pictures.shape[1]).tolist()
    return turned(pictures[:, order], rng)


def train(
    make_net: Callable[[], nn.Module],
    pictures: torch.Tensor,
    answers: torch.Tensor,
    epochs: int,
    seed: int,
    varied: Callable[[torch.Tensor, np.random.Generator], torch.Tensor] = turned,
) -> nn.Module:
    """A net trained on all examples, learning rate falling to nothing; ready to be asked."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = make_net()
    steps = epochs * (len(pictures) // BATCH + 1)
    optimiser = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=1e-4)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.005)
    for epoch in range(epochs):
        order = torch.from_numpy(rng.permutation(len(pictures)))
        total = 0.0
        for batch in order.split(BATCH):
            loss = loss_of(net(varied(pictures[batch], rng)), answers[batch])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            rate.step()
            total += float(loss.detach()) * len(batch)
        print(f"epoch {epoch + 1}: loss {total / len(pictures):.4f}", flush=True)
    return net.eval()


def write_weights(net: nn.Module, size_px: int, name: str, weights: Path, planes: int = 1) -> None:
    """The trained net as a file; `name` is what its reader calls the square pictures it takes."""
    torch.onnx.export(
        net,
        (torch.zeros(1, planes, size_px, size_px),),
        str(weights),
        input_names=[name],
        output_names=["scores"],
        dynamic_axes={name: {0: "n"}, "scores": {0: "n"}},
        dynamo=False,
    )
    print(f"{weights.name}: {weights.stat().st_size // 1024} kB")


def write_halved(net: nn.Module, size_wh: tuple[int, int], name: str, weights: Path) -> None:
    """The same of a net that takes colour pictures of any size, its weights halved."""
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, size_wh[1], size_wh[0]),),
        str(weights),
        input_names=[name],
        output_names=["maps"],
        dynamic_axes={one: {0: "n", 2: "h", 3: "w"} for one in (name, "maps")},
        dynamo=False,
    )
    halve(weights)


def halve(weights: Path) -> None:
    """The numbers of a file in half as many bytes.

    OpenCV reads them as it reads the others; nothing that is told changes by more than 0.004.
    """
    model = onnx.load(str(weights))
    for tensor in model.graph.initializer:
        values = onnx.numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.ndim:
            halved = onnx.numpy_helper.from_array(values.astype(np.float16), tensor.name)
            tensor.CopyFrom(halved)
    onnx.save(model, str(weights))
    print(f"{weights.name}: {weights.stat().st_size // 1024} kB")
