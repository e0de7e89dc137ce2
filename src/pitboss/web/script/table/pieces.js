/* Cards and chips on the stage. Every piece is an element of its own that is moved by transform and shown by opacity,
   and nothing else. What must lie where is said by `lay`; how it comes there by `deal`, `turn` and `away`. */

import { face, UNKNOWN } from "../cards.js";
import { stack } from "../chips.js";
import { html, put } from "../dom.js";
import { money } from "../format.js";
import { pace } from "../prefs.js";

const OUT = "cubic-bezier(.2,.7,.2,1)";
const GROUP = {
  seat: (seat) => `#seat-${seat}-cards`,
  dealer: () => "#area-dealer_cards",
  community: () => "#area-community",
  box: () => "#area-box",
};

/** Low cards of Top Five leave the hand when it is shown: they are dimmed, not hidden. */
const LOW = new Set("23456789");

const where = ({ x, y, turn }, scale = 1) =>
  `translate(${x - 31.5}px, ${y - 44}px) rotate(${turn}deg)${scale === 1 ? "" : ` scale(${scale})`}`;

export class Pieces {
  #cards = new Map();
  #chips = new Map();
  #stage;
  #low;
  #pile = html`<div class="pile" aria-hidden="true"></div>`;
  #cover = html`<div class="cover-card" hidden></div>`;

  constructor(stage, { low = false, cover = false } = {}) {
    this.#stage = stage;
    this.#low = low;
    stage.layer.append(this.#pile);
    if (cover) {
      stage.layer.append(this.#cover);
      this.#cover.style.transform = where(this.#between());
    }
  }

  /** The cover card lies upon the dealer's cards while nobody may see them. */
  #between() {
    const [one, two] = [this.#stage.slot("#area-dealer_cards", 0), this.#stage.slot("#area-dealer_cards", 1)];
    return { x: (one.x + two.x) / 2, y: one.y + 14, turn: 90 };
  }

  #place(key) {
    const [to, seat, n] = key.split(".");
    if (to === "aside") return this.#aside(Number(n));
    return this.#stage.slot(GROUP[to](seat), Number(n));
  }

  #aside(n) {
    const rack = this.rack;
    return { x: rack.x + 100 + 20 * n, y: rack.y, turn: 0 };
  }

  get rack() {
    const stage = this.#stage;
    return stage.at("#area-discard_rack rect.card") ?? stage.at("#area-discard_rack") ?? { x: 440, y: 170, turn: 90 };
  }

  get bank() {
    return this.#stage.at("#area-inventory") ?? { x: 1000, y: 164, turn: 0 };
  }

  // --- cards ---

