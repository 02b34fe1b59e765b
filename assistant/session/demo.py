"""The simulated table: somebody plays by hand under a drawn camera, and follows the real game."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

from assistant.board import Board, Cell, Placed, Placement
from assistant.game.options import can_play, options
from assistant.game.state import Game
from assistant.moves.search import Move
from assistant.rules.supply import unseen
from assistant.session.demo_cards import SLOWLY_S, DemoCards
from assistant.session.demo_hands import DemoHands
from assistant.session.moment import Moment
from assistant.tiles import Shape, Tile
from vision.pictures.load import PictureBgr
from vision.reading.read import read_picture
from vision.simulated.film import LiveTable
from vision.simulated.people.playing import Reach, playing_scene
from vision.simulated.pieces.cubes import CubeLook
from vision.simulated.scenes.scene import HandPose, SimTile
from vision.sources import Source, drawn_source

FPS = 10.0
THINK_S = 3.0
"""Between an accepted move and the next hand."""
A_TILE_S = 1.2
"""From one tile of a move to the next: before the hand is out of the picture again, so that nobody
could take the move for two."""
PATIENCE_S = 14.0
"""A move that nobody accepts for this long is put straight, and then taken back."""
CARELESS, FORBIDDEN, ROUND = 3, 5, 8
"""Of each round of moves, the third is laid crookedly and the fifth is against the rules: who
looks around soon sees what the assistant does about a doubt and about an illegal move."""
CROOKED_DEG = (18.0, 20.0, 22.0, 24.0, 26.0)
"""Somewhere between these a turned clover becomes hard to read."""
DOUBTED = (0.4, 0.75)
"""Between these a reading is a doubt for somebody to answer; the first that is so is taken."""
HANDS_TRIED = 8
"""Hands that are dealt until one can lay a clover last."""
IN_VIEW = Cell(10, 5)
"""The farthest cells from the middle that the camera sees well."""
CUBES_IN_VIEW = Cell(6, 3)
"""The same beside open hands."""
CUBES_TILT_DEG = 30.0
"""From aside enough that every cube shows a side."""
ROLLING, FEW_CUBES = (2, 6), 2
"""Of each round of moves, before these a few cubes are rolled again."""
GOOD_MOVES = 6
"""A player takes one of the best so many moves."""


class DemoTable:
    """A drawn table on which the players of the real game lay tiles by themselves."""

    def __init__(self, now: Callable[[], Moment], seed: int = 7) -> None:
        self._now = now
        self._dice = random.Random(seed)
        self._table = LiveTable(playing_scene(seed))
        self._hands = DemoHands(self._dice)
        self._reaches: list[tuple[Reach, Placed | None]] = []
        """Hands over the table, and what each of them lays on the board."""
        self._errand: Callable[[Game], None] | None = None
        """What the hand over an open hand does there, until it is done."""
        self._rolled = 0
        """Before which move cubes were rolled last."""
        self._move: Placement = ()
        self._moves = 0
        self._is_crooked = False
        self._next_s = THINK_S
        self._laid_out = False

    def draw(self, at_s: float) -> PictureBgr:
        """The camera's picture at a time."""
        arrived = [placed for reach, placed in self._reaches if placed and reach.laid_s <= at_s]
        if fresh := [placed for placed in arrived if placed.cell not in self._table.board]:
            self._table.lay(map(self._dropped, fresh))
            self._take_from_hand(fresh)
        if self._errand and at_s >= self._reaches[0][0].laid_s:
            self._do_errand(self._errand)
        self._reaches = [one for one in self._reaches if one[0].end_s > at_s]
        if not self._reaches:
            self._go_on(at_s)
        hands = [hand for reach, _ in self._reaches if (hand := reach.at(at_s)) is not None]
        return self._table.frame(at_s, hands)

    def _go_on(self, at_s: float) -> None:
        """With no hand over the table: wait, put the table right, or make the next move."""
        moment = self._now()
        game = moment.game
        if game is None:
            if not self._table.board:
                self._lay_out()
            self._next_s = at_s + THINK_S
            return
        if game.book.rolls != (self._table.scene.cubes is not None):
            self._change_pieces(game)
        if self._laid_out:
            # Nobody may take the tiles to learn from for a first move.
            self._laid_out = False
            self._put_right(game.board)
            return
        cells = {placed.cell for placed in self._move}
        if self._move and cells <= game.board.tiles.keys():
            self._move, self._next_s = (), at_s + THINK_S
            self._hands.keep()
            self._draw_cubes(game, at_s)
        if at_s < self._next_s + (SLOWLY_S if self._move and not moment.asking else 0.0):
            return
        if self._is_crooked and self._move:
            self._is_crooked = False
            self._table.lay(map(self._laid, self._move))
            self._next_s = at_s + PATIENCE_S
        elif self._move or self._table.board != game.board:
            self._put_right(game.board)
            self._hands.take_back()
            self._deal(game)
            self._move, self._next_s = (), at_s + THINK_S
        elif not game.finished and moment.proposal is None:
            self._begin_move(game, at_s)

    def _lay_out(self) -> None:
        """Before a game, the 36 different tiles lie there to be learned."""
        self._laid_out = True
        kinds = list(self._table.scene.inks.palette.kinds)
        self._dice.shuffle(kinds)
        self._table.lay(
            self._laid(Placed(Cell(k % 6 - 3, k // 6 - 3), tile)) for k, tile in enumerate(kinds)
        )

    def _put_right(self, board: Board) -> None:
        """Lay the table as the game says: somebody undid, mended or typed a move."""
        lying = self._table.board
        self._table.take(
            [cell for cell, tile in lying.tiles.items() if board.tile_at(cell) != tile]
        )
        missing = [placed for placed in board if placed.cell not in self._table.board]
        self._table.lay(map(self._laid, missing))

    def _change_pieces(self, game: Game) -> None:
        """Play with cubes from now on, seen so far from aside that their sides show, or with tiles.

        Somebody who looks at them as if they were flat reads the sides as tiles.
        """
        pose = self._table.scene.pose
        tilt_deg = CUBES_TILT_DEG if game.book.rolls else pose.tilt_deg
        self._table.move_camera(replace(pose, tilt_deg=tilt_deg))
        self._table.play_with(CubeLook() if game.book.rolls else None)
        self._deal(game)

    def _deal(self, game: Game) -> None:
        if game.book.rolls and self._hands.deal(game):
            self._table.lay_beside(self._hands.strays)
        elif not game.book.rolls and self._table.scene.strays:
            self._table.lay_beside(())

    def _draw_cubes(self, game: Game, at_s: float) -> None:
        """Fill up the hand of whoever has played, a hand over it for a moment."""
        if game.book.rolls and game.turns and not game.finished:
            player = game.turns[-1].event.player
            self._reaches = [(self._reach_to(game, player, at_s), None)]
            self._errand = self._deal

    def _reach_to(self, game: Game, player: str, at_s: float) -> Reach:
        place = self._hands.seat(game, player)
        heading = math.degrees(math.atan2(place[1], place[0]))
        return Reach(HandPose(place, heading), at_s)

    def _take_from_hand(self, laid: list[Placed]) -> None:
        game = self._now().game
        if game is None or not game.book.rolls:
            return
        for placed in laid:
            self._hands.lend(game.mover, placed.tile)
        self._table.lay_beside(self._hands.strays)

    def _do_errand(self, errand: Callable[[Game], None]) -> None:
        self._errand, game = None, self._now().game
        if game is not None and game.book.rolls:
            errand(game)
            self._table.lay_beside(self._hands.strays)

    def _begin_roll(self, game: Game, count: int, at_s: float) -> None:
        player = game.mover
        self._rolled = self._moves + 1
        self._errand = lambda game: self._hands.roll(game, player, count)
        reach = self._reach_to(game, player, at_s)
        self._reaches = [(reach, None)]
        self._next_s = reach.end_s + THINK_S

    def _wants_to_roll(self, game: Game) -> int:
        """How many cubes the next player rolls first: all where none fits, now and then a few."""
        if not game.book.rolls or not game.has_opened:
            return 0
        held = self._hands.tiles(game.mover)
        if held and can_play(game, held) is None:
            return len(held)
        rolls = (self._moves + 1) % ROUND in ROLLING and self._rolled <= self._moves
        return min(FEW_CUBES, len(held)) if rolls else 0

    def _begin_move(self, game: Game, at_s: float) -> None:
        if count := self._wants_to_roll(game):
            self._begin_roll(game, count, at_s)
            return
        move = self._chosen(game)
        if not move:
            self._next_s = at_s + THINK_S
            return
        self._moves += 1
        self._is_crooked = self._moves % ROUND == CARELESS and not game.book.rolls
        self._move = _from_origin(move, game.board)
        heading = self._dice.choice((60.0, 90.0, 120.0, 250.0, 290.0))
        pitch = self._table.scene.pitch
        self._reaches = [
            (
                Reach(
                    HandPose((placed.cell.x * pitch, placed.cell.y * pitch), heading),
                    at_s + order * A_TILE_S,
                    carries=placed.tile,
                ),
                placed,
            )
            for order, placed in enumerate(self._move)
        ]
        self._next_s = self._reaches[-1][0].end_s + PATIENCE_S

    def _chosen(self, game: Game) -> Placement:
        """The move that the next player makes; none where none is to be seen."""
        hand = self._hands.tiles(game.mover) if game.book.rolls else self._hand(game)
        if (self._moves + 1) % ROUND == FORBIDDEN and (wrong := _forbidden(game.board, hand)):
            return wrong
        moves = self._moves_of(game, hand)
        if (self._moves + 1) % ROUND == CARELESS:
            for _ in range(0 if game.book.rolls else HANDS_TRIED):
                if any(map(_ends_with_clover, moves)):
                    break
                moves = self._moves_of(game, self._hand(game)) or moves
            moves = list(filter(_ends_with_clover, moves)) or moves
        return self._dice.choice(moves[:GOOD_MOVES]) if moves else ()

    def _moves_of(self, game: Game, hand: list[Tile]) -> list[Placement]:
        """What a hand can lay where the camera sees it, best first."""
        return [
            move.placement
            for move in options(game, hand)
            if isinstance(move, Move) and self._is_in_room(game, move.placement)
        ]

    def _is_in_room(self, game: Game, move: Placement) -> bool:
        """Whether the camera sees all of it, and none of it lies where open hands are."""
        rim = CUBES_IN_VIEW if game.book.rolls else IN_VIEW
        placed = _from_origin(move, game.board)
        return all(abs(one.cell.x) <= rim.x and abs(one.cell.y) <= rim.y for one in placed)

    def _dropped(self, placed: Placed) -> SimTile:
        """A tile as it comes from the hand; the last of a careless move lies crookedly."""
        laid = self._laid(placed)
        if self._is_crooked and placed == self._move[-1]:
            return self._crooked(laid)
        return laid

    def _crooked(self, laid: SimTile) -> SimTile:
        """A tile turned so far that what it is is in doubt; as it lies where no turn does that."""
        for turn_deg in CROOKED_DEG:
            turned = replace(laid, offset=(0.05, 0.0), turn_deg=turn_deg)
            self._table.lay([turned])
            faces = read_picture(self._table.frame(0.0)).sightings
            doubted = [one for one in faces if not one.confidence > DOUBTED[1]]
            is_whole = len(faces) == len(self._table.board.tiles)
            if is_whole and [one.tile for one in doubted if one.confidence > DOUBTED[0]] == [
                laid.tile
            ]:
                return turned
        return laid

    def _laid(self, placed: Placed) -> SimTile:
        """A tile as a player puts it down: a little off and a little turned."""
        offset = (self._dice.gauss(0, 0.015), self._dice.gauss(0, 0.015))
        return SimTile(placed.cell, placed.tile, offset, self._dice.gauss(0, 1.2))

    def _hand(self, game: Game) -> list[Tile]:
        """Six tiles that the player may well hold."""
        seen = [placed.tile for placed in game.board]
        bag = [
            what if isinstance(what, Tile) else Tile(what, self._dice.choice(list(Shape)))
            for what, count in unseen(seen, game.book).items()
            for _ in range(count)
        ]
        held = next((s.hand for s in game.seats if s.name == game.next_player), None)
        return self._dice.sample(bag, min(len(bag), 6 if held is None else max(held, 1)))


class DemoRoom:
    """The simulated table of the game that is played: tiles and cubes on a grid, or cards."""

    def __init__(self, now: Callable[[], Moment], seed: int = 7) -> None:
        self._now = now
        self._grid = DemoTable(now, seed)
        self._cards = DemoCards(now, seed)

    def draw(self, at_s: float) -> PictureBgr:
        """The camera's picture at a time."""
        game = self._now().game
        table = self._grid if game is None or game.book.is_grid else self._cards
        return table.draw(at_s)


def demo_source(now: Callable[[], Moment], seed: int = 7) -> Source:
    """The simulated table as a camera."""
    return drawn_source("demo", DemoRoom(now, seed).draw, FPS)


def _forbidden(board: Board, hand: list[Tile]) -> Placement:
    """A tile of the hand beside one that it has nothing in common with, touching no other."""
    for cell in sorted(board.open_cells(), key=lambda cell: (abs(cell.x) + abs(cell.y), cell)):
        beside = [board.tiles[near] for near in cell.neighbours if near in board]
        for tile in hand:
            if len(beside) == 1 and not tile.shares(beside[0]) and _is_in_view(cell):
                return (Placed(cell, tile),)
    return ()


def _ends_with_clover(move: Placement) -> bool:
    return move[-1].tile.shape is Shape.CLOVER


def _is_in_view(cell: Cell) -> bool:
    return abs(cell.x) <= IN_VIEW.x and abs(cell.y) <= IN_VIEW.y


def _from_origin(move: Placement, board: Board) -> Placement:
    """An opening moved to where the watch will count from: its top left cell is the origin."""
    if board:
        return move
    left, top = min(p.cell.x for p in move), min(p.cell.y for p in move)
    return tuple(Placed(Cell(p.cell.x - left, p.cell.y - top), p.tile) for p in move)
