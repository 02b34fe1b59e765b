// The result page: follows the table, so that an undo or a rematch brings every phone back.
import { connect, follow } from "../link.js";

const page = document.querySelector("main");
const number = Number(page.dataset.number);
const finished = page.dataset.finished === "yes";

follow((state) => {
  if (!finished) return;
  if (!state.game || state.game.number !== number || !state.game.end) location.assign("/");
});
connect();
