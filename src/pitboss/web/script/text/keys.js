/* The words of the list of keys. */

import { add } from "../text.js";

add({
  "keys.title": "Keys at the table",
  "keys.open": "Keys",
  "keys.chips": "choose a chip, from the smallest on",
  "keys.deal": "Deal; with nothing down, repeat the last wagers and deal",
  "keys.repeat": "repeat the last wagers",
  "keys.double": "double all wagers",
  "keys.undo": "take the last change back",
  "keys.clear": "take all wagers back",
  "keys.spots": "On a betting area: Enter adds the chip, minus takes it off, Delete clears, digits give an amount, arrows move, ? explains.",
  "keys.decisions": "A decision: the key that stands on its button.",
  "keys.list": "this list",
  "keys.guide": "Guide me through a hand",
});
