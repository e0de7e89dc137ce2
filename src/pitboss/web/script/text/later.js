/* The words of what follows the deal. */

import { add } from "../text.js";

add({
  "bet.later": "{wager} will cost at least {money}; you have {left} left.",
});
