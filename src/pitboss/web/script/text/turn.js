/* The words of decisions and of the coach. */

import { add } from "../text.js";

add({
  "decide.title": "Your decision",
  "decide.seat": "Seat {seat}: your decision",
  "decide.cards": "Dealt {cards}; you may {choices}.",
  "decide.board": "On the table: {cards}.",
  "decide.short": "You have {money}",
  "decide.best": "{value} best",
  "coach.off": "The coach is switched off in the settings.",
  "coach.before": "What each choice is worth",
  "coach.unit": "in units of the {base}",
  "coach.line": "On the buttons: the average result of each choice, in units of the {base}.",
  "coach.best": "best",
  "coach.cost": "costs {percent} ({money})",
  "coach.after.good": "{label} was the best choice.",
  "coach.after.mistake": "{label} gave away {percent} of the {base}: {money} on average. Best was: {best}.",
  "coach.session": "This session",
  "coach.decisions": "Decisions",
  "coach.mistakes": "Mistakes",
  "coach.cost_so_far": "Given away",
  "coach.expected": "Expected, main wagers",
  "coach.actual": "Actual, main wagers",
  "coach.review": "Mistakes to review",
  "coach.review.line": "Round {round}: {choice} with {cards}; best was {best}, cost {money}",
  "coach.working": "Working it out exactly…",
});
