// Words: the page's texts in the phone's language, as the server wrote them into the page.
import { COLOUR_NAMES, SHAPE_NAMES } from "./table.js";

/** @type {Record<string, string>} */
const TEXTS = JSON.parse(globalThis.document?.getElementById("words")?.textContent ?? "{}");

/** A text with its {parts} filled in; an unknown key shows itself. */
export function t(key, parts = {}) {
  const text = TEXTS[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(parts[name] ?? whole));
}

/** A number with its noun. */
export function counted(key, count) {
  return t(`${key}.${Math.abs(count) === 1 ? "one" : "many"}`, { count });
}

/** "red circle" in the page's language. */
export function tileName(tile) {
  const colour = COLOUR_NAMES[tile[0]];
  return t(`tile.${SHAPE_NAMES[tile[1]]}`, {
    colour: t(`colour.${colour}`), bent: t(`bent.${colour}`),
  });
}
