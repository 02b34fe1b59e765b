"""`qwirkle read`: a table for people, JSON for programs, and one line for each bad file."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.commands import main
from vision.pictures.load import load_picture
from vision.simulated import random_scene, render
from vision.simulated.pieces.card_art import CardFace
from vision.simulated.render_cards import render_cards
from vision.simulated.scenes.cards import random_cards_scene

EASY = {"clutter_count": 0, "hand_count": 0, "stray_count": 0, "glare": False, "cut": False}


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "table.jpg"
    shown = render(random_scene(4, tile_px=60.0, tile_count=12, tilt_deg=10.0, **EASY))
    cv2.imwrite(str(path), shown.picture_bgr)
    return path


def test_json_is_one_object_a_photo(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--json", str(photo), str(photo)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(told) == 2
    assert set(told[0]) == {"photo", "tiles", "loose", "took_ms"}
    assert len(told[0]["tiles"]) == 12
    tile = told[0]["tiles"][0]
    assert set(tile) == {"x", "y", "colour", "shape", "confidence", "centre_px"}
    assert 0 < tile["confidence"] <= 1


@pytest.fixture(scope="module")
def cards_photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cards") / "1.png"
    look = {"face": CardFace.WHITE, "indexed": False, "cover": -0.1, "tilt_deg": 5.0}
    shown = render_cards(random_cards_scene(11, rows=3, card_px=110, open_piles=0, **look))
    cv2.imwrite(str(path), shown.picture_bgr)
    return path


def test_cards_are_told_in_rows(cards_photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--json", "--rules", "cards", str(cards_photo)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"photo", "rows", "loose", "took_ms"}
    assert sorted(map(len, told["rows"])) == [3, 5, 6]
    assert set(told["rows"][0][0]) == {"colour", "shape", "confidence", "centre_px"}
    assert main(["read", "--rules", "cards", str(cards_photo)]) == 0
    assert "14 cards" in capsys.readouterr().out


def test_a_first_photo_with_more_cards_than_one_hand_has_is_several_turns_and_asked_about(
    cards_photo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["replay", "--json", "--rules", "cards", "--players", "Anna,Bob"]
    assert main([*call, str(cards_photo)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(told) > 1
    assert [turn["player"] for turn in told] == ["Anna", "Bob", "Anna", "Bob"][: len(told)]
    assert {(turn["photo"], turn["asked"]) for turn in told} == {("1.png", True)}
    assert sum(len(turn["laid"]) for turn in told) == 14


def test_people_get_a_table_and_a_board(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photo)]) == 0
    told = capsys.readouterr().out
    assert "12 tiles" in told
    assert "@" in told


def test_bad_files_get_a_line_each_and_the_others_are_read(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, text, cut = tmp_path / "empty.jpg", tmp_path / "text.jpg", tmp_path / "cut.jpg"
    empty.write_bytes(b"")
    text.write_text("not a photo", encoding="utf-8")
    whole = photo.read_bytes()
    cut.write_bytes(whole[: len(whole) // 2])
    bad = [str(empty), str(text), str(cut), str(tmp_path), str(tmp_path / "missing.jpg")]
    assert main(["read", "--json", *bad, str(photo)]) == 1
    told = capsys.readouterr()
    assert len(told.err.splitlines()) == len(bad)
    assert len(told.out.splitlines()) == 1


def test_what_was_seen_can_be_drawn(
    photo: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "gesehen äöü.png"
    assert main(["read", str(photo), "--annotate", str(out)]) == 0
    assert capfd.readouterr().err == ""
    drawn, plain = load_picture(out), load_picture(photo)
    assert drawn.shape == plain.shape
    assert np.any(drawn != plain)


def test_drawing_somewhere_impossible_is_one_line(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(photo), "--annotate", str(tmp_path / "no" / "where.png")]) == 1
    assert main(["read", str(photo), "--annotate", str(tmp_path / "what.xyz")]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_a_picture_without_tiles_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wall.png"
    cv2.imwrite(str(path), np.full((300, 400, 3), (170, 180, 200), np.uint8))
    assert main(["read", "--language", "nl", str(path)]) == 0
    assert "niets van het spel" in capsys.readouterr().out
