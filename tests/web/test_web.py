"""The pages and routes: what they answer, whom they let in, and what they refuse."""

import io
import json
import re
import threading
import time
from contextlib import closing
from datetime import datetime
from html import unescape
from pathlib import Path

import cv2
import numpy as np
import pytest

from assistant.board import parse_placement
from assistant.game.events import End, Finished, Rulebook, Settings, Started, TilesPlaced
from assistant.records.events_json import write_tiles
from assistant.session import camera_loop
from assistant.session.actions import Append, Begin, Trust
from assistant.session.camera_choice import Cameras
from assistant.session.moments import KEPT_MOMENTS
from assistant.session.session import Session
from assistant.session.setup import Setup
from assistant.storage.store import Store
from assistant.tiles import parse_tiles
from assistant.web.app import create_app
from assistant.web.guard import Door
from assistant.web.http_server import MOST_UPLOAD_BYTES
from assistant.web.live import HEARTBEAT_S, MOST_OF_WATCHERS
from assistant.words import CATALOGUE, Language
from calibration.inks.profile import Profiles
from tests.support.seen_tables import quiet, still, table_jpeg
from vision.observation import Complaint, Observation, Rejected, Rejection, Trouble

KEY = "the-key-of-this-table"
HOME = "http://192.168.1.5:8000"
OPENING = "ro@0,0 rs@1,0 rd@2,0"


@pytest.fixture
def session(tmp_path):
    with Store(tmp_path) as store:
        yield Session(store)


@pytest.fixture
def cameras(session, tmp_path):
    def no_demo():
        raise AssertionError("nobody asked for the simulated table")

    with closing(Cameras(session, no_demo, Setup(Profiles(tmp_path)))) as made:
        yield made


@pytest.fixture
def app(session, cameras):
    made = create_app(session, cameras, Door(KEY, HOME, ("table.local",)))
    made.testing = True
    return made


class Phone:
    """A browser in the room."""

    def __init__(self, app, language="en"):
        self.client = app.test_client()
        self.language = language

    def get(self, path, **more):
        headers = {"Accept-Language": self.language} | more.pop("headers", {})
        more = {"buffered": True} | more
        return self.client.get(path, base_url=HOME, headers=headers, **more)

    def post(self, path, told=None, **more):
        headers = {"Origin": HOME, "Accept-Language": self.language} | more.pop("headers", {})
        if told is not None:
            more["json"] = told
        return self.client.post(path, base_url=HOME, headers=headers, **more)

    def join(self, key=KEY):
        return self.get(f"/join?key={key}")

    @property
    def state(self):
        return self.get("/api/state").json

    def do(self, action, expected=None):
        expected = self.state["revision"] if expected is None else expected
        return self.post("/api/do", {"expected": expected} | action)


@pytest.fixture
def watcher(app):
    return Phone(app)


@pytest.fixture
def player(app):
    phone = Phone(app)
    phone.join()
    return phone


@pytest.fixture
def game(session):
    session.do(Begin(Started(Settings(), ("Anna", "Chris"))), session.now.revision)
    return session


def placed(text):
    return [
        {"x": p.cell.x, "y": p.cell.y, "colour": p.tile.colour.value, "shape": p.tile.shape.value}
        for p in parse_placement(text)
    ]


def move(player, text, **more):
    return {"tell": {"player": player, "placed": placed(text)} | more}


def lay(session, player, text):
    session.do(Append(TilesPlaced(player, parse_placement(text))), session.now.revision)


# ------------------------------------------------------------------ who may do what


def changing_routes(app):
    return [
        (rule, method)
        for rule in app.url_map.iter_rules()
        for method in rule.methods & {"POST", "PUT", "PATCH", "DELETE"}
    ]


def path_of(rule):
    return re.sub(r"<[^>]*>", "1", rule.rule)


ACTIONS = (
    move("Chris", "rc@3,0"),
    {"tell": {"undone": True}},
    {"tell": {"player": "Chris", "traded": 1}},
    {"mend": {"cell": [0, 0], "tile": "rx"}},
    {"begin": {"rules": "classic", "players": ["A", "B"]}},
    {"resume": 1},
    {"accept": ["rc@3,0"]},
    {"reject": ["rc@3,0"]},
    {"say": [3, 0], "tile": "r*"},
    {"gone": [[0, 0]], "really": True},
    {"trust": False},
    {"source": "none", "name": "set"},
)


def bodies():
    """What a phone could send to any route; files anew each time, since they are read up."""
    yield from ({"json": {"expected": 9**14} | action} for action in ACTIONS)
    form = {"player": ["Anna", "Chris"], "expected": str(9**14), "number": "1", "name": "set"}
    yield {"data": form}
    yield {"data": {"photo": (io.BytesIO(table_jpeg(f"{OPENING} rc@3,0")), "x.jpg")}}


def kept(session, cameras, folder):
    """All that a phone could change: the game, the games kept, the camera, what it has learned."""
    files = {path: path.read_bytes() for path in folder.rglob("*.json")}
    return session.now, session.kept.games(), cameras.chosen, files


