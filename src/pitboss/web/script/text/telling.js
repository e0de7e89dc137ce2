/* The words of the panels beside a table. */

import { add } from "../text.js";

add({
  "table.opening": "Opening of the table",
  "side.ledger": "Ledger",
  "side.coach": "Coach",
  "side.fair": "Fairness",
  "side.rules": "Pays",
  "ledger.empty": "What happens at this table is written here, with its clause.",
  "round.won": "You won {money}.",
  "round.lost": "You lost {money}.",
  "round.even": "You broke even.",
  "round.last": "Last round: {money}",
  "round.last.hand": "Last round: {money} ({hand})",
  "round.folded": "folded",
  "round.forfeited": "wagers forfeited",
  "state.idle": "Nobody is playing: the cards are spread until a player sits down.",
  "state.void": "This round is void: the wagers go back.",
  "state.parked": "The house has paused this table.",
  "state.resumed": "The table goes on with the same cards.",
  "state.irregularity": "Irregularity: {what}.",
  "state.late.you": "Your time ran out, so the house counts you as gone.",
  "state.late": "{who} did not act in time and counts as gone.",
  "state.late.played_out": "The hand is played out without further wagers; after the round the seat is free.",
  "state.late.losing": "The wagers are lost; after the round the seat is free.",
  "state.late.folds": "The hand is folded; after the round the seat is free.",
  "state.late.collected": "The hand is folded and the {wagers} collected; after the round the seat is free.",
  "state.late.seat": "The seat is free again.",
  "state.late.matter": "No floorperson came in time: the table goes on in the players' favour.",
});
