/* The words of the table page. */

import { add } from "../text.js";

add({
  "table.round": "Round {round}",
  "table.limits": "{least} to {most}",
  "table.felt": "The table: {title}, {n} positions",
  "table.watching": "You are watching. Take an empty seat to play.",
  "table.sit": "Take a seat",
  "table.sit.at": "Sit",
  "table.sit.long": "Take seat {seat}",
  "table.stand": "Stand up",
  "table.stand.long": "Stand up from seat {seat}",
  "table.seat": "Seat {seat}",
  "table.seat.empty": "Seat {seat}, empty",
  "table.you": "You",
  "table.you.at": "You at {seat}",
  "table.dock": "Your place",
  "table.ready": "ready",

  "clock.bets": "Bets close",
  "clock.decision": "Time to decide",
  "clock.ruling": "Waiting for a floorperson",
  "clock.minutes": "{n}′",
  "clock.left": { one: "{n} second left", other: "{n} seconds left" },

  "now.bets": "Place your wagers",
  "now.at": "Seat {seat}: {what}",

  "side.title": "Panels",

  "state.waiting": "The connection is lost. Trying again…",
  "state.slow": "Sending… The house has not answered yet.",
  "state.back": "Connected again. Nothing was lost.",
  "state.gap": "You were away for long: here is the table as it is now.",
  "state.table_closed": "This table is closed.",
  "state.aside": "This table cannot go on: there is a fault in its game. The floor has been told.",
  "state.no_table": "This table is closed, or does not exist.",
  "state.signed_out": "This session was ended elsewhere. You are watching now.",
  "state.lobby": "To the other tables",
  "bet.equal": "{one} must equal {other}.",
  "state.practice": "Practice table",
  "state.between": "Between rounds",
  "coach.waits": "The coach speaks when it is your turn to decide.",
});
