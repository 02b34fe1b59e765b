// The link to the server: the newest state by stream or by polling, and changes by POST.
import { merged } from "./merge.js";

const STALE_MS = 15000;
const POLL_MS = 2000;
/** A change that is not answered for so long is not waited for. */
const ANSWER_MS = 15000;
/** So long a change's answer may lag behind the stream before what the stream says is shown. */
const HOLD_MS = 3000;

const followers = [];
const staleFollowers = [];
let state = null;
let heard = performance.now();
let stream = null;
let polling = false;
let stale = false;
/** What the stream says while a change is asked for: taken with the answer, so that no tap falls between. */
let held = null;
let holding = 0;

/** The newest state that is known. */
export const current = () => state;

/** Call back with every new state, beginning with the one that is known. */
export function follow(callback) {
  followers.push(callback);
  if (state) callback(state, null);
}

/** Call back when the server falls silent, and when it is heard again. */
export function followStale(callback) {
  staleFollowers.push(callback);
}

/** Take a state that came along with the page or with an answer, or what changed in the known one.
 * Whether it could be taken: a change of a state that was missed cannot. */
export function take(newer) {
  hear();
  if (state && newer.run === state.run && newer.revision <= state.revision) return true;
  const whole = newer.since === undefined ? newer : merged(state, newer);
  if (!whole) return false;
  const before = state;
  state = whole;
  for (const callback of followers) callback(state, before);
  return true;
}

/** Follow the game from now on. */
export function connect() {
  openStream();
  setInterval(check, 1000);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") {
      // A page that nobody sees leaves its stream to others.
      stream?.close();
      stream = null;
      return;
    }
    // A phone that slept asks at once, and need not call the server silent for having slept.
    heard = performance.now();
    poll();
    openStream();
  });
  window.addEventListener("online", () => poll());
}

/** Ask the server to change something; the answer is {ok} or {error, state, preview}. */
export async function post(path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(ANSWER_MS),
    });
  } catch {
    release();
    setStale(true);
    return { ok: false, error: { code: "offline" } };
  }
  hear();
  const reply = await answer.json();
  release();
  if (!answer.ok) {
    if (reply.state) take(reply.state);
    return { ok: false, ...reply };
  }
  if (reply.revision && !take(reply)) await poll();
  if (reply.at > state.revision) poll();
  return { ok: true, ...reply };
}

/** Carry out an action that was decided on while looking at a revision. */
export function act(action, expected = state.revision) {
  held ??= [];
  clearTimeout(holding);
  holding = setTimeout(release, HOLD_MS);
  return post("/api/do", { expected, run: state.run, since: known(), ...action });
}

/** Take what was held back for an answer. */
function release() {
  const waiting = held ?? [];
  held = null;
  for (const newer of waiting) if (!take(newer)) poll();
}

/** Which state is known here, for the server to say only what changed since. */
const known = () => (state ? `${state.run}:${state.revision}:${state.language}` : "");

function openStream() {
  stream?.close();
  stream = new EventSource(`/api/events?since=${known()}`);
  stream.onmessage = (event) => {
    const newer = JSON.parse(event.data);
    if (held) held.push(newer);
    else if (!take(newer)) poll();
  };
  stream.addEventListener("alive", hear);
  stream.onopen = hear;
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) {
      // Refused, not cut: the server has no stream left for this phone.
      stream = null;
      polling = true;
    }
    poll();
  };
}

async function poll() {
  try {
    const answer = await fetch(`/api/state?since=${known()}`, {
      signal: AbortSignal.timeout?.(4000),
    });
    if (answer.status === 200) take(await answer.json());
    else if (answer.status === 204) hear();
  } catch {
    if (performance.now() - heard > POLL_MS) setStale(true);
  }
}

let ticks = 0;
function check() {
  ticks += 1;
  if (document.visibilityState === "hidden") return;
  const silent = performance.now() - heard;
  if (polling || silent > STALE_MS) {
    if (ticks % (POLL_MS / 1000) === 0) poll();
    if (silent > STALE_MS) setStale(true);
    // Now and then a stream may have become free again.
    if (ticks % 30 === 0 && stream === null) {
      polling = false;
      openStream();
    }
  } else if (stale && ticks % (POLL_MS / 1000) === 0) {
    poll();
  }
}

function hear() {
  heard = performance.now();
  setStale(false);
}

function setStale(now) {
  if (stale === now) return;
  stale = now;
  for (const callback of staleFollowers) callback(stale);
}
