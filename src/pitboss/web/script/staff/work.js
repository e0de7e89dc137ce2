/* The staff's side of one table: what is due, what else may be done, what can go wrong, and the table itself. Everything
   is drawn from what the table offers and from the house's list of work; after every change both are looked at again. */

import { game, get, may } from "../api.js";
import { announce } from "../announce.js";
import { loadPictures } from "../cards.js";
import { html, put, sheet } from "../dom.js";
import { hear } from "../hear.js";
import { latest } from "../latest.js";
import { roleWord, staffRoles } from "../roles.js";
import { TableSocket } from "../socket.js";
import { nameCards, say } from "../text.js";
import { actForm, GROUPS, grouped, sign } from "./acts.js";
import { Again } from "./again.js";
import { board, equipment } from "./board.js";
import { DuePanel } from "./due.js";
import { Flow } from "./flow.js";
import { folded } from "./folded.js";
import { keep } from "./keep.js";
import { Log } from "./log.js";
import { matterForms } from "./matters.js";
import { Payments } from "./payments.js";

/** @import { Tells } from "../../shapes.d.ts" */
/** @import { Change, Clock, GameWords, Hello, Me, Offer, TableDetails, View, WorkShown } from "../../types.d.ts" */
/** @import { Group } from "./acts.js" */
/** @import { Kind } from "./reports.js" */

const terms = () => import("./terms.js");

/** What the first view can do without: it is drawn before these are there.
    @param {GameWords} game */
async function later(game) {
  const [people, reports, seats, payments, felt] = await Promise.all([
    import("./people.js"), import("./reports.js"), import("./seats.js"), import("./payments-panel.js"), import("./felt.js"),
    pictures(game), sheet("dealer"),
  ]);
  return { ...people, ...reports, ...seats, ...payments, ...felt };
}

/** @param {GameWords} game */
const pictures = (game) => loadPictures(game).catch(() => null); // without them a card shows its letters

/** What the house has not told yet: nothing is shown before it is there.
    @type {any} */
const NOT_YET = null;

export class Work {
  /** @type {Tells & TableSocket} */
  #socket;
  #page;
  #said = "";
  /** @type {any} */
  #parts = {};
  /** @type {Offer[]} */
  #everything = [];
  /** @type {Promise<void> | null} */
  #coming = null;
  /** @type {any} */
  more = null;
  as = "";
  /** @type {WorkShown} */
  work = NOT_YET;
  /** @type {View} */
  view = NOT_YET;
  /** @type {GameWords} */
  game = NOT_YET;
  /** @type {Clock | null} */
  clock = null;
  /** @type {number[]} */
  ready = [];
  /** @type {Offer[]} */
  offers = [];
  /** How often wagers were placed again by one press. */
  placedAgain = 0;
  #flow = new Flow();
  #payments = new Payments();
  #waiting = 0;
  #called = false;
  /** @type {((view: View) => void)[]} */
  #viewers = [];

  /** @param {HTMLElement} page
      @param {TableDetails} table
      @param {Me} who */
  constructor(page, table, who) {
    this.#page = page;
    this.table = table;
    this.who = who;
    this.roles = staffRoles(who.roles);
    this.serves = may(who, "serve_walk_ins");
    this.again = new Again(table.id);
    this.#socket = new TableSocket(table.id);
  }

  async begin() {
    this.game = await this.#words();
    this.#draw();
    this.#socket.addEventListener("hello", ({ detail }) => this.#heard(detail));
    this.#socket.addEventListener("change", ({ detail }) => this.#heard(detail));
    this.#socket.addEventListener("state", ({ detail }) => this.#connection(detail));
    this.#socket.connect();
  }

