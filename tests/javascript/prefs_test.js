/* What this reader prefers, and in which order a table is played. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { document, happens, kept, still, storage } from "./page.js";
import { motion, onPrefs, pace, pref, prefer } from "../../src/pitboss/web/script/prefs.js";
import { Director } from "../../src/pitboss/web/script/table/director.js";

const shown = document.documentElement.dataset;

test("before anything was chosen the machine decides", () => {
  assert.deepEqual([pref("theme"), pref("deck"), pref("coach"), motion()], ["auto", "two", "before", "full"]);
  still.change(true);
  assert.deepEqual([motion(), shown.motion, pace(400)], ["none", "none", 0]);
  still.change(false);
  assert.deepEqual([motion(), pace(400)], ["full", 400]);
});

test("a choice is kept, shown and told", () => {
  const told = [];
  const stop = onPrefs((all) => told.push(all.motion));
  prefer("motion", "quick");
  assert.deepEqual([motion(), pace(400), shown.motion, JSON.parse(kept.get("pitboss")).motion], ["quick", 160, "quick", "quick"]);
  prefer("theme", "dark");
  assert.equal(shown.theme, "dark");
  prefer("theme", "auto");
  assert.equal("theme" in shown, false);
  stop();
  prefer("motion", "auto");
  assert.deepEqual(told, ["quick", "quick", "quick"]);
});

test("what was chosen in another window holds here", () => {
  kept.set("pitboss", '{"deck":"four"}');
  happens("storage", { key: "something else" });
  assert.equal(pref("deck"), "two");
  happens("storage", { key: "pitboss" });
  assert.deepEqual([pref("deck"), shown.deck, pref("theme")], ["four", "four", "auto"]);
  kept.set("pitboss", "{");
  happens("storage", { key: "pitboss" });
  assert.equal(pref("deck"), "two");
});

test("a coach that was switched on or off before speaks before the decision, or never", () => {
  for (const [was, now] of [[true, "before"], [false, "never"], ["before", "before"], ["after", "after"], ["never", "never"]]) {
    kept.set("pitboss", JSON.stringify({ coach: was }));
    happens("storage", { key: "pitboss" });
    assert.equal(pref("coach"), now);
  }
  kept.set("pitboss", "{}");
  happens("storage", { key: "pitboss" });
  assert.equal(pref("coach"), "before");
});

test("a browser that keeps nothing still does what was chosen", () => {
  const { setItem } = storage;
  storage.setItem = () => {
    throw new Error("denied");
  };
  prefer("motion", "none");
  assert.equal(motion(), "none");
  storage.setItem = setItem;
});

/** A table of which only is noted what happens on it, and in which order. */
function played(messages) {
  const noted = [];
  const pieces = {
    stage: { at: () => null, lower: () => null }, cards: new Map(),
    stakes: (view) => noted.push(`stakes ${view}`), chips: (seat, wager, cents) => noted.push(`chips ${seat} ${wager} ${cents}`),
    take: () => null, turn: (key, code) => noted.push(`turn ${key} ${code}`), covered() {},
    lay: (view) => {
      noted.push(`lay ${view}`);
      if (view === "broken") throw new Error("no picture");
    },
  };
  return new Promise((done) => {
    let left = messages.length;
    const over = () => (left -= 1) || done(noted);
    const director = new Director(pieces, {
      before: ({ view }) => noted.push(`before ${view}`),
      told: ({ event }) => noted.push(`told ${event}`),
      after: ({ view }) => over(noted.push(`after ${view}`)),
    });
    globalThis.reportError = () => over(noted.push("reported"));
    for (const message of messages) director.play({ type: "change", told: [], ...message });
  });
}

test("what is told is played before the table is laid, one message after the other", async () => {
  const events = [{ event: "HandTurned", facts: { seat: 2, cards: ["As", "Kd"] } }, { event: "WagerPlaced", facts: { seat: 1, wager: "w", cents: 500 } }];
  assert.deepEqual(await played([{ view: 1, told: events }, { view: 2 }]), ["before 1", "turn seat.2.0 As", "turn seat.2.1 Kd",
    "told HandTurned", "told WagerPlaced", "chips 1 w 500", "stakes 1", "lay 1", "after 1", "before 2", "stakes 2", "lay 2", "after 2"]);
});

test("common cards are turned where the last ones ended", async () => {
  const show = (...cards) => ({ event: "CardsShown", facts: { place: "community", cards } });
  const noted = await played([{ view: 1, told: [show("As", "Kd"), show("Qh")] }]);
  assert.deepEqual(noted.filter((each) => each.startsWith("turn")), ["turn community.0.0 As", "turn community.0.1 Kd", "turn community.0.2 Qh"]);
});

test("after a greeting or a gap nothing moves: the table is laid as it is", async () => {
  const told = [{ event: "HandTurned", facts: { seat: 2, cards: ["As"] } }];
  for (const how of [{ type: "hello" }, { gap: true }]) {
    assert.deepEqual(await played([{ view: 1, told, ...how }]), ["before 1", "told HandTurned", "stakes 1", "lay 1", "after 1"]);
  }
});

test("when many wait the table is laid at once", async () => {
  const told = [{ event: "HandTurned", facts: { seat: 2, cards: ["As"] } }];
  const noted = await played(Array.from({ length: 7 }, (_, view) => ({ view, told })));
  // The first is begun while none waits; of the next six, those behind which more than four wait go by at once.
  assert.deepEqual(noted.filter((each) => each.startsWith("turn")).length, 6);
});

test("one picture that fails does not stop the table", async () => {
  assert.deepEqual(await played([{ view: "broken" }, { view: 2 }]), ["before broken", "stakes broken", "lay broken", "reported", "before 2", "stakes 2",
    "lay 2", "after 2"]);
});
