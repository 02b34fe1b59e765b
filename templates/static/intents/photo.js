// Photographing: a photo of the table is sent, and what came of it stands on the sheet.
import { current, take } from "../link.js";
import { sendPhoto } from "../photo.js";
import { changed, ui } from "../store.js";

/** Send a photo that was just taken. */
export async function takePhoto(file) {
  const show = (photo) => { ui.photo = photo; changed(); };
  const reply = await sendPhoto(file, show);
  if (reply.error) {
    show({ text: reply.error.text });
    return;
  }
  take(reply.state);
  // The picture as it was read now: its address must be another one each time.
  show({ text: reply.advice.join(" "), picture: `/newest.jpg?at=${current().revision}-${Date.now()}` });
}
