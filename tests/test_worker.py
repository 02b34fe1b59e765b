"""Workers: a failure is told and logged, and the work goes on."""

import logging
import threading
from itertools import count

import pytest

from assistant.session.troubles import Troubles
from assistant.words import Language, Sentence
from assistant.worker import Worker


def quick(name, job, on_trouble=lambda failing: None, **times):
    times = {"first_wait_s": 0.001, "longest_wait_s": 0.004, "shown_s": 0.0} | times
    return Worker(name, job, on_trouble, **times)


def test_a_job_that_ends_ends_its_worker():
    worker = quick("job", lambda: None)
    worker.start()
    worker.join(10)
    assert not worker.is_alive


def test_a_job_that_fails_is_told_logged_and_begun_again(caplog):
    tries, told = count(), []

    def job():
        if next(tries) < 3:
            raise ZeroDivisionError("nobody thought of this")
        worker.well()

    worker = quick("watching", job, told.append)
    with caplog.at_level(logging.ERROR):
        worker.start()
        worker.join(10)
    assert told == [True, True, True, False]
    assert [record.message[:15] for record in caplog.records] == ["watching failed"] * 3
    assert "nobody thought of this" in caplog.text


def test_a_failure_is_told_for_a_while_although_the_next_picture_is_fine():
    tries, told = count(), []

    def job():
        if next(tries) == 0:
            raise ZeroDivisionError
        worker.well()

    worker = quick("watching", job, told.append, shown_s=3600.0)
    worker.start()
    worker.join(10)
    assert told == [True]


def test_a_worker_that_waits_to_begin_again_can_be_closed():
    failed = threading.Event()

    def job():
        raise ZeroDivisionError

    worker = Worker("job", job, lambda failing: failed.set(), first_wait_s=3600.0)
    worker.start()
    assert failed.wait(10)
    worker.close()
    worker.join(10)
    assert not worker.is_alive


@pytest.mark.parametrize("name", ["watching", "learning", "pictures"])
@pytest.mark.parametrize("language", Language)
def test_every_worker_has_its_sentence(name, language):
    troubles, heard = Troubles(), []
    troubles.listen(heard.append)
    troubles.of_worker(name)(True)
    troubles.of_worker(name)(True)
    assert heard[0][0].translate(language).endswith(".")
    troubles.of_worker(name)(False)
    assert heard[1:] == [()]


def test_troubles_are_told_beside_each_other_and_to_who_listens_later():
    troubles, heard = Troubles(), []
    troubles.report("store", Sentence("store.full", (("path", "here"),)))
    troubles.report("pictures", Sentence("worker.pictures"))
    troubles.listen(heard.append)
    assert [one.key for one in heard[0]] == ["store.full", "worker.pictures"]
