// Menus: everything that is not placing a tile.
import { SHAPES } from "../table.js";
import { showLetters, want, wants } from "../wishes.js";
import { LANGUAGES, t, tOf } from "../words.js";
import { choices, confirm, counts, field, hide, show, stepper } from "./dialogs.js";
import { at, make } from "./dom.js";
import { askOwner, showMoves } from "./hands.js";
import { historyView } from "./history.js";
import { pictureButton, reckoning, rulesView, tilesOf } from "./sheet.js";
import { picture } from "./tiles.js";

const text = (properties) => make("input", { type: "text", maxLength: 60, ...properties });

/** The menu of the page. */
export function main(state, hooks) {
  const { game } = state;
  const player = hooks.isPlayer;
  show(t("page.menu"), choices([
    { text: t("page.history"), onclick: () => history(game, hooks) },
    { text: tOf(game.rules, "page.tiles_left"), onclick: () => unseen(game) },
    game.rules === "cards" && { text: t("page.piles"), onclick: () => piles(game) },
    { text: t("page.rules"), href: "/rules" },
    player && { text: t("page.invite"), href: "/invite" },
    player && game.can.watch && { text: t("page.camera"), href: "/camera" },
    { text: t("page.tv"), href: "/tv" },
    { text: t("page.past_games"), href: "/games" },
    player && { text: t("page.new_game"), href: "/start" },
    player && !game.end && { text: t("page.finish"), onclick: () => finish(game, hooks) },
    { text: t("page.settings"), onclick: () => settings(state, hooks) },
  ]));
}

/** How a phone that watches becomes a player's. */
export function playAlong() {
  const here = "here" in document.body.dataset;
  show(t("page.play_along"), make("p", {}, t(here ? "page.watching_here" : "page.watching_only")));
}

/** What this phone does for its owner. */
export function settings(state, hooks) {
  const toggle = (key, what, standard = false) => {
    if (localStorage.getItem(what) === null) want(what, standard);
    const box = make("input", { type: "checkbox", checked: wants(what) });
    box.addEventListener("change", () => {
      want(what, box.checked);
      showLetters();
    });
    return make("label", { class: "toggle" }, box, make("span", {}, t(key)));
  };
  const trust = make("input", { type: "checkbox", checked: state.by_itself });
  trust.addEventListener("change", () => hooks.trust(trust.checked));
  const trusting = state.game.can.watch && hooks.isPlayer
    ? make("label", { class: "toggle" }, trust, make("span", {}, t("page.by_itself"))) : null;
  const languages = make("form", { method: "post", action: "/language", class: "languages" },
    ...LANGUAGES.map((code) => {
      const chosen = document.documentElement.lang === code;
      const one = make("button", { name: "language", value: code, class: chosen ? "chosen" : "quiet", lang: code },
        t(`page.language.${code}`));
      one.setAttribute("aria-pressed", String(chosen));
      return one;
    }));
  const sixth = make("div", { class: "languages" }, ...["purple", "white"].map((colour) => {
    const chosen = state.game.sixth === colour;
    const one = make("button", { type: "button", class: chosen ? "chosen" : "quiet", onclick: () => {
      hide();
      if (!chosen) hooks.mend({ sixth: colour });
    } }, t(`colour.${colour}`));
    one.setAttribute("aria-pressed", String(chosen));
    return one;
  }));
  const set = hooks.isPlayer ? [make("h3", {}, t("page.sixth")), sixth] : [];
  show(t("page.settings"), make("h3", {}, t("page.language")), languages,
    toggle("page.letters", "letters", true), toggle("page.voice", "voice"), toggle("page.sound", "sound"),
    state.game.turn_s ? toggle("page.timer_sound", "timer_sound", true) : null, trusting, ...set,
    ...("wakeLock" in navigator ? [] : sleepy()));
}

/** Browsers keep the screen on for pages over https only. */
function sleepy() {
  const { secure } = at("dialog").dataset;
  const hint = make("p", { class: "hint" }, t("page.no_wake"));
  if (!secure) return [hint];
  return [hint, make("p", {}, make("a", { class: "button", href: `${secure}/` }, t("phone.go_https"))),
    make("p", { class: "hint" }, t("phone.warning_1"))];
}

/** The rarer things a player can do with the own turn. */
export function more(game, hooks) {
  const name = game.next ?? game.players[0].name;
  show(t("page.more"), choices([
    { text: tOf(game.rules, "page.hand"), href: "/hand" },
    game.rules === "cards" && game.can.trade && { text: t("page.trade_cards"), onclick: () => trade(game, name, hooks) },
    game.can.watch && { text: t("page.photo"), onclick: hooks.photo },
    game.can.pass && { text: t("page.pass"), onclick: () => hooks.append({ player: name, passed: true }) },
    game.can.redo && { text: t("page.redo"), onclick: () => hooks.append({ redone: true }) },
    { text: t("page.count"), onclick: () => count(game, name, hooks) },
    { text: t("page.adjust"), onclick: () => adjust(game, name, hooks) },
    { text: tOf(game.rules, "page.tiles_left"), onclick: () => unseen(game) },
    { text: t("page.history"), onclick: () => history(game, hooks) },
    { text: t("page.finish"), onclick: () => finish(game, hooks) },
  ]));
}

