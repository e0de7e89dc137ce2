/* The panels beside the table: ledger, coach, paytables, fairness. On a small screen they come up as a sheet. */

import { html, put } from "../dom.js";
import { say } from "../text.js";
import { why } from "../why.js";

export class Side {
  #tabs = new Map();
  #list = html`<div class="tabs" role="tablist" aria-label=${say("side.title")}></div>`;
  #body = html`<div class="tab-bodies"></div>`;

  constructor() {
    this.close = html`<button class="small quiet side-close" @click=${() => this.open(false)}>${say("close")}</button>`;
    this.element = html`<aside class="side" aria-label=${say("side.title")}>
      <div class="side-top">${this.#list}${this.close}</div>${this.#body}</aside>`;
  }

  /** A panel; `fill` makes what is in it when it is first opened. */
  add(name, fill) {
    const [tab, body] = [`tab-${name}`, `panel-${name}`];
    const button = html`<button role="tab" id=${tab} aria-controls=${body} aria-selected="false" tabindex="-1"
      @click=${() => this.choose(name)} @keydown=${(event) => this.#key(event, name)}>${say(`side.${name}`)}</button>`;
    const panel = html`<div role="tabpanel" id=${body} aria-labelledby=${tab} tabindex="0" hidden></div>`;
    this.#tabs.set(name, { button, panel, fill });
    this.#list.append(button);
    this.#body.append(panel);
    if (this.#tabs.size === 1) this.choose(name);
  }

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
          (error) => put(tab.panel, html`<p>${error.message}</p>`),
        );
      }
    }
  }

  #key(event, name) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const names = [...this.#tabs.keys()];
    const next = names[(names.indexOf(name) + by + names.length) % names.length];
    this.choose(next);
    this.#tabs.get(next).button.focus();
    event.preventDefault();
  }

  open(on) {
    this.element.classList.toggle("open", on);
    if (on) this.#list.querySelector('[aria-selected="true"]').focus();
  }
}

/** The odds in force, as the signs of this table state them. */
export function paytables(signs) {
  const line = ({ column, hand, pays, clause }) => html`<tr><td>${column ? `${column} · ` : ""}${hand}</td>
    <td class="number">${pays}</td><td>${why(clause, say("why"))}</td></tr>`;
  const table = ({ title, odds }) => html`<table class="paytable"><caption>${title}</caption>
    <tbody>${odds.map(line)}</tbody></table>`;
  return signs.filter((sign) => sign.odds.length).map(table);
}
