// The palette: all 36 tiles to choose from; dimmed are those used up and those that cannot go there.
import { SHAPES } from "../table.js";
import { t, tileName } from "../words.js";
import { at, button, make, patch } from "./dom.js";
import { picture } from "./tiles.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -6, ArrowDown: 6 };
let shown = null;

/** Show the palette for what is to be chosen, or put it away where that is null.
 * `taps` are {tile, more, close, sixth}: what happens with a chosen tile, a further button, none. */
export function drawPalette(options, game, unfit, taps) {
  const place = at("palette");
  const opened = options !== shown;
  shown = options;
  place.hidden = !options;
  document.body.classList.toggle("choosing", Boolean(options));
  document.onkeydown = options && ((event) => move(event, taps));
  if (!options) {
    place.replaceChildren();
    return;
  }
  patch(place, headView(options, taps), gridView(options, game, unfit, taps), sixthView(game, taps));
  uncover(place);
  if (opened) (place.querySelector(".chosen, .swatch:not(.gone)") ?? place.querySelector(".swatch"))?.focus({ preventScroll: true });
}

function headView({ title, more = [], note = "" }, taps) {
  const extra = more.map((one) => button(one.text, () => taps.more(one), "quiet"));
  return make("div", { class: `palette-head${more.length ? " long" : ""}` },
    make("h2", {}, title), ...extra, button(t("page.close"), taps.close, "quiet"),
    note ? make("p", { class: "hint" }, note) : null);
}

function gridView({ chosen = null }, { colours, unseen }, unfit, taps) {
  const tiles = SHAPES.flatMap((shape) => colours.map((colour) => colour + shape));
  return make("div", { class: "palette-grid" }, ...tiles.map((tile) => {
    const left = unseen[tile] ?? unseen[tile[0]] ?? 1;
    const name = tileName(tile);
    const label = !left ? t("page.used_up", { tile: name }) : unfit.has(tile) ? t("page.does_not_fit", { tile: name }) : name;
    const kind = `swatch${tile === chosen ? " chosen" : ""}${left && !unfit.has(tile) ? "" : " gone"}`;
    const chip = make("button", {
      type: "button", class: kind, title: label, "data-tile": tile, key: tile, onclick: () => taps.tile(tile),
    }, picture(tile, label));
    if (tile === chosen) chip.setAttribute("aria-current", "true");
    return chip;
  }));
}

/** The set itself can be put right where its sixth colour is not known yet. */
function sixthView({ other_sixth: other }, taps) {
  return other && button(t("page.our_sixth", { colour: t(`colour.${other}`) }), () => taps.sixth(other), "quiet sixth");
}

/** Tell the board how much of it the palette covers, so that it can draw itself above. */
function uncover(place) {
  const [mine, board] = [place, at("board")].map((one) => one.getBoundingClientRect());
  const beside = mine.left > board.left + board.width / 2;
  const covered = beside ? 0 : Math.max(0, board.bottom - mine.top);
  document.body.style.setProperty("--covered", `${covered}px`);
}

function move(event, taps) {
  if (event.key === "Escape") taps.close();
  const all = [...at("palette").querySelectorAll(".swatch")];
  const here = all.indexOf(document.activeElement);
  if (event.key in STEPS && here >= 0) {
    event.preventDefault();
    all[here + STEPS[event.key]]?.focus();
  }
}