/** Swap tiles with the bag; in Cards always the whole hand. */
export function trade(game, name, hooks) {
  const seat = game.players.find((one) => one.name === name);
  const held = seat.hand ?? (game.rules === "cards" ? 9 : 6);
  if (game.rules === "cards") {
    show(t("page.trade_cards"), make("p", {}, t("page.trade_cards_text", { player: name })),
      confirm(t("page.trade_cards"), () => { hide(); hooks.append({ player: name, traded: held }); }));
    return;
  }
  const count = counts(t("page.how_many"), 1, Math.max(1, Math.min(held, game.bag)), 1);
  show(t("page.trade_of", { player: name }), count.row,
    confirm(t("page.trade"), () => { hide(); hooks.append({ player: name, traded: count.value() }); }));
}

/** Roll cubes again; the turn goes on. */
export function roll(game, name, hooks) {
  const seat = game.players.find((one) => one.name === name);
  const held = Math.max(1, seat.hand ?? 6);
  const count = counts(t("page.how_many"), 1, held, held);
  show(t("page.roll_of", { player: name }), count.row,
    confirm(t("page.roll"), () => { hide(); hooks.append({ player: name, rerolled: count.value() }); }));
}

/** What the table counted in the bag and in a hand: that is believed. */
export function count(game, name, hooks) {
  const seat = game.players.find((one) => one.name === name);
  const bag = stepper(t("page.count_bag"), 0, 108, game.bag);
  const label = t("page.count_hand", { player: name });
  const hand = stepper(label, 0, game.hand_size, seat.hand ?? game.hand_size);
  const photo = make("input", { type: "file", accept: "image/*", class: "unseen" });
  photo.setAttribute("capture", "environment");
  const said = make("p", { class: "hint", role: "status" });
  photo.addEventListener("change", async () => {
    const read = await hooks.handPhoto(photo.files[0], ({ text }) => { said.textContent = text; });
    said.textContent = read.error ? read.error.text : read.advice.join(" ");
    if (!read.error) hand.set(read.tiles.length);
  });
  show(t("page.count"), make("p", { class: "hint" }, t("page.count_text")),
    make("h3", {}, t("page.count_bag")), bag.row, make("h3", {}, label), hand.row,
    make("label", { class: "button" }, photo, make("span", {}, t("page.count_hand_photo"))), said,
    confirm(t("page.save"), () => {
      hide();
      hooks.append({ player: name, counted: { hand: hand.value(), bag: bag.value() } });
    }));
}

/** Everybody's Qwirkles, for everybody to look through. */
export function piles(game) {
  const taken = game.players.filter(({ pile }) => pile.length).map(({ name, pile }) => make("section", { class: "pile" },
    make("h3", {}, name), ...pile.map((row) => make("p", { class: "tiles" }, ...row.map((tile) => picture(tile))))));
  show(t("page.piles"), ...(taken.length ? taken : [make("p", {}, t("page.no_piles"))]));
}

/** Give or take points, with a reason. */
export function adjust(game, name, hooks) {
  const who = make("select", {}, ...game.players.map((one) =>
    make("option", { value: one.name, selected: one.name === name }, one.name)));
  const points = stepper(t("page.points"), -99, 99, 1);
  const reason = text({ placeholder: t("page.no_reason") });
  show(t("page.adjust"), field(t("page.player"), who), points.row, field(t("page.reason"), reason),
    confirm(t("page.save"), () => {
      hide();
      hooks.append({ player: who.value, adjusted: points.value(), reason: reason.value.trim() || t("page.no_reason") });
    }));
}

/** What speaks against a move, with the words of each rule. */
export function reasons(all) {
  show(t("page.rule_says"), rulesView(all));
}

/** Let an illegal move stand for an agreed number of points. */
export function letStand(preview, agreed) {
  const points = stepper(t("page.agreed_points"), 0, 99, preview.stands_for);
  show(t("page.let_stand"), rulesView(preview.turn.reasons),
    make("p", {}, t(preview.turn.kind === "laid" ? "page.let_stand_cards" : "page.let_stand_text")), points.row,
    confirm(t("page.let_stand"), () => { hide(); agreed(points.value()); }));
}

