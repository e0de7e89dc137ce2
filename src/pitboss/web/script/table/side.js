/* The panels beside the table: ledger, coach, paytables, fairness. On a small screen they come up as a sheet. */

import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { say, sentence } from "../text.js";

export class Side {
  #tabs = new Map();
  #list = html`<div class="tabs" role="tablist" aria-label=${say("side.title")}></div>`;
  #body = html`<div class="tab-bodies"></div>`;

  /** `element` is the place for them.
      @param {any} element */
  constructor(element) {
    this.close = html`<button class="small quiet side-close" @click=${() => this.open(false)}>${say("close")}</button>`;
    this.element = put(element, html`<div class="side-top">${this.#list}${this.close}</div>`, this.#body);
    addEventListener("keydown", ({ key }) => key === "Escape" && this.open(false));
    addEventListener("asked", () => this.#yield());
  }

  /** A panel; `fill` makes what is in it when it is first opened, `shown` is called whenever it is.
      @param {string} name
      @param {any} fill */
  add(name, fill, shown = () => {}) {
    const [tab, body] = [`tab-${name}`, `panel-${name}`];
    const button = html`<button role="tab" id=${tab} aria-controls=${body} aria-selected="false" tabindex="-1"
      @click=${() => this.choose(name)} @keydown=${(event) => this.#key(event, name)}>${say(`side.${name}`)}</button>`;
    const panel = html`<div role="tabpanel" id=${body} aria-labelledby=${tab} tabindex="0" hidden></div>`;
    this.#tabs.set(name, { button, panel, fill, shown });
    this.#list.append(button);
    this.#body.append(panel);
    if (this.#tabs.size === 1) this.choose(name);
  }

  /** @param {string} name */
  choose(name) {
    for (const [each, tab] of this.#tabs) {
      const on = each === name;
      tab.button.setAttribute("aria-selected", String(on));
      tab.button.tabIndex = on ? 0 : -1;
      tab.panel.hidden = !on;
      if (on && tab.fill) {
        const { fill } = tab;
        tab.fill = null;
        Promise.resolve(fill()).then(
          (made) => put(tab.panel, made),
          (error) => put(tab.panel, html`<p>${sentence(error.message)}</p>`),
        ).then(tab.shown);
      } else if (on) tab.shown();
    }
  }

  /** @param {KeyboardEvent} event
      @param {string} name */
  #key(event, name) {
    /** @type {Record<string, number>} */
    const ways = { ArrowRight: 1, ArrowLeft: -1 };
    const by = ways[event.key];
    if (!by) return;
    const names = [...this.#tabs.keys()];
    const next = names[(names.indexOf(name) + by + names.length) % names.length];
    this.choose(next);
    this.#tabs.get(next).button.focus();
    event.preventDefault();
  }

  /** The reader is asked to decide: what is in the way goes. Whoever opens it again meanwhile keeps it. */
  #yield() {
    const { classList } = this.element;
    if (!classList.contains("open")) return;
    this.open(false);
    /** @type {any} */
    const focused = document.activeElement;
    if (this.element.contains(focused)) focused.blur();
    announce(say("side.closed"), { now: true });
  }

  /** @param {boolean} on */
  open(on) {
    this.element.classList.toggle("open", on);
    if (!on) return;
    this.#list.querySelector('[aria-selected="true"]').focus();
    for (const { panel, shown } of this.#tabs.values()) if (!panel.hidden) shown();
  }
}
