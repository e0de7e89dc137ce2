/* Which language a page speaks, what stands in for a missing word, and that no text of a second language is missing,
   left over or takes other values. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import "./page.js";
import { choose, LANGUAGES, places } from "../../src/pitboss/web/script/language.js";
import { add, say, speak } from "../../src/pitboss/web/script/text.js";

/** Texts that a language may lack, each with the reason. */
const UNTRANSLATED = {};

const SCRIPT = new URL("../../src/pitboss/web/script/", import.meta.url);

/** What `add({ … })` adds in every script of the pages: a list of [key, text]. */
async function english() {
  const names = readdirSync(SCRIPT, { recursive: true }).filter((name) => name.endsWith(".js"));
  const found = [];
  for (const name of names) {
    for (const [, body] of readFileSync(new URL(name, SCRIPT), "utf8").matchAll(/^add\((\{\n.*?\n\})\);/gms)) {
      const { texts } = await import(`data:text/javascript,${encodeURIComponent(`export const texts = ${body};`)}`);
      found.push(...Object.entries(texts));
    }
  }
  return found;
}

/** The files of a language: "es" has text/es.js, text/es-work.js and text/es-study.js. */
async function wordsOf(language) {
  const files = readdirSync(new URL("text/", SCRIPT)).filter((name) => name === `${language}.js` || name.startsWith(`${language}-`));
  const found = await Promise.all(files.map((name) => import(new URL(`text/${name}`, SCRIPT).href)));
  return Object.assign({}, ...found.map(({ texts }) => texts));
}

const holes = (text) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort().join(" ");
const forms = (text) => (typeof text === "object" ? "one,other" : "");

/** What is wrong with these words of a language beside the English ones. */
function faults(source, words, except = {}) {
  const found = [];
  const used = new Set();
  const meanings = new Map();
  for (const [key, text] of source) meanings.set(key, new Set([...(meanings.get(key) ?? []), JSON.stringify(text)]));
  for (const [key, text] of source) {
    const exact = `${key}|${text}`;
    const name = exact in words ? exact : key;
    used.add(name);
    const other = words[name];
    if (other === undefined) {
      if (!(key in except)) found.push(`missing: ${key}`);
    } else if (forms(other) !== forms(text)) found.push(`other forms: ${key}`);
    else if (forms(other) && Object.keys(other).sort().join() !== "one,other") found.push(`other forms: ${key}`);
    else if (holes(other) !== holes(text)) found.push(`other values: ${key}`);
  }
  found.push(...Object.keys(words).filter((key) => !used.has(key)).map((key) => `left over: ${key}`));
  found.push(...Object.keys(except).filter((key) => key in words || !meanings.has(key)).map((key) => `no exception: ${key}`));
  return [...new Set(found)];
}

test("a choice comes first, then the browser's languages in their order, then English", () => {
  assert.equal(choose("auto", ["es-MX", "en"]), "es");
  assert.equal(choose("auto", ["en-GB", "es"]), "en");
  assert.equal(choose("auto", ["de-DE", "es-ES", "en"]), "es");
  assert.equal(choose("auto", ["de-DE"]), "en");
  assert.equal(choose("auto", []), "en");
  assert.equal(choose("es", ["en-US"]), "es");
  assert.equal(choose("en", ["es-MX"]), "en");
  for (const odd of [undefined, null, "xx", "constructor", 7]) assert.equal(choose(odd, ["es"]), "es");
});

test("numbers are written in the reader's way where it goes with the language, and not otherwise", () => {
  const five = (wanted, browser) =>
    new Intl.NumberFormat(places(choose(wanted, browser), browser), { style: "currency", currency: "USD" }).format(1234.5);
  assert.equal(five("auto", ["de-DE", "de"]), "$1,234.50");
  assert.equal(five("auto", ["de-DE", "en-GB"]), "US$1,234.50");
  assert.equal(five("auto", ["en-US"]), "$1,234.50");
  assert.equal(five("es", ["en-US"]), "$1,234.50");
  assert.equal(five("auto", ["es-ES"]).replace(/\s/g, " "), "1234,50 US$");
  assert.equal(five("en", ["es-ES", "de"]), "$1,234.50");
});

test("a text that a language lacks is said in English", () => {
  add({ "test.both": "both {n}", "test.here": "only here", "test.two": "first" });
  speak({ "test.both": "ambos {n}", "test.two": "uno", "test.two|second": "dos" });
  assert.equal(say("test.both", { n: 2 }), "ambos 2");
  assert.equal(say("test.here"), "only here");
  assert.equal(say("test.two"), "uno");
  add({ "test.two": "second" });
  assert.equal(say("test.two"), "dos");
  assert.equal(say("test.nowhere"), "test.nowhere");
});

test("what is missing, left over or takes other values is found", () => {
  const source = [["a", "one {n}"], ["b", "two"], ["c", { one: "{n}", other: "{n}s" }], ["d", "x"], ["d", "y"]];
  const whole = { a: "uno {n}", b: "dos", c: { one: "{n}", other: "{n}s" }, "d|x": "equis", "d|y": "ye" };
  assert.deepEqual(faults(source, whole), []);
  assert.deepEqual(faults(source, { ...whole, a: "uno {m}", e: "e" }), ["other values: a", "left over: e"]);
  assert.deepEqual(faults(source, { a: "uno {n}", c: "siete", "d|x": "equis" }), ["missing: b", "other forms: c", "missing: d"]);
  assert.deepEqual(faults(source, { ...whole, "d|y": undefined }), ["missing: d"]);
  assert.deepEqual(faults(source, { ...whole, b: undefined }, { b: "a reason" }), ["no exception: b"]);
});

test("every language has every text of the pages, with the same values and no other", async () => {
  const source = await english();
  assert.ok(source.length > 1_000, `${source.length} texts found`);
  for (const language of Object.keys(LANGUAGES).filter((each) => each !== "en")) {
    assert.deepEqual(faults(source, await wordsOf(language), UNTRANSLATED[language] ?? {}), [], language);
  }
});

test("every language has the name of every card, each its own", async () => {
  for (const language of Object.keys(LANGUAGES).filter((each) => each !== "en")) {
    const words = await wordsOf(language);
    const own = Object.entries(words).filter(([key]) => /^(rank|suit)\./.test(key)).map(([, text]) => text);
    assert.equal(own.length, 17);
    assert.equal(new Set(own).size, 17);
  }
});
