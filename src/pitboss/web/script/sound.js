/* Sounds, made by the page itself. They are off until the reader switches them on in the settings; whether they are on,
   and how loud they are, is kept in this browser (prefs.js). Another sound is another row of SOUNDS. */

import { pref } from "./prefs.js";

/** One part of a sound: hertz, after how many seconds it begins, for how many it sounds, how loud it is (1: as loud as
    any), and whether it is a tone, a hiss around these hertz (what cards sound like), or the click of a chip.
    @typedef {[number, number, number, number, ("tone" | "hiss" | "click")?]} Part */

/** What each sound is made of.
    @type {Record<string, Part[]>} */
const SOUNDS = {
  card: [[2600, 0, 0.07, 0.5, "hiss"]],
  turned: [[3400, 0, 0.05, 0.45, "hiss"], [1800, 0.04, 0.05, 0.35, "hiss"]],
  chip: [[3150, 0, 0.05, 0.35, "click"], [4210, 0.045, 0.05, 0.25, "click"]],
  chips: [[3150, 0, 0.05, 0.3, "click"], [4210, 0.05, 0.05, 0.3, "click"], [3620, 0.1, 0.05, 0.25, "click"], [4480, 0.16, 0.06, 0.25, "click"]],
  win: [[659, 0, 0.16, 0.45], [880, 0.12, 0.3, 0.45]],
  large: [[659, 0, 0.15, 0.5], [831, 0.12, 0.15, 0.5], [988, 0.24, 0.4, 0.5]],
  rare: [[523, 0, 0.18, 0.55], [659, 0.14, 0.18, 0.55], [784, 0.28, 0.18, 0.55], [1047, 0.42, 0.8, 0.6], [1319, 0.42, 0.8, 0.3]],
  turn: [[523, 0, 0.14, 0.5], [784, 0.13, 0.22, 0.5]],
  summons: [[698, 0, 0.2, 0.7], [523, 0.24, 0.2, 0.7], [698, 0.48, 0.3, 0.7]],
  warn20: [[660, 0, 0.16, 0.5]],
  warn10: [[660, 0, 0.14, 0.7], [660, 0.2, 0.14, 0.7]],
  warn5: [[880, 0, 0.12, 1], [880, 0.17, 0.12, 1], [880, 0.34, 0.2, 1]],
};
const LOUDEST = 0.3;
const SOFT = 0.012;
const SHARP = 0.002;
/** Milliseconds within which the sound of a card or a chip is not heard twice: many at once are not louder than one. */
const APART = 45;

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let hissing = null;
/** @type {Map<string, number>} */
const heard = new Map();

/** Plays a sound, where the reader wants to hear any. Whether it was played: a browser keeps quiet until the reader has
    pressed something on the page.
    @param {string} name */
export function play(name) {
  if (!pref("sound") || !SOUNDS[name] || !navigator.userActivation?.hasBeenActive) return false;
  const now = performance.now();
  if (SOUNDS[name][0][4] && now - (heard.get(name) ?? -APART) < APART) return false;
  heard.set(name, now);
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => null);
  const loud = (LOUDEST * pref("volume")) / 100;
  for (const part of SOUNDS[name]) sound(context, part, loud);
  return true;
}

/** A part that swells and fades, so that nothing cracks; a click begins at once.
    @param {AudioContext} on
    @param {Part} part
    @param {number} loud */
function sound(on, [hertz, after, lasts, part, kind = "tone"], loud) {
  const [begins, volume, soft] = [on.currentTime + after, on.createGain(), kind === "tone" ? SOFT : SHARP];
  volume.gain.setValueAtTime(0, begins);
  volume.gain.linearRampToValueAtTime(loud * part, begins + soft);
  volume.gain.setTargetAtTime(0, begins + soft, lasts / 3);
  volume.connect(on.destination);
  const voice = kind === "hiss" ? hiss(on, hertz, volume) : tone(on, hertz, volume, kind === "click" ? "sine" : "triangle");
  voice.start(begins);
  voice.stop(begins + lasts + soft);
}

/** @param {AudioContext} on
    @param {number} hertz
    @param {AudioNode} to
    @param {OscillatorType} type */
function tone(on, hertz, to, type) {
  const voice = on.createOscillator();
  voice.type = type;
  voice.frequency.value = hertz;
  voice.connect(to);
  return voice;
}

/** Noise, with what lies around these hertz left of it.
    @param {AudioContext} on
    @param {number} hertz
    @param {AudioNode} to */
function hiss(on, hertz, to) {
  if (!hissing) {
    hissing = on.createBuffer(1, on.sampleRate / 4, on.sampleRate);
    const samples = hissing.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1) samples[n] = 2 * Math.random() - 1;
  }
  const [voice, band] = [on.createBufferSource(), on.createBiquadFilter()];
  voice.buffer = hissing;
  band.type = "bandpass";
  band.frequency.value = hertz;
  voice.connect(band).connect(to);
  return voice;
}
