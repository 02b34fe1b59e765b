"""Setting up on the console."""

from assistant.commands import main
from calibration.inks.profile import Profiles


def test_without_a_camera_it_checks_and_stops(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("vision.sources.opening.numbers_to_try", lambda: ())
    assert main(["calibrate", "--data", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "ok  The camera answers" in told.out
    assert "There is no camera, so nothing was learned." in told.err
    assert Profiles(tmp_path).names() == ()


def test_the_sheet_is_written_as_a_pdf_only(tmp_path, capsys):
    data = ["--data", str(tmp_path)]
    assert main(["calibrate", "--sheet", str(tmp_path / "sheet.txt"), *data]) != 0
    assert "end in .pdf" in capsys.readouterr().err
    assert not (tmp_path / "sheet.txt").exists()
    assert main(["calibrate", "--sheet", str(tmp_path / "sheet.pdf"), *data]) == 0
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
