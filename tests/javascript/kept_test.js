/* What this browser has seen with its own eyes, and of several answers only the newest. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { kept, storage } from "./page.js";
import { noted, notePromises, noteSeed } from "../../src/pitboss/web/script/fairness/kept.js";
import { latest } from "../../src/pitboss/web/script/latest.js";

const KEY = "pitboss.promises";

test("the first promise that was seen for a shuffle stays", () => {
  kept.clear();
  notePromises("T1", [{ shuffle: 1, commitment: "one" }]);
  notePromises("T1", [{ shuffle: 1, commitment: "another" }, { shuffle: 2, commitment: "two" }]);
  assert.deepEqual(noted("T1", 1), { commitment: "one" });
  assert.deepEqual(noted("T1", 2), { commitment: "two" });
  assert.equal(noted("T2", 1), null);
});

test("a seed is noted beside its promise, and without one", () => {
  kept.clear();
  notePromises("T1", [{ shuffle: 1, commitment: "one" }]);
  noteSeed("T1", 1, "lucky");
  noteSeed("T1", 5, "early");
  assert.deepEqual(noted("T1", 1), { commitment: "one", seed: "lucky" });
  assert.deepEqual(noted("T1", 5), { seed: "early" });
});

test("of many promises the last 300 are kept", () => {
  kept.clear();
  notePromises("T1", Array.from({ length: 301 }, (_, n) => ({ shuffle: n, commitment: `c${n}` })));
  assert.equal(noted("T1", 0), null);
  assert.deepEqual(noted("T1", 1), { commitment: "c1" });
  assert.deepEqual(noted("T1", 300), { commitment: "c300" });
});

test("what is none of ours is passed over", () => {
  for (const text of ["{", "5", "null", '[["a"]]x']) {
    kept.set(KEY, text);
    assert.equal(noted("T1", 1), null, text);
    notePromises("T1", [{ shuffle: 1, commitment: "one" }]);
    assert.deepEqual(noted("T1", 1), { commitment: "one" });
  }
});

test("a browser that keeps nothing does not stop the page", () => {
  kept.clear();
  const { setItem, getItem } = storage;
  storage.setItem = storage.getItem = () => {
    throw new Error("denied");
  };
  notePromises("T1", [{ shuffle: 1, commitment: "one" }]);
  assert.equal(noted("T1", 1), null);
  Object.assign(storage, { setItem, getItem });
});

test("only the newest question for a place counts", () => {
  const [here, there] = [{}, {}];
  const first = latest(here);
  assert.equal(first(), true);
  const [second, elsewhere] = [latest(here), latest(there)];
  assert.deepEqual([first(), second(), elsewhere()], [false, true, true]);
});