@pytest.mark.parametrize("cookie", [None, "", "the-key-of-that-table"])
def test_a_watching_phone_can_change_nothing_by_any_route(
    app, game, watcher, cameras, tmp_path, cookie
):
    lay(game, "Anna", OPENING)
    game.saw(still(f"{OPENING} rc@3,0", 20.0))
    routes = changing_routes(app)
    assert len(routes) >= 6
    if cookie is not None:
        watcher.client.set_cookie("qwirkle_key", cookie, domain="192.168.1.5")
    before = kept(game, cameras, tmp_path)
    for rule, method in routes:
        for body in bodies():
            answer = watcher.client.open(
                path_of(rule), method=method, base_url=HOME, headers={"Origin": HOME}, **body
            )
            if rule.endpoint == "pages.choose_language":
                assert answer.status_code in (303, 400, 413)
            else:
                # Who offers wrong keys again and again has to wait.
                assert answer.status_code in (403, 429), (rule, answer.status_code)
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint not in ("static", "live.events"):
            assert watcher.get(path_of(rule)).status_code in (200, 303, 403, 404, 409, 429), rule
    assert kept(game, cameras, tmp_path) == before


def test_the_same_requests_change_things_for_a_player(app, game, player):
    lay(game, "Anna", OPENING)
    game.saw(still(f"{OPENING} rc@3,0", 20.0))
    for action in ACTIONS[:2]:
        before = game.now
        assert player.do(action).status_code == 200
        assert game.now != before


def test_reading_changes_nothing_on_any_route(app, game, player):
    lay(game, "Anna", OPENING)
    before = (game.now, len(game.kept.games()))
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint not in ("static", "live.events"):
            assert player.get(path_of(rule)).status_code in (200, 303, 403, 404, 422), rule
    assert (game.now, len(game.kept.games())) == before


def test_a_wrong_key_lets_nobody_in(app, game):
    phone = Phone(app)
    assert phone.join("the-key-of-that-table").status_code == 403
    assert phone.do(move("Anna", OPENING)).status_code == 403


def test_the_key_becomes_a_cookie_that_scripts_and_other_sites_do_not_get(app):
    answer = Phone(app).join()
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/"
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://192.168.1.5:9000", "http://192.168.1.5"]
)
def test_another_site_cannot_act_for_a_player(game, player, origin):
    answer = player.post(
        "/api/do",
        {"expected": game.now.revision} | move("Anna", OPENING),
        headers={"Origin": origin},
    )
    assert answer.status_code == 403
    assert answer.json["error"]["code"] == "wrong_origin"
    assert game.now.game.turns == ()


def test_a_request_that_hides_its_origin_is_refused(game, player):
    body = {"expected": game.now.revision} | move("Anna", OPENING)
    answer = player.client.post("/api/do", base_url=HOME, json=body)
    assert answer.status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.5.evil.example", "", "a b"])
