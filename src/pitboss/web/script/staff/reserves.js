/* What is set aside to reset each meter. Moving some of it takes two people: the proposals that wait are here, with what
   may be done about each. Looked at every few seconds while the panel is open, since the other person is elsewhere. */

import { announce } from "../announce.js";
import { get, may } from "../api.js";
import { html, put } from "../dom.js";
import { moment, money } from "../format.js";
import { say } from "../text.js";
import "../text/desk.js";
import { amount, once, paid, reason } from "./chips.js";
import { form } from "./forms.js";
import { keep } from "./keep.js";

/** @import { Choice } from "../../shapes.d.ts" */
/** @import { Me, MeterShown, ReserveMove, ReservesShown, TableListed } from "../../types.d.ts" */

const EVERY = 3_000;
const OF_RESERVE = "reserve:";
const OF_PRACTICE = "practice/";

/** @param {string} person */
const name = (person) => person.split(":").pop();

/** The panel for this person: everybody of the floor sees it, supervisors and managers do something about it.
    @param {Me} who */
export async function reserves(who) {
  const found = new Reserves(who);
  await found.show();
  return found.element;
}

/** The accounts between which reserves move: those of practice chips among themselves, and so those of real ones.
    @param {string[]} meters
    @param {string[]} practice those of them that are fed by practice chips */
export function accounts(meters, practice) {
  return ["", OF_PRACTICE].flatMap((kind) => {
    const own = meters.filter((meter) => practice.includes(meter) === Boolean(kind));
    return own.length ? [`${kind}cage`, ...own.map((meter) => `${kind}${OF_RESERVE}${meter}`)] : [];
  });
}

class Reserves {
  #who;
  #ids = once();
  /** @type {Map<string, string>} */
  #meters = new Map();
  /** @type {string[]} */
  #practice = [];
  #figures = html`<tbody></tbody>`;
  #cage = html`<p></p>`;
  #waiting = html`<div class="proposals"></div>`;
  #none = html`<p class="muted">${say("reserve.waiting.none")}</p>`;
  #propose = html`<div></div>`;
  #said = html`<p class="form-good" role="status"></p>`;
  #lost = html`<p class="note bad" role="status" hidden></p>`;
  #seen = "";

  /** @param {Me} who */
  constructor(who) {
    this.#who = who;
    this.element = html`<div class="reserves"><p class="muted">${say("reserve.lead")}</p>${this.#lost}
      <div class="scroll" tabindex="0" role="group" aria-label=${say("reserve.title")}><table>
        <thead><tr><th scope="col">${say("reserve.meter")}</th><th scope="col" class="number">${say("reserve.pool")}</th>
          <th scope="col" class="number">${say("reserve.held")}</th></tr></thead>${this.#figures}</table></div>
      ${this.#cage}
      <section tabindex="-1"><h3>${say("reserve.waiting")}</h3>${this.#said}${this.#none}${this.#waiting}</section>${this.#propose}</div>`;
    const timer = setInterval(() => {
      if (!this.element.isConnected) clearInterval(timer);
      else if (!document.hidden && this.element.closest("details")?.open) this.#look();
    }, EVERY);
  }

  get #supervises() {
    return may(this.#who, "propose_reserve");
  }

  get #manages() {
    return may(this.#who, "adjust_reserve");
  }

