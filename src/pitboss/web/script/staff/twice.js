/* What takes a deck, a round, a hand or wagers is not done by one press: first is said what will follow. Only the house
   knows it. */

import { post } from "../api.js";
import { say, sentence } from "../text.js";

/** @import { Ask } from "../../shapes.d.ts" */
/** @import { Foreseen } from "../../types.d.ts" */
/** @import { Work } from "./work.js" */

/** Acts of which the house is asked beforehand; so is every report. */
export const ASKED_TWICE = new Set(["CountStub", "RemoveDeck"]);

/** Whether somebody may put this before the floorperson instead.
    @param {Pick<Work, "offers">} now
    @param {any} act */
export function callable({ offers }, act) {
  return offers.some(({ example }) => {
    /** @type {any} */
    const about = example.do === "CallFloor" ? example.about : null;
    return about?.do === act.do && about?.kind === act.kind;
  });
}

/** Does it, after a second press where it is grave; what is said of it afterwards.
    @param {Pick<Work, "act" | "as" | "offers" | "table">} now
    @param {any} act
    @param {Ask} ask
    @param {string} done */
export async function twice(now, act, ask, done = "") {
  /** @type {Foreseen} */
  const { grave, follows } = await post(`/api/v1/tables/${now.table.id}/foresee`, { do: act, as: now.as || null });
  const ways = [{ label: say("twice.do"), value: "do", bad: true }];
  if (callable(now, act)) ways.push({ label: say("twice.call"), value: "floor", bad: false });
  const way = grave ? await ask(follows.map(sentence), ways) : "do";
  if (!way) return say("twice.not");
  await now.act(way === "floor" ? { do: "CallFloor", about: act } : act);
  return way === "floor" ? say("twice.called") : done;
}
