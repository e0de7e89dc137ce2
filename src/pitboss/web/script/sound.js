/* Sounds, made by the page itself. They are off until the reader switches them on in the settings; whether they are on,
   and how loud they are, is kept in this browser (prefs.js). Another sound is another row of TONES. */

import { pref } from "./prefs.js";

/** One tone: hertz, after how many seconds it begins, for how many it sounds, how loud it is (1: as loud as any).
    @typedef {[number, number, number, number]} Tone */

/** What each sound is made of.
    @type {Record<string, Tone[]>} */
const TONES = {
  turn: [[523, 0, 0.14, 0.5], [784, 0.13, 0.22, 0.5]],
  warn20: [[660, 0, 0.16, 0.5]],
  warn10: [[660, 0, 0.14, 0.7], [660, 0.2, 0.14, 0.7]],
  warn5: [[880, 0, 0.12, 1], [880, 0.17, 0.12, 1], [880, 0.34, 0.2, 1]],
};
const LOUDEST = 0.3;
const SOFT = 0.012;

/** @type {AudioContext | null} */
let context = null;

/** Plays a sound, where the reader wants to hear any. Whether it was played: a browser keeps quiet until the reader has
    pressed something on the page.
    @param {string} name */
export function play(name) {
  if (!pref("sound") || !TONES[name] || !navigator.userActivation?.hasBeenActive) return false;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => null);
  const loud = (LOUDEST * pref("volume")) / 100;
  for (const tone of TONES[name]) sound(context, tone, loud);
  return true;
}

/** A tone that swells and fades, so that nothing clicks.
    @param {AudioContext} on
    @param {Tone} tone
    @param {number} loud */
function sound(on, [hertz, after, lasts, part], loud) {
  const [begins, voice, volume] = [on.currentTime + after, on.createOscillator(), on.createGain()];
  voice.type = "triangle";
  voice.frequency.value = hertz;
  volume.gain.setValueAtTime(0, begins);
  volume.gain.linearRampToValueAtTime(loud * part, begins + SOFT);
  volume.gain.setTargetAtTime(0, begins + SOFT, lasts / 3);
  voice.connect(volume).connect(on.destination);
  voice.start(begins);
  voice.stop(begins + lasts + SOFT);
}
