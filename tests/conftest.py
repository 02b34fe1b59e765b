"""How every test runs, and what those with a real browser share."""

import atexit
import os
import shutil
import sys
import tempfile

import cv2
import pytest
from hypothesis import settings

from tests.support.browsing import BROWSERS, Phone, chromium
from tests.support.hanging import ends_where_it_hangs
from tests.support.served import served
from tests.support.shared_out import pytest_xdist_make_scheduler  # noqa: F401
from tests.support.skipped import not_tested

if sys.dont_write_bytecode:
    # Dozens of processes are started: each would compile the program anew.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(
        prefix="qwirkle-tests-"
    )
    atexit.register(shutil.rmtree, sys.pycache_prefix, ignore_errors=True)

# No time limit an example, since the machine may be busy.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# The terminal speaks the developer's language; what tests read is English.
os.environ["LC_ALL"] = "C.UTF-8"

# Workers share the cores already: in more threads OpenCV waits for its own turn, a third longer.
cv2.setNumThreads(1)
os.environ["OPENCV_FOR_THREADS_NUM"] = "1"


def pytest_xdist_auto_num_workers():
    """One more than there are cores: tests of pages, films and kills wait a third of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """No test may hold up the others for ever; those that are known to take long have their own."""
    if item.get_closest_marker("long"):
        return (yield)
    capture = item.config.pluginmanager.getplugin("capturemanager")
    with ends_where_it_hangs(item.nodeid, shown=capture.global_and_fixture_disabled):
        return (yield)


@pytest.fixture(scope="session", autouse=True)
def browsers_closed_in_the_end():
    yield
    BROWSERS.close()


@pytest.fixture
def browser():
    with chromium() as opened:
        yield opened


@pytest.fixture
def table(tmp_path):
    with served(tmp_path) as made:
        yield made


@pytest.fixture
def phones(browser, table):
    """A way to open phones; none of them may have met a script error in the end."""
    opened = []

    def phone(**how):
        opened.append(Phone(browser, how.pop("at", table), **how))
        return opened[-1]

    yield phone
    troubles = [trouble for one in opened for trouble in one.troubles]
    for one in opened:
        one.leave()
    assert troubles == []


def pytest_terminal_summary(terminalreporter):
    """Say in the last lines what was skipped for want of photos, so that nobody counts on it."""
    for line in not_tested(terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line(line)
