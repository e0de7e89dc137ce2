/* The words of the guided hand. */

import { add } from "../text.js";

add({
  "guide.offer": "Your first hand of {game}?",
  "guide.offer.what": "A guide can explain each wager and each decision as it comes. You play as you like, and Escape ends it.",
  "guide.yes": "Show me",
  "guide.no": "No, thanks",
  "guide.hands": "Which hand wins",
  "guide.later": "The guide is in the settings when you want it.",
  "guide.ended": "The guide has ended. It is in the settings when you want it again.",
  "guide.skip": "End the guide",
  "guide.done": "Done",
  "guide.place": "{n} of {of}",
  "guide.next": "Next",
  "guide.back": "Back",
  "guide.spot": "To this area",
  "guide.again": "Guide me once more",
  "guide.lead.what": "Here you play with practice chips. First the wagers, one by one.",
  "guide.deal": "Now the cards",
  "guide.deal.what": "Lay your wagers and press Deal.",
  "guide.step": "What happens now",
  "guide.decide": "Your decision",
  "guide.decide.what": "Your choices:",
  "guide.over": "That was a hand of {game}",
  "guide.over.what": "What became of your wagers:",
  "guide.over.none": "The ledger keeps what happened, with its clauses.",
  "guide.sit": "Take a seat first",
  "guide.sit.what": "The guide begins when you sit at the table.",
  "guide.real": "The guide goes along at practice tables",
  "guide.real.what": "Here real chips are played for. Choose a table for practice in the lobby.",
});
