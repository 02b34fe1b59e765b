// The open hands of Cubes: every cube as it lies, what is asked about them, and what they can do.
import { parsePlaced } from "../table.js";
import { t } from "../words.js";
import { choices, hide, show } from "./dialogs.js";
import { button, make } from "./dom.js";
import { picture } from "./tiles.js";

/** A hand as it lies; what the camera does not see now is pale. */
export function handView(cubes) {
  return make("span", { class: "hand" }, ...cubes.map(({ tile, seen }) => {
    const drawn = picture(tile);
    if (!seen) drawn.classList.add("unseen-now");
    return drawn;
  }));
}

/** What is to be said about the hands: a fault, what to do, whose they are, who starts. */
export function handsView(hands, players, answers) {
  if (!hands) return [];
  const parts = [];
  if (hands.fault) parts.push(make("p", { class: "question fault" }, hands.fault));
  if (hands.advice) parts.push(make("p", { class: "question" }, hands.advice));
  if (hands.whose && answers) {
    parts.push(make("p", { class: "question" }, t("page.whose_cubes"), " ", handView(hands.whose.cubes)),
      make("p", { class: "meanings" }, ...players.filter(({ left }) => !left).map(({ name }) =>
        button(name, () => answers.own(hands.whose.number, name)))));
  }
  if (hands.starts) {
    parts.push(make("p", { class: "question" }, hands.starts.text));
    if (answers) {
      parts.push(make("p", { class: "meanings" }, ...hands.starts.players.map((name) =>
        button(t("page.open_starts", { player: name }), () => answers.opens(name), "primary"))));
    }
  }
  return parts;
}

/** The best moves of a hand, as the server reckons them; a tap shows one on the board. */
export function showMoves(title, { moves, text }, onMove) {
  const rows = moves.map(({ placed, text: pay }) => make("button", { type: "button", class: "choice", key: placed.join(),
    onclick: () => { hide(); onMove(placed); } },
  make("span", { class: "tiles" }, ...placed.map((one) => picture(parsePlaced(one).tile))), " ", make("strong", {}, pay)));
  show(title, make("div", { class: "choices" }, ...rows), make("p", { class: "hint" }, text));
}

/** Let somebody say whose a hand really is. */
export function askOwner(number, players, answers) {
  show(t("page.whose_cubes_of"), choices(players.filter(({ left }) => !left).map(({ name }) => (
    { text: name, onclick: () => answers.own(number, name) }))));
}
