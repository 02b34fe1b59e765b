// Times: shown as people write them in the page's language, with this phone's own habits.
const { lang } = document.documentElement;
const own = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
const written = new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short" });
/** @type {NodeListOf<HTMLTimeElement>} */
const times = document.querySelectorAll("time[datetime]:not([datetime=''])");
for (const one of times) {
  one.textContent = written.format(new Date(one.dateTime));
}
