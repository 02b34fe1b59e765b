"""Whole simulated games filmed as they happen at a table, with all that goes wrong there."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np

from assistant.board import EMPTY_BOARD, Board, Cell, Placed, Placement
from assistant.moves.search import legal_moves
from assistant.rules import classic, grid
from assistant.rules.ruling import Ruling
from assistant.tiles import PURPLE_SET, WHITE_SET
from vision.pictures.load import PictureBgr
from vision.simulated.evenings import Evening, Room
from vision.simulated.film import LiveTable, Shake
from vision.simulated.optics.light import LightKind, random_light
from vision.simulated.people.playing import Reach, laid_by_hand, playing_scene
from vision.simulated.scenes.scene import HandPose, Item, StrayTile
from vision.simulated.things.clutter import GAME_BOX
from vision.simulated.things.covers import Cover
from vision.simulated.things.surfaces import Surface
from vision.sources.shown import Shot

REST_S = 5.2
"""How long the table rests after a turn: the quiet time and a little."""
MOST_WH = (18, 11)
"""The largest grid that the camera sees whole."""
RACK_TILES = 1.6
"""So far the game keeps from the tiles in front of a player, in tile edges."""
ASKEW = 0.08
"""A tile that lies further off its cell than this, in cells, was nudged."""
MOST_TRADES = 20
"""So often nobody found a place within the camera's view: the game is over."""
RATES = (5.0, 8.0, 12.0, 15.0, 24.0, 30.0)
SURFACES = (Surface.WOOD, Surface.PARQUET, Surface.CLOTH, Surface.LAMINATE, Surface.DARK_WOOD)


class Case(Enum):
    """What is special about a turn."""

    PLAIN = "nothing special"
    PAUSE = "a pause inside the move"
    HALF = "a tile half placed for a while"
    HOVER = "a hand over the table that places nothing"
    BUMP = "the camera is knocked"
    SIDE = "the camera is put on another side"
    LAMP = "the light changes"
    LOST = "the camera is lost for a while"
    NUDGE = "an old tile is nudged"
    DROPPED = "frames are dropped"
    LIFTED = "an old tile is lifted and put back"
    SECOND_THOUGHTS = "a tile is placed, taken back, and placed elsewhere"
    ILLEGAL = "an illegal move, taken back"
    ILLEGAL_STAYS = "an illegal move that nobody takes back"
    REMOVED = "an old tile is taken away for good"


class Beside(Enum):
    """What lies beside the game."""

    NOW_AND_THEN = "a row of tiles before one player, now and then"
    BOX = "the game's box, with tiles printed on it"
    RACKS = "racks with standing tiles before both players"
    OPEN_ROWS = "open rows of tiles before both players"


BOX_TILES = 4.2
"""So far the game keeps from the middle of the box, in tile edges."""
HOW_OFTEN = {
    Case.PLAIN: 30,
    Case.PAUSE: 10,
    Case.HALF: 5,
    Case.HOVER: 5,
    Case.BUMP: 5,
    Case.SIDE: 1,
    Case.LAMP: 4,
    Case.LOST: 4,
    Case.NUDGE: 5,
    Case.DROPPED: 5,
    Case.LIFTED: 3,
    Case.SECOND_THOUGHTS: 5,
    Case.ILLEGAL: 8,
    Case.ILLEGAL_STAYS: 2,
    Case.REMOVED: 1,
}


@dataclass(frozen=True)
class TrueTurn:
    """What really was placed, and when the hand had left."""

    case: Case
    placement: Placement
    ruling: Ruling
    complete_s: float
    due: bool = False
    """Whether a question is the right answer."""