def test_a_rebinding_name_gets_no_answer(game, player, host):
    answer = player.client.get("/api/state", headers={"Host": host}, base_url=HOME)
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "table.local", "TABLE.local:8000"]
)
def test_numbers_and_own_names_are_answered(game, player, host):
    assert player.client.get("/api/state", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/camera", "/camera.jpg", "/invite", "/invite.svg"])
def test_the_room_and_the_key_are_not_shown_to_watchers(game, watcher, path):
    assert watcher.get(path).status_code == 403


@pytest.mark.parametrize(
    ("host", "address", "is_here"),
    [
        ("localhost:8000", "127.0.0.1", True),
        ("127.0.0.1:8000", "127.0.0.1", True),
        ("[::1]:8000", "::1", True),
        ("localhost:8000", "192.168.1.9", False),
        ("192.168.1.5:8000", "127.0.0.1", False),
        ("192.168.1.5:8000", "192.168.1.9", False),
    ],
)
def test_the_tables_own_computer_is_told_where_the_key_is_but_not_let_in(
    game, watcher, host, address, is_here
):
    def ask(path, method="GET"):
        headers = {"Host": host, "Origin": f"http://{host}"}
        return watcher.client.open(
            path, method=method, headers=headers, environ_base={"REMOTE_ADDR": address}, json={}
        )

    told = CATALOGUE[Language.ENGLISH]
    key = "page.watching_here" if is_here else "page.watching_only"
    assert told[key] in unescape(ask("/start").text)
    assert ("data-here" in ask("/").text) == is_here
    assert ask("/api/do", "POST").status_code == 403


def test_no_page_for_watchers_holds_the_key(app, game, watcher):
    for path in ("/", "/start", "/tv", "/games", "/api/state"):
        assert KEY not in watcher.get(path).text


# ------------------------------------------------------------------ what pages may load

PAGES = (
    "/",
    "/start",
    "/hand",
    "/rules",
    "/tv",
    "/games",
    "/games/1",
    "/camera",
    "/invite",
    "/setup",
    "/nowhere",
)


@pytest.mark.parametrize("path", PAGES)
def test_pages_bring_a_strict_policy_and_keep_to_it(game, player, path):
    answer = player.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    html = answer.text
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", html)
    for script in re.findall(r"<script[^>]*>", html):
        assert "src=" in script or 'type="application/json"' in script
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', html)


def test_the_first_page_with_all_it_loads_is_small(game, player):
    lay(game, "Anna", OPENING)
    html = player.get("/").text
    links = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
    assert len(links) > 5
    small = {"Accept-Encoding": "gzip"}
    total = sum(len(player.get(link, headers=small).data) for link in ("/", *links))
    assert total < 70_000, total


def test_scripts_are_kept_by_browsers_and_pages_are_not(game, player):
    link = re.search(r'src="(/static/[^"]+)"', player.get("/").text).group(1)
    assert "max-age=31536000" in player.get(link).headers["Cache-Control"]
    assert player.get("/").headers["Cache-Control"] == "no-store"


def test_every_text_that_pages_and_scripts_ask_for_exists():
    from assistant.web.app import FOLDER

    keys = CATALOGUE[Language.ENGLISH]
    asked = set()
    for path in [*FOLDER.glob("*.html"), *(FOLDER / "static").glob("*.js")]:
        asked |= set(re.findall(r"[^a-z]t\(\s*[\"'`]([a-z_.]+)[\"'`]", path.read_text("utf-8")))
        asked |= set(re.findall(r"[\"'](page\.[a-z_.]+[a-z])[\"']", path.read_text("utf-8")))
    assert len(asked) > 100
    asked = {key for key in asked if not key.endswith((".", "_"))}
    assert {key for key in asked if key not in keys and f"{key}.one" not in keys} == set()


# ------------------------------------------------------------------ playing


def test_a_move_is_shown_before_it_is_saved_and_scored_when_it_is(game, player):
    shown = player.post("/api/preview", move("Anna", OPENING)).json
    assert shown["turn"]["points"] == 3
    assert shown["turn"]["lines"][0]["text"] == "Red, 3 tiles: 3"
    assert game.now.game.turns == ()
    answer = player.do(move("Anna", OPENING))
    assert answer.status_code == 200
    assert answer.json["game"]["players"][0]["total"] == 3
    assert answer.json["game"]["next"] == "Chris"


def test_the_second_of_two_phones_is_shown_the_new_state(app, game, player):
    other = Phone(app)
    other.join()
    seen = player.state["revision"]
    assert player.do(move("Anna", OPENING), seen).status_code == 200
    answer = other.do(move("Anna", "bo@0,0"), seen)
    assert answer.status_code == 409
    assert answer.json["error"]["code"] == "stale"
    assert answer.json["state"]["game"]["board"] == ["ro@0,0", "rs@1,0", "rd@2,0"]


def test_a_phone_from_before_a_restart_is_shown_the_new_state(game, player):
    answer = player.do({"run": "before"} | move("Anna", OPENING), 9**9)
    assert answer.status_code == 409
    assert answer.json["state"]["run"] == game.now.run
    assert game.now.game.turns == ()


def test_an_illegal_move_comes_back_with_its_reasons_and_what_it_would_pay(game, player):
    lay(game, "Anna", OPENING)
    answer = player.do(move("Chris", "bo@1,1"))
    assert answer.status_code == 422
    assert answer.json["error"]["code"] == "illegal"
    (reason,) = answer.json["preview"]["turn"]["reasons"]
    assert reason["rule"] == "C6"
    assert answer.json["preview"]["stands_for"] == 2
    assert len(game.now.game.turns) == 1
    assert player.do(move("Chris", "bo@1,1", stands=1)).json["game"]["players"][1]["total"] == 1


def reasons_against(player, told):
    return player.post("/api/preview", {"tell": told}).json["turn"]["reasons"]


@pytest.mark.parametrize(
    ("rows", "laid", "missing"),
    [
        (["ro"], ["ro"], ["2 more cards for this row: red circle."]),
        (["ro rs"], ["ro rs"], ["1 more card for this row: red circle, red square."]),
        (["ro rs rd", "bo"], ["ro rs rd bo"], ["2 more cards for this row: blue circle.", ""]),
        (["ro rs bd"], ["ro rs bd"], [""]),
    ],
)
def test_a_row_of_cards_in_the_making_lacks_something_and_breaks_nothing(
    session, player, rows, laid, missing
):
    session.do(Begin(Started(Settings(Rulebook.CARDS), ("Anna", "Chris"))), session.now.revision)
    cards = [write_tiles(parse_tiles(row)) for row in (*laid, *rows)]
    told = {"player": "Anna", "laid": cards[0], "rows": cards[1:]}
    assert [one["missing"] for one in reasons_against(player, told)] == missing


def test_cards_that_are_only_laid_anew_wait_for_one_from_the_hand(session, player):
    row = write_tiles(parse_tiles("ro rs rd rc"))
    session.do(Begin(Started(Settings(Rulebook.CARDS), ("Anna", "Chris"))), session.now.revision)
    player.do({"tell": {"player": "Anna", "laid": row, "rows": [row]}})
    told = {"player": "Chris", "laid": [], "rows": [row[::-1]]}
    assert [one["missing"] for one in reasons_against(player, told)] == [
        "At least one card from hand."
    ]


def test_an_opening_in_the_making_lacks_the_rest_of_the_counted_set(session, player):
    start(player, matching=["3", "2"])
    told = move("Anna", "ro@0,0")["tell"]
    assert [one["missing"] for one in reasons_against(player, told)] == [
        "2 more of the set that was counted."
    ]


def test_every_reason_brings_the_words_of_its_rule(app, game):
    lay(game, "Anna", OPENING)
    for language in Language:
        phone = Phone(app, language.value)
        phone.join()
        (reason,) = reasons_against(phone, move("Chris", "bo@1,1")["tell"])
        assert reason["law"] == CATALOGUE[language]["rule.C6"]
        assert reason["missing"] == ""


@pytest.mark.parametrize("language", ["en", "fr", "nl", "es"])
def test_refusals_are_told_in_the_phones_language(app, game, language):
    phone = Phone(app, language)
    phone.join()
    answer = phone.do({"tell": {"player": "Anna", "traded": 7}})
    assert answer.status_code == 422
    told = CATALOGUE[Language(language)]["refusal.trade_more_than_hand"]
    assert answer.json["error"]["text"] == told.format(player="Anna", limit=6, count=7)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"tell": 3}', b'{"expected": "x"}', b'{"expected": 1}']
)
def test_what_is_no_request_is_answered_in_the_one_shape(game, player, body):
    for path in ("/api/do", "/api/preview"):
        answer = player.post(path, data=body)
        assert answer.status_code == 400
        assert set(answer.json["error"]) == {"code", "text"}


