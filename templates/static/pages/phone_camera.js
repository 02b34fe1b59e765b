// A phone as the camera: it judges motion itself, sends stills, and shows what was read on them.
import { makeAllowance } from "../allowance.js";
import { at, make } from "../views/dom.js";
import { keepAwake } from "../wake.js";
import { t } from "../words.js";

const LOOK_MS = 100;
/** While something moves, a still so often. */
const MOVING_MS = 600;
/** The same where much was sent of late; the computer calls a phone lost after four seconds. */
const SPARING_MS = 2400;
/** At rest only this often, and without a picture. */
const RESTING_MS = 500;
/** Just after it came to rest it is told more often: the computer waits for it to stay so. */
const FRESH_MS = 1200;
const FRESH_PAUSE_MS = 100;
/** The picture has come to rest when nothing moved for so long. */
const REST_MS = 200;
const SENT_PX = 1600;
/** How well a still is kept as JPEG: at rest, while something moves, and where much was sent. */
const RESTING_QUALITY = 0.82;
const MOVING_QUALITY = 0.6;
const SPARING_QUALITY = 0.35;
const THUMB = { wide: 64, high: 48 };
/** Mean difference in grey levels between two looks; a still camera's noise is below 1.5. */
const MOVED = 2.5;
/** The largest difference of any part: a hand in a corner moves little of the whole. */
const PART_MOVED = 18;
const ANSWER_MS = 8000;
/** A camera that shows the same moment for so long shows nothing: a call has it, or the lock. */
const FROZEN_MS = 3000;
const AGAIN_MS = 2000;
/** What can be kept as it is, so that the picture does not change by itself. */
const HELD = ["focusMode", "exposureMode", "whiteBalanceMode"];

const phone = Array.from(window.crypto.getRandomValues(new Uint8Array(10)), (one) => (one % 36).toString(36)).join("");
const small = document.createElement("canvas");
const large = document.createElement("canvas");

/** @type {Uint8ClampedArray | null} */
let before = null;
/** @type {Uint8ClampedArray | null} */
let sentThumb = null;
let movedAt = performance.now();
let askedAt = 0;
/** When the last still at rest was sent. */
let restedAt = -Infinity;
let isCamera = false;
let isSending = false;
let sentBytes = 0;
/** Of the video: its own time, and since when that is so. */
let shown = { time: -1, since: performance.now() };
let again = 0;
const allowance = makeAllowance();
const beganAt = performance.now();

/** Which state the phone is in, with its name. */
function showState(state, text = t(`phone.${state}`)) {
  at("word").dataset.state = state;
  if (state !== "live") at("live").classList.remove("good");
  at("word").textContent = text;
}

/** The picture as few grey levels, to judge motion by. */
function thumb() {
  const { wide, high } = THUMB;
  small.width = wide;
  small.height = high;
  const pen = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d", { willReadFrequently: true }));
  pen.drawImage(at("video"), 0, 0, wide, high);
  const { data } = pen.getImageData(0, 0, wide, high);
  const grey = new Uint8ClampedArray(wide * high);
  for (let k = 0; k < grey.length; k += 1) grey[k] = (data[4 * k] + 2 * data[4 * k + 1] + data[4 * k + 2]) / 4;
  return grey;
}

/** Whether two thumbs show different things. */
function differ(one, other) {
  if (!one || !other) return true;
  let sum = 0;
  let most = 0;
  for (let k = 0; k < one.length; k += 1) {
    const by = Math.abs(one[k] - other[k]);
    sum += by;
    if (by > most) most = by;
  }
  return sum / one.length > MOVED || most > PART_MOVED;
}

/** The picture as JPEG, its longest side as the server wants it. */
function still(quality) {
  const video = at("video");
  const scale = Math.min(1, SENT_PX / Math.max(video.videoWidth, video.videoHeight));
  large.width = Math.round(video.videoWidth * scale);
  large.height = Math.round(video.videoHeight * scale);
  large.getContext("2d")?.drawImage(video, 0, 0, large.width, large.height);
  return new Promise((done) => large.toBlob(done, "image/jpeg", quality));
}

function drawOutlines(outlines) {
  const canvas = at("outlines");
  const box = at("video").getBoundingClientRect();
  canvas.width = box.width;
  canvas.height = box.height;
  const pen = canvas.getContext("2d");
  pen.lineWidth = 3;
  pen.strokeStyle = "#3ddc84";
  for (const corners of outlines) {
    pen.beginPath();
    for (const [x, y] of corners) pen.lineTo(x * box.width, y * box.height);
    pen.closePath();
    pen.stroke();
  }
}

async function ask(path, body) {
  return fetch(`${path}?phone=${phone}`, {
    method: "POST",
    body,
    headers: { "Content-Type": "image/jpeg" },
    signal: AbortSignal.timeout?.(ANSWER_MS),
  });
}

async function send(body) {
  if (isSending) return false;
  isSending = true;
  try {
    const answer = await ask("/api/camera/still", body);
    if (body) {
      sentBytes += body.size;
      allowance.note(body.size, performance.now());
    }
    if (answer.ok) show(await answer.json());
    else refused(answer.status, (await answer.json()).error ?? {});
    return answer.ok;
  } catch {
    // Out of the network for a moment: the next still will tell.
    showState("away");
    sentThumb = null;
    return false;
  } finally {
    isSending = false;
  }
}

/** Another camera was chosen, this phone was shut out, or a still was not taken. */
function refused(status, { code, text }) {
  sentThumb = null;
  if (code === "no_picture" || (status !== 403 && status !== 409)) return;
  // Only who is the camera takes it up again when the page is loaded anew.
  window.sessionStorage.removeItem("camera");
  isCamera = false;
  at("use").hidden = false;
  drawOutlines([]);
  showState("handed_over", text);
}

