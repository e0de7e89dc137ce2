/* The table as it lives: what is told goes to the director, and when it is played, to every part. */

import { game as gameWords } from "../api.js";
import { loadPictures } from "../cards.js";
import { html, put, sheet } from "../dom.js";
import { say, sentence } from "../text.js";
import { why } from "../why.js";
import { Meters } from "./meters.js";
import { Ring } from "./ring.js";
import { Words } from "./words.js";

/** @import { Heard, TableState, ToldEvent } from "../../shapes.d.ts" */
/** @import { GameWords, LeaveSeat, View } from "../../types.d.ts" */
/** @import { Play } from "./play.js" */
/** @import { Telling } from "./telling.js" */

const AGAIN = 2_000;
/** What is needed to tell what happens. */
const LATER = "pictures,hands";
const phone = matchMedia("(max-width: 720px), (max-height: 560px)");

export class Table {
  /** @type {any} */
  #state = { view: null, offers: [], ready: [], clock: null, you: null, fair: [], mine: [], were: [], players: {} };
  #p;
  #looked = 0;
  #sitting = false;
  /** @type {Play | null} */
  #play = null;
  /** @type {Promise<void> | null} */
  #loading = null;
  /** @type {Promise<void> | null} */
  #rest = null;
  #used = false;
  #over = "";
  /** @type {Telling | null} */
  #telling = null;
  /** @type {((telling: Telling) => void)[]} */
  #untold = [];
  /** @type {any} */
  #director = null;
  /** @type {any[]} */
  #unplayed = [];
  /** @type {{ waits: boolean, note: any } | null} */
  #ruling = null;
  /** @type {number | null} */
  #since = null;

