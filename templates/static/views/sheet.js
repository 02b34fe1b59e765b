// The sheet: a move with its reckoning or the reasons against it, and what a change would do.
import { faults, parsePlaced } from "../table.js";
import { counted, t } from "../words.js";
import { countdownView } from "./countdown.js";
import { enlarge } from "./dialogs.js";
import { button, make } from "./dom.js";
import { picture } from "./tiles.js";

const LEAST_SHARE = 0.01;
const MOST_REASONS = 2;

/** The small pictures of the tiles a turn laid. */
export function tilesOf(turn) {
  const tiles = turn.placed.length ? turn.placed.map((one) => parsePlaced(one).tile) : turn.laid;
  return make("span", { class: "tiles" }, ...tiles.map((tile) => picture(tile)));
}

/** A turn in full: who, what, what to answer first, each line's pay or each reason, together. */
export function turnView(turn, unit = "points", { first = [], laying = false, why = null } = {}) {
  const head = make("p", { class: "sheet-head" },
    make("strong", {}, turn.player), " ", turn.deed, " ", tilesOf(turn));
  const pay = make("output", { class: "pay" },
    turn.kind === "adjusted" && turn.points > 0 ? `+${turn.points}` : String(turn.points));
  pay.setAttribute("aria-label", counted(unit, turn.points));
  const unpaid = ["traded", "passed", "rerolled", "left"].includes(turn.kind)
    || (!turn.legal && !turn.stands) || (unit === "qwirkles" && !turn.points);
  return make("div", { class: "sheet-turn" },
    make("div", { class: "sheet-text" }, head, ...first, reckoning(turn, { laying, why })), unpaid ? null : pay);
}

/** The lines of a legal turn, or what speaks against an illegal one. */
export function reckoning(turn, { laying = false, why = null } = {}) {
  if (!turn.legal) return against(turn, laying, why);
  const list = make("ul", { class: "reckoning" });
  for (const line of turn.lines) {
    list.append(make("li", { class: line.qwirkle ? "qwirkle" : "" }, line.text));
  }
  if (turn.bonus_text) list.append(make("li", { class: "bonus" }, turn.bonus_text));
  for (const text of turn.remarks) list.append(make("li", { class: "remark" }, text));
  return list;
}

/** What speaks against a move, and what it still lacks; a tap shows the words of the rules. */
function against(turn, laying, why) {
  const wrong = faults(turn, laying);
  const lacking = laying ? turn.reasons.filter(({ missing }) => missing) : [];
  // The board outlines the tiles, so what is said of two lines need be said only once.
  const texts = [...new Set(wrong.map(({ text }) => text))];
  const shown = texts.length > MOST_REASONS + 1 ? texts.slice(0, MOST_REASONS) : texts;
  const parts = wrong.length ? [
    make("strong", { class: "why" }, turn.stands ? t("sheet.stands") : t("page.illegal")),
    why ? make("span", { class: "says" }, `${t("page.the_rule")} ›`) : null,
    ...shown.map((text) => make("span", { class: "reason" }, text)),
    shown.length < texts.length
      ? make("span", { class: "reason" }, t("page.more_reasons", { count: texts.length - shown.length })) : null,
  ] : [];
  const list = why && wrong.length
    ? make("button", { type: "button", class: "reasons", onclick: () => why(wrong) }, ...parts)
    : make("p", { class: "reasons" }, ...parts);
  if (!lacking.length) return list;
  return make("div", {}, wrong.length ? list : null, make("p", { class: "lacking" },
    make("strong", {}, t("page.missing")), ...lacking.map(({ missing }) => make("span", {}, missing))));
}

/** All reasons, those of one rule together with its words. */
export function rulesView(reasons) {
  const rules = [...new Set(reasons.map(({ rule }) => rule))];
  return make("ul", { class: "laws" }, ...rules.map((rule) => {
    const mine = reasons.filter((one) => one.rule === rule);
    const { law } = mine[0];
    return make("li", {}, ...[...new Set(mine.map(({ text }) => text))].map((text) => make("strong", {}, text)),
      law ? make("a", { class: "hint", href: `/rules#${rule}` }, t("page.rule", { number: rule, text: law })) : null);
  }));
}

/** What a correction does to later turns and totals. */
export function changesView(preview) {
  const list = make("ul", { class: "reckoning" });
  const { turns, totals } = preview.changes;
  // The totals first: what follows may be longer than the sheet.
  for (const { player, before, after } of totals) {
    list.append(make("li", { class: "total-change" }, `${player}: ${before} → ${after}`));
  }
  for (const sentence of turns.slice(0, 6)) list.append(make("li", {}, sentence));
  if (turns.length > 6) list.append(make("li", {}, t("page.more_turns", { count: turns.length - 6 })));
  if (!turns.length && !totals.length) list.append(make("li", {}, t("page.no_change")));
  return list;
}

/** Half a move may look against the rules; nothing is said of that before the hand has left. */
export function stillLaying(seen) {
  return Boolean(seen.turn && !seen.turn.legal && !seen.asking);
}

/** What to look at in a proposal, by cell: broken rules, doubts, tiles that are gone. */
export function proposalMarks(seen) {
  const marks = new Map();
  if (!seen) return marks;
  const doubted = [...seen.missing, ...seen.doubts.map(({ cell }) => cell), ...seen.revised.map(({ cell }) => cell)];
  for (const [x, y] of doubted) marks.set(`${x},${y}`, "doubt");
  const reasons = stillLaying(seen) ? [] : seen.turn?.reasons ?? [];
  for (const [x, y] of reasons.flatMap(({ cells }) => cells)) marks.set(`${x},${y}`, "wrong");
  return marks;
}

