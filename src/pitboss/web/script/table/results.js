/* The result of each wager, on its own area until the table is cleared: below the area's name, and never so large that
   it reaches another area or the cards. Pressed, it says why. What else a wager brings, or a payout limit takes off, goes
   into the same result. */

import { html } from "../dom.js";
import { gain } from "../format.js";

/** @typedef {{ result: number, tone: string, amount: string, odds?: string, text?: string, cut?: boolean, clause?: string }} Line */

/** The most that a result may measure from corner to corner, in millimetres: areas are further apart, and so are they
    from the cards. */
const ROOM = 80;
/** The height of the odds and of the amount on the stage; and the pixels below which odds are left to the ledger, and of
    an amount only as much is shown as an area has room for: never the sign of its currency, and from ten on no cents
    ("+7.50", "+125", "+13K"). */
const [ODDS, AMOUNT, LEAST] = [12, 18, 10];
/** @type {Intl.NumberFormatOptions} */
const SHORT = { notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 0 };
/** @type {(cents: number) => string} */
export const about = (cents) => gain(cents, { style: "decimal", ...(Math.abs(cents) < 1000 ? {} : SHORT) });
/** So many figures side by side have room where only about the amount is shown. */
const FIGURES = 4.5;
/** How much smaller a text is written that is longer; letters are wider than figures.
    @param {string} text */
export function narrow(text) {
  let wide = 0;
  for (const each of text) wide += /[.,]/.test(each) ? 0.5 : /[\d+\u2212]/.test(each) ? 1 : 1.3;
  return Math.min(1, FIGURES / wide);
}

export class Results {
  #stage;
  #metered;
  #all = new Map();

  /** `metered`: the wager at which what is paid for the hands of others is shown.
      @param {any} stage
      @param {string | undefined} metered */
  constructor(stage, metered) {
    this.#stage = stage;
    this.#metered = metered;
    stage.fitted = () => {
      for (const one of this.#all.values()) this.#fit(one);
    };
  }

  /** @param {number} seat
      @param {string} wager
      @param {any} line
      @param {(clause: string, beside: Element) => void} ask */
  show(seat, wager, line, ask) {
    const at = this.#stage.lower(seat, wager || this.#metered) ?? this.#stage.at(`#seat-${seat} .seat-number`);
    if (!at) return;
    const area = `#seat-${seat}-${wager || this.#metered}`;
    const before = this.#all.get(area);
    line = { ...line, odds: line.odds || (wager ? "" : line.text) };
    if (before) line = both(before.line, line);
    before?.element.remove();
    const button = html`<button class="result ${line.tone}" title=${line.text} aria-label=${[line.amount, line.odds, line.text].filter(Boolean).join(" ")}
      @click=${(event) => ask(line.clause, event.currentTarget)}><b data-about=${about(line.result)}
      >${line.amount}</b> <span>${line.odds}</span></button>`;
    const element = html`<div class="result-place" data-of=${area.slice(1)}
      css=${{ transform: `translate(${at.x}px, ${at.y}px)` }}>${button}</div>`;
    this.#stage.layer.append(element);
    this.#stage.mark(area, "settled", true);
    const whole = Math.hypot(button.offsetWidth, button.offsetHeight);
    button.classList.add("short");
    const one = { line, element, button, whole, short: Math.hypot(button.offsetWidth, button.offsetHeight) };
    this.#all.set(area, one);
    this.#fit(one);
  }

  /** With its odds where they can be read, else the amount alone, and never too small for that; the rest is said when it
      is pointed at.
      @param {{ button: HTMLElement, whole: number, short: number }} one */
  #fit({ button, whole, short }) {
    const { all, about, size } = fit(this.#stage, whole, short);
    button.classList.toggle("short", !all);
    button.classList.toggle("about", about);
    const text = button.querySelector("b")?.dataset.about ?? "";
    button.style.setProperty("--fit", String(about ? size * narrow(text) : size));
  }

  clear() {
    for (const [area, { element }] of this.#all) {
      element.remove();
      this.#stage.mark(area, "settled", false);
    }
    this.#all.clear();
  }
}

/** How large a result is drawn that measures `whole` with its odds and `short` without: whether it has them (`all`), and
    whether only `about` the amount can be shown.
    @param {{ label: number, scale: number }} stage how large words are on it, and the pixels of a millimetre
    @param {number} whole
    @param {number} short */
export function fit({ label, scale }, whole, short) {
  const large = Math.min(label, ROOM / whole);
  const all = large * scale * ODDS >= LEAST;
  const least = LEAST / scale / AMOUNT;
  const amount = Math.min(label, ROOM / short);
  return { all, about: !all && amount < least, size: all ? large : Math.max(amount, least) };
}

/** Two results of one wager as one.
    @param {Line} one
    @param {Line} two
    @returns {Line} */
export function both(one, two) {
  const result = one.result + two.result;
  const tone = result > 0 ? "good" : result < 0 && !two.cut ? "bad" : "";
  /** @param {"odds" | "text"} key */
  const join = (key) => [one[key], two[key]].filter(Boolean).join("; ");
  return { ...two, result, tone, amount: gain(result), odds: join("odds"), text: join("text") };
}
