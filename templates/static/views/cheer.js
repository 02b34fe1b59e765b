// Cheer: a Qwirkle is celebrated, and who wants hears each result.
import { wants } from "../wishes.js";
import { t } from "../words.js";
import { at } from "./dom.js";

const SHOWN_MS = 2300;

/** Show it large when a turn completed a Qwirkle. */
export function celebrate(turn) {
  const place = at("cheer");
  const count = turn.lines.filter(({ qwirkle }) => qwirkle).length;
  if (!count || !turn.legal) return;
  place.textContent = count > 1 ? t("page.qwirkles_cheer", { count }) : t("page.qwirkle_cheer");
  place.classList.remove("shown");
  void place.offsetWidth;
  place.classList.add("shown");
  setTimeout(() => place.classList.remove("shown"), SHOWN_MS);
}

/** Say and sound the result, where this phone was asked to. */
export function tellTurn(turn) {
  if (wants("sound")) chime(turn.legal);
  if (!wants("voice") || !("speechSynthesis" in window)) return;
  const total = turn.totals[turn.player];
  const text = t("page.spoken", { player: turn.player, deed: turn.deed, pay: turn.pay, total });
  const said = new SpeechSynthesisUtterance(text);
  said.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}

function chime(good) {
  const sound = new AudioContext();
  const notes = good ? [660, 880] : [330, 220];
  notes.forEach((hertz, index) => {
    const start = sound.currentTime + index * 0.12;
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
    tone.connect(volume).connect(sound.destination);
    tone.start(start);
    tone.stop(start + 0.26);
  });
  setTimeout(() => sound.close(), 1000);
}
