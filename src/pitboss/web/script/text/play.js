/* The words of chips and wagers. */

import { add } from "../text.js";

add({
  "bet.tray": "Chips",
  "bet.chip": "{money} chip",
  "bet.other": "Other amount",
  "bet.repeat": "Repeat",
  "bet.double": "Double",
  "bet.clear": "Clear",
  "bet.undo": "Undo",
  "bet.more_chips": "More practice chips",
  "bet.deal": "Deal",
  "bet.deal.again": "Repeat and deal",
  "bet.deal.wait": "Waiting for the others",
  "bet.hint": "Choose a chip, then tap {areas} to wager.",
  "bet.cage": "Buy in at the cage to play.",
  "bet.next": "You play from the next round.",
  "bet.hint.ready": "Add side wagers, or press Deal.",
  "bet.spot": "{wager}, seat {seat}: {money}. {limits}",
  "bet.spot.empty": "{wager}, seat {seat}: no wager. {limits}",
  "bet.limits": "{least} to {most} in steps of {step}",
  "bet.limits.one": "{least}",
  "bet.limits.none": "not open now",
  "bet.placed": "{wager} {money}.",
  "bet.keys":
    "Enter adds the chip, minus takes it off, Delete clears, digits give an amount, arrows move, question mark explains.",
  "bet.type": "Amount for {wager}",
  "bet.bad_amount": "Write an amount such as 25 or 2.50.",
});