def test_errors_of_all_kinds_have_one_shape(game, player, watcher):
    for answer in (
        player.get("/api/nowhere"),
        player.get("/api/do"),
        watcher.post("/api/do", {}),
        player.do({"tell": {"undone": True}}),
    ):
        assert answer.status_code >= 400
        assert answer.json["error"]["text"].endswith((".", "!"))


def test_a_tile_of_long_ago_is_mended_after_a_look_at_what_changes(game, player):
    lay(game, "Anna", OPENING)
    lay(game, "Chris", "bs@1,1")
    lay(game, "Anna", "bd@2,1")
    mend = {"mend": {"cell": [1, 1], "tile": "gs"}}
    shown = player.post("/api/preview", mend).json
    assert shown["changes"]["turns"][0].startswith("Turn 3, Anna: 4 points becomes 0 points")
    assert shown["changes"]["totals"] == [{"player": "Anna", "before": 7, "after": 3}]
    assert player.do(mend).status_code == 200
    assert game.now.game.totals == {"Anna": 3, "Chris": 2}
    assert player.do({"tell": {"undone": True}}).status_code == 200
    assert game.now.game.totals == {"Anna": 7, "Chris": 2}


@pytest.mark.parametrize(
    ("mend", "board"),
    [
        ({"cell": [2, 0], "tile": "rx"}, ["ro@0,0", "rs@1,0", "rx@2,0"]),
        ({"cell": [2, 0], "tile": None}, ["ro@0,0", "rs@1,0"]),
        ({"cell": [2, 0], "to": [-1, 0]}, ["rd@-1,0", "ro@0,0", "rs@1,0"]),
        ({"turn": 1, "cell": [3, 0], "tile": "rc"}, ["ro@0,0", "rs@1,0", "rd@2,0", "rc@3,0"]),
        ({"turn": 1, "removed": True}, []),
    ],
)
def test_tiles_can_be_changed_removed_moved_and_added(game, player, mend, board):
    lay(game, "Anna", OPENING)
    assert player.do({"mend": mend}).json["game"]["board"] == board


def can(player):
    return player.state["game"]["can"]


@pytest.mark.parametrize("rules", Rulebook)
def test_nobody_trades_or_passes_before_the_opening(session, player, rules):
    session.do(Begin(Started(Settings(rules), ("Anna", "Chris"))), session.now.revision)
    assert (can(player)["trade"], can(player)["pass"]) == (False, False)


def test_after_the_opening_tiles_are_traded_as_long_as_the_bag_has_any(game, player):
    lay(game, "Anna", OPENING)
    assert (can(player)["trade"], can(player)["pass"]) == (True, False)


def test_a_new_hand_is_offered_also_when_all_rows_have_become_qwirkles(session, player):
    session.do(Begin(Started(Settings(Rulebook.CARDS), ("Anna", "Chris"))), session.now.revision)
    row = write_tiles(parse_tiles("ro rs rd rc r* rx"))
    player.do({"tell": {"player": "Anna", "laid": row, "rows": [row]}})
    assert player.state["game"]["rows"] == []
    assert can(player)["trade"]


def test_the_sixth_colour_can_be_put_right_until_a_tile_speaks_against_it(game, player):
    assert player.state["game"]["colours"][-1] == "p"
    assert player.state["game"]["other_sixth"] == "white"
    assert player.do({"mend": {"sixth": "white"}}).status_code == 200
    lay(game, "Anna", "wo@0,0 ws@1,0")
    assert player.state["game"]["colours"][-1] == "w"
    assert player.state["game"]["other_sixth"] is None
    shown = player.post("/api/preview", {"mend": {"sixth": "purple"}}).json["changes"]
    assert shown["totals"] == [{"player": "Anna", "before": 2, "after": 0}]
    assert player.do({"mend": {"sixth": "red"}}).status_code == 400


def test_a_turn_can_be_given_to_another_player_or_let_stand(game, player):
    lay(game, "Anna", OPENING)
    player.do({"mend": {"turn": 1, "player": "Chris"}})
    assert game.now.game.totals == {"Anna": 0, "Chris": 3}
    player.do({"mend": {"turn": 1, "stands": 9}})
    assert game.now.game.totals == {"Anna": 0, "Chris": 9}


@pytest.mark.parametrize(
    "mend",
    [
        {"cell": [9, 9], "tile": "ro"},
        {"cell": [9, 9], "to": [1, 1]},
        {"cell": [0, 0], "to": [1, 0]},
        {"cell": [0], "tile": "ro"},
        {"turn": 9, "removed": True},
        {"turn": 1},
        {},
    ],
)
def test_a_mend_that_makes_no_sense_is_refused(game, player, mend):
    lay(game, "Anna", OPENING)
    before = game.now
    assert player.do({"mend": mend}).status_code == 400
    assert game.now == before


def test_cards_are_laid_by_hand_through_the_same_path(session, player):
    session.do(Begin(Started(Settings(Rulebook.CARDS), ("Anna", "Chris"))), session.now.revision)
    row = [{"colour": "red", "shape": shape} for shape in ("circle", "square", "diamond")]
    laid = {"tell": {"player": "Anna", "laid": row, "rows": [row]}}
    assert player.post("/api/preview", laid).json["turn"]["lines"][0]["text"] == "Red: 3 cards"
    assert player.do(laid).json["game"]["rows"] == [["ro", "rs", "rd"]]


