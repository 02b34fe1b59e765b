// The table of Qwirkle Cards: rows that a turn may add to and lay anew, by tapping.
import { picture, tileName } from "./tiles.js";
import { button, make, t } from "./words.js";

/** The cards of a game's last turn, each with the row it was laid to: [[tile, row]]. */
export function lastLaid({ turns }) {
  const last = turns.findLast(({ laid, legal, stands }) => laid.length && (legal || stands));
  return (last?.laid ?? []).map((tile) => [tile, last.lines.find(({ cards }) => cards.includes(tile))?.cards]);
}

/** The rows being laid; cards from the hand are marked, those of the table are only moved. */
export class Rows {
  constructor(place, { editable, onChange, pick }) {
    this.place = place;
    this.editable = editable;
    this.onChange = onChange;
    this.pick = pick;
    this.newest = [];
    this.reset([]);
  }

  /** Outline the cards of the last turn: [[tile, the row as it was laid]]. */
  mark(newest) {
    if (JSON.stringify(newest) === JSON.stringify(this.newest)) return;
    this.newest = newest;
    this.draw();
    // Once the rest of the page is drawn and the table has its height.
    requestAnimationFrame(() => this.place.querySelector(".card.last")?.scrollIntoView({ block: "center" }));
  }

  /** The cards that the last turn laid, as far as they lie as they were laid. */
  lastCards() {
    const sorted = (row) => [...row].sort().join(" ");
    const found = this.newest.map(([tile, laid]) => this.rows
      .find((row) => laid && sorted(row.map((card) => card.tile)) === sorted(laid))
      ?.find((card) => card.tile === tile));
    return new Set(found.filter(Boolean));
  }

  /** Begin anew with the rows as they lie; `laid` are the cards of a turn that is being mended. */
  reset(rows, laid = []) {
    const left = [...laid];
    this.before = JSON.stringify(rows);
    this.rows = rows.map((row) => row.map((tile) => {
      const at = left.indexOf(tile);
      if (at >= 0) left.splice(at, 1);
      return { tile, own: at >= 0 };
    }));
    this.held = null;
    this.draw();
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

  draw() {
    this.last = this.lastCards();
    const rows = this.rows.map((row, index) => this.row(row, index));
    if (this.editable) {
      const key = this.held ? "page.put_new_row" : "page.new_row";
      rows.push(button(t(key), () => this.put(this.rows.length), "quiet new-row"));
    }
    this.place.replaceChildren(make("div", { class: "rows" }, ...rows));
  }

  row(row, index) {
    const cards = row.map((card) => this.card(card, index));
    if (this.editable) {
      const add = button(this.held ? "↓" : "+", () => this.put(index), "add-card");
      add.setAttribute("aria-label", t(this.held ? "page.put_here" : "page.add_card"));
      cards.push(add);
    }
    return make("div", { class: "row", role: "group", "aria-label": t("page.row_of", { number: index + 1 }) },
      ...cards);
  }

  card(card, index) {
    const kind = ["card", card.own && "own", this.last.has(card) && "last", card === this.held && "held"]
      .filter(Boolean).join(" ");
    if (!this.editable) return make("span", { class: kind }, picture(card.tile));
    return make("button", {
      type: "button", class: kind, "aria-pressed": String(card === this.held),
      onclick: () => this.tap(card, index),
    }, picture(card.tile));
  }

  tap(card, index) {
    if (card === this.held || !card.own) {
      this.held = card === this.held ? null : card;
      this.draw();
      return;
    }
    this.pick({
      title: tileName(card.tile),
      chosen: card.tile,
      more: [
        { text: t("page.move"), onclick: () => { this.held = card; this.draw(); } },
        { text: t("page.remove"), onclick: () => this.take(card) },
      ],
      onTile: (tile) => { card.tile = tile; this.told(); },
    }, index);
  }

  take(card) {
    for (const row of this.rows) {
      const at = row.indexOf(card);
      if (at >= 0) row.splice(at, 1);
    }
    this.told();
  }

  /** Put the held card into a row, or choose a new card for it. */
  put(index) {
    if (this.held) {
      const card = this.held;
      this.held = null;
      for (const row of this.rows) {
        const at = row.indexOf(card);
        if (at >= 0) row.splice(at, 1);
      }
      (this.rows[index] ??= []).push(card);
      this.told();
      return;
    }
    this.pick({
      title: t("page.add_card"),
      onTile: (tile) => {
        (this.rows[index] ??= []).push({ tile, own: true });
        this.told();
      },
    }, index);
  }

  told() {
    this.rows = this.rows.filter((row) => row.length);
    this.draw();
    this.onChange();
  }
}
