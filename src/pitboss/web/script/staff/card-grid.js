/* The cards of the deck as buttons below a field: what is pressed is written into the field, and what is typed there is
   shown where it comes to lie. The field is what counts. */

import { announce } from "../announce.js";
import { face } from "../cards.js";
import { find, findAll, html, put } from "../dom.js";
import { cardName, isOrdinary, say } from "../text.js";
import "../text/entry.js";
import { asked, barred, complete, readCards, UNKNOWN, vocabulary } from "./reading.js";

/** @import { Field } from "../../shapes.d.ts" */
/** @import { CardNamed } from "../../types.d.ts" */
/** @import { Work } from "./work.js" */

/** @type {Record<string, string>} */
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SUITS = "shdc";
/** Which way an arrow goes: along the row, or to the row above or below.
    @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What the cards of this game are called, in the reader's language and by the house.
    @param {Pick<Work, "game">} now */
const wordsOf = ({ game }) =>
  vocabulary(Object.keys(game.cards), (code) => [cardName(code), game.cards[code]], [say("entry.unknown"), say("card.unknown")]);

/** A field for cards that people name. `places` are those that the act brings; without them any number can be named.
    @param {Work} now
    @param {string} name
    @param {CardNamed[]} places
    @param {Partial<Field>} more
    @returns {Field} */
export function cardsField(now, name, places, more = {}) {
  const words = wordsOf(now);
  const wanted = places.filter(asked).length;
  const [one, two] = Object.keys(now.game.cards);
  const hint = say("field.cards.hint", { example: `${one} ${two}`.toLowerCase(), word: cardName(one) });
  const label = wanted ? say("entry.cards", { n: wanted }) : say("field.cards");
  /** @param {HTMLInputElement} input */
  const beside = (input) => new CardGrid(input, words, places, now).element;
  return { name, label, kind: "cards", optional: false, hint, words, beside, ...more };
}

class CardGrid {
  #input;
  #words;
  #places;
  #now;
  #lies = html`<ol class="entry-places" role="list"></ol>`;
  #grid;
  #said = "";