def test_everything_else_a_turn_can_be_goes_by_the_same_route(game, player):
    for event in (
        move("Anna", "ro@0,0")["tell"],
        {"player": "Chris", "traded": 2},
        {"player": "Chris", "adjusted": 5, "reason": "sang"},
        {"player": "Chris", "renamed": "Kris"},
        {"undone": True},
        {"redone": True},
        {"player": "Kris", "left": True},
        {"finished": "agreed"},
    ):
        assert player.do({"tell": event}).status_code == 200, event
    assert player.state["game"]["result"].startswith("Kris wins. ")


# ------------------------------------------------------------------ watched


def test_a_proposal_and_its_doubt_reach_the_phone_and_are_answered_there(game, player):
    from assistant.board import Cell
    from assistant.tiles import parse_tile

    game.look_with("camera 0")
    doubtful = {Cell(2, 0): (parse_tile("rx"), 0.6)}
    game.saw(still(OPENING, 10.0, doubtful=doubtful))
    game.saw(quiet(16.0, 6.0))
    seen = player.state
    assert seen["camera"] == {
        "name": "camera 0", "word": "watching", "text": "watching",
        "lost_place": False, "cleared": False, "notice": "", "advice": [],
    }  # fmt: skip
    proposal = seen["proposal"]
    assert proposal["asking"]
    assert proposal["turn"]["points"] == 3
    assert [tile for tile, _ in proposal["doubts"][0]["answers"][:2]] == ["rd", "rx"]
    assert player.do({"say": [2, 0], "tile": "rx"}).status_code == 200
    accepted = player.do({"accept": ["ro@0,0", "rs@1,0", "rx@2,0"]})
    assert accepted.json["game"]["board"] == ["ro@0,0", "rs@1,0", "rx@2,0"]


def test_what_the_rules_made_of_a_doubtful_tile_is_said(game, player):
    from assistant.board import Cell
    from assistant.tiles import parse_tile

    game.look_with("camera 0")
    # "ro rs bd" would be no line: what looks blue must be the red one.
    doubtful = {Cell(2, 0): (parse_tile("rd"), 0.6)}
    game.saw(still("ro@0,0 rs@1,0 bd@2,0", 10.0, doubtful=doubtful))
    proposal = player.state["proposal"]
    assert proposal["placed"] == ["ro@0,0", "rs@1,0", "rd@2,0"]
    assert proposal["assumed"] == [
        "Looks like blue diamond; taken for red diamond, which the rules and what is left allow."
    ]


def test_a_rejected_proposal_is_gone(game, player):
    game.saw(still(OPENING, 10.0))
    assert player.do({"reject": OPENING.split()}).status_code == 200
    placed_now = (player.state["proposal"] or {"placed": []})["placed"]
    assert placed_now != OPENING.split()


def test_taps_can_be_asked_for_and_no_longer(game, player):
    assert player.do({"trust": False}).json["by_itself"] is False
    assert player.do({"trust": True}).json["by_itself"] is True


def upload(phone, encoded):
    return phone.post(
        "/api/photo",
        data={"photo": (io.BytesIO(encoded), "photo.jpg")},
        content_type="multipart/form-data",
    )


@pytest.mark.parametrize(
    ("encoded", "text"),
    [
        (b"", "empty"),
        (b"hello", "not a photo"),
        (b"\x00\x00\x00\x18ftypavif" + bytes(99), "JPEG"),
        (cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes(), "small"),
    ],
)
def test_a_bad_photo_gets_advice(game, player, encoded, text):
    answer = upload(player, encoded)
    assert answer.status_code == 422
    assert text in answer.json["error"]["text"]


def test_a_blurred_photo_is_told_as_blurred_and_nothing_else(game, player, monkeypatch):
    troubles = (Complaint(Trouble.BLURRED), Complaint(Trouble.GLARE, 250.0, 200.0))
    no_tile = Rejected(Rejection.NO_EDGES, (5.0, 5.0), ())
    seen = Observation((640, 480), complaints=troubles, rejected=(no_tile,))
    monkeypatch.setattr(camera_loop, "reader_for", lambda _rules: lambda *_picture: seen)
    photo = cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1].tobytes()
    (advice,) = upload(player, photo).json["advice"]
    assert "blurred" in advice


def test_a_heic_photo_is_read_as_it_comes_from_the_phone(game, player):
    pytest.importorskip("pi_heif", reason="no decoder for HEIC is installed")
    kept = Path(__file__).parents[1] / "vision/pictures/heic/turned.heic"
    assert upload(player, kept.read_bytes()).json["tiles"] == 6


def test_too_large_an_upload_is_refused_before_it_is_read(game, player):
    answer = player.post(
        "/api/photo",
        data=bytes(MOST_UPLOAD_BYTES + 1),
        content_type="multipart/form-data; boundary=photo",
    )
    assert answer.status_code == 413
    assert answer.json["error"]["code"] == "too_large"


def test_a_photo_without_tiles_says_what_to_do(game, player):
    grey = np.full((480, 640, 3), (90, 120, 160), np.uint8)
    answer = upload(player, cv2.imencode(".jpg", grey)[1].tobytes())
    assert answer.status_code == 200
    assert answer.json["tiles"] == 0
    assert answer.json["advice"] == [CATALOGUE[Language.ENGLISH]["complaint.no_tiles"]]


