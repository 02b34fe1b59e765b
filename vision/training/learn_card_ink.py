"""Trains the net of `vision.reading.card_ink` on drawn tables of cards: `make train`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.reading.card_ink import (
    GROUND,
    KINDS,
    LARGE,
    SHRUNK,
    SMALL,
    UNIT_PX,
    WEIGHTS,
    brightened,
)
from vision.reading.cards import WORKING_PX
from vision.reading.cut import resized
from vision.reading.shape import SHAPES
from vision.simulated.scenes.empty import empty_pictures
from vision.training.card_tables import InkedTable, inked_table, without_cards
from vision.training.trainer import write_halved

SEED = 6
TABLES, FIRST_TABLE, EMPTY_SEEDS = 1091, 100, (901, 902)
STEPS, BATCH, RATE = 9400, 8, 3e-3
CROP_PX, EMPTY_WH = 192, (1600, 1200)
UNKNOWN = 255
"""What lies beyond the picture."""
BESIDE_INK, BESIDE_SMALL = 0.82, 0.6
"""Such a share of crops is taken beside ink, and of these around small symbols where there are."""
ASIDE_PX = 70.0
"""How far a crop's middle lies from ink, at most, in each direction."""
SCALES = (0.7, 1.35)
KIND_WEIGHTS = (1.0, 2.0, 8.0)
"""Of ground, large and small ink: there is little of the last."""
SMALL_SAYS = 6.0
"""Weight of a small symbol's pixel in what is told of its card."""
TAKEN_BACK = 0.5
"""Ink is weighed more than ground, and told too often: so much of that, in logs, is taken back."""
LOSS_WEIGHTS = (2.0, 0.25, 1.0, 0.4)
"""Of kinds, shapes, ways to the card's middle, and its heading."""
NEAR = 0.1
"""Errors below this count less than they are large, in units of ways and headings."""


Places = tuple[NDArray[np.int64], ...]
"""(N, 2) pixels of large and of small ink."""


