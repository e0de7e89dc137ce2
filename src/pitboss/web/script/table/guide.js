/* The guided hand: a card beside the felt that explains each wager and each decision when it comes. It presses nothing,
   covers nothing that is pressed, and goes at any time. Loaded only where it is wanted. */

import { announce } from "../announce.js";
import { find, html, put, sheet } from "../dom.js";
import { list, say } from "../text.js";
import "../text/guide.js";
import { Course } from "./course.js";

/** @import { TableState } from "../../shapes.d.ts" */
/** @import { ChoiceWords, FirstHandWords, StepWords } from "../../types.d.ts" */
/** @import { GuideCard, Moment } from "./course.js" */

/** The cards that say more than the house tells. */
const WITH = ["lead", "deal", "decide"];
const OPEN = ":popover-open, dialog[open], .side.open";

export class Guide {
  /** @type {Course | null} */
  #course = null;
  #get;
  #steps;
  #title;
  #spot;
  #limits;
  #hands;
  #shown = "";
  #offered = false;
  /** @type {Moment | null} */
  #moment = null;
  /** @type {string[]} */
  #results = [];
  #seat = 0;
  element = html`<section class="guide" aria-labelledby="guide-title" tabindex="-1" hidden></section>`;

  /** `get()` brings what is told of the `steps`; `spot(seat, wager)` gives a betting area, `limits` what may lie there; `hands()` shows which hand wins. It comes
      before `dock`, so that one reaches it on the way to the chips.
      @param {{ get: () => Promise<FirstHandWords>, steps: StepWords[], title: string, dock: HTMLElement, spot: (seat: number, wager: string) => any, limits: (seat: number, wager: string) => string, hands: () => void }} parts */
  constructor({ get, steps, title, dock, spot, limits, hands }) {
    this.#get = get;
    this.#steps = steps;
    this.#title = title;
    this.#spot = spot;
    this.#limits = limits;
    this.#hands = hands;
    dock.before(this.element);
    const size = () => document.body.style.setProperty("--guided", this.element.hidden ? "0px" : `${this.element.offsetHeight}px`);
    new ResizeObserver(size).observe(this.element);
    addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  get on() {
    return !this.element.hidden;
  }

  /** Asks whether the guide is wanted. */
  async offer() {
    await sheet("guide");
    this.#offered = true;
    const title = say("guide.offer", { game: this.#title });
    put(this.element, this.#top(title, "guide.no"), html`<div class="guide-says"><p>${say("guide.offer.what")}</p></div>`,
      this.#ways(this.#way("yes", () => this.begin(), true), this.#way("hands", this.#hands)));
    this.#open();
    this.#scrolls();
    announce(`${title} ${say("guide.offer.what")}`, { about: this });
  }

  /** Begins, or begins anew. */
  async begin() {
    const [words] = await Promise.all([this.#get(), sheet("guide")]);
    this.#course = new Course(words, this.#steps);
    [this.#offered, this.#shown, this.#results] = [false, "", []];
    this.#open();
    this.#draw();
    this.element.focus({ preventScroll: true });
  }

  /** Where real chips are played for, it only says where it goes along. */
  async real() {
    await sheet("guide");
    put(this.element, this.#top(say("guide.real"), "guide.done"), html`<div class="guide-says"><p>${say("guide.real.what")}</p></div>`,
      this.#ways(html`<a class="button small" href="/">${say("state.lobby")}</a>`));
    this.#open();
    this.element.focus({ preventScroll: true });
  }

  end() {
    if (!this.on) return;
    const inside = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#course = null;
    this.#mark([]);
    document.body.classList.remove("guided");
    delete document.body.dataset.guide;
    if (inside) find(".deciding:not([hidden]), .tray:not([hidden])")?.focus({ preventScroll: true });
    announce(say(this.#offered ? "guide.later" : "guide.ended"), { about: this });
  }

  /** What is longer than its place can be scrolled by keys. */
  #scrolls() {
    const says = find(".guide-says", this.element);
    if (says.scrollHeight > says.clientHeight) says.tabIndex = 0;
    else says.removeAttribute("tabindex");
  }

  #open() {
    this.element.hidden = false;
    document.body.classList.add("guided");
    document.body.dataset.guide = "offer";
  }

  /** @param {Pick<TableState, "view" | "offers">} state */
  render({ view, offers }) {
    const [seat] = view.mine;
    this.#seat = seat ?? 0;
    const asked = offers.some(({ example }) => example.do === "Decide" && view.mine.includes(example.seat ?? 0));
    const playing = view.seats.some(({ number, standing, cards }) => view.mine.includes(number) && Boolean(standing || cards.length));
    this.#moment = { step: view.step, round: view.round, seated: view.mine.length > 0, asked, playing };
    this.#draw();
  }

  /** What became of one of the reader's wagers, in words.
      @param {string} words */
  result(words) {
    if (this.#course) this.#results.push(words);
  }

  #draw() {
    if (!this.#course || !this.#moment) return;
    const card = this.#course.card(this.#moment);
    const key = `${card.key}.${card.kind === "over" ? this.#results.length : this.#moment.round}`;
    if (key === this.#shown) return;
    this.#shown = key;
    /** @type {any} */
    const focused = document.activeElement;
    const inside = this.element.contains(focused);
    const { go } = focused?.dataset ?? {};
    const title = this.#heading(card);
    const texts = this.#texts(card);
    put(this.element, this.#top(title, card.kind === "over" ? "guide.done" : "guide.skip", card),
      html`<div class="guide-says">${texts.map((text) => html`<p>${text}</p>`)}${this.#more(card)}</div>`, this.#buttons(card));
    document.body.dataset.guide = card.kind;
    this.#scrolls();
    this.#mark(card.wager?.wagers ?? []);
    announce([title, ...texts].join(" "), { about: this });
    if (!inside) return;
    const same = find(`[data-go="${go}"]`, this.element);
    const decides = card.kind === "decide" ? find(".deciding:not([hidden])") : null;
    (decides ?? same ?? this.element).focus({ preventScroll: true });
  }

  /** @param {GuideCard} card */
  #heading({ kind, wager }) {
    if (kind === "lead") return this.#title;
    return wager ? list(wager.titles) : say(`guide.${kind}`, { game: this.#title });
  }

  /** What a card says, in sentences.
      @param {GuideCard} card
      @returns {string[]} */
  #texts({ kind, says, wager }) {
    if (kind === "over") return [say(this.#results.length ? "guide.over.what" : "guide.over.none")];
    if (kind === "sit") return [say("guide.sit.what")];
    const notes = (wager?.notes ?? []).map(({ title, says: text }) => (wager?.wagers.length === 1 ? text : `${title}: ${text}`));
    const told = WITH.includes(kind) ? [say(`guide.${kind}.what`)] : [];
    if (wager) told.push(this.#limits(this.#seat, wager.wagers[0]));
    return kind === "deal" ? [...told, ...says] : [...says, ...notes, ...told].filter(Boolean);
  }

  /** The choices, or what became of the wagers.
      @param {GuideCard} card */
  #more({ kind, choices = [] }) {
    if (kind === "over") return this.#results.length ? html`<ul>${this.#results.map((each) => html`<li>${each}</li>`)}</ul>` : null;
    /** @param {ChoiceWords} choice */
    const one = ({ label, says }) => html`<li><b>${label}</b> ${says}</li>`;
    return kind === "decide" ? html`<ul>${choices.map(one)}</ul>` : null;
  }

  /** @param {string} title
      @param {string} skip
      @param {GuideCard} [card] */
  #top(title, skip, card) {
    const place = card?.of ? html`<small>${say("guide.place", { n: card.place, of: card.of })}</small>` : null;
    return html`<div class="guide-top"><h2 id="guide-title">${title} ${place}</h2>
      <button type="button" class="small quiet" data-go="skip" aria-keyshortcuts="Escape" @click=${() => this.end()}>${say(skip)}</button></div>`;
  }

  /** @param {GuideCard} card */
  #buttons({ kind, wager }) {
    /** @type {(by: number) => () => void} */
    const turn = (by) => () => {
      this.#course?.turn(by);
      this.#draw();
    };
    const back = this.#way("back", turn(-1));
    const next = this.#way("next", turn(1), true);
    if (kind === "lead") return this.#ways(next, this.#way("hands", this.#hands));
    if (kind === "wager") return this.#ways(back, next, this.#way("spot", () => this.#spot(this.#seat, wager?.wagers[0] ?? "")?.focus()));
    if (kind === "deal") return this.#ways(back);
    const again = () => {
      this.#results = [];
      this.#course?.again();
      this.#draw();
    };
    return kind === "over" ? this.#ways(this.#way("again", again)) : null;
  }

  /** @param {...any} ways */
  #ways = (...ways) => html`<div class="guide-go">${ways}</div>`;

  /** @param {string} name
      @param {() => unknown} does
      @param {boolean} [first] */
  #way(name, does, first = false) {
    return html`<button type="button" class=${`small ${first ? "primary" : ""}`} data-go=${name} @click=${does}>${say(`guide.${name}`)}</button>`;
  }

  /** The betting areas that are spoken of, seen on the felt.
      @param {string[]} wagers */
  #mark(wagers) {
    for (const each of document.querySelectorAll(".spot.guided")) each.classList.remove("guided");
    for (const wager of wagers) this.#spot(this.#seat, wager)?.classList.add("guided");
  }

  /** Escape ends it, where nothing else is open that Escape closes.
      @param {any} event */
  #key(event) {
    if (event.key !== "Escape" || !this.on || find(OPEN) || event.target.closest?.("input, textarea, select")) return;
    this.end();
  }
}
