/* The auditor's page: find a round, verify the record, take copies, look at checkpoints, meters and ledgers. */

import { get, may } from "./api.js";
import { find, html, put } from "./dom.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/audit.js";
import { exporting } from "./audit/exporting.js";
import { finding } from "./audit/finding.js";
import { ledgers, meters } from "./audit/logs.js";
import { signed } from "./audit/signed.js";
import { verifying } from "./audit/verifying.js";

const page = find("#page");
const top = shell("audit");

title(say("audit.title"));
begin().catch((error) => put(page, html`<h1>${say("audit.title")}</h1><p class="note bad">${error.message}</p>`));

async function begin() {
  const who = await top.who;
  if (!may(who, "see_audit")) {
    put(page, html`<h1>${say("audit.title")}</h1><p class="note">${say("audit.only")} ${say("audit.sign_in")}</p>
      <p><a class="button primary" href=${`/sign-in?then=${encodeURIComponent(location.pathname + location.search)}`}>${say("nav.sign_in")}</a></p>`);
    return;
  }
  const [tables, kinds, dealers] = await Promise.all(
    ["tables", "irregularities", "dealers"].map((what) => get(`/api/v1/audit/${what}`)));
  put(
    page,
    html`<h1>${say("audit.title")}</h1><p class="muted">${say("audit.lead")}</p>`,
    html`<div class="sheets">${verifying(tables)}${finding(tables, kinds, dealers)}${may(who, "export_audit") ? exporting(tables) : null}${signed()}${await meters(tables)}${ledgers(tables)}</div>`,
  );
}
