"""The lattice: cells for faces seen at an angle, in bent rows, in groups apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.reading.lattice import Lattice, find_lattice
from vision.reading.prints import Prints

SIZE_WH = (1200, 900)
BLOCK = [(x, y) for x in range(5) for y in range(4) if (x + 2 * y) % 3]


def prints_at(
    cells: list[tuple[int, int]],
    turn_deg: float = 0.0,
    tilt: float = 0.0,
    offsets: np.ndarray | None = None,
) -> Prints:
    """Round prints on the cells of a table seen by a camera, as exact moments."""
    places = np.array(cells, np.float64) + (0 if offsets is None else offsets)
    angle = np.radians(turn_deg)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    flat = (places - places.mean(axis=0)) @ spin.T * 50
    depth = 1 + tilt * flat[:, 1:2] / 400
    centres = flat / depth + np.array(SIZE_WH) / 2
    moments = []
    for point, far in zip(flat, depth[:, 0], strict=True):
        change = np.eye(2) / far - np.outer(point, [0, tilt / 400]) / far**2
        moments.append(change @ change.T * (0.195 * 50) ** 2)
    moments_px2 = np.array(moments)
    edges = np.linalg.det(moments_px2) ** 0.25 / 0.195
    return Prints(centres, moments_px2, edges, np.full(len(cells), 30.0))


def same_up_to_a_shift(lattice: Lattice, cells: list[tuple[int, int]]) -> bool:
    shift = np.array(cells) - lattice.cells
    return bool((shift == shift[0]).all() and lattice.belongs.all())


def test_no_prints_have_no_lattice() -> None:
    none = Prints(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0), np.zeros(0))
    assert len(find_lattice(none, SIZE_WH).cells) == 0


def test_a_lone_print_has_a_cell_and_a_frame_of_its_size() -> None:
    lattice = find_lattice(prints_at([(0, 0)]), SIZE_WH)
    assert lattice.belongs.all()
    assert np.sqrt(np.linalg.det(lattice.frames_px[0])) == pytest.approx(50, rel=0.02)


@given(turn_deg=st.floats(-40, 40), tilt=st.floats(-0.45, 0.45))
def test_any_turn_and_tilt_gives_back_the_cells(turn_deg: float, tilt: float) -> None:
    assert same_up_to_a_shift(find_lattice(prints_at(BLOCK, turn_deg, tilt), SIZE_WH), BLOCK)


@pytest.mark.parametrize("lost", [0.76, 0.8, 0.9, 1.1, 1.2])
def test_prints_that_look_too_small_or_too_large_keep_their_cells(lost: float) -> None:
    told = prints_at(BLOCK, 20.0, 0.1)
    told = Prints(told.centres_px, told.moments_px2 * lost**2, told.edges_px * lost, told.grounds)
    assert same_up_to_a_shift(find_lattice(told, SIZE_WH), BLOCK)


def test_tiles_as_small_as_their_prints_would_meet_at_corners_or_lie_side_by_side() -> None:
    told = prints_at(BLOCK, 20.0)
    told = Prints(told.centres_px, told.moments_px2 * 0.5, told.edges_px * 0.7, told.grounds)
    fine, coarser = (find_lattice(told, SIZE_WH, coarser=one) for one in (False, True))
    assert (fine.across, coarser.across) == (True, False)
    assert same_up_to_a_shift(coarser, BLOCK)
    apart = np.abs(fine.cells[:, None] - fine.cells[None]).sum(axis=2)
    assert not (apart == 1).any()


def test_tiles_that_meet_only_at_corners_keep_their_cells() -> None:
    diagonal = [(k, k) for k in range(6)] + [(5, 4), (5, 3)]
    assert same_up_to_a_shift(find_lattice(prints_at(diagonal), SIZE_WH), diagonal)


def test_a_row_that_bends_by_a_quarter_tile_is_one_row() -> None:
    row = [(x, 0) for x in range(10)] + [(0, 1), (9, 1)]
    bend = np.column_stack([np.zeros(12), 0.06 * np.array([*range(10), 0, 9])])
    assert same_up_to_a_shift(find_lattice(prints_at(row, offsets=bend), SIZE_WH), row)


def test_groups_apart_join_on_whole_cells() -> None:
    groups = [(0, 0), (1, 0), (2, 0), (0, 1), (6, 4), (7, 4), (7, 5), (8, 4)]
    assert same_up_to_a_shift(find_lattice(prints_at(groups, tilt=0.2), SIZE_WH), groups)


def test_a_tile_between_the_cells_is_loose() -> None:
    cells = [*BLOCK, (8, 1)]
    offsets = np.zeros((len(cells), 2))
    offsets[-1] = (0.5, 0.5)
    lattice = find_lattice(prints_at(cells, offsets=offsets), SIZE_WH)
    assert lattice.belongs[:-1].all()
    assert not lattice.belongs[-1]


# ------------------------------------------------------------- every step makes a difference


def frames_at(cells: list[tuple[int, int]], tilt: float) -> np.ndarray:
    """The steps right and down at each cell, as the camera of `prints_at` shows them."""
    flat = (np.array(cells, np.float64) - np.mean(cells, axis=0)) * 50
    depth = (1 + tilt * flat[:, 1] / 400)[:, None, None]
    along = np.einsum("ni,j->nij", flat, [0.0, tilt / 400])
    return 50 * (np.eye(2) / depth - along / depth**2)


def off_by(prints: Prints, cells: list[tuple[int, int]], tilt: float) -> float:
    """How far the worst step is off, in tiles."""
    found = find_lattice(prints, SIZE_WH).frames_px
    return float(np.abs(found - frames_at(cells, tilt)).max()) / 50


def misjudged(prints: Prints, sizes: np.ndarray, squeeze: float = 1.0) -> Prints:
    """Prints whose sizes and squeeze were read wrongly, each by so much."""
    bend = np.diag([squeeze, 1 / squeeze])
    moments = bend @ prints.moments_px2 @ bend * sizes[:, None, None] ** 2
    return Prints(prints.centres_px, moments, prints.edges_px * sizes, prints.grounds)


WIDE = [(x, y) for x in range(12) for y in range(8) if (3 * x + 5 * y) % 7 < 4]
PAIRS = [
    (0, 0),
    (1, 0),
    (3, 1),
    (4, 1),
    (6, 0),
    (7, 0),
    (2, 3),
    (3, 3),
    (5, 3),
    (5, 4),
    (7, 3),
    (7, 4),
]


@pytest.mark.parametrize("seed", range(3))
def test_a_steep_table_is_straight_although_sizes_are_read_badly(seed: int) -> None:
    """Without the tilt by sizes 0.3 tiles are off, without the straightening by rows 0.03."""
    sizes = np.exp(np.random.default_rng(seed).normal(0, 0.05, len(WIDE)))
    assert off_by(misjudged(prints_at(WIDE, tilt=0.4), sizes), WIDE, 0.4) < 0.01


def test_pairs_of_tiles_agree_on_the_step_whatever_their_prints_look_like() -> None:
    """Rows of three are straightened; two tiles tell their step only together with others."""
    assert off_by(misjudged(prints_at(PAIRS), np.ones(len(PAIRS)), 1.08), PAIRS, 0.0) < 0.01


def test_a_second_print_on_a_tile_has_no_cell_of_the_grid() -> None:
    cells = [*BLOCK, BLOCK[4]]
    offsets = np.zeros((len(cells), 2))
    offsets[-1] = (0.22, 0.1)
    lattice = find_lattice(prints_at(cells, offsets=offsets), SIZE_WH)
    on_grid = [tuple(cell) for cell in lattice.cells[lattice.belongs]]
    assert len(on_grid) == len(set(on_grid)) == len(BLOCK)


def test_what_lies_far_from_everything_is_not_part_of_the_grid() -> None:
    far = [(0, 0), (1, 0), (2, 0), (0, 1), (12, 0), (13, 0)]
    assert find_lattice(prints_at(far), SIZE_WH).belongs.tolist() == [True] * 4 + [False] * 2
