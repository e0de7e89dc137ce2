/* The fairness panel of a table: the promise for the coming shuffle, a seed of one's own, and the check of a round. */

import { get, newId, post } from "../api.js";
import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { list, say } from "../text.js";
import "../text/fairness.js";
import { refusal } from "../text/refusal.js";
import { notePromises, noteSeed } from "./kept.js";
import { showCheck } from "./result.js";

/** @import { Coming } from "../../types.d.ts" */

const REFRESH = 5_000;
let panels = 0;

/** Which shuffles are still to come: what was said of a seed holds for these only.
    @param {Coming[]} fair */
const shuffles = (fair) => fair.map(({ deck, shuffle }) => `${deck}.${shuffle}`).join();

/**
 * The panel as an element. `send(deck, seed)` adds a seed (over the table's socket, where there is one). The panel asks
 * for the promise by itself until `element.update({ fair, round })` brings it, with each message of the socket. `round`
 * is the one that runs now.
 * @param {number} table
 * @param {{ send?: (deck: number, seed: string) => Promise<unknown>, round?: number }} how
 */
export function fairnessPanel(table, { send = sender(table), round = 0 } = {}) {
  panels += 1;
  const names = { title: `fair-title-${panels}`, seed: `fair-seed-${panels}`, round: `fair-round-${panels}` };
  const promise = html`<div class="fair-promise"></div>`;
  const check = html`<div class="fair-result"></div>`;
  const number = html`<input id=${names.round} type="number" min="1" inputmode="numeric" class="fair-round" />`;
  /** @type {Coming[]} */
  let coming = [];
  let told = "";
  let chosen = false;
  number.addEventListener("input", () => (chosen = true));
  /** The last round that is over: the one that runs has no secret published yet.
      @param {number} running */
  const suggest = (running) => {
    if (running > 1 && !chosen) number.value = String(running - 1);
  };

  const form = seedForm(names.seed, () => coming, async (deck, shuffle, seed) => {
    await send(deck, seed);
    noteSeed(table, shuffle, seed);
  });

  const element = html`<section class="fairness" aria-labelledby=${names.title}>
    <h2 id=${names.title}>${say("fair.title")}</h2>
    <p class="fair-lead">${say("fair.lead")}</p>
    ${promise}
    ${form}
    <form class="fair-check-form" @submit=${(event) => {
      event.preventDefault();
      if (number.value) showCheck(check, table, Number(number.value));
      else put(check, html`<p class="muted">${say("fair.check.none")}</p>`);
    }}>
      <h3>${say("fair.check")}</h3>
      <p class="muted">${say("fair.check.hint")}</p>
      <div class="field-row">
        <label for=${names.round}>${say("fair.check.round")}</label>
        ${number}
        <button type="submit">${say("fair.check.go")}</button>
      </div>
    </form>
    ${check}
  </section>`;

  /** @param {{ fair: Coming[], round?: number }} message */
  element.update = ({ fair, round: now = 0 }) => {
    const text = JSON.stringify(fair);
    if (text !== told) {
      told = text;
      if (shuffles(fair) !== shuffles(coming)) form.forget();
      coming = fair;
      notePromises(table, fair);
      put(promise, fair.length ? fair.map(shown) : html`<p class="muted">${say("fair.coming.none")}</p>`);
    }
    suggest(now);
  };
  suggest(round);
  follow(table, element);
  return element;
}

/** @param {number} table
    @returns {(deck: number, seed: string) => Promise<unknown>} */
function sender(table) {
  return (deck, seed) => post(`/api/v1/tables/${table}/seed`, { id: newId(), deck, seed });
}

/** Asks for the promise now and then while the panel is on the page, until somebody else brings it.
    @param {number} table
    @param {any} element */
function follow(table, element) {
  const own = element.update;
  let brought = false;
  let asked = false;
  /** @param {{ fair: Coming[], round?: number }} message */
  element.update = (message) => {
    brought = true;
    own(message);
  };
  const ask = async () => {
    if (brought || (asked && !element.isConnected)) return;
    if (document.visibilityState === "visible") {
      asked = true;
      const found = await get(`/api/v1/tables/${table}`).catch(() => null);
      if (found && !brought) own({ fair: found.fair, round: found.round });
    }
    setTimeout(ask, REFRESH);
  };
  setTimeout(ask, 0);
}

/** @param {Coming} coming
    @param {number} _
    @param {Coming[]} all */
function shown({ deck, shuffle, commitment, seats }, _, all) {
  const title = all.length > 1 ? say("fair.coming.deck", { deck }) : say("fair.coming");
  const named = list(seats.map(String));
  return html`<div class="fair-coming">
    <h3>${title}</h3>
    <p class="muted">${say("fair.promise", { shuffle })}</p>
    <code class="fair-commitment">${(commitment.match(/.{8}/g) ?? []).map((part) => html`<span>${part}</span>`)}</code>
    <p class="muted">
      ${seats.length ? say("fair.seats", { n: seats.length, seats: named }) : say("fair.seats.none")}
      ${say("fair.promise.kept")}
    </p>
  </div>`;
}

/** A field for one's own seed. Every deck whose shuffle is still to come gets it.
    @param {string} id
    @param {() => Coming[]} coming
    @param {(deck: number, shuffle: number, seed: string) => Promise<void>} add */
function seedForm(id, coming, add) {
  const field = html`<input id=${id} name="seed" maxlength="64" autocomplete="off" spellcheck="false"
    aria-describedby=${`${id}-hint ${id}-said`} />`;
  const said = html`<p id=${`${id}-said`} class="field-said" aria-live="polite"></p>`;
  /** @param {any} sentence */
  const wrong = (sentence) => {
    put(said, sentence);
    said.className = "field-said bad";
    field.setAttribute("aria-invalid", "true");
    field.focus();
  };
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    const seed = field.value.trim();
    if (!seed) return wrong(say("fair.seed.empty"));
    if (!coming().length) return wrong(say("fair.coming.none"));
    try {
      for (const { deck, shuffle } of coming()) await add(deck, shuffle, seed);
    } catch (refused) {
      return wrong(refusal(refused));
    }
    field.removeAttribute("aria-invalid");
    said.className = "field-said good";
    put(said, say("fair.seed.done"));
    announce(say("fair.seed.done"));
    field.value = "";
    return undefined;
  };
  const form = html`<form class="fair-seed-form" @submit=${submit}>
    <label for=${id}>${say("fair.seed")}</label>
    <p id=${`${id}-hint`} class="muted">${say("fair.seed.hint")}</p>
    <div class="field-row">
      ${field}
      <button type="button" class="quiet small" @click=${() => (field.value = newId())}>${say("fair.seed.dice")}</button>
      <button type="submit" class="small">${say("fair.seed.add")}</button>
    </div>
    ${said}
  </form>`;
  form.forget = () => {
    if (said.classList.contains("good")) put(said);
  };
  return form;
}
