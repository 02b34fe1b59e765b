// The TV view: the same state, drawn for the far end of the room.
import { keepLastKnown } from "../last_known.js";
import { connect, current, follow, followStale, take } from "../link.js";
import { cardSize, LaidRows } from "../rows.js";
import { lastLaid, lyingTiles, parsePlaced } from "../table.js";
import { Board } from "../views/board.js";
import { rowsView } from "../views/cards.js";
import { celebrate, celebrateWin, tellTurn } from "../views/cheer.js";
import { at, make, patch } from "../views/dom.js";
import { handsView, handView } from "../views/hands.js";
import { balanceView, proposalMarks, proposalView, strangeView, turnView } from "../views/sheet.js";
import { holdsView } from "../views/scores.js";
import { keepTime } from "../views/timer.js";
import { keepAwake } from "../wake.js";
import { showLetters } from "../wishes.js";
import { t } from "../words.js";

let board = null;

function drawTable(game, proposal) {
  const isCards = game.rules === "cards";
  at("board").classList.toggle("cards", isCards);
  if (isCards) {
    board = null;
    const shown = proposal?.rows ?? game.rows;
    const { clientWidth: width, clientHeight: height } = at("board");
    at("board").style.setProperty("--card-px", `${cardSize(shown.map((row) => row.length), { width, height })}px`);
    patch(at("board"), proposal
      ? rowsView(LaidRows.seen(proposal), []) : rowsView(new LaidRows(game.rows), lastLaid(game.turns)));
    at("board").querySelector(".card.last")?.scrollIntoView({ block: "center" });
    return;
  }
  board ??= new Board(at("board"), { margin: 0.3 });
  const seen = (proposal?.placed ?? []).map(parsePlaced).map((one) => ({ ...one, kind: "seen" }));
  board.draw([...lyingTiles(game), ...seen], [], proposalMarks(proposal));
}

/** What keeps the table waiting, in one sentence for the far end of the room. */
function noteOf({ trouble, camera, proposal, game, hinted }) {
  if (trouble) return trouble;
  if (camera && game.can.watch && ["lost", "unclear"].includes(camera.word)) return t(`page.camera_${camera.word}_note`);
  if (proposal?.asking) return t("page.needs_answer");
  return hinted ? t("page.hinted") : "";
}

/** What to say before anything was laid. */
function firstText({ camera, game }) {
  if (!camera || camera.word === "lost" || !game.can.watch) return "page.first_onlooker";
  if (game.simulated) return "page.first_simulated";
  return game.rules === "cards" ? "page.first_watched_cards" : "page.first_watched";
}

function onState(state, before) {
  const { game } = state;
  if (!game) {
    at("turn").textContent = t("page.nothing_yet");
    return;
  }
  const whose = game.end ? game.result : t("page.turn_of", { player: game.next });
  at("turn").textContent = game.simulated ? `${whose} (${t("page.simulated_game")})` : whose;
  at("scores").dataset.count = String(game.players.length);
  patch(at("scores"), ...game.players.map((one, place) =>
    make("div", { class: `tv-score by-${place} ${one.name === game.next ? "next" : ""} ${game.end && one.leads ? "won" : ""}` },
      make("span", { class: "name" }, one.name), make("span", { class: "total" }, String(one.total)),
      one.team ? make("span", { class: "note" }, one.team) : null,
      one.last_turn ? make("span", { class: "note" }, t("page.last_turn")) : null,
      holdsView(one, game),
      state.hands?.players[one.name] ? handView(state.hands.players[one.name]) : null)));
  drawTable(game, state.proposal);
  at("note").hidden = !noteOf(state);
  at("note").textContent = noteOf(state);
  const last = game.turns.at(-1);
  const unit = game.rules === "cards" ? "qwirkles" : "points";
  const shown = state.proposal ? proposalView(state.proposal, unit, null, null)
    : [last ? turnView(last, unit) : make("p", { class: "sheet-hint" }, t(firstText(state)))];
  at("sheet").classList.toggle("live", Boolean(state.proposal));
  const hands = state.proposal ? [] : handsView(state.hands, game.players, null);
  patch(at("sheet"), ...strangeView(state.strange, "", null), ...balanceView(state.balance, null), ...hands, ...shown);
  at("bag").textContent = game.rules === "cubes" && !game.bag ? t("page.bag_empty") : t("sheet.bag", { count: game.bag });
  if (before?.game?.number === game.number && game.end && !before.game.end) celebrateWin(game.won);
  else if (before?.game?.number === game.number && game.turns.length === before.game.turns.length + 1) {
    celebrate(last);
    tellTurn(last);
  }
}

showLetters();
followStale((stale) => { at("stale").hidden = !stale; });
const first = JSON.parse(at("first").textContent);
take(first);
keepLastKnown(first, take, follow);
follow(onState);
connect();
keepTime(current);
keepAwake();
