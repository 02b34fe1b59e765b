"""A foreign page in a player's own browser: it sends nothing that counts, and sees nothing."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.support.browsing import Phone, chromium
from tests.support.served import served

FORMS = """async ([home, revision]) => {
    const told = JSON.stringify({expected: revision, tell: {player: "Anna", traded: 1}});
    const all = [
        ["/start", "application/x-www-form-urlencoded", "rules", "classic"],
        ["/api/do", "text/plain", told.slice(0, -1) + ',"x":"', '"}'],
        ["/camera", "multipart/form-data", "photo", "x"],
        ["/phones/new_key", "application/x-www-form-urlencoded", "x", "x"],
    ];
    for (const [path, enctype, name, value] of all) {
        const frame = document.createElement("iframe");
        frame.name = "into" + path;
        const form = document.createElement("form");
        Object.assign(form, {action: home + path, method: "post", enctype, target: frame.name});
        const field = document.createElement("input");
        Object.assign(field, {name, value});
        form.append(field);
        document.body.append(frame, form);
        const came = new Promise((done) => { frame.onload = done; });
        form.submit();
        await came;
    }
    const large = new Blob([new Uint8Array(40_000_000)]);
    for (const [path, body] of [["/api/do", told], ["/api/photo", large]]) {
        const how = {method: "POST", mode: "no-cors", credentials: "include", body};
        await fetch(home + path, how).catch(() => 0);
    }
}"""
LOOKS = """async (home) => {
    const failed = (make, path) => new Promise((done) => {
        const one = document.createElement(make);
        one.onload = () => done(false);
        one.onerror = () => done(true);
        one.src = home + path;
        document.body.append(one);
    });
    const read = (how) =>
        fetch(home + "/api/state", how).then((answer) => answer.text()).catch(() => "");
    const stream = new Promise((done) => {
        const events = new EventSource(home + "/api/events", {withCredentials: true});
        events.onerror = () => { events.close(); done(true); };
        events.onmessage = () => done(false);
    });
    return {
        image: await failed("img", "/static/icon-192.png"),
        script: await failed("script", "/api/state"),
        read: await read({credentials: "include"}),
        opaque: await read({mode: "no-cors", credentials: "include"}),
        json: await read({method: "POST", headers: {"Content-Type": "application/json"}}),
        stream: await stream,
    };
}"""
FRAMED = """(home) => { document.body.innerHTML = `<iframe src="${home}/"></iframe>`; }"""
SEEN_NOTHING = {
    "image": True,
    "script": True,
    "read": "",
    "opaque": "",
    "json": "",
    "stream": True,
}


class Foreign(BaseHTTPRequestHandler):
    """A site that has nothing to do with the table."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>prizes</title><body></body>")

    def log_message(self, *_words):
        pass


@pytest.fixture
def foreign_port():
    with HTTPServer(("127.0.0.1", 0), Foreign) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"], ids=["another site", "another port"])
def test_a_foreign_page_in_a_players_browser_neither_acts_nor_looks(tmp_path, foreign_port, host):
    with served(tmp_path) as table, chromium() as browser:
        table.begin()
        phone = Phone(browser, table).join()
        revision = table.session.now.revision
        statuses = []
        phone.context.on("response", lambda got: _note(got, table.address, statuses))
        phone.page.goto(f"http://{host}:{foreign_port}/")
        phone.page.evaluate(FORMS, [table.address, revision])
        seen = phone.page.evaluate(LOOKS, table.address)
        phone.page.evaluate(FRAMED, table.address)
        phone.page.wait_for_timeout(200)
        framed = [frame.url for frame in phone.page.frames[1:]]
    assert len(statuses) >= 5
    assert set(statuses) <= {403, 413, 415}
    assert seen == SEEN_NOTHING
    assert not [url for url in framed if url.startswith(table.address)]
    assert table.session.now.revision == revision


def _note(got, address, statuses):
    if got.request.method == "POST" and got.url.startswith(address):
        statuses.append(got.status)
