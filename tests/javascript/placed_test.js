/* Amounts inside sentences of the house, as a reader in Spain sees them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./spanish.js";
import { money } from "../../src/pitboss/web/script/format.js";
import { placer } from "../../src/pitboss/web/script/placed.js";
import { read, speak } from "../../src/pitboss/web/script/text.js";

const placed = placer(money);
const plain = (told) => JSON.parse(JSON.stringify(told).replace(/\s/g, " "));

test("an amount is written in the way of the reader's place, to the cent as it was told", () => {
  const ways = [["$5 a $500", "5 $ a 500 $"], ["$12,500", "12.500 $"], ["$1,234,567.80.", "1.234.567,80 $."], ["$2.50, $3", "2,50 $, 3 $"],
    ["$1000", "1000 $"], ["A $ sola", "A $ sola"], ["gana $10 a 3 a 2", "gana 10 $ a 3 a 2"]];
  for (const [told, seen] of ways) assert.equal(plain(placed({ said: told }).said), seen);
});

test("only sentences are changed: what programs read, titles and what somebody typed stay", () => {
  const told = { type: "change", told: [{ event: "WagerPlaced", said: "Usted: Ante $5", facts: { cents: 500 } }], name: "Table $5",
    follows: ["se pierden $1,250"], submission: "minimum = \"$5\"", betting: null, seq: 7 };
  const seen = { ...told, told: [{ ...told.told[0], said: "Usted: Ante 5 $" }], follows: ["se pierden 1250 $"] };
  assert.deepEqual(plain(placed(told)), seen);
});

test("what the house tells is read so once the language has said how, and as it comes before", () => {
  assert.deepEqual(read({ said: "$5" }), { said: "$5" });
  speak({}, placed);
  assert.deepEqual(plain(read({ said: "$5" })), { said: "5 $" });
  speak({});
  assert.deepEqual(plain(read({ said: "$5" })), { said: "5 $" });
});
