// The history: every turn on one line, newest first.
import { make } from "./dom.js";
import { tilesOf } from "./sheet.js";

/** The lines of all turns; a tap on one hands it to `open`, where that is allowed. */
export function historyView(turns, open = null) {
  return turns.slice().reverse().map((turn) => {
    const kind = turn.legal ? "" : turn.stands ? "stood" : "illegal";
    const parts = [
      make("span", { class: "turn-number" }, turn.ordinal ? String(turn.ordinal) : ""),
      make("span", { class: "turn-text" }, make("strong", {}, turn.player), " ", turn.deed, " ", tilesOf(turn)),
      make("span", { class: "turn-pay" }, turn.kind === "rerolled" ? "" : String(turn.points)),
    ];
    return make("li", { class: kind, key: String(turn.number) }, open
      ? make("button", { type: "button", key: "turn", onclick: () => open(turn) }, ...parts)
      : make("div", {}, ...parts));
  });
}
