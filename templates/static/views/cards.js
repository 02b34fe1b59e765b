// The table of Qwirkle Cards: rows that a turn may add to and lay anew, by tapping.
import { t } from "../words.js";
import { button, make } from "./dom.js";
import { picture } from "./tiles.js";

const LONGEST_ROW = 6;

/** The rows with the cards of the last turn outlined; `taps` are {card, put}, null for watchers; without `put`
 * cards can be tapped but none laid. */
export function rowsView(laid, newest, taps = null) {
  const last = laid.asLaid(newest);
  const rows = laid.rows.map((row, index) => make("div",
    { class: "row", role: "group", "aria-label": t("page.row_of", { number: index + 1 }), key: String(index) },
    ...row.map((card) => cardView(card, laid, last, taps)),
    // Six are a Qwirkle: there is no seventh.
    taps?.put && row.length < LONGEST_ROW ? addButton(index, laid, taps) : null));
  if (taps?.put) {
    const key = laid.held ? "page.put_new_row" : "page.new_row";
    rows.push(button(t(key), () => taps.put(laid.rows.length), "quiet new-row"));
  }
  return make("div", { class: "rows" }, ...rows);
}

function addButton(index, laid, taps) {
  const add = button(laid.held ? "↓" : "+", () => taps.put(index), "add-card");
  add.setAttribute("aria-label", t(laid.held ? "page.put_here" : "page.add_card"));
  return add;
}

function cardView(card, laid, last, taps) {
  const kind = ["card", card.own && "own", card.moved && "moved", card.unsure && "unsure", card.wrong && "wrong", last.has(card) && "last",
    card === laid.held && "held"]
    .filter(Boolean).join(" ");
  if (!taps) return make("span", { class: kind, key: card.tile }, picture(card.tile));
  return make("button", {
    type: "button", class: kind, key: card.tile, "aria-pressed": String(card === laid.held),
    onclick: () => taps.card(card),
  }, picture(card.tile));
}
