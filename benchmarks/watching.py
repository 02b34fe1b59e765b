"""From the hand's leaving to the proposal: what comes on top of the still window.

    python -m benchmarks.watching [--size 1920x1080] [--rounds 20]

A table in mid-game is read and the move on it proposed, again and again; the time is told in
milliseconds and as a ratio to decoding the same picture from JPEG, on the processor's own clock.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from statistics import median

import cv2
import numpy as np

from assistant.board import Board, Placed
from assistant.game.events import Settings, Started
from assistant.game.history import fold
from assistant.moves.search import legal_moves
from assistant.rules import classic
from assistant.tiles import PURPLE_SET
from assistant.watch import Watch
from vision.pictures.load import PictureBgr, decode_pixels
from vision.reading.read import read_picture
from vision.simulated.film import LiveTable
from vision.simulated.optics.light import Light
from vision.simulated.people.playing import laid_by_hand, playing_scene

TILES = 40
MOST_MS = 150.0


def mid_game(seed: int = 3) -> tuple[Board, tuple[Placed, ...]]:
    """A board of about forty tiles within the camera's view, and the next move on it."""
    rng = np.random.default_rng(seed)
    bag = [kind for kind in PURPLE_SET.kinds for _ in range(classic.BOOK.copies)]
    board = Board({})
    while True:
        hand = [bag[k] for k in rng.choice(len(bag), 6, replace=False)]
        moves = [
            move
            for move in legal_moves(board, hand, classic.BOOK)
            if all(abs(p.cell.x) <= 8 and abs(p.cell.y) <= 5 for p in move.placement)
        ]
        if not moves:
            continue
        placement = moves[int(rng.integers(len(moves)))].placement
        if len(board) >= TILES:
            return board, placement
        board = board.with_tiles(placement)
        for placed in placement:
            bag.remove(placed.tile)


def photograph(board: Board, size_wh: tuple[int, int]) -> PictureBgr:
    """The board as a steady camera shows it."""
    scene = playing_scene(3, size_wh=size_wh, tile_px=size_wh[1] / 14, light=Light())
    rng = np.random.default_rng(1)
    table = LiveTable(replace(scene, tiles=tuple(laid_by_hand(rng, placed) for placed in board)))
    return table.frame(0.0)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--rounds", type=int, default=20)
    wanted = parser.parse_args()
    width, height = map(int, wanted.size.split("x"))
    cv2.setNumThreads(1)
    board, placement = mid_game()
    picture_bgr = photograph(board.with_tiles(placement), (width, height))
    jpeg = cv2.imencode(".jpg", picture_bgr, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    game = fold([Started(Settings(), ("Anna", "Chris"), start=tuple(board))])
    watch = Watch.over(game).look(read_picture(photograph(board, (width, height))), 0.0)
    taken: dict[str, list[float]] = {"decode": [], "read": [], "propose": []}
    for _ in range(wanted.rounds):
        began = time.process_time()
        decode_pixels(jpeg)
        decoded = time.process_time()
        seen = read_picture(picture_bgr)
        read = time.process_time()
        proposal = watch.look(seen, 5.0).proposal
        proposed = time.process_time()
        if proposal is None or len(proposal.placement) != len(placement):
            raise SystemExit("the move was not proposed")
        for name, ms in zip(taken, (decoded - began, read - decoded, proposed - read), strict=True):
            taken[name].append(1000 * ms)
    decode_ms, read_ms, propose_ms = (median(times) for times in taken.values())
    after_ms = read_ms + propose_ms
    print(
        f"{wanted.size}, {len(board)} tiles: decoding {decode_ms:.1f} ms, reading {read_ms:.1f} ms "
        f"({read_ms / decode_ms:.1f}x), proposing {propose_ms:.1f} ms "
        f"({propose_ms / decode_ms:.1f}x); after the still window {after_ms:.0f} ms "
        f"of {MOST_MS:.0f}"
    )


if __name__ == "__main__":
    main()
