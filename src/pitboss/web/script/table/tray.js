/* The tray: chips to choose and to drag, the acts on all wagers, and Deal. */

import { chip as drawn } from "../chips.js";
import { denominations } from "../denominations.js";
import { html, put } from "../dom.js";
import { money } from "../format.js";
import { say } from "../text.js";

/** @import { TableState } from "../../shapes.d.ts" */
/** @import { WagerLimits } from "../../types.d.ts" */
/** @import { Wagers } from "./wagers.js" */
/** @import { Words } from "./words.js" */
/** What is chosen to be laid: `cents`, and of what was written in the box, that it is `exact` or has a `fault`.
    @typedef {{ cents?: number | null, exact?: boolean, fault?: string }} Chosen */
/** @typedef {"repeat" | "double" | "undo" | "clear"} ToAll */

/** @type {ToAll[]} */
const ACTS = ["repeat", "double", "undo", "clear"];

export class Tray {
  #wagers;
  #ready;
  #chips = html`<div class="chips" role="radiogroup" aria-label=${say("bet.tray")}></div>`;
  /** @type {Record<string, any>} */
  #buttons = {};
  /** @type {Chosen} */
  #chosen = {};
  /** @type {any} */
  #more = null;
  /** @type {TableState | null} */
  #state = null;
  /** From which row on it is shown that Deal was pressed. */
  #dealt = 0;
  #all;
  /** What was last begun with all wagers.
      @type {Promise<unknown>} */
  #doing = Promise.resolve();

  /** `ready()` says that no more wagers follow, and gives the row in which that stands; `all(act)` does something to all
      of them. `limits` are those of the table, to choose the chips by; `words` know what its wagers are called.
      @param {Wagers} wagers
      @param {WagerLimits[]} limits
      @param {Words} words
      @param {() => Promise<number | undefined>} ready
      @param {(act: ToAll) => Promise<unknown>} all */
  constructor(wagers, limits, words, ready, all) {
    this.#wagers = wagers;
    this.#ready = ready;
    this.#all = all;
    /** @param {ToAll} name */
    const made = (name) => {
      const act = () => {
        this.#doing = all(name);
      };
      this.#buttons[name] = html`<button class="small" data-act=${name} @click=${act}>${say(`bet.${name}`)}</button>`;
      return this.#buttons[name];
    };
    const deal = () => this.#deal();
    this.#buttons.deal = html`<button class="primary deal" data-act="deal" @click=${deal}>${say("bet.deal")}</button>`;
    this.element = html`<div class="tray" tabindex="-1" hidden>${this.#chips}<div class="tray-acts">
      ${ACTS.map(made)}</div>${this.#buttons.deal}
      <p class="unseen" id="bet-keys">${say("bet.keys")}</p></div>`;
    this.#fill(limits, words);
  }

  get chip() {
    return this.#chosen;
  }

  /** @param {WagerLimits[]} limits
      @param {Words} words */
  #fill(limits, words) {
    const open = limits.filter((limit) => limit.maximum);
    const least = Math.min(...open.map((limit) => limit.minimum));
    const most = Math.max(...open.map((limit) => limit.maximum));
    const main = Math.max(...open.map((limit) => limit.minimum));
    const worths = denominations(least, most, Math.min(...open.map((limit) => limit.increment || limit.minimum)));
    this.#chosen = { cents: worths.find((worth) => worth >= main) ?? worths[0] };
    put(this.#chips, worths.map((worth) => this.#choice(worth)), this.#other(limits, words));
  }

  /** @param {number} worth */
  #choice(worth) {
    const label = say("bet.chip", { money: money(worth) });
    const input = html`<input type="radio" name="chip" value=${worth} aria-label=${label}
      ?checked=${worth === this.#chosen.cents} @change=${() => {
        this.#chosen = { cents: worth };
      }}>`;
    const element = html`<label class="chip-choice" title=${label}>${input}${drawn(worth)}</label>`;
    /** @param {any} event */
    const drag = (event) => this.#drag(event, worth, input);
    element.addEventListener("pointerdown", drag);
    return element;
  }

  /** Any amount can be a chip.
      @param {WagerLimits[]} limits
      @param {Words} words */
  #other(limits, words) {
    const label = say("bet.other");
    const input = html`<input class="chip-other" inputmode="decimal" autocomplete="off" placeholder="…"
      aria-label=${label} title=${label}>`;
    /** @param {Chosen} written */
    const choose = (written) => {
      this.#chosen = written;
    };
    const wait = () => input.addEventListener("focus", help, { once: true });
    const help = () => import("./other.js").then(({ other }) => other(input, limits, words, choose), wait);
    wait();
    input.addEventListener("input", () => choose({ fault: say("loading") })); // until it can be read
    return input;
  }

  /** A chip is carried to an area.
      @param {any} event
      @param {number} worth
      @param {any} input */
  async #drag(event, worth, input) {
    if (event.button) return;
    const ends = new Promise((done) => ["up", "cancel"].forEach((name) => addEventListener(`pointer${name}`, done, { once: true })));
    const { carry } = await import("./carry.js");
    const spot = await carry(event, ends, worth, () => {
      input.click();
    });
    if (spot) this.#wagers.add(Number(spot.dataset.seat), spot.dataset.wager ?? "", worth);
  }

  /** Offers more chips, or no longer.
      @param {(() => void) | null} get */
  more(get) {
    if (Boolean(get) === Boolean(this.#more)) return;
    this.#more?.remove();
    this.#more = get && html`<button class="primary" data-act="chips" @click=${get}>${say("bet.more_chips")}</button>`;
    if (this.#more) this.#buttons.deal.before(this.#more);
  }

  async #deal() {
    this.#buttons.deal.disabled = true;
    this.#dealt = Infinity;
    this.#dealt = (await this.#given()) ?? 0;
    if (this.#state) this.render(this.#state);
  }

  /** The house hears that no more wagers follow when it has answered every one, however quickly Deal was pressed after
      the chips; with nothing down the wagers of the last round come first. The row in which it stands; 0 where nothing
      lies there. */
  async #given() {
    await this.#doing;
    if (!this.#wagers.any) await this.#all("repeat");
    await this.#wagers.settled();
    return this.#wagers.any ? this.#ready() : 0;
  }

  /** @param {TableState} state */
  render(state) {
    this.#state = state;
    const { view, seq, ready } = state;
    const opens = this.#wagers.open && this.element.hidden;
    this.element.hidden = !this.#wagers.open;
    if (!this.#wagers.open) return;
    if (opens && document.activeElement === document.body) this.element.focus({ preventScroll: true });
    const staked = this.#wagers.any;
    const said = view.mine.every((seat) => ready.includes(seat));
    const { repeat, double, undo, clear, deal } = this.#buttons;
    const again = !staked && Object.keys(this.#wagers.kept).length > 0;
    repeat.disabled = !again;
    double.disabled = !staked;
    clear.disabled = !staked;
    undo.disabled = !this.#wagers.canUndo;
    deal.disabled = said || seq < this.#dealt || !(this.#wagers.isReady || this.#wagers.pending || again);
    const label = say(said ? "bet.deal.wait" : again ? "bet.deal.again" : "bet.deal");
    if (deal.textContent !== label) deal.textContent = label;
  }
}
