"""The gate tells a table worth reading from hands, lamps, knocks, blur and silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.board import Cell
from assistant.tiles import Colour, Shape, Tile
from tests.support.breadth import in_every_run
from tests.support.evening_films import NEVER_AT_REST
from vision.scene.gate import SceneGate, SceneReport, SceneState, TableWord
from vision.simulated.evenings import Evening, Room
from vision.simulated.film import LiveTable
from vision.simulated.optics.camera import View
from vision.simulated.people.playing import Reach, playing_scene
from vision.simulated.scenes.scene import HandPose, SimTile
from vision.simulated.things.surfaces import Surface

W, H = 640, 360
TILE = 18
WOOD = np.random.default_rng(3).normal(0, 9, (H // 6, W // 30, 1)).astype(np.float32)
GRAIN = np.random.default_rng(4).normal(0, 1, (H + 64, W + 64, 3)).astype(np.float32)


def wood() -> np.ndarray:
    """Planks with grain, brighter to the left."""
    planks = cv2.resize(WOOD, (W, H), interpolation=cv2.INTER_CUBIC)[..., None]
    fall = np.linspace(1.1, 0.9, W, dtype=np.float32)[None, :, None]
    return (np.float32((110, 150, 180)) + planks) * fall


def with_tile(table: np.ndarray, x: int, y: int) -> np.ndarray:
    """One black tile with a coloured shape."""
    picture = table.copy()
    picture[y : y + TILE, x : x + TILE] = 28
    cv2.circle(picture, (x + TILE // 2, y + TILE // 2), 6, (30, 60, 215), -1, cv2.LINE_AA)
    return picture


def laid(table: np.ndarray, count: int = 6) -> np.ndarray:
    """A row of tiles in the middle and two at the sides."""
    for k in range(count):
        table = with_tile(table, 260 + k * (TILE + 1), 170)
    return with_tile(with_tile(table, 90, 60), 520, 280)


def with_arm(table: np.ndarray, reach: float) -> np.ndarray:
    """A sleeve and a hand from the lower edge, up to `reach` of the height."""
    picture = table.copy()
    top = round(H * (1 - reach))
    cv2.line(picture, (330, H + 40), (310, top + 60), (88, 62, 40), 56, cv2.LINE_AA)
    cv2.line(picture, (310, top + 60), (308, top), (96, 120, 176), 40, cv2.LINE_AA)
    return picture


@dataclass
class Camera:
    """Films tables for a gate, with noise and flicker, and keeps what the gate said."""

    fps: float = 12.0
    noise: float = 3.0
    gate: SceneGate = field(default_factory=SceneGate)
    frame: int = 0
    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    reports: list[SceneReport] = field(default_factory=list)

    @property
    def at_s(self) -> float:
        return self.frame / self.fps

    def show(self, table: np.ndarray) -> SceneReport:
        flicker = 1 + 0.01 * np.sin(self.frame)
        lit = table * np.float32([gain * flicker for gain in self.gain])
        y, x = self.frame * 29 % 64, self.frame * 37 % 61
        grain = GRAIN[y : y + H, x : x + W] * np.float32(self.noise)
        picture = cv2.add(lit, grain, dtype=cv2.CV_8U)
        report = self.gate.see(picture, self.at_s)
        self.frame += 1
        self.reports.append(report)
        return report

    def rest(self, table: np.ndarray, seconds: float) -> list[SceneReport]:
        return [self.show(table) for _ in range(round(self.fps * seconds))]

    def reach_in(self, before: np.ndarray, after: np.ndarray) -> list[SceneReport]:
        """A hand comes, puts down what `after` has more than `before`, and goes."""
        steps = max(2, round(0.7 * self.fps))
        coming = [self.show(with_arm(before, 0.5 * k / steps)) for k in range(1, steps + 1)]
        going = [self.show(with_arm(after, 0.5 * k / steps)) for k in range(steps, 0, -1)]
        return coming + going


def states(reports: list[SceneReport]) -> set[SceneState]:
    return {report.state for report in reports}


def first_still_s(reports: list[SceneReport]) -> float:
    return next(report.at_s for report in reports if report.state is SceneState.STILL)


FPS = pytest.mark.parametrize("fps", [5.0, 12.0, 30.0])


@FPS
def test_an_unmoved_table_is_still_after_its_time_and_not_before(fps: float) -> None:
    camera = Camera(fps)
    reports = camera.rest(laid(wood()), 3)
    assert 0.6 <= first_still_s(reports) <= 0.6 + 1.01 / fps
    assert reports[-1].still_for_s == pytest.approx(camera.at_s - 1 / fps)
    assert reports[-1].state.word is TableWord.WATCHING


def test_a_quiet_table_is_looked_at_less_often_and_a_busy_one_always() -> None:
    camera = Camera()
    reports = camera.rest(laid(wood()), 4)
    assert {report.look_again_s for report in reports if report.still_for_s < 1.5} == {0.0}
    assert reports[-1].look_again_s == 0.1
    assert camera.show(with_arm(laid(wood()), 0.3)).look_again_s == 0.0


@pytest.mark.parametrize("noise", [0.0, 3.0, 6.0])
@FPS
def test_noise_and_a_flickering_lamp_are_not_motion(fps: float, noise: float) -> None:
    camera = Camera(fps, noise)
    camera.rest(laid(wood()), 1)
    assert states(camera.rest(laid(wood()), 6)) == {SceneState.STILL}


@FPS
def test_a_move_is_seen_once_the_hand_has_left_with_the_place_of_the_new_tile(fps: float) -> None:
    camera = Camera(fps)
    before, after = laid(wood(), 4), laid(wood(), 5)
    camera.rest(before, 2)
    visit = camera.reach_in(before, after)
    left_s = camera.at_s
    rest = camera.rest(after, 3)
    assert SceneState.STILL not in states(visit)
    assert SceneState.HAND in states(visit)
    assert 0.6 <= first_still_s(rest) - left_s <= 0.6 + 1.01 / fps
    still = [report for report in rest if report.state is SceneState.STILL]
    assert {report.changed_boxes for report in still} == {still[0].changed_boxes}
    assert {report.settled for report in still} == {2}
    ((x, y, width, height),) = still[0].changed_boxes
    left, top = 260 + 4 * (TILE + 1), 170
    assert x <= left + 2
    assert y <= top + 2
    assert x + width >= left + TILE - 2
    assert y + height >= top + TILE - 2
    assert width * height < 6 * TILE * TILE
    assert still[0].happened >= {SceneState.MOVING, SceneState.HAND}


def test_a_hand_that_rests_is_a_hand_and_not_a_new_thing_on_the_table() -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    camera.reach_in(table, table)
    camera.rest(table, 1)
    for k in range(8):
        camera.show(with_arm(table, 0.06 * k))
    resting = camera.rest(with_arm(table, 0.45), 4)
    assert states(resting) == {SceneState.HAND}
    assert resting[-1].state.word is TableWord.WAIT


def test_a_thing_left_at_the_edge_is_taken_as_one_and_its_going_is_no_hand() -> None:
    camera = Camera()
    table = laid(wood())
    with_mug = table.copy()
    cv2.circle(with_mug, (40, 320), 60, (200, 60, 60), -1, cv2.LINE_AA)
    camera.rest(table, 2)
    waiting = camera.rest(with_mug, 8)
    assert states(waiting[:60]) == {SceneState.HAND}
    assert waiting[-1].state is SceneState.STILL
    gone_s = camera.at_s
    assert first_still_s(camera.rest(table, 2)) - gone_s < 0.8


def test_a_thing_left_at_the_edge_is_taken_as_one_while_hands_go_on_playing() -> None:
    camera = Camera()
    table = laid(wood())
    with_mug = table.copy()
    cv2.circle(with_mug, (40, 320), 60, (200, 60, 60), -1, cv2.LINE_AA)
    camera.rest(table, 2)
    reports = []
    for _ in range(6):
        reports += [*camera.rest(with_mug, 2.5), *camera.reach_in(with_mug, with_mug)]
    assert first_still_s(reports) - reports[0].at_s < 12
    assert SceneState.STILL in states(reports[-80:])


def test_a_tile_laid_at_the_edge_is_no_hand_when_the_size_of_tiles_is_known() -> None:
    camera = Camera()
    table = cv2.resize(laid(wood())[150:240, 240:400], (W, H))  # tiles of 72 px
    placed = table.copy()
    placed[H - 72 :, 100:172] = 28
    camera.gate.tile_px = 72
    camera.rest(table, 2)
    assert SceneState.HAND not in states(camera.rest(placed, 2))
    assert camera.reports[-1].state is SceneState.STILL
    assert len(camera.reports[-1].changed_boxes) == 1


def test_a_lamp_switched_on_is_a_jump_of_light_and_nothing_has_changed() -> None:
    camera = Camera()
    camera.rest(laid(wood()), 2)
    camera.gain = (0.62, 0.88, 1.08)
    reports = camera.rest(laid(wood()), 2)
    assert states(reports) == {SceneState.LIGHT_JUMPED, SceneState.STILL}
    assert reports[0].state.word is TableWord.SETTLING
    assert first_still_s(reports) - reports[0].at_s < 0.8
    assert reports[-1].changed_boxes == ()
    assert reports[-1].light_gain == pytest.approx(0.86, abs=0.03)
    assert SceneState.LIGHT_JUMPED in reports[-1].happened


def test_a_lamp_from_one_side_is_a_jump_of_light_too() -> None:
    camera = Camera()
    camera.rest(laid(wood()), 2)
    side = np.linspace(0.6, 1.3, W, dtype=np.float32)[None, :, None]
    reports = camera.rest(laid(wood()) * side, 2)
    assert states(reports) == {SceneState.LIGHT_JUMPED, SceneState.STILL}


def test_a_hard_shadow_over_half_the_table_is_not_a_hand() -> None:
    camera = Camera()
    table = laid(wood() + GRAIN[:H, :W, :1] * 8)
    camera.rest(table, 2)
    shadow = np.ones((H, W, 1), np.float32)
    shadow[:, : W // 3] = 0.6
    began_s = camera.at_s
    reports = camera.rest(table * cv2.GaussianBlur(shadow, (0, 0), 4)[..., None], 2)
    assert SceneState.HAND not in states(reports)
    assert first_still_s(reports) - began_s < 0.8


def test_dusk_is_followed_without_a_word() -> None:
    camera = Camera(fps=5)
    table = laid(wood())
    camera.rest(table, 2)
    for k in range(400):
        camera.gain = (1 - 0.4 * k / 400,) * 3
        assert camera.show(table).state is SceneState.STILL


def test_a_television_that_lights_the_table_does_not_stop_the_game() -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    swings = np.random.default_rng(8).uniform(0.7, 1.2, 120)
    reports = []
    for swing in swings:
        camera.gain = (swing, 1.0, 1.0)
        reports.append(camera.show(table))
    assert sum(report.state is SceneState.STILL for report in reports[60:]) > 5
    assert not any(report.changed_boxes for report in reports)


@pytest.mark.parametrize("reach", [0.3, 0.45])
def test_a_hand_that_comes_with_a_television_s_light_is_not_taken_for_the_table(
    reach: float,
) -> None:
    camera = Camera(fps=5)
    table = laid(wood())
    for gain in (1.0, 0.8, 1.0, 0.85, 1.0):
        camera.gain = (gain,) * 3
        camera.rest(table, 2)
    assert camera.reports[-1].state is SceneState.STILL
    side = np.linspace(0.7, 1.0, W, dtype=np.float32)[None, :, None]
    assert camera.show(with_arm(table, reach) * side).state is not SceneState.STILL
    camera.rest(with_arm(table, 0.4) * side, 0.6)
    assert states(camera.rest(table * side, 1)[-2:]) == {SceneState.STILL}


def test_bands_of_a_lamp_that_flickers_with_the_mains_are_noise_after_a_while() -> None:
    camera = Camera(fps=30)
    table = laid(wood())
    rows = np.arange(H, dtype=np.float32)[:, None, None]
    reports = [
        camera.show(table * (1 + 0.03 * np.sin(rows / 40 + 2.1 * k)).astype(np.float32))
        for k in range(240)
    ]
    assert states(reports[150:]) == {SceneState.STILL}


def test_white_prints_at_the_limit_of_the_camera_do_not_change_when_the_light_does() -> None:
    camera = Camera()
    table = laid(wood())
    table[40:80, 300:360] = 290
    camera.rest(table, 2)
    for gain in (0.9, 1.2, 0.8):
        camera.gain = (gain,) * 3
        assert camera.rest(table, 1.5)[-1].changed_boxes == ()


def test_hands_that_fidget_at_the_border_are_not_waited_for() -> None:
    camera = Camera()
    before, after = laid(wood(), 4), laid(wood(), 5)
    places = np.random.default_rng(6).integers(-14, 14, (400, 2))

    def fidget(table: np.ndarray, k: int) -> np.ndarray:
        picture = table.copy()
        x, y = places[k]
        cv2.circle(picture, (110 + int(x), H - 10 + int(y)), 34, (96, 120, 176), -1)
        return picture

    camera.rest(before, 2)
    settling = [camera.show(fidget(before, k)) for k in range(180)]
    assert states(settling[:12]) <= {SceneState.HAND, SceneState.MOVING}
    assert states(settling[-24:]) == {SceneState.STILL}
    for k in range(8):
        camera.show(with_arm(fidget(before, 180 + k), 0.06 * k))
    assert camera.reports[-1].state is SceneState.HAND
    resting = [camera.show(with_arm(fidget(before, 190 + k), 0.45)) for k in range(36)]
    assert states(resting) == {SceneState.HAND}
    reports = [camera.show(fidget(after, 230 + k)) for k in range(24)]
    assert reports[-1].state is SceneState.STILL
    ((left, _, width, _),) = reports[-1].changed_boxes
    assert left <= 260 + 4 * (TILE + 1) + TILE / 2 <= left + width


def test_motion_over_the_board_is_never_taken_for_fidgeting() -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    camera.gate.lay_out([(x, y) for x in range(0, W, TILE) for y in range(0, H, TILE)], TILE)
    reaches = np.random.default_rng(9).uniform(0.3, 0.6, 240)
    reports = [camera.show(with_arm(table, reach)) for reach in reaches]
    assert SceneState.STILL not in states(reports)


def evening_frames(evening: Evening, table: np.ndarray, fps: float, seconds: float):
    room = Room(evening, 5, (W, H))
    for k in range(round(fps * seconds)):
        yield room.seen(np.clip(table, 0, 255).astype(np.uint8), k / fps, False).astype(np.float32)


@pytest.mark.parametrize(
    "evening",
    in_every_run({Evening.TAIL, Evening.CURTAIN, Evening.LOW_RATE}, sorted(NEVER_AT_REST, key=str)),
)
def test_a_room_that_never_rests_does_not_stop_the_game(evening: Evening) -> None:
    camera = Camera(noise=1.0)
    table = laid(wood())
    frames = list(evening_frames(evening, table, camera.fps, 20))
    for frame in frames[:120]:
        camera.show(frame)
    camera.gate.lay_out([(260 + k * (TILE + 1) + TILE / 2, 179) for k in range(6)], TILE)
    reports = [camera.show(frame) for frame in frames[120:]]
    still = [report for report in reports if report.state is SceneState.STILL]
    assert len(still) > 0.6 * len(reports)
    assert max(report.still_for_s for report in still) > 5


def test_a_picture_sent_anew_with_other_flaws_is_no_motion() -> None:
    camera = Camera(noise=1.0)
    table = laid(wood())
    camera.rest(table, 2)
    anew, sleeve = table.copy(), table.copy()
    for x in range(20, W - 40, 120):
        for y in (20, 220):
            anew[y : y + 36, x : x + 36] += 14
    sleeve[250:, 150:400] += 14
    assert {report.state for report in camera.rest(anew, 2)} == {SceneState.STILL}
    assert camera.reports[-1].still_for_s > 3.5
    camera.rest(table, 2)
    assert camera.show(sleeve).state is not SceneState.STILL


def test_a_head_that_leans_in_meanwhile_is_no_arm_that_laid_a_tile() -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    after = with_tile(table, 300, 200)
    for k in range(8):
        leaning = with_arm(table if k < 4 else after, 0.5 - 0.1 * abs(k - 4))
        cv2.circle(leaning, (150, 0), 120, (34, 44, 62), -1, cv2.LINE_AA)
        camera.show(leaning)
    assert camera.reports[-1].arm is not None
    assert camera.reports[-1].arm.rim[1] < 0.1  # the head is the larger one
    still = next(one for one in camera.rest(after, 2) if one.state is SceneState.STILL)
    assert still.reached
    assert all(arm.rim[1] > 0.9 for arm in still.reached)
    times_s = [arm.at_s for arm in still.reached]
    assert times_s == sorted(times_s)
    assert all(still.at_s - 4 < at_s < still.at_s for at_s in times_s)


def test_an_arm_at_rest_beside_the_game_is_no_hand_over_it() -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    camera.gate.lay_out([(260 + k * (TILE + 1) + TILE / 2, 179) for k in range(6)], TILE)
    leaning = with_arm(table, 0.15)
    began_s = camera.at_s
    reports = camera.rest(leaning, 3)
    assert first_still_s(reports) - began_s < 0.8
    assert reports[-1].still_for_s > 4.5


def test_a_forearm_that_shifts_along_the_edge_does_not_stop_the_game() -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    # Over the cells of next turns, and over none that touches a tile.
    camera.gate.lay_out([(60 + k * (TILE + 1), 290) for k in range(28)], TILE)
    still_s = []
    for k in range(4):
        leaning = table.copy()
        cv2.line(leaning, (100 + 70 * k, 352), (300 + 70 * k, 352), (96, 64, 52), 34)
        began_s = camera.at_s
        still_s.append(first_still_s(camera.rest(leaning, 5)) - began_s)
    assert max(still_s) < 3.5


def test_a_hand_over_the_game_is_seen_in_a_room_that_never_rests() -> None:
    camera = Camera(noise=1.0)
    table = laid(wood())
    for frame in evening_frames(Evening.TAIL, table, camera.fps, 8):
        camera.show(frame)
    camera.gate.lay_out([(260 + k * (TILE + 1) + TILE / 2, 179) for k in range(6)], TILE)
    assert camera.reports[-1].fidgeting
    reports = [
        camera.show(frame)
        for frame in evening_frames(Evening.TAIL, with_arm(table, 0.5), camera.fps, 2)
    ]
    assert SceneState.STILL not in states(reports[1:])


def knocked(table: np.ndarray, x: float, y: float, degrees: float) -> np.ndarray:
    turn = cv2.getRotationMatrix2D((W / 2, H / 2), degrees, 1.0)
    turn[:, 2] += (x, y)
    return cv2.warpAffine(table, turn, (W, H), borderMode=cv2.BORDER_REFLECT)


@pytest.mark.parametrize(("x", "y", "degrees"), [(9, 0, 0), (-7, 12, 0), (17, -11, 1.7)])
def test_a_knocked_camera_is_told_from_moved_tiles(x: float, y: float, degrees: float) -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    reports = camera.rest(knocked(table, x, y, degrees), 2)
    assert states(reports) == {SceneState.CAMERA_MOVED, SceneState.STILL}
    assert reports[-1].camera_shift_px == pytest.approx((x, y), abs=4)


def printed_board(table: np.ndarray) -> np.ndarray:
    """A grid of lines, which looks the same when it is shifted by a cell."""
    board = table.copy()
    for k in range(17):
        cv2.line(board, (120 + 24 * k, 0), (120 + 24 * k, H), (40, 90, 200), 2)
        cv2.line(board, (120, 24 * k - 20), (504, 24 * k - 20), (40, 90, 200), 2)
    return board


def test_a_knock_over_a_printed_board_is_no_hand_and_a_hand_after_it_is() -> None:
    camera = Camera()
    table = laid(printed_board(wood()))
    camera.rest(table, 2)
    reports = camera.rest(knocked(table, 6, -4, 1.7), 2)
    assert states(reports) == {SceneState.CAMERA_MOVED, SceneState.STILL}
    camera.rest(table, 1)
    with_hand = camera.rest(knocked(with_arm(table, 0.5), 6, -4, 1.7), 2)
    assert states(with_hand) == {SceneState.HAND}


def test_a_camera_put_on_another_side_of_a_pattern_that_repeats_is_soon_still() -> None:
    camera = Camera()
    table = wood()
    for k in range(-1, 16):
        cv2.line(table, (20 + 40 * k, 0), (20 + 40 * k, H), (40, 90, 200), 2)
        cv2.line(table, (0, H // 2 + 40 * (k - 7)), (W, H // 2 + 40 * (k - 7)), (40, 90, 200), 2)
    for k in range(10):
        table = with_tile(table, 200 + k * (TILE + 1), 80)
    cv2.rectangle(table, (250, 0), (420, 45), (60, 40, 30), -1)
    camera.rest(table, 2)
    turned = np.ascontiguousarray(table[::-1, ::-1])
    assert camera.rest(turned, 2.5)[-1].state is SceneState.STILL


def test_a_trembling_camera_is_still() -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    swings = np.random.default_rng(5).uniform(-0.4, 0.4, (60, 2))
    assert states([camera.show(knocked(table, x, y, 0)) for x, y in swings]) == {SceneState.STILL}


def test_a_blurred_table_is_not_read_until_it_is_sharp_again() -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    blurred = camera.rest(cv2.GaussianBlur(table, (0, 0), 5), 2)
    assert blurred[-1].state is SceneState.BLURRED
    assert blurred[-1].state.word is TableWord.UNCLEAR
    assert SceneState.STILL not in states(blurred)
    assert blurred[-1].sharpness < 0.55 * camera.reports[20].sharpness
    assert camera.rest(table, 2)[-1].state is SceneState.STILL


def test_a_camera_that_stays_blurred_does_not_stop_the_game() -> None:
    camera = Camera()
    camera.rest(laid(wood()), 2)
    assert camera.rest(cv2.GaussianBlur(laid(wood()), (0, 0), 5), 30)[-1].state is SceneState.STILL


def test_after_a_lost_camera_the_table_is_compared_with_what_it_was_before() -> None:
    camera = Camera()
    camera.rest(laid(wood(), 4), 2)
    lost = camera.gate.lose(camera.at_s)
    assert (lost.state, lost.state.word) == (SceneState.LOST, TableWord.LOST)
    camera.frame += 100
    back_s = camera.at_s
    reports = camera.rest(laid(wood(), 5), 2)
    assert 0.6 <= first_still_s(reports) - back_s < 0.8
    assert len(reports[-1].changed_boxes) == 1
    assert SceneState.LOST in reports[-1].happened


def test_a_pause_between_two_pictures_is_not_stillness() -> None:
    camera = Camera()
    camera.rest(laid(wood()), 2)
    camera.frame += 60
    assert camera.show(laid(wood())).state is not SceneState.STILL
    assert camera.rest(laid(wood()), 1)[-1].changed_boxes == ()


def test_another_size_of_picture_begins_anew() -> None:
    camera = Camera()
    table = laid(wood())
    camera.rest(table, 2)
    half = table[:, : W // 2].astype(np.uint8)
    assert camera.gate.see(half, camera.at_s).state is SceneState.MOVING
    assert camera.gate.see(half[: H // 2], camera.at_s + 0.1).state is SceneState.MOVING


def test_pictures_of_any_shape_are_seen() -> None:
    for height, width in ((1, 1), (25, 25), (30, 2000), (2000, 30), (90, 160)):
        gate = SceneGate()
        plain = np.full((height, width, 3), 90, np.uint8)
        reports = [gate.see(plain, k / 10) for k in range(10)]
        assert reports[-1].state is SceneState.STILL


@settings(max_examples=8, deadline=None)
@given(
    st.integers(0, 2**32 - 1), st.floats(5, 30), st.integers(20, W - 60), st.integers(20, H - 60)
)
def test_a_tile_anywhere_at_any_frame_rate_is_the_only_change(
    seed: int, fps: float, x: int, y: int
) -> None:
    camera = Camera(fps, noise=4.0, frame=seed % 1000)
    table = wood()
    camera.rest(table, 1.2)
    boxes = camera.rest(with_tile(table, x, y), 1.2)[-1].changed_boxes
    assert camera.reports[-1].state is SceneState.STILL
    ((left, top, width, height),) = boxes
    assert left <= x + TILE / 2 <= left + width
    assert top <= y + TILE / 2 <= top + height


@pytest.mark.parametrize("surface", [Surface.DARK_WOOD, Surface.CLOTH, Surface.PRINTED_BOARD])
def test_a_rendered_hand_lays_a_tile_and_only_the_tile_is_new(surface: Surface) -> None:
    table = LiveTable(playing_scene(11, size_wh=(960, 540), tile_px=40.0, surface=surface))
    tile = Tile(Colour.GREEN, Shape.CLOVER)
    reach = Reach(HandPose((0.0, 0.0), heading_deg=70.0), 1.5, stay_s=1.5, carries=tile, far=24.0)
    gate, during, after = SceneGate(), [], []
    for frame in range(58):
        at_s = frame / 12
        if at_s >= reach.laid_s and not table.board:
            table.lay([SimTile(Cell(0, 0), tile)])
        hand = reach.at(at_s)
        report = gate.see(table.frame(at_s, [hand] if hand else []), at_s)
        if reach.begin_s + reach.move_s < at_s < reach.end_s - reach.move_s:
            during.append(report)
        elif at_s >= reach.end_s:
            after.append(report)
    assert states(during) == {SceneState.HAND}
    assert first_still_s(after) - reach.end_s <= 0.7
    ((left, top, width, height),) = after[-1].changed_boxes
    x, y = View(table.scene.pose, table.scene.size_wh).project(np.zeros((1, 3)))[0]
    assert left <= x <= left + width
    assert top <= y <= top + height
    assert width * height < 8 * 40 * 40


def all_words() -> Iterator[TableWord]:
    return (state.word for state in SceneState)


def test_every_state_has_its_word() -> None:
    assert set(all_words()) == set(TableWord)


def test_a_lamp_beside_a_plain_table_is_no_hand() -> None:
    camera = Camera()
    plain = np.full((H, W, 3), (150, 155, 165), np.float32)
    camera.rest(laid(plain * np.linspace(0.75, 1.1, H, dtype=np.float32)[:, None, None]), 2)
    lit = laid(plain * np.linspace(1.15, 1.05, H, dtype=np.float32)[:, None, None])
    assert SceneState.HAND not in states(camera.rest(lit, 2))