  async #words() {
    const { game: played, id } = this.table;
    const told = await get(`/api/v1/games/${played}?table=${id}`).catch(() => game(played));
    nameCards(told.own_cards);
    return told;
  }

  // --- what the forms need ---

  /** @param {any} action */
  async act(action) {
    this.#called = action.do === "CallFloor";
    const { seq } = await this.#socket.act(action, this.as || undefined);
    if (!this.#flow.begins(action.do, seq)) return;
    this.#goOn();
  }

  /** What is due next and asks nothing of the dealer is done together with what he has just done. */
  #goOn() {
    const act = this.work && this.#flow.next(this);
    if (act) this.act(act).catch((error) => announce(error.message, { now: true }));
  }

  /** @param {string} id */
  wager(id) {
    return this.game.wagers.find((each) => each.id === id)?.title ?? id;
  }

  /** @param {string} name */
  choice(name) {
    const step = this.game.steps.find((each) => each.name === this.view.step);
    return step?.choices.find((each) => each.name === name)?.label ?? name;
  }

  /** @param {number} number */
  seat(number) {
    const player = this.view.seats[number - 1]?.player;
    return player ? say("people.position", { seat: number, player }) : say("lies.seat", { seat: number });
  }

  /** @param {string} name */
  place(name) {
    return name.startsWith("seat") ? this.seat(Number(name.slice(4))) : say(`lies.${name}`);
  }

  /** Positions with face-down cards: at a table with a shoe only people can tell their faces. */
  get faces() {
    return this.view.seats.filter((seat) => seat.cards.includes("??")).map((seat) => seat.number);
  }

  /** Shows the table now, and after every change.
      @param {(view: View) => void} show */
  onView(show) {
    this.#viewers.push(show);
    show(this.view);
  }

  get plays() {
    return this.view.mine.length > 0;
  }

  // --- what comes ---

  /** @param {Hello | Change} message */
  #heard(message) {
    this.view = message.view;
    this.clock = message.clock;
    this.ready = message.ready;
    this.#everything = message.offers;
    this.again.look(message.view, this.game.steps.find(({ name }) => name === message.view.step)?.kind === "bets");
    this.#parts.log.add(message, this.table.id);
    this.#look();
  }

  /** Offers say what may be done, the house's list why: shown together. Only the newest answer counts. */
  async #look() {
    const isLatest = latest(this);
    try {
      const work = await get(`/api/v1/tables/${this.table.id}/work`);
      if (!isLatest()) return;
      this.work = work;
      this.#parts.failed.hidden = true;
      this.#show();
      this.#goOn();
    } catch (error) {
      if (!isLatest()) return;
      const way = `/sign-in?then=${encodeURIComponent(location.pathname)}`;
      const ended = html`${say("staff.signed_out")} <a href=${way}>${say("nav.sign_in")}</a>`;
      put(this.#parts.failed, error.status === 401 ? ended : say("staff.failed", { message: error.message }));
      this.#parts.failed.hidden = false;
    }
  }

  /** @param {{ state: string, message?: string }} detail */
  #connection({ state, message }) {
    const { lost } = this.#parts;
    lost.hidden = state === "open" || (state === "connecting" && !this.view);
    lost.textContent = state === "ended" ? message || say("staff.ended") : say("staff.lost");
  }

  // --- drawing ---

  #draw() {
    const { table, who } = this;
    const due = new DuePanel();
    /** @type {any} */
    const parts = (this.#parts = {
      due,
      lost: html`<p class="note bad" role="status" hidden></p>`,
      failed: html`<p class="note bad" role="status" hidden></p>`,
      matters: html`<div class="forms"></div>`,
      acts: html`<div class="groups"></div>`,
      reports: html`<div class="forms"></div>`,
      later: html`<div></div>`,
      people: html`<div class="forms"></div>`,
      seats: html`<div class="forms"></div>`,
      board: html`<div></div>`,
      equipment: html`<div></div>`,
      pay: html`<div class="pay"></div>`,
      felt: html`<div class="desk-felt"></div>`,
      log: new Log((events) => this.#paid(events)),
    });
    parts.payPanel = panel(say("pay.title"), [parts.pay], "paying");
    parts.payPanel.hidden = true;
    parts.matterPanel = panel(say("matters.title"), [parts.matters], "urgent");
    parts.matterPanel.tabIndex = -1;
    parts.seatPanel = panel(say("seats.title"), [html`<p class="muted">${say("seats.lead")}</p>`, parts.seats]);
    parts.seatPanel.hidden = true;
    put(
      this.#page,
      html`<div class="staff-top"><div><p><a href="/staff">← ${say("staff.back")}</a></p><h1>${table.name}</h1>
        <p class="muted">${table.title} · ${say(`staff.dealer.${table.dealer}`)} · ${say(`staff.cards.${table.cards}`)} ·
        <a href=${`/tables/${table.id}`}>${say("staff.watch")}</a></p></div>${this.#roleChoice()}</div>`,
      parts.lost,
      parts.failed,
      html`<div class="staff"><div class="staff-do">${parts.matterPanel}${due.element}${parts.payPanel}
        ${this.serves ? panel(say("people.title"), [html`<p class="muted">${say("people.lead")}</p>`, parts.people]) : null}
        ${parts.seatPanel}
        ${panel(say("acts.title"), [parts.acts])}
        ${panel(say("reports.title"), [html`<p class="muted">${say("reports.lead")}</p>`, parts.reports, parts.later], "reports")}
      </div><div class="staff-see">${panel(say("board.title"), [parts.felt, parts.board], "board")}
        ${panel(say("equipment.title"), [parts.equipment])}${panel(say("log.title"), [parts.log.element])}
        ${may(who, "fill") ? folded(say("chips.title"), async () => html`<div class="forms">${(await import("./chips.js")).trayForms(table.id)}</div>`) : null}
        ${may(who, "propose_terms") ? folded(say("terms.title"), async () => (await terms()).termsOf(table.id, who)) : null}
        ${may(who, "make_feed_key") ? folded(say("feed.title"), async () => (await terms()).feedForm(table)) : null}
        ${may(who, "close_table") ? folded(say("close.title"), async () => (await terms()).closeForm(table.id)) : null}
      </div></div>`,
    );
  }

  /** Somebody with several roles may say in which one he acts; otherwise the one that fits is taken. */
  #roleChoice() {
    if (this.roles.length < 2) return null;
    /** @param {string} role */
    const one = (role) => html`<label><input type="radio" name="as" value=${role} ?checked=${role === ""}
      @change=${() => this.#actAs(role)}><span>${role ? roleWord(role) : say("staff.as.fit")}</span></label>`;
    return html`<fieldset class="choices"><legend>${say("staff.as")}</legend>${["", ...this.roles].map(one)}</fieldset>`;
  }

  /** @param {string} role */
  #actAs(role) {
    this.as = role;
    if (this.work) this.#show();
  }

  #show() {
    const { work } = this;
    const parts = this.#parts;
    this.offers = this.#everything.filter((offer) => !this.as || offer.by.split(":")[0] === this.as);
    const matters = matterForms(this);
    const more = matters.length > this.#waiting;
    if (more) hear("summons");
    this.#waiting = matters.length;
    parts.matterPanel.hidden = !matters.length;
    keep(parts.matters, matters);
    const taken = parts.due.show(this);
    this.#acts(grouped(this.offers).filter((group) => !taken.has(group.key)));
    if (this.more) this.#rest();
    else this.#complete();
    const drawn = JSON.stringify([this.view, this.ready, Boolean(this.more)]);
    for (const show of this.#viewers) show(this.view);
    keep(parts.board, [{ key: "board", sign: drawn, make: () => board(this) }]);
    keep(parts.equipment, [{ key: "equipment", sign: JSON.stringify([work, this.view.meters]), make: () => equipment(this) }]);
    this.#page.dataset.seq = String(work.seq); // what is shown, for whoever compares it with the record
    if (more && this.#called) parts.matterPanel.focus(); // whoever called the floorperson below sees above that he is awaited
    this.#announce();
  }

  /** What was settled, with the chips that pay it.
      @param {import("./payments.js").Event[]} events */
  #paid(events) {
    this.#payments.hear(events);
    if (this.more) this.more.showPayments(this.#parts.payPanel, this.#parts.pay, this.#payments, this);
  }

  /** Walk-ins and irregularities. */
  #rest() {
    const { peopleForms, reportable, laterList, seatForms } = this.more;
    const parts = this.#parts;
    /** @type {Kind[]} */
    const kinds = reportable(this);
    const open = kinds.filter((kind) => kind.offers.length);
    const none = this.work.matters.length ? "reports.waits" : "reports.none";
    keep(parts.reports, open.length ? open.map((kind) => this.#report(kind)) : [nothing(none, say(none))]);
    const closed = kinds.filter((kind) => !kind.offers.length);
    const seats = seatForms(this);
    parts.seatPanel.hidden = !seats.length;
    keep(parts.seats, seats);
    keep(parts.later, closed.length ? [{ key: "later", sign: JSON.stringify(closed), make: () => laterList(closed) }] : []);
    if (this.serves) keep(parts.people, peopleForms(this));
  }

  #complete() {
    this.#coming ??= later(this.game).then(
      (more) => {
        this.more = more;
        this.#show();
        this.#paid([]);
        more.deskFelt(this.#parts.felt, this);
      },
      () => {
        this.#coming = null; // the connection is lost: again with the next change
      },
    );
  }

  /** @param {Kind} kind */
  #report(kind) {
    const rows = kind.rows.filter((row) => row.now).map((row) => [row.title, row.clause]);
    const examples = kind.offers.map((offer) => offer.example);
    return { key: kind.kind, sign: JSON.stringify([rows, examples, kind.calls, Boolean(this.work.left)]), make: () => this.more.reportForm(kind, this) };
  }

  /** @param {Group[]} groups */
  #acts(groups) {
    const wanted = Object.values(GROUPS).flatMap((acts) => {
      const mine = groups.filter((group) => acts.includes(group.name));
      return mine.map((group) => ({
        key: group.key, sign: sign(group, this), make: () => actForm(group, this),
      }));
    });
    keep(this.#parts.acts, wanted.length ? wanted : [nothing("none", say("acts.none"))]);
  }

  /** What is due is said when it changes, once. */
  #announce() {
    const { due } = this.work;
    const said = due ? say("due.said", { title: due.title, role: roleWord(due.by) }) : "";
    if (said && said !== this.#said) announce(said);
    this.#said = said;
  }
}

/** @type {(key: string, text: string) => { key: string, make: () => any }} */
const nothing = (key, text) => ({ key, make: () => html`<p class="muted">${text}</p>` });

/** @param {string} title
    @param {any} content */
function panel(title, content, kind = "") {
  return html`<section class="panel ${kind}"><h2>${title}</h2>${content}</section>`;
}
