// Tiles: drawn as black rounded faces with a bright shape.
import { COLOUR_NAMES } from "../table.js";
import { t, tileName } from "../words.js";

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The face of a tile in a box of 100 × 100, as a group. */
export function face(tile) {
  const shape = tile[1] === "*" ? "star" : tile[1];
  const letter = svg("text", { x: 92, y: 92, class: "letter", "text-anchor": "end" });
  letter.textContent = t(`page.letter.${COLOUR_NAMES[tile[0]]}`);
  return svg(
    "g", { class: `face ink-${tile[0]}` },
    svg("rect", { x: 2, y: 2, width: 96, height: 96, rx: 15, class: "body" }),
    svg("use", { href: `#shape-${shape}`, class: "print" }),
    letter,
  );
}

/** A tile as a picture of its own. */
export function picture(tile, label = tileName(tile)) {
  const made = svg("svg", { viewBox: "0 0 100 100", class: "tile" }, face(tile));
  if (label) {
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", label);
  } else {
    made.setAttribute("aria-hidden", "true");
  }
  return made;
}
