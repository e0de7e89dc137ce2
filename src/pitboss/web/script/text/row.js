/* The words of a row of cards. */

import { add } from "../text.js";

add({
  "table.hand": "Your cards",
  "table.no_cards": "No cards yet",
});
