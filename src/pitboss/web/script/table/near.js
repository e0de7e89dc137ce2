/* On a phone, where only one position is seen: the dealer's and the common cards as a strip, and a map of the seats. */

import { html } from "../dom.js";
import { money } from "../format.js";
import { say } from "../text.js";
import "../text/near.js";
import { Row } from "./row.js";

/** @import { View } from "../../types.d.ts" */

/** Puts both where they belong, once; `look(seat)` shows a position.
    @param {any} parts
    @param {(seat: number) => void} look */
export function near(parts, look) {
  if (parts.strip) return;
  const { details, picture } = parts;
  parts.strip = new Strip(details.layout.shared, picture.pieces.removed);
  parts.map = new SeatMap(picture.stage, look);
  picture.scene.before(parts.strip.element);
  picture.scene.after(parts.map.element);
}

class Strip {
  /** @type {["dealer" | "community" | "box", Row][]} */
  #rows;
  #meters = html`<p class="strip-meters" hidden></p>`;

  /** `shared` are the places of the layout that are everybody's; `removed` the cards that do not count.
      @param {{ id: string }[]} shared
      @param {Set<string>} removed */
  constructor(shared, removed) {
    const drawn = new Set(shared.map((area) => area.id.replace("_cards", "")));
    /** @type {("dealer" | "community" | "box")[]} */
    const all = ["dealer", "community", "box"];
    const places = all.filter((place) => drawn.has(place));
    this.#rows = places.map((place) => [place, new Row(say(`table.${place}`), removed)]);
    const rows = this.#rows.map(([, row]) => row.element);
    this.element = html`<div class="strip" role="group" aria-label=${say("table.strip")}>${rows}${this.#meters}</div>`;
  }

  /** @param {{ view: View, said: Record<number, string> }} state */
  render({ view, said }) {
    for (const [place, row] of this.#rows) row.show(view[place], row.label, place === "dealer" ? said[0] : "");
    const readings = Object.entries(view.meters).map(([name, cents]) => `${name}\n${money(cents, { always: true })}`);
    this.#meters.hidden = !readings.length;
    this.#meters.textContent = readings.join("\n");
  }
}

/** The seats as dots along the rail, to look at another position. */
class SeatMap {
  #dots = new Map();

  /** @param {any} stage
      @param {(seat: number) => void} look */
  constructor(stage, look) {
    /** @type {[number, { x: number, y: number }][]} */
    const seats = [];
    for (const number of stage.seats) seats.push([number, stage.at(`#seat-${number} .seat-number`)]);
    /** @type {(seat: [number, { x: number, y: number }]) => any} */
    const dot = ([number, at]) => {
      const made = html`<button class="dot" css=${{ left: `${(at.x / 2000) * 100}%`, top: `${(at.y / 1240) * 100}%` }}
        aria-label=${say("table.look", { seat: number })} @click=${() => look(number)}>${number}</button>`;
      this.#dots.set(number, made);
      return made;
    };
    this.element = html`<div class="map" role="group" aria-label=${say("table.map")}>${seats.map(dot)}</div>`;
    // A seat that is out of the picture is reached by its dot: its own button would take the focus off the screen.
    /** @type {(all: IntersectionObserverEntry[]) => void} */
    const inSight = (all) => all.forEach(({ target, isIntersecting }) => target.classList.toggle("away", !isIntersecting));
    const watch = new IntersectionObserver(inSight, { root: stage.element.parentElement });
    for (const plate of stage.layer.querySelectorAll(".plate")) watch.observe(plate);
  }

  /** @param {{ view: View, looked: number }} state */
  render({ view, looked }) {
    for (const seat of view.seats) {
      const dot = this.#dots.get(seat.number);
      if (!dot) continue;
      dot.classList.toggle("mine", view.mine.includes(seat.number));
      dot.classList.toggle("taken", Boolean(seat.player));
      dot.classList.toggle("turn", view.turn === seat.number);
      dot.classList.toggle("looked", looked === seat.number);
      dot.title = seat.player;
    }
  }
}
