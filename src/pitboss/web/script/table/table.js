/* The table as it lives: what is told goes to the director, and when it is played, to every part. */

import { game as gameWords } from "../api.js";
import { loadPictures } from "../cards.js";
import { html, put, sheet } from "../dom.js";
import { onPrefs, pref, prefer } from "../prefs.js";
import { say, sentence } from "../text.js";
import { why } from "../why.js";
import { saidOf } from "./hands.js";
import { Meters } from "./meters.js";
import { Returning } from "./returning.js";
import { Ring } from "./ring.js";
import { Warning } from "./warning.js";
import { Words } from "./words.js";

/** @import { Heard, TableKept, TableState, ToldEvent } from "../../shapes.d.ts" */
/** @import { ComeBack, GameWords, LeaveSeat, View } from "../../types.d.ts" */
/** @import { Director } from "./director.js" */
/** @import { Play } from "./play.js" */
/** @import { Telling } from "./telling.js" */

const AGAIN = 2_000;
/** What is needed to tell what happens. */
const LATER = "pictures";
const phone = matchMedia("(max-width: 720px), (max-height: 560px)");
/** Where one sits at his own place; a tablet held upright shows the whole table, and that place beside it (lens.js). */
const desk = matchMedia("(min-width: 1024px) and (min-height: 561px) and (max-height: 999px), (min-width: 1100px) and (min-height: 561px)");

