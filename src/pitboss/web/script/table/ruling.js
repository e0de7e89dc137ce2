/* A matter that waits for a floorperson: what it is about, what the clock is for, and what came of it. Loaded when there
   is one. */

import { html } from "../dom.js";
import { say } from "../text.js";
import "../text/ruling.js";
import { why } from "../why.js";

/** Shown where a clock runs: at a table dealt by people none does. */
const clock = () => html`<span class="ruling-clock">${say("ruling.clock")}</span>`;

export class Ruling {
  #words;
  #violation;

  /** `words` know what a wager is called; `violation` is what the rulebook calls one. */
  constructor(words, violation) {
    this.#words = words;
    this.#violation = violation;
  }

  /** Tells it in the banner, and beside the reader's place what stays to be read: `rules({ waits, note })`. `who` is
      empty for the reader; `clocked` where the clock decided, which is said elsewhere. */
  told(event, { matter = "", ruling = "", clause }, { who, clocked, banner, rules }) {
    const [kind, wager] = matter.split(":");
    const you = who ? "" : ".you";
    const values = { who, wager: this.#words.wager(wager), what: this.#violation };
    const tell = (key, stays = null) => {
      const sentence = say(key, values);
      banner.show(sentence, { clause, tone: "bad", seconds: 12, about: "irregularity" });
      const note = stays && html`<p class="ruling">${sentence} ${stays.waits ? clock() : null} ${why(clause, say("why"))}</p>`;
      rules(stays && { waits: stays.waits, note });
    };
    if (event === "MatterRaised") {
      tell(kind === "chips" ? "ruling.chips" : `ruling.${kind}${you}`, { waits: true });
    } else if (event === "WagersForfeited") tell(`ruling.forfeited${you}`, who ? null : { waits: false });
    else if (clocked) rules(null);
    else tell(`ruling.${ruling}${["played_out", "losing"].includes(ruling) ? you : ""}`);
  }
}
