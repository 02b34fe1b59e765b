// The camera page: what is seen now, and a photo of the table taken with this phone.
import { connect, follow, take } from "../link.js";
import { sendPhoto } from "../photo.js";
import { keepLooking } from "../views/camera.js";
import { at, make } from "../views/dom.js";
import { t } from "../words.js";

const LOOK_MS = 1500;

// ---------------------------------------------------------------- the view

const look = keepLooking("/api/advice", ({ advice }) => {
  at("advice").replaceChildren(...advice.map((one) => make("li", {}, one)));
}, LOOK_MS);

follow((state) => {
  const { camera } = state;
  const name = camera?.name === "demo" ? t("page.demo_camera") : camera?.name;
  at("word").textContent = camera ? `${name}: ${camera.text}` : "";
});
connect();

// ---------------------------------------------------------------- a photo

at("photo")?.addEventListener("change", async () => {
  const [file] = at("photo").files;
  if (!file) return;
  at("progress").hidden = false;
  const reply = await sendPhoto(file, ({ text, share }) => {
    at("progress").value = 100 * share;
    at("told").textContent = text;
  });
  at("progress").hidden = true;
  at("photo").value = "";
  if (reply.error) {
    at("told").textContent = reply.error.text;
    return;
  }
  take(reply.state);
  look();
  if (reply.advice.length) {
    at("told").textContent = reply.advice.join(" ");
    return;
  }
  at("told").textContent = t("page.photo_read", { count: reply.tiles });
  setTimeout(() => location.assign("/"), 700);
});
