/* The result of each wager, floating at its area until the table is cleared. Pressed, it says why. */

import { html } from "../dom.js";

export class Results {
  #stage;
  #all = [];

  constructor(stage) {
    this.#stage = stage;
  }

  show(seat, wager, line, ask) {
    const at = this.#stage.spot(seat, wager) ?? this.#stage.at(`#seat-${seat}-cards`);
    if (!at) return;
    const beside = this.#all.filter((each) => each.seat === seat && each.wager === wager).length;
    const transform = `translate(${at.x}px, ${at.y - 34 * beside}px)`;
    const element = html`<div class="result-place" css=${{ transform }}>
      <button class="result ${line.tone}" title=${line.text} @click=${(event) => ask(line.clause, event.currentTarget)}>
      <b>${line.amount}</b><span>${line.odds ?? ""}</span></button></div>`;
    this.#stage.layer.append(element);
    this.#all.push({ element, seat, wager });
  }

  clear() {
    for (const { element } of this.#all) element.remove();
    this.#all = [];
  }
}
