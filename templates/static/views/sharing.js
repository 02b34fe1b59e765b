// Sharing: a text handed to the phone's own share sheet, or copied where there is none.
import { t } from "../words.js";
import { drawToast } from "./toast.js";

/** Copy a text; browsers let pages at plain addresses do it only by way of a field. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  drawToast({ text: t("page.copied") });
}

/** Share a text. */
export async function share(text) {
  if (!navigator.share) {
    await copy(text);
    return;
  }
  try {
    await navigator.share({ text });
  } catch {
    // Whoever closes the share sheet shares nothing.
  }
}
