// Open hands: what a player says about them, and asks.
import { act } from "../link.js";
import { changed, toast, ui } from "../store.js";
import { t } from "../words.js";

async function tellOf(action) {
  const told = await act(action);
  if (!told.ok) toast(told.error.text ?? t("page.stale"));
}

/** What can be said about a hand. */
export const owners = {
  own: (number, player) => tellOf({ hand: number, player }),
  opens: (player) => tellOf({ opens: player }),
};

/** What a hand can do; nothing where the server cannot be asked. */
export async function askMoves(player) {
  const answer = await fetch(`/api/hands/${encodeURIComponent(player)}`).catch(() => null);
  if (answer?.ok) return answer.json();
  toast(t("page.open_unknown"));
  return null;
}

/** Draw a move of a hand on the board, until the next turn. */
export function showOnBoard(placed) {
  ui.advised = placed;
  changed();
}
