// The board: crisp drawn tiles that fit the screen, zoomed by pinch, tapped or reached by keys.
import { t, tileName } from "../words.js";
import { button, patch } from "./dom.js";
import { face, svg } from "./tiles.js";
import { Zoom } from "./zoom.js";

const CELL = 100;
const TAP_PX = 10;
const SMALLEST = 6;
/** A finger that lands beside all cells means the one it nearly touched. */
const NEARLY_PX = 22;

/** A board in a place of the page; `onCell(x, y)` hears of taps and of the Enter key. */
export class Board {
  constructor(place, { onCell = null, margin = 1, zooms = true } = {}) {
    this.place = place;
    this.onCell = onCell;
    this.margin = margin;
    this.svg = svg("svg", { class: "grid", role: "group" });
    this.cells = new Map();
    this.fingers = new Map();
    this.tapped = false;
    this.focused = null;
    place.replaceChildren(this.svg);
    this.fitButton = button(t("page.fit"), () => this.view.fit(), "fit quiet");
    this.fitButton.hidden = true;
    this.view = new Zoom(this.svg, () => { this.fitButton.hidden = this.view.fitted; });
    place.append(this.fitButton);
    // A board in the middle of a page is scrolled past, not zoomed.
    if (zooms) this.listen();
    else this.svg.style.touchAction = "auto";
    new ResizeObserver(() => this.view.box && this.view.over(this.view.box)).observe(this.svg);
  }

  /** Draw tiles [{tile, x, y, kind}], the open cells, and marks by "x,y". */
  draw(tiles, open = [], marks = new Map()) {
    this.cells = new Map(tiles.map((placed) => [`${placed.x},${placed.y}`, placed]));
    const xs = tiles.concat(open).map(({ x }) => x);
    const ys = tiles.concat(open).map(({ y }) => y);
    if (!xs.length) xs.push(0), ys.push(0);
    const edge = open.length ? 0.15 : this.margin;
    const span = (all) => {
      const [low, high] = [Math.min(...all), Math.max(...all)];
      // A board of few tiles is not blown up: they look like tiles, and little moves as it grows.
      const size = Math.max(high - low + 1 + 2 * edge, SMALLEST);
      return [((low + high + 1 - size) / 2) * CELL, size * CELL];
    };
    const [[x, w], [y, h]] = [span(xs), span(ys)];
    const drawn = [
      ...open.map(({ x, y }) => this.cell(x, y, null, marks)),
      ...tiles.map((placed) => this.cell(placed.x, placed.y, placed, marks)),
    ];
    patch(this.svg, ...drawn);
    this.letTabReach();
    this.view.over({ x, y, w, h });
  }

  /** What is drawn at a cell now. */
  at(x, y) {
    return this.cells.get(`${x},${y}`) ?? null;
  }

  /** Look at a cell [x, y] for as long as something is done there; null ends it. */
  look(near) {
    this.view.look(near);
  }

  cell(x, y, placed, marks) {
    const mark = marks.get(`${x},${y}`) ?? "";
    const group = svg("g", {
      transform: `translate(${x * CELL} ${y * CELL})`,
      class: `cell ${placed ? "taken" : "open"} ${placed?.kind ?? ""} ${mark}`,
      "data-x": x, "data-y": y, "data-key": `${x},${y}`,
    });
    const where = t("page.at", { x, y });
    const label = placed ? `${tileName(placed.tile)}, ${where}` : t("page.empty", { where });
    if (this.onCell) {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
    } else {
      group.setAttribute("role", "img");
    }
    group.setAttribute("aria-label", label);
    if (placed) group.append(face(placed.tile));
    else group.append(svg("rect", { x: 6, y: 6, width: 88, height: 88, rx: 14, class: "hole" }));
    if (placed?.kind || mark) {
      group.append(svg("rect", { x: 2, y: 2, width: 96, height: 96, rx: 15, class: "ring" }));
    }
    return group;
  }

