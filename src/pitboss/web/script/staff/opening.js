/* Opening a table under the terms of a Rules Submission. For supervisors and managers. */

import { newId, post } from "../api.js";
import { confirmed } from "../confirm.js";
import { html } from "../dom.js";
import { say } from "../text.js";
import { form } from "./forms.js";
import { submissionFields } from "./terms.js";

/** The form; `opened` is called when a table was opened. */
export function opening(opened) {
  const choose = (name, values) => ({
    name, label: say(`open.${name}`), kind: "select", options: values.map((value) => [value, say(`open.${name}.${value}`)]),
  });
  const ask = form({
    name: "open",
    fields: [choose("dealer", ["automatic", "person"]), choose("cards", ["shuffle", "feed"]), ...submissionFields("")],
    buttons: [{ label: say("open.do"), primary: true }],
    clear: false,
    send: async ({ dealer, cards, submission }) => {
      const made = await confirmed(() => post("/api/v1/tables", { id: newId(), submission, dealer, cards }));
      opened();
      return say("open.done", { table: made.name });
    },
  });
  return [html`<p class="muted">${say("open.lead")}</p>`, ask];
}
