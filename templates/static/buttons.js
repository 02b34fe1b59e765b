// Buttons: what can be done now, at the bottom of the page.
import { mendSeen, takeBackSeen } from "./answering.js";
import { carryOut, clear, tell, undo } from "./carrying.js";
import { letStand, mendDraft, saveDraft } from "./entering.js";
import { hooks, saveMend } from "./mending.js";
import * as menus from "./menus.js";
import { faults, stillLaying } from "./sheet.js";
import { parsePlaced, written } from "./tiles.js";
import { actor, at, drafting, game, isCards, isPlayer, proposal, ui } from "./ui.js";
import { button, make, swap, t } from "./words.js";

/** Draw the buttons that make sense now. */
export function drawActions() {
  const bar = at("actions");
  if (!isPlayer) {
    swap(bar, button(t("page.history"), () => menus.history(game(), hooks)),
      button(t("page.tiles_left"), () => menus.unseen(game())), button(t("page.play_along"), menus.playAlong));
    return;
  }
  if (ui.moving || ui.addTo) swap(bar, button(t("page.cancel"), clear));
  else if (ui.mend) swap(bar, button(t("page.cancel"), clear), saveButton());
  else if (drafting()) swap(bar, ...draftButtons());
  else if (proposal()) swap(bar, ...proposalButtons(proposal()));
  else swap(bar, ...idleButtons());
}

function saveButton() {
  const made = button(t("page.save"), saveMend, "primary");
  made.disabled = !ui.preview || Boolean(ui.preview.error);
  return made;
}

function draftButtons() {
  const turn = ui.preview?.turn;
  const stand = button(t("page.let_stand"), () => menus.letStand(ui.preview, letStand));
  if (turn && !turn.legal) {
    if (!faults(turn, true).length) return [button(t("page.clear"), clear), stand];
    return [button(t("page.take_back"), clear), button(t("page.mend"), mendDraft), stand];
  }
  const text = turn && !(isCards() && !turn.points) ? t("page.save_points", { pay: turn.pay }) : t("page.save");
  const save = button(text, saveDraft, "primary");
  save.disabled = !turn;
  return [button(t("page.clear"), clear), save];
}

/** What can be said about the camera's proposal with one tap; as it is when the tap comes. */
function proposalButtons(seen) {
  const gone = (really) => () => carryOut({ gone: proposal().missing, really });
  if (seen.missing.length) {
    return [button(t("page.gone_no"), gone(false)), button(t("page.gone_yes"), gone(true), "primary")];
  }
  const reject = button(t("page.reject"), () => carryOut({ reject: proposal().placed }, "page.rejected"));
  const accept = () => carryOut({ accept: proposal().placed });
  if (!seen.turn) return [reject, button(t("page.accept"), accept, "primary")];
  const mend = button(t("page.mend"), () => mendSeen(proposal()));
  if (!seen.turn.legal) {
    // Half a move is neither taken back nor let stand; the buttons keep their places.
    const back = button(t("page.take_back"), () => takeBackSeen(proposal()));
    const stand = button(t("page.let_stand"), () => menus.letStand(proposal(), letSeenStand));
    back.disabled = stand.disabled = stillLaying(seen);
    return [back, mend, stand];
  }
  return [reject, mend, button(t("page.accept_points", { pay: seen.turn.pay }), accept, "primary")];
}

function letSeenStand(points) {
  const placed = proposal().placed.map(parsePlaced).map(written);
  return carryOut({ tell: { player: actor(), placed, stands: points } });
}

/** A sign instead of a word: four words are too many for a phone in some languages. */
function redoButton() {
  const redo = button("↷", () => tell({ redone: true }, "page.redone"), "redo");
  redo.setAttribute("aria-label", t("page.redo"));
  redo.title = t("page.redo");
  return redo;
}

function idleButtons() {
  const { can } = game();
  const back = button(t("page.undo"), undo);
  back.disabled = !can.undo;
  const all = [back];
  if (can.redo) all.push(redoButton());
  if (can.roll) all.push(button(t("page.roll"), () => menus.roll(game(), actor(), hooks)));
  else if (can.trade) all.push(button(t(isCards() ? "page.new_hand" : "page.trade"), () => menus.trade(game(), actor(), hooks)));
  else if (can.pass) all.push(button(t("page.pass"), () => tell({ player: actor(), passed: true })));
  if (game().end) all.push(make("a", { class: "button primary", href: `/games/${game().number}` }, t("page.result")));
  else all.push(button(t("page.more"), () => menus.more(game(), hooks)));
  return all;
}
