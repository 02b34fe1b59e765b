// The rows of Cards while a turn is laid: cards from the hand are its own, those of the table only move.

const sorted = (row) => [...row].sort().join(" ");

/** Which rows a play changes: {gone, come, same}, rows of tiles, and how many stay as they are. */
export function changedRows(before, after) {
  const left = [...before];
  const come = after.filter((row) => {
    const found = left.findIndex((old) => sorted(old) === sorted(row));
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  });
  return { gone: left, come, same: after.length - come.length };
}

const [MOST_PX, LEAST_PX] = [240, 40];
/** From card to card, around the cards of a row, and from row to row; in sizes of a card. */
const [BESIDE, AROUND, BELOW] = [1.12, 0.5, 1.45];

/** The largest size of cards, in px, with which rows of so many cards fill a table of this size. */
export function cardSize(lengths, { width, height }) {
  for (let size = MOST_PX; size > LEAST_PX; size -= 4) {
    let lines = 1;
    let used = 0;
    for (const length of lengths) {
      const wide = size * (length * BESIDE + AROUND);
      if (used && used + wide > width) {
        lines += 1;
        used = 0;
      }
      used += wide;
    }
    const widest = size * (Math.max(0, ...lengths) * BESIDE + AROUND);
    if (widest <= width && lines * size * BELOW <= height) return size;
  }
  return LEAST_PX;
}

export class LaidRows {
  /** The rows as they lie; `laid` are the cards of a turn that is being put right. */
  constructor(rows, laid = []) {
    const left = [...laid];
    this.before = JSON.stringify(rows);
    this.rows = rows.map((row) => row.map((tile) => {
      const found = left.indexOf(tile);
      if (found >= 0) left.splice(found, 1);
      return { tile, own: found >= 0 };
    }));
    /** The card that is taken up to be put elsewhere. */
    this.held = null;
  }

  /** The rows as the camera sees them, after those before: what came from the hand, what moved, what is doubtful. */
  static seen({ rows, fresh, moved, doubts, wrong }, before = rows) {
    const laid = new LaidRows(rows);
    laid.before = JSON.stringify(before);
    const mark = (cells, sign) => {
      for (const [x, y] of cells) if (laid.rows[y]?.[x]) laid.rows[y][x][sign] = true;
    };
    mark(fresh, "own");
    mark(moved, "moved");
    mark(doubts.map(({ cell }) => cell), "unsure");
    mark(wrong.flatMap((y) => rows[y].map((_, x) => [x, y])), "wrong");
    return laid;
  }

  get changed() {
    return JSON.stringify(this.rows.map((row) => row.map(({ tile }) => tile))) !== this.before;
  }

  get laid() {
    return this.rows.flat().filter(({ own }) => own).map(({ tile }) => tile);
  }

  get tiles() {
    return this.rows.filter((row) => row.length).map((row) => row.map(({ tile }) => tile));
  }

  /** Of the cards of the last turn, [[tile, the row as it was laid]], those that lie as they did. */
  asLaid(newest) {
    const found = newest.map(([tile, laid]) => this.rows
      .find((row) => laid && sorted(row.map((card) => card.tile)) === sorted(laid))
      ?.find((card) => card.tile === tile));
    return new Set(found.filter(Boolean));
  }

  hold(card) {
    this.held = card === this.held ? null : card;
  }

  /** Take a card off the table. */
  take(card) {
    for (const row of this.rows) {
      const place = row.indexOf(card);
      if (place >= 0) row.splice(place, 1);
    }
    this.rows = this.rows.filter((row) => row.length);
  }

  /** Put the held card into a row; the one after the last is new. */
  putHeld(index) {
    const row = this.rows[index] ?? [];
    const card = this.held;
    this.held = null;
    for (const other of this.rows) {
      const place = other.indexOf(card);
      if (place >= 0) other.splice(place, 1);
    }
    row.push(card);
    if (!this.rows.includes(row)) this.rows.push(row);
    this.rows = this.rows.filter((one) => one.length);
  }

  /** Lay a card from the hand to a row; the one after the last is new. */
  lay(index, tile) {
    (this.rows[index] ??= []).push({ tile, own: true });
  }
}
