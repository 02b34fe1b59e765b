// The toast: a sentence that is shown for a moment, with a way to undo what it tells.
import { t } from "../words.js";
import { at, button, make, patch } from "./dom.js";

const SHOWN_MS = 4000;
let shown = null;
let going;

/** Show what is to be said, once; what it tells can be taken back by its own way, or by `undo`. */
export function drawToast(toast, undo) {
  if (!toast || toast === shown) return;
  shown = toast;
  const place = at("toast");
  const away = () => place.classList.remove("shown", "deed");
  const back = toast.undo === true ? undo : toast.undo;
  patch(place, toast.text,
    toast.rule ? make("a", { class: "button quiet", href: `/rules#${toast.rule}` }, t("page.rule_link", { number: toast.rule })) : null,
    back ? button(t("page.undo"), () => { away(); back(); }, "quiet") : null);
  place.classList.toggle("deed", Boolean(toast.undo || toast.rule));
  place.classList.add("shown");
  clearTimeout(going);
  going = setTimeout(away, SHOWN_MS);
}
