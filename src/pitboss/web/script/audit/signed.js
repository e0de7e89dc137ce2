/* The public key and the signed checkpoints, to be kept elsewhere. */

import { get } from "../api.js";
import { html, put } from "../dom.js";
import { moment, number } from "../format.js";
import { folded } from "../staff/folded.js";
import { say } from "../text.js";

const PAGE = 1000;
const SHOWN = 10;

export function signed() {
  const key = html`<code></code>`;
  get("/api/v1/audit/key").then(
    (told) => put(key, told.public),
    (error) => put(key, error.message),
  );
  const list = folded(say("signed.list"), async () => drawn(await all()));
  list.classList.remove("panel");
  return html`<section class="panel"><h2>${say("signed.title")}</h2><p class="muted">${say("signed.lead")}</p>
    <dl class="facts"><div><dt>${say("signed.key")}</dt><dd class="key">${key}</dd></div></dl>${list}</section>`;
}

async function all() {
  const found = [];
  for (;;) {
    const more = await get(`/api/v1/audit/checkpoints?after=${found.length}&limit=${PAGE}`);
    found.push(...more);
    if (more.length < PAGE) return found;
  }
}

/** @param {any[]} checkpoints */
function drawn(checkpoints) {
  const last = checkpoints.slice(-SHOWN).reverse();
  return [
    html`<p>${say("signed.count", { n: checkpoints.length })}</p>`,
    last.length
      ? html`<div class="scroll" tabindex="0" role="group" aria-label=${say("signed.title")}><table>
        <thead><tr><th scope="col" class="number">${say("signed.number")}</th><th scope="col">${say("signed.at")}</th>
          <th scope="col">${say("signed.body")}</th><th scope="col">${say("signed.signature")}</th></tr></thead>
        <tbody>${last.map(row)}</tbody></table></div>`
      : null,
    checkpoints.length ? html`<p><button type="button" @click=${() => download(checkpoints)}>${say("signed.download")}</button></p>` : null,
  ];
}

/** @type {(checkpoint: { number: number, body: string, signature: string }) => any} */
const row = ({ number: n, body, signature }) => html`<tr><td class="number">${number(n)}</td><td>${when(body)}</td>
  <td><details><summary>${say("signed.show")}</summary><code class="long">${body}</code></details></td><td><code class="long">${signature}</code></td></tr>`;

/** When it was signed stands in what was signed.
    @param {string} body */
export function when(body) {
  try {
    const { at } = JSON.parse(body);
    return at ? moment(at) : "";
  } catch {
    return "";
  }
}

/** The texts as they were signed, one on each line.
    @param {any[]} checkpoints */
function download(checkpoints) {
  const lines = checkpoints.map((each) => `${JSON.stringify(each)}\n`);
  const address = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
  html`<a href=${address} download="pitboss-checkpoints.ndjson"></a>`.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
