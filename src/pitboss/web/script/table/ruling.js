/* A matter that waits for a floorperson: what it is about, what the clock is for, and what came of it. Loaded when there
   is one. */

import { html } from "../dom.js";
import { say } from "../text.js";
import "../text/ruling.js";
import { why } from "../why.js";

/** Shown where a clock runs: at a table dealt by people none does. */
const clock = () => html`<span class="ruling-clock">${say("ruling.clock")}</span>`;

export class Ruling {
  #ruled = "";

  /** Tells it in the banner, in the house's words, and beside the reader's place what stays to be read:
      `rules({ waits, note })`. `who` is empty for the reader; `clocked` where the clock decided, which is said elsewhere.
      @param {string} event
      @param {any} facts
      @param {any} how */
  told(event, { clause }, { said, who, clocked, banner, rules }) {
    /** @type {(sentence: string, stays?: { waits: boolean } | null) => void} */
    const tell = (sentence, stays = null) => {
      banner.show(sentence, { clause, tone: "bad", seconds: 12, about: "irregularity" });
      const note = stays && html`<p class="ruling">${sentence} ${stays.waits ? clock() : null} ${why(clause, say("why"))}</p>`;
      rules(stays && { waits: stays.waits, note });
    };
    if (event === "MatterRaised") tell(`${said}.`, { waits: true });
    else if (event === "WagersForfeited") tell(`${this.#ruled} ${said}.`.trim(), who ? null : { waits: false });
    else if (clocked) rules(null);
    else tell((this.#ruled = `${said}.`));
  }
}
