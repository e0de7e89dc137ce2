/* Irregularities whose cases the rulebook names one by one, in one word for all of them. */

import { add } from "../text.js";

add({
  "kind.card_face_up": "a card is found face up",
  "kind.wrong_number": "a wrong number of cards",
  "kind.wrong_count": "a count of the stub is wrong",
  "kind.dealer_card_exposed": "a card of the dealer is exposed",
});
