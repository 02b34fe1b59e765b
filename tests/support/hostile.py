"""Strangers by the thousand: idle, slow, greedy, deaf or babbling, and back when hung up on."""

import asyncio
import json
import random
import ssl
import sys
from contextlib import suppress

HELLO = bytes.fromhex("16030102000100 01fc0303")
DRIP_S = 2.0


class Stranger:
    """One connection without a key, of one of the kinds."""

    def __init__(self, port, secure_port, number):
        self._port, self._secure_port = port, secure_port
        self._chance = random.Random(number)
        # As many addresses as a small network has, where the system lets us have them.
        self._address = f"127.0.{1 + number % 20}.1"
        self.kind = KINDS[number % len(KINDS)]
        self.opened = 0

    async def stay(self, until):
        """Be a nuisance until it is time."""
        while not until.is_set():
            with suppress(OSError, asyncio.TimeoutError, ssl.SSLError):
                await self._once(until)
            await asyncio.sleep(self._chance.uniform(0.2, 1.0))

    async def _once(self, until):
        port = self._secure_port if self.kind == "stalled handshake" else self._port
        opening = asyncio.open_connection("127.0.0.1", port, local_addr=(self._address, 0))
        reader, writer = await asyncio.wait_for(opening, 10)
        self.opened += 1
        try:
            await self._bother(reader, writer, until)
        finally:
            writer.close()

    async def _bother(self, reader, writer, until):
        writer.write(self._first())
        while not until.is_set():
            if self.kind not in ("deaf stream", "deaf reader"):
                with suppress(asyncio.TimeoutError):
                    if not await asyncio.wait_for(reader.read(4096), DRIP_S):
                        return
            else:
                writer.transport.pause_reading()
                await asyncio.sleep(DRIP_S)
            if writer.transport.is_closing():
                return
            if self.kind in ("dripping head", "dripping body", "stalled handshake"):
                writer.write(b"x")

    def _first(self):
        host = f"Host: 127.0.0.1:{self._port}\r\n"
        match self.kind:
            case "idle":
                return b""
            case "dripping head":
                return b"GET / HTTP/1.1\r\nX-"
            case "stalled handshake":
                return HELLO
            case "dripping body":
                return (
                    f"POST /language HTTP/1.1\r\n{host}Origin: http://127.0.0.1:{self._port}\r\n"
                    "Content-Type: application/x-www-form-urlencoded\r\n"
                    "Content-Length: 9000\r\n\r\nlanguage="
                ).encode()
            case "unasked body":
                whole = f"GET /api/state HTTP/1.1\r\n{host}Content-Length: 30000000\r\n\r\n"
                return whole.encode() + bytes(200_000)
            case "deaf stream":
                return f"GET /api/events HTTP/1.1\r\n{host}\r\n".encode()
            case "deaf reader":
                return f"GET /rules HTTP/1.1\r\n{host}\r\n".encode()
            case "wrong keys":
                return f"GET /join?key=wrong HTTP/1.1\r\n{host}\r\n".encode()
        return self._chance.randbytes(300) + b"\r\n\r\n"


KINDS = (
    "idle",
    "dripping head",
    "stalled handshake",
    "dripping body",
    "unasked body",
    "deaf stream",
    "deaf reader",
    "wrong keys",
    "babble",
)


async def bother(port, secure_port, count, seconds):
    """So many strangers for so many seconds; how often each kind came."""
    until = asyncio.Event()
    strangers = [Stranger(port, secure_port, number) for number in range(count)]
    there = [asyncio.create_task(one.stay(until)) for one in strangers]
    await asyncio.sleep(seconds)
    until.set()
    for task in there:
        task.cancel()
    await asyncio.gather(*there, return_exceptions=True)
    return {kind: sum(one.opened for one in strangers if one.kind == kind) for kind in KINDS}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(bother(*map(int, sys.argv[1:5])))))
