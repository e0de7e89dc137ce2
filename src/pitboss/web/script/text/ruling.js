/* The words of matters that a floorperson decides. */

import { add } from "../text.js";

add({
  "ruling.violation": "It is reported of {who}: {what}. A floorperson decides whether it is so.",
  "ruling.violation.you": "It is reported of you: {what}. A floorperson decides whether it is so.",
  "ruling.player_left": "{who} has left. A floorperson decides whether the hand is played out or the wagers are lost.",
  "ruling.player_left.you":
    "You are reported as gone. A floorperson decides whether your hand is played out or your wagers are lost.",
  "ruling.chips": "The chips counted for {wager} do not agree with the wagers. A floorperson looks into it.",
  "ruling.clock":
    "The clock is the floorperson's, not yours: when it has run out, the round goes on in the players' favour.",
  "ruling.forfeited": "{who} forfeits all wagers of this round. Confirmed by a floorperson: {what}.",
  "ruling.forfeited.you": "You forfeit all wagers of this round. Confirmed by a floorperson: {what}.",
  "ruling.confirmed": "The floorperson has confirmed the report: {what}.",
  "ruling.dismissed": "The floorperson has dismissed the report: the round goes on.",
  "ruling.resolved": "The chips agree now: the round goes on.",
  "ruling.played_out": "The floorperson has decided: the hand of {who} is played out without further wagers.",
  "ruling.played_out.you": "The floorperson has decided: your hand is played out without further wagers.",
  "ruling.losing": "The floorperson has decided: the wagers of {who} are lost.",
  "ruling.losing.you": "The floorperson has decided: your wagers are lost.",
});
