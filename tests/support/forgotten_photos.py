"""A photographed game with photos forgotten at random: how each kept photo ends.

python -m tests.support.forgotten_photos [FOLDER] [--draws 20] [--share 4] [--renumbered]
"""

import argparse
import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

from assistant.board import EMPTY_BOARD
from assistant.game.events import Settings, Started
from assistant.moves.search import legal_moves
from assistant.rules import classic
from assistant.session.camera_loop import Eye
from assistant.session.photo_names import photos_between
from assistant.session.replay import PHOTO_S, Replay
from assistant.tiles import PURPLE_SET
from tests.support.pictured import pictured
from tests.support.seen_tables import photographed
from vision.pictures.load import load_picture
from vision.sources.source import Picture

PLAYERS = ("A", "B")


def read_photos(folder):
    """Every photo of the game as it is read, and what the turn before it pays."""
    turns = json.loads((folder / "truth.json").read_text())["turns"]
    eye, photos = Eye(), []
    for number, turn in enumerate(turns):
        picture = Picture(
            load_picture(folder / turn["photo"]), 0.0, number + 1, turn["photo"], True
        )
        photos.append((eye.see(picture), turn["points"]))
    return photos


def drawn_photos(seed, turns=30):
    """A game of people who lay what pays well, before a reader that reads every tile right."""
    dice, board, photos = random.Random(seed), EMPTY_BOARD, []
    bag = [kind for kind in PURPLE_SET.kinds for _ in range(classic.BOOK.copies)]
    dice.shuffle(bag)
    hands = [[bag.pop() for _ in range(6)] for _ in PLAYERS]
    while len(photos) < turns:
        held = hands[len(photos) % len(hands)]
        moves = legal_moves(board, held, classic.BOOK)
        if not moves:
            break
        move = dice.choice(moves[:12])
        board = board.with_tiles(move.placement)
        for placed in move.placement:
            held.remove(placed.tile)
            held += [bag.pop()] if bag else []
        seen = photographed(pictured(board), 0.0, f"{len(photos) + 1:02}.jpg")
        photos.append((seen, move.points))
    return photos


def replay_without(photos, forgotten, renumbered=False):
    """How each kept photo ends: with the right totals, asked, or silently with wrong ones."""
    replay, before, counts = Replay(Started(Settings(), PLAYERS)), "", Counter()
    kept = [number for number in range(len(photos)) if number not in forgotten]
    for place, number in enumerate(kept, 1):
        seen, _ = photos[number]
        name = f"{place:02}.jpg" if renumbered else seen.picture.name
        taken = replace(
            seen,
            at_s=PHOTO_S * place,
            picture=replace(seen.picture, name=name, at_s=PHOTO_S * place),
            skipped=photos_between(before, name),
        )
        heard, before = replay.saw_photo(taken), name
        totals = [sum(p for _, p in photos[seat : number + 1 : 2]) for seat in (0, 1)]
        is_right = list(replay.game.totals.values()) == totals
        if any(one.played.asked for one in heard):
            counts["asked"] += 1
            counts["asked, and the likeliest was right"] += is_right
        else:
            counts["right" if is_right else "silent"] += 1
    return counts


def forgetful_games(photos, draws, share, renumbered=False):
    """So many games in which every so manieth photo was forgotten; drawn ones where none is given.

    None is forgotten where the share is 0.
    """
    counts, given = Counter(), photos
    for seed in range(draws):
        photos = given or drawn_photos(1000 + seed)
        if not share:
            counts += replay_without(photos, set(), renumbered)
            continue
        forgotten = random.Random(seed).sample(range(len(photos)), len(photos) // share)
        counts += replay_without(photos, set(forgotten), renumbered)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="default: games that are drawn")
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--share", type=int, default=4)
    parser.add_argument("--renumbered", action="store_true", help="no gap in the photos' names")
    wanted = parser.parse_args()
    photos = read_photos(wanted.folder) if wanted.folder else None
    print(dict(forgetful_games(photos, wanted.draws, wanted.share, wanted.renumbered)))


if __name__ == "__main__":
    main()
