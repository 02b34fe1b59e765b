"""Strangers who take all they can, slowly or at once: players are served all the same."""

import http.client
import resource
import socket
import sqlite3
import ssl
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from assistant.game.events import PointsAdjusted
from assistant.storage.errors import StoreError
from assistant.web import connection, crowding, http_server, live, visitors
from assistant.web.crowding import KEPT_THREADS, MOST_OF_ONE_PHONE
from assistant.web.pace import Pace
from assistant.web.seats import Seats
from assistant.web.server import THREADS
from assistant.web.visitors import MOST_OF_ONE_ADDRESS, Visitors, most_connections
from tests.support.served import KEY, served
from tests.support.waiting import eventually


@pytest.fixture
def table(tmp_path):
    with served(tmp_path, secure=True, threads=THREADS) as table:
        table.begin()
        yield table


def line(table, *, address="127.0.1.1", port=None):
    """A stranger's connection."""
    return socket.create_connection(
        ("127.0.0.1", port or table.port), timeout=20, source_address=(address, 0)
    )


def head(table, path="/api/state", *more, method="GET"):
    return "\r\n".join(
        (f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{table.port}", *more, "", "")
    ).encode()


def answers(one):
    """The status of what a connection is answered; 0 where it is hung up on."""
    try:
        got = one.recv(4096)
    except ConnectionError:
        return 0
    return int(got[9:12] or 0)


def drips(one, byte):
    """After how many seconds who sends byte after byte is hung up on."""
    began_s = time.monotonic()
    with one, suppress(ConnectionError):
        while time.monotonic() - began_s < 20:
            one.sendall(byte)
            time.sleep(0.1)
    return time.monotonic() - began_s


def close(lines):
    for one in lines:
        one.close()


# Heads


@pytest.mark.parametrize("sent", [b"", b"G", b"GET / HTTP/1.1\r\nHost: a"])
def test_a_head_that_does_not_come_holds_no_thread(table, sent):
    slow = [line(table, address=f"127.0.1.{k % 5}") for k in range(THREADS + 20)]
    for one in slow:
        one.sendall(sent)
    assert table.get("/api/state") == 200
    close(slow)


def test_a_handshake_that_does_not_go_on_holds_no_thread(table):
    port = int(table.secure.rpartition(":")[2])
    slow = [line(table, address=f"127.0.1.{k % 5}", port=port) for k in range(THREADS + 20)]
    for one in slow:
        one.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
    assert table.post("/api/do", b"{}") == 400
    close(slow)


def test_a_head_in_many_pieces_is_put_together(table):
    port = int(table.secure.rpartition(":")[2])
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    for opened in (line(table), trusting.wrap_socket(line(table, port=port))):
        whole = head(table, "/api/state", "Accept: " + "x" * 3000)
        for k in range(0, len(whole), 97):
            opened.sendall(whole[k : k + 97])
            time.sleep(0.001)
        assert answers(opened) == 200
        opened.close()


def test_a_head_too_long_is_refused(table):
    one = line(table)
    one.sendall(head(table, "/", "Accept: " + "x" * 40_000))
    assert answers(one) in (0, 413)
    one.close()


def test_a_head_that_drips_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(http_server, "PATIENCE_S", 1)
    with served(tmp_path, threads=THREADS) as table:
        assert drips(line(table), b"G") < 5


def test_who_sends_two_requests_at_once_is_answered_one(table):
    with line(table) as one:
        one.sendall(2 * head(table))
        got = b""
        while more := one.recv(65536):
            got += more
    assert got.count(b"HTTP/1.1 200") == 1


# Bodies and answers


def test_a_body_that_keeps_coming_slowly_is_ended(table, monkeypatch):
    monkeypatch.setattr(http_server, "REQUEST_S", 0.5)
    one = line(table)
    asked = head(
        table,
        "/language",
        f"Origin: {table.address}",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: 5000",
        method="POST",
    )
    one.sendall(asked)
    assert drips(one, b"x") < 5


def test_what_the_program_itself_reckons_takes_its_time(table, monkeypatch):
    monkeypatch.setattr(http_server, "REQUEST_S", 0.1)
    monkeypatch.setattr(connection, "REQUEST_S", 0.1)
    table.app.add_url_rule("/slow", "slow", lambda: time.sleep(1.5) or "done")
    assert table.get("/slow") == 200


def test_an_answer_that_is_not_taken_is_ended(table, monkeypatch):
    monkeypatch.setattr(http_server, "ANSWER_S", 0.5)
    monkeypatch.setattr(http_server, "SLOWEST_DOWNLOAD", 100_000_000)
    ended = threading.Event()

    def much():
        answer = table.app.response_class(bytes(30_000_000))
        answer.call_on_close(ended.set)
        return answer

    table.app.add_url_rule("/much", "much", much)
    one = line(table)
    one.sendall(head(table, "/much"))
    assert ended.wait(8)
    one.close()


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_body_that_nobody_asked_for_is_not_taken_in(table, method):
    """Thirty million bytes a connection would soon be all the memory there is."""
    one = line(table)
    one.sendall(head(table, "/api/state", "Content-Length: 30000000", method=method))
    assert answers(one) in (200, 403, 404, 405)
    sent, piece = 0, bytes(100_000)
    with suppress(OSError):
        for _ in range(200):
            sent += one.send(piece)
    assert sent < 20_000_000
    one.close()


def test_a_body_of_unknown_length_is_refused(table):
    one = line(table)
    asked = head(
        table,
        "/language",
        f"Origin: {table.address}",
        "Transfer-Encoding: chunked",
        method="POST",
    )
    one.sendall(asked + b"1f00000\r\n" + bytes(1000))
    assert answers(one) == 411
    one.close()


def test_players_keep_a_share_of_the_threads(table):
    """Strangers' bodies that do not come take threads, but not those that players need."""
    asked = head(
        table,
        "/language",
        f"Origin: {table.address}",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: 200",
        method="POST",
    )
    slow = [line(table, address=f"127.0.1.{k % 5}") for k in range(THREADS)]
    for one in slow:
        one.sendall(asked)
    assert table.get("/") == 200
    assert table.get(f"/join?key={KEY}") == 303
    close(slow)


def test_strangers_are_asked_to_wait_while_nearly_all_threads_are_taken(table):
    client = table.app.test_client(use_cookies=False)

    def status(idle, **headers):
        environ = {http_server.IDLE_THREADS: lambda: idle}
        answer = client.get(
            "/api/state", base_url=table.address, headers=headers, environ_overrides=environ
        )
        return answer.status_code

    assert status(KEPT_THREADS) == 200
    assert status(KEPT_THREADS - 1) == 503
    assert status(0, Cookie=f"qwirkle_key={KEY}") == 200


def test_one_phone_sends_only_so_many_bodies_at_once(table):
    asked = head(
        table,
        "/api/do",
        f"Origin: {table.address}",
        f"Cookie: qwirkle_key={KEY}",
        "Content-Length: 200",
        method="POST",
    )
    slow = []

    def begin_one():
        slow.append(line(table))
        slow[-1].sendall(asked)

    def refused():
        with line(table) as one:
            one.sendall(asked + bytes(200))
            return answers(one) == 429

    def refused_beside_one_more():
        # An earlier try may have had the seat for which one of the slow ones came.
        begin_one()
        return refused()

    for _ in range(MOST_OF_ONE_PHONE):
        begin_one()
    eventually(refused_beside_one_more)
    close(slow)
    eventually(lambda: not refused())


# Seats and visitors


def test_seats_for_players_are_kept_and_no_phone_takes_many():
    seats = Seats(10, for_strangers=6, for_one_phone=3)
    assert [seats.take("") for _ in range(7)] == [True] * 6 + [False]
    assert [seats.take("a") for _ in range(4)] == [True] * 3 + [False]
    assert seats.take("b")
    assert not seats.take("c")
    seats.leave("")
    assert seats.take("c")


@dataclass(eq=False)
class Caller:
    remote_addr: str
    is_player: bool = False
    was_cut: bool = field(default=False)

    def cut(self):
        self.was_cut = True


def test_an_address_may_come_so_often_and_then_by_and_by():
    now = [100.0]
    pace = Pace(5, 2.0, clock=lambda: now[0])
    assert [pace.take("a") for _ in range(7)] == [True] * 5 + [False] * 2
    assert pace.take("b")
    now[0] += 1.0
    assert [pace.take("a") for _ in range(3)] == [True, True, False]


def test_a_stranger_who_asks_without_end_is_slowed_down_and_a_player_is_not(tmp_path, monkeypatch):
    monkeypatch.setattr(crowding, "REQUESTS_AT_ONCE", 20)
    monkeypatch.setattr(crowding, "REQUESTS_A_SECOND", 0.001)
    with served(tmp_path, threads=THREADS) as table:
        client = table.app.test_client(use_cookies=False)

        def statuses(**headers):
            there = {"REMOTE_ADDR": "192.168.1.66"}
            return [
                client.get(
                    "/api/state", base_url=table.address, headers=headers, environ_overrides=there
                ).status_code
                for _ in range(30)
            ]

        assert statuses() == [200] * 20 + [429] * 10
        assert statuses(Cookie=f"qwirkle_key={KEY}") == [200] * 30


def test_one_address_cannot_take_every_connection():
    there = Visitors()
    callers = [Caller("192.168.1.66") for _ in range(200)]
    assert sum(there.enter(one) for one in callers) == MOST_OF_ONE_ADDRESS
    assert there.enter(Caller("192.168.1.7"))
    there.leave(callers[0])
    eventually(lambda: there.enter(Caller("192.168.1.66")))


def test_where_all_are_taken_who_holds_most_without_a_key_makes_room(monkeypatch):
    monkeypatch.setattr(visitors, "MOST_CONNECTIONS", 50)
    there = Visitors()
    players = [Caller("192.168.1.5", is_player=True) for _ in range(30)]
    many = [Caller("192.168.1.66") for _ in range(15)]
    few = [Caller("192.168.1.67") for _ in range(5)]
    assert all(there.enter(one) for one in players + many + few)
    assert there.enter(Caller("192.168.1.8"))
    assert [one.was_cut for one in many] == [True] + [False] * 14
    assert not any(one.was_cut for one in players + few)


def test_where_only_players_are_connected_nobody_more_comes_in(monkeypatch):
    monkeypatch.setattr(visitors, "MOST_CONNECTIONS", 50)
    there = Visitors()
    assert all(there.enter(Caller("127.0.0.1", is_player=True)) for _ in range(50))
    assert not there.enter(Caller("192.168.1.8"))


def test_no_more_connections_than_the_system_has_files_for(monkeypatch):
    asked = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 300))
    assert most_connections() == 256 - visitors.FILES_BESIDE
    assert asked == [(300, 300)]


