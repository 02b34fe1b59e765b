// The TV view: the same state, drawn for the far end of the room.
import { Board } from "./board.js";
import { lastLaid, Rows } from "./cards.js";
import { celebrate, tellTurn } from "./cheer.js";
import { connect, follow, followStale, take } from "./link.js";
import { turnView } from "./sheet.js";
import { parsePlaced } from "./tiles.js";
import { keepAwake } from "./wake.js";
import { make, t } from "./words.js";

const at = (id) => document.getElementById(id);
let board = null;
let rows = null;

function drawTable(game) {
  if (game.rules === "cards") {
    board = null;
    at("board").classList.add("cards");
    rows ??= new Rows(at("board"), { editable: false });
    rows.reset(game.rows);
    rows.mark(lastLaid(game));
    return;
  }
  if (!board) {
    rows = null;
    at("board").classList.remove("cards");
    board = new Board(at("board"), { margin: 0.3 });
  }
  const last = game.turns.filter((turn) => turn.placed.length && (turn.legal || turn.stands)).at(-1);
  const newest = new Set((last?.placed ?? []).map((one) => one.split("@")[1]));
  board.draw(game.board.map(parsePlaced).map((one) =>
    ({ ...one, kind: newest.has(`${one.x},${one.y}`) ? "last" : "" })));
}

function onState(state, before) {
  const { game } = state;
  if (!game) {
    at("turn").textContent = t("page.nothing_yet");
    return;
  }
  at("turn").textContent = game.end ? game.result : t("page.turn_of", { player: game.next });
  at("scores").dataset.count = String(game.players.length);
  at("scores").replaceChildren(...game.players.map((one) =>
    make("div", { class: `tv-score ${one.name === game.next ? "next" : ""} ${game.end && one.leads ? "won" : ""}` },
      make("span", { class: "name" }, one.name), make("span", { class: "total" }, String(one.total)))));
  drawTable(game);
  const last = game.turns.at(-1);
  at("sheet").replaceChildren(...(last ? [turnView(last, game.rules === "cards" ? "qwirkles" : "points")] : []));
  at("bag").textContent = t("sheet.bag", { count: game.bag });
  if (before?.game?.number === game.number && game.turns.length === before.game.turns.length + 1) {
    celebrate(last);
    tellTurn(last, game);
  }
}

followStale((stale) => { at("stale").hidden = !stale; });
take(JSON.parse(at("first").textContent));
follow(onState);
connect();
keepAwake();
