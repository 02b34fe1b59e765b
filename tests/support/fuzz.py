"""Random requests of the right shape, malformed ones, and mutated pictures, thrown at the table.

`make fuzz` runs it with the counts that the documentation names: 10000 2000 2000.
"""

import io
import json
import random
import resource
import socket
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from assistant.web.server import THREADS
from tests.support.served import KEY, served

WORDS = ["", "Anna", "Chris", "x" * 400, "\ud800", "ro@0,0", "ro", "purple", "legal", "\x00", "1e9"]
NUMBERS = [0, 1, -1, 2, 6, 7, 108, 10**6, 10**9 + 1, 10**30, 0.5, 1e308, True]
KEYS = [
    *("expected", "tell", "mend", "begin", "resume", "accept", "reject", "say", "gone", "settle"),
    *("trust", "player", "placed", "laid", "rows", "traded", "passed", "rerolled", "counted"),
    *("adjusted", "reason", "left", "stands", "corrected", "really", "undone", "redone", "renamed"),
    *("finished", "by", "rules", "players", "settings", "start", "turn", "cell", "tile", "to"),
    *("way", "meant", "turns", "name", "source", "hand", "sixth", "first", "declared", "run"),
]
ACTIONS = [
    {"tell": {"player": "Anna", "placed": ["ro@0,0"]}},
    {"tell": {"player": "Chris", "traded": 2}},
    {"tell": {"player": "Anna", "adjusted": 3, "reason": "a bet"}},
    {"tell": {"undone": True}},
    {"tell": {"redone": True}},
    {"tell": {"player": "Anna", "renamed": "Eva"}},
    {"tell": {"finished": "agreed"}},
    {"tell": {"corrected": 1, "really": [{"player": "Anna", "passed": True}]}},
    {"mend": {"cell": [0, 0], "tile": "rs"}},
    {"mend": {"turn": 1, "removed": True}},
    {"begin": {"rules": "classic", "players": ["Anna", "Chris"]}},
    {"begin": {"rules": "cards", "players": ["Anna", "Chris"]}},
    {"resume": 1},
    {"accept": ["ro@0,0"]},
    {"say": [0, 0], "tile": "ro"},
    {"gone": [[0, 0]], "really": True},
    {"settle": ["ro@0,0"], "way": "new"},
    {"trust": False},
]
FORM = (
    "player",
    "matching",
    "first",
    "rules",
    "source",
    "address",
    "number",
    "expected",
    "language",
)
FORMS = (*FORM, "phone", "name", "backup", "by_link", "sixth", "tie_break", "blocked_end")
SKIPPED = {
    "static",
    "live.events",
    "pages.new_key",
    "keeping.download",
    "phone.use",
    "setup.choose",
}
"""Streams without an end, and what would open real cameras or change the key under the test."""


TRUE_REFUSALS = {501, 505}
"""A way of sending, or an HTTP of the future, that nobody here knows."""


