// A hand: the pieces that are held, all pieces to choose from, and what can be played with them.
import { changedRows, LaidRows } from "../rows.js";
import { SHAPES } from "../table.js";
import { t, tileName } from "../words.js";
import { rowsView } from "./cards.js";
import { make } from "./dom.js";
import { picture } from "./tiles.js";

/** Below this a reading is worth a look. */
const SURE = 0.8;

/** The held pieces, each to be tapped and put right, and the places that are still empty. */
export function heldView(held, size, picked, tap) {
  const pieces = held.map(({ tile, sure = 1 }, index) => make("button", {
    type: "button", key: `${index}`, "data-tile": tile, "aria-pressed": String(index === picked),
    class: ["held-one", sure < SURE ? "doubt" : "", index === picked ? "picked" : ""].filter(Boolean).join(" "),
    onclick: () => tap(index),
  }, picture(tile)));
  const empty = Array.from({ length: Math.max(0, size - held.length) }, (_, index) => make("button", {
    type: "button", class: "slot", key: `slot ${index}`, "aria-label": t("page.hand_slot"), onclick: () => tap(held.length),
  }, "+"));
  return [...pieces, ...empty];
}

/** All pieces of the set; dimmed are those of which no more can be held. */
export function chooseView(colours, left, tap) {
  return SHAPES.flatMap((shape) => colours.map((colour) => colour + shape)).map((tile) => make("button", {
    type: "button", class: left(tile) > 0 ? "swatch" : "swatch gone", title: tileName(tile), "data-tile": tile, key: tile,
    onclick: () => tap(tile),
  }, picture(tile)));
}

/** The moves that can be made, what each pays and what it leaves open; a tap draws one. */
export function movesView(options, shown, tap) {
  return options.map((one, index) => make("li", { key: String(index) }, make("button", {
    type: "button", class: "move", key: "move", "aria-pressed": String(index === shown), onclick: () => tap(index),
  }, make("span", { class: "tiles" }, ...(one.laid ?? one.placed.map((placed) => placed.split("@")[0])).map((tile) => picture(tile))),
  make("span", { class: "pay" }, one.pay), ...(one.lines ?? []).map((text) => make("span", { class: "hint" }, text)),
  one.leaves ? make("span", { class: "hint" }, one.leaves) : null)));
}

/** A play of Cards: the rows that it changes, before and after. */
export function playView(before, { rows, laid }) {
  const { gone, come, same } = changedRows(before, rows);
  return make("div", {},
    gone.length ? make("h3", { key: "before" }, t("page.hand_before")) : null,
    gone.length ? make("div", { class: "before", key: "gone" }, rowsView(new LaidRows(gone), [])) : null,
    make("h3", { key: "after" }, t("page.hand_after")),
    make("div", { class: "after", key: "come" }, rowsView(new LaidRows(come, laid), [])),
    same ? make("p", { class: "hint" }, t("page.hand_same", { count: same })) : null);
}
