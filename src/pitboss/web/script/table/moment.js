/* A rare hand gets its moment: chips rain over the felt, for less than three seconds. Loaded when there is one. */

import { chip } from "../chips.js";
import { html } from "../dom.js";
import { pace } from "../prefs.js";

/** Milliseconds it takes at the usual pace, and at most at any. */
const [LASTS, MOST] = [1800, 2800];
const DROPS = 28;
/** What the chips are that fall, in cents. */
const WORTHS = [500, 2500, 10_000, 50_000];

/** Where a chip falls: how far from the left (percent), after which part of the time, how large, and how far it turns.
    @param {number} n
    @param {() => number} random */
const drop = (n, random) => ({
  left: (100 * (n + random())) / DROPS, after: 0.45 * random(), size: 22 + 20 * random(), turn: 360 * (random() - 0.5),
});

/** Begins the moment in this place, unless nothing is to move; what ends it is given back.
    @param {HTMLElement} scene
    @returns {() => void} */
export function moment(scene) {
  const time = Math.min(MOST, pace(LASTS));
  if (!time || document.hidden) return () => {};
  const rain = html`<div class="moment" aria-hidden="true"></div>`;
  const far = scene.clientHeight;
  for (let n = 0; n < DROPS; n += 1) {
    const { left, after, size, turn } = drop(n, Math.random);
    const one = html`<i css=${{ left: `${left}%`, width: `${size}px` }}>${chip(WORTHS[n % WORTHS.length])}</i>`;
    rain.append(one);
    const falls = [{ transform: `translateY(${-size}px)` }, { transform: `translateY(${far + size}px) rotate(${turn}deg)` }];
    one.animate(falls, { duration: time * (1 - after), delay: time * after, easing: "cubic-bezier(.4,.1,.9,.7)", fill: "both" });
  }
  scene.append(rain);
  const over = setTimeout(() => rain.remove(), time);
  return () => {
    clearTimeout(over);
    rain.remove();
  };
}
