/* The decision: each permitted choice with its amount as a large button, by key as well. */

import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { money, number } from "../format.js";
import { cardName, either, list, say, sentence } from "../text.js";
import { why } from "../why.js";

/** @import { AnyOffer, TableState } from "../../shapes.d.ts" */
/** @import { ChoiceWords, SeatView, View, Worth } from "../../types.d.ts" */
/** @import { Words } from "./words.js" */
/** A choice as it is shown: its words, what it lays down or takes back, and its key.
    @typedef {Omit<ChoiceWords, "wager" | "of"> & { cents: number, key: string }} Shown */

/** The key that chooses it, in every game the same: the figure on the button where it names a multiple ("Play 3×" is 3),
    else the first letter of its words.
    @param {Pick<ChoiceWords, "label" | "does" | "times">} words */
const keyOf = ({ label, does, times }) =>
  does === "raise" && label.includes(String(times)) ? String(times) : label[0].toLowerCase();

/** A choice within a sentence: "check", "play 3 times for $30", "take back one, $10".
    @param {Pick<Shown, "label" | "does" | "cents">} shown */
function spoken({ label, does, cents }) {
  const choice = (label[0].toLowerCase() + label.slice(1)).replace("×", say("decide.times"));
  return cents ? say(does === "raise" ? "decide.for" : "decide.of", { choice, money: money(cents) }) : choice;
}

export class Deciding {
  #words;
  #decide;
  #more;
  /** @type {AnyOffer | null} */
  #offer = null;
  /** @type {Shown[]} */
  #choices = [];
  #shown = "";
  element = html`<div class="deciding" tabindex="-1" hidden></div>`;

  /** `decide(seat, choice)` sends it and gives a promise; `more()` gives what gets one more play money.
      @param {Words} words
      @param {(seat: number, choice: Shown) => Promise<void>} decide
      @param {() => (() => void) | null} more */
  constructor(words, decide, more) {
    this.#words = words;
    this.#decide = decide;
    this.#more = more;
    addEventListener("keydown", (event) => this.#key(event));
  }

  get open() {
    return Boolean(this.#offer);
  }

  /** @param {Pick<TableState, "view" | "offers" | "balance" | "said">} state */
  render({ view, offers, balance, said }) {
    /** @type {AnyOffer[]} */
    const all = offers;
    const offer = all.find(({ example }) => example.do === "Decide" && view.mine.includes(example.seat ?? 0));
    this.element.hidden = !offer;
    if (!offer) {
      this.#offer = null;
      this.#shown = "";
      return;
    }
    const key = `${view.round}.${view.step}.${offer.example.seat}`;
    this.#offer = offer;
    if (key === this.#shown) return this.#afford(balance);
    this.#shown = key;
    const seat = view.seats.find((each) => each.number === offer.example.seat);
    this.#choices = offer.values.map((name, n) => this.#choice(view, name, offer.cents?.[n] ?? 0));
    put(
      this.element,
      html`<div class="decision-buttons">${this.#choices.map((choice) => this.#button(choice))}</div>`,
      html`<p class="refusal" role="alert" hidden></p>`,
    );
    this.#afford(balance);
    dispatchEvent(new Event("asked")); // once: who then opens the panels may read them
    this.#announce(view, seat, said[seat?.number ?? 0]);
    // Whoever plays by keys and pressed Deal, which is gone now, goes on from here.
    if (document.activeElement === document.body) this.element.focus({ preventScroll: true });
  }

  /** What it lays down or takes back comes with the offer.
      @param {View} view
      @param {string} name
      @param {number} cents */
  #choice(view, name, cents) {
    const words = this.#words.choice(view.step, name) ?? { label: name, says: "", clause: "", does: "", times: 0 };
    return { ...words, name, cents, key: keyOf(words) };
  }

  /** @param {Shown} choice */
  #button(choice) {
    const amount = choice.cents ? html`<span class="sum">${money(choice.cents)}</span>` : null;
    return html`<button class="decision ${choice.does}" data-choice=${choice.name} aria-keyshortcuts=${choice.key}
      title=${choice.says} @click=${() => this.#send(choice)}><span class="label">${choice.label}</span>${amount}
      <kbd aria-hidden="true">${choice.key.toUpperCase()}</kbd></button>`;
  }

  /** What the chips do not reach for, as the house says, cannot be pressed, and says why; at a practice table more is
      offered.
      @param {number | null} balance */
  #afford(balance) {
    const { values = [], missing = [] } = this.#offer ?? {};
    for (const { name } of this.#choices) {
      const button = this.element.querySelector(`[data-choice="${name}"]`);
      const [short, said] = [Boolean(missing[values.indexOf(name)]), button.querySelector(".short")];
      if (short === Boolean(said) && (!short || said.dataset.cents === String(balance))) continue;
      said?.remove();
      button.disabled = short;
      const have = short && say("decide.short", { money: money(balance ?? 0) });
      if (short) button.append(html`<span class="worth short" data-cents=${balance}>${have}</span>`);
    }
    const get = missing.some(Boolean) && this.#more();
    const old = this.element.querySelector("[data-act='chips']");
    if (!get) old?.remove();
    else if (!old) {
      const more = html`<button class="small" data-act="chips" @click=${get}>${say("bet.more_chips")}</button>`;
      this.element.querySelector(".decision-buttons").append(more);
    }
  }

  /** What the coach thinks of each choice, on its button; nothing where he is silent.
      @param {Worth[]} choices */
  advise(choices) {
    for (const said of this.element.querySelectorAll(".worth:not(.short)")) said.remove();
    for (const { choice, decimal, best } of choices) {
      const button = this.element.querySelector(`[data-choice="${choice}"]`);
      if (!button) continue;
      const value = number(decimal, { minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay: "exceptZero" });
      const said = best ? say("decide.best", { value }) : value;
      button.append(html`<span class="worth ${best ? "best" : ""}">${said}</span>`);
    }
  }

  /** @param {Shown} choice */
  async #send(choice) {
    /** @type {NodeListOf<HTMLButtonElement>} */
    const buttons = this.element.querySelectorAll("button.decision");
    buttons.forEach((button) => {
      button.disabled = true;
    });
    const later = say("decide.later", { choice: choice.label });
    const waiting = html`<p role="status" class="sending">${later}</p>`; // seen while the connection is lost
    this.element.append(waiting);
    try {
      await this.#decide(this.#offer?.example.seat ?? 0, choice);
    } catch (error) {
      const told = this.element.querySelector(".refusal");
      put(told, sentence(error.message), " ", why(error.clause));
      told.hidden = false;
      buttons.forEach((button) => {
        button.disabled = Boolean(button.querySelector(".short"));
      });
    }
    waiting.remove();
  }

  /** @param {any} event */
  #key(event) {
    if (!this.#offer || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, textarea, [popover]")) return;
    const pressed = event.key.toLowerCase();
    const found = this.#choices.find((choice) => choice.key === pressed);
    const button = found && this.element.querySelector(`[data-choice="${found.name}"]`);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  }

  /** @param {View} view
      @param {SeatView | undefined} seat
      @param {string | undefined} hand */
  #announce(view, seat, hand) {
    const choices = either(this.#choices.map(spoken));
    const cards = list((seat?.cards ?? []).map(cardName));
    const what = say(hand ? "decide.hand" : "decide.cards", { cards, choices, hand });
    announce(view.mine.length > 1 ? say("now.at", { seat: seat?.number, what }) : what, { now: true });
    const board = view.community.filter((code) => code !== "??");
    if (board.length) announce(say("decide.board", { cards: list(board.map(cardName)) }), { now: true });
  }
}
