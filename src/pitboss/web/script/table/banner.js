/* What everybody at the table must know at once: the connection, a void, a pause, the end. */

import { announce, hush } from "../announce.js";
import { html, put } from "../dom.js";
import { say } from "../text.js";
import { why } from "../why.js";

export class Banner {
  #timer = 0;
  /** @type {any} */
  #lasting = null;
  element = html`<div class="banner" hidden></div>`;

  constructor() {
    addEventListener("keydown", ({ key }) => key === "Escape" && !this.element.hidden && this.clear());
  }

  /** Shows a sentence; for some seconds, or (`stay`) until it is taken back.
      @param {string} sentence
      @param {{ clause?: string, tone?: string, stay?: boolean, link?: any, seconds?: number, about?: unknown }} how */
  show(sentence, { clause = "", tone = "", stay = false, link = null, seconds = 6, about } = {}) {
    clearTimeout(this.#timer);
    const made = { sentence, clause, tone, link };
    if (stay) this.#lasting = made;
    this.#draw(made);
    announce(sentence, { now: tone === "bad", about });
    if (!stay) {
      this.#timer = setTimeout(() => {
        if (this.#lasting) this.#draw(this.#lasting);
        else this.element.hidden = true;
      }, seconds * 1000);
    }
  }

  /** @param {{ sentence: string, clause: string, tone: string, link: any }} what */
  #draw({ sentence, clause, tone, link }) {
    this.element.className = `banner ${tone}`;
    const away = link ? html`<a class="button small" href=${link.href}>${link.text}</a>` : null;
    const close = html`<button class="icon quiet banner-close" aria-label=${say("close")} title=${say("close")}
      @click=${() => this.#dismiss()}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg></button>`;
    put(this.element, html`<span>${sentence}</span>`, why(clause, say("why")), away, close);
    this.element.hidden = false;
  }

  /** The reader has read it. Whoever goes by keys goes on from the table. */
  #dismiss() {
    this.clear();
    this.element.parentElement?.focus({ preventScroll: true });
  }

  /** Takes back what was to stay. */
  clear() {
    this.#lasting = null;
    clearTimeout(this.#timer);
    this.element.hidden = true;
    hush();
  }
}
