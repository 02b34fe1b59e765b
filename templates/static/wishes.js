// Wishes: what this phone's owner wants of the pages, kept on the phone.
export const wants = (what) => localStorage.getItem(what) === "yes";
export const want = (what, yes) => localStorage.setItem(what, yes ? "yes" : "no");

/** Show letters on the tiles, unless they are not wanted. */
export function showLetters() {
  document.documentElement.classList.toggle("no-letters", localStorage.getItem("letters") === "no");
}
