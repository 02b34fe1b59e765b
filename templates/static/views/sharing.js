// Sharing: a text or a picture handed to the phone's own share sheet; copied or saved where there is none.
import { t } from "../words.js";
import { drawToast } from "./toast.js";

/** A saved file's address is kept for so long. */
const SAVED_MS = 10000;

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

/** Share a picture's file with a few words, or save it. */
export async function shareFile(file, text) {
  if (!navigator.canShare?.({ files: [file] })) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), SAVED_MS);
    drawToast({ text: t("page.saved") });
    return;
  }
  try {
    await navigator.share({ files: [file], text });
  } catch {
    // Whoever closes the share sheet shares nothing.
  }
}
