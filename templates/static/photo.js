// A photo of the table: made small on the phone, and sent to be read.
import { t } from "./words.js";

const LONGEST_PX = 2400;
/** Kinds that are sent as they are where that is shorter; others become JPEG where the browser can. */
const READ_THERE = ["image/jpeg", "image/png", "image/webp", "image/bmp"];

/** Send a photo; `progress` hears how far it is, as {text, share}. The answer is the server's.
 * @param {Record<string, string>} more further fields of the form */
export async function sendPhoto(file, progress, to = "/api/photo", more = {}) {
  progress({ text: t("page.photo_sending"), share: 0 });
  const photo = await smaller(file);
  return new Promise((done) => {
    const form = new FormData();
    // A gap in the numbers of a phone's photos, or a long time between two, tells of a forgotten one.
    form.append("photo", photo, file.name || "photo.jpg");
    form.append("taken_ms", String(file.lastModified));
    for (const [name, value] of Object.entries(more)) form.append(name, value);
    const request = new XMLHttpRequest();
    request.open("POST", to);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => {
      const text = t(loaded === total ? "page.photo_reading" : "page.photo_sending");
      progress({ text, share: total ? (0.9 * loaded) / total : 0 });
    };
    request.onload = () => done(request.response ?? { error: { text: t("page.error.broken") } });
    request.onerror = () => done({ error: { text: t("page.stale") } });
    request.send(form);
  });
}

/** The photo made small enough to send quickly; as it is where the browser cannot. */
async function smaller(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
    return blob && (blob.size < file.size || !READ_THERE.includes(file.type)) ? blob : file;
  } catch {
    return file;
  }
}
