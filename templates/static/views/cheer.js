// Cheer: a Qwirkle is celebrated, and who wants hears each result.
import { SHAPES } from "../table.js";
import { wants } from "../wishes.js";
import { t } from "../words.js";
import { at } from "./dom.js";
import { picture } from "./tiles.js";

const SHOWN_MS = 2300;
const WIN_MS = 3600;
const PIECES = 18;

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

/** Who won is shown large, and tiles fall gently, where movement is welcome. */
export function celebrateWin(text) {
  const place = at("cheer");
  place.textContent = text;
  place.classList.add("shown", "win");
  setTimeout(() => place.classList.remove("shown", "win"), WIN_MS);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (let index = 0; index < PIECES; index += 1) drop(index);
}

/** One tile on its way down. */
function drop(index) {
  const piece = picture("roygbp"[index % 6] + SHAPES[Math.floor(Math.random() * 6)], "");
  piece.setAttribute("class", "piece");
  piece.style.left = `${(100 * (index + Math.random())) / PIECES}%`;
  document.body.append(piece);
  const turned = 180 * (Math.random() - 0.5);
  const fall = piece.animate([
    { transform: "translateY(-12vh)", opacity: 1 },
    { transform: `translateY(70vh) rotate(${turned}deg)`, opacity: 1, offset: 0.8 },
    { transform: `translateY(104vh) rotate(${1.4 * turned}deg)`, opacity: 0 },
  ], { duration: WIN_MS * (0.75 + 0.25 * Math.random()), delay: 900 * Math.random(), easing: "ease-in", fill: "backwards" });
  fall.onfinish = () => piece.remove();
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

/** Two low notes that fade slowly: the time of a turn is over. */
export function softly() {
  play([392, 330], { apart_s: 0.35, fade_s: 1.2, volume: 0.07 });
}

const chime = (good) => play(good ? [660, 880] : [330, 220]);

function play(notes, { apart_s = 0.12, fade_s = 0.25, volume = 0.12 } = {}) {
  const sound = new AudioContext();
  notes.forEach((hertz, index) => {
    const start = sound.currentTime + index * apart_s;
    const tone = sound.createOscillator();
    const loudness = sound.createGain();
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(volume, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + fade_s);
    tone.connect(loudness).connect(sound.destination);
    tone.start(start);
    tone.stop(start + fade_s + 0.01);
  });
  setTimeout(() => sound.close(), 1000 * (notes.length * apart_s + fade_s) + 500);
}
