/* What everybody at the table must know at once, in words: a void, a clock that ran out. Loaded when there is something
   of the kind. */

/** What becomes of somebody whose time ran out, or of what nobody has ruled. */
const LATE = new Set(["MatterSettled", "SeatLeft", "PlayerAway"]);
const RULED = new Set(["MatterRaised", "MatterSettled", "WagersForfeited"]);

export class Alarms {
  #mishap = "";
  #ran = "";
  /** What was said of each position that counts as gone.
      @type {Map<number, string[]>} */
  #gone = new Map();
  /** @type {Promise<import("./ruling.js").Ruling> | null} */
  #ruling = null;

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
    if (event === "HouseDecided") this.#ran = how.said;
    const late = this.#late(event, facts, how);
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

  /** What it means that a clock ran out, in the house's words, as far as it is told: the hand may be folded after the
      player is counted as gone, which only he is told here. Null where there is nothing to say.
      @param {string} event
      @param {any} facts
      @param {{ said: string, clocked: boolean, who: string }} how
      @returns {string | null} */
  #late(event, { seat = 0, folds = false }, { said, clocked, who }) {
    /** @type {string[] | undefined} */
    let all;
    if (clocked && LATE.has(event)) all = [this.#ran, said];
    else if (!who && this.#gone.has(seat) && said && (folds || event === "WagerCollected")) all = [...(this.#gone.get(seat) ?? []), said];
    if (!all) return null;
    if (event !== "MatterSettled" && event !== "SeatLeft") this.#gone.set(seat, all);
    return all.map((each) => `${each}.`).join(" ");
  }
}