def test_a_photo_of_a_move_is_read_and_scored(game, player):
    answer = upload(player, table_jpeg("yo@0,0 ys@1,0 yd@2,0"))
    assert answer.status_code == 200
    assert answer.json["tiles"] == 3
    assert answer.json["state"]["game"]["board"] == ["yo@0,0", "ys@1,0", "yd@2,0"]
    assert answer.json["state"]["game"]["players"][0]["total"] == 3
    view = player.get("/camera.jpg")
    assert view.mimetype == "image/jpeg"
    assert len(view.data) < 120_000


# ------------------------------------------------------------------ live


def events_of(stream):
    """The data of each message of a stream."""
    for chunk in stream:
        for part in chunk.decode().split("\n\n"):
            lines = [line for line in part.splitlines() if line.startswith("data: {")]
            if lines:
                yield json.loads(lines[0][6:])


def test_the_stream_brings_every_revision(game, watcher):
    stream = watcher.get("/api/events", buffered=False)
    told = events_of(stream.response)
    first = next(told)
    assert first["revision"] == game.now.revision
    threading.Timer(0.05, lay, (game, "Anna", OPENING)).start()
    after = next(told)
    assert after["revision"] == first["revision"] + 1
    assert after["game"]["players"][0]["total"] == 3
    stream.close()


def test_the_stream_ends_with_the_program(game, watcher):
    told = events_of(watcher.get("/api/events", buffered=False).response)
    next(told)
    threading.Timer(0.05, game.close).start()
    assert list(told) == []


def test_a_phone_too_many_is_told_to_poll(game, app):
    streams = [Phone(app).get("/api/events", buffered=False) for _ in range(MOST_OF_WATCHERS)]
    answer = Phone(app).get("/api/events")
    assert answer.status_code == 503
    assert answer.json["error"]["code"] == "too_many"
    streams[0].close()
    freed = Phone(app).get("/api/events", buffered=False)
    assert freed.status_code == 200
    for stream in [*streams[1:], freed]:
        stream.close()


def test_polling_costs_nothing_while_nothing_changes(game, watcher):
    seen = watcher.state
    after = f"/api/state?after={seen['run']}:{seen['revision']}"
    assert watcher.get(after).status_code == 204
    lay(game, "Anna", OPENING)
    assert watcher.get(after).json["revision"] == seen["revision"] + 1


def since(state):
    return f"{state['run']}:{state['revision']}:{state['language']}"


def test_who_says_what_it_shows_is_sent_what_changed(game, watcher):
    lay(game, "Anna", OPENING)
    seen = watcher.state
    asking = f"/api/state?since={since(seen)}"
    assert watcher.get(asking).status_code == 204
    lay(game, "Chris", "rc@3,0")
    change = watcher.get(asking).json
    assert (change["since"], change["revision"]) == (seen["revision"], seen["revision"] + 1)
    [at, less, put] = change["lists"]["turns"]
    assert (at, less, [turn["player"] for turn in put]) == (1, 0, ["Chris"])
    assert "rules" not in change["game"]


def test_who_shows_what_nobody_knows_any_more_is_sent_everything(game, watcher):
    lay(game, "Anna", OPENING)
    seen = watcher.state
    later, other, odd = seen | {"revision": 999}, seen | {"run": "x"}, seen | {"revision": "²"}
    for unknown in (later, other, odd, seen | {"language": "fr"}):
        assert watcher.get(f"/api/state?since={since(unknown)}").json == seen
    for _ in range(KEPT_MOMENTS):
        game.do(Trust(not game.now.by_itself), game.now.revision)
    assert watcher.get(f"/api/state?since={since(seen)}").json == watcher.state


def test_a_change_is_answered_with_what_changed(game, player):
    seen = player.state
    change = player.do(move("Anna", OPENING) | {"since": since(seen)}).json
    assert change["since"] == seen["revision"]
    assert len(change["lists"]["turns"][2]) == 1
    whole = player.do(move("Chris", "rc@3,0")).json
    assert len(whole["game"]["turns"]) == 2


def test_the_stream_of_changes_begins_where_the_phone_is(game, watcher):
    lay(game, "Anna", OPENING)
    seen = watcher.state
    lay(game, "Chris", "rc@3,0")
    stream = watcher.get(f"/api/events?since={since(seen)}", buffered=False)
    heard = events_of(stream.response)
    assert next(heard)["since"] == seen["revision"]
    lay(game, "Anna", "r*@4,0")
    after = next(heard)
    assert after["since"] == seen["revision"] + 1
    assert [turn["number"] for turn in after["lists"]["turns"][2]] == [3]
    stream.close()


def test_a_stream_that_is_taken_up_again_goes_on_after_what_was_heard(game, watcher):
    first = watcher.state
    lay(game, "Anna", OPENING)
    heard = {"Last-Event-ID": since(watcher.state)}
    lay(game, "Chris", "rc@3,0")
    stream = watcher.get(f"/api/events?since={since(first)}", headers=heard, buffered=False)
    assert next(events_of(stream.response))["since"] == first["revision"] + 1
    stream.close()


def test_a_silent_stream_shows_that_it_lives():
    assert HEARTBEAT_S * 3 <= 15


# ------------------------------------------------------------------ starting and ending


def start(phone, **fields):
    form = {"player": ["Anna", "Chris"], "rules": "classic", "expected": str(9**14)}
    return phone.post("/start", data=form | fields)


