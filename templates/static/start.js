// The start page: order by tapping, and the rulebook's way to decide who starts.
const form = document.getElementById("start");

function rows() {
  return [...form.querySelectorAll(".player")];
}

const named = (row) => row.querySelector('input[name="player"]').value.trim();

/** Who starts by the numbers told, as far as they decide it. */
function suggest() {
  const counts = [...form.querySelectorAll(".counts li")];
  const told = rows().map((row, index) => ({ name: named(row), count: Number(counts[index].querySelector("select").value) }))
    .filter(({ name, count }) => name && count);
  const most = Math.max(0, ...told.map(({ count }) => count));
  const best = told.filter(({ count }) => count === most).map(({ name }) => name);
  document.getElementById("starter").textContent = best.join(" = ");
  rows().forEach((row, index) => {
    const label = counts[index].querySelector("label");
    label.dataset.text ??= label.textContent;
    label.textContent = named(row) || label.dataset.text;
    counts[index].hidden = !named(row);
  });
  const tie = form.elements.tie_break.value || form.querySelector("[name=rules]:checked").dataset.tie;
  for (const text of form.querySelectorAll("[data-tie-text]")) text.hidden = text.dataset.tieText !== tie;
  const first = form.elements.first;
  rows().forEach((row, index) => {
    const option = first.options[index + 1];
    option.textContent = named(row) || option.dataset.text;
    option.hidden = option.disabled = !named(row);
  });
}

if (form) {
  for (const option of form.elements.first.options) option.dataset.text = option.textContent;
  const add = document.getElementById("add-player");
  const spare = () => rows().filter((row) => row.hidden);
  for (const row of rows()) {
    if (row.hasAttribute("data-spare")) row.hidden = true;
    const up = row.querySelector(".up");
    up.hidden = false;
    up.addEventListener("click", () => {
      const above = row.previousElementSibling;
      if (above) above.before(row);
      else row.parentElement.append(...rows().slice(0, 1));
      up.focus();
      suggest();
    });
  }
  add.hidden = !spare().length;
  add.addEventListener("click", () => {
    const [next] = spare();
    next.hidden = false;
    next.querySelector("input").focus();
    add.hidden = !spare().length;
  });
  form.addEventListener("input", suggest);
  suggest();
}
