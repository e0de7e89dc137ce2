/* The result of each wager, on its area until the table is cleared. Pressed, it says why. What a payout limit takes off
   goes into the result of its wager. Where one would lie upon another, it moves up or down until it is read. */

import { html } from "../dom.js";
import { gain } from "../format.js";

const GAP = 3;
const STEPS = [0, -1, 1, -2, 2, -3, 3];

export class Results {
  #stage;
  #all = [];

  constructor(stage) {
    this.#stage = stage;
  }

  show(seat, wager, line, ask) {
    const at = this.#stage.spot(seat, wager) ?? this.#stage.at(`#seat-${seat}-cards`);
    if (!at) return;
    const key = `${seat}.${wager}`;
    const whole = line.cut && this.#all.find((each) => each.key === key);
    if (whole) {
      this.#drop(whole);
      const result = whole.line.result + line.result;
      const odds = [whole.line.odds, line.cut].filter(Boolean).join("; ");
      line = { ...line, result, odds, amount: gain(result), tone: result > 0 ? "good" : "" };
    }
    const button = html`<button class="result ${line.tone}" title=${line.text}
      @click=${(event) => ask(line.clause, event.currentTarget)}><b>${line.amount}</b><span>${line.odds || line.cut}</span></button>`;
    const element = html`<div class="result-place">${button}</div>`;
    this.#stage.layer.append(element);
    const { label } = this.#stage;
    const { x, y, ...place } = this.#free(at, label * button.offsetWidth, label * button.offsetHeight);
    element.style.transform = `translate(${x}px, ${y}px)`;
    this.#all.push({ key, line, element, place });
  }

  #drop(one) {
    one.element.remove();
    this.#all = this.#all.filter((each) => each !== one);
  }

  /** The nearest place above or below where nothing lies yet. Labels stand upright however the table is turned, so it
      is looked for as the reader sees it. */
  #free(at, width, height) {
    const angle = ((this.#stage.turn ?? 0) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const across = cos * at.x - sin * at.y;
    const tried = STEPS.map((n) => ({ across, down: sin * at.x + cos * at.y + n * (height + GAP), width, height }));
    const found = tried.find((one) => this.#all.every(({ place }) => apart(one, place))) ?? tried[0];
    return { ...found, x: cos * found.across + sin * found.down, y: cos * found.down - sin * found.across };
  }

  clear() {
    for (const { element } of this.#all) element.remove();
    this.#all = [];
  }
}

const apart = (one, two) =>
  Math.abs(one.across - two.across) >= (one.width + two.width) / 2 ||
  Math.abs(one.down - two.down) >= (one.height + two.height) / 2;
