// The start page: order by tapping, and the rulebook's way to decide who starts.
import { sendPhoto } from "../photo.js";
import { at } from "../views/dom.js";
import { t } from "../words.js";

const form = at("start");
const rows = () => [...form.querySelectorAll(".player")];
const counts = () => [...form.querySelectorAll(".counts li")];
const seats = () => [...form.querySelectorAll(".seats li")];
const named = (row) => row.querySelector('input[name="player"]').value.trim();
const filled = (text, parts) => text.replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);

/** Who starts by what has been told so far, as a sentence: nobody is made to start silently. */
function starter() {
  const texts = at("starter").dataset;
  const cards = form.elements.rules.value === "cards";
  const counted = rows().map((row, index) => ({
    name: named(row), index: index + 1, count: Number(counts()[index].querySelector("select").value),
  })).filter(({ name }) => name);
  if (!counted.length) return "";
  const chosen = counted.find(({ index }) => String(index) === form.elements.first.value);
  const most = Math.max(...counted.map(({ count }) => count));
  const best = chosen ? [chosen] : counted.filter(({ count }) => count === most);
  const [{ name: player, count }] = best;
  const free = form.elements.no_opening_set.checked;
  if (free) return filled(texts.first, { player: (chosen ?? counted[0]).name });
  if (chosen && chosen.count < most) {
    return filled(texts.more, { names: counted.filter((one) => one.count === most).map(({ name }) => name).join(", ") });
  }
  if (!chosen && !most) return filled(texts.uncounted, { player });
  if (!chosen && cards && most < Number(texts.fewest)) return texts.again;
  if (best.length > 1) return filled(texts[tieBreak()], { names: best.map(({ name }) => name).join(", ") });
  return filled(count > 1 && !cards ? texts.with : texts.first, { player, count });
}

const tieBreak = () =>
  form.elements.tie_break.value || form.querySelector("[name=rules]:checked").dataset.tie;

/** Names, hints and the sentence about the starter follow what is filled in. */
function follow() {
  const sentence = starter();
  if (at("starter").textContent !== sentence) at("starter").textContent = sentence;
  rows().forEach((row, index) => {
    const label = counts()[index].querySelector("label");
    label.dataset.text ??= label.textContent;
    label.textContent = named(row) || label.dataset.text;
    counts()[index].hidden = !named(row);
    const option = form.elements.first.options[index + 1];
    option.dataset.text ??= option.textContent;
    option.textContent = named(row) || option.dataset.text;
    option.hidden = option.disabled = !named(row);
  });
  seats().forEach((seat, index) => {
    const who = seat.querySelector(".who");
    who.dataset.text ??= who.textContent;
    who.textContent = named(rows()[index]) || who.dataset.text;
    for (const input of seat.querySelectorAll("input, select")) {
      input.setAttribute("aria-label", t(input.name === "team" ? "page.team_of" : "page.handicap_of", { player: who.textContent }));
    }
    seat.hidden = !named(rows()[index]);
  });
  for (const rule of form.querySelectorAll("[data-games]")) {
    rule.hidden = !rule.dataset.games.split(" ").includes(form.elements.rules.value);
  }
  for (const text of form.querySelectorAll("[data-tie-text]")) text.hidden = text.dataset.tieText !== tieBreak();
  at("house-players").hidden = rows().filter((row) => !row.hidden).length <= 4;
  at("no-camera").hidden = at("source").value !== "none" || form.elements.rules.value === "cards";
  at("address").hidden = at("source").value !== at("source").options[at("source").length - 1].value;
  if (rows().filter(named).length >= 2) at("names-missing").hidden = true;
}

/** A player goes before the one above, with the count and as the chosen starter; the topmost goes to the end. */
function moveUp(row) {
  const { first } = form.elements;
  const chosen = rows()[first.value - 1];
  const shown = rows().filter((one) => !one.hidden);
  const here = shown.indexOf(row);
  if (here > 0) shown[here - 1].before(row);
  else shown.at(-1).after(row);
  for (const name of ["matching", "handicap", "team"]) {
    const inputs = [...form.elements[name]];
    const values = inputs.slice(0, shown.length).map(({ value }) => value);
    const [moved] = values.splice(here, 1);
    values.splice(here > 0 ? here - 1 : values.length, 0, moved);
    values.forEach((value, index) => { inputs[index].value = value; });
  }
  if (chosen) first.selectedIndex = rows().indexOf(chosen) + 1;
}

/** The matching pieces of a player, counted on a photo of the opening hand. */
async function countPhoto(index, file) {
  const { rules, sixth } = form.elements;
  const read = await sendPhoto(file, ({ text }) => { at("counting").textContent = text; },
    "/api/hand/photo", { rules: rules.value, sixth: sixth.value });
  if (read.error || !read.tiles.length) {
    at("counting").textContent = read.error ? read.error.text : read.advice.join(" ");
    return;
  }
  form.elements.matching[index].value = String(read.matching);
  at("counting").textContent = t("page.count_read", { player: named(rows()[index]), count: read.matching });
  follow();
}

if (form) {
  counts().forEach((one, index) => {
    const photo = one.querySelector(".by-photo");
    photo.hidden = false;
    const input = photo.querySelector("input");
    input.addEventListener("change", () => {
      if (input.files[0]) countPhoto(index, input.files[0]);
      input.value = "";
    });
  });
  const spare = () => rows().filter((row) => row.hidden);
  for (const row of rows()) {
    row.hidden = row.hasAttribute("data-spare");
    const up = row.querySelector(".up");
    up.hidden = false;
    up.addEventListener("click", () => {
      moveUp(row);
      up.focus();
      follow();
    });
  }
  at("add-player").hidden = !spare().length;
  at("add-player").addEventListener("click", () => {
    const [next] = spare();
    next.hidden = false;
    next.querySelector("input").focus();
    at("add-player").hidden = !spare().length;
    follow();
  });
  form.addEventListener("input", follow);
  form.addEventListener("submit", (event) => {
    if (rows().filter(named).length >= 2) return;
    event.preventDefault();
    at("names-missing").hidden = false;
    rows().find((row) => !named(row)).querySelector("input").focus();
  });
  follow();
}