class InkNet(nn.Module):
    """Looks at a picture in three sizes; told at half of that: four kinds a place."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(_layer(3, 24, 5, 2), _layer(24, 24))
        self.mid = nn.Sequential(_layer(24, 40, 3, 2), _layer(40, 40))
        self.far = nn.Sequential(
            _layer(40, 64, 3, 2), _layer(64, 64, 3, 1, 2), _layer(64, 64, 3, 1, 4)
        )
        self.far_to_mid, self.mixed_mid = nn.Conv2d(64, 40, 1), _layer(40, 40)
        self.mid_to_near, self.mixed_near = nn.Conv2d(40, 24, 1), _layer(24, 32)
        self.told = nn.Conv2d(32, 4 * KINDS + len(SHAPES) + 4, 1)

    def forward(self, picture: Tensor) -> Tensor:
        """(N, planes, h / 2, w / 2) for pictures (N, 3, h, w) of 0 to 1."""
        near = self.near(picture)
        mid = self.mid(near)
        mid = self.mixed_mid(mid + _twice(self.far_to_mid(self.far(mid))))
        near = self.mixed_near(near + _twice(self.mid_to_near(mid)))
        told: Tensor = self.told(near)
        return told


def _layer(planes: int, wide: int, edge: int = 3, stride: int = 1, apart: int = 1) -> nn.Module:
    pad = apart * (edge // 2)
    return nn.Sequential(
        nn.Conv2d(planes, wide, edge, stride, pad, apart, bias=False),
        nn.BatchNorm2d(wide),
        nn.ReLU(),
    )


def _twice(planes: Tensor) -> Tensor:
    return functional.interpolate(planes, scale_factor=2.0, mode="nearest")


@dataclass(frozen=True)
class Crop:
    """A part of a table, turned and lit anyhow, and what the net should tell of it."""

    picture: NDArray[np.float32]
    """(3, h, w) of 0 to 1."""
    kinds: NDArray[np.int64]
    shapes: NDArray[np.int64]
    ways: NDArray[np.float32]
    """(2, h, w) to the middle of the card, in units."""
    headings: NDArray[np.float32]
    """(2, h, w) cosine and sine of twice the heading of its long side."""


def shrunk(table: InkedTable) -> InkedTable:
    """A table as the net is shown it."""
    high, wide = table.kinds.shape
    scale = SHRUNK * min(1.0, WORKING_PX / max(high, wide))
    size = (round(wide * scale), round(high * scale))

    def share(kind: int) -> NDArray[np.float32]:
        of_kind = (table.kinds == kind).astype(np.float32)
        return np.asarray(cv2.resize(of_kind, size, interpolation=cv2.INTER_AREA), np.float32)

    kinds = np.where(share(LARGE) > 0.5, LARGE, np.where(share(SMALL) > 0.5, SMALL, GROUND))
    return InkedTable(
        brightened(resized(table.picture_bgr, scale)),
        kinds.astype(np.uint8),
        np.asarray(cv2.resize(table.owners, size, interpolation=cv2.INTER_NEAREST), np.int16),
        table.centres_px * scale,
        table.along_px * scale,
        table.shapes,
    )


def ink_places(table: InkedTable) -> Places:
    """Where large and where small ink lies."""
    return tuple(np.argwhere(table.kinds == kind)[:, ::-1] for kind in (LARGE, SMALL))


def any_crop(rng: np.random.Generator, table: InkedTable, places: Places) -> Crop:
    """One more look at a table, of which it is known where its ink lies."""
    turn, scale = rng.uniform(0, 2 * np.pi), np.exp(rng.uniform(*np.log(SCALES)))
    turned = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    if rng.random() < 0.5:
        turned[:, 0] *= -1
    shift = CROP_PX / 2 - turned @ _middle(rng, table, places)
    to_crop = np.hstack([turned, shift[:, None]])
    size = (CROP_PX, CROP_PX)

    def cut(plane: Any, border: int, value: int = 0) -> Any:
        way = cv2.INTER_LINEAR if plane.ndim == 3 else cv2.INTER_NEAREST
        return cv2.warpAffine(plane, to_crop, size, flags=way, borderMode=border, borderValue=value)

    picture = cut(table.picture_bgr, cv2.BORDER_REFLECT_101)
    kinds = cut(table.kinds, cv2.BORDER_CONSTANT, UNKNOWN)
    owners = np.clip(cut(table.owners, cv2.BORDER_CONSTANT), 0, len(table.shapes) - 1)
    centres, along = table.centres_px @ turned.T + shift, table.along_px @ turned.T
    heading = 2 * np.arctan2(along[:, 1], along[:, 0])
    y, x = np.mgrid[:CROP_PX, :CROP_PX]
    ways = (centres[owners] - np.stack([x, y], axis=-1)) / UNIT_PX
    axes = np.stack([np.cos(heading), np.sin(heading)], axis=1)[owners]
    return Crop(
        _lit_anyhow(rng, picture).transpose(2, 0, 1),
        kinds.astype(np.int64),
        table.shapes[owners],
        ways.transpose(2, 0, 1).astype(np.float32),
        axes.transpose(2, 0, 1).astype(np.float32),
    )


def _middle(rng: np.random.Generator, table: InkedTable, places: Places) -> NDArray[np.float64]:
    """Where a crop is taken."""
    large, small = places
    wanted, other = (small, large) if rng.random() < BESIDE_SMALL else (large, small)
    found = wanted if len(wanted) else other
    if rng.random() < BESIDE_INK and len(found):
        return found[rng.integers(len(found))] + rng.uniform(-ASIDE_PX, ASIDE_PX, 2)
    return rng.uniform(0, table.kinds.shape[::-1])


def _lit_anyhow(rng: np.random.Generator, picture: Any) -> NDArray[np.float32]:
    """The picture under another lamp, through another lens, noisier or in fewer bytes."""
    light: Any = picture.astype(np.float32) / 255
    if rng.random() < 0.5:
        light = light ** rng.uniform(0.7, 1.5)
    if rng.random() < 0.7:
        light = light * rng.uniform(0.7, 1.3, 3) * rng.uniform(0.6, 1.25)
    if rng.random() < 0.3:
        light = light + rng.uniform(0, 0.15) * (1 - light)
    if rng.random() < 0.35:
        light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.3, 1.1))
    if rng.random() < 0.4:
        light = light + rng.normal(0, rng.uniform(0.005, 0.04), light.shape)
    light = np.clip(light, 0, 1)
    if rng.random() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 90))]
        packed = cv2.imencode(".jpg", (255 * light).astype(np.uint8), quality)[1]
        light = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.float32) / 255
    if rng.random() < 0.1:
        light = light[..., rng.permutation(3)]
    return np.asarray(light, np.float32)


def losses(told: Tensor, crops: list[Crop]) -> Tensor:
    """(4,) how far the net is off in kinds, shapes, ways and headings."""
    kinds, shapes, ways, headings = (
        torch.from_numpy(np.stack([getattr(crop, name) for crop in crops]))
        for name in ("kinds", "shapes", "ways", "headings")
    )
    four, names = 4 * KINDS, 4 * KINDS + len(SHAPES)
    unfolded = functional.pixel_shuffle(told[:, :four], 2)
    weights = torch.tensor(KIND_WEIGHTS)
    of_kinds = functional.cross_entropy(unfolded, kinds, weight=weights, ignore_index=UNKNOWN)
    kinds, shapes = kinds[:, ::2, ::2], shapes[:, ::2, ::2]
    says = (kinds == LARGE).float() + SMALL_SAYS * (kinds == SMALL).float()
    total = says.sum() + 1
    of_shapes = functional.cross_entropy(told[:, four:names], shapes, reduction="none")
    found = [of_kinds, (of_shapes * says).sum() / total]
    for planes, truth in ((told[:, names : names + 2], ways), (told[:, names + 2 :], headings)):
        off = functional.smooth_l1_loss(planes, truth[:, :, ::2, ::2], reduction="none", beta=NEAR)
        found.append((off.sum(dim=1) * says).sum() / total)
    return torch.stack(found)


def learned(tables: list[InkedTable], steps: int) -> InkNet:
    """A net trained on crops of tables, its rate falling to nothing."""
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    net = InkNet()
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-4)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.05)
    weights, run = torch.tensor(LOSS_WEIGHTS), torch.zeros(4)
    known = [(table, ink_places(table)) for table in tables]
    for step in range(1, steps + 1):
        crops = [any_crop(rng, *known[rng.integers(len(known))]) for _ in range(BATCH)]
        off = losses(net(torch.from_numpy(np.stack([crop.picture for crop in crops]))), crops)
        optimiser.zero_grad()
        (off * weights).sum().backward()
        optimiser.step()
        rate.step()
        run += off.detach()
        if step % 100 == 0:
            print(f"step {step}: {(run / 100).numpy().round(4)}", flush=True)
            run.zero_()
    net.eval()
    return net


def main() -> None:
    """Draw tables, train, write the weights."""
    torch.set_num_threads(1)
    tables = [shrunk(inked_table(seed)) for seed in range(FIRST_TABLE, FIRST_TABLE + TABLES)]
    pictures = [one for seed in EMPTY_SEEDS for _, one in empty_pictures(seed, EMPTY_WH)]
    net = learned([*tables, *(shrunk(without_cards(one)) for one in pictures)], STEPS)
    with torch.no_grad():
        for kind, weight in enumerate(KIND_WEIGHTS):
            net.told.bias[4 * kind : 4 * kind + 4] -= TAKEN_BACK * float(np.log(weight))
    write_halved(net, (CROP_PX, CROP_PX), "picture", WEIGHTS)


if __name__ == "__main__":
    main()
