/* The words of the page of a class. */

import { add } from "../text.js";

add({
  "class.title": "The class",
  "class.lead": "Everybody with an account who has practised, with the weakest topics first.",
  "class.only": "This page is for those who train others. Sign in with an account that may.",
  "class.back": "To the school",
  "class.since": "Answers of",
  "class.days.1": "the last day",
  "class.days.7": "7 days",
  "class.days.30": "30 days",
  "class.days.0": "all time",
  "class.count": { one: "One trainee", other: "{n} trainees" },
  "class.none": "Nobody has practised in this time.",
  "class.guests": { one: "One guest has practised besides.", other: "{n} guests have practised besides." },
  "class.topics": "All topics, the weakest first",
  "class.topic": "Topic",
  "class.right": "Right",
  "class.answers": "Answers",
  "class.pace": "Pace",
  "class.last": "Last",
  "class.no_weak": "nothing weak",
  "class.all": { one: "One topic", other: "All {n} topics" },
});
