"""Games of Cubes by photos: open hands beside the grid, sides to be seen, every turn scored."""

from __future__ import annotations

from collections import Counter

import pytest

from assistant.game.events import Rulebook, Settings, Started, placement_of
from assistant.session.replay import PHOTO_S, Replay
from tests.support.cube_games import cube_turns
from vision.sources.source import Picture


@pytest.mark.parametrize(("seed", "tilt_deg", "players"), [(102, 5.0, 2), (100, 42.0, 3)])
def test_a_game_by_photos_is_followed(seed: int, tilt_deg: float, players: int) -> None:
    names = ("Anna", "Bob", "Chris")[:players]
    replay = Replay(Started(Settings(Rulebook.CUBES), names))
    eye = replay.eye()
    for number, turn in enumerate(cube_turns(seed, tilt_deg, players, turns=3), start=1):
        photo = Picture(turn.picture_bgr, PHOTO_S * number, number, f"{number}.jpg", is_photo=True)
        heard = replay.saw_photo(eye.see(photo))
        assert len(heard) == 1
        told = heard[0].played.turn
        assert told.is_legal
        assert heard[0].played.player == names[turn.player]
        laid = Counter(placed.tile for placed in placement_of(told.event))
        assert laid == Counter(placed.tile for placed in turn.placement)
