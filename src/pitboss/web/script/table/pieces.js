/* Cards and chips on the stage. Every piece is an element of its own that is moved by transform and shown by opacity,
   and nothing else. What must lie where is said by `lay`; how it comes there by moves.js. */

import { face, UNKNOWN } from "../cards.js";
import { stack } from "../chips.js";
import { html, put } from "../dom.js";
import { money } from "../format.js";
import { hear } from "../hear.js";
import { pace } from "../prefs.js";

/** @import { Spot } from "../../shapes.d.ts" */
/** @import { View } from "../../types.d.ts" */
/** @import { Stage } from "./stage.js" */
/** A card on the stage. @typedef {{ element: any, inner: any, code: string }} Card */
/** What lies on an area. @typedef {{ element: any, cents: number, lammer: boolean }} Lying */

const OUT = "cubic-bezier(.2,.7,.2,1)";
/** @type {Record<string, (seat: string) => string>} */
const GROUP = {
  seat: (seat) => `#seat-${seat}-cards`,
  dealer: () => "#area-dealer_cards",
  community: () => "#area-community",
  box: () => "#area-box",
};

export class Pieces {
  /** Cards by place, seat and number; chips by seat and wager. */
  /** @type {Map<string, Card>} */
  cards = new Map();
  /** @type {Map<string, Lying>} */
  lying = new Map();
  #pile = html`<div class="pile" aria-hidden="true"></div>`;
  #cover = html`<div class="cover-card" hidden></div>`;

  /** The cards that leave a hand when it is shown, because they do not count. They are dimmed, not hidden.
      @type {Set<string>} */
  removed = new Set();

  /** `cover`: the dealer's cards lie under a cover card.
      @param {Stage} stage */
  constructor(stage, cover = false) {
    this.stage = stage;
    stage.layer.append(this.#pile);
    if (cover) {
      stage.layer.append(this.#cover);
      this.#cover.style.transform = this.where(this.#between());
    }
  }

  /** The cover card lies upon the dealer's cards while nobody may see them. */
  #between() {
    const [one, two] = [this.stage.slot("#area-dealer_cards", 0), this.stage.slot("#area-dealer_cards", 1)];
    return { x: (one.x + two.x) / 2, y: one.y + 14, turn: 90 };
  }

  /** The transform by which a card lies there.
      @param {Spot} spot */
  where({ x, y, turn }, scale = 1) {
    return `translate(${x - 31.5}px, ${y - 44}px) rotate(${turn}deg)${scale === 1 ? "" : ` scale(${scale})`}`;
  }

  /** @param {string} key */
  place(key) {
    const [to, seat, n] = key.split(".");
    if (to === "aside") return this.#aside(Number(n));
    return this.stage.slot(GROUP[to](seat), Number(n));
  }

  /** @param {number} n */
  #aside(n) {
    const rack = this.rack;
    return { x: rack.x + 100 + 20 * n, y: rack.y, turn: 0 };
  }

  get rack() {
    const stage = this.stage;
    return stage.at("#area-discard_rack rect.card") ?? stage.at("#area-discard_rack") ?? { x: 440, y: 170, turn: 90 };
  }

  // --- cards ---

  /** @param {string} key
      @param {string} code */
  make(key, code) {
    const inner = html`<div class="card-turn">${face(code)}</div>`;
    const element = html`<div class="card" data-card=${key}>${inner}</div>`;
    const made = { element, inner, code };
    this.cards.set(key, made);
    this.stage.layer.append(element);
    this.#look(made);
    return made;
  }

