// The page of one hand: tapped in or photographed, and what it can play, on this phone alone.
import * as drafts from "../drafts.js";
import { act, connect, current, follow, post, take } from "../link.js";
import { sendPhoto } from "../photo.js";
import { LaidRows } from "../rows.js";
import { cellKey, parsePlaced, writtenTile } from "../table.js";
import { Board } from "../views/board.js";
import { at, button, patch } from "../views/dom.js";
import { chooseView, heldView, movesView, playView } from "../views/hand.js";
import { showLetters } from "../wishes.js";
import { t, tOf } from "../words.js";

const KEY = "hand";

/** The pieces that are held, [{tile, sure}]. */
let held = [];
/** The place that the next chosen piece goes to; null for the first empty one. */
let picked = null;
/** What the server answered, and which of its moves is shown. */
let answer = null;
let shown = 0;
/** How a photo fares, or what is wrong with it. */
let told = "";
let board = null;

const game = () => /** @type {Game} */ (current().game);
const isCards = () => game().rules === "cards";
const size = () => game().hand_size;
/** How many more of a piece can be held. */
const left = (tile) => (game().unseen[tile] ?? game().unseen[tile[0]] ?? 1)
  - held.filter((one) => one.tile === tile || (!(tile in game().unseen) && one.tile[0] === tile[0])).length;

function draw() {
  const choosing = !answer || picked !== null;
  patch(at("held"), ...heldView(held, size(), picked, pickPlace));
  at("told").textContent = told || [t("page.hand_count", { count: held.length, limit: size() }), whatNext()].filter(Boolean).join(" · ");
  at("remove").hidden = picked === null || picked >= held.length;
  at("clear").disabled = !held.length;
  at("choose").hidden = !choosing;
  patch(at("palette"), ...chooseView(game().colours, left, choose));
  at("ask").parentElement.hidden = Boolean(answer) && !choosing;
  at("ask").disabled = !held.length;
  drawAnswer(choosing);
}

function whatNext() {
  if (picked !== null && picked < held.length) return t("page.hand_fix");
  return held.length < size() ? tOf(game().rules, "page.hand_tap") : "";
}

function drawAnswer(choosing) {
  at("answer").hidden = !answer || choosing;
  if (!answer || choosing) return;
  at("says").textContent = answer.text;
  at("doubt").hidden = !answer.doubt;
  at("doubt").textContent = answer.doubt;
  const option = answer.options[shown];
  at("board").hidden = !option;
  if (option) drawOption(option);
  const rolls = answer.instead === "roll" && button(t("page.roll"), roll, "primary");
  patch(at("play"), option ? button(t("page.hand_play"), play, "primary") : rolls || null);
  patch(at("moves"), ...movesView(answer.options, shown, (index) => { shown = index; draw(); }));
}

function drawOption(option) {
  at("board").classList.toggle("cards", isCards());
  if (isCards()) {
    patch(at("board"), playView(game().rows, option));
    return;
  }
  board ??= new Board(at("board"), { margin: 0.3, zooms: false });
  const laid = option.placed.map(parsePlaced).map((one) => ({ ...one, kind: "draft" }));
  const taken = new Set(laid.map(cellKey));
  board.draw([...game().board.map(parsePlaced).filter((one) => !taken.has(cellKey(one))), ...laid]);
}

function pickPlace(index) {
  picked = index === picked ? null : Math.min(index, held.length);
  draw();
}

/** A piece was chosen: for the place that was tapped, else for the next empty one. */
function choose(tile) {
  const place = picked ?? held.length;
  told = "";
  if (place >= size()) return;
  held[place] = { tile, sure: 1 };
  const asked = answer !== null;
  picked = asked && held.length < size() && place === held.length - 1 ? held.length : null;
  changed();
  if (held.length === size() || (asked && picked === null)) ask();
}

function changed() {
  localStorage.setItem(KEY, JSON.stringify({ game: game().number, held }));
  draw();
}

async function ask() {
  if (!held.length) return;
  picked = null;
  const found = await post("/api/hand", { hand: held.map(({ tile }) => tile) });
  told = found.ok ? "" : found.error.text ?? t("page.stale");
  answer = found.ok ? found : null;
  shown = 0;
  draw();
  if (answer) at("answer").scrollIntoView({ block: "nearest" });
}

async function photograph(file) {
  const progress = at("progress");
  const found = await sendPhoto(file, ({ text, share }) => {
    told = text;
    progress.hidden = false;
    progress.value = share;
    draw();
  }, "/api/hand/photo");
  progress.hidden = true;
  told = found.error ? found.error.text : found.advice.join(" ");
  if (found.error || !found.tiles.length) {
    draw();
    return;
  }
  held = found.tiles;
  picked = null;
  changed();
  await ask();
}

/** Take the shown move to the table, to be looked at and saved there. */
function play() {
  const option = answer.options[shown];
  const draft = (option.placed ?? []).map(parsePlaced);
  const { rows } = new LaidRows(option.rows ?? [], option.laid ?? []);
  drafts.keep(game(), { draft, rows, player: null });
  location.assign("/");
}

/** All cubes are rolled again, since none of them fits: the next roll is another hand. */
async function roll() {
  const reply = await act({ tell: { player: game().next, rerolled: held.length, hand: held.map(({ tile }) => writtenTile(tile)) } });
  told = reply.ok ? "" : reply.error.text ?? t("page.stale");
  if (reply.ok) [held, picked, answer] = [[], null, null];
  changed();
}

/** The hand that was entered before, as long as it is the same game. */
function takeUp() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (kept.game === game().number) held = kept.held;
  } catch {
    // What cannot be read any more was no hand.
  }
}

const lies = ({ board: tiles, rows }) => JSON.stringify([tiles, rows]);

function onState(state, before) {
  if (!state.game) {
    location.assign("/");
    return;
  }
  if (answer && before?.game && lies(before.game) !== lies(state.game)) {
    answer = null;
    told = t("page.hand_new");
  }
  draw();
}

at("photo").addEventListener("change", () => {
  const [file] = at("photo").files;
  if (file) photograph(file);
  at("photo").value = "";
});
at("ask").addEventListener("click", ask);
at("clear").addEventListener("click", () => {
  [held, picked, answer, told] = [[], null, null, ""];
  changed();
});
at("remove").addEventListener("click", () => {
  held.splice(picked, 1);
  picked = null;
  changed();
  if (answer && held.length) ask();
});
showLetters();
take(JSON.parse(at("first").textContent));
takeUp();
follow(onState);
connect();
