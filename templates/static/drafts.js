// Drafts: a move that is being entered survives a reload, as long as the table is as it was.
const KEY = "draft";

const base = (game) => JSON.stringify([game.number, game.turns.length, game.board, game.rows]);

/** Remember what is being entered for a game; nothing where nothing is. */
export function keep(game, entered) {
  if (entered) localStorage.setItem(KEY, JSON.stringify({ base: base(game), entered }));
  else localStorage.removeItem(KEY);
}

/** What was being entered before the page was left; null where the table has changed since. */
export function kept(game) {
  try {
    const { base: then, entered } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return then === base(game) && !game.end ? entered : null;
  } catch {
    // What cannot be read any more is no reason to show no game.
    return null;
  }
}