  /** @param {Card} card */
  #look(card) {
    card.element.classList.toggle("removed", this.removed.has(card.code));
  }

  /** Says which cards do not count, as the house says it.
      @param {Iterable<string>} removed */
  leaves(removed) {
    this.removed = new Set(removed);
    for (const card of this.cards.values()) this.#look(card);
  }

  /** Turns a card over in its place.
      @param {string} key
      @param {string} code */
  async turn(key, code) {
    const card = this.cards.get(key);
    if (!card || card.code === code) return;
    card.code = code;
    this.covered();
    await this.move(card.inner, [{ transform: "scaleX(1)" }, { transform: "scaleX(.02)" }], 150);
    put(card.inner, face(card.code));
    this.#look(card);
    await this.move(card.inner, [{ transform: "scaleX(.02)" }, { transform: "scaleX(1)" }], 150);
  }

  covered() {
    this.#cover.hidden = this.cards.get("dealer.0.1")?.code !== UNKNOWN;
  }

  /** The pile in the discard rack: how many lie there is not to be counted, only that some do.
      @param {number} count */
  burned(count, more = false) {
    const now = more ? this.#pile.childElementCount + count : count;
    const shown = Math.min(now, 4);
    if (shown === this.#pile.childElementCount) return;
    const { x, y } = this.rack;
    /** @type {(_: unknown, n: number) => any} */
    const lying = (_, n) => {
      const transform = this.where({ x: x + n * 2, y: y - n * 2, turn: 90 + (n - 1) * 1.5 });
      return html`<div class="card" css=${{ transform }}>${face(UNKNOWN)}</div>`;
    };
    put(this.#pile, Array.from({ length: shown }, lying));
  }

  /** Everything as the view says, at once: what differs is put right without a movement.
      @param {View} view */
  lay(view) {
    const wanted = new Map();
    /** @type {(to: string, seat: number, codes: string[]) => void} */
    const want = (to, seat, codes) => codes.forEach((code, n) => wanted.set(`${to}.${seat}.${n}`, code));
    for (const seat of view.seats) if (!seat.in_rack) want("seat", seat.number, seat.cards);
    want("dealer", 0, view.dealer);
    want("community", 0, view.community);
    want("box", 0, view.box);
    want("aside", 0, view.set_aside);
    for (const [key, { element }] of this.cards) {
      if (!wanted.has(key)) {
        element.remove();
        this.cards.delete(key);
      }
    }
    const turning = [];
    for (const [key, code] of wanted) {
      const card = this.cards.get(key) ?? this.make(key, code);
      card.element.style.transform = this.where(this.place(key));
      card.element.style.zIndex = key.split(".")[2];
      if (card.code !== code) turning.push(this.turn(key, code));
    }
    this.covered();
    if (!view.burned && !view.seats.some((seat) => seat.in_rack)) this.burned(0);
    return Promise.all(turning);
  }

  // --- chips ---

  /** What lies on an area. `lammer` marks a wager that was collected and still counts.
      @param {number} seat
      @param {string} wager
      @param {number} cents
      @param {{ lammer?: boolean, from?: Pick<Spot, "x" | "y"> | null }} [how] */
  chips(seat, wager, cents, { lammer = false, from = null } = {}) {
    const key = `${seat}.${wager}`;
    const before = this.lying.get(key);
    if (before?.cents === cents && before.lammer === lammer) return;
    if (!cents && !lammer) return this.take(key)?.element.remove();
    const at = this.stage.lower(seat, wager);
    if (!at) return;
    this.#mark(key, true);
    const chips = () => html`${stack(cents)}<span class="amount">${money(cents)}</span>`;
    const drawn = lammer && !cents ? html`<span class="lammer">●</span>` : chips();
    const element = before?.element ?? html`<div class="wager" aria-hidden="true"></div>`;
    put(element, html`<div class="wager-inner">${drawn}</div>`);
    element.style.transform = `translate(${at.x}px, ${at.y}px)`;
    if (!before) this.stage.under.append(element);
    if (cents > (before?.cents ?? 0)) hear("chip");
    this.lying.set(key, { element, cents, lammer });
    const start = from ?? (before ? null : this.stage.at(`#seat-${seat} .seat-number`));
    if (start) {
      this.move(element, [{ transform: `translate(${start.x}px, ${start.y}px)`, opacity: 0.4 },
        { transform: `translate(${at.x}px, ${at.y}px)`, opacity: 1 }], 260);
    }
  }

  /** What leaves its area: it is no longer looked after, and the area's name stands in the middle again.
      @param {string} key */
  take(key) {
    const found = this.lying.get(key);
    this.lying.delete(key);
    this.#mark(key, false);
    return found;
  }

  /** @param {string} key
      @param {boolean} on */
  #mark(key, on) {
    this.stage.mark(`#seat-${key.replace(".", "-")}`, "staked", on);
  }

  /** @param {View} view */
  stakes(view) {
    const seen = new Set();
    for (const seat of view.seats) {
      for (const [wager, cents] of Object.entries(seat.wagers)) {
        seen.add(`${seat.number}.${wager}`);
        this.chips(seat.number, wager, cents);
      }
      for (const wager of seat.lammers) {
        if (!seat.wagers[wager]) {
          seen.add(`${seat.number}.${wager}`);
          this.chips(seat.number, wager, 0, { lammer: true });
        }
      }
    }
    for (const key of [...this.lying.keys()]) {
      const [seat, wager] = key.split(".");
      if (!seen.has(key)) this.chips(Number(seat), wager, 0);
    }
  }

  /** @param {Element} element
      @param {Keyframe[]} frames
      @param {number} ms */
  async move(element, frames, ms, delay = 0) {
    const duration = pace(ms);
    if (!duration || document.hidden) return;
    const moving = element.animate(frames, { duration, delay: pace(delay), easing: OUT, fill: "backwards" });
    await moving.finished.catch(() => null);
  }
}
