/* The table as it lives: what is told goes to the director, and when it is played, to every part. */

import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { gain, money } from "../format.js";
import { say } from "../text.js";
import { ask, why } from "../why.js";
import { Director } from "./director.js";
import { Ledger } from "./ledger.js";
import { Meters } from "./meters.js";
import { Results } from "./results.js";
import { Ring } from "./ring.js";
import { paytables, Side } from "./side.js";
import { Words } from "./words.js";

const ODDS = new Set(["WagerSettled", "PayoutCut", "EnvyPaid", "WagerCollected"]);
const REDRAWN = new Set(["DeviceSetAside", "DeviceRestored", "DeviceFailed", "TermsAdopted", "ProcedureChanged"]);
const ALARMS = {
  TableIdle: "state.idle",
  TableParked: "state.parked",
  TableResumed: "state.resumed",
  HouseDecided: "state.clock",
};
const phone = matchMedia("(max-width: 699px)");

export class Table {
  #state = { view: null, offers: [], ready: [], clock: null, you: null, fair: [], mine: [], players: {} };
  #p;
  #looked = 0;
  #sitting = false;
  #fairness = null;
  #play = null;
  #loading = null;
  #mishap = "";

  /** `parts`: root, banner, top, socket, details, picture; `enter()` makes a guest, `redraw()` gets the felt anew. */
  constructor(parts, game) {
    const p = (this.#p = { ...parts });
    this.words = new Words(game);
    this.step = html`<div class="step"></div>`;
    this.info = html`<p class="info"></p>`;
    this.idle = html`<div class="idle"></div>`;
    this.leaving = html`<div class="leaving"></div>`;
    this.round = p.details.round;
    p.ring = new Ring();
    p.ledger = new Ledger(p.details.id);
    p.side = this.#sides();
    p.results = new Results(p.picture.stage);
    p.meters = new Meters(p.picture.stage);
    const opens = () => p.side.open(true);
    const more = html`<button class="small quiet side-open" @click=${opens}>${say("side.ledger")}</button>`;
    const line = [p.ring.element, this.step, this.info, this.leaving, more];
    this.controls = html`<div class="dock-main"><div class="dock-line">${line}</div>${this.idle}</div>`;
    const dock = html`<section class="dock" aria-label=${say("table.dock")}>${this.controls}</section>`;
    p.picture.scene.after(dock, p.side.element);
    this.director = new Director(p.picture.pieces, {
      before: (message) => this.#before(message),
      told: (one) => this.#told(one),
      after: (message) => this.#after(message),
    });
    p.picture.scene.addEventListener("click", (event) => this.#pointed(event.target));
    phone.addEventListener("change", () => this.#near());
    this.#near();
  }

  hear(message) {
    message.at = performance.now();
    if (message.gap) this.#p.banner.show(say("state.gap"));
    this.director.play(message);
  }

  meters(meters) {
    const { view } = this.#state;
    if (!view) return;
    Object.assign(view.meters, meters);
    this.#p.meters.show(view.meters);
  }

  ended() {
    this.#state.offers = [];
    if (this.#state.view) this.#render();
  }

  // --- what happens ---

  #before(message) {
    const state = this.#state;
    if (message.you) state.you = message.you;
    for (const { number, player } of message.view.seats) if (player) state.players[number] = player;
    state.mine = message.view.mine;
    this.round = message.view.round || this.round;
  }

  #who = (seat) => {
    const { mine, players } = this.#state;
    if (!mine.includes(seat)) return players[seat] ?? say("table.seat", { seat });
    return say(mine.length > 1 ? "table.you.at" : "table.you", { seat });
  };

  #told(one) {
    const { event, facts } = one;
    const p = this.#p;
    const mine = this.#state.mine.includes(facts.seat);
    if (event === "RoundOpened") {
      this.round = facts.round;
      this.#mishap = "";
      p.results.clear();
    }
    if (event === "StepOpened") p.ledger.step(this.words.steps[facts.name]?.title ?? "");
    if (event === "BetsClosed") this.#play?.wagers.keep();
    const line = this.words.line(one, this.#who);
    if (line) {
      p.ledger.write(line, this.round, mine);
      if (ODDS.has(event)) this.#result(one, line, mine);
    }
    if (event === "TableCleared") this.#cleared();
    this.#alarm(event, facts);
  }

  #result({ event, facts }, line, mine) {
    const odds = event === "WagerSettled" ? this.words.pays(facts) : "";
    this.#p.results.show(facts.seat, facts.wager ?? "", { ...line, odds }, ask);
    if (!mine) return;
    announce(`${line.text} ${line.amount}`);
    const { net } = this.#p.ledger;
    put(this.info, html`<b class="net ${net > 0 ? "good" : net < 0 ? "bad" : ""}">${gain(net)}</b>`);
  }

  #cleared() {
    const { net } = this.#p.ledger;
    if (!this.#state.mine.length) return;
    announce(say(net > 0 ? "round.won" : net < 0 ? "round.lost" : "round.even", { money: money(Math.abs(net)) }));
    setTimeout(() => this.#play?.coach.session(), 600);
  }

  #alarm(event, facts) {
    const { banner } = this.#p;
    const { clause } = facts;
    if (event === "Irregularity") {
      this.#mishap = say("state.irregularity", { what: this.words.mishap(facts) });
      banner.show(this.#mishap, { clause, tone: "bad", seconds: 12 });
    } else if (event === "RoundVoided") {
      banner.show(`${this.#mishap} ${say("state.void")}`.trim(), { clause, tone: "bad", seconds: 12 });
    } else if (ALARMS[event]) banner.show(say(ALARMS[event]), { clause });
    if (event === "MatterRaised") {
      banner.show(say("state.matter", { matter: facts.matter.replaceAll("_", " ") }), { clause });
    }
    if (REDRAWN.has(event)) this.#redraw();
  }

  #redraw() {
    const { redraw, picture } = this.#p;
    redraw().then((drawing) => picture.stage.redraw(drawing), (error) => this.#fail(error));
  }

  #after({ view, offers, ready, clock, balance, fair, at }) {
    // The screen with the odds for this number of hands is part of the drawing.
    if (view.column !== (this.#state.view?.column ?? 0)) this.#redraw();
    Object.assign(this.#state, { view, offers, ready, clock, balance, fair, at });
    this.#render();
    if (view.mine.length && !this.#loading) this.#sitDown();
  }

  async #sitDown() {
    const { details, socket, picture, top } = this.#p;
    const { words, controls: dock, info } = this;
    this.#loading = import("./play.js");
    const { Play } = await this.#loading;
    const fail = (error) => this.#fail(error);
    this.#play = new Play({ details, words, socket, picture, top, dock, info, fail });
    this.#render();
  }

  // --- what is shown ---

  #render() {
    const p = this.#p;
    const state = { ...this.#state, canSit: !this.#state.you?.handle, looked: this.#looked };
    const { view } = state;
    for (const part of [p.picture.seats, p.strip, p.map, this.#play]) part?.render(state);
    this.#clock();
    this.#status(state);
    this.meters({});
    p.top.balance(state.balance);
    this.#fairness?.update({ fair: state.fair, round: view.round });
    if (view.step === "bets" && !view.burned) p.results.clear();
    this.#camera();
  }

  #clock() {
    const { clock, at, view } = this.#state;
    const left = clock ? clock.ms - (performance.now() - at) : 0;
    const key = clock ? `${clock.what}.${clock.seat}.${view.round}.${view.step}` : "";
    if (key === this.#state.clockKey) return;
    this.#state.clockKey = key;
    const concerns = clock && (clock.what !== "decision" || view.mine.includes(clock.seat));
    if (concerns && left > 0) this.#p.ring.run(left, say(`clock.${clock.what}`));
    else this.#p.ring.stop();
  }

  #status({ view, offers }) {
    const round = html`<small>${say("table.round", { round: view.round })}</small>`;
    put(this.step, html`<b>${this.words.now(view, this.#who)}</b>`, why(view.clause, say("why")), round);
    const watching = view.mine.length ? [] : [html`<p>${say("table.watching")}</p>`, this.#sitButton(view)];
    put(this.idle, watching);
    const leave = offers.filter((offer) => offer.example.do === "LeaveSeat");
    put(this.leaving, leave.map(({ example }) => this.#standButton(example, leave.length > 1)));
  }

  #standButton(act, several) {
    const stand = () => this.#try(() => this.#p.socket.act(act));
    const label = several ? say("table.stand.long", { seat: act.seat }) : say("table.stand");
    return html`<button class="small quiet stand" @click=${stand}>${label}</button>`;
  }

  #sitButton(view) {
    const full = view.seats.every((seat) => seat.player);
    const sit = () => this.#sitAnywhere();
    return html`<button class="primary" data-act="sit" ?disabled=${full} @click=${sit}>${say("table.sit")}</button>`;
  }

  #camera() {
    const { view } = this.#state;
    if (!view) return;
    const own = view.mine.includes(view.turn) ? view.turn : view.mine[0];
    const free = view.seats.find((seat) => !seat.player)?.number ?? 1;
    this.#p.picture.stage.closeUp(phone.matches ? this.#looked || own || free : 0);
  }

  /** Anything drawn on the felt says why it is there. */
  #pointed(target) {
    const drawn = target.closest("svg.felt [data-area], svg.felt [data-inscription]");
    if (!drawn) return;
    const { positions, shared, furniture, inscriptions } = this.#p.details.layout;
    const { area, inscription } = drawn.dataset;
    const places = area ? [...positions[0].places, ...shared, ...furniture] : inscriptions;
    const known = places.find((place) => place.id === (area ?? inscription));
    if (known?.clause) ask(known.clause, drawn);
  }

  /** A phone sees one position; what lies before the dealer and who sits elsewhere is shown above it. */
  async #near() {
    const p = this.#p;
    if (phone.matches && !p.strip) {
      const { SeatMap, Strip } = await import("./near.js");
      p.strip = new Strip(this.words, p.picture.low);
      p.map = new SeatMap(p.picture.stage, (seat) => this.#look(seat));
      p.strip.element.append(p.map.element);
      p.picture.scene.before(p.strip.element);
    }
    if (this.#state.view) this.#render();
  }

  #look(seat) {
    this.#looked = this.#state.view.mine.includes(seat) ? 0 : seat;
    this.#camera();
    this.#p.map?.render({ view: this.#state.view, looked: this.#looked });
  }

  #sides() {
    const p = this.#p;
    const side = new Side();
    side.add("ledger", () => p.ledger.element);
    side.add("coach", async () => {
      if (!this.#state.view?.mine.length) return html`<p class="muted">${say("coach.waits")}</p>`;
      await this.#loading;
      return this.#play.coach.element;
    });
    side.add("rules", () => html`<div>${paytables(p.details.layout.signs)}</div>`);
    side.add("fair", async () => {
      const { fairnessPanel } = await import("../fairness/panel.js");
      const send = (deck, seed) => p.socket.seed(deck, seed);
      this.#fairness = fairnessPanel(p.details.id, { send, round: this.round });
      this.#fairness.update({ fair: this.#state.fair, round: this.round });
      return this.#fairness;
    });
    return side;
  }

  // --- coming and going ---

  #sitAnywhere() {
    const { seats } = this.#state.view;
    const free = seats.filter((seat) => !seat.player).map((seat) => seat.number);
    const middle = (seats.length + 1) / 2;
    free.sort((one, two) => Math.abs(one - middle) - Math.abs(two - middle));
    if (free.length) this.sit(free.includes(this.#looked) ? this.#looked : free[0]);
  }

  /** Takes a seat; a stranger becomes a guest first. */
  async sit(seat) {
    if (this.#sitting) return;
    this.#sitting = true;
    await this.#try(async () => {
      const player = this.#state.you?.handle ?? (await this.#p.enter());
      this.#looked = 0;
      await this.#p.socket.act({ do: "TakeSeat", seat, player });
    });
    this.#sitting = false;
  }

  /** Does something the house may refuse; the refusal is said in a sentence, and the table goes on. */
  async #try(work) {
    try {
      await work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error) {
    this.#p.banner.show(error.message, { clause: error.clause, tone: "bad" });
  }
}
