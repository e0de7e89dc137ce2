/* Chips between the cage, the tray and patrons. For floorpersons and above; the house keeps the books. What must be
   asked for once (`once`, `paid`) other forms about money use too. */

import { get, newId, post } from "../api.js";
import { confirmed } from "../confirm.js";
import { money } from "../format.js";
import { say } from "../text.js";
import "../text/desk.js";
import { form } from "./forms.js";
import { patrons } from "./patrons.js";

export const amount = () => ({ name: "cents", label: say("field.amount"), kind: "money" });
export const reason = (optional = true) => ({ name: "reason", label: say("field.reason"), optional, longest: 200 });

/** What is asked twice under the same id is done once: the id belongs to what was typed, not to the click.
    @returns {(about: unknown) => { id: string, done: () => void }} */
export function once() {
  let [known, id] = ["", ""];
  return (about) => {
    const text = JSON.stringify(about);
    if (text !== known) [known, id] = [text, newId()];
    return { id, done: () => (known = "") };
  };
}

/** @param {ReturnType<typeof once>} ids
    @param {string} path
    @param {object} body */
export async function paid(ids, path, body) {
  const asked = ids([path, body]);
  const answer = await confirmed(() => post(path, { id: asked.id, ...body }));
  asked.done();
  return answer;
}

/** @type {(values: any) => { cents: number, reason?: string }} */
const given = ({ cents, reason: why }) => (why ? { cents, reason: why } : { cents });

/** Fills and credits of one table.
    @param {number} table */
export function trayForms(table) {
  const ids = once();
  /** @param {"fill" | "credit"} what */
  const one = (what) =>
    form({
      name: what,
      title: say(`chips.${what}`),
      fields: [amount(), reason()],
      buttons: [{ label: say(`chips.${what}.do`) }],
      send: async (values) => {
        await paid(ids, `/api/v1/tables/${table}/${what}`, given(values));
        const { inventory } = await get(`/api/v1/tables/${table}/work`);
        return say("chips.done", { amount: money(inventory) });
      },
    });
  return [one("fill"), one("credit")];
}

/** A patron buys in or cashes out. */
export function cageForm() {
  const ids = once();
  return form({
    name: "cage",
    fields: [{ name: "patron", label: say("cage.patron"), longest: 96, finds: patrons }, amount(), reason()],
    buttons: [{ label: say("cage.buy_in"), value: "buy-in" }, { label: say("cage.cash_out"), value: "cash-out" }],
    send: async ({ patron, ...values }, what) => {
      const path = `/api/v1/patrons/${encodeURIComponent(patron)}/${what || "buy-in"}`;
      const { balance } = await paid(ids, path, given(values));
      return say("cage.done", { patron, amount: money(balance) });
    },
  });
}

/** Chips from one patron to another, or between a patron and the cage. */
export function transferForm() {
  const ids = once();
  /** @type {(handle: string | null) => string} */
  const account = (handle) => (handle ? `patron:${handle}` : "cage");
  /** @param {string} name */
  const side = (name) => ({ name, label: say(`transfer.${name}`), hint: say("transfer.hint"), optional: true, plain: true, longest: 96 });
  return form({
    name: "transfer",
    title: say("transfer.title"),
    fields: [side("from"), side("to"), amount(), reason(false)],
    buttons: [{ label: say("transfer.do") }],
    send: async ({ from, to, ...values }) => {
      await paid(ids, "/api/v1/transfers", { from: account(from), to: account(to), ...given(values) });
      const [giver, taker] = [from, to].map((handle) => handle ?? say("cage.name"));
      return say("transfer.done", { amount: money(values.cents), giver, taker });
    },
  });
}

/** The house's own money into the cage: a manager's to bring, and never without a reason. */
export function capitalForm() {
  const ids = once();
  return form({
    name: "capital",
    title: say("cage.capital"),
    fields: [amount(), reason(false)],
    buttons: [{ label: say("cage.capital.do") }],
    send: async (values) => {
      await paid(ids, "/api/v1/capital", given(values));
      return say("cage.capital.done", { amount: money(values.cents) });
    },
  });
}
