/* The words of what a table pays. */

import { add } from "../text.js";

add({
  "pays.letter": "Paytable {letter}",
  "pays.custom": "the house's own paytable",
  "pays.range": "{least} to {most}",
  "pays.hand": "Hand",
  "pays.pays": "Pays",
  "pays.hands": { one: "{n} hand", other: "{n} hands" },
});
