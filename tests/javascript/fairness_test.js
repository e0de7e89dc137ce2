/* The shuffle as a browser checks it, against figures that others have published: RFC 8439 for ChaCha20, FIPS 180 for
   SHA-256, RFC 4231 for HMAC, and the worked example of docs/fairness.md. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { base64url, hex, hmac, joined, sha256, u32, unhex, utf8, withLength } from "../../src/pitboss/web/script/fairness/bytes.js";
import { block, keystream } from "../../src/pitboss/web/script/fairness/chacha20.js";
import { exampleFaults } from "../../src/pitboss/web/script/fairness/example.js";
import { commitmentOf, cut, fixedBefore, orderOf, STANDARD } from "../../src/pitboss/web/script/fairness/shuffle.js";

test("bytes become text and text becomes bytes", () => {
  assert.equal(hex(Uint8Array.of(0, 1, 15, 16, 255)), "00010f10ff");
  assert.deepEqual(unhex("00010f10ff"), Uint8Array.of(0, 1, 15, 16, 255));
  assert.deepEqual(unhex(""), new Uint8Array());
  assert.equal(base64url(Uint8Array.of(251, 255, 254)), "-__-");
  assert.equal(base64url(Uint8Array.of(1)), "AQ");
});

test("a number has four bytes, the highest first", () => {
  assert.equal(hex(u32(0)), "00000000");
  assert.equal(hex(u32(258)), "00000102");
  assert.equal(hex(u32(2 ** 32 - 1)), "ffffffff");
});

test("a text stands behind its length in bytes, not in letters", () => {
  assert.equal(hex(withLength("Grüße")), "00000007" + "4772c3bcc39f65");
  assert.equal(hex(withLength("")), "00000000");
  assert.equal(hex(joined(utf8("a"), new Uint8Array(), utf8("bc"))), "616263");
});

test("SHA-256 is that of FIPS 180", async () => {
  assert.equal(hex(await sha256(utf8("abc"))), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(hex(await sha256(utf8(""))), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("HMAC is that of RFC 4231", async () => {
  const made = await hmac(utf8("Jefe"), utf8("what do ya want for nothing?"));
  assert.equal(hex(made), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
});

test("ChaCha20 is that of RFC 8439, section 2.3.2", () => {
  const key = Uint8Array.from({ length: 32 }, (_, n) => n);
  const made = block(key, 1, unhex("000000090000004a00000000"));
  assert.equal(hex(made),
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e" +
    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
});

test("the keystream is that of RFC 8439, appendix A.1, block after block", () => {
  const stream = keystream(new Uint8Array(32));
  const bytes = Uint8Array.from({ length: 128 }, () => stream.next().value);
  assert.equal(hex(bytes.slice(0, 64)),
    "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7" +
    "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
  assert.equal(hex(bytes.slice(64)),
    "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed" +
    "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
});

test("the worked example of the documentation comes out to the last byte", async () => {
  assert.deepEqual(await exampleFaults(), []);
});

test("the ordinary deck has 52 cards, the ace of spades on top", () => {
  assert.equal(new Set(STANDARD).size, 52);
  assert.deepEqual(STANDARD.slice(0, 5), ["As", "Ah", "Ad", "Ac", "Ks"]);
  assert.equal(STANDARD.at(-1), "2c");
});

test("a shuffle loses no card, changes nothing given to it, and another key gives another order", () => {
  const key = new Uint8Array(32);
  const before = [...STANDARD];
  const one = orderOf(STANDARD, key);
  assert.deepEqual(STANDARD, before);
  assert.deepEqual([...one].sort(), [...STANDARD].sort());
  assert.notDeepEqual(orderOf(STANDARD, Uint8Array.from({ length: 32 }, () => 1)), one);
});

test("a byte that would favour some places is thrown away", () => {
  // The stream of the key of noughts begins 76 b8 e0 ad, by the RFC: 118, 184, 224, 173. Worked by hand. Of 100 cards
  // the last place gets 118 % 100 = 18, of the other 99 the last gets 184 % 99 = 85. Of 98, bytes from 196 on would favour
  // the first 60: 224 is thrown away, and 173 % 98 = 75 comes last.
  const cards = Array.from({ length: 100 }, (_, n) => n);
  assert.deepEqual(orderOf(cards, new Uint8Array(32)).slice(97), [75, 85, 18]);
  // Of 92 bytes from 184 on are unfair, 184 itself among them: after 118 % 93 = 25 comes 173 % 92 = 81.
  assert.deepEqual(orderOf(cards.slice(0, 93), new Uint8Array(32)).slice(91), [81, 25]);
  assert.deepEqual(orderOf(["a", "b", "c"], new Uint8Array(32)), ["c", "a", "b"]); // 118 % 3 = 1, then 184 % 2 = 0
});

test("a cut puts the top under the rest", () => {
  assert.deepEqual(cut(["a", "b", "c", "d"], 1), ["b", "c", "d", "a"]);
  assert.deepEqual(cut(["a", "b", "c", "d"], 3), ["d", "a", "b", "c"]);
});

test("by the later format the deck is part of the promise", async () => {
  const seed = "00".repeat(32);
  const [one, two] = [await commitmentOf(seed, 2, ["As", "Ks"]), await commitmentOf(seed, 2, ["Ks", "As"])];
  assert.notEqual(one, two);
  assert.equal(await commitmentOf(seed, 1, ["As", "Ks"]), await commitmentOf(seed));
  // SHA-256 of "pitboss-shuffle-2 commitment\n", 32 noughts and "As Ks", worked out with another program
  assert.equal(one, "f50fc9ea38647e6013cb7812ebe4748b4d85fd4c9609b90f8ef6aa5fa094d7a5");
  assert.equal(await fixedBefore(["As", "Ks"]), false);
});
