/* Opening a table under the terms of a Rules Submission. For supervisors and managers. */

import { get, newId, post } from "../api.js";
import { confirmed } from "../confirm.js";
import { find, html } from "../dom.js";
import { latest } from "../latest.js";
import { say } from "../text.js";
import { form } from "./forms.js";
import { submissionFields } from "./terms.js";

/** @import { Choice } from "../../shapes.d.ts" */
/** @import { TableListed } from "../../types.d.ts" */

/** A field that writes the terms of an open table into the form: nobody begins with an empty page. */
async function beginning() {
  /** @type {TableListed[]} */
  const tables = await get("/api/v1/tables");
  /** @param {any} event */
  const chosen = async ({ target }) => {
    const text = find("textarea", target.form);
    const isLatest = latest(text);
    const { submission } = target.value ? await get(`/api/v1/tables/${target.value}/submission`) : { submission: "" };
    if (isLatest()) text.value = submission;
  };
  /** @type {Choice[]} */
  const options = [["", say("open.begin.none")]];
  for (const { id, name } of tables) options.push([String(id), name]);
  return { name: "begin", label: say("open.begin"), kind: "select", options, hint: say("open.name"), chosen };
}

/** The form; `opened` is called when a table was opened.
    @param {() => unknown} opened */
export async function opening(opened) {
  /** @type {(name: string, values: string[]) => any} */
  const choose = (name, values) => ({
    name, label: say(`open.${name}`), kind: "select", options: values.map((value) => [value, say(`open.${name}.${value}`)]),
  });
  const ask = form({
    name: "open",
    fields: [choose("dealer", ["automatic", "person"]), choose("cards", ["shuffle", "feed"]), await beginning(), ...submissionFields("")],
    buttons: [{ label: say("open.do"), primary: true }],
    clear: false,
    send: async ({ dealer, cards, submission }) => {
      const made = await confirmed(() => post("/api/v1/tables", { id: newId(), submission, dealer, cards }));
      opened();
      return html`${say("open.done", { table: made.name })} <a href=${`/staff/${made.id}`}>${say("open.go")}</a>`;
    },
  });
  return [html`<p class="muted">${say("open.lead")}</p>`, ask];
}
