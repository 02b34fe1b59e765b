// The worker: keeps the newest score page, and shows it when the computer is away.
const KEPT = "score";
const PAGES = ["/", "/tv"];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(part(request));
  else if (request.mode === "navigate" && PAGES.includes(pathname)) event.respondWith(page(request, pathname));
});

/** A script, style or picture of a page: their addresses change when they do. */
async function part(request) {
  const cache = await caches.open(KEPT);
  const there = await cache.match(request);
  if (there) return there;
  const answer = await fetch(request);
  if (answer.ok) {
    await forgetOlder(cache, stamp(request.url));
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** A page with the score: as it is now, or as it was last seen. */
async function page(request, pathname) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(pathname, answer.clone());
    return answer;
  } catch {
    return (await cache.match(pathname)) ?? (await cache.match("/")) ?? Response.error();
  }
}

const stamp = (address) => new URL(address).pathname.split("/")[2];

/** Parts of a version of the pages that is no longer served. */
async function forgetOlder(cache, newest) {
  for (const { url } of await cache.keys()) {
    if (url.includes("/static/") && stamp(url) !== newest) await cache.delete(url);
  }
}
