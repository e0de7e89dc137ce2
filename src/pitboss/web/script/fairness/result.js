/* A round checked in the browser, as a list of what was looked at. */

import { get } from "../api.js";
import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { latest } from "../latest.js";
import { cardName, list, say } from "../text.js";
import "../text/fairness.js";
import { refusal } from "../text/refusal.js";
import "./style.js";
import { checkProof } from "./check.js";
import { exampleFaults } from "./example.js";
import { noted } from "./kept.js";

/** @import { Check } from "../../shapes.d.ts" */
/** @import { Proof } from "../../types.d.ts" */
/** A check in words. @typedef {{ ok: boolean | null, text: string }} Said */

/** @type {Record<string, string>} */
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
/** @type {Record<string, [string, string]>} */
const MARKS = { true: ["good", "✓"], false: ["bad", "✗"], null: ["waits", "…"] };

/** Fetches the proof of a round, checks it and shows every check inside `place`.
    @param {HTMLElement} place
    @param {number | string} table
    @param {number} round */
export async function showCheck(place, table, round) {
  const isLatest = latest(place);
  put(place, html`<p class="fair-working">${say("fair.working")}</p>`);
  const address = `/api/v1/tables/${table}/rounds/${round}/proof`;
  try {
    if (!globalThis.crypto?.subtle) throw new Error(say("fair.unsafe"));
    const [proof, faults] = await Promise.all([get(address), exampleFaults()]);
    const found = await checkProof(proof);
    if (!isLatest()) return;
    const checks = [example(faults), ...found.checks.map(worded), ...remembered(table, proof)];
    const verdict = checks.some((each) => each.ok === false) ? "wrong" : found.verdict;
    put(place, outcome(verdict), lines(checks), deckShown(found.order, proof), links(address));
    announce(say(`fair.verdict.${verdict}`));
  } catch (error) {
    if (!isLatest()) return;
    put(place, html`<p class="note bad" role="alert">${refusal(error)}</p>`, links(address));
  }
}

/** @param {string[]} faults
    @returns {Said} */
function example(faults) {
  const ok = faults.length === 0;
  return { ok, text: say(ok ? "fair.example.good" : "fair.example.bad", { names: list(faults) }) };
}

/** What the checks found, in words.
    @param {Check} check
    @returns {Said} */
function worded({ ok, key, values }) {
  /** @type {{ seeds?: object[], aside?: number[], counts?: [string, number][] }} */
  const { seeds = [], aside = [], counts = [] } = values;
  const shown = {
    ...values,
    n: values.count,
    card: values.card && cardName(values.card),
    right: values.right && cardName(values.right),
    counts: list(counts.map(([card, n]) => `${n} ${cardName(card)}`)),
    seeds: list(seeds.map((each) => say("fair.seed.of", each))),
  };
  const more = aside.length ? ` ${say("fair.placesAside", { cards: list(aside.map(String)) })}` : "";
  return { ok, text: say(`fair.${key}`, shown) + more };
}

/** What this browser saw before the shuffle, against what the proof says now.
    @param {number | string} table
    @param {Proof} proof
    @returns {Said[]} */
function remembered(table, proof) {
  const note = noted(table, proof.shuffle);
  if (!note) return [];
  const found = [];
  if (note.commitment) {
    const ok = note.commitment === proof.commitment;
    found.push({ ok, text: say(ok ? "fair.seen.good" : "fair.seen.bad") });
  }
  if (note.seed) {
    const ok = proof.seeds.some((each) => each.seed === note.seed);
    found.push({ ok, text: say(ok ? "fair.own.good" : "fair.own.bad") });
  }
  return found;
}

/** @param {string} verdict */
function outcome(verdict) {
  return html`<p class=${`fair-verdict fair-${verdict}`}>${say(`fair.verdict.${verdict}`)}</p>`;
}

/** @param {Said[]} checks */
function lines(checks) {
  return html`<ul class="fair-checks" role="list">
    ${checks.map(({ ok, text }) => {
      const [name, sign] = MARKS[String(ok)];
      return html`<li class=${`fair-check fair-${name}`}>
        <span class="fair-sign" aria-hidden="true">${sign}</span>
        <span><span class="unseen">${say(`fair.mark.${name}`)}: </span>${text}</span>
      </li>`;
    })}
  </ul>`;
}

/** The whole deck in its order, those that were dealt marked: the proof for the eye.
    @param {string[] | null | undefined} order
    @param {Proof} proof */
function deckShown(order, proof) {
  if (!order) return null;
  const dealt = new Set(proof.cards.map((card) => card.index));
  return html`<details class="fair-order">
    <summary>${say("fair.order")}</summary>
    <p class="muted">${say("fair.order.hint")}</p>
    <ol role="list">
      ${order.map((card, index) => {
        const suit = /^[2-9TJQKA][cdhs]$/.test(card) ? SUITS[card[1]] : "";
        return html`<li class=${dealt.has(index) ? "dealt" : ""} data-suit=${suit && card[1]}>
          <span aria-hidden="true">${suit ? card[0].replace("T", "10") + suit : card}</span>
          <span class="unseen">${cardName(card)}</span>
        </li>`;
      })}
    </ol>
  </details>`;
}

/** @param {string} address */
function links(address) {
  const [before, after] = say("fair.elsewhere", { command: "\n" }).split("\n");
  return html`<p class="muted">
    <a href=${address} download>${say("fair.proof")}</a>. ${before}<code>pitboss verify-shuffle FILE</code>${after}
  </p>`;
}
