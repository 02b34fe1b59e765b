"""Revisions as what changed: past turns are sent once, and nobody misses anything by it."""

import json
import shutil
import subprocess
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.game.events import Corrected, PlayerRenamed, Redone, Settings, Started, Undone
from assistant.session.actions import Append, Begin
from assistant.session.session import Session
from assistant.storage.store import Store
from assistant.web.app import FOLDER
from assistant.web.game_json import KnownTurns, write_moment
from assistant.web.state_changes import LISTS, changes_since
from assistant.words import Language
from tests.support.whole_games import classic_game

NODE = shutil.which("node")


def merged(state, change):
    """The second opinion on `merge.js`."""
    assert (state["run"], state["revision"]) == (change["run"], change["since"])
    after = state | change["changed"] | {"revision": change["revision"]}
    if "game" in change:
        after["game"] = state["game"] | change["game"]
        for key, (at, less, put) in change["lists"].items():
            known = state["game"][key]
            after["game"][key] = known[:at] + put + known[at + less :]
    return after


def sent(value):
    return json.loads(json.dumps(value))


WORDS = st.sampled_from("abc")
GAMES = st.none() | st.fixed_dictionaries(
    {"number": st.integers(1, 2), "next": WORDS} | {key: st.lists(WORDS) for key in LISTS}
)


@given(GAMES, GAMES, WORDS, WORDS)
def test_any_state_comes_from_any_other_by_what_changed(one, other, was, now):
    before = {"run": "r", "revision": 3, "trouble": was, "game": one}
    after = {"run": "r", "revision": 7, "trouble": now, "game": other}
    assert merged(before, sent(changes_since(before, after))) == after


def whole_evening(folder):
    """Every state of a long game, with what people do besides laying tiles."""
    whole = classic_game(seed=5)
    states = []
    with Store(folder) as store:
        session = Session(store)
        session.do(Begin(Started(Settings(), whole.started.players)), session.now.revision)
        besides = {
            10: [Undone(), Redone()],
            20: [PlayerRenamed(whole.started.players[0], "Zoë"), Undone()],
            30: [Corrected(1, ()), Undone()],
        }
        for number, moment in enumerate(whole.moments[:40]):
            for event in [moment.entry, *besides.get(number, ())]:
                session.do(Append(event), session.now.revision)
                states.append(write_moment(session.now, Language.FRENCH))
    return states


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    return whole_evening(tmp_path_factory.mktemp("games"))


def test_past_turns_are_written_once_and_what_changed_anew(tmp_path):
    whole, known = classic_game(seed=5), KnownTurns()
    with Store(tmp_path) as store:
        session = Session(store)
        session.do(Begin(Started(Settings(), whole.started.players)), session.now.revision)
        before = []
        for event in [*(one.entry for one in whole.moments[:4]), Undone(), Corrected(2, ())]:
            session.do(Append(event), session.now.revision)
            after = write_moment(session.now, Language.FRENCH, known)
            assert after == write_moment(session.now, Language.FRENCH)
            turns = after["game"]["turns"]
            if len(turns) > len(before):
                assert all(one is other for one, other in zip(before, turns, strict=False))
            before = turns
        assert len(before) == 2


@pytest.mark.xdist_group("one evening")
def test_a_whole_game_arrives_by_what_changed_alone(evening):
    shown = evening[0]
    for before, after in pairwise(evening):
        shown = merged(shown, sent(changes_since(before, after)))
        assert shown == after


@pytest.mark.xdist_group("one evening")
@pytest.mark.skipif(NODE is None, reason="node is not installed here")
def test_the_pages_script_merges_as_the_server_means_it(evening, tmp_path):
    changes = [changes_since(one, two) for one, two in pairwise(evening)]
    (tmp_path / "evening.json").write_text(json.dumps([evening[0], changes, evening[1:]]))
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "run.js").write_text(
        f"""import assert from "node:assert/strict"; import fs from "node:fs";
        import {{ merged }} from "{(FOLDER / "static" / "merge.js").as_uri()}";
        const [first, changes, states] = JSON.parse(fs.readFileSync(process.argv[2]));
        let shown = first;
        for (const [k, change] of changes.entries()) {{
          shown = merged(shown, change);
          assert.deepEqual(shown, states[k]);
        }}
        console.log(changes.length);"""
    )
    run = subprocess.run(
        [NODE, tmp_path / "run.js", tmp_path / "evening.json"], capture_output=True, text=True
    )
    assert run.stdout.strip() == str(len(evening) - 1), run.stderr


def test_a_revision_is_small_however_long_the_game_is(evening):
    def size(value):
        return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())

    whole = [size(state) for state in evening]
    changed = [size(changes_since(*pair)) for pair in pairwise(evening)]
    assert whole[-1] > 15_000
    assert changed[-1] < 2_500
    quiet = evening[-1] | {"revision": 999, "trouble": "x"}
    assert size(changes_since(evening[-1], quiet)) < 120
