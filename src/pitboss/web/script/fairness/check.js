// Every check of a proof, in the order in which the round went. A check says what it looked at by a key of the texts with
// its values: `ok` is true, false, or null where it cannot be known before the seed is revealed.

import { commitmentOf, cut, digestOf, fixedBefore, keyOf, maskKeyOf, orderOf, STANDARD } from "./shuffle.js";

/** @import { Check } from "../../shapes.d.ts" */
/** @import { Proof } from "../../types.d.ts" */

/** A deck has no more cards: each step of the shuffle takes one byte. */
const MOST = 256;
const CARD = /^[0-9A-Za-z]{2}$/;
const HEX = /^[0-9a-f]{64}$/;
const DIGEST = /^#(0|[1-9][0-9]{0,2}):[A-Za-z0-9_-]{22}$/;

const FORM = {
  pitboss_shuffle: "number", table: "string", chain: "number", game: "string", round: "number", shuffle: "number",
  context: "string", deck: ["string"], commitment: "string", seed: "string",
  seeds: [{ seat: "number", player: "string", seed: "string", row: "number" }],
  cuts: ["number"],
  cards: [{ index: "number", card: "string", to: "string", seat: "number", digest: "string", aside: "boolean" }],
  ending: "string", rows: { commitment: "number", shuffled: "number", reveal: "number" },
}; // prettier-ignore

/** The checks, the verdict ("fair", "wrong" or "unfinished") and the order that the seeds give, where they are known.
    @param {Proof} proof
    @returns {Promise<{ checks: Check[], order: string[] | null, verdict: "fair" | "wrong" | "unfinished" }>} */
export async function checkProof(proof) {
  if (!isFormed(proof, FORM) || ![1, 2].includes(proof.pitboss_shuffle) || !HEX.test(proof.commitment)) return noProof();
  if (proof.seed && !HEX.test(proof.seed)) return noProof();
  const checks = [await deck(proof), context(proof), rows(proof), ending(proof), await commitment(proof), seeds(proof)];
  const holds = () => checks.every((each) => each.ok !== false);
  let order = null;
  if (holds()) checks.push(places(proof)); // the rest makes sense only of what has held so far
  if (holds()) {
    const found = await faces(proof);
    checks.push(...found.checks);
    order = found.order;
  }
  return { checks, order, verdict: verdict(checks) };
}

/** @type {() => { checks: Check[], order: null, verdict: "wrong" }} */
const noProof = () => ({ checks: [said("form", false)], order: null, verdict: "wrong" });

/** @type {(name: string, ok: boolean | null, key?: string, values?: object) => Check} */
const said = (name, ok, key = name, values = {}) => ({ name, ok, key, values });

/** @param {Check[]} checks */
function verdict(checks) {
  if (checks.some((each) => each.ok === false)) return "wrong";
  return checks.some((each) => each.ok === null) ? "unfinished" : "fair";
}

/** Whether a value has exactly the fields described, each of its kind; numbers are whole and not negative.
    @param {any} value
    @param {any} form
    @returns {boolean} */
function isFormed(value, form) {
  if (Array.isArray(form)) return Array.isArray(value) && value.every((each) => isFormed(each, form[0]));
  if (typeof form === "object") {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const fields = Object.keys(form);
    return Object.keys(value).length === fields.length && fields.every((name) => isFormed(value[name], form[name]));
  }
  return typeof value === form && (form !== "number" || (Number.isSafeInteger(value) && value >= 0));
}

/** The ordinary deck is known here. Any other must have been fixed before the shuffle; whether it is that of the game only
    its rulebook can say.
    @param {Proof} proof */
async function deck({ deck: cards, pitboss_shuffle: format }) {
  if (cards.join() === STANDARD.join()) return said("deck", true, "deckGood", { count: cards.length });
  const same = cards.toSorted().join() === STANDARD.toSorted().join();
  const formed = cards.length > 1 && cards.length <= MOST && cards.every((card) => CARD.test(card));
  if (same || !formed || (format === 1 && !(await fixedBefore(cards)))) return said("deck", false, "deckBad");
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return said("deck", true, "deckOwn", { counts: [...counts] });
}

/** @param {Proof} proof */
function context(proof) {
  const fits = proof.context === `${proof.chain}/${proof.shuffle}/${proof.table}`;
  return said("context", fits, fits ? "contextGood" : "contextBad", { shuffle: proof.shuffle, table: proof.table });
}

