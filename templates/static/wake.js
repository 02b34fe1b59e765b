// Wake: keep the screen on while it is a scoreboard, where the browser allows it.
let lock = null;

/** Hold the screen awake, also again after the page was hidden. */
export function keepAwake() {
  ask();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") ask();
  });
}

async function ask() {
  // Browsers offer this to https and to this computer itself, not to a plain address.
  if (!("wakeLock" in navigator) || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch {
    lock = null;
  }
}
