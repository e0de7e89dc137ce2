/* The check of a proof, on proofs of rounds that a house has dealt; that they are fair, the checker in Python says too
   (test_same_verdict.py has both read the same changed proofs). */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { checkProof } from "../../src/pitboss/web/script/fairness/check.js";
import { STANDARD } from "../../src/pitboss/web/script/fairness/shuffle.js";

const KEPT = new URL("../kept/proofs/", import.meta.url);
const PROOFS = readdirSync(KEPT).sort().map((name) => JSON.parse(readFileSync(new URL(name, KEPT), "utf8")));
const ORDINARY = PROOFS.find(({ deck }) => deck.join() === STANDARD.join());
const OWN_DECK = PROOFS.find(({ deck }) => deck.join() !== STANDARD.join());

/** The names of the checks that fail, and the verdict. */
async function failing(proof) {
  const { checks, verdict } = await checkProof(proof);
  return [checks.filter((each) => each.ok === false).map((each) => each.key), verdict];
}

const changed = (change) => {
  const proof = structuredClone(ORDINARY);
  change(proof);
  return failing(proof);
};

test("what a house has dealt is fair, by an ordinary deck and by one of a game's own", async () => {
  assert.ok(ORDINARY && OWN_DECK);
  for (const proof of PROOFS) {
    const { checks, verdict, order } = await checkProof(proof);
    assert.equal(verdict, "fair");
    assert.ok(checks.every((each) => each.ok === true));
    assert.equal(order.length, proof.deck.length);
    for (const { index, card } of proof.cards) assert.equal(order[index], card);
  }
});

test("before the reveal it is not finished, and nothing is guessed", async () => {
  const proof = { ...structuredClone(ORDINARY), seed: "", ending: "" };
  proof.rows.reveal = 0;
  const { checks, verdict, order } = await checkProof(proof);
  assert.equal(verdict, "unfinished");
  assert.equal(order, null);
  assert.deepEqual(checks.filter((each) => each.ok === null).map((each) => each.name), ["ending", "commitment", "order"]);
});

test("another seed of the house does not fit its promise", async () => {
  assert.deepEqual(await changed((proof) => (proof.seed = "0".repeat(64))), [["commitmentBad"], "wrong"]);
});

test("a card that another took the place of is found", async () => {
  const [keys, verdict] = await changed((proof) => (proof.cards[0].card = proof.cards[1].card));
  assert.equal(verdict, "wrong");
  assert.ok(keys.includes("orderBad"));
});

test("a round that ended otherwise than rounds end, or was dealt without a shuffle, is found", async () => {
  assert.deepEqual(await changed((proof) => (proof.ending = "lost")), [["endingBad"], "wrong"]);
  assert.deepEqual(await changed((proof) => (proof.ending = "")), [["endingBad"], "wrong"]);
  assert.deepEqual(await changed((proof) => (proof.rows.shuffled = 0)), [["endingBad"], "wrong"]);
  assert.deepEqual(await changed((proof) => Object.assign(proof, { ending: "voided", cuts: [] }) && (proof.rows.shuffled = 0)), [["endingBad"], "wrong"]);
  const before = await changed((proof) => Object.assign(proof, { ending: "voided", cuts: [], cards: [] }) && (proof.rows.shuffled = 0));
  assert.deepEqual(before, [[], "fair"], "a round that was voided before its cards were shuffled");
});

test("a shuffle of another table is none of this one", async () => {
  assert.deepEqual(await changed((proof) => (proof.table += "!")), [["contextBad"], "wrong"]);
});

test("a promise that came after the shuffle is none", async () => {
  assert.deepEqual(await changed((proof) => (proof.rows.commitment = proof.rows.shuffled)), [["rowsBad"], "wrong"]);
});

test("a card that left twice, or from under the top, is found", async () => {
  assert.deepEqual(await changed((proof) => (proof.cards[1].index = proof.cards[0].index)), [["placesTwice"], "wrong"]);
  assert.deepEqual(await changed((proof) => proof.cards.splice(0, 1)), [["placesSkipped"], "wrong"]);
});

test("a round that was settled has cards", async () => {
  assert.deepEqual(await changed((proof) => (proof.cards = [])), [["placesNone"], "wrong"]);
});

test("the ordinary deck in another order is no deck", async () => {
  assert.deepEqual(await changed((proof) => proof.deck.reverse()), [["deckBad"], "wrong"]);
});

test("a cut of all cards, or of none, is none", async () => {
  assert.deepEqual(await changed((proof) => (proof.cuts = [0])), [["cutBad"], "wrong"]);
  assert.deepEqual(await changed((proof) => (proof.cuts = [52])), [["cutBad"], "wrong"]);
});

test("a seed of a seat has 64 letters at most, whatever they are", async () => {
  const seeds = (seed) => [{ seat: 1, player: "ann", seed, row: ORDINARY.rows.commitment + 1 }];
  const [, verdict] = await changed((proof) => (proof.seeds = seeds("😀".repeat(65))));
  assert.equal(verdict, "wrong");
  assert.ok((await changed((proof) => (proof.seeds = seeds("😀".repeat(65)))))[0].includes("seedsLong"));
  assert.ok(!(await changed((proof) => (proof.seeds = seeds("😀".repeat(64)))))[0].includes("seedsLong"));
});

test("what is no proof is refused as one", async () => {
  const none = [null, 5, "proof", [], {}, { ...ORDINARY, more: 1 }, { ...ORDINARY, round: -1 }, { ...ORDINARY, round: 1.5 },
    { ...ORDINARY, pitboss_shuffle: 3 }, { ...ORDINARY, commitment: "ABC" }, { ...ORDINARY, seed: "xyz" }, { ...ORDINARY, deck: "As" }];
  for (const proof of none) assert.deepEqual(await failing(proof), [["form"], "wrong"]);
});
