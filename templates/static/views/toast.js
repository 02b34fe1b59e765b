// The toast: a sentence that is shown for a moment.
import { at } from "./dom.js";

const SHOWN_MS = 4000;
let shown = null;
let going;

/** Show what is to be said, once. */
export function drawToast(toast) {
  if (!toast || toast === shown) return;
  shown = toast;
  const place = at("toast");
  place.textContent = toast.text;
  place.classList.add("shown");
  clearTimeout(going);
  going = setTimeout(() => place.classList.remove("shown"), SHOWN_MS);
}
