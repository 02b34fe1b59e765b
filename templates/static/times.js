// Times: shown as people write them in the page's language.
const written = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
for (const one of document.querySelectorAll("time[datetime]:not([datetime=''])")) {
  one.textContent = written.format(new Date(one.dateTime));
}
