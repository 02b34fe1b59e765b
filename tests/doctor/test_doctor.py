"""The doctor tells what is there and what to do, and nothing private."""

import getpass
import logging
import re
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.commands import main
from assistant.doctor import checks as health
from assistant.session.log import logged
from assistant.words import Language
from calibration.inks.profile import Profiles
from calibration.lens.sheet import sheet_pdf, sheet_picture
from calibration.lens.views import read_sheet
from tests.support.profiles import a_profile
from vision.sources.webcam import Webcam


def examined(capsys, *words):
    status = main(["doctor", "--language", "en", *words])
    return status, capsys.readouterr().out


def test_every_part_is_told_of(capsys, tmp_path):
    _, told = examined(capsys, "--data", str(tmp_path), "--no-cameras")
    abouts = ("program", "python", "opencv", "video", "camera", "speed", "network", "port")
    for about in (*abouts, "firewall", "store", "profile", "log"):
        assert re.search(rf"^(ok|!!)  {about} ", told, re.MULTILINE), about
    assert re.search(r"\d+ tiles are read in \d+ ms", told)


def test_what_failed_is_told_and_printed_whole_when_asked_for(capsys, tmp_path):
    words = ("--data", str(tmp_path), "--no-cameras")
    _, told = examined(capsys, *words)
    assert "nothing failed" in told
    with logged(tmp_path):
        try:
            (Path.home() / "nowhere" / "at" / "all").read_bytes()
        except OSError:
            logging.getLogger("qwirkle").exception("watching failed")
    status, told = examined(capsys, *words)
    assert status == 1
    assert re.search(r"1 failed, the latest: .* watching failed", told)
    assert "Traceback" not in told
    _, told = examined(capsys, *words, "--verbose")
    assert "Traceback" in told
    assert str(Path.home()) not in told


@pytest.mark.parametrize("language", Language)
def test_nothing_private_is_in_it(capsys, tmp_path, language):
    Profiles(tmp_path).save(a_profile("Anna's kitchen"))
    (tmp_path / "profiles" / "secret-name.json").write_text("{", encoding="utf-8")
    words = ("--data", str(tmp_path), "--no-cameras", "--language", language.value)
    _, told = examined(capsys, *words)
    private = (str(tmp_path), str(Path.home()), socket.gethostname(), "kitchen", "secret-name")
    for name in private:
        assert name not in told
    assert not re.search(rf"\b{re.escape(getpass.getuser())}\b", told)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fr", "les couleurs habituelles servent"),
        ("nl", "de gewone kleuren worden gebruikt"),
        ("es", "se usan los colores habituales"),
    ],
)
def test_it_speaks_the_language_of_the_computer(capsys, tmp_path, monkeypatch, language, sentence):
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    main(["doctor", "--data", str(tmp_path), "--no-cameras"])
    told = capsys.readouterr().out
    assert sentence in told
    assert "usual colours" not in told
    assert "{" not in told


def test_a_problem_has_advice_below_it_and_a_status(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(health, "numbers_to_try", lambda: ())
    status, told = examined(capsys, "--data", str(tmp_path))
    assert status == 1
    lines = told.splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("!!  camera"))
    assert lines[at + 1].strip().startswith("Plug one in")


def test_a_camera_that_does_not_open_is_told_of(monkeypatch):
    monkeypatch.setattr(health, "numbers_to_try", lambda: (97,))
    monkeypatch.setattr(health, "list_webcams", lambda: (Webcam(97, "Desk cam"),))
    monkeypatch.setattr(health, "ANSWER_S", 1.0)
    if health.sys.platform != "linux":
        pytest.skip("cameras are listed on Linux alone")
    (finding,) = health.Doctor().about_cameras()
    assert "97: Desk cam" in finding.text
    assert "Close other programs" in finding.advice


def test_a_taken_port_is_told_of():
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        told = [h.text for h in health.Doctor().about_network(port) if h.about == "port"]
    assert told[0].startswith(f"{port} is taken")


def test_no_network_and_a_public_address_are_told_of_without_the_address(monkeypatch):
    monkeypatch.setattr(health, "own_address", lambda: "127.0.0.1")
    assert next(iter(health.Doctor().about_network(0))).advice.startswith("Join the Wi-Fi")
    monkeypatch.setattr(health, "own_address", lambda: "8.8.8.8")
    first = next(iter(health.Doctor().about_network(0)))
    assert "8.8.8.8" not in first.text
    assert first.advice


def test_a_firewall_that_is_on_comes_with_the_command(monkeypatch, tmp_path):
    conf = tmp_path / "ufw.conf"
    conf.write_text("# comment\nENABLED=yes\nLOGLEVEL=low\n", encoding="utf-8")
    monkeypatch.setattr(health, "UFW_FILE", conf)
    monkeypatch.setattr(health.sys, "platform", "linux")
    (finding,) = health.Doctor().about_firewall(8123)
    assert "sudo ufw allow 8123/tcp" in finding.advice


