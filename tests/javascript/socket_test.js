/* The socket of a table: it comes back, misses nothing, loses no act and does none twice. Time passes when the test says. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, settled } from "./clock.js";
import { document, happens } from "./page.js";
import { TableSocket } from "../../src/pitboss/web/script/socket.js";

/** A line to the house that does what the test says. */
class Line {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor(address) {
    this.address = address;
    Line.all.push(this);
  }

  static get last() {
    return Line.all.at(-1);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  hears(message) {
    this.readyState = 1;
    this.onmessage({ data: JSON.stringify(message) });
  }

  breaks() {
    this.readyState = 3;
    this.onclose();
  }
}

globalThis.WebSocket = Line;
Math.random = () => 0.5; // no pause is lengthened or shortened

/** A socket with a clock of its own, and what it tells. */
async function at(work, status = 200) {
  Line.all = [];
  const clock = new Clock();
  const asked = [];
  globalThis.fetch = (path) => {
    asked.push(path);
    return Promise.resolve(Response.json(status === 200 ? {} : { code: "none", message: "no such table" }, { status }));
  };
  const socket = new TableSocket(7);
  const told = [];
  for (const name of ["hello", "change", "meters", "refused", "slow", "state", "signed-out"]) {
    socket.addEventListener(name, ({ detail }) => told.push([name, detail]));
  }
  try {
    socket.connect();
    await work({ socket, clock, told, asked, states: () => told.filter(([name]) => name === "state").map(([, each]) => each.state) });
  } finally {
    socket.end();
    clock.stop();
  }
}

const hello = (seq) => ({ type: "hello", seq });

test("it greets and is open", () => at(({ states, told }) => {
  assert.equal(Line.last.address, "ws://house.test/api/v1/tables/7");
  Line.last.hears(hello(4));
  assert.deepEqual(states(), ["connecting", "open"]);
  assert.deepEqual(told.find(([name]) => name === "hello"), ["hello", { type: "hello", seq: 4 }]);
}));

test("after a loss it comes back and hears what it missed", () => at(async ({ clock, states }) => {
  Line.last.hears(hello(4));
  Line.last.hears({ type: "change", seq: 9 });
  Line.last.breaks();
  await clock.pass(499);
  assert.equal(Line.all.length, 1);
  await clock.pass(1);
  assert.equal(Line.last.address, "ws://house.test/api/v1/tables/7?after=9");
  assert.deepEqual(states(), ["connecting", "open", "waiting", "connecting"]);
}));

test("it tries less and less often, but never less than every eight seconds, and after a greeting as at first", () => at(async ({ clock, told }) => {
  Line.last.hears(hello(1));
  const pauses = [];
  for (let n = 0; n < 7; n++) {
    Line.last.breaks();
    const from = clock.now;
    const before = Line.all.length;
    while (Line.all.length === before) await clock.pass(100);
    pauses.push(clock.now - from);
  }
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
  assert.equal(told.filter(([name, each]) => name === "state" && each.state === "waiting").at(-1)[1].seconds, 8);
  Line.last.hears(hello(2));
  Line.last.breaks();
  await clock.pass(500);
  assert.equal(Line.all.length, 9);
}));

test("an act that was not answered is sent again under its own id, one that was is not", () => at(async ({ socket, clock }) => {
  Line.last.hears(hello(1));
  const done = socket.act({ do: "A" });
  socket.act({ do: "B" }, "dealer");
  const [first, second] = Line.last.sent;
  assert.deepEqual([first.do, second.do, second.as], [{ do: "A" }, { do: "B" }, "dealer"]);
  assert.notEqual(first.id, second.id);
  Line.last.hears({ type: "done", id: first.id, seq: 2 });
  assert.equal((await done).seq, 2);
  Line.last.breaks();
  await clock.pass(500);
  assert.deepEqual(Line.last.sent, []);
  Line.last.hears(hello(2));
  assert.deepEqual(Line.last.sent, [second]);
}));

test("an act before the greeting waits for it", () => at(({ socket }) => {
  socket.ready(3);
  assert.deepEqual(Line.last.sent, []);
  Line.last.hears(hello(1));
  assert.deepEqual(Line.last.sent.map((each) => each.ready), [{ seat: 3 }]);
}));

test("each kind of message is written as the house reads it", () => at(({ socket }) => {
  Line.last.hears(hello(1));
  socket.seed(2, "lucky");
  socket.recall(17);
  assert.deepEqual(Line.last.sent.map(({ id: _, ...rest }) => rest), [{ seed: { deck: 2, seed: "lucky" } }, { recall: { until: 17 } }]);
}));

test("a refused act breaks its own promise, and no other", () => at(async ({ socket, told }) => {
  Line.last.hears(hello(1));
  const act = socket.act({ do: "A" });
  Line.last.hears({ type: "refused", id: Line.last.sent[0].id, code: "limit", message: "too much", clause: "X 1" });
  await assert.rejects(act, { name: "Refused", code: "limit", message: "too much", clause: "X 1" });
  Line.last.hears({ type: "refused", id: "nobody", code: "odd", message: "whose?" });
  assert.equal(told.filter(([name]) => name === "refused").length, 1);
}));

test("acts that came too fast are sent once more, a second later", () => at(async ({ socket, clock }) => {
  Line.last.hears(hello(1));
  socket.act({ do: "A" });
  Line.last.hears({ type: "refused", code: "rate", message: "too fast" });
  await clock.pass(999);
  assert.equal(Line.last.sent.length, 1);
  await clock.pass(1);
  assert.deepEqual(Line.last.sent[1], Line.last.sent[0]);
}));

test("a line that says nothing is tried, and is lost when it stays silent", () => at(async ({ clock, states }) => {
  Line.last.hears(hello(1));
  await clock.pass(9_999);
  assert.deepEqual(Line.last.sent, []);
  await clock.pass(1);
  assert.equal(Line.last.sent[0].ping, true);
  await clock.pass(5_999);
  assert.equal(states().at(-1), "open");
  await clock.pass(1);
  assert.equal(states().at(-1), "waiting");
}));

test("a word in time keeps the line", () => at(async ({ clock, states }) => {
  Line.last.hears(hello(1));
  for (let n = 0; n < 5; n++) {
    await clock.pass(15_000);
    Line.last.hears({ type: "meters", meters: {} });
  }
  assert.deepEqual(states(), ["connecting", "open"]);
}));

test("an answer that is long in coming is said to be, and the line is tried at once", () => at(async ({ socket, clock, told }) => {
  Line.last.hears(hello(1));
  const act = socket.act({ do: "A" });
  await clock.pass(3_000);
  assert.deepEqual(told.at(-1), ["slow", true]);
  assert.equal(Line.last.sent.at(-1).ping, true);
  Line.last.hears({ type: "done", id: Line.last.sent[0].id });
  await act;
  assert.deepEqual(told.at(-1), ["slow", false]);
}));

test("a table that has closed is not asked for again, and what waited is refused", () => at(async ({ socket, clock, told, states }) => {
  Line.last.hears(hello(1));
  const act = socket.act({ do: "A" });
  Line.last.hears({ type: "bye", code: "table_closed", message: "closed" });
  Line.last.breaks();
  await assert.rejects(act, { code: "table_closed" });
  await clock.pass(60_000);
  assert.equal(Line.all.length, 1);
  assert.equal(states().at(-1), "ended");
  assert.equal(told.at(-1)[1].message, "closed");
}));

test("whoever was signed out is told so, and comes back as a stranger", () => at(async ({ clock, told }) => {
  Line.last.hears(hello(1));
  Line.last.hears({ type: "bye", code: "not_logged_in", message: "signed out" });
  Line.last.breaks();
  assert.ok(told.some(([name]) => name === "signed-out"));
  await clock.pass(500);
  assert.equal(Line.all.length, 2);
}));

test("a table that was never there ends; only HTTP says so", () => at(async ({ asked, states }) => {
  Line.last.breaks();
  for (let n = 0; n < 5; n++) await settled();
  assert.deepEqual(asked, ["/api/v1/tables/7"]);
  assert.equal(states().at(-1), "ended");
}, 404));

test("a house that is down is tried again", () => at(async ({ clock, states }) => {
  Line.last.breaks();
  await clock.pass(500);
  assert.equal(Line.all.length, 2);
  assert.deepEqual(states(), ["connecting", "waiting", "connecting"]);
}, 503));

test("a house that hangs, and does not even say why, is tried again", () => at(async ({ clock, states }) => {
  globalThis.fetch = (_, { signal }) => new Promise((_, broken) => {
    signal.addEventListener("abort", () => broken(signal.reason));
  });
  Line.last.breaks();
  await clock.pass(5_999);
  assert.deepEqual(states(), ["connecting"]);
  await clock.pass(1);
  assert.deepEqual(states(), ["connecting", "waiting"]);
  await clock.pass(500);
  assert.equal(Line.all.length, 2);
}));

test("what an old line says after a new one was opened counts for nothing", () => at(({ socket, told }) => {
  const old = Line.last;
  old.hears(hello(1));
  socket.again();
  const before = told.length;
  old.hears({ type: "change", seq: 99 });
  old.breaks();
  assert.equal(told.length, before);
  assert.equal(Line.last.address, "ws://house.test/api/v1/tables/7?after=1");
}));

test("a reader who comes online, or looks again, does not wait", () => at(async ({ clock }) => {
  Line.last.hears(hello(1));
  happens("offline");
  assert.equal(Line.all.length, 1);
  await settled();
  happens("online");
  assert.equal(Line.all.length, 2);
  Line.last.hears(hello(1));
  Line.last.breaks();
  await clock.pass(1);
  document.visibilityState = "hidden";
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(Line.all.length, 2);
  document.visibilityState = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  assert.equal(Line.all.length, 3);
}));

test("what was left is left", () => at(async ({ socket, clock }) => {
  Line.last.hears(hello(1));
  socket.end();
  await clock.pass(60_000);
  happens("online");
  assert.equal(Line.all.length, 1);
}));
