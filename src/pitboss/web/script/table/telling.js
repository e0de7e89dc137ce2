/* What is told and kept to be read: the ledger, the results on the felt, and the panels beside the table. Loaded when
   one can already play. */

import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { notePromises } from "../fairness/kept.js";
import { gain, money } from "../format.js";
import { say } from "../text.js";
import "../text/telling.js";
import { ask } from "../why.js";
import { Director } from "./director.js";
import { Ledger } from "./ledger.js";
import { Lines } from "./lines.js";
import { Results } from "./results.js";
import { Side } from "./side.js";

/** What ends the settlement of a position: before it a sum is not final. */
const DONE = new Set(["HandCollected", "HandDiscarded", "StepOpened", "TableCleared"]);
const ODDS = new Set(["WagerSettled", "PayoutCut", "EnvyPaid", "WagerCollected"]);

export class Telling {
  #p;
  #promised = "";
  #settling = false;
  #fair = { fair: [], round: 0 };
  #fairness = null;
  #dealt;

  /** `parts`: details, stage, words, game, socket, who(seat), info (a line in the dock), side (its place), coach(). */
  constructor(parts) {
    this.#p = parts;
    this.lines = new Lines(parts.game, parts.words);
    this.ledger = new Ledger(parts.details.id);
    this.results = new Results(parts.stage);
    this.side = this.#sides(parts);
  }

  #sides({ details, socket, side: place, coach }) {
    const side = new Side(place);
    side.add("ledger", () => this.ledger.element, () => this.ledger.newest());
    const [coaching, waits] = [html`<div></div>`, html`<p class="muted">${say("coach.waits")}</p>`];
    const coached = async () => put(coaching, (await coach()) ?? waits);
    side.add("coach", () => coaching, coached);
    this.#dealt = () => waits.isConnected && coached(); // who looked on before he sat down
    side.add("rules", async () => {
      const { paying } = await import("../paying.js");
      return paying(details);
    });
    side.add("fair", async () => {
      const { fairnessPanel } = await import("../fairness/panel.js");
      const send = (deck, seed) => socket.seed(deck, seed);
      this.#fairness = fairnessPanel(details.id, { send, round: this.#fair.round });
      this.#fairness.update(this.#fair);
      return this.#fairness;
    });
    return side;
  }

  /** Plays what is told from now on. */
  directs(pieces, hooks) {
    return new Director(pieces, hooks);
  }

  /** Something was told, in this round, of one's own position or another's. */
  told(one, round, mine) {
    const { event, facts } = one;
    if (event === "RoundOpened") this.results.clear();
    if (event === "CardsDealt" && mine) this.#dealt();
    if (this.#settling && DONE.has(event)) this.#net();
    if (event === "StepOpened") this.ledger.step(this.#p.words.steps[facts.name]?.title ?? "");
    const line = this.lines.line(one, this.#p.who);
    if (line) {
      this.ledger.write(line, round, mine);
      if (ODDS.has(event)) this.#result(one, line, mine);
    }
  }

  #result({ event, facts }, line, mine) {
    const odds = event === "WagerSettled" ? this.lines.pays(facts) : "";
    this.results.show(facts.seat, facts.wager ?? "", { ...line, odds }, ask);
    if (!mine) return;
    announce(`${line.text} ${line.amount}`);
    if (!this.#settling) put(this.#p.info);
    this.#settling = true;
  }

  /** What the round has brought so far, when the last wager of a position is settled. */
  #net() {
    this.#settling = false;
    const { net } = this.ledger;
    put(this.#p.info, html`<b class="net ${net > 0 ? "good" : net < 0 ? "bad" : ""}">${gain(net)}</b>`);
  }

  /** What the round brought the reader. */
  sum() {
    const { net } = this.ledger;
    announce(say(net > 0 ? "round.won" : net < 0 ? "round.lost" : "round.even", { money: money(Math.abs(net)) }));
  }

  /** The promises for the coming shuffles: this browser notes what it has seen, whether or not anybody looks. */
  fair(fair, round) {
    this.#fair = { fair, round };
    const text = JSON.stringify(fair);
    if (text !== this.#promised) notePromises(this.#p.details.id, fair);
    this.#promised = text;
    this.#fairness?.update(this.#fair);
  }
}
