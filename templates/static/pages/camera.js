// The camera page: what is seen now, and a photo of the table taken with this phone.
import { connect, follow, take } from "../link.js";
import { keepLooking } from "../views/camera.js";
import { at, make } from "../views/dom.js";
import { t } from "../words.js";

const LONGEST_PX = 2400;
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

/** The photo made small enough to send quickly; as it is where the browser cannot. */
async function smaller(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
    const canvas = make("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
    return blob && blob.size < file.size ? blob : file;
  } catch {
    return file;
  }
}

function send(photo) {
  return new Promise((done) => {
    const form = new FormData();
    form.append("photo", photo, "photo.jpg");
    const request = new XMLHttpRequest();
    request.open("POST", "/api/photo");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => {
      at("progress").value = total ? (90 * loaded) / total : 0;
      if (loaded === total) at("told").textContent = t("page.photo_reading");
    };
    request.onload = () => done(request.response ?? { error: { text: t("page.error.broken") } });
    request.onerror = () => done({ error: { text: t("page.stale") } });
    request.send(form);
  });
}

at("photo")?.addEventListener("change", async () => {
  const [file] = at("photo").files;
  if (!file) return;
  at("progress").hidden = false;
  at("progress").value = 0;
  at("told").textContent = t("page.photo_sending");
  const told = await send(await smaller(file));
  at("progress").hidden = true;
  at("photo").value = "";
  if (told.error) {
    at("told").textContent = told.error.text;
    return;
  }
  take(told.state);
  look();
  if (told.advice.length) {
    at("told").textContent = told.advice.join(" ");
    return;
  }
  at("told").textContent = t("page.photo_read", { count: told.tiles });
  setTimeout(() => location.assign("/"), 700);
});