/** End the game. */
export function finish(game, hooks) {
  const out = game.can.went_out
    ? game.players.filter(({ left }) => !left).map((one) => ({
      text: t("page.went_out", { player: one.name }),
      hint: game.bag || one.hand ? t("page.count_says", { player: one.name, count: one.hand ?? 0, limit: game.bag }) : "",
      onclick: () => hooks.append({ finished: "went_out", by: one.name }),
    })) : [];
  show(t("page.finish"), make("p", {}, t("page.finish_text")), choices([
    ...out,
    game.can.blocked && { text: t("page.blocked"), onclick: () => hooks.append({ finished: "blocked" }) },
    { text: t("page.agreed"), onclick: () => hooks.append({ finished: "agreed" }) },
  ]));
}

/** The best moves of somebody's open hand. */
async function bestMoves(name, hooks) {
  const told = await hooks.askMoves(name);
  if (told) showMoves(t("page.open_moves"), told, hooks.showOnBoard);
}

/** One player: play for them, rename, adjust, leave. */
export function player(one, hooks, hands = null) {
  const number = hands?.numbers[one.name];
  const rename = () => {
    const name = text({ value: one.name });
    show(t("page.rename"), field(t("page.player"), name), confirm(t("page.save"), () => {
      hide();
      if (name.value.trim() !== one.name) hooks.append({ player: one.name, renamed: name.value.trim() });
    }));
  };
  show(one.name, choices([
    !one.left && { text: t("page.play_as", { player: one.name }), onclick: () => hooks.playAs(one.name) },
    !one.left && { text: t("page.count"), onclick: () => count(hooks.game(), one.name, hooks) },
    number !== undefined && { text: t("page.open_moves"), onclick: () => bestMoves(one.name, hooks) },
    number !== undefined && { text: t("page.whose_cubes_of"), onclick: () => askOwner(number, hooks.players(), hooks.owners) },
    { text: t("page.adjust"), onclick: () => adjustFor(one, hooks) },
    { text: t("page.rename"), onclick: rename },
    !one.left && { text: t("page.leaves", { player: one.name }), kind: "danger",
      onclick: () => hooks.append({ player: one.name, left: true }) },
  ]));
}

const adjustFor = (one, hooks) => adjust({ players: [one] }, one.name, hooks);

/** All turns, newest first. */
export function history(game, hooks) {
  const open = hooks.isPlayer ? (one) => turn(one, game, hooks) : null;
  const list = make("ol", { class: "turns" }, ...historyView(game.turns, open));
  show(t("page.history"), game.turns.length ? list : make("p", {}, t("page.nothing_yet")));
}

/** One turn of the past, and what can be put right about it. */
export function turn(one, game, hooks) {
  const others = game.players.filter(({ name }) => name !== one.player);
  const move = ["placed", "laid"].includes(one.kind);
  show(one.ordinal ? t("sheet.turn", { number: one.ordinal, player: one.player }) : one.player,
    make("p", {}, one.deed, " ", tilesOf(one), " ", make("strong", {}, one.pay)),
    one.legal ? reckoning(one) : rulesView(one.reasons),
    pictureButton(`/games/${game.number}/turns/${one.number}.jpg`, t("page.turn_picture"), "evidence"),
    choices([
      one.kind === "placed" && { text: t("page.add_tile"), onclick: () => hooks.addTile(one.number) },
      one.kind === "laid" && { text: t("page.edit_cards"), onclick: () => hooks.editCards(one) },
      ...others.map(({ name }) => ({
        text: t("page.was_turn_of", { player: name }),
        onclick: () => hooks.mend({ turn: one.number, player: name }),
      })),
      move && { text: t("page.let_stand"), onclick: () => letStand(
        { turn: one, stands_for: Math.max(one.points, one.lines.reduce((sum, line) => sum + line.points, 0)) },
        (points) => hooks.mend({ turn: one.number, stands: points })) },
      { text: t("page.remove_turn"), kind: "danger", onclick: () => hooks.mend({ turn: one.number, removed: true }) },
    ]));
}

/** The tiles that nobody has seen yet. */
export function unseen(game) {
  const total = t("sheet.bag", { count: game.bag });
  const single = Object.keys(game.unseen)[0]?.length === 1;
  const cell = (key, tile) => make("div", { class: `left${game.unseen[key] ? "" : " gone"}` },
    picture(tile), make("span", {}, String(game.unseen[key] ?? 0)));
  const grid = single
    ? game.colours.map((colour) => cell(colour, `${colour}o`))
    : SHAPES.flatMap((shape) => game.colours.map((colour) => cell(colour + shape, colour + shape)));
  show(tOf(game.rules, "page.tiles_left"), make("p", {}, total), make("p", { class: "hint" }, tOf(game.rules, "page.unseen_text")),
    make("div", { class: "left-grid" }, ...grid));
}

