/* The words of leaving later and sitting out. */

import { add } from "../text.js";

add({
  "habit.leaves": "Leave after hand",
  "habit.leaves.on": "You leave when this hand is over.",
  "habit.leaves.off": "You stay.",
  "habit.out": "Sit out",
  "habit.out.on": "You sit out: the others need not wait for you, and the seat stays yours.",
  "habit.out.off": "You play again.",
});
