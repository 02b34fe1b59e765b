// Actions: the buttons at the bottom of the page, for each thing that may be going on.
import { faults } from "../table.js";
import { t, tOf } from "../words.js";
import { button, make } from "./dom.js";
import { stillLaying } from "./sheet.js";
import { svg } from "./tiles.js";

/** What somebody who only watches may look at. */
export const watcherButtons = (rules, taps) => [button(t("page.history"), taps.history),
  button(tOf(rules, "page.tiles_left"), taps.unseen), button(t("page.play_along"), taps.playAlong)];

/** A correction of the past that is being looked at. */
export function mendButtons(preview, taps) {
  const save = button(t("page.save"), taps.saveMend, "primary");
  save.disabled = !preview || Boolean(preview.error);
  return [button(t("page.cancel"), taps.clear), save];
}

/** A move that is being entered. */
export function draftButtons(preview, isCards, taps) {
  const turn = preview?.turn;
  const stand = button(t("page.let_stand"), () => taps.letStand(preview));
  if (turn?.legal && preview.out_of_turn) {
    const mine = button(t("page.my_move", { player: turn.player }), taps.agreeOutOfTurn, "primary");
    return [button(t("page.clear"), taps.clear), stand, mine];
  }
  if (turn && !turn.legal) {
    if (!faults(turn, true).length) return [button(t("page.clear"), taps.clear), stand];
    return [button(t("page.take_back"), taps.clear), button(t("page.mend"), taps.fixDraft), stand];
  }
  const text = turn && !(isCards && !turn.points) ? t("page.save_points", { pay: turn.pay }) : t("page.save");
  const save = button(text, taps.saveDraft, "primary");
  save.disabled = !turn;
  return [button(t("page.clear"), taps.clear), save];
}

/** What can be said about the camera's proposal with one tap. */
export function proposalButtons(seen, taps) {
  if (seen.missing.length) {
    return [button(t("page.gone_no"), () => taps.gone(false)), button(t("page.gone_yes"), () => taps.gone(true), "primary")];
  }
  const reject = button(t("page.reject"), taps.reject);
  reject.title = t("page.does.reject");
  if (!seen.turn) return [reject, button(t("page.accept"), taps.accept, "primary")];
  const fix = button(t("page.mend"), taps.fixSeen);
  if (!seen.turn.legal) {
    // Half a move is neither taken back nor let stand; the buttons keep their places.
    const back = button(t("page.take_back"), taps.takeBackSeen);
    back.title = t("page.does.take_back");
    const stand = button(t("page.let_stand"), () => taps.letSeenStand(seen));
    back.disabled = stand.disabled = stillLaying(seen);
    return [back, fix, stand];
  }
  if (seen.turn.kind === "laid" && !seen.turn.points) return [reject, fix, button(t("page.accept"), taps.accept, "primary")];
  return [reject, fix, button(t("page.accept_points", { pay: seen.turn.pay }), taps.accept, "primary")];
}

/** Nothing is going on. */
export function idleButtons({ can, rules, end, number }, { cleared, watched }, taps) {
  const back = button(t("page.undo"), taps.undo);
  back.title = t("page.does.undo");
  back.disabled = !can.undo;
  const all = [back];
  // Where no camera watches, a photo is how a turn is told; there is no room for redo beside it.
  const photo = can.watch && !watched && !end;
  if (can.redo && !photo) all.push(signButton("↷", t("page.redo"), taps.redo));
  if (cleared && !end) all.push(button(t("page.finish"), taps.finish, "primary"));
  else if (can.roll) all.push(button(t("page.roll"), taps.roll));
  // A new hand of cards is the rare case: it stands under More.
  else if (can.trade && rules !== "cards") all.push(button(t("page.trade"), taps.trade));
  else if (can.pass) all.push(button(t("page.pass"), taps.pass));
  if (end) all.push(make("a", { class: "button primary", href: `/games/${number}` }, t("page.result")));
  else all.push(signButton("⋯", t("page.more"), taps.more));
  if (photo) all.push(photoButton(taps));
  return all;
}

/** A sign instead of a word: four words are too many for a phone in some languages. */
function signButton(sign, name, onclick) {
  return make("button", { type: "button", class: "sign", title: name, onclick },
    make("span", { "aria-hidden": "true" }, sign), make("span", { class: "unseen" }, name));
}

function photoButton(taps) {
  const lens = svg("svg", { viewBox: "0 0 24 24", width: 28, height: 28, "aria-hidden": "true" },
    svg("path", { d: "M4 8h3l2-3h6l2 3h3v11H4Z", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linejoin": "round" }),
    svg("circle", { cx: 12, cy: 13, r: 3.6, fill: "none", stroke: "currentColor", "stroke-width": 2 }));
  return make("button", { type: "button", class: "sign primary photo-button", title: t("page.photo_button"), onclick: taps.photo },
    lens, make("span", { class: "unseen" }, t("page.photo_button")));
}
