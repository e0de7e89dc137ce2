/* The words of decisions and of the coach. */

import { add } from "../text.js";

add({
  "decide.cards": "Dealt {cards}; you may {choices}.",
  "decide.hand": "Dealt {cards}: {hand}; you may {choices}.",
  "decide.times": " times",
  "decide.for": "{choice} for {money}",
  "decide.of": "{choice}, {money}",
  "decide.board": "On the table: {cards}.",
  "decide.short": "You have {money}",
  "decide.later": "{choice} is sent as soon as the connection is back.",
  "decide.best": "{value} best",
  "coach.off": "The coach says nothing, as you have chosen in the settings. What your decisions cost stands in the report of your session.",
  "coach.waits.after": "The coach speaks when you have decided.",
  "coach.when": "When the coach speaks",
  "coach.before": "What each choice is worth",
  "coach.was": "What each choice was worth",
  "coach.yours": "yours",
  "coach.unit": "The average result in units of {unit}; side wagers are not counted.",
  "coach.line": "On the buttons: the average result of each choice, in units of {unit}.",
  "coach.best": "best",
  "coach.cost": "costs {percent} ({money})",
  "coach.after.good": "{label} was the best choice.",
  "coach.after.mistake": "{label} gave away {percent} of {unit}: {money} on average. Best was: {best}.",
  "coach.after.unknown": "{label}: what it was worth cannot be counted exactly.",
  "coach.working": "The coach works the values out exactly. The first time this takes some seconds.",
  "coach.late": "The values were not ready in time. They come with the next hand.",
});
