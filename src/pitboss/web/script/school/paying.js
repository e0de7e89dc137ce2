/* An answer that is what the dealer does: a wager is chosen on the felt, and taken, left, or paid with chips of the tray. */

import { announce } from "../announce.js";
import { chip, stackOf } from "../chips.js";
import { html, put } from "../dom.js";
import { money, number } from "../format.js";
import { hear } from "../hear.js";
import { list, say } from "../text.js";
import { among, keyOf, sized, standing, together, tray, ways, worth } from "./moves.js";

/** @import { AskMoves, ChipPile, DealerMove, MovesAnswer, WagerLying } from "../../types.d.ts" */
/** @import { Scene } from "./scene.js" */

/** Chips in words: "2 × $5 and 1 × $1".
    @param {readonly ChipPile[]} piles */
export const inWords = (piles) =>
  piles.length ? list(piles.map(({ cents, count }) => say("task.pile", { count: number(count), worth: money(cents) }))) : say("task.nothing");

/** Puts buttons anew; the one that had the focus keeps it, or the next one that can have it gets it.
    @param {HTMLElement} host
    @param {...any} made */
function redraw(host, ...made) {
  /** @type {any} */
  const before = document.activeElement;
  const place = host.contains(before) ? [...host.querySelectorAll("button")].indexOf(before) : -1;
  put(host, ...made);
  if (place < 0) return;
  const all = [...host.querySelectorAll("button")];
  const same = all.find((each) => each.dataset.cents === before.dataset.cents && each.dataset.do === before.dataset.do);
  if (same && !same.disabled) same.focus();
  else all.find((each) => !each.disabled)?.focus();
}

export class Paying {
  #ask;
  #changed;
  #scene;
  /** @type {DealerMove[]} */
  #moves = [];
  /** @type {ChipPile[]} */
  #hand = [];
  /** @type {WagerLying} */
  #now;
  #locked = false;
  /** @type {Set<string>} */
  #wrong = new Set();
  /** @type {readonly DealerMove[] | null} */
  #looked = null;
  #here = html`<div class="school-here"></div>`;
  #tray = html`<div class="school-tray" role="group" aria-label=${say("task.tray")}></div>`;
  #held = html`<div class="school-held"></div>`;
  #acts = html`<div class="school-acts"></div>`;
  #made = html`<section class="school-made"></section>`;
  #work = html`<div class="school-work">${this.#here}${this.#tray}${this.#held}${this.#acts}</div>`;

