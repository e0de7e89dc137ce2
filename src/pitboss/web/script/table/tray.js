/* The tray: chips to choose and to drag, the acts on all wagers, and Deal. */

import { chip as drawn, denominations } from "../chips.js";
import { html, put } from "../dom.js";
import { cents as read, money } from "../format.js";
import { say } from "../text.js";

export class Tray {
  #wagers;
  #ready;
  #chips = html`<div class="chips" role="radiogroup" aria-label=${say("bet.tray")}></div>`;
  #buttons = {};
  #chosen = 0;
  #more = null;

  /** `ready()` says that no more wagers follow. `limits` are those of the table, to choose the chips by. */
  constructor(wagers, limits, ready) {
    this.#wagers = wagers;
    this.#ready = ready;
    const made = (name, act) => {
      this.#buttons[name] = html`<button class="small" data-act=${name} @click=${act}>${say(`bet.${name}`)}</button>`;
      return this.#buttons[name];
    };
    const deal = () => this.#deal();
    this.#buttons.deal = html`<button class="primary deal" data-act="deal" @click=${deal}>${say("bet.deal")}</button>`;
    this.element = html`<div class="tray" tabindex="-1" hidden>${this.#chips}<div class="tray-acts">
      ${made("repeat", () => wagers.repeat())}${made("double", () => wagers.double())}
      ${made("undo", () => wagers.undo())}${made("clear", () => wagers.clear())}</div>${this.#buttons.deal}
      <p class="unseen" id="bet-keys">${say("bet.keys")}</p></div>`;
    this.#fill(limits);
  }

  get chip() {
    return this.#chosen;
  }

  #fill(limits) {
    const open = limits.filter((limit) => limit.maximum);
    const least = Math.min(...open.map((limit) => limit.minimum));
    const most = Math.max(...open.map((limit) => limit.maximum));
    const main = Math.max(...open.map((limit) => limit.minimum));
    const worths = denominations(least, most, Math.min(...open.map((limit) => limit.increment || limit.minimum)));
    this.#chosen = worths.find((worth) => worth >= main) ?? worths[0];
    put(this.#chips, worths.map((worth) => this.#choice(worth)), this.#other());
  }

  #choice(worth) {
    const label = say("bet.chip", { money: money(worth) });
    const input = html`<input type="radio" name="chip" value=${worth} aria-label=${label}
      ?checked=${worth === this.#chosen} @change=${() => {
        this.#chosen = worth;
      }}>`;
    const element = html`<label class="chip-choice" title=${label}>${input}${drawn(worth)}</label>`;
    element.addEventListener("pointerdown", (event) => this.#drag(event, worth, input));
    return element;
  }

  /** Any amount can be a chip. */
  #other() {
    const label = say("bet.other");
    const input = html`<input class="chip-other" inputmode="decimal" autocomplete="off" placeholder="…"
      aria-label=${label} title=${label}>`;
    input.addEventListener("input", () => {
      const amount = read(input.value);
      input.toggleAttribute("aria-invalid", Boolean(input.value) && !amount);
      if (!amount) return;
      this.#chosen = amount;
      const checked = this.#chips.querySelector("input:checked");
      if (checked) checked.checked = false;
    });
    return input;
  }

  /** A chip is carried to an area. */
  #drag(event, worth, input) {
    if (event.button) return;
    const start = { x: event.clientX, y: event.clientY };
    let ghost = null;
    const move = (at) => {
      if (!ghost && Math.hypot(at.clientX - start.x, at.clientY - start.y) < 8) return;
      if (!ghost) {
        ghost = html`<div class="chip-ghost" aria-hidden="true">${drawn(worth)}</div>`;
        document.body.append(ghost);
        input.checked = true;
        this.#chosen = worth;
      }
      ghost.style.transform = `translate(${at.clientX - 24}px, ${at.clientY - 24}px)`;
    };
    const end = (at) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      const spot = at.type === "pointerup" && document.elementFromPoint(at.clientX, at.clientY)?.closest(".spot");
      if (spot && !spot.disabled) this.#wagers.add(Number(spot.dataset.seat), spot.dataset.wager, worth);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** Offers more chips, or no longer. */
  more(get) {
    if (Boolean(get) === Boolean(this.#more)) return;
    this.#more?.remove();
    this.#more = get && html`<button class="primary" data-act="chips" @click=${get}>${say("bet.more_chips")}</button>`;
    if (this.#more) this.#buttons.deal.before(this.#more);
  }

  async #deal() {
    this.#buttons.deal.disabled = true;
    await this.#ready();
    this.#buttons.deal.disabled = false;
  }

  render({ view, ready }) {
    const opens = this.#wagers.open && this.element.hidden;
    this.element.hidden = !this.#wagers.open;
    if (!this.#wagers.open) return;
    if (opens && document.activeElement === document.body) this.element.focus({ preventScroll: true });
    const staked = view.mine.some((seat) => this.#wagers.total(seat) > 0);
    const said = view.mine.every((seat) => ready.includes(seat));
    const { repeat, double, undo, clear, deal } = this.#buttons;
    repeat.disabled = staked || !Object.keys(this.#wagers.kept).length;
    double.disabled = !staked;
    clear.disabled = !staked;
    undo.disabled = !this.#wagers.canUndo;
    deal.disabled = said || !this.#wagers.isReady;
    const label = say(said ? "bet.deal.wait" : "bet.deal");
    if (deal.textContent !== label) deal.textContent = label;
  }
}
