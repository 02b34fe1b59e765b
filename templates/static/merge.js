// What changed in a state, put into the state that is known: turns of the past are sent only once.

/** The state after a change of it; null where the change is of another state than this one.
 * @param {State | null} state @param {Change} change @returns {State | null} */
export function merged(state, change) {
  if (state?.run !== change.run || state.revision !== change.since) return null;
  const { run, revision } = change;
  const game = change.game && state.game && gameWith(state.game, change.game, change.lists ?? {});
  return { ...state, ...(game && { game }), ...change.changed, run, revision };
}

/** @param {Game} game @param {Partial<Game>} changed @param {Record<string, Splice>} lists */
function gameWith(game, changed, lists) {
  const after = { ...game, ...changed };
  for (const [key, [at, less, put]] of Object.entries(lists)) {
    after[key] = [...game[key].slice(0, at), ...put, ...game[key].slice(at + less)];
  }
  return after;
}
