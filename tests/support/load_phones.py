"""Phones by the hundred in one event loop: each joins, follows the stream, and notes when."""

import asyncio
import json
import re
import time
from contextlib import suppress

from tests.support.running import unverified

PATIENCE_S = 30.0


class LoadPhone:
    """One phone: its own key, its stream, and what it heard when."""

    def __init__(self, port, key="", secure_port=None, address=None):
        self._port, self._table_key = secure_port or port, key
        self._near = None if address is None else (address, 0)
        self._tls = unverified() if secure_port else None
        self._scheme = "https" if secure_port else "http"
        self.cookie = ""
        self.heard_s = {}
        """By revision."""
        self.streams, self.refused, self.lost = 0, 0, 0

    async def ask(self, path, told=None, *, cookie=True):
        """The status, headers and body of an answer, and how long it took."""
        began_s = time.monotonic()
        body = b"" if told is None else json.dumps(told).encode()
        reader, writer = await asyncio.wait_for(self._open(), PATIENCE_S)
        try:
            writer.write(self._head(path, body if told is not None else None, cookie) + body)
            await writer.drain()
            got = await asyncio.wait_for(reader.read(), PATIENCE_S)
        finally:
            writer.close()
        head, _, rest = got.partition(b"\r\n\r\n")
        status = int(head[9:12] or 0)
        return status, head.decode("latin-1"), rest, time.monotonic() - began_s

    async def join(self):
        status, head, _, _ = await self.ask(f"/join?key={self._table_key}", cookie=False)
        self.cookie = re.search(r"set-cookie: (qwirkle_key=[^;]+)", head, re.IGNORECASE)[1]
        return status

    async def follow(self, until):
        """Be told of every revision until it is time; come again when the stream is lost."""
        while not until.is_set():
            try:
                await self._stream(until)
            except (TimeoutError, OSError, asyncio.IncompleteReadError):
                self.lost += 1
            if not until.is_set():
                await asyncio.sleep(1.0)

    async def _stream(self, until):
        reader, writer = await asyncio.wait_for(self._open(), PATIENCE_S)
        try:
            writer.write(self._head("/api/events?since=", None, True, stays=True))
            status = await asyncio.wait_for(reader.readline(), PATIENCE_S)
            if b" 200 " not in status:
                self.refused += 1
                return
            self.streams += 1
            while not until.is_set():
                text = await asyncio.wait_for(reader.readline(), PATIENCE_S)
                if not text:
                    raise ConnectionResetError
                if text.startswith(b"id: "):
                    revision = int(text.split(b":")[2])
                    self.heard_s.setdefault(revision, time.monotonic())
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _open(self):
        return await asyncio.open_connection(
            "127.0.0.1", self._port, ssl=self._tls, limit=1 << 22, local_addr=self._near
        )

    def _head(self, path, body, cookie, stays=False):
        host = f"127.0.0.1:{self._port}"
        lines = [
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: {self._scheme}://{host}",
            "User-Agent: Mozilla/5.0 (Linux; Android 15)",
        ]
        if cookie and self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        if not stays:
            lines.append("Connection: close")
        return ("\r\n".join(lines) + "\r\n\r\n").encode()