@dataclass
class FilmedGame:
    """One game before the camera; `shots` gives its film and fills `turns` on the way."""

    seed: int
    most_turns: int = 40
    fps: float | None = None
    only: tuple[Case, ...] = tuple(Case)
    size_wh: tuple[int, int] = (1280, 720)
    evening: Evening = Evening.CALM
    beside: Beside = Beside.NOW_AND_THEN
    cover: Cover | None = None
    rests_s: tuple[float, float] = (REST_S, REST_S)
    """The shortest and the longest rest after a turn; any length between them is as likely."""
    seated: bool = True
    """Whether each player has a seat and a sleeve, or arms come from anywhere."""
    turns: list[TrueTurn] = field(default_factory=list)

    def __post_init__(self):
        self.dice = random.Random(self.seed)
        self.rng = np.random.default_rng(self.seed)
        self.fps = self.fps or self.dice.choice(RATES)
        self.palette = self.dice.choice((PURPLE_SET, WHITE_SET))
        kind = self.dice.choice([k for k in LightKind if k is not LightKind.DUSK])
        scene = playing_scene(
            self.seed,
            self.palette,
            self.size_wh,
            tile_px=self.size_wh[1] / 16,
            tilt_deg=self.dice.uniform(0, 25),
            surface=self.dice.choice(SURFACES),
            light=random_light(self.rng, kind),
        )
        self.scene = replace(scene, strays=tuple(self._rack()), clutter=tuple(self._things()))
        self.table = LiveTable(self.scene)
        if self.cover is not None:
            self.table.cover_table(self.cover)
        self.room = Room(self.evening, self.seed, self.size_wh)
        self.bag = [kind for kind in self.palette.kinds for _ in range(classic.BOOK.copies)]
        self.dice.shuffle(self.bag)
        self.hands = [[self.bag.pop() for _ in range(6)] for _ in range(2)]
        self.board: Board = EMPTY_BOARD
        self.yaw_deg = self.scene.pose.yaw_deg
        self.at_s = 0.0
        self.left_s = 0.0
        """When the latest hand had left the table."""
        self.dropping = 0.0
        arm = HandPose(
            (0.0, 0.0), skin=self.dice.random(), sleeve_bgr=tuple(self.rng.uniform(0.02, 0.4, 3))
        )
        others = random.Random(f"seats {self.seed}")
        sleeve_bgr = tuple(others.uniform(0.02, 0.4) for _ in range(3))
        self.arms = [arm, replace(arm, skin=others.random(), sleeve_bgr=sleeve_bgr)]
        self.seats = [others.choice((90.0, 60.0, 120.0, 0.0, 180.0, 270.0)) for _ in range(2)]
        """Where the players sit; now and then side by side."""
        self.player = 0
        """Whose arm comes next."""

    def _rack(self) -> Iterator[StrayTile]:
        """Tiles in front of a player, now and then: face down, or open as in a game of Cubes."""
        if self.beside is Beside.OPEN_ROWS:
            for y in (6.9, -6.9):
                for k in range(6):
                    tile = self.dice.choice(self.palette.kinds)
                    yield StrayTile((k * 1.06 - 3, y), self.dice.uniform(-6, 6), tile)
        elif self.beside is Beside.NOW_AND_THEN and self.dice.random() < 0.4:
            face_up = self.dice.random() < 0.3
            for k in range(self.dice.randint(4, 6)):
                tile = self.dice.choice(self.palette.kinds) if face_up else None
                yield StrayTile((k * 1.15 - 3, 6.9), self.dice.uniform(-9, 9), tile)

    def _things(self) -> Iterator[Item]:
        """What stands beside the game."""
        if self.beside is Beside.BOX:
            x = self.dice.choice((-12.2, 12.2))
            turn = self.dice.uniform(-25, 25)
            yield Item(GAME_BOX, (x, self.dice.uniform(-3, 3)), turn, 0.75, self.seed)
        elif self.beside is Beside.RACKS:
            yield Item("rack", (self.dice.uniform(-3, 3), 6.9), 0.0, 1.0, self.seed)
            yield Item("rack", (self.dice.uniform(-3, 3), -6.9), 180.0, 1.0, self.seed + 1)

    def shots(self) -> Iterator[Shot]:
        """The film, frame by frame."""
        yield from self.rest(1.5)
        traded = 0
        while len(self.turns) < self.most_turns and traded < MOST_TRADES:
            self.player = len(self.turns) % 2
            hand = self.hands[self.player]
            moves = [m for m in legal_moves(self.board, hand, classic.BOOK) if self.fits(m)]
            if moves:
                choice = self.dice.choice(moves[:6] if self.dice.random() < 0.6 else moves)
                yield from self.turn(self.case(), choice.placement, hand)
                continue
            # A trade happens off the table, and phones tell of it.
            self.bag += hand
            self.dice.shuffle(self.bag)
            hand[:] = [self.bag.pop() for _ in range(min(6, len(self.bag)))]
            traded += 1
        yield from self.rest(REST_S)

    def case(self) -> Case:
        cases = [case for case in HOW_OFTEN if case in self.only]
        if len(self.board) < 4:
            cases = [case for case in cases if case in (Case.PLAIN, Case.PAUSE)] or [Case.PLAIN]
        return self.dice.choices(cases, [HOW_OFTEN[case] for case in cases])[0]

    def fits(self, move) -> bool:
        return all(self.inside(placed.cell) for placed in move.placement)

    def turn(self, case: Case, placement: Placement, hand: list) -> Iterator[Shot]:
        """One turn with what is special about it."""
        match case:
            case Case.ILLEGAL | Case.ILLEGAL_STAYS if bad := self.illegal(hand):
                yield from self.illegal_turn(case, bad, hand)
                return
            case Case.PAUSE if len(placement) > 1:
                cut = self.dice.randrange(1, len(placement))
                yield from self.place(placement[:cut])
                yield from self.rest(self.dice.uniform(1.5, 3.0))
                yield from self.place(placement[cut:])
            case Case.HALF:
                yield from self.half_placed(placement)
            case Case.HOVER:
                yield from self.visit(placement[0].cell, lambda: None)
                yield from self.rest(self.dice.uniform(0.5, 2.0))
                yield from self.place(placement)
            case Case.BUMP | Case.SIDE | Case.LAMP | Case.LOST:
                yield from self.disturbed(case, placement)
            case Case.NUDGE | Case.LIFTED | Case.REMOVED:
                yield from self.meddled(case)
                yield from self.place(placement)
            case Case.DROPPED:
                self.dropping = 0.5
                yield from self.place(placement)
            case Case.SECOND_THOUGHTS:
                yield from self.second_thoughts(placement, hand)
            case _:
                case = Case.PLAIN
                yield from self.place(placement)
        self.note(case, placement, due=case is Case.REMOVED)
        self.draw(placement, hand)
        yield from self.rest(self.dice.uniform(*self.rests_s))
        self.dropping = 0.0

    def note(self, case: Case, placement: Placement, due: bool = False) -> None:
        """The turn was complete when the hand left: what the referee has to answer."""
        ruling = grid.rule_on(self.board, placement, classic.BOOK)
        self.turns.append(TrueTurn(case, placement, ruling, self.left_s, due))

    def draw(self, placement: Placement, hand: list) -> None:
        self.board = self.board.with_tiles(placement)
        for placed in placement:
            hand.remove(placed.tile)
            if self.bag:
                hand.append(self.bag.pop())

    def illegal_turn(self, case: Case, bad: Placement, hand: list) -> Iterator[Shot]:
        yield from self.place(bad)
        self.note(case, bad)
        yield from self.rest(max(REST_S, self.rests_s[0]))
        if case is Case.ILLEGAL_STAYS:
            self.draw(bad, hand)
            return
        middle = bad[len(bad) // 2].cell
        yield from self.visit(middle, lambda: self.table.take([p.cell for p in bad]))
        yield from self.rest(self.dice.uniform(0.3, 2.0))

    def illegal(self, hand: list) -> Placement | None:
        """Tiles of the hand where they may not lie."""
        edge = [cell for cell in self.board.open_cells() if self.inside(cell)]
        for _ in range(200):
            tiles = self.dice.sample(hand, min(len(hand), self.dice.choice((1, 1, 2, 3))))
            cell = self.dice.choice(edge)
            step = self.dice.choice((Cell(1, 0), Cell(0, 1)))
            cells = [cell.step(step, k) for k in range(len(tiles))]
            if self.dice.random() < 0.2:
                cells[-1] = cells[-1].step(step, 1)
            if any(c in self.board or not self.inside(c) for c in cells):
                continue
            placement = tuple(map(Placed, cells, tiles))
            if not grid.rule_on(self.board, placement, classic.BOOK).is_legal:
                return placement
        return None

    def inside(self, cell: Cell, yaw_deg: float | None = None) -> bool:
        """Whether the camera sees a cell well from where it stands, or from another side.

        Nobody plays onto the tiles in front of a player.
        """
        across, down = MOST_WH if self.is_upright(yaw_deg) else MOST_WH[::-1]
        if abs(cell.x) > across // 2 or abs(cell.y) > down // 2:
            return False
        pitch = self.scene.pitch
        kept = [(stray.place, RACK_TILES) for stray in self.scene.strays]
        kept += [(item.place, BOX_TILES) for item in self.scene.clutter if item.kind == GAME_BOX]
        return all(
            max(abs(cell.x * pitch - x), abs(cell.y * pitch - y)) > away for (x, y), away in kept
        )

    def is_upright(self, yaw_deg: float | None) -> bool:
        return round((self.yaw_deg if yaw_deg is None else yaw_deg) / 90) % 2 == 0

    def half_placed(self, placement: Placement) -> Iterator[Shot]:
        """The last tile waits beside its cell, askew, while the player thinks."""
        *first, last = placement
        away = self.dice.choice([(0.45, 0.4), (-0.4, 0.5), (0.5, -0.35)])
        askew = replace(
            laid_by_hand(self.rng, last), offset=away, turn_deg=self.dice.uniform(10, 35)
        )
        for placed in first:
            yield from self.place((placed,))
        yield from self.visit(last.cell, lambda: self.table.lay([askew]))
        yield from self.rest(self.dice.uniform(1.0, 3.0))
        yield from self.place((last,))

    def disturbed(self, case: Case, placement: Placement) -> Iterator[Shot]:
        """Camera or light change before the move, or in the middle of its quiet."""
        if late := self.dice.random() < 0.3:
            yield from self.place(placement)
            yield from self.rest(self.dice.uniform(0.2, 2.0))
        match case:
            case Case.BUMP:
                yield from self.knock()
            case Case.SIDE:
                sides = [self.yaw_deg + turn for turn in (90, 180, 270)]
                seen = [*self.board.tiles, *(placed.cell for placed in placement)]
                self.yaw_deg = self.dice.choice(
                    [yaw for yaw in sides if all(self.inside(cell, yaw) for cell in seen)]
                )
                pose = self.table.scene.pose
                self.table.move_camera(replace(pose, yaw_deg=self.yaw_deg))
            case Case.LAMP:
                kind = self.dice.choice((LightKind.WARM, LightKind.COOL, LightKind.DAYLIGHT))
                self.table.switch_light(random_light(self.rng, kind))
            case Case.LOST:
                self.at_s += self.dice.uniform(2.0, 8.0)
        yield from self.rest(self.dice.uniform(0.5, 2.5))
        if not late:
            yield from self.place(placement)

    def knock(self) -> Iterator[Shot]:
        for size in (12.0, 7.0, 3.0):
            shift = tuple(self.rng.normal(0, size, 2))
            yield self.shot(shake=Shake(shift, float(self.rng.normal(0, size / 8))))
        pose = self.table.scene.pose
        x, y = (0.5 * place for place in pose.look_at)
        beside = (x + self.dice.uniform(-1, 1), y + self.dice.uniform(-0.6, 0.6))
        yaw_deg = self.yaw_deg + self.dice.uniform(-5, 5)
        self.table.move_camera(replace(pose, look_at=beside, yaw_deg=yaw_deg))

    def meddled(self, case: Case) -> Iterator[Shot]:
        """A sleeve or a curious hand at an old tile that nothing else rests on."""
        lying = {tile.cell: tile for tile in self.table.scene.tiles}
        ends = [cell for cell in lying if sum(near in lying for near in cell.neighbours) == 1]
        if case is Case.REMOVED:
            # Taken out of the last turn it would be a second thought, and rightly no question.
            last = {placed.cell for placed in self.turns[-1].placement}
            ends = [cell for cell in ends if cell not in last]
            lying = {cell: tile for cell, tile in lying.items() if cell not in last}
        cell = self.dice.choice(ends or list(lying))
        tile = lying[cell]
        match case:
            case Case.NUDGE:
                free = [n for n in cell.neighbours if n not in self.board]
                to = self.dice.choice(free)
                by = self.dice.uniform(0.1, 0.33)
                offset = ((to.x - cell.x) * by, (to.y - cell.y) * by)
                nudged = replace(tile, offset=offset, turn_deg=self.dice.uniform(-9, 9))
                yield from self.visit(cell, lambda: self.table.lay([nudged]))
            case Case.LIFTED:
                yield from self.visit(cell, lambda: self.table.take([cell]))
                yield from self.rest(self.dice.uniform(0.3, 1.0))
                yield from self.visit(cell, lambda: self.table.lay([tile]))
            case Case.REMOVED:
                yield from self.visit(cell, lambda: self.table.take([cell]))
                yield from self.rest(4.0)
        yield from self.rest(self.dice.uniform(0.3, 1.5))

    def second_thoughts(self, placement: Placement, hand: list) -> Iterator[Shot]:
        """Other tiles first, taken back after a moment."""
        others = [m for m in legal_moves(self.board, hand, classic.BOOK) if self.fits(m)]
        first = self.dice.choice(others).placement
        yield from self.place(first)
        yield from self.rest(self.dice.uniform(0.5, 2.8))
        kept = {placed for placed in placement if placed in first}
        gone = [placed.cell for placed in first if placed not in kept]
        if gone:
            yield from self.visit(gone[0], lambda: self.table.take(gone))
            yield from self.rest(self.dice.uniform(0.2, 1.5))
        yield from self.place(tuple(placed for placed in placement if placed not in kept))

    def place(self, placement: Placement) -> Iterator[Shot]:
        """One visit of a hand that lays these tiles."""
        if placement:
            near = {cell for placed in placement for cell in placed.cell.neighbours}
            # A tile cannot lie on another: one that was nudged is pushed back to make room.
            pushed = [Placed(tile.cell, tile.tile) for tile in self.table.scene.tiles]
            pushed = [placed for placed in pushed if placed.cell in near and self.is_askew(placed)]
            laid = (*placement, *pushed)
            tiles = [laid_by_hand(self.rng, placed, self.untidy) for placed in laid]
            middle = placement[len(placement) // 2].cell
            yield from self.visit(middle, lambda: self.table.lay(tiles))

    def is_askew(self, placed: Placed) -> bool:
        there = next(tile for tile in self.table.scene.tiles if tile.cell == placed.cell)
        return max(map(abs, there.offset)) > ASKEW

    @property
    def untidy(self) -> float:
        return 0.5 + self.seed % 4 * 0.5

    def visit(self, cell: Cell, act) -> Iterator[Shot]:
        """A hand comes in, does something, and leaves."""
        pitch = self.table.scene.pitch
        heading = self.dice.choice((60.0, 90.0, 120.0, 0.0, 180.0)) + self.dice.uniform(-15, 15)
        arm = self.arms[self.player if self.seated else 0]
        if self.seated:
            heading = self.seats[self.player] + self.dice.gauss(0, 12)
        pose = replace(arm, place=(cell.x * pitch, cell.y * pitch), heading_deg=heading)
        stay_s = self.dice.uniform(0.3, 0.8)
        reach = Reach(pose, self.at_s, self.dice.uniform(0.35, 0.6), stay_s)
        acted = False
        while self.at_s < reach.end_s:
            if not acted and self.at_s >= reach.laid_s:
                act()
                acted = True
            here = reach.at(self.at_s)
            yield self.shot([here] if here else [])
        if not acted:
            act()
        self.left_s = self.at_s

    def rest(self, seconds: float) -> Iterator[Shot]:
        until_s = self.at_s + seconds
        while self.at_s < until_s:
            yield self.shot()

    def shot(self, hands=(), shake=None) -> Shot:
        """The frame that is due, and the time of the next one."""
        at_s = self.at_s
        self.at_s += 1 / self.fps
        while self.dropping and self.dice.random() < self.dropping:
            self.at_s += 1 / self.fps
        flicker = 1 + 0.01 * float(np.sin(40 * at_s))

        def take() -> PictureBgr:
            picture_bgr = self.table.frame(at_s, hands, shake, flicker)
            return self.room.seen(picture_bgr, at_s, bool(hands))

        return Shot(at_s, take)