def test_a_game_starts_from_a_plain_form(session, player):
    answer = start(player, rules="cubes", sixth="white", player=[" Anna ", "", "Bob  B."])
    assert answer.status_code == 303
    game = session.now.game
    assert game.players == ("Anna", "Bob B.")
    assert game.settings.rules is Rulebook.CUBES
    assert game.settings.sixth.value == "white"


@pytest.mark.parametrize(
    ("fields", "first", "declared"),
    [
        ({}, "Anna", 0),
        ({"first": "2"}, "Chris", 0),
        ({"matching": ["2", "4"]}, "Chris", 4),
        ({"player": ["", "Anna", "Chris"], "first": "3"}, "Chris", 0),
        ({"player": ["", "Anna", "Chris"], "matching": ["6", "2", "4"]}, "Chris", 4),
        ({"matching": ["4", "4"], "first": "2"}, "Chris", 4),
        ({"matching": ["x", "9"]}, "Chris", 6),
    ],
)
def test_who_starts_is_told_or_counted(session, player, fields, first, declared):
    start(player, **fields)
    assert session.now.game.next_player == first
    assert session.now.game.started.declared == declared


@pytest.mark.parametrize(
    ("rules", "matching", "text"),
    [
        ("classic", ["4", "4"], "Equally many: Anna, Chris. The oldest of them starts"),
        ("cubes", ["4", "4"], "Equally many: Anna, Chris. The youngest of them starts"),
        ("cards", ["2", "1"], "Nobody has three: shuffle and deal again."),
    ],
)
def test_a_start_that_the_count_does_not_decide_is_asked_and_nobody_is_picked(
    session, player, rules, matching, text
):
    answer = start(player, rules=rules, matching=matching)
    assert answer.status_code == 422
    assert text in answer.text
    assert session.now.game is None
    assert answer.text.count(f"<option selected>{matching[0]}</option>") >= 1


def test_the_form_remembers_what_the_last_game_was_played_with(session, player):
    start(player, rules="cubes", sixth="white", player=["Anna", "Bob"])
    html = player.get("/start").text
    for chosen in ('value="cubes" data-tie="youngest" checked', 'value="white" checked'):
        assert chosen in html
    assert 'value="Bob"' in html


def test_a_network_camera_is_named_by_its_address(session, app, player):
    start(player, source="network", address="http://192.168.255.254:9/video")
    assert session.now.camera == "192.168.255.254"
    assert "selected>192.168.255.254</option>" in player.get("/start").text
    assert start(player, source="none").status_code == 303
    assert session.now.camera == ""


@pytest.mark.parametrize(
    "address", ["", "file:///etc/passwd", "/etc/passwd", "ftp://camera", "http://"]
)
def test_what_is_no_cameras_address_starts_nothing(session, player, address):
    answer = start(player, source="network", address=address)
    assert answer.status_code == 422
    assert session.now.game is None
    assert session.now.camera == ""
    assert f'value="{address}"' in answer.text


def test_a_network_camera_can_be_chosen_in_the_middle_of_a_game(game, player):
    before = game.now.game
    answer = player.post("/camera", data={"address": "192.168.255.254:9/video"})
    assert answer.status_code == 303
    assert (game.now.camera, game.now.game) == ("192.168.255.254", before)
    refused = player.post("/camera", data={"address": "file:///etc/passwd"})
    assert refused.status_code == 422
    assert "file:///etc/passwd" in refused.text
    assert game.now.camera == "192.168.255.254"


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:22/",
        "http://localhost:8000/",
        "rtsp://[::1]/",
        "http://0.0.0.0/",
        "http://169.254.169.254/latest",
        "https://93.184.216.34/cam.jpg",
        "http://[::ffff:127.0.0.1]:631/",
    ],
)
def test_a_phone_names_no_camera_outside_the_home_nor_on_this_computer(game, player, address):
    refused = player.post("/camera", data={"address": address})
    assert refused.status_code == 422
    assert "home network" in refused.text
    assert game.now.camera == ""


def test_a_cameras_password_is_shown_to_nobody(game, player):
    address = "http://anna:s3cret@192.168.255.254:9/video"
    assert player.post("/camera", data={"address": address}).status_code == 303
    pages = ("/", "/start", "/setup", "/camera", "/api/state", "/api/setup", "/tv")
    assert [page for page in pages if "s3cret" in player.get(page).text] == []
    wrong = player.post("/camera", data={"address": "ftp://anna:s3cret@192.168.1.9/"})
    assert wrong.status_code == 422
    assert "s3cret" not in wrong.text
    again = start(player, source="network", address="ftp://anna:s3cret@192.168.1.9/")
    assert again.status_code == 422
    assert "s3cret" not in again.text


@pytest.mark.parametrize(
    ("players", "text"),
    [
        (["Anna"], "at least two players"),
        (["Anna", "Anna"], "already called Anna"),
        (["", " "], "at least two players"),
    ],
)
def test_a_start_that_cannot_be_says_why_and_keeps_the_names(session, player, players, text):
    answer = start(player, player=players)
    assert answer.status_code == 422
    assert text in answer.text
    assert session.now.game is None
    for name in filter(str.strip, players):
        assert f'value="{name}"' in answer.text


def test_five_or_six_may_play(session, player):
    start(player, player=["A", "B", "C", "D", "E", "F", "G"])
    assert len(session.now.game.players) == 6


