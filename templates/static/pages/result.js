// The result page: the game turn by turn, shared; it follows the table while it is the one there.
import { connect, follow } from "../link.js";
import { LaidRows } from "../rows.js";
import { lastLaid, parsePlaced, tableAfter } from "../table.js";
import { Board } from "../views/board.js";
import { rowsView } from "../views/cards.js";
import { celebrateWin } from "../views/cheer.js";
import { at, make, patch } from "../views/dom.js";
import { resultPng } from "../views/result_picture.js";
import { pictureButton, turnView } from "../views/sheet.js";
import { share, shareFile } from "../views/sharing.js";
import { picture } from "../views/tiles.js";
import { showLetters } from "../wishes.js";
import { t } from "../words.js";

/** Of Qwirkles that were possible together. */
const SHOWN_ROWS = 2;
const page = document.querySelector("main");
const number = Number(page.dataset.number);
const game = JSON.parse(at("game").textContent);
const isCards = game.rules === "cards";
at("board").classList.toggle("cards", isCards);
const board = isCards ? null : new Board(at("board"), { margin: 0.3, zooms: false });

/** The rows that lie after so many turns; one that laid nothing leaves them as they were. */
const rowsAfter = (step) => game.turns.slice(0, step).findLast(({ laid, legal, stands }) => laid.length && (legal || stands))?.rows ?? [];

/** What the pieces of a turn could have made. */
function betterView({ best, rows }) {
  if (!isCards) return make("p", { class: "question" }, t("page.better_here", { best }));
  return make("p", { class: "question" }, t("page.better_here.cards"), " ",
    ...rows.slice(0, SHOWN_ROWS).map((row) => make("span", { class: "tiles" }, ...row.map((tile) => picture(tile)))));
}

/** Show the table as a turn left it; before the first, as the game began. */
function show(step) {
  const turn = game.turns[step - 1];
  const better = turn && game.better[turn.number];
  if (isCards) patch(at("board"), rowsView(new LaidRows(rowsAfter(step)), turn?.laid.length ? lastLaid([turn]) : []));
  else {
    const best = (better?.placed ?? []).map(parsePlaced);
    const lying = tableAfter(game.start, game.turns, step, game.players);
    const free = best.filter(({ x, y }) => !lying.some((one) => one.x === x && one.y === y));
    board.draw([...lying, ...free.map((one) => ({ ...one, kind: "draft" }))]);
  }
  const parts = turn ? [
    turnView(turn, isCards ? "qwirkles" : "points"),
    better ? betterView(better) : null,
    document.body.dataset.role === "watcher" ? null
      : pictureButton(`/games/${number}/turns/${turn.number}.jpg`, t("page.turn_picture"), "evidence"),
  ] : [];
  patch(at("sheet"), ...parts);
  at("earlier").disabled = step === 0;
  at("later").disabled = step === game.turns.length;
  at("step").value = String(step);
}

/** The result as people write it to each other. */
function written() {
  const lines = game.players.toSorted((a, b) => b.total - a.total).map(({ name, total }) => `${name} ${total}`);
  return [document.querySelector("h1").textContent, ...lines].join("\n");
}

at("step").addEventListener("input", () => show(Number(at("step").value)));
at("earlier").addEventListener("click", () => show(Number(at("step").value) - 1));
at("later").addEventListener("click", () => show(Number(at("step").value) + 1));
at("share").addEventListener("click", () => share(written()));
at("share-picture").addEventListener("click", async () => {
  const about = at("about").innerText.split("\n")[0];
  shareFile(await resultPng(game, document.querySelector("h1").textContent, about), written());
});
// A tap before this script was here would have gone nowhere.
for (const id of ["share", "share-picture"]) at(id).disabled = false;
showLetters();
show(game.turns.length);
if (location.hash === "#won") {
  // Once: whoever looks again later sees the result at rest.
  window.history.replaceState(null, "", location.pathname);
  celebrateWin(game.won);
}

if ("current" in page.dataset) {
  follow((state) => {
    if (page.dataset.finished !== "yes") return;
    if (!state.game || state.game.number !== number || !state.game.end) location.assign("/");
  });
  connect();
}
