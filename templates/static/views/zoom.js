// The zoom of a board: all of it, a part chosen by pinch, or a cell close up.
const CELL = 100;
const CLOSEST = 3;
const FINGER_PX = 44;
/** Cells smaller than this are shown close up while a tile is chosen for one of them. */
const SMALL_PX = 34;

/** Which part of a drawing an SVG shows; `changed` hears of it. */
export class Zoom {
  constructor(svg, changed) {
    this.svg = svg;
    this.changed = changed;
    this.box = null;
    this.shown = null;
    this.fitted = true;
    this.near = null;
  }

  /** The drawing has this box now; what was chosen to be seen stays. */
  over(box) {
    this.box = box;
    if (this.fitted || !this.shown) this.fit();
    else this.show();
  }

  /** Show the whole board, or the cell that is looked at if it would be too small in that. */
  fit() {
    this.fitted = true;
    this.shown = { ...this.box };
    if (this.near && this.scale * CELL < SMALL_PX) this.shown = this.closeUp(this.near);
    this.show();
  }

  /** Look at a cell [x, y], or at none in particular. */
  look(near) {
    this.near = near;
    if (this.fitted && this.box) this.fit();
  }

  closeUp([x, y]) {
    const { width, height } = this.svg.getBoundingClientRect();
    const along = (low, size, px, at) => {
      const part = Math.min(size, (px / FINGER_PX) * CELL);
      return [Math.min(Math.max(at * CELL + CELL / 2 - part / 2, low), low + size - part), part];
    };
    const [left, w] = along(this.box.x, this.box.w, width, x);
    const [top, h] = along(this.box.y, this.box.h, height, y);
    return { x: left, y: top, w, h };
  }

  show() {
    if (!this.shown) return;
    const { x, y, w, h } = this.shown;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.changed();
  }

  /** Pixels of the screen for one unit of the drawing. */
  get scale() {
    const { width, height } = this.svg.getBoundingClientRect();
    return Math.min(width / this.shown.w, height / this.shown.h) || 1;
  }

  /** How far the middle of a cell is from a point of the screen, in pixels. */
  distance(cellX, cellY, clientX, clientY) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const { x, y, w, h } = this.shown;
    const across = left + width / 2 + ((cellX + 0.5) * CELL - x - w / 2) * this.scale;
    const down = top + height / 2 + ((cellY + 0.5) * CELL - y - h / 2) * this.scale;
    return Math.hypot(across - clientX, down - clientY);
  }

  pan(dx, dy) {
    this.shown.x -= dx / this.scale;
    this.shown.y -= dy / this.scale;
    this.show();
  }

  zoom(factor, clientX, clientY) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const [cx, cy] = [clientX - left - width / 2, clientY - top - height / 2];
    const before = this.scale;
    const view = this.shown;
    const widest = Math.max(this.box.w, this.box.h);
    const w = Math.min(Math.max(view.w / factor, CLOSEST * CELL), widest * 1.5);
    const real = view.w / w;
    const [x, y] = [view.x + view.w / 2, view.y + view.h / 2];
    const [px, py] = [x + cx / before, y + cy / before];
    view.w = w;
    view.h /= real;
    view.x = px - (px - x) / real - view.w / 2;
    view.y = py - (py - y) / real - view.h / 2;
    this.fitted = view.w >= this.box.w && view.h >= this.box.h;
    if (this.fitted) this.fit();
    else this.show();
  }
}