  /** @param {AskMoves} ask
      @param {{ changed: () => void, scene: Scene }} how */
  constructor(ask, { changed, scene }) {
    this.#ask = ask;
    this.#changed = changed;
    this.#scene = scene;
    this.#now = this.#ask.wagers[0];
    this.element = html`<div class="school-paying">${this.#work}${this.#made}</div>`;
    scene.wagers(this.#ask.wagers, (key) => this.#choose(key));
    this.#draw();
    if (this.#now) scene.choose(keyOf(this.#now));
  }

  /** @returns {MovesAnswer} */
  answer() {
    return { type: "moves", moves: [...this.#moves] };
  }

  /** @param {MovesAnswer} answer */
  restore(answer) {
    this.#moves = answer.moves.filter((move) => this.#ask.wagers.some((lying) => keyOf(lying) === keyOf(move)));
    this.#draw();
  }

  /** Chips that were taken from the tray and lie nowhere yet. */
  hanging() {
    return this.#hand.length ? say("task.hand.left", { money: money(worth(this.#hand)) }) : "";
  }

  focus() {
    if (this.#now) this.#scene.focus(keyOf(this.#now));
  }

  /** @param {boolean} locked */
  lock(locked) {
    this.#locked = locked;
    this.#work.inert = locked;
    this.#draw();
  }

  // --- what the dealer does ---

  /** @param {string} key */
  #choose(key) {
    this.#now = this.#ask.wagers.find((lying) => keyOf(lying) === key) ?? this.#now;
    this.#scene.choose(key);
    this.#draw();
  }

  /** @param {string} what
      @param {ChipPile[]} chips */
  #do(what, chips = []) {
    const { seat, wager } = this.#now;
    this.#moves.push({ seat, wager, do: what, chips });
    if (what === "pay" || chips.length) this.#hand = [];
    hear("chip");
    announce(this.#line(this.#moves[this.#moves.length - 1]), { now: true });
    this.#draw();
    this.#changed();
  }

  #undo() {
    const gone = this.#moves.pop();
    if (!gone) return;
    announce(say("task.undone", { move: this.#line(gone) }), { now: true });
    if (gone.do === "pay" && !this.#hand.length) this.#hand = [...(gone.chips ?? [])];
    this.#choose(keyOf(gone));
    this.#changed();
  }

  /** @param {number} cents
      @param {number} count below zero: back into the tray */
  #hold(cents, count) {
    const next = together(this.#hand, [{ cents, count }]);
    if (next.some((pile) => pile.count < 0)) return;
    const left = tray(this.#ask, this.#moves, next);
    // What is cut from the wager itself may be chips of which the tray has none.
    if (left.some((pile) => pile.count < 0) && !among(this.#standing().own, next)) return;
    this.#hand = next;
    hear("chip");
    announce(say("task.hand", { chips: inWords(next), money: money(worth(next)) }), { about: "hand" });
    this.#draw();
  }

  #standing() {
    return standing(this.#now, this.#moves);
  }

  /** The keys while the focus is on the table or on the tray.
      @param {KeyboardEvent} event */
  key(event) {
    if (this.#locked || !this.#now) return false;
    const can = ways(this.#standing(), this.#hand);
    const key = event.key.toLowerCase();
    const pile = /^[1-9]$/.test(key) ? this.#ask.tray[Number(key) - 1] : undefined;
    if (pile) this.#hold(pile.cents, 1);
    else if (key === "backspace" && this.#hand.length) this.#hold(this.#hand[this.#hand.length - 1].cents, -1);
    else if (key === say("task.key.undo")) this.#undo();
    else if (key === "=") this.#size();
    else if (key === say("task.key.take") && (can.take || can.part)) this.#take(can);
    else if (key === say("task.key.push") && can.push) this.#do("push");
    else if (key === say("task.key.pay") && can.pay && this.#payable()) this.#do("pay", this.#hand);
    else return false;
    return true;
  }

  /** @param {ReturnType<typeof ways>} can */
  #take(can) {
    if (this.#hand.length && can.part) this.#do("take", this.#hand);
    else if (can.take && !this.#hand.length) this.#do("take");
  }

  /** As many chips as lie there, of the same sort, into the hand. */
  #size() {
    this.#hand = sized(this.#standing().own, tray(this.#ask, this.#moves).filter((pile) => pile.count > 0));
    announce(say("task.hand", { chips: inWords(this.#hand), money: money(worth(this.#hand)) }), { about: "hand" });
    this.#draw();
  }

  #payable() {
    return tray(this.#ask, this.#moves, this.#hand).every((pile) => pile.count >= 0);
  }

  // --- what is shown ---

  #draw() {
    if (!this.#now) return;
    const shown = this.#looked ?? this.#moves;
    for (const lying of this.#ask.wagers) {
      const found = standing(lying, shown);
      this.#scene.stand(keyOf(lying), found, { label: this.#label(lying, found), wrong: this.#wrong.has(keyOf(lying)) });
    }
    this.#drawHere();
    this.#drawTray();
    this.#drawHeld();
    this.#drawActs();
    this.#drawMade();
  }

  /** @param {WagerLying} lying
      @param {ReturnType<typeof standing>} found */
  #label(lying, { own, paid, lammer, pushed, moves }) {
    const place = say("task.wager", { seat: lying.seat, wager: lying.words });
    const parts = [
      own.length ? say("task.lies", { money: money(worth(own)), chips: inWords(own) }) : lammer ? say("task.lammer") : say("task.empty"),
      paid.length ? say("task.paid", { money: money(worth(paid)), chips: inWords(paid) }) : "",
      pushed ? say("task.pushed") : "",
      moves.length ? say("task.moved", { moves: list(moves.map(String)) }) : "",
    ];
    return [place, ...parts.filter(Boolean)].join(", ");
  }

  #drawHere() {
    const found = this.#standing();
    const lies = found.own.length ? say("task.lies", { money: money(worth(found.own)), chips: inWords(found.own) })
      : found.lammer ? say("task.lammer") : say("task.empty");
    const more = [found.paid.length ? say("task.paid", { money: money(worth(found.paid)), chips: inWords(found.paid) }) : "",
      found.pushed ? say("task.pushed") : ""].filter(Boolean);
    put(this.#here, html`<h3>${say("task.wager", { seat: this.#now.seat, wager: this.#now.words })}</h3>
      <p>${[lies, ...more].join(" · ")}</p>`);
  }

  #drawTray() {
    const left = tray(this.#ask, this.#moves, this.#hand);
    redraw(this.#tray, left.map(({ cents, count }, n) => html`<button type="button" class="school-chip" data-cents=${cents}
      aria-disabled=${count > 0 ? null : "true"} @click=${() => this.#hold(cents, 1)}>
      <span class="unseen">${say("task.chip", { worth: money(cents), count: number(Math.max(0, count)) })}</span>${chip(cents)}<small aria-hidden="true">${number(Math.max(0, count))}</small>
      ${n < 9 ? html`<kbd aria-hidden="true">${n + 1}</kbd>` : null}</button>`));
  }

  #drawHeld() {
    const piles = this.#hand;
    const sum = piles.length ? html`<b>${money(worth(piles))}</b>` : html`<span class="muted">${say("task.hand.empty")}</span>`;
    redraw(this.#held, html`<span class="school-held-name">${say("task.hand.name")}</span>${sum}
      ${piles.map((pile) => html`<button type="button" class="school-pile small" data-cents=${pile.cents}
        @click=${() => this.#hold(pile.cents, -1)}><span class="unseen">${say("task.back", { worth: money(pile.cents) })}</span>${stackOf([pile])}<span aria-hidden="true">${say("task.pile", { count: number(pile.count), worth: money(pile.cents) })} −</span></button>`)}`);
  }

  #drawActs() {
    const can = ways(this.#standing(), this.#hand);
    const held = money(worth(this.#hand));
    /** @type {(key: string, words: string, on: boolean, press: () => void, kind?: string) => any} */
    const act = (key, words, on, press, kind = "") => html`<button type="button" class=${kind} data-do=${key} ?disabled=${!on || this.#locked}
      @click=${press}>${words}${key === "size" ? html`<kbd aria-hidden="true">=</kbd>` : html`<kbd aria-hidden="true">${say(`task.key.${key}`)}</kbd>`}</button>`;
    redraw(this.#acts,
      this.#hand.length
        ? act("take", say("task.take.part", { money: held }), can.part, () => this.#do("take", this.#hand))
        : act("take", say("task.take"), can.take, () => this.#do("take")),
      act("push", say("task.push"), can.push, () => this.#do("push")),
      act("size", say("task.size"), this.#standing().own.length > 0, () => this.#size()),
      act("pay", this.#hand.length ? say("task.pay", { money: held }) : say("task.pay.none"), can.pay && this.#payable(),
        () => this.#do("pay", this.#hand), can.pay ? "primary" : ""),
      act("undo", say("task.undo"), this.#moves.length > 0, () => this.#undo(), "quiet"));
  }

  /** @param {DealerMove} move */
  #line(move) {
    const lying = this.#ask.wagers.find((each) => keyOf(each) === keyOf(move));
    const place = say("task.wager", { seat: move.seat, wager: lying?.words ?? move.wager });
    const chips = move.chips ?? [];
    const key = move.do === "take" && chips.length ? "take.part" : move.do;
    return say(`task.line.${key}`, { place, money: money(worth(chips)), chips: inWords(chips) });
  }

  #drawMade() {
    if (!this.#work.hidden) put(this.#made, html`<h3>${say("task.made")}</h3>${this.#lines(this.#moves)}`);
  }

  /** @param {readonly DealerMove[]} moves */
  #lines(moves, wrong = "wrong") {
    if (!moves.length) return html`<p class="muted">${say("task.made.none")}</p>`;
    return html`<ol>${moves.map((move) => html`<li class=${this.#wrong.has(keyOf(move)) ? wrong : ""}>${this.#line(move)}</li>`)}</ol>`;
  }

  /** Shows the right moves and one's own, on the felt as well, the right ones first.
      @param {MovesAnswer} solution
      @param {{ seat?: number, wager?: string }[]} missteps */
  solve(solution, missteps) {
    this.#wrong = new Set(missteps.filter((each) => each.seat && each.wager).map((each) => `${each.seat}.${each.wager}`));
    this.#hand = [];
    this.#work.hidden = true;
    const lines = html`<div></div>`;
    /** @param {boolean} right */
    const look = (right) => {
      this.#looked = right ? solution.moves : null;
      this.#draw();
      put(lines, right ? this.#lines(solution.moves, "mended") : this.#lines(this.#moves));
    };
    if (missteps.length) {
      put(this.#made, html`<fieldset class="choices"><legend>${say("task.picture")}</legend>${[true, false].map((each) =>
        html`<label><input type="radio" name="school-picture" ?checked=${each} @change=${() => look(each)}><span>${say(each
          ? "task.picture.right" : "task.picture.own")}</span></label>`)}</fieldset>${lines}`);
    }
    look(missteps.length > 0);
  }
}
