// How much a phone that is the camera sends: much for a moment, little on average.
const MOST_A_SECOND = 60_000;
const SPAN_MS = 60_000;

/** What was sent within the last minute, and whether that is all that there is to be. */
export function makeAllowance() {
  /** @type {{ bytes: number, at: number }[]} */
  let sent = [];
  return {
    /** So many bytes were sent just now. */
    note(bytes, at) {
      sent.push({ bytes, at });
    },
    /** Whether the phone is to be sparing. */
    isSpent(now) {
      sent = sent.filter(({ at }) => now - at < SPAN_MS);
      return sent.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_A_SECOND * SPAN_MS / 1000;
    },
  };
}
