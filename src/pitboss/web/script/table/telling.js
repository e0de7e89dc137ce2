/* What is told and kept to be read: the ledger, the results on the felt, and the panels beside the table. Loaded when
   one can already play. */

import { announce } from "../announce.js";
import { get } from "../api.js";
import { find, html, put } from "../dom.js";
import { notePromises } from "../fairness/kept.js";
import { say, sentence } from "../text.js";
import "../text/telling.js";
import { ask } from "../why.js";
import { Director } from "./director.js";
import { Ledger } from "./ledger.js";
import { Lines, ownSince, toneOfSum } from "./lines.js";
import { Named } from "./named.js";
import { firstTime } from "./newcomer.js";
import { broughtBy, Outcome } from "./outcome.js";
import { Results } from "./results.js";
import { Side } from "./side.js";

/** @import { Heard, TableState, ToldEvent } from "../../shapes.d.ts" */
/** @import { Coming, Recalled } from "../../types.d.ts" */
/** @import { Alarms } from "./alarms.js" */
/** @import { Guide } from "./guide.js" */

const REDRAWN = new Set(["DeviceSetAside", "DeviceRestored", "DeviceFailed", "TermsAdopted", "ProcedureChanged"]);
/** What becomes of the table itself. */
const STATES = new Set(["TableIdle", "TableParked", "TableResumed", "TableSetAside"]);
/** With these begins what everybody must know at once. */
const ALARMING = new Set([
  "HouseDecided", "Irregularity", "RoundVoided", "MatterRaised", "MatterSettled", "WagersForfeited",
]);

/** A tablet held upright shows the whole table, and has room to show one's own place near. */
const upright = matchMedia("(min-width: 721px) and (max-width: 1099px) and (min-height: 1000px)");

/** Where the panels come up as a sheet: the same words stand in table.css. */
const asSheet = matchMedia("(max-width: 1099px) and (max-height: 999px), (max-width: 720px), (max-height: 560px)");

export class Telling {
  #p;
  #promised = "";
  /** @type {{ fair: Coming[], round: number }} */
  #fair = { fair: [], round: 0 };
  /** @type {any} */
  #fairness = null;
  /** @type {number[]} */
  #mine = [];
  #dealt = () => {};
  #clocked = false;
  /** @type {Promise<Alarms> | null} */
  #alarms = null;
  /** @type {Promise<Guide> | null} */
  #guide = null;
  /** @type {Guide | null} */
  guide = null;
  /** @type {TableState | null} */
  #state = null;

  /** `parts`: details, picture, words, game, socket, banner, dock, info (a line in it), side (its place); coach(), play() if the reader plays, redraw() the felt, rules(ruling) to be shown beside the reader's place.
      @param {any} parts */
  constructor(parts) {
    this.#p = parts;
    this.lines = new Lines();
    this.ledger = new Ledger(parts.details.id);
    this.results = new Results(parts.picture.stage, parts.words.metered);
    this.named = new Named(parts.picture.stage);
    this.outcome = new Outcome();
    parts.picture.scene.append(this.outcome.element);
    this.side = this.#sides(parts);
    const near = () => upright.matches && import("./lens.js").then(({ lens }) => lens(parts.picture, parts.side, upright));
    upright.onchange = near;
    near();
    addEventListener("guide", () => this.#guides().catch((error) => parts.banner.show(sentence(error.message), { tone: "bad" })));
  }

  /** @param {any} parts */
  #sides({ details, socket, picture, side: place, coach }) {
    const side = new Side(place);
    side.add("ledger", () => this.ledger.element, () => this.ledger.newest());
    const [coaching, waits] = [html`<div></div>`, html`<p class="muted">${say("coach.waits")}</p>`];
    const coached = async () => {
      const found = await coach();
      put(coaching, found?.element ?? waits);
      found?.session();
    };
    side.add("coach", () => coaching, coached);
    this.#dealt = () => void (waits.isConnected && coached()); // who looked on before he sat down
    side.add("hands", async () => {
      const { ranking } = await import("./ranking.js");
      return ranking(details, picture.pieces.removed);
    });
    side.add("rules", async () => {
      const { paying } = await import("../paying.js");
      return paying(details);
    });
    side.add("fair", async () => {
      const { fairnessPanel } = await import("../fairness/panel.js");
      /** @type {(deck: number, seed: string) => Promise<unknown>} */
      const send = (deck, seed) => socket.seed(deck, seed);
      this.#fairness = fairnessPanel(details.id, { send, round: this.#fair.round });
      this.#fairness.update(this.#fair);
      return this.#fairness;
    });
    return side;
  }

