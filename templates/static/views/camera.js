// The camera's view on a page: looked at again and again while somebody sees the page.
import { t } from "../words.js";
import { at } from "./dom.js";

/** Show the view and hand what is told about it to `show`; the function that looks at once. */
export function keepLooking(address, show, pauseMs) {
  let looking = false;

  /** The last picture of a camera that is lost is told from a live one; no picture has its reason. */
  function showTold(state) {
    at("view").classList.toggle("lost", state.lost);
    at("lost-view").hidden = !state.lost || at("view").hidden;
    at("no-view").textContent = state.idle || t("page.no_picture");
    show(state);
  }

  async function look() {
    if (looking || document.visibilityState !== "visible") return;
    looking = true;
    try {
      const [shot, reply] = await Promise.all([fetch("/camera.jpg"), fetch(address)]);
      at("view").hidden = !shot.ok;
      at("no-view").hidden = shot.ok;
      if (shot.ok) {
        const before = at("view").src;
        at("view").src = URL.createObjectURL(await shot.blob());
        if (before) URL.revokeObjectURL(before);
      }
      if (reply.ok) showTold(await reply.json());
    } catch {
      // The server is away for a moment; the next look will tell.
    } finally {
      looking = false;
    }
  }

  look();
  setInterval(look, pauseMs);
  return look;
}
