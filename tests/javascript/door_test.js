/* Where somebody goes who has signed in: never out of this house. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { afterwards } from "../../src/pitboss/web/script/door/afterwards.js";

const HOUSE = "https://house.test";
const then = (wanted, who = null) => afterwards(`?then=${encodeURIComponent(wanted)}`, HOUSE, who);

test("one goes back to the page one came from", () => {
  assert.equal(then("/tables/3"), "/tables/3");
  assert.equal(then("/audit?table=3&void=true"), "/audit?table=3&void=true");
  assert.equal(then("/"), "/");
});

test("another address is never gone to, however it is written", () => {
  const elsewhere = ["https://other.test/", "//other.test/", "/\\other.test/", "\\\\other.test", "/.//other.test", "/x/..//other.test",
    "/%2e//other.test", "javascript:alert(1)", "data:text/html,x", " //other.test", "/\t/other.test", "http:other.test", "https://house.test@other.test/",
    "https://house.test/x", "tables/3", ""];
  for (const wanted of elsewhere) assert.equal(then(wanted), "/", wanted);
});

test("wherever it leads, it is a page of this house", () => {
  for (const wanted of ["/a//b", "/@other.test", "/;//other.test", "/..%2f..%2fother.test"]) {
    assert.equal(new URL(then(wanted), HOUSE).origin, HOUSE, wanted);
  }
});

test("the door does not lead to the door", () => {
  assert.equal(then("/sign-in"), "/");
  assert.equal(then("/sign-in?then=/x"), "/");
});

test("who asks for nothing goes where he works", () => {
  assert.equal(afterwards("", HOUSE, null), "/");
  assert.equal(afterwards("", HOUSE, { home: "/" }), "/");
  assert.equal(afterwards("", HOUSE, { home: "/audit" }), "/audit");
  assert.equal(then("//other.test", { home: "/audit" }), "/audit");
});
