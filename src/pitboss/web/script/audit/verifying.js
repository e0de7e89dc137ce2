/* Verifying the whole record. The house works it through; the page shows how long it has been at it, then what it found. */

import { get } from "../api.js";
import { announce } from "../announce.js";
import { html, put } from "../dom.js";
import { number } from "../format.js";
import { form } from "../staff/forms.js";
import { say, sentence } from "../text.js";

/** @import { Finding, Verified } from "../../types.d.ts" */

/** @param {{ id: number, name: string }[]} tables */
export function verifying(tables) {
  const shown = html`<div class="verified"></div>`;
  const ask = form({
    name: "verify",
    about: say("verify.lead"),
    buttons: [{ label: say("verify.do"), primary: true }],
    send: async () => {
      const stop = working(shown);
      try {
        const found = await get("/api/v1/audit/verify");
        stop();
        result(shown, found, tables);
      } catch (error) {
        stop();
        put(shown);
        throw error;
      }
    },
  });
  return html`<section class="panel"><h2>${say("verify.title")}</h2>${ask}${shown}</section>`;
}

/** @param {HTMLElement} shown */
function working(shown) {
  const began = performance.now();
  const words = html`<span></span>`;
  const draw = () => {
    words.textContent = say("verify.working", { n: Math.round((performance.now() - began) / 1000) });
  };
  draw();
  put(shown, html`<p class="working"><progress aria-label=${say("verify.title")}></progress>${words}</p>`);
  const timer = setInterval(draw, 1000);
  return () => clearInterval(timer);
}

/** The house's sentences name tables by number: readers know their names.
    @param {string} text
    @param {{ id: number, name: string }[]} tables */
export function named(text, tables) {
  /** @param {string} id */
  const name = (id) => tables.find((table) => table.id === Number(id))?.name;
  const known = text.replace(/\btable (\d+)\b/g, (said, id) => (name(id) ? say("verify.table", { id, name: name(id) }) : said));
  return sentence(known);
}

/** @param {HTMLElement} shown
    @param {Verified} found
    @param {{ id: number, name: string }[]} tables */
function result(shown, found, tables) {
  const verdict = found.clean ? say("verify.clean") : say("verify.bad", { n: found.total });
  const counts = { chains: number(found.chains), rows: number(found.rows), rounds: number(found.rounds) };
  put(
    shown,
    html`<p class="note verdict ${found.clean ? "" : "bad"}"><b>${verdict}</b></p>`,
    html`<p class="muted">${say("verify.counts", counts)}</p>`,
    found.findings.length ? html`<ul class="findings">${found.findings.map((each) => line(each, tables))}</ul>` : null,
    found.findings.length < found.total ? html`<p class="muted">${say("verify.shown", { n: found.findings.length })}</p>` : null,
    found.notes.length ? html`<h3>${say("verify.notes")}</h3><ul>${found.notes.map((note) => html`<li>${named(note, tables)}</li>`)}</ul>` : null,
  );
  announce(verdict);
}

/** @param {Finding} finding
    @param {{ id: number, name: string }[]} tables */
function line({ text, chain, row, round }, tables) {
  const where = chain === null ? "" : say(round ? "verify.where.round" : "verify.where", { chain, row, round });
  const link = round ? html`<a href=${`/rounds/${chain}/${round}`}>${where}</a>` : where;
  return html`<li>${named(text, tables)} <small>${link}</small></li>`;
}