  listen() {
    const board = this.svg;
    board.addEventListener("pointerdown", (event) => this.down(event));
    board.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"]) {
      board.addEventListener(name, (event) => this.up(event));
    }
    board.addEventListener("click", (event) => this.clicked(event));
    board.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.view.zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    }, { passive: false });
    board.addEventListener("keydown", (event) => this.key(event));
    board.addEventListener("focusin", (event) => {
      const cell = event.target.closest(".cell");
      if (cell) this.focused = `${cell.dataset.x},${cell.dataset.y}`;
    });
  }

  down(event) {
    // Captured, so that a board redrawn in the middle of a gesture does not lose the finger.
    this.svg.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.tap = { x: event.clientX, y: event.clientY };
    else this.tap = null;
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const moved = Math.hypot(now.x - (this.tap?.x ?? now.x), now.y - (this.tap?.y ?? now.y));
    if (this.tap && moved < TAP_PX) return;
    this.tap = null;
    if (this.fingers.size === 1 && !this.view.fitted) {
      this.view.pan(now.x - before.x, now.y - before.y);
    } else if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId);
      const apart = Math.hypot(before.x - other[1].x, before.y - other[1].y);
      const wider = Math.hypot(now.x - other[1].x, now.y - other[1].y);
      this.view.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      this.view.zoom(wider / Math.max(apart, 1), (now.x + other[1].x) / 2, (now.y + other[1].y) / 2);
    }
    this.fingers.set(event.pointerId, now);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    this.tapped = Boolean(this.tap) && event.type === "pointerup";
    this.tap = null;
  }

  /** Only now the browser is done with the tap: what opens earlier would be clicked by it, too. */
  clicked(event) {
    const { clientX: x, clientY: y } = event;
    const cell = document.elementFromPoint(x, y)?.closest(".cell") ?? this.nearly(x, y);
    if (this.tapped && cell) this.choose(cell);
    this.tapped = false;
  }

  /** The cell that was only just missed, if one was. */
  nearly(x, y) {
    const far = (cell) => this.view.distance(Number(cell.dataset.x), Number(cell.dataset.y), x, y);
    const [nearest] = [...this.svg.querySelectorAll(".cell")].map((cell) => [far(cell), cell]).sort(([a], [b]) => a - b);
    return nearest && nearest[0] < NEARLY_PX ? nearest[1] : null;
  }

  choose(cell) {
    const [x, y] = [Number(cell.dataset.x), Number(cell.dataset.y)];
    this.onCell?.(x, y);
  }

  key(event) {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(cell);
    } else if (steps[event.key]) {
      event.preventDefault();
      this.step(cell, ...steps[event.key]);
    }
  }

  /** Move the focus to the next cell in a direction, over gaps. */
  step(cell, dx, dy) {
    const [x, y] = [Number(cell.dataset.x), Number(cell.dataset.y)];
    const ahead = [...this.svg.querySelectorAll(".cell")].map((other) => ({
      other, along: (other.dataset.x - x) * dx + (other.dataset.y - y) * dy,
      aside: Math.abs((other.dataset.x - x) * dy) + Math.abs((other.dataset.y - y) * dx),
    })).filter(({ along }) => along > 0);
    ahead.sort((a, b) => a.aside * 3 + a.along - (b.aside * 3 + b.along));
    if (ahead.length) this.focus(ahead[0].other);
  }

  focus(cell) {
    for (const other of this.svg.querySelectorAll('.cell[tabindex="0"]')) {
      other.setAttribute("tabindex", "-1");
    }
    cell.setAttribute("tabindex", "0");
    cell.focus();
  }

  /** Bring the keyboard's focus to a cell by its key. */
  focusOn(key) {
    const cell = this.svg.querySelector(`[data-key="${key}"]`);
    if (cell && this.onCell) this.focus(cell);
  }

  /** One cell can be reached by Tab: the one that had the focus, or the first. */
  letTabReach() {
    if (!this.onCell) return;
    const [x, y] = (this.focused ?? "").split(",");
    const known = this.focused && this.svg.querySelector(`[data-x="${x}"][data-y="${y}"]`);
    (known || this.svg.querySelector(".cell"))?.setAttribute("tabindex", "0");
  }
}