/** What the camera proposes: the move, every question about it, and quick answers. */
export function proposalView(seen, unit, answers, why) {
  const parts = [countdownView(seen.countdown)];
  if (stillLaying(seen)) parts.push(make("p", { class: "sheet-hint" }, seen.between_text || t("page.still_laying")));
  else if (seen.turn) {
    parts.push(turnView(seen.turn, unit, { why, first: seen.doubts.map((one) => doubtView(one, answers)) }));
  } else parts.push(make("p", { class: "sheet-head" }, make("strong", {}, t("page.seen"))));
  for (const one of seen.revised) parts.push(make("p", { class: "question" }, one.text));
  for (const text of seen.assumed) parts.push(make("p", { class: "question" }, text));
  if (seen.asking) {
    for (const text of seen.questions) parts.push(make("p", { class: "question" }, text));
  }
  // The likeliest first: whose turns these tiles were, with what each pays.
  if (seen.choices.length && seen.asking && answers) {
    parts.push(make("p", { class: "meanings choices" }, ...seen.choices.map((choice) =>
      button(choice.text, () => answers.choose(choice), choice === seen.choices[0] ? "primary" : ""))));
  }
  const others = seen.meant.filter((meant) => meant !== "move");
  if (others.length && answers) {
    parts.push(make("p", { class: "meanings" }, ...others.map((meant) =>
      button(t(`page.meant.${meant}`), () => answers.meant(meant)))));
  }
  if (answers && !seen.countdown && !seen.missing.length && !stillLaying(seen)) {
    parts.push(doesView(seen.turn && !seen.turn.legal ? "take_back" : "reject"));
  }
  return parts;
}

/** What a button will do to tiles that lie there, said before it is tapped. */
export const doesView = (what) => make("p", { class: "sheet-hint does" }, t(`page.does.${what}`));

/** A photo on its way, or as it was read, with what would make a better one. */
export function photoView({ text, share = undefined, picture: address = "" }) {
  const progress = share === undefined ? null : make("progress", { max: 1, value: share, "aria-label": text });
  return make("div", { class: "photo", key: "photo" },
    address ? pictureButton(address, t("page.photo_newest"), "shot") : null,
    text ? make("p", { class: share === undefined ? "question" : "sheet-hint", role: "status" }, text) : null, progress);
}

/** A picture that a tap enlarges. */
export function pictureButton(address, alt, kind) {
  const hide = (event) => { event.target.closest("button").style.display = "none"; };
  return make("button", { type: "button", class: `enlarges ${kind}`, key: address, title: t("page.enlarge"),
    onclick: () => enlarge(address, alt) }, make("img", { src: address, alt, onerror: hide }));
}

/** What lies on the table and is not counted, and what can be said of it with one tap. */
export function balanceView(balance, answers) {
  if (!balance) return [];
  const parts = [];
  if (balance.text) {
    const tiles = [...balance.uncounted.map((one) => parsePlaced(one).tile), ...balance.cards].map((tile) => picture(tile));
    parts.push(make("p", { class: "question uncounted" }, balance.text, " ", make("span", { class: "tiles" }, ...tiles)));
    if (answers) {
      const named = { last: balance.last, own: balance.next };
      parts.push(make("p", { class: "meanings" }, ...balance.ways.map((way) =>
        button(t(`page.way.${way}`, { player: named[way] ?? "" }), () => answers.settle(balance.uncounted, way)))));
    }
  }
  if (balance.aside.length) {
    const tiles = balance.aside.map((one) => picture(parsePlaced(one).tile));
    parts.push(make("p", { class: "question aside" }, t("page.aside"), " ", make("span", { class: "tiles" }, ...tiles),
      answers ? button(t("page.count_again"), () => answers.settle(balance.aside, "own"), "quiet") : null));
  }
  return parts;
}

/** A table that does not fit the known one: its picture, and that it is the table all the same. */
export function strangeView(strange, address, answers) {
  if (!strange) return [];
  return [make("p", { class: "question strange", role: "alert" }, strange.text),
    address ? pictureButton(address, t("page.photo_newest"), "shot") : null,
    answers ? make("p", { class: "meanings" }, button(t("page.this_is_table"), answers.adopt, "primary")) : null];
}

/** One doubtful tile: the picture that raised the doubt, and the likeliest answers. */
function doubtView(doubt, answers) {
  const [x, y] = doubt.cell;
  const likely = doubt.answers.filter(([, share]) => share >= LEAST_SHARE).slice(0, 3).map(([tile, share]) => {
    const percent = `${Math.round(share * 100)} %`;
    return make("button", {
      type: "button", class: "answer", disabled: !answers, "data-tile": tile, key: tile,
      onclick: () => answers.say(x, y, tile),
    }, picture(tile), make("small", {}, percent));
  });
  if (answers) likely.push(button(t("page.another_tile"), () => answers.another(x, y), "quiet"));
  const cut = answers && pictureButton(`/doubt.jpg?x=${x}&y=${y}`, t("page.doubt_alt"), "cut");
  return make("div", { class: "doubt", key: `${x},${y}`, role: "group", "aria-label": t("page.which_is_it") },
    cut || null, make("div", { class: "answers" }, ...likely));
}
