// Words: the page's texts in the phone's language, as the server wrote them into the page.
import { COLOUR_NAMES, SHAPE_NAMES } from "./table.js";

/** @type {Record<string, string>} */
const TEXTS = JSON.parse(globalThis.document?.getElementById("words")?.textContent ?? "{}");

/** The languages that the assistant speaks, by their codes. */
export const LANGUAGES = Object.keys(TEXTS).filter((key) => key.startsWith("page.language."))
  .map((key) => key.slice("page.language.".length));

/** A text with its {parts} filled in; an unknown key shows itself. */
export function t(key, parts = {}) {
  const text = TEXTS[key] ?? TEXTS[`${key}.${form(Number(parts.count))}`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(parts[name] ?? whole));
}

/** A text that speaks of tiles, cubes or cards, as the game has them. */
export function tOf(rules, key, parts = {}) {
  const own = `${key}.${rules}`;
  return t(own in TEXTS || `${own}.many` in TEXTS ? own : key, parts);
}

/** Which form of a text a number asks for: zero is one of them. */
function form(count) {
  if (count === 0) return TEXTS["plural.zero"];
  return Math.abs(count) === 1 ? "one" : "many";
}

/** A number with its noun. */
export function counted(key, count) {
  return t(key, { count });
}

/** "red circle" in the page's language. */
export function tileName(tile) {
  const colour = COLOUR_NAMES[tile[0]];
  return t(`tile.${SHAPE_NAMES[tile[1]]}`).replace(/\{(\w+)\}/g, (_, bent) =>
    t(bent === "colour" ? `colour.${colour}` : `forms.${bent}.${colour}`));
}
