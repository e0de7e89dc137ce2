/* What everybody at the table must know at once, in words: a void, a clock that ran out. Loaded when there is something
   of the kind. */

import { list, say } from "../text.js";
import "../text/alarms.js";

const RULED = new Set(["MatterRaised", "MatterSettled", "WagersForfeited"]);

export class Alarms {
  #words;
  #mishap = "";
  #gone = new Map();
  /** @type {Promise<import("./ruling.js").Ruling> | null} */
  #ruling = null;

  /** `words` know what a wager is called.
      @param {any} words */
  constructor(words) {
    this.#words = words;
  }

  /** Shows in the banner what this event means, if that must be known at once. `who` is empty for the reader; `said`
      are the house's words; `clocked` where it acted because a clock ran out.
      @param {string} event
      @param {any} facts
      @param {any} how */
  told(event, facts, how) {
    const { clause } = facts;
    const { who, clocked, banner } = how;
    const about = "irregularity";
    if (event === "RoundOpened") {
      this.#mishap = "";
      this.#gone.clear();
    }
    const late = this.#late(event, facts, who, clocked);
    if (late) banner.show(late, { clause, tone: who ? "" : "bad", seconds: who ? 6 : 15, about: `late ${facts.seat}` });
    else if (event === "Irregularity" && !clocked) {
      this.#mishap = `${how.said}.`;
      banner.show(this.#mishap, { clause, tone: "bad", seconds: 12, about });
    } else if (event === "RoundVoided") {
      banner.show(`${this.#mishap} ${how.said}.`.trim(), { clause, tone: "bad", seconds: 12, about });
    }
    if (RULED.has(event)) this.#rule((ruling) => ruling.told(event, facts, how));
    if (event === "BetsClosed" && this.#ruling) how.rules(null);
  }

  /** What a floorperson decides is told by what only those need who see it.
      @param {(ruling: any) => void} work */
  #rule(work) {
    this.#ruling ??= import("./ruling.js").then(({ Ruling }) => new Ruling());
    this.#ruling.then(work, () => {
      this.#ruling = null; // the line is bad: the status line says that a floorperson decides
    });
  }

  /** What it means that a clock ran out, as far as it is told: the hand may be folded after the player is counted as
      gone. Null where there is nothing to say.
      @param {string} event
      @param {any} facts
      @param {string} who
      @param {boolean} clocked
      @returns {string | null} */
  #late(event, { seat = 0, ruling = "", folds = false, wager, matter: about }, who, clocked) {
    const late = who ? say("state.late", { who }) : say("state.late.you");
    const matter = say("state.late.matter");
    if (clocked && event === "MatterSettled") return about === "player_left" ? `${late} ${matter}` : matter;
    if (clocked && event === "SeatLeft") return `${late} ${say("state.late.seat")}`;
    if (clocked && event === "PlayerAway") {
      this.#gone.set(seat, null);
      return `${late} ${say(`state.late.${ruling}`)}`;
    }
    if (!this.#gone.has(seat)) return null;
    if (event === "Decided" && folds) {
      this.#gone.set(seat, []);
      return `${late} ${say("state.late.folds")}`;
    }
    const collected = this.#gone.get(seat);
    if (event !== "WagerCollected" || !collected) return null;
    collected.push(this.#words.wager(wager));
    return `${late} ${say("state.late.collected", { wagers: list(collected) })}`;
  }
}
