// Actions: the buttons at the bottom of the page, for each thing that may be going on.
import { faults } from "../table.js";
import { t } from "../words.js";
import { button, make } from "./dom.js";
import { stillLaying } from "./sheet.js";

/** What somebody who only watches may look at. */
export const watcherButtons = (taps) => [button(t("page.history"), taps.history),
  button(t("page.tiles_left"), taps.unseen), button(t("page.play_along"), taps.playAlong)];

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
  if (!seen.turn) return [reject, button(t("page.accept"), taps.accept, "primary")];
  const fix = button(t("page.mend"), taps.fixSeen);
  if (!seen.turn.legal) {
    // Half a move is neither taken back nor let stand; the buttons keep their places.
    const back = button(t("page.take_back"), taps.takeBackSeen);
    const stand = button(t("page.let_stand"), () => taps.letSeenStand(seen));
    back.disabled = stand.disabled = stillLaying(seen);
    return [back, fix, stand];
  }
  return [reject, fix, button(t("page.accept_points", { pay: seen.turn.pay }), taps.accept, "primary")];
}

/** Nothing is going on. */
export function idleButtons({ can, rules, end, number }, cleared, taps) {
  const back = button(t("page.undo"), taps.undo);
  back.disabled = !can.undo;
  const all = [back];
  if (can.redo) all.push(redoButton(taps));
  if (cleared && !end) all.push(button(t("page.finish"), taps.finish, "primary"));
  else if (can.roll) all.push(button(t("page.roll"), taps.roll));
  else if (can.trade) all.push(button(t(rules === "cards" ? "page.new_hand" : "page.trade"), taps.trade));
  else if (can.pass) all.push(button(t("page.pass"), taps.pass));
  if (end) all.push(make("a", { class: "button primary", href: `/games/${number}` }, t("page.result")));
  else all.push(button(t("page.more"), taps.more));
  return all;
}

/** A sign instead of a word: four words are too many for a phone in some languages. */
function redoButton(taps) {
  const redo = button("↷", taps.redo, "redo");
  redo.setAttribute("aria-label", t("page.redo"));
  redo.title = t("page.redo");
  return redo;
}
