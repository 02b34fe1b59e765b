"""The log: bounded, private, and never in the way."""

import logging
import os
import stat

import pytest

from assistant.session.log import LOG_FILE, MOST_BYTES, failures, log_text, logged


def test_a_folder_without_a_log_has_no_failures(tmp_path):
    assert failures(tmp_path) == ()
    assert log_text(tmp_path) == ""


def test_failures_are_found_again_with_their_tracebacks(tmp_path):
    with logged(tmp_path):
        try:
            raise ZeroDivisionError("by nobody")
        except ZeroDivisionError:
            logging.getLogger("qwirkle").exception("watching failed")
        logging.getLogger("qwirkle").warning("only a warning")
    logging.getLogger("qwirkle").warning("after its end")
    (line,) = failures(tmp_path)
    assert line.endswith("qwirkle: watching failed")
    assert "ZeroDivisionError: by nobody" in log_text(tmp_path)
    assert "after its end" not in log_text(tmp_path)


def test_the_log_never_grows_beyond_its_bound(tmp_path):
    with logged(tmp_path):
        for number in range(4000):
            logging.getLogger("qwirkle").error("%s %s", number, "x" * 1000)
    files = list(tmp_path.glob(f"{LOG_FILE}*"))
    assert sum(path.stat().st_size for path in files) <= 3 * MOST_BYTES
    assert failures(tmp_path)[-1].split(" ")[-2] == "3999"


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX")
def test_only_the_owner_reads_the_log(tmp_path):
    with logged(tmp_path):
        logging.getLogger("qwirkle").error("a home")
    assert stat.S_IMODE((tmp_path / LOG_FILE).stat().st_mode) == 0o600


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    with logged(tmp_path / "file"):
        logging.getLogger("qwirkle").error("nobody hears it")
    assert capsys.readouterr() == ("", "")


def test_aloud_it_is_told_at_the_terminal_too(tmp_path, capsys):
    with logged(tmp_path, aloud=True):
        logging.getLogger("qwirkle").error("out loud")
    assert "out loud" in capsys.readouterr().err
