"""The servers: strangers who wait, send slowly or send too much cost the players nothing."""

import datetime
import socket
import ssl
import threading
import time

import pytest

from assistant.commands.play import given_files
from assistant.web.certificates import Files, authority_files, context_of, server_files
from assistant.web.connection import Connection
from assistant.web.secure import Secure
from assistant.words import PlainError
from tests.support.served import KEY, served

NOW = datetime.datetime(2026, 5, 1, tzinfo=datetime.UTC)
NAMES = frozenset({"localhost", "192.168.1.5", "table.local"})


@pytest.fixture
def table(tmp_path):
    with served(tmp_path, secure=True) as table:
        table.begin()
        yield table


def said(table, text, port=None):
    """What the server answers to these bytes, as far as it does."""
    with socket.create_connection(("127.0.0.1", port or table.port), timeout=20) as line:
        line.sendall(text)
        return line.recv(4096)


def get(table, path="/api/state"):
    asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\nConnection: close\r\n\r\n"
    return said(table, asked.encode())


def test_who_only_connects_takes_no_thread(table):
    idle = [socket.create_connection(("127.0.0.1", table.port)) for _ in range(300)]
    assert get(table).startswith(b"HTTP/1.1 200")
    for one in idle:
        one.close()


def test_requests_one_after_the_other_warm_few_threads(table, monkeypatch):
    answered_by = []
    communicate = Connection.communicate

    def noted(conn):
        answered_by.append(threading.get_ident())
        return communicate(conn)

    monkeypatch.setattr(Connection, "communicate", noted)
    for _ in range(20):
        assert get(table).startswith(b"HTTP/1.1 200")
    # Each thread that ever answered holds memory: two hundred taking turns held 17 MB.
    assert len(set(answered_by)) < 10


def test_a_slow_tls_handshake_holds_up_nobody(table):
    port = int(table.secure.rpartition(":")[2])
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
    assert table.post("/api/do", b"{}") == 400
    for one in slow:
        one.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "evil.example"])
def test_a_body_that_is_too_long_is_refused_before_it_comes(table, host):
    head = f"POST /language HTTP/1.1\r\nHost: {host}\r\nContent-Length: 419430401\r\n\r\n"
    assert said(table, head.encode())[9:12] in (b"413", b"421", b"403")


def test_a_change_is_small_and_only_players_may_send_a_photo(table):
    head = (
        f"POST /api/do HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n"
        f"Origin: {table.address}\r\nCookie: qwirkle_key={KEY}\r\n"
        "Content-Type: application/json\r\nContent-Length: 3000000\r\n\r\n"
    )
    assert said(table, head.encode()).startswith(b"HTTP/1.1 413")
    stranger = head.replace("/api/do", "/api/photo").replace(KEY, "no")
    assert said(table, stranger.encode()).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    "head",
    [
        "GET //[ HTTP/1.1\r\nHost: 127.0.0.1",
        "GET / HTTP/1.1\r\n Host: 127.0.0.1",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:port",
        "GET / HTTP/1.1\r\nHost: [::1",
        "GET / HTTP/1.1\r\nHost: a b",
        "GET / HTTP/1.1\r\nHost: ",
        "GET / HTTP/1.1",
        "GET /%00 HTTP/1.1\r\nHost: 127.0.0.1",
        "GET /?%ff=\xff HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: qwirkle_key=\xff\x00",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: \xff;q=\xb2",
        "GET /api/events?since=1:9999999999999999999999:en HTTP/1.1\r\nHost: 127.0.0.1",
        "POST /language HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1",
    ],
)
def test_a_head_that_is_none_is_refused_and_breaks_nothing(table, head):
    status = int(said(table, f"{head}\r\n\r\n".encode("latin-1"))[9:12] or 0)
    assert status < 500


def test_a_malformed_origin_is_a_foreign_one(table):
    head = (
        f"POST /api/do HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\n"
        "Origin: http://[::1\r\nContent-Length: 2\r\n\r\n{}"
    )
    assert said(table, head.encode()).startswith(b"HTTP/1.1 403")


