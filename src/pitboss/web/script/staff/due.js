/* What is due now: who does it, by which clause, what people must remember, and the form to do it. */

import { html, put } from "../dom.js";
import { pref, prefer } from "../prefs.js";
import { roleWord } from "../roles.js";
import { say } from "../text.js";
import "../text/entry.js";
import { why } from "../why.js";
import { actForm, grouped, sign } from "./acts.js";
import { keep } from "./keep.js";

/** @import { ClauseShown, Clock, DutyShown } from "../../types.d.ts" */
/** @import { Group } from "./acts.js" */
/** @import { Work } from "./work.js" */

export class DuePanel {
  #words = html`<div class="due-words"></div>`;
  #forms = html`<div class="due-forms"></div>`;
  #more = html`<div class="due-more"></div>`;
  #clock = html`<p class="due-clock number" hidden></p>`;
  #shown = "";
  #ticking = 0;

  constructor() {
    this.element = html`<section class="panel due" aria-labelledby="due-title" tabindex="-1">
      <h2 id="due-title" class="eyebrow">${say("due.title")}</h2>${this.#words}${this.#clock}${this.#forms}${flowSwitch()}${this.#more}</section>`;
  }

  /** Draws what is due; gives back the groups of offers that found their place here.
      @param {Work} now */
  show(now) {
    const { due } = now.work;
    // A ruling has a panel of its own, with its question.
    this.element.hidden = due?.do === "Rule";
    if (this.element.hidden) return new Set();
    const words = JSON.stringify([due, now.work.turn, now.work.moment, now.view.seats.map((seat) => seat.player)]);
    if (words !== this.#shown) {
      this.#shown = words;
      put(this.#words, due ? this.#duty(now, due) : this.#waiting(now));
      put(this.#more, due ? more(due) : null);
    }
    this.#tick(now.clock);
    const mine = due ? offered(now, due) : [];
    const decide = due ? null : now.more?.decisionForm(now);
    const again = now.serves ? now.more?.againForm(now) : null;
    keep(this.#forms, [
      ...(again ? [again] : []),
      ...mine.map((group) => ({
        key: group.key, sign: sign(group, now), make: () => actForm(group, now, { level: 4, due }),
      })),
      ...(decide ? [decide] : []),
    ]);
    return new Set(mine.map((group) => group.key));
  }

  /** @param {Work} now
      @param {DutyShown} due */
  #duty(now, due) {
    const about = [due.deck && now.work.decks.length > 1 ? say("due.deck", { deck: due.deck }) : "", due.seat ? now.seat(due.seat) : ""];
    const role = roleWord(due.by);
    return html`<h3 class="due-name">${due.title}</h3>
      <p class="due-who"><span class="badge strong">${say("due.by", { role })}</span>
        ${about.filter(Boolean).flatMap((text) => [" ", html`<span class="badge">${text}</span>`])}</p>
      <p class="due-clause">${due.text} ${why(due.clause)}</p>
      ${note(now, due, role)}`;
  }

  /** @param {Work} now */
  #waiting(now) {
    const { turn } = now.work;
    if (!turn) return html`<h3 class="due-name">${say("due.nothing")}</h3>`;
    const player = now.view.seats[turn - 1]?.player;
    return html`<h3 class="due-name">${say(player ? "due.decide.name" : "due.decide", { seat: turn, player })}</h3>
      <p class="due-clause">${now.work.moment} ${why(now.view.clause)}</p>`;
  }

  /** How long the one whose turn it is still has; nobody is interrupted every second, so it is not announced.
      @param {Clock | null} clock */
  #tick(clock) {
    clearInterval(this.#ticking);
    this.#clock.hidden = !clock;
    if (!clock) return;
    const until = performance.now() + clock.ms;
    const draw = () => {
      const n = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      this.#clock.textContent = n < 100 ? say("due.clock", { n }) : say("due.clock.minutes", { n: Math.round(n / 60) });
    };
    draw();
    this.#ticking = setInterval(draw, 1000);
  }
}

/** Whether what needs nobody's judgement follows by itself. */
function flowSwitch() {
  /** @param {any} event */
  const change = (event) => prefer("flow", event.currentTarget.checked);
  return html`<label class="flow"><input type="checkbox" ?checked=${pref("flow")} aria-describedby="flow-hint"
    @change=${change}><span>${say("flow.label")}</span></label>
    <small id="flow-hint" class="flow-hint">${say("flow.hint")}</small>`;
}

const BRINGS_FACES = new Set(["ShowCards", "SettleHand", "SettleTable"]);

/** The offers of what is due. Where only people can tell the faces of cards from a shoe the table cannot offer the act
    by itself: the duty says enough to ask for them.
    @param {Work} now
    @param {DutyShown} due
    @returns {Group[]} */
export function offered(now, due) {
  const found = grouped(now.offers).filter((group) => fits(group, due));
  const asks = now.work.named.length > 0 && BRINGS_FACES.has(due.do) && due.yours && !now.plays;
  if (found.length || !asks) return found;
  /** @type {any} */
  const example = due.seat ? { do: due.do, seat: due.seat } : { do: due.do };
  const without = { values: [], minimum: 0, maximum: 0, step: 0, cards: [] };
  return grouped([{ ...without, by: due.by, example, clause: due.clause }]);
}

/** What may be done instead of what is due: the stub is put away or counted.
    @type {Record<string, string>} */
const INSTEAD = { RemoveStub: "CountStub" };

/** What is due is done by the offers of its act, at its deck.
    @type {(group: Group, due: DutyShown) => boolean} */
const fits = ({ name, about }, due) =>
  (name === due.do || name === INSTEAD[due.do]) && (!about.deck || !due.deck || about.deck === due.deck);

/** Which note stands below a duty: why the reader cannot or need not do it; none where he can.
    @param {any} now
    @param {any} due */
export function noteOf(now, due) {
  return now.plays
    ? "due.conflict"
    : due.do === "DealCards" && now.table.cards === "feed" && !now.work.left
      ? "due.feed"
      : now.table.dealer === "automatic" && due.do !== "Rule"
        ? "due.automatic"
        : due.waits
          ? "due.waits"
          : due.yours
            ? ""
            : "due.other";
}

/** @param {any} now
    @param {any} due
    @param {string} role */
function note(now, due, role) {
  const key = noteOf(now, due);
  return key ? html`<p class="note">${say(key, { role })}</p>` : null;
}

/** @param {ClauseShown} cited */
const line = ({ clause, text }) => html`<li>${text} ${why(clause)}</li>`;

/** @param {DutyShown} due */
function more({ reminders, also }) {
  const remember = reminders.length
    ? html`<div class="remember"><h3>${say("due.reminders")}</h3><p class="muted">${say("due.reminders.hint")}</p><ul>${reminders.map(line)}</ul></div>`
    : null;
  const others = also.length
    ? html`<details><summary>${say("due.also")} (${also.length})</summary><ul>${also.map(line)}</ul></details>`
    : null;
  return html`${remember}${others}`;
}