  /** It takes two people; the house decides.
      @param {ReserveMove} move */
  #approves(move) {
    return this.#manages && name(move.proposed_by) !== this.#who.handle;
  }

  async show() {
    const found = await get("/api/v1/reserves");
    const meters = Object.keys(found.reserves);
    this.#practice = found.practice;
    if (meters.some((meter) => !this.#meters.has(meter))) await this.#name(meters);
    this.#draw(found, meters);
    return found;
  }

  async #look() {
    try {
      await this.show();
      this.#lost.hidden = true;
    } catch (error) {
      this.#lost.textContent = say("reserve.lost", { message: error.message });
      this.#lost.hidden = false;
    }
  }

  /** How people call the meters: by their own name and the tables that feed them.
      @param {string[]} meters */
  async #name(meters) {
    /** @type {[MeterShown[], TableListed[]]} */
    const [fed, tables] = await Promise.all([get("/api/v1/meters"), get("/api/v1/tables")]);
    const names = new Map(tables.map((table) => [table.id, table.name]));
    for (const meter of meters) {
      const feeding = fed.find((each) => each.name === meter)?.tables ?? [];
      const [own, table] = meter.split("/").reverse();
      const where = feeding.map((id) => names.get(id)).join(", ") || (table ? say("reserve.closed", { table }) : "");
      const called = where ? say("reserve.called", { meter: own, where }) : own;
      this.#meters.set(meter, this.#practice.includes(meter) ? say("reserve.practice", { meter: called }) : called);
    }
  }

  /** @param {ReservesShown} found
      @param {string[]} meters */
  #draw(found, meters) {
    const sign = JSON.stringify([found.pools, found.reserves, found.cage, found.practice_cage]);
    if (sign !== this.#seen) {
      put(this.#figures, meters.map((meter) => html`<tr><th scope="row">${this.#meters.get(meter)}</th>
        <td class="number">${money(found.pools[meter])}</td><td class="number">${money(found.reserves[meter])}</td></tr>`));
      const cages = { amount: money(found.cage), practice: money(found.practice_cage) };
      put(this.#cage, meters.length ? say(found.practice.length ? "reserve.cages" : "reserve.cage", cages) : say("reserve.none"));
      this.#seen = sign;
    }
    this.#none.hidden = found.proposals.length > 0;
    keep(this.#waiting, found.proposals.map((move) => ({ key: String(move.id), make: () => this.#one(move) })));
    const offered = this.#supervises && meters.length ? [{ key: "propose", sign: meters.join(), make: () => this.#form(meters) }] : [];
    keep(this.#propose, offered);
  }

  /** An account in words.
      @param {string} account */
  #called(account) {
    const plain = account.replace(OF_PRACTICE, "");
    const meter = plain.slice(OF_RESERVE.length);
    if (plain.startsWith(OF_RESERVE)) return say("reserve.of", { meter: this.#meters.get(meter) ?? meter });
    return say(plain === account ? "cage.name" : "cage.name.practice");
  }

  /** @param {ReserveMove} move */
  #words(move) {
    return { amount: money(move.cents), giver: this.#called(move.from), taker: this.#called(move.to) };
  }

  /** @param {ReserveMove} move */
  #one(move) {
    const words = html`<p>${say("reserve.by", { who: name(move.proposed_by), when: moment(move.proposed_at), reason: move.reason })}</p>
      ${this.#approves(move) ? null : html`<p class="note">${say(this.#manages ? "terms.other" : "terms.manager")}</p>`}`;
    const approve = { label: say("reserve.approve"), value: "approve", primary: true };
    const withdraw = { label: say("reserve.withdraw"), value: "withdraw" };
    const title = say("reserve.move", this.#words(move));
    if (!this.#supervises) return html`<div class="act"><h4>${title}</h4>${words}</div>`;
    return form({
      name: "reserve-move",
      title,
      level: 4,
      about: words,
      buttons: this.#approves(move) ? [approve, withdraw] : [withdraw],
      send: async (_, what) => {
        const act = what || (this.#approves(move) ? "approve" : "withdraw");
        await paid(this.#ids, `/api/v1/reserves/${move.id}/${act}`, {});
        const told = act === "approve" ? say("reserve.approved", this.#words(move)) : say("reserve.withdrawn");
        await this.#look();
        this.#said.textContent = told;
        announce(told);
      },
    });
  }

  /** @param {string[]} meters */
  #form(meters) {
    /** @type {Choice[]} */
    const options = accounts(meters, this.#practice).map((account) => [account, this.#called(account)]);
    /** @type {(side: string, value: string | number) => any} */
    const choose = (side, value) => ({ name: side, label: say(`reserve.${side}`), kind: "select", options, value });
    return form({
      name: "reserve",
      title: say("reserve.propose"),
      fields: [choose("from", options[0][0]), choose("to", options[1][0]), amount(), reason(false)],
      buttons: [{ label: say("reserve.propose.do") }],
      send: async (values) => {
        await paid(this.#ids, "/api/v1/reserves", values);
        await this.#look();
        return say("reserve.proposed");
      },
    });
  }
}
