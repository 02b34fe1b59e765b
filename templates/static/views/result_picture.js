// The result as a picture: who won, everybody's total, and the table, drawn for sharing.
import { parsePlaced } from "../table.js";
import { face, svg } from "./tiles.js";

/** Large enough for any phone, small enough for any messenger. */
const WIDE = 1080;
const EDGE = 72;
const LINE = 104;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const PAPER = "#f6f4ef";
const INK = "#1b1d20";
const SOFT = "#5b6067";
const PRINTS = { r: "#f5333f", o: "#ff8a1c", y: "#ffdd33", g: "#35bf4d", b: "#2b8cff", p: "#a65cff", w: "#f7f7f7" };
const PLAYERS = ["#0b6b57", "#b5471f", "#5b4bb7", "#8a6100", "#a3216b", "#35618e"];

/** The picture as a PNG file. */
export async function resultPng(game, title, about) {
  const { drawn, high } = card(game, title, about);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDE, height: high });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  return new File([blob], "qwirkle.png", { type: "image/png" });
}

function card(game, title, about) {
  const below = EDGE + 150 + game.players.length * LINE;
  const table = game.rules === "cards" ? rows(game) : board(game);
  const high = Math.round(below + table.high + EDGE);
  const drawn = svg("svg", { width: WIDE, height: high, viewBox: `0 0 ${WIDE} ${high}` },
    document.querySelector(".shapes defs").cloneNode(true),
    svg("rect", { width: WIDE, height: high, fill: PAPER }),
    text(EDGE, EDGE + 56, title, { size: Math.min(72, (1.7 * (WIDE - 2 * EDGE)) / title.length), weight: 800 }),
    text(EDGE, EDGE + 112, about, { size: 34, fill: SOFT }), ...standings(game, EDGE + 150));
  table.drawn.setAttribute("transform", `translate(${table.left} ${below + 20}) scale(${table.scale})`);
  drawn.append(table.drawn);
  return { drawn, high };
}

function standings({ players }, top) {
  const order = players.map((player, place) => ({ ...player, place })).toSorted((a, b) => b.total - a.total);
  return order.flatMap(({ name, total, place }, line) => {
    const y = top + (line + 0.68) * LINE;
    return [svg("circle", { cx: EDGE + 18, cy: y - 18, r: 18, fill: PLAYERS[place] }),
      text(EDGE + 62, y, name.length > 24 ? `${name.slice(0, 23)}…` : name, { size: 52, weight: 600 }),
      text(WIDE - EDGE, y, String(total), { size: 76, weight: 800, anchor: "end" })];
  });
}

function board({ board: lying }) {
  const tiles = lying.map(parsePlaced);
  if (!tiles.length) return { drawn: svg("g"), high: 0, left: EDGE, scale: 1 };
  const [xs, ys] = [tiles.map(({ x }) => x), tiles.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  const scale = Math.min(0.9, (WIDE - 2 * EDGE) / (100 * wide), 1000 / (100 * high));
  const drawn = svg("g", {}, ...tiles.map(({ tile, x, y }) => tileAt(tile, 100 * (x - left), 100 * (y - top))));
  return { drawn, scale, high: 100 * high * scale + 20, left: (WIDE - 100 * wide * scale) / 2 };
}

function rows({ rows: lying }) {
  const drawn = svg("g", {}, ...lying.flatMap((row, line) => row.map((card, at) => tileAt(card, 104 * at, 124 * line))));
  return { drawn, scale: 0.8, high: 100 * lying.length + 20, left: EDGE };
}

function tileAt(tile, x, y) {
  const drawn = face(tile);
  drawn.querySelector(".letter").remove();
  drawn.querySelector(".body").setAttribute("fill", "#141414");
  drawn.querySelector(".print").setAttribute("fill", PRINTS[tile[0]]);
  drawn.setAttribute("transform", `translate(${x} ${y})`);
  return drawn;
}

function text(x, y, words, { size, weight = 400, fill = INK, anchor = "start" }) {
  const drawn = svg("text", { x, y, fill, "font-family": FONT, "font-size": size, "font-weight": weight, "text-anchor": anchor });
  drawn.textContent = words;
  return drawn;
}