  /** Somebody who plays this game for the first time is shown which hand wins, beside the table. Where he plays for
      practice he is offered a guide; elsewhere the panels come up where they are a sheet, while he is not asked. */
  newcomer() {
    const { details } = this.#p;
    if (!firstTime(details.game)) return;
    this.side.choose("hands");
    if (details.practice) return void this.#guided().then((guide) => guide.offer(), () => null);
    announce(say("side.first"));
    if (asSheet.matches && !find(".deciding:not([hidden])")) this.side.open(true);
  }

  /** What explains a hand while it is played: made when it is first wanted, and shown the table as it is. */
  #guided() {
    this.#guide ??= import("./guide.js").then(({ Guide }) => {
      const { details, words, play, dock } = this.#p;
      /** @type {(seat: number, wager: string) => any} */
      const spot = (seat, wager) => play()?.spots.element(seat, wager);
      /** @type {(seat: number, wager: string) => string} */
      const limits = (seat, wager) => (play()?.wagers.limits(seat, wager) ? `${play().spots.limits(seat, wager)}.` : "");
      const asked = `/api/v1/games/${details.game}/first-hand?table=${details.id}`;
      const steps = Object.values(words.steps);
      this.guide = new Guide({ get: () => get(asked), steps, title: details.title, dock, spot, limits, hands: () => this.ranking() });
      if (this.#state) this.guide.render(this.#state);
      return this.guide;
    });
    this.#guide.catch(() => {
      this.#guide = null; // the line is bad
    });
    return this.#guide;
  }

  /** The reader wants to be guided. */
  async #guides() {
    const guide = await this.#guided();
    if (this.#p.details.practice) await guide.begin();
    else await guide.real();
  }

  /** @param {TableState} state */
  render(state) {
    this.#state = state;
    this.named.render(state);
    this.guide?.render(state);
  }

  /** Shows which hand wins. */
  ranking() {
    this.side.choose("hands");
    this.side.open(true);
  }

  /** Plays what is told from now on.
      @param {any} pieces
      @param {{ before: (message: any) => void, told: (one: any) => void, after: (message: any) => void }} hooks */
  directs(pieces, hooks) {
    /** @param {Heard} message */
    const before = (message) => {
      this.#clocked = false;
      hooks.before(message);
    };
    /** @param {number} seat */
    const rest = async (seat) => {
      if (!seat || this.#mine.includes(seat)) await this.outcome.rest();
    };
    return new Director(pieces, { ...hooks, before, rest });
  }

  /** What was told of this round before the page was opened: it is written, and no longer announced. Who sat on a
      position before was somebody else.
      @param {Recalled | null} since
      @param {Pick<TableState, "mine">} state */
  recalls(since, { mine }) {
    let round = 0;
    const told = since?.told ?? [];
    const own = ownSince(told, mine);
    told.forEach((one, n) => {
      if (one.event === "RoundOpened") round = one.facts.round;
      this.#write(one, round, own[n]);
    });
  }

  /** Something happens in this round; `mine` are the reader's positions, `were` those before, `players` who sits there.
      @param {ToldEvent} one
      @param {Pick<TableState, "mine" | "were" | "players"> & { round: number }} when */
  happens(one, { round, mine, were, players }) {
    const { event, facts } = one;
    const { seat = 0 } = facts;
    const [{ redraw }, play] = [this.#p, this.#p.play()];
    const own = mine.includes(seat);
    this.#mine = mine;
    if (event === "BetsClosed") play?.wagers.keep();
    if (event === "CardsDealt" && own) this.#dealt();
    const { line, result } = this.#write(one, round, own);
    if (own && line && result) {
      announce(`${line.text} ${line.amount}`);
      this.guide?.result(`${line.text} ${line.amount}`);
    }
    if (event === "TableCleared") {
      if (mine.length) announce(this.lines.told);
      const last = this.lines.last();
      if (mine.length && play) play.last = last && html`<b class="net ${last.tone}">${last.words}</b>`;
      // Whose time ran out has lost the seat with it; the coach counts all the same.
      if (were.length) play?.cleared();
    }
    if (event === "HouseDecided") this.#clocked = true;
    this.#alarm(one, own || were.includes(seat) ? "" : players[seat]);
    if (REDRAWN.has(event)) redraw();
  }

  /** What waited for a floorperson when the page was opened, and how the house says it.
      @param {[string, number][]} matters
      @param {string[]} sentences
      @param {Pick<TableState, "mine" | "players">} state */
  waits(matters, sentences, { mine, players }) {
    matters.forEach(([matter, seat], n) => {
      const raised = { event: "MatterRaised", facts: { matter, seat }, said: sentences[n] };
      this.#alarm(raised, mine.includes(seat) ? "" : players[seat]);
    });
  }

  /** `who` is empty for the reader. What is rare is told by what only those need who see it.
      @param {Pick<ToldEvent, "event" | "facts" | "said">} told
      @param {string} [who] */
  #alarm({ event, facts, said }, who = say("table.seat", { seat: facts.seat })) {
    const { banner, rules } = this.#p;
    if (event === "TableResumed") banner.clear();
    const aside = event === "TableSetAside";
    if (STATES.has(event)) banner.show(`${said}.`, { clause: facts.clause, stay: aside, tone: aside ? "bad" : "" });
    if (!this.#alarms && !ALARMING.has(event)) return;
    const how = { banner, rules, clocked: this.#clocked, who, said };
    this.#alarms ??= import("./alarms.js").then(({ Alarms }) => new Alarms());
    this.#alarms.then(
      (alarms) => alarms.told(event, facts, how),
      () => {
        this.#alarms = null; // the line is bad: the ledger has it
      },
    );
  }

  /** Writes what was told of one's own position or another's; gives back what it wrote.
      @param {ToldEvent} one
      @param {number} round
      @param {boolean} mine */
  #write(one, round, mine) {
    const { event, facts } = one;
    const { info, words } = this.#p;
    if (event === "RoundOpened") [this.results, this.outcome].forEach((part) => part.clear());
    const entry = this.lines.tell(one, round, mine, words.steps[facts.name ?? ""]?.title ?? "");
    const { line, result, settling, final } = entry;
    if (final !== undefined) {
      const { ending, staked, unfinished } = this.lines;
      put(info, html`<b class="net ${toneOfSum(final)}">${broughtBy(final, unfinished)}</b>`);
      this.outcome.show(ending, final, staked, unfinished);
    }
    this.ledger.write(entry, round, mine);
    if (result) this.results.show(facts.seat ?? 0, facts.wager ?? "", line, ask);
    if (settling) put(info);
    return entry;
  }

  /** The promises for the coming shuffles: this browser notes what it has seen, whether or not anybody looks.
      @param {Coming[]} fair
      @param {number} round */
  fair(fair, round) {
    this.#fair = { fair, round };
    const text = JSON.stringify(fair);
    if (text !== this.#promised) notePromises(this.#p.details.id, fair);
    this.#promised = text;
    this.#fairness?.update(this.#fair);
  }
}