export class Table {
  /** @type {TableKept} */
  #state = { view: null, offers: [], ready: [], clock: null, you: null, fair: [], mine: [], were: [], players: {}, at: 0, said: {} };
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
  #greeted = false;
  #whole = html`<button class="small view-whole" hidden @click=${() => prefer("view", pref("view") === "own" ? "table" : "own")}></button>`;
  #over = "";
  #sat = false;
  /** @type {Telling | null} */
  #telling = null;
  /** @type {((telling: Telling) => void)[]} */
  #untold = [];
  /** @type {Director | null} */
  #director = null;
  /** @type {Heard[]} */
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
    p.warning = new Warning(p.details.name);
    p.returning = new Returning(p.details.id);
    p.meters = new Meters(p.picture.stage);
    p.picture.pieces.leaves(game.removed);
    const opens = () => this.#tell((telling) => telling.side.open(true));
    const more = html`<button class="small side-open" @click=${opens}><span>${say("side.open.before")} </span>${say("side.open")}</button>`;
    const ranking = html`<button class="small ranking-open" aria-label=${say("side.ranking.long")} @click=${() => this.#tell((telling) => telling.ranking())}>${say("side.ranking")}</button>`;
    p.picture.scene.append(html`<div class="scene-tools">${ranking}${this.#whole}${more}</div>`);
    const line = [p.ring.element, this.step, this.info, this.leaving];
    this.controls = html`<div class="dock-main"><div class="dock-line">${line}</div>${this.idle}</div>`;
    const dock = html`<section class="dock" aria-label=${say("table.dock")}>${this.controls}</section>`;
    p.picture.scene.after(dock, this.side);
    // What is opened over the table leaves the dock free, however much stands in it.
    new ResizeObserver(() => document.body.style.setProperty("--docked", `${dock.offsetHeight}px`)).observe(dock);
    /** @param {any} event */
    const point = ({ target }) => {
      const drawn = target.closest("svg.felt [data-area], svg.felt [data-inscription]");
      if (drawn) this.#try(async () => (await import("./pointed.js")).pointed(drawn, p.details.layout));
    };
    p.picture.scene.addEventListener("click", point);
    for (const width of [phone, desk]) width.addEventListener("change", () => this.#near());
    onPrefs(() => this.#near());
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
    this.#status();
  }

  #redraw() {
    const { redraw, picture } = this.#p;
    redraw().then(picture.stage.redraw.bind(picture.stage), this.#failed);
  }

  /** @param {Heard} message */
  #after({ view, seq, offers, ready, clock, balance, waits = [], fair, at, hands }) {
    const before = this.#state.view;
    this.#state.said = saidOf(hands, view, before, this.#state.said);
    // The screen with the odds for this number of hands is part of the drawing.
    if (view.column !== (before?.column ?? 0)) this.#redraw();
    Object.assign(this.#state, { view, seq, offers, ready, clock, balance, fair, at });
    this.#render();
    this.#tell((telling) => telling.fair(fair, view.round));
    if (!before) this.#tell((telling) => telling.waits(view.matters, waits, this.#state));
    if (view.mine.length && !this.#loading) this.#loading = this.#sitDown();
    if (view.mine.length && !this.#greeted) {
      this.#greeted = true;
      this.#tell((telling) => telling.newcomer());
    }
    this.#rest ??= this.#usable();
  }

  async #sitDown() {
    const { details, socket, picture } = this.#p;
    const { words, controls: dock, info } = this;
    const { Play } = await import("./play.js");
    /** @type {(seat: number) => unknown} */
    const stand = (seat) => this.#stand({ do: "LeaveSeat", seat });
    const again = () => this.#state.view && this.#render();
    this.#play = new Play({ details, words, socket, picture, dock, info, stand, again, fail: this.#failed });
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
    this.#telling = new Telling({ ...this.#p, ...does, words, game, info, side, dock: this.controls.parentElement });
    this.#telling.recalls(since, this.#state);
    for (const work of this.#untold.splice(0)) work(this.#telling);
    this.#director = this.#telling.directs(picture.pieces, {
      before: this.#before.bind(this),
      told: this.#told.bind(this),
      after: this.#after.bind(this),
    });
    this.#render();
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
    const { view, you, balance = null, seq = 0 } = this.#state;
    if (!view) return;
    /** @type {TableState} */
    const state = { ...this.#state, view, seq, balance, over, canSit: !you?.handle && !over, looked: this.#looked };
    for (const part of [p.picture.seats, p.strip, p.map, this.#play, this.#telling]) part?.render(state);
    this.#clock();
    this.#status();
    this.meters({});
    p.top.balance(balance);
    if (view.step === "bets" && !view.burned) this.#telling?.results.clear();
    this.#camera();
  }

  #clock() {
    const { clock, at, view } = this.#state;
    const left = clock ? clock.ms - (performance.now() - at) : 0;
    const key = clock ? `${clock.what}.${clock.seat}.${view?.round}.${view?.step}` : "";
    if (key === this.#state.clockKey) return;
    this.#state.clockKey = key;
    const own = clock?.what === "decision" && view?.mine.includes(clock.seat);
    const concerns = Boolean(clock && (clock.what !== "decision" || own));
    /** @type {(left: number, warning: number) => void} */
    const warns = (seconds, warning) => own && this.#p.warning.left(seconds, warning);
    if (clock && left > 0) this.#p.ring.run(left, say(`clock.${clock.what}`), concerns, warns);
    else this.#p.ring.stop();
  }

  #status() {
    const { view, offers, ready, clock } = this.#state;
    if (!view) return;
    if (this.#over) {
      put(this.step, html`<b>${this.#over}</b>`);
      put(this.idle, html`<a class="button primary" href="/">${say("state.lobby")}</a>`);
      this.#p.warning.asks("");
      return put(this.leaving);
    }
    const round = view.round > 0 && html`<small>${say("table.round", { round: view.round })}</small>`;
    const asked = offers.some(({ example }) => example.do === "Decide");
    const waits = (this.#ruling?.waits && !asked && view.step !== "bets") || clock?.what === "ruling";
    const now = waits ? say("clock.ruling") : this.words.now(view, this.#who, asked, ready);
    const own = asked && view.mine.includes(view.turn);
    const alone = own && !clock && view.practice;
    const patient = alone && html`<small class="no-clock" title=${say("clock.none.why")}>${say("clock.none")}</small>`;
    put(this.step, html`<b>${now}</b>`, " ", why(view.clause, say("why")), " ", round, " ", patient);
    this.#p.warning.asks(own ? `${view.round}.${view.step}.${view.turn}` : "");
    const back = offers.flatMap(({ example }) => (example.do === "ComeBack" ? [example] : []));
    put(this.idle, this.#ruling?.note, back.length ? this.#backButton(back[0]) : null, this.#watching(view));
    const leave = offers.flatMap(({ example }) => (example.do === "LeaveSeat" ? [example] : []));
    this.#sat ||= view.mine.length > 0;
    const stood = this.#sat && !view.mine.length;
    const after = stood && html`<a class="button small quiet" href="/history?period=session">${say("table.session")}</a>`;
    const stands = leave.map((act) => this.#standButton(act, leave.length > 1));
    put(this.leaving, this.#play?.switches(), asked ? null : this.#moreButton(offers, view), stands, after);
  }

  /** What somebody sees who has no seat: that he watches, or that he lost the one he had, and the way back to it.
      @param {View} view */
  #watching(view) {
    const seat = this.#p.returning.lost(view);
    if (view.mine.length) return [];
    const free = view.seats.some(({ number, player }) => number === seat && !player);
    if (!free) return [html`<p>${say("table.watching")}</p>`, this.#sitButton(view)];
    const again = html`<button class="primary" data-act="sit" @click=${() => this.sit(seat)}>${say("back.seat", { seat })}</button>`;
    return [html`<p>${say("back.lost", { seat })}</p>`, again];
  }

  /** Who counts as gone keeps his seat by one press; the hand is played out all the same.
      @param {ComeBack} act */
  #backButton(act) {
    const back = () => this.#try(() => this.#p.socket.act(act));
    const button = html`<button class="primary" data-act="come-back" @click=${back}>${say("back.do")}</button>`;
    return [html`<p>${say("back.gone")}</p>`, button];
  }

  /** @param {LeaveSeat} act */
  #stand(act) {
    this.#p.returning.leaves();
    return this.#try(() => this.#p.socket.act(act));
  }

  /** Who sits may play the position beside him too, where the terms allow it.
      @param {TableKept["offers"]} offers
      @param {View} view */
  #moreButton(offers, view) {
    const [beside] = view.mine.length ? offers.flatMap(({ example }) => (example.do === "TakeSeat" ? [example.seat] : [])) : [];
    return beside && html`<button class="small quiet" data-act="more" aria-label=${say("table.more.long", { seat: beside })}
      @click=${() => this.sit(beside)}>${say("table.more")}</button>`;
  }

  /** @param {LeaveSeat} act
      @param {boolean} several */
  #standButton(act, several) {
    const stand = () => this.#stand(act);
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
    const { view } = this.#state;
    if (!view) return;
    const own = view.mine.includes(view.turn) ? view.turn : view.mine[0];
    const played = view.turn || (view.seats.find((seat) => seat.player)?.number ?? 1); // who watches sees what happens
    const { root, strip, picture } = this.#p;
    const near = Boolean(strip) && this.#fromOwnPlace;
    root.classList.toggle("own", near);
    this.#whole.hidden = !desk.matches || !view.mine.length;
    this.#whole.textContent = say(pref("view") === "own" ? "table.whole" : "table.own");
    if (view.mine.includes(view.turn) && view.mine.includes(this.#looked)) this.#looked = 0; // another hand is asked
    const first = this.#looked || own || played;
    const others = near && view.mine.includes(first) ? view.mine.filter((seat) => seat !== first) : [];
    picture.stage.closeUp(phone.matches || near ? [first, ...others] : []);
    if (!strip && this.#used && this.#fromOwnPlace) this.#near();
  }

  /** Whether the reader sits at a desk and wants to see the table from his place. Who watches sees all of it. */
  get #fromOwnPlace() {
    return desk.matches && pref("view") === "own" && Boolean(this.#state.view?.mine.length);
  }

  /** From one's own place, and on a phone always, one position is seen; what lies before the dealer and who sits
      elsewhere is shown above it. */
  async #near() {
    const p = this.#p;
    if (this.#used && (phone.matches || this.#fromOwnPlace) && !p.strip) {
      const [{ near }] = await Promise.all([import("./near.js"), desk.matches ? sheet("own") : null]);
      near(p, this.#look.bind(this));
    }
    if (this.#fromOwnPlace) await sheet("own");
    if (this.#state.view) this.#render();
  }

  /** @param {number} seat */
  #look(seat) {
    this.#looked = this.#state.mine.join() === String(seat) ? 0 : seat;
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
