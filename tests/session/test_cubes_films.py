"""Filmed games of Cubes: the film is as the game, and its turns and rolls are told."""

import pytest

from tests.support.cubes_films import film_game
from tests.support.filmed_cubes import FilmedCubes


def test_a_film_shows_every_cube_of_grid_and_hands():
    film = FilmedCubes(7003, most_turns=2)
    frames = sum(1 for _ in film.frames())
    assert frames > 2
    assert len(film.turns) == 2
    laid = sum(len(turn.placement) for turn in film.turns)
    assert len(film.table.scene.tiles) == laid
    assert len(film.table.scene.strays) == 6 * film.players


@pytest.mark.long
def test_turns_and_rolls_of_a_filmed_game_are_told():
    turns, rolls, wrong = film_game(7001, turns=4)
    assert wrong == []
    assert sum(turns.values()) == 4
    assert rolls["roll", "booked right"] == 2
