/* The words of what went wrong: a void, a clock that ran out. */

import { add } from "../text.js";

add({
  "state.late.you": "Your time ran out, so the house counts you as gone.",
  "state.late": "{who} did not act in time and counts as gone.",
  "state.late.played_out": "The hand is played out without further wagers; after the round the seat is free.",
  "state.late.losing": "The wagers are lost; after the round the seat is free.",
  "state.late.folds": "The hand is folded; after the round the seat is free.",
  "state.late.collected": "The hand is folded and the {wagers} collected; after the round the seat is free.",
  "state.late.seat": "The seat is free again.",
  "state.late.matter": "No floorperson came in time: the table goes on in the players' favour.",
});
