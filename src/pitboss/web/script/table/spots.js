/* The reader's own betting areas as buttons on the felt: tapped, dropped upon, or used by keys. */

import { html, put } from "../dom.js";
import { money } from "../format.js";
import { say, sentence } from "../text.js";

/** @import { Untaken } from "../../shapes.d.ts" */
/** @import { Stage } from "./stage.js" */
/** @import { Chosen } from "./tray.js" */
/** @import { Wagers } from "./wagers.js" */
/** @import { Words } from "./words.js" */
/** An area. @typedef {{ element: any, button: any, said: any, seat: number, wager: string, refusal?: Untaken }} Area */

/** @type {Record<string, number>} */
const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Spots {
  #stage;
  #wagers;
  #words;
  #chip;
  #info;
  /** @type {Map<string, Area>} */
  #spots = new Map();
  #shown = "";

  /** `chip()` is what is chosen to be laid; `info(wager, seat)` explains an area elsewhere on the page.
      @param {Stage} stage
      @param {Wagers} wagers
      @param {Words} words
      @param {{ chip: () => Chosen, info: (wager: string, seat: number, full?: boolean) => void }} how */
  constructor(stage, wagers, words, { chip, info }) {
    this.#stage = stage;
    this.#wagers = wagers;
    this.#words = words;
    this.#chip = chip;
    this.#info = info;
  }

  /** Makes the areas of these positions; does nothing where they are already there.
      @param {number[]} mine */
  seats(mine) {
    const key = mine.join();
    if (key === this.#shown) return;
    this.#shown = key;
    for (const { element } of this.#spots.values()) element.remove();
    this.#spots.clear();
    for (const seat of mine) for (const { wager } of this.#stage.areas(seat)) this.#make(seat, wager);
  }

  /** @param {number} seat
      @param {string} wager */
  #make(seat, wager) {
    const at = this.#stage.spot(seat, wager);
    if (!at || !this.#wagers.order.includes(wager)) return;
    const size = { width: `${2 * at.half}px`, height: `${2 * at.tall}px` };
    const button = html`<button class="spot ${at.round ? "round" : ""}" css=${size} data-wager=${wager} data-seat=${seat}
      aria-describedby="bet-keys"
      @click=${() => this.#lay(seat, wager, 1)} @keydown=${(event) => this.#key(event, seat, wager)}
      @pointerdown=${(event) => this.#lift(event, seat, wager)}
      @focus=${() => this.#info(wager, seat)} @pointerenter=${() => this.#info(wager, seat)}
      @contextmenu=${(event) => {
        event.preventDefault();
        this.#lay(seat, wager, -1);
      }}></button>`;
    const said = html`<div class="spot-refusal" hidden></div>`;
    const element = html`<div class="spot-place" css=${{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      <div class="spot-turn" css=${{ transform: `rotate(${at.turn}deg)` }}>${button}</div>${said}</div>`;
    this.#stage.layer.append(element);
    this.#spots.set(`${seat}.${wager}`, { element, button, said, seat, wager });
  }

  /** @param {number} seat
      @param {string} wager */
  element(seat, wager) {
    return this.#spots.get(`${seat}.${wager}`)?.button;
  }

  render() {
    for (const [key, spot] of this.#spots) {
      const { seat, wager, button, said } = spot;
      const open = this.#wagers.open;
      const label = this.label(seat, wager);
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
      button.classList.toggle("open", open && Boolean(this.#wagers.limits(seat, wager)));
      button.classList.toggle("wanted", open && this.#wagers.mains.includes(wager) && !this.#wagers.on(seat, wager));
      button.disabled = !open;
      const refusal = this.#wagers.refusals.get(key);
      if (spot.refusal === refusal) continue;
      spot.refusal = refusal;
      said.hidden = true;
      spot.element.classList.toggle("refused", Boolean(refusal));
      if (refusal) this.#refuse(spot, refusal);
    }
  }

  /** Says beside an area why a wager was not taken; in the house's own words where ours cannot be had.
      @param {Area} spot
      @param {Untaken} refusal */
  async #refuse(spot, refusal) {
    const { seat, wager, said } = spot;
    const [limits, equal] = [this.#wagers.limits(seat, wager), refusal.equal ? this.equal(refusal.equal) : ""];
    const [told, stays] = await Promise.all([
      import("./refusing.js").then(
        ({ refused }) => refused(refusal, limits, equal, this.#words, this.#wagers.practice),
        () => sentence(refusal.message),
      ),
      import("./keep.js").catch(() => null),
    ]);
    if (spot.refusal !== refusal) return; // another wager since
    put(said, told);
    said.hidden = false;
    stays?.keep(this.#stage, said);
  }

  /** "One must equal the other."
      @param {string[]} wagers */
  equal([one, other]) {
    return say("bet.equal", { one: this.#words.wager(one), other: this.#words.wager(other) });
  }

  /** @param {number} seat
      @param {string} wager */
  label(seat, wager) {
    const now = this.#wagers.on(seat, wager);
    const values = { wager: this.#words.wager(wager), seat, money: money(now), limits: this.limits(seat, wager) };
    return say(now ? "bet.spot" : "bet.spot.empty", values);
  }

  /** @param {number} seat
      @param {string} wager */
  limits(seat, wager) {
    const found = this.#wagers.limits(seat, wager);
    if (!found) return say("bet.limits.none");
    const { minimum, maximum, step } = found;
    if (minimum === maximum) return say("bet.limits.one", { least: money(minimum) });
    return say("bet.limits", { least: money(minimum), most: money(maximum), step: money(step) });
  }

  /** Lays what is chosen, or takes it off; what was written and is no amount does neither.
      @param {number} seat
      @param {string} wager
      @param {number} sign */
  #lay(seat, wager, sign) {
    const { cents, exact, fault } = this.#chip();
    if (fault) this.#wagers.refuse(seat, wager, fault);
    else this.#wagers.add(seat, wager, sign * (cents ?? 0), exact);
  }

  /** Chips carried off an area are taken back; onto another area of the same position, they are moved there.
      @param {any} event
      @param {number} seat
      @param {string} wager */
  #lift(event, seat, wager) {
    const amount = this.#wagers.on(seat, wager);
    if (!amount || event.button) return;
    const from = event.currentTarget;
    /** @param {PointerEvent} at */
    const end = (at) => {
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      const far = Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY);
      if (at.type !== "pointerup" || far < 40 || !this.#wagers.open) return;
      /** @type {HTMLButtonElement | null | undefined} */
      const spot = document.elementFromPoint(at.clientX, at.clientY)?.closest(".spot");
      if (spot === from) return;
      this.#wagers.set(seat, wager, 0);
      if (spot && Number(spot.dataset.seat) === seat) this.#wagers.add(seat, spot.dataset.wager ?? "", amount, true);
    };
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** @param {any} event
      @param {number} seat
      @param {string} wager */
  #key(event, seat, wager) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (MOVES[key]) this.#next(event.currentTarget, MOVES[key]);
    else if (key === "-" || key === "Subtract") this.#lay(seat, wager, -1);
    else if (key === "+" || key === "Add") this.#lay(seat, wager, 1);
    else if (key === "Delete" || key === "Backspace") this.#wagers.set(seat, wager, 0);
    else if (key === "?") this.#info(wager, seat, true);
    else if (/^\d$/.test(key)) this.#type(seat, wager, key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {any} button
      @param {number} by */
  #next(button, by) {
    const all = [...this.#spots.values()].map((spot) => spot.button);
    all[(all.indexOf(button) + by + all.length) % all.length].focus();
  }

  /** An amount by its digits.
      @param {number} seat
      @param {string} wager
      @param {string} first */
  #type(seat, wager, first) {
    const { element, button } = this.#spots.get(`${seat}.${wager}`) ?? {};
    const label = say("bet.type", { wager: this.#words.wager(wager) });
    const input = html`<input class="spot-amount" inputmode="decimal" autocomplete="off" aria-label=${label}
      .value=${first}>`;
    const gone = () => input.remove();
    const close = () => {
      input.removeEventListener("blur", gone);
      gone();
      button.focus();
    };
    const reads = import("../amount.js");
    /** @param {KeyboardEvent} event */
    const typed = async (event) => {
      event.stopPropagation();
      if (event.key === "Escape") close();
      if (event.key !== "Enter") return;
      event.preventDefault(); // the area has the focus when it is written, and must not be pressed by the same key
      const amount = (await reads).cents(input.value);
      if (amount === null) {
        input.setCustomValidity(say("bet.bad_amount"));
        input.reportValidity();
        return;
      }
      close();
      this.#wagers.set(seat, wager, amount);
    };
    input.addEventListener("keydown", typed);
    input.addEventListener("input", () => input.setCustomValidity(""));
    input.addEventListener("blur", gone);
    element.append(input);
    input.focus();
    input.setSelectionRange(1, 1);
  }
}
