/* The words of a table on a phone. */

import { add } from "../text.js";

add({
  "table.look": "Look at seat {seat}",
  "table.map": "The other seats",
  "table.strip": "Cards of the dealer and of all",
  "table.dealer": "Dealer",
  "table.community": "Community",
  "table.box": "Box",
});
