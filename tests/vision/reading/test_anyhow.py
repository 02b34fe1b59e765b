"""Whether prints lie on a lattice at all, by the edges of their pieces."""

import numpy as np
import pytest

from vision.pictures.load import PictureBgr
from vision.reading import search
from vision.reading.anyhow import edge_of_those_that_lie_anyhow
from vision.reading.edges import softened
from vision.reading.lattice import find_lattice
from vision.reading.prints import brightest_channel, find_prints
from vision.simulated import random_scene, render
from vision.simulated.optics.light import LightKind
from vision.simulated.scenes.loose_tables import Crowding, LooseWishes, loose_table

ROWS = LooseWishes(
    tile_px=48.0,
    crowding=Crowding.ROWS,
    light=LightKind.DAYLIGHT,
    count=24,
    worn=0.0,
    letters=0,
    tilt_deg=8.0,
)


def told_edge(picture: PictureBgr) -> float:
    size_wh = (picture.shape[1], picture.shape[0])
    prints = find_prints(picture)
    soft = softened(brightest_channel(picture))
    return edge_of_those_that_lie_anyhow(soft, prints, find_lattice(prints, size_wh))


def test_no_prints_lie_on_no_lattice_and_have_no_edge() -> None:
    nothing = np.zeros((90, 160, 3), np.uint8)
    assert told_edge(nothing) == 0


def test_rows_in_all_directions_are_no_grid_and_no_net_is_asked_for_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = render(loose_table(8, ROWS)).picture_bgr
    assert told_edge(table) == pytest.approx(48, rel=0.15)

    def asked(*_: object) -> None:
        raise AssertionError("a lattice is looked at")

    monkeypatch.setattr(search, "_look", asked)
    assert len(search.find_faces(table).loose) >= 20


@pytest.mark.parametrize("tiles", [9, 30])
def test_tiles_of_a_grid_lie_on_it_also_where_pieces_lie_beside(tiles: int) -> None:
    scene = random_scene(
        4, size_wh=(960, 720), tile_px=44.0, tile_count=tiles, stray_count=5, clutter_count=0
    )
    assert told_edge(render(scene).picture_bgr) == 0
