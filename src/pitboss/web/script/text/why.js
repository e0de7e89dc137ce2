/* The words of a clause that is asked for. */

import { add } from "../text.js";

add({
  "why.clause": "Clause {clause}",
  "why.reading": "How we read it",
});
