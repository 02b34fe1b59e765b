// The timer: how much of a turn's time is left, and a gentle sound when none is.
import { t } from "../words.js";
import { softly } from "./cheer.js";
import { at } from "./dom.js";

const TICK_MS = 250;

/** Show the time of the turn that `state()` tells of, by the server's clock as it was when the page came. */
export function keepTime(state) {
  const behind_s = Date.now() / 1000 - Number(at("first").dataset.now);
  let rung = 0;
  const show = () => {
    const { game, turn_since_s: since_s } = state() ?? {};
    const place = at("timer");
    place.hidden = !game?.turn_s || Boolean(game.end);
    if (place.hidden) return;
    const left_s = Math.ceil(since_s + game.turn_s - (Date.now() / 1000 - behind_s));
    const text = left_s > 0 ? clock(left_s) : t("page.time_over");
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("over", left_s <= 0);
    if (left_s > 0 || rung === since_s) return;
    rung = since_s;
    if (localStorage.getItem("timer_sound") !== "no") softly();
  };
  show();
  setInterval(show, TICK_MS);
}

const clock = (left_s) => `${Math.floor(left_s / 60)}:${String(left_s % 60).padStart(2, "0")}`;
