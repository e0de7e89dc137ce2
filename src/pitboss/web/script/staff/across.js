/* Rulings that wait at any table, each with what was reported, and the forms to decide them; and the other notices. */

import { newId, post } from "../api.js";
import { html } from "../dom.js";
import { time } from "../format.js";
import { say } from "../text.js";
import "../text/floor.js";
import { keep } from "./keep.js";

/** @import { AnyOffer } from "../../shapes.d.ts" */
/** @import { WorkLine } from "../../types.d.ts" */
/** @import { Notice } from "./notices.js" */

/** What the forms of matters need of a table, from a line of the list.
    @param {WorkLine} table
    @param {() => unknown} done */
function standing(table, done) {
  const players = new Map(table.matters.map(({ seat, player }) => [seat, player]));
  return {
    work: { matters: table.matters, rulings: table.rulings },
    /** @type {AnyOffer[]} */
    offers: table.offers,
    /** @param {number} seat */
    seat: (seat) => {
      const player = players.get(seat);
      return player ? say("people.position", { seat, player }) : say("lies.seat", { seat });
    },
    /** @param {object} action */
    act: async (action) => {
      await post(`/api/v1/tables/${table.id}/acts`, { id: newId(), do: action });
      await done();
    },
  };
}

/** Shows the rulings that wait, those of one table under its name.
    @param {HTMLElement} place
    @param {WorkLine[]} tables
    @param {() => unknown} done */
export async function showRulings(place, tables, done) {
  const waiting = tables.filter((table) => table.matters.length);
  if (!waiting.length) return keep(place, []);
  const { matterForms } = await import("./matters.js");
  const forms = waiting.flatMap((table) => {
    /** @type {any} */
    const now = standing(table, done);
    const own = matterForms(now);
    return own.map(({ key, sign, make }) => ({
      key: `${table.id}.${key}`,
      sign,
      make: () => html`<section class="floor-ruling"><h3><a href=${`/staff/${table.id}`}>${table.name}</a></h3>${make()}</section>`,
    }));
  });
  keep(place, forms);
}

/** A notice as a line of the list.
    @param {Notice} notice */
export function noticeLine({ table, kind, bad, values }) {
  const { until, condition } = values;
  const words = { ...values, ...(until ? { time: time(Number(until)) } : {}), ...(condition ? { condition: say(`condition.${condition}`) } : {}) };
  return html`<li class=${bad ? "bad" : ""}><a href=${`/staff/${table.id}`}>${table.name}</a>: ${say(`notice.${kind}`, words)}</li>`;
}
