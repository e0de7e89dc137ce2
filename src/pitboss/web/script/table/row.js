/* A row of cards to be read, named for those who hear it. */

import { face } from "../cards.js";
import { html } from "../dom.js";
import { cardName, list, say } from "../text.js";
import "../text/row.js";

/** A row of cards that is changed only where it differs. */
export class Row {
  /** @type {string[]} */
  #codes = [];
  #removed;

  /** `removed`: the cards that do not count; they are dimmed.
      @param {string} label
      @param {Set<string>} removed */
  constructor(label, removed) {
    this.#removed = removed;
    this.label = label;
    this.cards = html`<div class="row-cards" role="img"></div>`;
    this.name = html`<span class="row-name">${label}</span>`;
    this.element = html`<div class="row">${this.cards}${this.name}</div>`;
  }

  /** `words` say what they make; `brief`: whose they are need not be read beside that.
      @param {string[]} codes
      @param {string} [words] */
  show(codes, label = this.label, words = "", brief = false) {
    const name = words ? `${label}: ${words}` : label;
    const said = codes.length ? `${name}: ${list(codes.map(cardName))}` : `${label}: ${say("table.no_cards")}`;
    if (this.cards.getAttribute("aria-label") !== said) this.cards.setAttribute("aria-label", said);
    const shown = words && brief ? words.slice(0, 1).toUpperCase() + words.slice(1) : name;
    if (this.name.textContent !== shown) this.name.textContent = shown;
    codes.forEach((code, n) => {
      if (this.#codes[n] === code && this.cards.children[n]) return;
      const card = html`<div class="row-card ${this.#removed.has(code) ? "removed" : ""}">${face(code)}</div>`;
      if (this.cards.children[n]) this.cards.children[n].replaceWith(card);
      else this.cards.append(card);
    });
    while (this.cards.childElementCount > codes.length) this.cards.lastElementChild.remove();
    this.#codes = [...codes];
    this.element.classList.toggle("empty", !codes.length);
    this.element.classList.toggle("many", codes.length > 5);
  }
}
