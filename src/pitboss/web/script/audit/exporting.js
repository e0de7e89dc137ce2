/* Copies of a table's rounds. The house may ask for the password first; only then the browser downloads. */

import { Refused } from "../api.js";
import { confirmed } from "../confirm.js";
import { html } from "../dom.js";
import { form } from "../staff/forms.js";
import { say } from "../text.js";
import { tableOptions } from "./finding.js";

const WHAT = ["ndjson", "rounds", "wagers", "payments"];

/** @param {any[]} tables */
export function exporting(tables) {
  const ask = form({
    name: "export",
    about: say("export.lead"),
    fields: [
      { name: "table", label: say("audit.table"), kind: "select", options: tableOptions(tables) },
      { name: "what", label: say("export.what"), kind: "select", options: WHAT.map((what) => [what, say(`export.what.${what}`)]) },
    ],
    buttons: [{ label: say("export.do") }],
    clear: false,
    send: async ({ table, what }) => {
      const query = new URLSearchParams({ table, format: what === "ndjson" ? what : "csv" });
      if (what !== "ndjson") query.set("sheet", what);
      const path = `/api/v1/audit/export?${query}`;
      await confirmed(() => permitted(path));
      html`<a href=${path} download></a>`.click();
      return say("export.done");
    },
  });
  return html`<section class="panel"><h2>${say("export.title")}</h2>${ask}</section>`;
}

/** Asks whether the house would send it; the copy itself is left to the browser, which keeps no second one in memory.
    @param {string} path */
async function permitted(path) {
  const asking = new AbortController();
  const answer = await fetch(path, { credentials: "same-origin", signal: asking.signal });
  if (!answer.ok) throw new Refused(await answer.json(), answer.status);
  asking.abort();
}
