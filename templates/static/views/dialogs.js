// Dialogs: the questions that need more than one tap.
import { t } from "../words.js";
import { at, button, make } from "./dom.js";

const dialog = () => at("dialog");

/** Show a dialog with a title and these parts. */
export function show(title, ...parts) {
  const close = button(t("page.close"), hide, "quiet");
  const heading = make("h2", { id: "dialog-title" }, title);
  const place = dialog();
  // A tap beside the dialog closes it, as phones have taught everybody.
  place.onclick = (event) => { if (event.target === place) place.close(); };
  place.setAttribute("aria-labelledby", "dialog-title");
  place.replaceChildren(make("div", { class: "dialog-body" },
    make("header", { class: "dialog-head" }, heading, close), ...parts.filter(Boolean)));
  if (!place.open) place.showModal();
}

export const hide = () => dialog().close();

/** A picture as large as the screen; a tap shows it larger still. */
export function enlarge(address, alt) {
  const picture = make("img", { src: address, alt });
  const closer = make("button", { type: "button", class: "closer", "aria-label": t("page.enlarge"),
    onclick: () => closer.classList.toggle("close-up") }, picture);
  show(alt, make("div", { class: "enlarged", tabIndex: 0 }, closer));
}

/** A list of choices, one button a line; [{text, onclick, kind, hint}]. */
export function choices(all) {
  return make("div", { class: "choices" }, ...all.filter(Boolean).map(({ text, onclick, kind, href, hint }) =>
    href ? make("a", { class: "choice", href }, text)
      : make("button", { type: "button", class: `choice ${kind ?? ""}`, onclick: () => { hide(); onclick(); } },
        make("span", {}, text, hint ? make("small", { class: "hint" }, hint) : null))));
}

/** A small number chosen by its own button. */
export function counts(label, from, to, first) {
  const box = (count) => make("label", { class: "count" },
    make("input", { type: "radio", name: "count", value: String(count), checked: count === first, class: "unseen" }),
    make("span", {}, String(count)));
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const row = make("div", { class: "counts-row", role: "radiogroup", "aria-label": label }, ...all.map(box));
  return { row, value: () => Number(row.querySelector("input:checked")?.value ?? first) };
}

/** A number typed, or changed by two large buttons. */
export function stepper(label, from, to, first) {
  let value = Math.min(Math.max(first, from), to);
  const shown = make("input", { class: "stepper-value", type: "number", inputMode: "numeric", min: String(from), max: String(to), value: String(value) });
  shown.setAttribute("aria-label", label);
  const set = (wanted) => { value = Math.min(Math.max(Math.trunc(wanted) || 0, from), to); };
  shown.addEventListener("input", () => set(Number(shown.value)));
  shown.addEventListener("focus", () => shown.select());
  const change = (by) => {
    set(value + by);
    shown.value = String(value);
  };
  const less = button("−", () => change(-1), "step");
  const more = button("+", () => change(1), "step");
  less.setAttribute("aria-label", t("page.less"));
  more.setAttribute("aria-label", t("page.more_one"));
  const row = make("div", { class: "stepper", role: "group", "aria-label": label }, less, shown, more);
  return { row, value: () => value, set: (wanted) => { set(wanted); shown.value = String(value); } };
}

/** A form field with its label. */
export function field(label, input) {
  return make("label", { class: "field" }, make("span", {}, label), input);
}

/** A row with one main button. */
export function confirm(text, onclick) {
  return make("div", { class: "dialog-foot" }, button(text, onclick, "primary"));
}