def test_a_folder_that_cannot_be_used_is_told_of(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    (finding,) = health.Doctor().about_store(blocked / "inside")
    assert finding.advice
    assert str(tmp_path) not in finding.text


def test_a_slow_computer_is_told_what_to_do(monkeypatch):
    monkeypatch.setattr(health, "NEEDED_MS", 0.0)
    assert "smaller picture" in next(iter(health.Doctor().about_speed())).advice


def calibrated(capsys, *words):
    status = main(["calibrate", *words])
    said = capsys.readouterr()
    return status, said.out + said.err


@pytest.fixture
def layout_photo(tmp_path):
    from tests.support.laid_tables import picture, room
    from vision.simulated.scenes.laid_out import all_kinds

    path = tmp_path / "layout.png"
    cv2.imwrite(str(path), picture(all_kinds(room(4), 3)))
    return path


@pytest.fixture
def _no_terminal(monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)


@pytest.mark.usefixtures("_no_terminal")
def test_a_set_is_learned_listed_moved_to_another_computer_and_undone(
    capsys, tmp_path, layout_photo
):
    here, there = ("--data", str(tmp_path / "a")), ("--data", str(tmp_path / "b"))
    status, told = calibrated(capsys, "--source", str(layout_photo), "--name", "Oak", *here)
    assert status == 0, told
    assert "Learned." in told
    assert "Oak: purple set, edition 1" in calibrated(capsys, "--list", *here)[1]
    file = str(tmp_path / "oak.json")
    assert calibrated(capsys, "--export", file, "--name", "Oak", *here)[0] == 0
    assert calibrated(capsys, "--import", file, *there) == (
        0,
        "Kept as “Oak”. The set-up page puts it to use.\n",
    )
    assert "Oak" in calibrated(capsys, "--list", *there)[1]
    assert calibrated(capsys, "--undo", "--name", "Oak", *here)[0] == 0
    assert "Oak" not in calibrated(capsys, "--list", *here)[1]


BAD_CALLS = (
    (["--undo", "--name", "nobody"], "There is no profile"),
    (["--export", "x.json", "--name", "nobody"], "There is no profile"),
    (["--import", "nowhere.json"], "There is no file"),
    (["--source", "nowhere"], "No file, folder or camera"),
)


@pytest.mark.parametrize(("words", "reason"), BAD_CALLS, ids=lambda one: str(one)[:24])
def test_bad_input_is_one_line(capsys, tmp_path, monkeypatch, words, reason):
    monkeypatch.chdir(tmp_path)
    status, told = calibrated(capsys, *words, "--data", str(tmp_path))
    assert status == 1
    assert reason in told
    assert told.count("\n") == 1


def test_the_sheet_is_drawn_and_tells_a_bent_lens():
    assert sheet_pdf().rstrip().endswith(b"%%EOF")
    drawn = cv2.cvtColor(sheet_picture(4.0), cv2.COLOR_GRAY2BGR)
    focal, middle = 900.0, (639.5, 479.5)
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
    photos = [_photo(drawn, matrix, turn, bend=-0.3) for turn in (-0.5, 0.0, 0.45)]
    lens = read_sheet(photos)
    assert lens.misfit_px < 1.0
    assert lens.distortion[0] == pytest.approx(-0.3, abs=0.1)
    assert lens.matrix[0, 0] == pytest.approx(focal, rel=0.1)
    straight = read_sheet([lens.straighten(photo) for photo in photos])
    assert abs(straight.distortion[0]) < 0.08
    assert read_sheet([np.zeros((480, 640, 3), np.uint8)]) is None
    with pytest.raises(ValueError, match="known for pictures"):
        lens.straighten(np.zeros((480, 640, 3), np.uint8))


def _photo(drawn, matrix, turn, bend):
    """The sheet as a camera with a bent lens sees it, turned about its upright axis."""
    high, wide = drawn.shape[:2]
    y, x = np.mgrid[0:960, 0:1280].astype(np.float64)
    points = np.stack([x.ravel(), y.ravel()], axis=1)[:, None]
    rays = cv2.undistortPoints(points, matrix, np.array([bend, 0, 0, 0, 0.0]))[:, 0]
    cos, sin = np.cos(turn), np.sin(turn)
    across, away = np.array([cos, 0, sin]), 1.35 * high
    down = np.array([0, 1.0, 0])
    plane = np.column_stack([across, down, [0, 0, away]])
    places = np.linalg.solve(plane, np.column_stack([rays, np.ones(len(rays))]).T)
    sheet = (places[:2] / places[2]).T + np.array([wide / 2, high / 2])
    maps = sheet.reshape(960, 1280, 2).astype(np.float32)
    return cv2.remap(drawn, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=(140,) * 3)