  /** `parts`: root, banner, top, socket, details, picture; `enter()` makes a guest, `redraw()` gets the felt anew.
      `game` holds what has to be known before one can play.
      @param {any} parts
      @param {GameWords} game */
  constructor(parts, game) {
    const p = (this.#p = { ...parts });
    this.words = new Words(game);
    this.step = html`<div class="step"></div>`;
    this.info = html`<p class="info"></p>`;
    this.idle = html`<div class="idle"></div>`;
    this.leaving = html`<div class="leaving"></div>`;
    this.side = html`<aside class="side" aria-label=${say("side.title")}></aside>`;
    this.round = p.details.round;
    p.ring = new Ring();
    p.meters = new Meters(p.picture.stage);
    p.picture.pieces.leaves(game.removed);
    const opens = () => this.#tell((telling) => telling.side.open(true));
    const more = html`<button class="small quiet side-open" @click=${opens}>${say("side.title")}</button>`;
    const line = [p.ring.element, this.step, this.info, this.leaving, more];
    this.controls = html`<div class="dock-main"><div class="dock-line">${line}</div>${this.idle}</div>`;
    const dock = html`<section class="dock" aria-label=${say("table.dock")}>${this.controls}</section>`;
    p.picture.scene.after(dock, this.side);
    /** @param {any} event */
    const point = ({ target }) => {
      const drawn = target.closest("svg.felt [data-area], svg.felt [data-inscription]");
      if (drawn) this.#try(async () => (await import("./pointed.js")).pointed(drawn, p.details.layout));
    };
    p.picture.scene.addEventListener("click", point);
    phone.addEventListener("change", () => this.#near());
  }

  /** @param {Heard} message */
  hear(message) {
    message.at = performance.now();
    this.#state.betting = message.betting;
    if (this.#play) this.#play.wagers.told = message.betting;
    if (message.gap) this.#p.banner.show(say("state.gap"));
    if (this.#director) this.#director.play(message);
    else if (message.type === "hello") this.#lay(message);
    else this.#unplayed.push(message);
  }

  /** The first picture needs no director: what is told is laid as it is.
      @param {Heard} message */
  #lay(message) {
    const { pieces } = this.#p.picture;
    this.#unplayed = [];
    this.#since ??= message.seq;
    this.#before(message);
    for (const one of message.told) this.#told(one);
    pieces.stakes(message.view);
    pieces.lay(message.view);
    this.#after(message);
  }

  /** @param {Record<string, number>} meters */
  meters(meters) {
    const { view } = this.#state;
    if (!view) return;
    Object.assign(view.meters, meters);
    this.#p.meters.show(view.meters);
    this.#p.strip?.render(this.#state);
  }

  /** Nothing more can be done here: the table was closed, or set aside.
      @param {string} sentence */
  ended(sentence) {
    this.#over = sentence;
    if (this.#state.view) this.#render();
  }

  // --- what happens ---

  /** @param {Heard} message */
  #before(message) {
    const state = this.#state;
    if (message.you) state.you = message.you;
    for (const { number, player } of message.view.seats) if (player) state.players[number] = player;
    state.were = state.mine;
    state.mine = message.view.mine;
    this.round = message.view.round || this.round;
  }

  /** @type {(seat: number) => string} */
  #who = (seat) => {
    const { mine, players } = this.#state;
    if (!mine.includes(seat)) return players[seat] ?? say("table.seat", { seat });
    return say(mine.length > 1 ? "table.you.at" : "table.you", { seat });
  };

  /** Does this with what keeps the ledger, now or when it is there.
      @param {(telling: Telling) => void} work */
  #tell(work) {
    if (this.#telling) work(this.#telling);
    else this.#untold.push(work);
  }

  /** @param {ToldEvent} one */
  #told(one) {
    if (one.event === "RoundOpened") this.round = one.facts.round ?? this.round;
    const [{ round }, { mine, were, players }] = [this, this.#state];
    this.#tell((telling) => telling.happens(one, { round, mine, were, players }));
  }

  /** What a floorperson has to decide, or has decided.
      @param {{ waits: boolean, note: any } | null} ruling */
  #rules(ruling) {
    this.#ruling = ruling;
    if (this.#state.view) this.#status(this.#state);
  }

  #redraw() {
    const { redraw, picture } = this.#p;
    redraw().then(picture.stage.redraw.bind(picture.stage), this.#failed);
  }

  /** @param {Heard} message */
  #after({ view, seq, offers, ready, clock, balance, waits = [], fair, at }) {
    const before = this.#state.view;
    // The screen with the odds for this number of hands is part of the drawing.
    if (view.column !== (before?.column ?? 0)) this.#redraw();
    Object.assign(this.#state, { view, seq, offers, ready, clock, balance, fair, at });
    this.#render();
    this.#tell((telling) => telling.fair(fair, view.round));
    if (!before) this.#tell((telling) => telling.waits(view.matters, waits, this.#state));
    if (view.mine.length && !this.#loading) this.#loading = this.#sitDown();
    this.#rest ??= this.#usable();
  }

  async #sitDown() {
    const { details, socket, picture } = this.#p;
    const { words, controls: dock, info } = this;
    const { Play } = await import("./play.js");
    this.#play = new Play({ details, words, socket, picture, dock, info, fail: this.#failed });
    this.#render();
    if (this.#used) await this.#play.turn();
  }

  /** One can sit down, or wager: now the rest may come. What is told meanwhile waits for it. */
  async #usable() {
    await this.#loading;
    performance.mark("usable");
    this.#used = true;
    for (;;) {
      try {
        return await this.#furnish();
      } catch {
        await new Promise((done) => setTimeout(done, AGAIN)); // the line is bad: the socket says so
      }
    }
  }

  async #furnish() {
    const { details, socket, picture } = this.#p;
    await this.#near();
    const [{ Telling }, game, since] = await Promise.all([
      import("./telling.js"),
      gameWords(details.game, details.id, LATER),
      socket.recall(this.#since).catch(() => null),
      this.#play?.turn(),
      sheet("panels"),
    ]);
    await loadPictures(game);
    const { words, info, side } = this;
    const does = {
      coach: () => this.#coach(),
      play: () => this.#play,
      rules: this.#rules.bind(this),
      redraw: () => this.#redraw(),
    };
    this.#telling = new Telling({ ...this.#p, ...does, words, game, info, side });
    this.#telling.recalls(since, this.#state);
    for (const work of this.#untold.splice(0)) work(this.#telling);
    this.#director = this.#telling.directs(picture.pieces, {
      before: this.#before.bind(this),
      told: this.#told.bind(this),
      after: this.#after.bind(this),
    });
    this.#status(this.#state);
    for (const message of this.#unplayed.splice(0)) this.#director.play(message);
  }

  /** The coach's panel, where the reader plays. */
  async #coach() {
    if (!this.#state.view?.mine.length) return null;
    await this.#loading;
    return (await this.#play?.turn())?.coach;
  }

  // --- what is shown ---

  #render() {
    const p = this.#p;
    const over = this.#over;
    if (over) Object.assign(this.#state, { offers: [], clock: null });
    /** @type {any} */
    const state = { ...this.#state, over, canSit: !this.#state.you?.handle && !over, looked: this.#looked };
    const { view } = state;
    for (const part of [p.picture.seats, p.strip, p.map, this.#play]) part?.render(state);
    this.#clock();
    this.#status(state);
    this.meters({});
    p.top.balance(state.balance);
    if (view.step === "bets" && !view.burned) this.#telling?.results.clear();
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

  /** @param {Pick<TableState, "view" | "offers" | "clock">} state */
  #status({ view, offers, clock }) {
    if (this.#over) {
      put(this.step, html`<b>${this.#over}</b>`);
      put(this.idle, html`<a class="button primary" href="/">${say("state.lobby")}</a>`);
      return put(this.leaving);
    }
    const round = view.round > 0 && html`<small>${say("table.round", { round: view.round })}</small>`;
    const asked = offers.some(({ example }) => example.do === "Decide");
    const waits = (this.#ruling?.waits && !asked && view.step !== "bets") || clock?.what === "ruling";
    const now = waits ? say("clock.ruling") : this.words.now(view, this.#who, asked);
    put(this.step, html`<b>${now}</b>`, " ", why(view.clause, say("why")), " ", round);
    const watching = view.mine.length ? [] : [html`<p>${say("table.watching")}</p>`, this.#sitButton(view)];
    put(this.idle, this.#ruling?.note, watching);
    const leave = offers.flatMap(({ example }) => (example.do === "LeaveSeat" ? [example] : []));
    put(this.leaving, leave.map((act) => this.#standButton(act, leave.length > 1)));
  }

  /** @param {LeaveSeat} act
      @param {boolean} several */
  #standButton(act, several) {
    const stand = () => this.#try(() => this.#p.socket.act(act));
    const label = several ? say("table.stand.long", { seat: act.seat }) : say("table.stand");
    return html`<button class="small quiet stand" @click=${stand}>${label}</button>`;
  }

  /** @param {View} view */
  #sitButton(view) {
    const full = view.seats.every((seat) => seat.player);
    const sit = () =>
      this.#try(async () => {
        const { anywhere } = await import("./sitting.js");
        await this.sit(anywhere(view.seats, this.#looked));
      });
    return html`<button class="primary" data-act="sit" ?disabled=${full} @click=${sit}>${say("table.sit")}</button>`;
  }

  #camera() {
    /** @type {{ view: View | null }} */
    const { view } = this.#state;
    if (!view) return;
    const own = view.mine.includes(view.turn) ? view.turn : view.mine[0];
    const played = view.turn || (view.seats.find((seat) => seat.player)?.number ?? 1); // who watches sees what happens
    this.#p.picture.stage.closeUp(phone.matches ? this.#looked || own || played : 0);
  }

  /** A phone sees one position; what lies before the dealer and who sits elsewhere is shown above it. */
  async #near() {
    const p = this.#p;
    if (this.#used && phone.matches && !p.strip) {
      (await import("./near.js")).near(p, this.#look.bind(this));
    }
    if (this.#state.view) this.#render();
  }

  /** @param {number} seat */
  #look(seat) {
    this.#looked = this.#state.view.mine.includes(seat) ? 0 : seat;
    this.#camera();
    this.#p.map?.render({ view: this.#state.view, looked: this.#looked });
  }

  // --- coming and going ---

  /** Takes a seat; a stranger becomes a guest first.
      @param {number} seat */
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

  /** Does something the house may refuse; the refusal is said in a sentence, and the table goes on.
      @param {() => unknown} work */
  async #try(work) {
    try {
      await work();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** @type {(error: any) => void} */
  #failed = (error) => {
    this.#p.banner.show(sentence(error.message), { clause: error.clause, tone: "bad" });
  };
}
