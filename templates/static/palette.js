// The palette: all 36 tiles to choose from, those used up dimmed.
import { picture, SHAPES, tileName } from "./tiles.js";
import { button, make, t } from "./words.js";

const place = document.getElementById("palette");
let closed = () => {};

/** Let somebody choose a tile; `more` are further buttons [{text, onclick}], `last` stands below all. */
export function choose({ title, colours, unseen, chosen = null, more = [], last = null, onTile, onClose }) {
  closed = onClose ?? (() => {});
  const tiles = SHAPES.flatMap((shape) => colours.map((colour) => colour + shape));
  const grid = make("div", { class: "palette-grid" });
  for (const tile of tiles) {
    const left = unseen[tile] ?? unseen[tile[0]] ?? 1;
    const label = left ? tileName(tile) : t("page.used_up", { tile: tileName(tile) });
    const kind = `swatch${tile === chosen ? " chosen" : ""}${left ? "" : " gone"}`;
    const chip = make("button", {
      type: "button", class: kind, title: label, "data-tile": tile,
      onclick: () => { close(); onTile(tile); },
    }, picture(tile, label));
    if (tile === chosen) chip.setAttribute("aria-current", "true");
    grid.append(chip);
  }
  const extra = more.map(({ text, onclick, kind }) =>
    button(text, () => { close(); onclick(); }, kind ?? "quiet"));
  const head = make("div", { class: `palette-head${more.length ? " long" : ""}` },
    make("h2", {}, title), ...extra, button(t("page.close"), () => { close(); closed(); }, "quiet"));
  place.replaceChildren(head, grid, ...(last ? [last] : []));
  place.hidden = false;
  document.body.classList.add("choosing");
  uncover();
  grid.querySelector(".chosen, .swatch")?.focus({ preventScroll: true });
}

/** Tell the board how much of it the palette covers, so that it can draw itself above. */
function uncover() {
  const [mine, board] = [place, document.getElementById("board")].map((one) => one.getBoundingClientRect());
  const beside = mine.left > board.left + board.width / 2;
  const covered = beside ? 0 : Math.max(0, board.bottom - mine.top);
  document.body.style.setProperty("--covered", `${covered}px`);
}

/** Put the palette away. */
export function close() {
  place.hidden = true;
  place.replaceChildren();
  document.body.classList.remove("choosing");
}

export const isOpen = () => !place.hidden;

document.addEventListener("keydown", (event) => {
  if (!isOpen()) return;
  if (event.key === "Escape") {
    close();
    closed();
  }
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -6, ArrowDown: 6 };
  const all = [...place.querySelectorAll(".swatch")];
  const here = all.indexOf(document.activeElement);
  if (steps[event.key] && here >= 0) {
    event.preventDefault();
    all[here + steps[event.key]]?.focus();
  }
});