/** The commitment came first, then the seats' seeds, then the shuffle, then the reveal.
    @param {Proof} proof */
function rows(proof) {
  const { commitment: promised, shuffled, reveal } = proof.rows;
  const stages = [[promised], proof.seeds.map((each) => each.row)];
  if (shuffled) stages.push([shuffled]);
  if (proof.seed) stages.push([reveal]);
  let last = 0;
  let good = Boolean(proof.seed) || reveal === 0;
  for (const numbers of stages) {
    good &&= numbers.every((number) => number > last);
    last = Math.max(last, ...numbers);
  }
  return said("rows", good, good ? "rowsGood" : "rowsBad");
}

/** @param {Proof} proof */
function ending(proof) {
  const allowed = proof.seed ? ["settled", "voided"] : [""];
  const unshuffled = !proof.rows.shuffled && (proof.cards.length || proof.cuts.length || proof.ending === "settled");
  if (!allowed.includes(proof.ending) || unshuffled) return said("ending", false, "endingBad");
  if (!proof.seed) return said("ending", null, "endingWaits");
  return said("ending", true, proof.ending === "settled" ? "endingSettled" : "endingVoided");
}

/** @param {Proof} proof */
async function commitment(proof) {
  if (!proof.seed) return said("commitment", null, "commitmentWaits");
  const fits = (await commitmentOf(proof.seed, proof.pitboss_shuffle, proof.deck)) === proof.commitment;
  return said("commitment", fits, fits ? "commitmentGood" : "commitmentBad");
}

/** @param {Proof} proof */
function seeds(proof) {
  const seats = proof.seeds.map((each) => each.seat);
  const ascending = seats.every((seat, place) => seat > (place ? seats[place - 1] : 0) && seat < 2 ** 32);
  if (!ascending) return said("seeds", false, "seedsUnordered");
  if (proof.seeds.some((each) => Array.from(each.seed).length > 64)) return said("seeds", false, "seedsLong");
  return said("seeds", true, seats.length ? "seedsGood" : "seedsNone", { seeds: proof.seeds });
}

/** Cards leave from the top; one that was set aside may have left from anywhere, and it went nowhere else.
    @param {Proof} proof */
function places(proof) {
  const left = new Set();
  let top = 0;
  for (const { index, aside, to, seat, digest } of proof.cards) {
    if (index >= proof.deck.length || left.has(index)) return said("places", false, "placesTwice", { index });
    while (left.has(top)) top++;
    if (!aside && index !== top) return said("places", false, "placesSkipped", { index, top });
    if ((to === "seat") !== seat > 0) return said("places", false, "placesSeat", { index });
    if (aside !== (to === "aside") || (aside && digest)) return said("places", false, "placesWrongAside", { index });
    left.add(index);
  }
  if (proof.ending === "settled" && !left.size) return said("places", false, "placesNone");
  const aside = proof.cards.filter((card) => card.aside).map((card) => card.index);
  return said("places", true, "placesGood", { count: left.size, aside });
}

/** @param {Proof} proof */
async function faces(proof) {
  if (proof.cuts.some((depth) => depth <= 0 || depth >= proof.deck.length)) {
    return { checks: [said("order", false, "cutBad")], order: null };
  }
  const misnamed = proof.cards.find(({ digest, index }) => digest && Number(DIGEST.exec(digest)?.[1] ?? -1) !== index);
  if (misnamed) return { checks: [said("digests", false, "digestBad", misnamed)], order: null };
  if (!proof.seed) return { checks: [said("order", null, "orderWaits")], order: null };
  const key = await keyOf(proof.seed, proof.seeds, proof.context);
  const order = proof.cuts.reduce(cut, orderOf(proof.deck, key));
  const maskKey = await maskKeyOf(proof.seed);
  const wrong = proof.cards.find((card) => card.card !== order[card.index]);
  const hidden = proof.cards.filter((card) => card.digest);
  let unfit;
  for (const card of hidden) {
    if ((await digestOf(maskKey, card.index, card.card)) !== card.digest) unfit ??= card;
  }
  const checks = [
    wrong
      ? said("order", false, "orderBad", { index: wrong.index, card: wrong.card, right: order[wrong.index] })
      : said("order", true, "orderGood"),
    unfit ? said("digests", false, "digestBad", unfit) : said("digests", true, "digestsGood", { count: hidden.length }),
  ];
  return { checks, order };
}
