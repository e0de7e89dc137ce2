/* Every text that is asked for by its key is written somewhere, and every text is asked for. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const SCRIPT = new URL("../../src/pitboss/web/script/", import.meta.url);
const files = readdirSync(SCRIPT, { recursive: true }).filter((name) => name.endsWith(".js")).sort();
const texts = files.map((name) => [name, readFileSync(new URL(name, SCRIPT), "utf8")]);

/** What the modules have of this, with the module. */
const all = (pattern) => texts.flatMap(([name, text]) => [...text.matchAll(pattern)].map(([, found]) => [found, name]));

const written = new Set(all(/^ *"?([\w.]+)"?: *(?=["{\n])/gm).map(([key]) => key));

test("every key that is written out in a module has its text", () => {
  const missing = all(/\bsay\("([^"]+)"/g).filter(([key]) => !written.has(key));
  assert.deepEqual(missing, []);
});

test("every text is asked for, by its key or by a key that is put together", () => {
  const named = new Set(all(/"([\w.]+)"(?!:)/g).map(([key]) => key));
  const begun = [...new Set(all(/`([\w.]+)\$\{/g).map(([begin]) => begin))];
  const asked = (key) => named.has(key) || named.has(key.replace(/\.\w+$/, "")) || begun.some((begin) => key.startsWith(begin));
  assert.deepEqual([...written].filter((key) => key.includes(".") && !asked(key)), []);
});

test("whatever the check of a shuffle says has its text", () => {
  const [, check] = texts.find(([name]) => name === "fairness/check.js");
  const said = [...check.matchAll(/"([a-z]+[A-Z]\w*)"/g)].map(([, key]) => `fair.${key}`);
  assert.ok(said.length > 20);
  assert.deepEqual(said.filter((key) => !written.has(key)), []);
});
