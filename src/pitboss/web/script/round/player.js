/* Going through the steps: by arrow keys, by a slider, by buttons, or by itself. */

import { html } from "../dom.js";
import { pace } from "../prefs.js";
import { say } from "../text.js";

const EACH = 1100;

/**
 * The controls. `show(index, { quiet })` draws a step, quietly where nobody asked for it; `element.go(index, { quiet })`
 * goes there from elsewhere, `element.grow(count)` says how many steps there are. Keys work anywhere on the page but in
 * fields, where they mean something else.
 * @param {(index: number, how: { quiet?: boolean }) => void} show
 */
export function controls(show) {
  let count = 0;
  let at = 0;
  let timer = 0;
  const slider = html`<input type="range" min="1" max="1" value="1" class="replay-slider"
    aria-label=${say("round.controls")} />`;
  const said = html`<output class="replay-at"></output>`;
  const play = html`<button type="button" class="replay-play"></button>`;

  /** @type {(sign: string, key: string, to: () => number) => any} */
  const button = (sign, key, to) =>
    html`<button type="button" class="icon" aria-label=${say(key)} title=${say(key)} @click=${() => by(to())}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${sign}></path></svg></button>`;

  /** @type {(index: number, how?: { quiet?: boolean }) => void} */
  const go = (index, how = {}) => {
    at = Math.max(0, Math.min(count - 1, index));
    slider.value = String(at + 1);
    slider.setAttribute("aria-valuetext", say("round.step", { step: at + 1, n: count }));
    said.textContent = say("round.step", { step: at + 1, n: count });
    show(at, how);
    if (at === count - 1) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = say("round.play");
  };
  const start = () => {
    if (at === count - 1) go(0);
    timer = setInterval(() => go(at + 1), Math.max(500, pace(EACH)));
    play.textContent = say("round.pause");
  };
  /** @type {(index: number, how?: { quiet?: boolean }) => void} */
  const by = (index, how = {}) => {
    stop();
    go(index, how);
  };
  const toggle = () => (timer ? stop() : start());

  slider.addEventListener("input", () => by(Number(slider.value) - 1));
  play.addEventListener("click", toggle);
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: () => by(at + 1),
    ArrowLeft: () => by(at - 1),
    Home: () => by(0),
    End: () => by(count - 1),
    " ": toggle,
  };
  document.addEventListener("keydown", (event) => {
    /** @type {any} */
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    if (target.closest?.("input, textarea, select, [popover]")) return;
    if (event.key === " " && target.closest?.("button, a, summary")) return;
    event.preventDefault();
    keys[event.key]();
  });
  stop();
  const element = html`<div class="replay" role="group" aria-label=${say("round.controls")}>
    <div class="replay-buttons">
      ${button("M19 5L9 12L19 19ZM6 5V19", "round.first", () => 0)}
      ${button("M16 5L7 12L16 19Z", "round.back", () => at - 1)}
      ${play}
      ${button("M8 5L17 12L8 19Z", "round.forward", () => at + 1)}
      ${button("M5 5L15 12L5 19ZM18 5V19", "round.last", () => count - 1)}
    </div>
    ${slider}${said}
    <p class="muted replay-keys">${say("round.keys")}</p>
  </div>`;
  element.go = by;
  /** @param {number} steps */
  element.grow = (steps) => {
    count = steps;
    slider.max = String(steps);
  };
  return element;
}
