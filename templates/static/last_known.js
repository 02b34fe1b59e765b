// The last known score: kept on this phone, so that the page shows it while the computer is away.
const PLACE = "last known";

/** Let a worker keep the page, where the browser allows it, and this phone its newest state. */
export function keepLastKnown(first, take, follow) {
  if (!("serviceWorker" in navigator)) return;
  // With a certificate that the phone does not trust there is no worker: then there is none.
  navigator.serviceWorker.register("/worker.js").catch(() => {});
  const kept = JSON.parse(localStorage.getItem(PLACE) ?? "null");
  // The page may be an older one than the state: the worker's, when the computer is away.
  if (kept && kept.run === first.run && kept.language === first.language) take(kept);
  follow((state) => localStorage.setItem(PLACE, JSON.stringify(state)));
}
