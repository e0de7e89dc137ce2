/* The table as a stage: the felt that the house has drawn, and above it a layer of the same millimetres for cards,
   chips and names. The camera is one transform of the whole stage: all of the table, or one position turned upright. */

import { html } from "../dom.js";
import { below, TALL, together, view, WIDE } from "./geometry.js";

/** @import { Spot } from "../../shapes.d.ts" */

/** How far from the middle of an area, towards the player, chips and results lie: its name stands before them. */
const LOWER = 24;

export class Stage {
  /** @type {any} */
  #felt;
  /** @type {HTMLElement} */
  #scene;
  /** @type {number[]} */
  #close = [];
  #found = new Map();
  /** What follows the stage when it has found its place.
      @type {(() => void) | undefined} */
  fitted;

  /** `scene` is the window through which the stage is seen; `drawing` the text of the felt's SVG.
      @param {HTMLElement} scene
      @param {string} drawing */
  constructor(scene, drawing) {
    this.#scene = scene;
    this.#felt = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    this.#felt.setAttribute("width", WIDE);
    this.#felt.setAttribute("height", TALL);
    this.#felt.setAttribute("aria-hidden", "true");
    this.under = html`<div class="layer"></div>`;
    this.layer = html`<div class="layer"></div>`;
    this.element = html`<div class="stage">${document.importNode(this.#felt, true)}${this.under}${this.layer}</div>`;
    this.#felt = this.element.firstElementChild;
    this.#show([...this.#felt.querySelectorAll("g.seat")]);
    scene.append(this.element);
    new ResizeObserver(() => this.fit()).observe(scene); // fits it for the first time as well
  }

  /** So many words are much for one picture: the positions come two by two with the next ones.
      @param {SVGGElement[]} seats */
  async #show(seats) {
    for (const seat of seats) seat.style.display = "none";
    while (seats.length) {
      await new Promise((on) => requestAnimationFrame(() => setTimeout(on)));
      for (const seat of seats.splice(0, 2)) seat.style.display = "";
    }
  }

  /** Another drawing of the same table: a device marked, other odds on the screen.
      @param {string} drawing */
  redraw(drawing) {
    const fresh = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
    for (const name of ["staked", "settled"]) {
      for (const { id } of this.#felt.querySelectorAll(`.${name}`)) fresh.querySelector(`#${id}`)?.classList.add(name);
    }
    this.#felt.replaceChildren(...document.importNode(fresh, true).children);
    this.#found.clear();
  }

  get seats() {
    return [...this.#felt.querySelectorAll("g.seat:not(.closed)")].map((seat) => Number(seat.dataset.seat));
  }

  /** The middle and the turn of something drawn on the felt, in millimetres of the stage; null where it is not.
      @param {string} selector
      @returns {Spot | null} */
  at(selector) {
    if (!this.#found.has(selector)) this.#found.set(selector, this.#measure(this.#felt.querySelector(selector)));
    return this.#found.get(selector);
  }

  /** Read from the drawing's own figures, not from its picture: nothing has to be laid out for it.
      @param {any} element
      @returns {Spot | null} */
  #measure(element) {
    if (!element) return null;
    const { x: left, y: top } = this.#felt.viewBox.baseVal;
    let matrix = this.#felt.createSVGMatrix();
    for (let each = element; each !== this.#felt; each = each.parentElement) {
      const own = each.transform.baseVal.consolidate()?.matrix;
      if (own) matrix = own.multiply(matrix);
    }
    const isRect = element.localName === "rect";
    const x = isRect ? element.x.baseVal.value + element.width.baseVal.value / 2 : 0;
    const y = isRect ? element.y.baseVal.value + element.height.baseVal.value / 2 : 0;
    return {
      x: matrix.a * x + matrix.c * y + matrix.e - left,
      y: matrix.b * x + matrix.d * y + matrix.f - top,
      turn: (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI,
    };
  }

  /** Where the nth card of a place lies; beyond the drawn places it lies on the last one, a little aside.
      @param {string} area
      @param {number} n
      @returns {Spot} */
  slot(area, n) {
    const found = this.at(`${area} rect.card[data-slot="${n + 1}"]`);
    if (found) return found;
    const count = this.#felt.querySelectorAll(`${area} rect.card`).length;
    const last = count ? this.at(`${area} rect.card[data-slot="${count}"]`) : this.at(area);
    return last ? { ...last, x: last.x + 14 * (n + 1 - count) } : { x: WIDE / 2, y: 200, turn: 0 };
  }

  /** A betting area of a position: its middle and half its width.
      @param {number} seat
      @param {string} area */
  spot(seat, area) {
    const element = this.#felt.querySelector(`#seat-${seat}-${area}`);
    const at = this.at(`#seat-${seat}-${area}`);
    if (!at) return null;
    const shape = element.querySelector("circle, rect");
    const radius = shape.r?.baseVal.value;
    if (radius) return { ...at, round: true, half: radius, tall: radius };
    return { ...at, round: false, half: shape.width.baseVal.value / 2, tall: shape.height.baseVal.value / 2 };
  }

  /** Where chips lie on an area.
      @param {number} seat
      @param {string} area */
  lower(seat, area) {
    const at = this.spot(seat, area);
    if (!at) return null;
    return below(at, LOWER);
  }

  /** @param {number} seat
      @returns {{ area: string, wager: string }[]} */
  areas(seat) {
    const found = this.#felt.querySelectorAll(`#seat-${seat} g.area[data-wager]:not(.not-offered)`);
    return [...found].map((area) => ({ area: area.dataset.area, wager: area.dataset.wager }))
      .filter(({ area, wager }) => area === wager);
  }

  /** Where cards come from: the shoe, the shuffler, or the dealer's hand. */
  get source() {
    return this.at("#area-shoe") ?? this.at("#area-shuffler") ?? this.at("#area-dealer_place");
  }

  /** What the meters show, on the drawn display: a line keeps its name and ends with the amount.
      @param {string[]} amounts */
  readings(amounts) {
    const shown = [...this.#felt.querySelectorAll("#area-progressive_system .reading")];
    for (const [n, line] of shown.entries()) {
      line.dataset.name ??= line.textContent.replace(/\S+$/, "");
      if (amounts[n]) line.textContent = line.dataset.name + amounts[n];
    }
  }

  /** @param {string} selector
      @param {string} name
      @param {boolean} on */
  mark(selector, name, on) {
    this.#felt.querySelector(selector)?.classList.toggle(name, on);
  }

  /** Which positions are looked at closely, that one first which must be seen; none for the whole table.
      @param {number[]} seats */
  closeUp(seats) {
    if (seats.join() === this.#close.join()) return;
    this.#close = seats;
    this.fit();
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.#scene;
    if (!width || !height) return;
    const places = this.#close.flatMap((seat) => this.at(`#seat-${seat}-cards`) ?? []);
    const { scale, turn, x, y } = places.length ? together(width, height, places) : view(width, height, null);
    this.element.style.transform = `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`;
    this.element.style.setProperty("--upright", `${-turn}deg`);
    this.element.style.setProperty("--unscale", String(1 / scale));
    this.label = Math.min(1.5, Math.max(1, 0.75 / scale)); // what is written on the stage can still be read from afar
    this.element.style.setProperty("--label", this.label);
    Object.assign(this, { turn, scale });
    this.fitted?.();
  }
}
