"""Files from elsewhere, spoiled: backups that are restored, profiles that are imported.

Run as `python -m tests.support.fuzz_files 300 300` for the counts that the documentation names.
"""

import io
import json
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from assistant.board import parse_placement
from assistant.game.events import TilesPlaced
from assistant.storage.rows import Row, checksum
from assistant.storage.store import FILE_NAME
from calibration.inks.profile import Profiles, write_profile
from tests.support.damaged_stores import few_games
from tests.support.profiles import a_profile
from tests.support.served import KEY, served

PAGES = ("/", "/tv", "/start", "/games", "/api/state", "/setup", "/keeping")
ODD = [
    *(None, True, False, 0, -1, 7, 2**31, 10**400, 0.5, 1e308, float("nan"), float("inf")),
    *("", "x" * 5000, "\ud800", "\x00", "purple", "red", [], [[]], {}, {"x": 1}, [1] * 300),
]
DEEP = "[" * 3000 + "]" * 3000
TOLD = [
    *("", "{", "null", "[]", DEEP, '{"undone":true}', '{"x":' + "9" * 4200 + "}"),
    '{"player":"Anna","adjusted":' + "9" * 4200 + ',"reason":"x"}',
    '{"started":{"rules":"classic","players":[]}}',
    '{"started":{"rules":"classic","players":["A","A","A"]}}',
    '{"started":{"rules":"cards","players":["A","B"],"start":"ro ro ro"}}',
    '{"corrected":1,"really":[' + ",".join(['{"player":"Anna","passed":true}'] * 240) + "]}",
    '{"player":"Anna","renamed":""}',
    '{"player":"Anna","renamed":"Chris"}',
    '{"player":"Anna","placed":"' + " ".join(f"ro@{x},0" for x in range(400)) + '"}',
    '{"finished":"went_out","by":"nobody"}',
]
"""Events as a stranger may write them."""
STATEMENTS = [
    "DROP TABLE event",
    "DROP TABLE game",
    "DELETE FROM event",
    "DELETE FROM game",
    "UPDATE game SET summary = 'x'",
    "UPDATE event SET at_s = 9e999",
    "UPDATE event SET at_s = -9e15",
    "UPDATE event SET at_s = 'noon'",
    "UPDATE event SET number = number + 100",
    "UPDATE event SET who = printf('%.5000c', 'x')",
    "CREATE TRIGGER t AFTER DELETE ON event BEGIN DELETE FROM game; END",
    "ALTER TABLE event RENAME TO e; CREATE VIEW event AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL"
    " SELECT k + 1 FROM n) SELECT 1 AS game, k AS number, '{}' AS told, 0 AS at_s, '' AS who,"
    " NULL AS checksum FROM n",
    "ALTER TABLE game RENAME TO g; CREATE VIEW game AS SELECT id, summary FROM g",
    "INSERT INTO game (id) VALUES (9000000000)",
    "PRAGMA user_version = 99",
]


