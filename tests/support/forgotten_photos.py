"""A photographed game with photos forgotten at random: how each kept photo ends.

python -m tests.support.forgotten_photos FOLDER [--draws 20] [--share 4] [--renumbered]
"""

import argparse
import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

from assistant.game.events import Settings, Started
from assistant.session.camera_loop import Eye
from assistant.session.replay import PHOTO_S, Replay, photos_between
from vision.pictures.load import load_picture
from vision.sources.source import Picture

PLAYERS = ("A", "B")


def read_photos(folder):
    """Every photo of the game as it is read, and the totals that are true after it."""
    turns = json.loads((folder / "truth.json").read_text())["turns"]
    eye, totals, photos = Eye(), dict.fromkeys(PLAYERS, 0), []
    for number, turn in enumerate(turns):
        totals = totals | {
            PLAYERS[number % 2]: totals[PLAYERS[number % 2]] + turn["points"],
        }
        picture = Picture(
            load_picture(folder / turn["photo"]), 0.0, number + 1, turn["photo"], True
        )
        photos.append((eye.see(picture), totals))
    return photos


def replay_without(photos, forgotten, renumbered=False):
    """How each kept photo ends: right, asked, or silent; what an asked one got wrong is carried."""
    replay, before, counts, off = Replay(Started(Settings(), PLAYERS)), "", Counter(), None
    kept = [photo for number, photo in enumerate(photos) if number not in forgotten]
    for place, (seen, totals) in enumerate(kept, 1):
        name = f"{place:02}.jpg" if renumbered else seen.picture.name
        taken = replace(
            seen,
            at_s=PHOTO_S * place,
            picture=replace(seen.picture, name=name, at_s=PHOTO_S * place),
            skipped=photos_between(before, name),
        )
        heard, before = replay.saw_photo(taken), name
        now = {player: replay.game.totals[player] - totals[player] for player in PLAYERS}
        if any(one.told.asked for one in heard):
            counts["asked"] += 1
            counts["asked, and the likeliest was right"] += now == (
                off or dict.fromkeys(PLAYERS, 0)
            )
        else:
            counts["right" if now == (off or dict.fromkeys(PLAYERS, 0)) else "silent"] += 1
        off = now
    return counts


def forgetful_games(photos, draws, share, renumbered=False):
    """So many games in which every so manieth photo was forgotten."""
    counts = Counter()
    for seed in range(draws):
        forgotten = random.Random(seed).sample(range(len(photos)), len(photos) // share)
        counts += replay_without(photos, set(forgotten), renumbered)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--share", type=int, default=4)
    parser.add_argument("--renumbered", action="store_true", help="no gap in the photos' names")
    wanted = parser.parse_args()
    photos = read_photos(wanted.folder)
    print(dict(forgetful_games(photos, wanted.draws, wanted.share, wanted.renumbered)))


if __name__ == "__main__":
    main()
