// The set-up page: the view, the checks that turn green by themselves, and sets to learn.
import { keepLooking } from "../views/camera.js";
import { at, button, make } from "../views/dom.js";
import { t } from "../words.js";

const LOOK_MS = 1000;

let learning = false;

// ---------------------------------------------------------------- what is seen

const look = keepLooking("/api/setup", show, LOOK_MS);

function show(state) {
  at("lens-in-use").hidden = !state.lens;
  at("see-sheet").disabled = state.lens;
  const fine = state.checks.filter(({ standing }) => standing === "green");
  at("checks").replaceChildren(...state.checks.filter((one) => !fine.includes(one)).map(check));
  at("fine").hidden = !fine.length;
  at("fine").querySelector("summary").textContent = t("setup.fine", { count: fine.length, all: state.checks.length });
  at("fine").querySelector("ul").replaceChildren(...fine.map(check));
  at("well").hidden = !state.well;
  at("learn").disabled = learning || state.lost;
  at("notices").replaceChildren(...state.notices.map((one) => make("li", { class: "hint" }, one)));
  const shown = JSON.stringify([state.profiles, state.usual]);
  if (at("profiles").dataset.shown !== shown) {
    // Only when something changed: a button must not vanish under a finger.
    at("profiles").dataset.shown = shown;
    at("profiles").replaceChildren(usual(state.usual), ...state.profiles.map(profile));
  }
}

function check({ check: name, standing, name: text, advice, note }) {
  const line = make("li", { class: `check ${standing}`, "data-check": name });
  // What is wrong says it all; "the picture is sharp" beside it would only confuse.
  if (standing !== "red") line.append(make("span", {}, text));
  if (advice) line.append(make("span", { class: "advice" }, advice));
  if (note) line.append(make("span", { class: "note hint" }, note));
  return line;
}

function usual(inUse) {
  const about = make("div", {}, make("strong", {}, t("setup.usual")));
  const choose = inUse ? badge() : button(t("setup.use"), () => ask("use", { name: "" }), "small use-usual");
  return make("li", { class: "profile" }, about, choose);
}

const badge = () => make("span", { class: "badge" }, t("setup.in_use"));

function profile({ name, camera, close, inUse, before }) {
  const seenBy = camera === "demo" ? t("page.demo_camera") : camera;
  const about = make("div", {}, make("strong", {}, name), make("p", { class: "hint" }, [seenBy, close].filter(Boolean).join(" · ")));
  const deeds = make("span", { class: "deeds" }, inUse ? badge() : button(t("setup.use"), () => ask("use", { name }), "small"));
  deeds.append(make("a", { class: "button small", href: `/setup/profile.json?name=${encodeURIComponent(name)}` }, t("setup.export")));
  deeds.append(button(t(before ? "setup.undo" : "setup.delete"), () => ask("undo", { name }), "small undo"));
  return make("li", { class: `profile${inUse ? " in-use" : ""}` }, about, deeds);
}

// ---------------------------------------------------------------- what is asked

async function ask(what, body, place = "told") {
  let reply;
  try {
    const isForm = body instanceof FormData;
    const answer = await fetch(`/api/setup/${what}`, {
      method: "POST",
      headers: isForm ? {} : { "Content-Type": "application/json" },
      body: isForm ? body : JSON.stringify(body),
    });
    reply = await answer.json();
  } catch {
    reply = { error: { text: t("page.stale") } };
  }
  const lines = reply.error ? [reply.error.text] : (reply.told ?? []);
  at(place).replaceChildren(...lines.map((one) => make(at(place).tagName === "UL" ? "li" : "span", {}, one)));
  if (!reply.error) show(reply);
  return reply;
}

at("learn").addEventListener("click", async () => {
  at("learn").disabled = learning = true;
  at("told").replaceChildren(make("li", { class: "hint" }, t("setup.learning")));
  const told = await ask("learn", { name: at("name").value });
  learning = false;
  at("learn").disabled = Boolean(told.lost);
});

at("import").addEventListener("change", async () => {
  const [file] = at("import").files;
  if (!file) return;
  const form = new FormData();
  form.append("profile", file);
  at("import").value = "";
  await ask("import", form);
});

for (const [id, what] of [["see-sheet", "sheet"], ["forget-lens", "forget_lens"]]) {
  at(id).addEventListener("click", () => ask(what, {}, "lens-told"));
}

/** A camera that is just starting shows itself a little later. */
function thumb(image, source, tries = 8) {
  image.onerror = () => tries > 0 && setTimeout(() => thumb(image, source, tries - 1), 2000);
  image.src = `/setup/thumb.jpg?source=${encodeURIComponent(source)}&try=${tries}`;
}

/** @type {NodeListOf<HTMLElement>} */
const cameras = document.querySelectorAll(".camera");
for (const camera of cameras) {
  const image = camera.querySelector("img");
  if (image) thumb(image, camera.dataset.source);
  camera.addEventListener("click", async () => {
    const reply = await ask("camera", { source: camera.dataset.source });
    at("camera-told").textContent = reply.error ? reply.error.text : "";
    if (reply.error) return;
    for (const one of cameras) one.setAttribute("aria-pressed", String(one === camera));
    look();
  });
}

at("fine").open = matchMedia("(min-width: 900px)").matches;
