// Words: the page's texts in the phone's language, as the server wrote them into the page.
const TEXTS = JSON.parse(document.getElementById("words").textContent);

/** A text with its {parts} filled in; an unknown key shows itself. */
export function t(key, parts = {}) {
  const text = TEXTS[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(parts[name] ?? whole));
}

/** A number with its noun. */
export function counted(key, count) {
  return t(`${key}.${Math.abs(count) === 1 ? "one" : "many"}`, { count });
}

/** An element with properties and children; strings become text, never markup. */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && !key.startsWith("aria")) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A button with a text. */
export function button(text, onclick, kind = "") {
  return make("button", { type: "button", class: kind, onclick }, text);
}

/** Put children into a place, unless it shows the same already: a finger may be on a button. */
export function swap(place, ...children) {
  const fresh = make(place.tagName, {}, ...children);
  if (fresh.innerHTML !== place.innerHTML) place.replaceChildren(...fresh.childNodes);
}
