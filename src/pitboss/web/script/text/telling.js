/* The words of the panels beside a table. */

import { add } from "../text.js";

add({
  "now.take": "Side wagers are taken in",
  "now.deal": "The cards are dealt",
  "now.stub": "The stub is put away",
  "now.examine": "Look at your cards",
  "now.ask.you": "Your decision",
  "now.ask": "{who} decides",
  "now.collect": "Folded wagers are collected",
  "now.show": "Cards are turned up",
  "now.post": "The meters advance",
  "now.settle.you": "Settling your wagers",
  "now.settle": "Settling {who}",
  "now.table": "Wagers on the whole table are settled",
  "now.clear": "The round is over",
  "table.opening": "Opening of the table",
  "side.closed": "Ledger, coach and rules are closed: you are asked.",
  "side.ledger": "Ledger",
  "side.coach": "Coach",
  "side.fair": "Fairness",
  "side.rules": "Pays",
  "side.hands": "Hands",
  "side.first": "You play this game for the first time: which hand wins is shown beside the table.",
  "ledger.empty": "What happens at this table is written here, with its clause.",
  "outcome.on": "Go on",
  "round.won": "You won {money}.",
  "round.lost": "You lost {money}.",
  "round.even": "You broke even.",
  "round.last": "Last round: {money}",
  "round.last.hand": "Last round: {money} ({hand})",
});
