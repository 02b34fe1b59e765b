// Elements: made from data, and brought up to date in place, so that what a finger is on stays.

/** What listens on an element made here; a newer drawing of it brings newer ones. */
const HANDLERS = Symbol("handlers");
/** Attributes that belong to the shown element and not to what is drawn. */
const OWN = new Set(["style"]);

/** The element of a page with an id that its template has. */
export function at(id) {
  return /** @type {any} */ (document.getElementById(id));
}

/** An element with properties and children; strings become text, never markup. */
export function make(name, properties = {}, ...children) {
  /** @type {any} */
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "class") made.className = value;
    else if (key === "key") made.dataset.key = value;
    else if (key.startsWith("on")) listen(made, key.slice(2), value);
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

/** Show these children in a place. What is there already under the same key is brought up to date
 * and stays the same element; a button's key is its text, so it never turns into another one. */
export function patch(place, ...children) {
  const wanted = children.filter((child) => child !== null && child !== undefined && child !== "")
    .map((child) => (typeof child === "string" ? document.createTextNode(child) : child));
  const there = new Map();
  for (const old of [...place.childNodes]) {
    const key = keyOf(old);
    there.set(key, [...(there.get(key) ?? []), old]);
  }
  const shown = wanted.map((fresh) => {
    const old = there.get(keyOf(fresh))?.shift();
    return old ? update(old, fresh) : fresh;
  });
  for (const left of [...there.values()].flat()) left.remove();
  let next = place.firstChild;
  for (const one of shown) {
    if (one === next) next = next.nextSibling;
    else place.insertBefore(one, next);
  }
}

function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "#text";
  const own = node.dataset.key ?? (["BUTTON", "A"].includes(node.tagName) ? node.textContent : "");
  return `${node.tagName} ${own}`;
}

function update(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return old;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const [type, handler] of Object.entries(fresh[HANDLERS] ?? {})) listen(old, type, handler);
  patch(old, ...fresh.childNodes);
  return old;
}

function listen(element, type, handler) {
  element[HANDLERS] ??= {};
  if (!(type in element[HANDLERS])) {
    element.addEventListener(type, (event) => element[HANDLERS][type](event));
  }
  element[HANDLERS][type] = handler;
}