class FileFuzzer:
    """Brings spoiled files to a served table, and counts what comes of it."""

    def __init__(self, table, folder, seed):
        self.table, self.folder = table, folder
        self.chance = random.Random(seed)
        self.client = table.app.test_client(use_cookies=False)
        self.statuses, self.broken = Counter(), []
        self.profile = json.loads(write_profile(a_profile("Cellar")))
        self.whole = folder / "theirs" / FILE_NAME
        few_games(self.whole.parent, games=3, events=5)

    def send(self, path, **files):
        """The status of an upload by a player."""
        headers = {"Origin": self.table.address, "Cookie": f"qwirkle_key={KEY}"}
        data = {name: (io.BytesIO(content), "x") for name, content in files.items()}
        base = self.table.address
        with self.client.post(path, base_url=base, headers=headers, data=data) as answer:
            self.statuses[path, answer.status_code] += 1
            if answer.status_code >= 500:
                self.broken.append((path, answer.status_code, files))
            return answer.status_code

    def look(self, what):
        """Open every page."""
        for page in PAGES:
            if self.table.get(page) not in (200, 303):
                self.broken.append((page, what))

    def spoiled(self, value):
        """The same with something in it replaced, taken out or put in."""
        match value:
            case dict():
                keys = [key for key in value if self.chance.random() > 0.01]
                return {key: self.spoiled(value[key]) for key in keys}
            case list() if self.chance.random() > 0.01:
                return [self.spoiled(one) for one in value if self.chance.random() > 0.0005]
            case str() if self.chance.random() < 0.03:
                return self.chance.choice(ODD)
        return self.chance.choice(ODD) if self.chance.random() < 0.001 else value

    def restore(self):
        """One backup, changed byte by byte, row by row, or in what it is made of."""
        path = self.folder / "theirs.sqlite"
        path.write_bytes(self.whole.read_bytes())
        match self.chance.randrange(3):
            case 0:
                content = bytearray(path.read_bytes())
                for _ in range(self.chance.randint(1, 60)):
                    content[self.chance.randrange(len(content))] = self.chance.randrange(256)
                path.write_bytes(content[: self.chance.choice([None, 100, 5000, -1])])
            case 1:
                self._rewrite(path)
            case _:
                with closing(sqlite3.connect(path)) as file:
                    file.executescript(self.chance.choice(STATEMENTS))
                    file.commit()
        before = self.table.session.now.game
        status = self.send("/keeping/restore", file=path.read_bytes())
        if status >= 400 and self.table.session.now.game is not before:
            self.broken.append(("changed although refused", path.read_bytes()))

    def _rewrite(self, path):
        """Events of a stranger, each with the checksum that it should have."""
        with closing(sqlite3.connect(path)) as file:
            for game in self.chance.sample([1, 2, 3], self.chance.randint(1, 3)):
                row = Row(self.chance.randint(1, 6), self.chance.choice(TOLD), 1.5e9, "a phone")
                values = (game, *row, checksum(game, row))
                file.execute("INSERT OR REPLACE INTO event VALUES (?, ?, ?, ?, ?, ?)", values)
            file.commit()

    def take(self):
        """One profile with wrong, odd or missing parts."""
        content = json.dumps(self.spoiled(self.profile)).encode()
        match self.chance.randrange(8):
            case 0:
                content = content[: self.chance.randrange(len(content))]
            case 1:
                spoiled = bytearray(content)
                for _ in range(self.chance.randint(1, 9)):
                    spoiled[self.chance.randrange(len(spoiled))] = self.chance.randrange(256)
                content = bytes(spoiled)
            case 2:
                odd = [DEEP, "9" * 5000, '{"version":' + "9" * 4000 + "}", "\ufeff{}", "NaN"]
                content = self.chance.choice(odd).encode()
        status = self.send("/api/setup/import", profile=content)
        if status == 200:
            kept = Profiles(self.table.folder)
            for name in kept.names():
                if (
                    self.client.get(
                        "/api/setup",
                        base_url=self.table.address,
                        headers={"Cookie": f"qwirkle_key={KEY}"},
                    ).status_code
                    != 200
                ):
                    self.broken.append(("setup", content))
                kept.forget(name)


def fuzz_files(folder, seed, backups, profiles):
    """The fuzzer after so many files of each kind, with every page opened now and then."""
    with served(folder / "ours") as table:
        table.begin()
        table.tell(TilesPlaced("Anna", parse_placement("ro@0,0")))
        fuzzer = FileFuzzer(table, folder, seed)
        kinds = [fuzzer.restore] * backups + [fuzzer.take] * profiles
        fuzzer.chance.shuffle(kinds)
        for count, bring in enumerate(kinds, 1):
            bring()
            if count % 25 == 0 or count == len(kinds):
                fuzzer.look(bring.__name__)
    return fuzzer


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        found = fuzz_files(Path(place), 5, *map(int, sys.argv[1:3]))
    print(sorted(found.statuses.items()), len(found.broken), "broken")
    for one in found.broken[:10]:
        print(str(one)[:600])