def test_in_a_year_that_no_calendar_has_pages_are_served_all_the_same(table, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 3.0e11)
    assert get(table).startswith(b"HTTP/1.1 200")


# Certificates


def seen_by(context, authority, name="localhost"):
    """Whether a browser that trusts this authority believes the server."""
    trusted = ssl.create_default_context(cafile=authority)
    ours, theirs = socket.socketpair()
    shown, seen = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = context.wrap_bio(seen, shown, server_side=True)
    client = trusted.wrap_bio(shown, seen, server_hostname=name)
    ours.close()
    theirs.close()
    for _ in range(6):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return True


def test_our_own_certificate_is_believed_by_who_trusts_the_authority(tmp_path):
    now = datetime.datetime.now(datetime.UTC)
    context = context_of(server_files(tmp_path, NAMES, now))
    authority = authority_files(tmp_path).certificate
    for name in NAMES:
        assert seen_by(context, authority, name)
    assert not seen_by(context, authority, "evil.example")
    for path in (tmp_path / "tls").iterdir():
        assert path.stat().st_mode & 0o077 == 0


def test_a_good_certificate_is_kept_and_another_address_makes_a_new_one(tmp_path):
    first = server_files(tmp_path, NAMES, NOW).certificate.read_bytes()
    authority = authority_files(tmp_path).certificate.read_bytes()
    assert server_files(tmp_path, NAMES, NOW).certificate.read_bytes() == first
    moved = server_files(tmp_path, {*NAMES, "10.0.0.7"}, NOW).certificate.read_bytes()
    assert moved != first
    assert authority_files(tmp_path).certificate.read_bytes() == authority


@pytest.mark.parametrize("years", [-1, 2, 20])
def test_a_clock_that_is_wrong_makes_one_that_is_good_then(tmp_path, years):
    server_files(tmp_path, NAMES, NOW)
    later = NOW + datetime.timedelta(days=365 * years)
    files = server_files(tmp_path, NAMES, later)
    assert server_files(tmp_path, NAMES, later).certificate.read_bytes() == (
        files.certificate.read_bytes()
    )
    context_of(files)


@pytest.mark.parametrize("spoiled", ["server.key", "server.pem", "authority.key", "authority.pem"])
def test_a_damaged_file_is_made_anew(tmp_path, spoiled):
    server_files(tmp_path, NAMES, NOW)
    (tmp_path / "tls" / spoiled).write_bytes(b"damaged")
    context_of(server_files(tmp_path, NAMES, NOW))


def test_the_shown_certificate_follows_the_address(tmp_path):
    names = [frozenset({"localhost"})]
    secure = Secure(tmp_path, names=lambda: names[0])
    authority = authority_files(tmp_path).certificate
    assert not seen_by(secure.context, authority, "10.0.0.7")
    names[0] = frozenset({"localhost", "10.0.0.7"})
    secure.renew()
    assert seen_by(secure.context, authority, "10.0.0.7")
    secure.close()


def test_what_is_no_certificate_is_told_in_a_sentence(tmp_path):
    (tmp_path / "a.pem").write_text("nothing")
    with pytest.raises(PlainError, match="no certificate"):
        Secure(tmp_path, Files(tmp_path / "a.pem", tmp_path / "a.pem"))
    with pytest.raises(PlainError):
        Secure(tmp_path, Files(tmp_path / "missing.pem", tmp_path / "a.pem"))


def test_a_certificate_without_a_key_is_not_passed_over(tmp_path):
    one, other = tmp_path / "one.pem", tmp_path / "other.pem"
    assert given_files(None, None) is None
    assert given_files(one, other) == Files(one, other)
    # One file may hold both.
    assert given_files(one, None) == given_files(None, one) == Files(one, one)


@pytest.mark.parametrize("year", [1, 9999])
def test_a_clock_in_another_age_is_told_in_a_sentence(tmp_path, year):
    then = datetime.datetime(year, 12 if year > 1 else 1, 31, tzinfo=datetime.UTC)
    with pytest.raises(PlainError, match="clock"):
        Secure(tmp_path, clock=lambda: then)
