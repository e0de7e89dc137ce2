/* What follows by itself on a dealer's press: whatever is due next and asks nothing of him, until something is to be
   entered, decided, counted or paid. The house says of each thing whether it does (`flows`); each is an act of its own. */

import { pref } from "../prefs.js";
import { acted } from "./acts.js";
import { offered } from "./due.js";

/** @import { Work } from "./work.js" */

/** After these the dealer looks first: nothing follows. */
const STOPS = new Set(["Report", "Rule", "CallFloor", "TakeSeat", "LeaveSeat", "PlaceWager", "OrderRecut", "OrderShuffle", "RemoveDeck",
  "GoIdle", "SetDeviceAside", "RestoreDevice", "ChangeProcedure", "OpenRound"]);

export class Flow {
  /** The row of the trail after which the next thing may be done; 0: nothing follows. */
  #from = 0;

  /** An act was done in this row: whether something may follow.
      @param {string} name
      @param {number} seq */
  begins(name, seq) {
    this.#from = pref("flow") && !STOPS.has(name) ? seq : 0;
    return this.#from > 0;
  }

  /** The act that follows, once the page shows the table as it is after the last one; each is told once.
      @param {Work} now */
  next(now) {
    if (!this.#from || now.work.seq < this.#from) return null;
    this.#from = 0;
    const { due, matters, named } = now.work;
    if (!due?.flows || !due.yours || now.plays || matters.length || now.table.dealer !== "person") return null;
    const groups = offered(now, due).filter((group) => group.name === due.do);
    if (groups.length !== 1 || groups[0].offers.length !== 1) return null;
    return acted(groups[0].offers[0].example, {}, named);
  }
}