function show(reply) {
  showState("live", reply.camera?.text || t("phone.live"));
  at("advice").textContent = reply.advice;
  at("live").classList.toggle("good", reply.outlines.length > 0 && !reply.advice);
  drawOutlines(reply.outlines);
  const seconds = Math.max(1, (performance.now() - beganAt) / 1000);
  at("sent").textContent = t("phone.sent", { mb: (sentBytes / 1e6).toFixed(1), rate: Math.round(sentBytes / 1000 / seconds) });
}

async function look() {
  if (!isCamera || !at("video").videoWidth) return;
  const now = performance.now();
  if (isFrozen(now)) {
    if (document.visibilityState === "visible") interrupted();
    return;
  }
  const seen = thumb();
  if (differ(seen, before)) movedAt = now;
  before = seen;
  const resting = now - movedAt >= REST_MS;
  const isNew = differ(seen, sentThumb);
  if (now - askedAt < pauseMs(now, resting, isNew)) return;
  if (isSending) return;
  askedAt = now;
  if (resting && !isNew) {
    await send(null);
    return;
  }
  const body = await still(qualityOf(now, resting));
  if (resting) restedAt = now;
  if (body && await send(body)) sentThumb = resting ? seen : null;
}

/** Whether the video has stopped: what it shows is no longer the table. */
function isFrozen(now) {
  const { currentTime } = at("video");
  if (currentTime !== shown.time) shown = { time: currentTime, since: now };
  return now - shown.since > FROZEN_MS;
}

/** Something else has the camera: nothing is told of the table until it is back. */
function interrupted() {
  showState("interrupted");
  before = sentThumb = null;
  shown.since = performance.now();
  window.clearTimeout(again);
  again = window.setTimeout(open, AGAIN_MS);
}

function qualityOf(now, resting) {
  if (resting) return RESTING_QUALITY;
  return allowance.isSpent(now) ? SPARING_QUALITY : MOVING_QUALITY;
}

/** How long to wait after the last word or still. */
function pauseMs(now, resting, isNew) {
  if (!resting) return allowance.isSpent(now) ? SPARING_MS : MOVING_MS;
  if (isNew) return allowance.isSpent(now) ? RESTING_MS : 0;
  return now - restedAt < FRESH_MS ? FRESH_PAUSE_MS : RESTING_MS;
}

async function open() {
  const lens = at("lens").value;
  const which = lens ? { deviceId: { exact: lens } } : { facingMode: { ideal: "environment" } };
  try {
    for (const old of at("video").srcObject?.getTracks() ?? []) old.stop();
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false, video: { ...which, width: { ideal: 1920 }, height: { ideal: 1440 } },
    });
    const [track] = stream.getVideoTracks();
    at("video").srcObject = stream;
    track.addEventListener("ended", interrupted);
    offer(track);
    await listLenses(track);
    return true;
  } catch (error) {
    const isForbidden = /** @type {any} */ (error).name === "NotAllowedError";
    // During a call there is none; whoever was the camera is so again after it.
    if (isCamera && !isForbidden) interrupted();
    else showState(isForbidden ? "forbidden" : "no_camera");
    return false;
  }
}

/** What this camera can do: light, and keeping focus and exposure as they are. */
function offer(track) {
  const can = /** @type {any} */ (track.getCapabilities?.() ?? {});
  at("torch").hidden = !can.torch;
  at("torch").onclick = () => toggle(at("torch"), (on) => [{ torch: on }]);
  const held = HELD.filter((mode) => can[mode]?.includes("manual") && can[mode].includes("continuous"));
  at("hold").hidden = !held.length;
  at("hold").onclick = () => toggle(at("hold"), (on) => held.map((mode) => ({ [mode]: on ? "manual" : "continuous" })));
  for (const one of [at("torch"), at("hold")]) one.setAttribute("aria-pressed", "false");

  async function toggle(button, wanted) {
    const on = button.getAttribute("aria-pressed") !== "true";
    try {
      await track.applyConstraints({ advanced: wanted(on) });
      button.setAttribute("aria-pressed", String(on));
    } catch {
      // The camera promised more than it does.
      button.hidden = true;
    }
  }
}

/** The cameras of this phone, where there are several; names are known once one is lent. */
async function listLenses(track) {
  const all = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind, deviceId }) => kind === "videoinput" && deviceId);
  const chosen = track.getSettings().deviceId;
  at("lens").replaceChildren(...all.map(({ deviceId, label }, index) =>
    make("option", { value: deviceId, selected: deviceId === chosen }, label || String(index + 1))));
  at("lenses").hidden = all.length < 2;
}

/** This phone is the camera from now on. */
async function use() {
  if (!at("video").srcObject && !(await open())) return;
  showState("opening");
  try {
    const answer = await ask("/api/camera/use", null);
    if (!answer.ok) {
      showState("away");
      return;
    }
  } catch {
    showState("away");
    return;
  }
  sentThumb = null;
  isCamera = true;
  at("use").hidden = true;
  window.sessionStorage.setItem("camera", "yes");
}

const canSee = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
at("insecure").hidden = canSee;
at("live").hidden = !canSee;
if (canSee) {
  keepAwake();
  at("use").onclick = use;
  at("lens").onchange = () => open();
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") { sentThumb = null; before = null; shown.since = performance.now(); } else if (isCamera) showState("asleep");
  });
  // A page that was reloaded goes on where it was.
  if (window.sessionStorage.getItem("camera")) use();
  else open().then((opened) => { if (opened) showState("ready"); });
}