  #make(key, code) {
    const inner = html`<div class="card-turn">${face(code)}</div>`;
    const element = html`<div class="card" data-card=${key}>${inner}</div>`;
    const made = { element, inner, code };
    this.#cards.set(key, made);
    this.#stage.layer.append(element);
    this.#look(made);
    return made;
  }

  #look(card) {
    card.element.classList.toggle("removed", this.#low && card.code !== UNKNOWN && LOW.has(card.code[0]));
  }

  count(to, seat) {
    let n = 0;
    while (this.#cards.has(`${to}.${seat}.${n}`)) n += 1;
    return n;
  }

  /** A card leaves the shoe for its place; the promise is kept when it has arrived. */
  deal(to, seat, code, delay = 0) {
    const key = `${to}.${seat}.${this.count(to, seat)}`;
    const made = this.#make(key, UNKNOWN);
    const [from, end] = [this.#stage.source, this.#place(key)];
    made.element.style.transform = where(end);
    made.element.style.zIndex = String(this.#cards.size);
    const moved = this.#move(made.element, [
      { transform: where({ ...from, turn: from.turn - 20 }, 0.85), opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: where(end), opacity: 1 },
    ], 420, delay);
    if (to === "dealer") moved.then(() => this.#covered());
    return code === UNKNOWN ? moved : moved.then(() => this.turn(key, code));
  }

  /** A burned card goes to the discard rack. */
  async burn(delay = 0) {
    const element = html`<div class="card">${face(UNKNOWN)}</div>`;
    this.#stage.layer.append(element);
    await this.#move(element, [
      { transform: where(this.#stage.source, 0.85), opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: where(this.rack), opacity: 1 },
    ], 420, delay);
    element.remove();
    this.burned(1, true);
  }

  /** Turns a card over in its place. */
  async turn(key, code) {
    const card = this.#cards.get(key);
    if (!card || card.code === code) return;
    card.code = code;
    this.#covered();
    await this.#move(card.inner, [{ transform: "scaleX(1)" }, { transform: "scaleX(.02)" }], 150);
    put(card.inner, face(card.code));
    this.#look(card);
    await this.#move(card.inner, [{ transform: "scaleX(.02)" }, { transform: "scaleX(1)" }], 150);
  }

  #covered() {
    this.#cover.hidden = this.#cards.get("dealer.0.1")?.code !== UNKNOWN;
  }

  turnAll(to, seat, codes, from = 0) {
    return Promise.all(codes.map((code, n) => this.turn(`${to}.${seat}.${from + n}`, code)));
  }

  /** The cards of a place go to the discard rack. */
  async away(to, seat) {
    const gone = [];
    for (let n = 0; this.#cards.has(`${to}.${seat}.${n}`); n += 1) {
      const key = `${to}.${seat}.${n}`;
      const { element } = this.#cards.get(key);
      this.#cards.delete(key);
      const leaving = this.#move(element, [
        { transform: where(this.#place(key)), opacity: 1 },
        { transform: where(this.rack, 0.9), opacity: 0 },
      ], 360, n * 30);
      gone.push(leaving.then(() => element.remove()));
    }
    this.#covered();
    await Promise.all(gone);
    if (gone.length) this.burned(1, true);
  }

  /** Every card on the table goes to the discard rack. */
  sweep() {
    const places = new Set([...this.#cards.keys()].map((key) => key.split(".").slice(0, 2).join(".")));
    return Promise.all([...places].map((place) => this.away(...place.split("."))));
  }

  /** The pile in the discard rack: how many lie there is not to be counted, only that some do. */
  burned(count, more = false) {
    const now = more ? this.#pile.childElementCount + count : count;
    const shown = Math.min(now, 4);
    if (shown === this.#pile.childElementCount) return;
    const { x, y } = this.rack;
    const lying = (_, n) => {
      const transform = where({ x: x + n * 2, y: y - n * 2, turn: 90 + (n - 1) * 1.5 });
      return html`<div class="card" css=${{ transform }}>${face(UNKNOWN)}</div>`;
    };
    put(this.#pile, Array.from({ length: shown }, lying));
  }

  /** Everything as the view says, at once: what differs is put right without a movement. */
  lay(view) {
    const wanted = new Map();
    const want = (to, seat, codes) => codes.forEach((code, n) => wanted.set(`${to}.${seat}.${n}`, code));
    for (const seat of view.seats) if (!seat.in_rack) want("seat", seat.number, seat.cards);
    want("dealer", 0, view.dealer);
    want("community", 0, view.community);
    want("box", 0, view.box);
    want("aside", 0, view.set_aside);
    for (const [key, { element }] of this.#cards) {
      if (!wanted.has(key)) {
        element.remove();
        this.#cards.delete(key);
      }
    }
    const turning = [];
    for (const [key, code] of wanted) {
      const card = this.#cards.get(key) ?? this.#make(key, code);
      card.element.style.transform = where(this.#place(key));
      card.element.style.zIndex = key.split(".")[2];
      if (card.code !== code) turning.push(this.turn(key, code));
    }
    this.#covered();
    if (!view.burned && !view.seats.some((seat) => seat.in_rack)) this.burned(0);
    return Promise.all(turning);
  }

  // --- chips ---

  /** What lies on an area. `lammer` marks a wager that was collected and still counts. */
  chips(seat, wager, cents, { lammer = false, from = null } = {}) {
    const key = `${seat}.${wager}`;
    const before = this.#chips.get(key);
    if (before?.cents === cents && before.lammer === lammer) return;
    if (!cents && !lammer) {
      before?.element.remove();
      this.#chips.delete(key);
      return;
    }
    const at = this.#stage.spot(seat, wager);
    if (!at) return;
    const chips = () => html`${stack(cents)}<span class="amount">${money(cents)}</span>`;
    const drawn = lammer && !cents ? html`<span class="lammer">●</span>` : chips();
    const element = before?.element ?? html`<div class="wager" aria-hidden="true"></div>`;
    put(element, html`<div class="wager-inner">${drawn}</div>`);
    element.style.transform = `translate(${at.x}px, ${at.y}px)`;
    if (!before) this.#stage.under.append(element);
    this.#chips.set(key, { element, cents, lammer });
    const start = from ?? (before ? null : this.#stage.at(`#seat-${seat} .seat-number`));
    if (start) {
      this.#move(element, [{ transform: `translate(${start.x}px, ${start.y}px)`, opacity: 0.4 },
        { transform: `translate(${at.x}px, ${at.y}px)`, opacity: 1 }], 260);
    }
  }

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
    for (const key of [...this.#chips.keys()]) {
      if (!seen.has(key)) this.chips(...key.split("."), 0);
    }
  }

  /** A losing wager goes to the house. */
  async lost(seat, wager) {
    const key = `${seat}.${wager}`;
    const found = this.#chips.get(key);
    if (!found) return;
    this.#chips.delete(key);
    const at = this.#stage.spot(seat, wager);
    await this.#fly(found.element, at, this.bank);
    found.element.remove();
  }

  /** Winnings come from the house and go with the stake to the player. */
  async paid(seat, wager, won) {
    const at = this.#stage.spot(seat, wager);
    const home = this.#stage.at(`#seat-${seat} .seat-number`);
    if (!at || !home) return;
    if (won) {
      const coming = html`<div class="wager" aria-hidden="true"><div class="wager-inner">${stack(won)}</div></div>`;
      this.#stage.under.append(coming);
      await this.#fly(coming, this.bank, { ...at, x: at.x + 34 }, 1);
      await this.#wait(350);
      this.#fly(coming, { ...at, x: at.x + 34 }, home).then(() => coming.remove());
    }
    const key = `${seat}.${wager}`;
    const found = this.#chips.get(key);
    if (!found) return;
    this.#chips.delete(key);
    await this.#fly(found.element, at, home);
    found.element.remove();
  }

  #fly(element, from, to, last = 0) {
    element.style.transform = `translate(${to.x}px, ${to.y}px)`;
    return this.#move(element, [
      { transform: `translate(${from.x}px, ${from.y}px)`, opacity: 1 },
      { opacity: 1, offset: 0.7 },
      { transform: `translate(${to.x}px, ${to.y}px)`, opacity: last },
    ], 420);
  }

  #wait(ms) {
    return new Promise((done) => setTimeout(done, document.hidden ? 0 : pace(ms)));
  }

  async #move(element, frames, ms, delay = 0) {
    const duration = pace(ms);
    if (!duration || document.hidden) return;
    const moving = element.animate(frames, { duration, delay: pace(delay), easing: OUT, fill: "backwards" });
    await moving.finished.catch(() => null);
  }
}
