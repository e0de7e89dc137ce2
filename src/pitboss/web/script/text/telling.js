/* The words of the panels beside a table. */

import { add } from "../text.js";

add({
  "side.coach": "Coach",
  "side.fair": "Fairness",
  "side.rules": "Pays",
  "ledger.empty": "What happens at this table is written here, with its clause.",
  "round.won": "You won {money}.",
  "round.lost": "You lost {money}.",
  "round.even": "You broke even.",
});
