/* The first view: the felt, what lies on it, who sits there. Everything else comes after it is shown. */

import { breathe, html } from "../dom.js";
import { say } from "../text.js";
import { Pieces } from "./pieces.js";
import { Seats } from "./seats.js";
import { Stage } from "./stage.js";

/** @import { TableDetails } from "../../types.d.ts" */

export class Picture {
  /** `sit(seat)` is asked when somebody wants a seat.
      @param {HTMLElement} root
      @param {TableDetails} details
      @param {Promise<string> | string} drawing
      @param {(seat: number) => void} sit */
  static async make(root, details, drawing, sit) {
    const made = new Picture(root, details, drawing);
    await breathe();
    made.#people(details, sit);
    return made;
  }

  /** @param {HTMLElement} root
      @param {TableDetails} details
      @param {any} drawing */
  constructor(root, details, drawing) {
    const label = say("table.felt", { title: details.title, n: details.seats.all });
    this.scene = html`<div class="scene" role="region" aria-label=${label}></div>`;
    root.append(this.scene);
    this.stage = new Stage(this.scene, drawing);
    const dealer = details.layout.shared.find((place) => place.id === "dealer_cards");
    const cover = Boolean(dealer?.title.includes("cover card"));
    this.pieces = new Pieces(this.stage, cover);
  }

  /** @param {TableDetails} details
      @param {(seat: number) => void} sit */
  #people(details, sit) {
    this.seats = new Seats(this.stage, sit);
    this.pieces.stakes(details.view);
    this.pieces.lay(details.view);
    this.seats.render({ view: details.view, offers: [], ready: [], canSit: true });
  }
}