class Fuzzer:
    """Throws things at a served table, and counts what comes back."""

    def __init__(self, table, seed):
        self.table = table
        self.chance = random.Random(seed)
        self.client = table.app.test_client(use_cookies=False)
        self.statuses = Counter()
        self.broken = []
        self.rules = [
            (rule, method)
            for rule in table.app.url_map.iter_rules()
            if rule.endpoint not in SKIPPED
            for method in sorted(rule.methods - {"HEAD", "OPTIONS"})
        ]

    def value(self, depth=0):
        kind = self.chance.randrange(8 if depth < 4 else 4)
        match kind:
            case 0:
                return self.chance.choice(WORDS)
            case 1 | 2:
                return self.chance.choice(NUMBERS)
            case 3:
                return None
            case 4 | 5:
                return [self.value(depth + 1) for _ in range(self.chance.randrange(4))]
            case _:
                keys = self.chance.sample(KEYS, self.chance.randrange(4))
                return {key: self.value(depth + 1) for key in keys}

    def mutated(self, value):
        """The same shape with something in it replaced."""
        if self.chance.random() < 0.15:
            return self.value()
        match value:
            case dict():
                return {key: self.mutated(one) for key, one in value.items()}
            case list():
                return [self.mutated(one) for one in value]
        return value

    def shaped(self):
        """One random request of the right shape; a third of them without the key."""
        rule, method = self.chance.choice(self.rules)
        if self.chance.random() < 0.5:
            rule, method = self.chance.choice(
                [one for one in self.rules if one[0].rule in ("/api/do", "/api/preview")]
            )
        path = rule.rule
        for name in rule.arguments:
            number = self.chance.choice([0, 1, 2, 3, 10**6, 10**25])
            path = path.replace(f"<int:{name}>", str(number)).replace(f"<{name}>", "x")
        has_key = self.chance.random() < 0.67
        address = self.table.address
        headers = {"Origin": address}
        if has_key:
            headers["Cookie"] = f"qwirkle_key={KEY}"
        body = self.body(path, method)
        before = self.table.session.now.game
        query = {
            name: self.chance.choice(["1", "x" * 300, "-9", "1e99"]) for name in ("x", "phone")
        }
        answer = self.client.open(
            path, method=method, base_url=address, headers=headers, query_string=query, **body
        )
        self.note(answer.status_code, (path, method, body))
        answer.close()
        if not has_key and self.table.session.now.game is not before:
            self.broken.append(("changed without a key", path, body))

    def body(self, path, method):
        if method == "GET":
            return {}
        if path.startswith("/api/"):
            told = self.mutated(self.chance.choice(ACTIONS))
            revision = self.table.session.now.revision
            expected = self.chance.choice([revision, revision, revision, 0, 10**20, "x"])
            whole = {"expected": expected, **told} if isinstance(told, dict) else told
            return {"data": json.dumps(whole).encode(), "content_type": "application/json"}
        many = self.chance.sample(FORMS, 6)
        form = {key: str(self.chance.choice(WORDS + NUMBERS)) for key in many}
        return {"data": {key: text.replace("\ud800", "?") for key, text in form.items()}}

    def malformed(self):
        """One request that is none, over the network."""
        whole = (
            f"POST /api/do HTTP/1.1\r\nHost: 127.0.0.1:{self.table.port}\r\n"
            f"Origin: {self.table.address}\r\nContent-Length: 12\r\n\r\n" + '{"tell": {}}'
        ).encode()
        spoiled = bytearray(whole)
        for _ in range(self.chance.randint(1, 12)):
            at = self.chance.randrange(len(spoiled))
            match self.chance.randrange(3):
                case 0:
                    spoiled[at] = self.chance.randrange(256)
                case 1:
                    del spoiled[at : at + self.chance.randint(1, 9)]
                case _:
                    more = self.chance.choice([b"\r\n", b"\x00" * 9, b"A" * 3000, b": ", b"%%"])
                    spoiled[at:at] = more
        with socket.create_connection(("127.0.0.1", self.table.port), timeout=20) as line:
            try:
                # Who is told off early may find the line closed before all was sent.
                line.sendall(spoiled)
                line.shutdown(socket.SHUT_WR)
                head = line.recv(64)
            except OSError:
                head = b""
        self.note(int(head[9:12]) if head[9:12].isdigit() else 0, bytes(spoiled))

    def picture(self, pictures):
        """One photo with bytes of its head, its EXIF data or its body changed."""
        spoiled = bytearray(self.chance.choice(pictures))
        for _ in range(self.chance.randint(1, 20)):
            reach = len(spoiled) if self.chance.random() < 0.4 else min(200, len(spoiled))
            spoiled[self.chance.randrange(reach)] = self.chance.randrange(256)
        if self.chance.random() < 0.2:
            del spoiled[self.chance.randrange(len(spoiled)) :]
        answer = self.client.post(
            "/api/photo",
            base_url=self.table.address,
            headers={"Origin": self.table.address, "Cookie": f"qwirkle_key={KEY}"},
            data={"photo": (io.BytesIO(bytes(spoiled)), "table.jpg")},
        )
        self.note(answer.status_code, ("picture", len(spoiled)))

    def note(self, status, what):
        self.statuses[status] += 1
        if status >= 500 and status not in TRUE_REFUSALS:
            self.broken.append((status, what))


def pictures():
    """Small photos in each format, one with EXIF data."""
    drawn = np.full((150, 200, 3), (40, 90, 120), np.uint8)
    cv2.circle(drawn, (100, 75), 20, (0, 0, 255), -1)
    made = [
        cv2.imencode(ending, drawn)[1].tobytes() for ending in (".jpg", ".png", ".webp", ".bmp")
    ]
    tiff = (
        b"II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00"
        + bytes(4)
    )
    exif = b"Exif\x00\x00" + tiff
    head = b"\xff\xd8\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
    return [*made, head + made[0][2:], head + made[0][2:]]


def fuzz(folder, seed, shaped, malformed, spoiled):
    """The fuzzer after so many requests of each kind, and how much memory they took on."""
    with served(folder, threads=THREADS) as table:
        table.begin()
        fuzzer = Fuzzer(table, seed)
        kinds = [fuzzer.shaped] * shaped + [fuzzer.malformed] * malformed
        photos = pictures()
        kinds += [lambda: fuzzer.picture(photos)] * spoiled
        fuzzer.chance.shuffle(kinds)
        fuzzer.memory_mb = []
        """The most that was held, after each fifth of them."""
        for count, throw in enumerate(kinds, 1):
            throw()
            if count * 5 // len(kinds) > len(fuzzer.memory_mb):
                most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                fuzzer.memory_mb.append(round(most / 1024))
        fuzzer.pages = [table.get(page) for page in ("/", "/tv", "/start", "/games", "/api/state")]
    return fuzzer


if __name__ == "__main__":
    began_s = time.time()
    with tempfile.TemporaryDirectory() as place:
        found = fuzz(Path(place), 3, *map(int, sys.argv[1:4]))
    print(sorted(found.statuses.items()), found.pages)
    print("MB held after each fifth:", *found.memory_mb)
    print(f"{time.time() - began_s:.0f} s;", len(found.broken), "broken")
    for one in found.broken[:10]:
        print(str(one)[:600])