def test_a_thousand_strangers_leave_room_for_a_player(table):
    crowd = []
    for k in range(1000):
        one = line(table, address=f"127.0.{1 + k % 20}.1")
        one.sendall(b"GET / HTTP/1.1\r\n")
        crowd.append(one)
    late = http.client.HTTPConnection("127.0.0.1", table.port, timeout=10)
    late.request("GET", "/api/state", headers={"Cookie": f"qwirkle_key={KEY}"})
    assert late.getresponse().status == 200
    late.close()
    close(crowd)


# Streams


def test_a_stream_that_is_not_read_is_dropped_and_its_seat_is_free(tmp_path, monkeypatch):
    monkeypatch.setattr(http_server, "PATIENCE_S", 1)
    monkeypatch.setattr(connection, "PATIENCE_S", 1)
    with served(tmp_path, threads=THREADS) as table:
        table.begin()
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        deaf.connect(("127.0.0.1", table.port))
        deaf.sendall(head(table, "/api/events"))
        eventually(lambda: "CP Server" in held(table))
        for k in range(400):
            table.tell(PointsAdjusted("Anna", 1 if k % 2 else -1, "a bet " + "x" * 150))
            if not held(table):
                break
        eventually(lambda: not held(table))
        deaf.close()


def held(table):
    """The names of the server's threads that are with somebody."""
    pool = table.serving.pool
    return " ".join(one.name for one in pool._threads if one.conn is not None)


def test_streams_show_that_they_are_alive_while_the_store_is_locked(tmp_path, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.3)
    with served(tmp_path, threads=THREADS) as table:
        table.begin()
        other = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        with line(table) as stream:
            stream.sendall(head(table, "/api/events"))
            deed = threading.Thread(target=tell_if_it_can, args=(table,))
            deed.start()
            heard = b""
            until_s = time.monotonic() + 5
            while heard.count(b"event: alive") < 3 and time.monotonic() < until_s:
                heard += stream.recv(65536)
        other.execute("ROLLBACK")
        other.close()
        deed.join()
        assert heard.count(b"event: alive") >= 3


def tell_if_it_can(table):
    with suppress(StoreError):
        table.tell(PointsAdjusted("Anna", 1, "a bet"))
