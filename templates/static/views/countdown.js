// The countdown: how long a move that was seen still waits before it is counted by itself.
import { t } from "../words.js";
import { make } from "./dom.js";

/** Where movement is not wanted, the bar shrinks in so many steps. */
const STEPS = 4;

/** A bar that runs out with the time; nothing where nothing is counted by itself. */
export function countdownView(countdown) {
  if (!countdown) return null;
  const bar = make("span", {});
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  bar.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }],
    { duration: 1000 * countdown.seconds, fill: "forwards", easing: calm ? `steps(${STEPS})` : "linear" });
  return make("div", { class: "countdown", key: `countdown ${countdown.number}`, role: "img",
    "aria-label": t("page.countdown"), title: t("page.countdown") }, bar);
}
