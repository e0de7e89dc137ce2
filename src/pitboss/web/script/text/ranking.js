/* The words of the ranking of hands. */

import { add } from "../text.js";

add({
  "ranking.title": "Which hand wins",
  "ranking.order": "The cards, highest first",
  "ranking.hands": "The hands, highest first",
});
