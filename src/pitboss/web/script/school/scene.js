/* The table of a task: the felt of the game with cards and chips as they lie, whole or one position from near. */

import { stackOf } from "../chips.js";
import { html, put } from "../dom.js";
import { money } from "../format.js";
import { below } from "../table/geometry.js";
import { Meters } from "../table/meters.js";
import { Pieces } from "../table/pieces.js";
import { Seats } from "../table/seats.js";
import { Stage } from "../table/stage.js";
import { say } from "../text.js";
import "../text/table.js";
import { keyOf, worth } from "./moves.js";

/** @import { View, WagerLying } from "../../types.d.ts" */
/** @import { Standing } from "./moves.js" */
/** A wager on the felt. @typedef {{ element: any, button: any, chips: any, beside: any, marks: any }} Place */

/** Below this width one position is seen from near at first: the whole table would be too small to read. */
const NARROW = 740;
/** Millimetres: how far beside a wager its payment lies, and how large the area of one without a drawn area is. */
const [BESIDE, HALF] = [50, 44];
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Scene {
  /** @type {Map<string, Place>} */
  #places = new Map();
  #tools = html`<div class="school-tools"></div>`;
  #near = 0;
  /** Whether the whole table is seen; null until somebody has chosen. @type {boolean | null} */
  #chosen = null;
  /** @type {number[]} */
  #taken = [];

  /** @param {string} drawing the felt's SVG
      @param {View} view
      @param {string} label */
  constructor(drawing, view, label) {
    this.window = html`<div class="scene" role="group" aria-label=${label}></div>`;
    this.element = html`<div class="school-scene">${this.window}${this.#tools}</div>`;
    this.stage = new Stage(this.window, drawing);
    this.pieces = new Pieces(this.stage);
    this.seats = new Seats(this.stage, () => {});
    this.meters = new Meters(this.stage);
    this.#look(view);
    new ResizeObserver(() => this.#fit()).observe(this.window);
  }

  get narrow() {
    return this.window.clientWidth < NARROW;
  }

  /** The table at a moment. `stakes`: with the wagers as the view has them.
      @param {View} view */
  show(view, stakes = true) {
    this.#look(view);
    if (stakes) this.pieces.stakes(view);
  }

  /** @param {View} view */
  #look(view) {
    this.seats.render({ view, offers: [], ready: [], canSit: false });
    this.pieces.lay(view);
    this.meters.show(view.meters);
    if (view.burned) this.pieces.burned(view.burned);
    this.#taken = view.seats.filter((seat) => seat.player || seat.cards.length).map((seat) => seat.number);
    if (!this.#taken.length) this.#taken = [1];
    if (!this.#taken.includes(this.#near)) this.#near = view.mine[0] || view.turn || this.#taken[0];
    this.#pick();
  }

  // --- what is seen ---

  get #whole() {
    return this.#chosen ?? !this.narrow;
  }

  #fit() {
    this.stage.closeUp(this.#whole ? [] : [this.#near]);
    this.element.classList.toggle("near", !this.#whole);
    const now = this.#whole ? 0 : this.#near;
    for (const input of this.#tools.querySelectorAll("input")) input.checked = Number(input.value) === now;
    this.onlook?.(this.#near, this.#whole);
  }

  /** Looks at this position.
      @param {number} seat */
  look(seat) {
    if (!this.#taken.includes(seat)) return;
    this.#near = seat;
    this.#fit();
  }

  /** What can be looked at: the whole table, or a position from near. */
  #pick() {
    /** @param {number} seat */
    const choose = (seat) => {
      this.#chosen = seat === 0;
      if (seat) this.#near = seat;
      this.#fit();
    };
    put(this.#tools, html`<fieldset class="choices"><legend class="unseen">${say("task.look")}</legend>${[0, ...this.#taken].map(
      (seat) => html`<label><input type="radio" name="school-look" value=${seat}
        aria-label=${seat ? say("task.position", { seat }) : say("task.look.all")}
        @change=${() => choose(seat)}><span aria-hidden="true">${seat || say("task.look.all")}</span></label>`)}</fieldset>`);
    this.#fit();
  }

  /** Hears which position is looked at, and whether the whole table is.
      @type {((seat: number, whole: boolean) => void) | undefined} */
  onlook;

  // --- wagers that are taken and paid ---

  /** Buttons on the wagers. `press` hears which one was chosen: pressed, or reached by keys.
      @param {WagerLying[]} wagers
      @param {(key: string) => void} press */
  wagers(wagers, press) {
    const taken = new Set(wagers.map((lying) => lying.seat));
    this.#taken = [...taken].sort((one, two) => one - two);
    if (!taken.has(this.#near)) this.#near = this.#taken[0] ?? 1;
    for (const lying of wagers) this.#make(lying, press);
    this.#pick();
    this.#rove(0);
  }

  /** @param {WagerLying} lying
      @param {(key: string) => void} press */
  #make(lying, press) {
    const { seat, wager } = lying;
    const key = keyOf(lying);
    const at = this.stage.spot(seat, wager) ?? this.#elsewhere(seat);
    const size = { width: `${2 * at.half}px`, height: `${2 * at.tall}px` };
    const button = html`<button type="button" class="spot ${at.round ? "round" : ""}" css=${size} data-wager=${wager} data-seat=${seat}
      aria-pressed="false" @click=${() => press(key)} @focus=${() => press(key)} @keydown=${(event) => this.#arrow(event, key)}></button>`;
    const [chips, beside, marks] = [html`<div class="wager-inner"></div>`, html`<div class="wager-inner"></div>`, html`<span class="school-marks" aria-hidden="true"></span>`];
    const lower = below(at, 24);
    const right = { ...at, x: lower.x + BESIDE * Math.cos(at.turn * Math.PI / 180), y: lower.y + BESIDE * Math.sin(at.turn * Math.PI / 180) };
    /** @param {{ x: number, y: number }} spot */
    const where = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });
    this.stage.under.append(html`<div class="wager" aria-hidden="true" css=${where(lower)}>${chips}</div>`,
      html`<div class="wager school-paid" aria-hidden="true" css=${where(right)}>${beside}</div>`);
    const element = html`<div class="spot-place" css=${where(at)}>
      <div class="spot-turn" css=${{ transform: `rotate(${at.turn}deg)` }}>${button}</div>${marks}</div>`;
    this.stage.layer.append(element);
    this.#places.set(key, { element, button, chips, beside, marks });
  }

  /** Where a wager lies that has no area of its own: outward of the cards of its position.
      @param {number} seat */
  #elsewhere(seat) {
    const middle = this.stage.at(`#seat-${seat}-cards`) ?? { x: 1000, y: 620, turn: 0 };
    return { ...below(middle, 110), round: true, half: HALF, tall: HALF };
  }

  /** How a wager stands now: its chips, what was paid, the numbers of its moves, what is said of it.
      @param {string} key
      @param {Standing} standing
      @param {{ label: string, wrong: boolean }} how */
  stand(key, standing, { label, wrong }) {
    const place = this.#places.get(key);
    if (!place) return;
    const { own, paid, lammer, pushed, moves } = standing;
    put(place.chips, own.length ? html`${stackOf(own)}<span class="amount">${money(worth(own))}</span>` : null,
      lammer ? html`<span class="lammer">●</span>` : null);
    put(place.beside, paid.length ? html`${stackOf(paid)}<span class="amount paid">${money(worth(paid))}</span>` : null);
    put(place.marks, moves.length ? html`<b class=${pushed ? "pushed" : ""}>${moves.join(" ")}</b>` : null, pushed ? html`<i>${say("task.pushed.mark")}</i>` : null);
    place.button.setAttribute("aria-label", label);
    place.button.classList.toggle("done", moves.length > 0);
    place.button.classList.toggle("wrong", wrong);
    this.stage.mark(`#seat-${key.replace(".", "-")}`, "staked", own.length > 0 || lammer);
  }

  /** @param {string} key */
  choose(key) {
    for (const [each, { button }] of this.#places) button.setAttribute("aria-pressed", String(each === key));
    const place = this.#places.get(key);
    if (!place) return;
    this.#rove([...this.#places.keys()].indexOf(key));
    this.look(Number(key.split(".")[0]));
  }

  /** One of them is reached by Tab, the others from there by arrows.
      @param {number} now */
  #rove(now) {
    [...this.#places.values()].forEach(({ button }, n) => button.setAttribute("tabindex", n === now ? "0" : "-1"));
  }

  /** @param {KeyboardEvent} event
      @param {string} key */
  #arrow(event, key) {
    const all = [...this.#places.keys()];
    const step = STEPS[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : step && (all.indexOf(key) + step + all.length) % all.length;
    if (to === undefined) return;
    event.preventDefault();
    this.#rove(to);
    this.#places.get(all[to])?.button.focus();
  }

  /** The button of a wager gets the focus.
      @param {string} key */
  focus(key) {
    this.#places.get(key)?.button.focus({ preventScroll: true });
  }
}
