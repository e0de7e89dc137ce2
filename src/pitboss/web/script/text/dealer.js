/* The words that are others where a person deals: nobody but the dealer begins a hand. */

import { add } from "../text.js";

add({
  "bet.deal": "Ready",
  "bet.deal.wait": "Waiting for the dealer",
  "bet.dealer": "The dealer opens the next round.",
  "bet.hint.ready": "Add side wagers, or press Ready: the dealer deals.",
});
