// The scores: everybody's name and total, whose turn it is, who leads.
import { t } from "../words.js";
import { make } from "./dom.js";
import { handView } from "./hands.js";

/** How many cubes a player still holds, once no more can be drawn. */
export function holdsView(player, { rules, bag, end }) {
  const last = rules === "cubes" && !bag && !end && !player.left && player.hand !== null;
  return last ? make("span", { class: "note" }, t("page.open_left", { count: player.hand })) : null;
}

/** One card a player; a tap on one hands its player to `open`, where that is allowed. */
export function scoresView({ players, end, bag, rules }, actor, unit, open = null, hands = null) {
  const many = players.length > 4;
  return players.map((player, place) => {
    const short = many && player.short !== player.name;
    const kind = ["score", `by-${place}`, player.name === actor && !end ? "next" : "",
      player.leads ? "leads" : "", player.left ? "gone" : ""].filter(Boolean).join(" ");
    const parts = [
      make("span", { class: "name", "aria-hidden": String(short) }, short ? player.short : player.name),
      short ? make("span", { class: "unseen" }, player.name) : null,
      make("span", { class: "total" }, String(player.total)),
      make("span", { class: "unseen" }, t(`page.unit_${unit}`)),
      player.team ? make("span", { class: "note" }, player.team) : null,
      player.last_turn ? make("span", { class: "note" }, t("page.last_turn")) : null,
      holdsView(player, { rules, bag, end }),
      hands?.players[player.name] ? handView(hands.players[player.name]) : null,
    ];
    return open
      ? make("button", { type: "button", class: kind, key: player.name, onclick: () => open(player) }, ...parts)
      : make("div", { class: kind, key: player.name }, ...parts);
  });
}
