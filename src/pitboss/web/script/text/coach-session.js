/* The words of what the coach says of a whole session. */

import { add } from "../text.js";

add({
  "coach.after.clock": "Your time was over: {choice} gave away {money} on average. Best was: {best}.",
  "coach.session": "This session",
  "coach.session.whole": "Luck and skill of the whole session",
  "coach.decisions": "Decisions",
  "coach.mistakes": "Mistakes",
  "coach.cost_so_far": "Given away",
  "coach.expected": "Expected result",
  "coach.actual": "Actual result",
  "coach.counted": "Results of the rounds in which you or the clock decided, without side wagers.",
  "coach.since": "They count from {time}, when this table moved to another process of the house or the house was started.",
  "coach.review": "Mistakes to review",
  "coach.review.line": "Round {round}: {choice} with {cards}; best was {best}, cost {money}",
  "coach.review.clock": "Round {round}: time over, {choice} with {cards}; best was {best}, cost {money}",
});
