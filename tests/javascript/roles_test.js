/* Roles and what they may, with a house that has one role more than ours. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { may } from "../../src/pitboss/web/script/api.js";
import { learnRoles, roleChoices, roleWord, staffRoles } from "../../src/pitboss/web/script/roles.js";

const TOLD = [
  { name: "player", title: "player", staff: false },
  { name: "pitclerk", title: "pit clerk", staff: true },
  { name: "dealer", title: "dealer", staff: true },
];

test("a page knows the roles that the house tells, by its words", async () => {
  const before = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json(TOLD));
  assert.deepEqual([roleWord("pitclerk"), roleChoices()], ["pitclerk", []]);
  await learnRoles();
  globalThis.fetch = before;
  assert.deepEqual(roleChoices(), [["player", "player"], ["pitclerk", "pit clerk"], ["dealer", "dealer"]]);
  assert.deepEqual([roleWord("pitclerk"), roleWord("king")], ["pit clerk", "king"]);
  assert.deepEqual(staffRoles(["dealer", "player", "pitclerk"]), ["pitclerk", "dealer"]);
});

test("somebody may what the house says he may, and a stranger nothing", () => {
  const clerk = { may: ["watch", "fill"] };
  assert.deepEqual([may(clerk, "fill"), may(clerk, "capital"), may(null, "watch")], [true, false, false]);
});
