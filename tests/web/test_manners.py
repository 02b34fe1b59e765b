"""Addresses whose connections come to nothing: kept waiting, forgotten in time, never players."""

import socket

import pytest

from assistant.web import manners
from assistant.web.manners import FORGOTTEN_S, MOST_STRIKES, PLAYER_S, Manners, WaitingRoom
from tests.support.served import KEY, served
from tests.support.waiting import eventually


class Clock:
    now_s = 1000.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def clock():
    return Clock()


def struck(clock, times=MOST_STRIKES):
    shown = Manners(clock)
    for _ in range(times):
        shown.strike("192.168.1.66")
    return shown


def test_a_few_mishaps_are_nothing(clock):
    assert not struck(clock, MOST_STRIKES - 1).are_bad("192.168.1.66")


def test_many_are_remembered_for_a_minute_of_that_address_alone(clock):
    shown = struck(clock)
    assert shown.are_bad("192.168.1.66")
    assert not shown.are_bad("192.168.1.7")
    clock.now_s += FORGOTTEN_S + 1
    assert not shown.are_bad("192.168.1.66")
    shown.strike("192.168.1.66")
    assert not shown.are_bad("192.168.1.66")


def test_where_a_key_was_shown_nobody_waits(clock):
    shown = struck(clock)
    shown.trust("192.168.1.66")
    assert not shown.are_bad("192.168.1.66")
    clock.now_s += PLAYER_S + 1
    for _ in range(MOST_STRIKES):
        shown.strike("192.168.1.66")
    assert shown.are_bad("192.168.1.66")


def pair():
    ours, theirs = socket.socketpair()
    theirs.settimeout(5)
    return ours, theirs


def is_over(line):
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False


def test_who_waits_is_let_go_in_time_and_the_first_where_all_is_taken(clock):
    room = WaitingRoom(2, clock)
    lines = [pair() for _ in range(3)]
    for k, (ours, _) in enumerate(lines):
        room.take(ours, f"192.168.1.{k}")
        clock.now_s += 1
    assert [is_over(theirs) for _, theirs in lines] == [True, False, False]
    clock.now_s += manners.WAITING_S - 2
    room.let_go()
    assert [is_over(theirs) for _, theirs in lines] == [True, True, False]
    assert len(room) == 1
    room.let_go(0.0)
    assert is_over(lines[2][1])
    for _, theirs in lines:
        theirs.close()


def test_one_address_takes_only_so_many_places(clock, monkeypatch):
    monkeypatch.setattr(manners, "MOST_OF_ONE_ADDRESS", 1)
    room = WaitingRoom(10, clock)
    (first, far), (second, other) = pair(), pair()
    room.take(first, "192.168.1.66")
    room.take(second, "192.168.1.66")
    assert (is_over(far), is_over(other)) == (False, True)
    room.let_go(0.0)
    far.close()
    other.close()


def ask(table, address, sent, key=""):
    """What a connection from this address hears: a status, 0 for an end, None for nothing."""
    whole = f"{sent}\r\nHost: 127.0.0.1:{table.port}\r\nCookie: qwirkle_key={key}\r\n\r\n"
    near = (address, 0)
    with socket.create_connection(("127.0.0.1", table.port), 20, source_address=near) as line:
        line.sendall(whole.encode())
        line.settimeout(0.5 if sent == BABBLE else 10)
        try:
            return int(line.recv(64)[9:12] or 0)
        except TimeoutError:
            return None


BABBLE, PAGE = "GIVE ME ALL", "GET /api/state HTTP/1.1"


def test_who_babbles_is_kept_waiting_and_nobody_else(tmp_path):
    with served(tmp_path) as table:
        table.begin()
        assert ask(table, "127.0.1.1", PAGE) == 200
        eventually(lambda: ask(table, "127.0.1.1", BABBLE) is None)
        assert ask(table, "127.0.1.2", PAGE) == 200
        assert ask(table, "127.0.1.3", PAGE, KEY) == 200
        heard = [ask(table, "127.0.1.3", BABBLE) for _ in range(2 * MOST_STRIKES)]
        assert set(heard) == {400}
        assert ask(table, "127.0.1.3", PAGE) == 200
