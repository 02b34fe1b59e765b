"""Values from outside: too large, too long or too deep is a sentence, never a broken page."""

import json

import pytest

from assistant.web.bounds import check_bounds
from tests.support.served import served

BAD = [
    {"tell": {"player": "Anna", "adjusted": 10**12, "reason": "x"}},
    {"tell": {"player": "Anna", "adjusted": 10**400, "reason": "x"}},
    {"tell": {"renamed": "Anna", "name": "A" * 1_000}},
    {"begin": {"rules": "classic", "players": ["A", "B"], "start": ["ro@0,0"] * 3_000}},
    {"tell": {"player": "Anna", "adjusted": 1, "reason": "\ud800"}},
    {"tell": json.loads("[" * 40 + "]" * 40)},
    {"say": [float("inf"), 0], "tile": None},
]
PAGES = ("/", "/tv", "/start", "/games", "/games/1", "/api/state")


def test_an_ordinary_request_passes():
    check_bounds({"expected": 12, "tell": {"player": "Anna", "placed": ["ro@0,0"] * 6}})


@pytest.mark.parametrize("told", BAD)
def test_each_is_refused_with_what_is_wrong(told):
    with pytest.raises(ValueError, match=r"too|half"):
        check_bounds(told)


def test_no_request_breaks_a_page(tmp_path):
    with served(tmp_path, secure=True) as table:
        table.begin()
        bodies = [json.dumps({"expected": 99} | told).encode() for told in BAD]
        digits = b'{"expected":99,"tell":{"player":"Anna","adjusted":' + b"9" * 4300 + b"}}"
        deep = b'{"expected":99,"tell":' + b"[" * 5000 + b"]" * 5000 + b"}"
        for body in (*bodies, digits, deep):
            assert table.post("/api/do", body) == 400
            assert table.post("/api/preview", body) == 400
        for told in ({"undone": True}, {"redone": True}, {"renamed": "Anna", "name": "Eva"}):
            body = json.dumps({"tell": told}).encode()
            assert table.post("/api/preview", body) < 500
        assert [table.get(page) for page in PAGES] == [200] * len(PAGES)