  /** @param {HTMLInputElement} input
      @param {Map<string, string>} words
      @param {CardNamed[]} places
      @param {Work} now */
  constructor(input, words, places, now) {
    this.#input = input;
    this.#words = words;
    this.#places = places;
    this.#now = now;
    const codes = Object.keys(now.game.cards);
    const own = codes.filter((code) => !isOrdinary(code));
    const suits = [...SUITS].map((suit) => codes.filter((code) => isOrdinary(code) && code[1] === suit));
    this.#grid = html`<div class="entry-grid" role="group" aria-label=${say("entry.grid")}>
      ${[...suits, own].filter((row) => row.length).map((row) => html`<div class=${row === own ? "entry-row own" : "entry-row"}>${row.map((code) => this.#button(code))}</div>`)}
      <div class="entry-row entry-more">${this.#button(UNKNOWN)}
        <button type="button" class="small" data-back @click=${() => this.#back()}>${say("entry.back")}</button></div></div>`;
    this.element = html`<div class="entry">${places.length ? this.#lies : null}${this.#grid}</div>`;
    input.addEventListener("input", () => this.#draw());
    queueMicrotask(() => input.form?.addEventListener("reset", () => queueMicrotask(() => this.#draw())));
    /** @param {KeyboardEvent} event */
    const key = (event) => this.#key(event);
    this.#grid.addEventListener("keydown", key);
    find("button", this.#grid).tabIndex = 0;
    this.#draw();
  }

  /** @param {string} code */
  #button(code) {
    const press = () => this.#add(code);
    const shown = code === UNKNOWN ? say("entry.unknown") : isOrdinary(code)
      ? html`<span class="entry-card suit-${code[1]}">${code[0] === "T" ? "10" : code[0]}<i>${SIGNS[code[1]]}</i></span>`
      : html`<span class="entry-own">${face(code)}</span>`;
    const name = code === UNKNOWN ? null : cardName(code);
    return html`<button type="button" data-code=${code} tabindex="-1" title=${name} @click=${press}><span aria-hidden=${
      name ? "true" : null}>${shown}</span>${name ? html`<span class="unseen">${name}</span>` : null}</button>`;
  }

  /** @param {string} code
      @param {string[]} typed */
  #barred(code, typed) {
    return barred(code, typed, this.#places, this.#now.work.left);
  }

  get #typed() {
    return readCards(this.#input.value, this.#words).cards;
  }

  /** @param {string} code */
  #add(code) {
    const why = this.#barred(code, this.#typed);
    if (why) return announce(say(`entry.${why}`, { card: cardName(code) }));
    const text = this.#input.value.trim();
    this.#write(text ? `${text} ${code}` : code);
    const missing = this.#places.filter(asked).length - this.#typed.length;
    announce(this.#places.length ? say(missing > 0 ? "entry.said" : "entry.said.all", { card: cardName(code), n: missing }) : cardName(code));
    // All are there: what sends them is next under the finger, and under Enter.
    const { form } = this.#input;
    if (this.#places.length && missing === 0 && form) find(".form-buttons button", form)?.focus();
  }

  #back() {
    this.#write(this.#typed.slice(0, -1).join(" "));
    announce(say("entry.back.done"));
  }

  /** @param {string} text */
  #write(text) {
    this.#input.value = text;
    this.#draw();
  }

  /** What lies where, and which cards can still come. */
  #draw() {
    const typed = this.#typed;
    const key = typed.join();
    if (key === this.#said && this.#lies.childElementCount) return;
    this.#said = key;
    for (const button of findAll("[data-code]", this.#grid)) {
      button.setAttribute("aria-disabled", String(this.#barred(button.dataset.code, typed) !== ""));
    }
    if (this.#places.length) put(this.#lies, this.#where(typed));
  }

  /** @param {string[]} typed */
  #where(typed) {
    const wanted = this.#places.filter(asked).length;
    const shown = complete(this.#places, typed.length < wanted ? [...typed, ...Array(wanted - typed.length).fill("")] : typed);
    /** @type {[string, string[]][]} */
    const groups = [];
    this.#places.forEach((card, n) => {
      const name = this.#now.place(card.seat ? `seat${card.seat}` : card.place);
      if (groups.at(-1)?.[0] !== name) groups.push([name, []]);
      groups.at(-1)?.[1].push(shown[n] ?? "");
    });
    /** @param {string} code */
    const lying = (code) => (code ? face(code) : html`<span class="entry-empty"></span>`);
    return groups.map(([name, codes]) => html`<li><span>${name}</span><span class="entry-hand" role="img"
      aria-label=${codes.map((code) => (code ? cardName(code) : say("entry.missing"))).join(", ")}>${codes.map(lying)}</span></li>`);
  }

  /** Arrows go from card to card; a letter is typed into the field.
      @param {KeyboardEvent} event */
  #key(event) {
    if (event.key in ARROWS) {
      event.preventDefault();
      this.#step(...ARROWS[event.key]);
    } else if (event.key === "Backspace") {
      event.preventDefault();
      this.#back();
    } else if (event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#input.focus();
    }
  }

  /** @param {number} across
      @param {number} down */
  #step(across, down) {
    const all = findAll("button", this.#grid);
    const here = all.findIndex((each) => each === document.activeElement);
    let next = all[here + across];
    if (down) {
      const at = all[here].getBoundingClientRect();
      const rows = all.filter((each) => (each.getBoundingClientRect().top - at.top) * down > 4);
      const row = Math.min(...rows.map((each) => Math.abs(each.getBoundingClientRect().top - at.top)));
      next = rows.filter((each) => Math.abs(Math.abs(each.getBoundingClientRect().top - at.top) - row) < 4)
        .sort((a, b) => Math.abs(a.getBoundingClientRect().left - at.left) - Math.abs(b.getBoundingClientRect().left - at.left))[0];
    }
    if (!next) return;
    for (const each of all) each.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
