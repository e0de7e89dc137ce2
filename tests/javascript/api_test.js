/* Talking to the house, with a house that answers as the test says. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { beGuest, game, get, me, newId, patch, post, Refused, remove } from "../../src/pitboss/web/script/api.js";
import { cardName } from "../../src/pitboss/web/script/text.js";

/** What was asked of the house, and how it answers. */
const asked = [];
let answer = () => new Response(null, { status: 204 });
globalThis.fetch = (path, wanted) => {
  asked.push({ path, ...wanted });
  return Promise.resolve().then(() => answer(path));
};

const json = (told, status = 200) => () => Response.json(told, { status });

/** The refusal with which this fails. */
const refused = (work) => work.then(() => assert.fail("it was not refused"), (error) => error);

test("what is asked goes as JSON, with the session", async () => {
  asked.length = 0;
  answer = json({ ok: true });
  assert.deepEqual(await post("/api/v1/x", { cents: 500 }), { ok: true });
  await get("/api/v1/y");
  await patch("/api/v1/z", { a: 1 });
  await remove("/api/v1/z");
  assert.deepEqual(asked.map(({ method, path, body }) => [method, path, body]), [
    ["POST", "/api/v1/x", '{"cents":500}'], ["GET", "/api/v1/y", undefined], ["PATCH", "/api/v1/z", '{"a":1}'],
    ["DELETE", "/api/v1/z", undefined]]);
  assert.ok(asked.every((each) => each.credentials === "same-origin"));
  assert.equal(asked[0].headers["content-type"], "application/json");
  assert.equal(asked[1].headers["content-type"], undefined);
});

test("a refusal keeps the house's sentence, clause and what is allowed", async () => {
  answer = json({ code: "limit", message: "too much", clause: "X 1.A", given: "$9", allowed: "$5" }, 422);
  const error = await refused(get("/api/v1/x"));
  assert.ok(error instanceof Refused && error instanceof Error);
  const { code, message, clause, given, allowed, status } = error;
  assert.deepEqual({ code, message, clause, given, allowed, status },
    { code: "limit", message: "too much", clause: "X 1.A", given: "$9", allowed: "$5", status: 422 });
});

test("an answer that is no refusal of the house is said to be not understood", async () => {
  for (const wrong of [() => new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } }),
    json({ detail: "no code" }, 502), () => new Response("{", { status: 502, headers: { "content-type": "application/json" } })]) {
    answer = wrong;
    const { code, status, message } = await refused(get("/api/v1/x"));
    assert.deepEqual([code, status], ["unknown", 502]);
    assert.match(message, /502/);
  }
});

test("a house that cannot be reached is said to be so", async () => {
  answer = () => {
    throw new TypeError("connection refused");
  };
  assert.equal((await refused(get("/api/v1/x"))).code, "offline");
});

test("a question that was taken back is no failure of the house", async () => {
  answer = () => {
    throw new DOMException("taken back", "AbortError");
  };
  assert.equal((await refused(get("/api/v1/x"))).name, "AbortError");
});

test("no content is nothing, and text is text", async () => {
  answer = () => new Response(null, { status: 204 });
  assert.equal(await post("/api/v1/x"), null);
  answer = () => new Response("a,b\n", { headers: { "content-type": "text/csv" } });
  assert.equal(await get("/api/v1/x"), "a,b\n");
});

test("every act has an id of its own", () => {
  const ids = Array.from({ length: 200 }, newId);
  assert.equal(new Set(ids).size, 200);
  assert.ok(ids.every((id) => /^[0-9a-f]{24}$/.test(id)));
});

test("who is signed in is asked once, again after a failure, and when it is wanted", async () => {
  asked.length = 0;
  answer = json({ code: "x", message: "y" }, 500);
  await refused(me());
  answer = json({ me: { handle: "ann" } });
  assert.deepEqual(await me(), { handle: "ann" });
  await me();
  assert.equal(asked.length, 2);
  answer = json({ me: null });
  assert.equal(await me({ again: true }), null);
  assert.equal(asked.length, 3);
});

test("a guest is known anew", async () => {
  asked.length = 0;
  answer = json({ me: { handle: "guest 7" } });
  await beGuest();
  await beGuest("Ann");
  assert.deepEqual(asked.map((each) => each.body), ["{}", '{"name":"Ann"}']);
  await me();
  assert.equal(asked.length, 3);
});

test("the words of a game are asked for once, by table and by part, and again after a failure", async () => {
  asked.length = 0;
  answer = json({ code: "x", message: "y" }, 500);
  await refused(game("some game"));
  await new Promise((done) => setTimeout(done));
  answer = json({ id: "g", own_cards: { YY: "yak" } });
  const [one, two] = [game("some game"), game("some game")];
  assert.equal(one, two);
  await one;
  assert.equal(cardName("YY"), "yak");
  await game("some game", 3, "hands");
  assert.deepEqual(asked.map((each) => each.path), ["/api/v1/games/some%20game", "/api/v1/games/some%20game",
    "/api/v1/games/some%20game?table=3&only=hands"]);
});