@pytest.mark.parametrize("field", [{"rules": "chess"}, {"sixth": "pink"}, {"tie_break": "x"}])
def test_a_form_nobody_sends_is_refused(player, field):
    assert start(player, **field).status_code == 400


def test_a_start_on_top_of_somebody_elses_is_told(game, player):
    assert start(player, expected="1").status_code == 409


def test_an_open_game_is_offered_and_resumed(game, player):
    first = game.now.number
    start(player, player=["Dora", "Emil"])
    assert "Anna 0, Chris 0" in player.get("/start").text
    answer = player.post("/resume", data={"number": str(first), "expected": str(9**14)})
    assert answer.status_code == 303
    assert game.now.number == first


def test_names_are_offered_again(game, player):
    assert '<option value="Chris">' in player.get("/start").text


def test_a_name_is_text_and_never_markup(session, player):
    nasty = "<b>&amp;\"'</b>"
    start(player, player=[nasty, "</script>"])
    for path in ("/", "/start", "/games", "/games/1", "/tv"):
        html = player.get(path).text
        assert nasty not in html
        assert "</script><" not in html.replace("</script>\n", "")
    assert player.state["game"]["players"][0]["name"] == nasty


def finish(session):
    lay(session, "Anna", OPENING)
    lay(session, "Chris", "bs@1,1")
    session.do(Append(Finished(End.AGREED)), session.now.revision)


def test_the_end_shows_standings_chart_best_moves_and_exports(game, player):
    finish(game)
    html = player.get("/games/1").text
    assert "Anna wins." in html
    assert html.count("<polyline") == 2
    assert "Rematch" in html
    record = player.get("/games/1/record.json")
    assert record.json["players"] == ["Anna", "Chris"]
    assert "attachment" in record.headers["Content-Disposition"]
    assert "Total" in player.get("/games/1/sheet.txt").text


def test_a_rematch_is_opened_by_the_next_player(game, player):
    finish(game)
    answer = player.post("/games/1/rematch", data={"expected": str(9**14)})
    assert answer.status_code == 303
    assert game.now.number == 2
    assert game.now.game.next_player == "Chris"


def test_past_games_and_everybodys_tally_are_listed(game, player):
    finish(game)
    # Two turns are nobody's win.
    html = player.get("/games").text
    assert "too short to count" in html
    assert '<th scope="row">' not in html
    game.do(Begin(Started(Settings(Rulebook.CLASSIC), ("Anna", "Chris"))), game.now.revision)
    for turn in range(3):
        lay(game, "Anna", f"ro@{2 * turn},0" if not turn else f"r{'sd'[turn - 1]}@{turn},0")
        lay(game, "Chris", f"{'bgy'[turn]}o@0,{turn + 1}")
    lay(game, "Anna", "rc@3,0")
    game.do(Append(Finished(End.AGREED)), game.now.revision)
    html = player.get("/games").text
    html = re.sub(r" data-label=\"[^\"]*\"", "", html)
    rows = re.findall(r"<th scope=\"row\">(\w+)</th><td>(\d)</td><td>(\d)</td>", html)
    assert rows == [("Anna", "1", "1"), ("Chris", "1", "0")]


def test_past_games_and_results_say_when_they_were_played(game, player):
    finish(game)
    for path in ("/games", "/games/1"):
        (told,) = re.findall(r'<time datetime="([^"]+)">', player.get(path).text)
        assert abs(datetime.fromisoformat(told).timestamp() - time.time()) < 7200


def test_shared_wins_come_first_and_name_everybody(game, player):
    lay(game, "Anna", "ro@0,0 rs@1,0")
    lay(game, "Chris", "rd@0,1")
    game.do(Append(Finished(End.AGREED)), game.now.revision)
    assert player.state["game"]["result"].startswith("Anna and Chris win together. ")


def test_a_game_that_is_not_there_is_a_page_that_says_so(game, player):
    assert player.get("/games/99").status_code == 404
    assert player.get("/games/99/record.json").status_code == 404


# ------------------------------------------------------------------ languages


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("fr-CH, fr;q=0.9", "fr"),
        ("nl", "nl"),
        ("pt, es;q=0.5", "es"),
        ("de-AT", "de"),
        ("zh", "en"),
        ("", "en"),
    ],
)
def test_pages_speak_the_phones_language(app, game, wanted, given):
    html = Phone(app, wanted).get("/").text
    assert f'<html lang="{given}">' in html


def test_the_language_can_be_switched(game, watcher):
    answer = watcher.post("/language", data={"language": "nl"}, headers={"Referer": f"{HOME}/tv"})
    assert answer.headers["Location"] == "/tv"
    assert '<html lang="nl">' in watcher.get("/").text
    assert watcher.post("/language", data={"language": "xx"}).status_code == 400


@pytest.mark.parametrize(
    "left", ["http://evil.example/x", f"{HOME}//evil.example/x", f"{HOME}/\\\\evil.example/x"]
)
def test_switching_the_language_never_leads_to_another_site(game, watcher, left):
    answer = watcher.post("/language", data={"language": "nl"}, headers={"Referer": left})
    assert answer.headers["Location"] in ("/", "/evil.example/x")


def test_accepting_what_is_no_longer_proposed_is_stale(game, player):
    game.saw(still("ro@0,0 rs@1,0", 10.0))
    assert player.do({"accept": ["ro@0,0"]}).status_code == 409
    assert game.now.game.turns == ()
    assert player.do({"accept": ["ro@0,0", "rs@1,0"]}).status_code == 200
    assert len(game.now.game.turns) == 1
